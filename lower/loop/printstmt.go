package loop

import "strconv"

func (p *printer) block(b []Stmt) {
	p.indent++
	for _, s := range b {
		p.line()
		p.stmt(s)
		p.text("\n")
	}
	p.indent--
}

// closed writes a block and its closing brace.
func (p *printer) closed(b []Stmt) {
	p.text("{\n")
	p.block(b)
	p.line()
	p.text("}")
}

// stmt writes a statement without the white space around it.
func (p *printer) stmt(s Stmt) {
	switch s := s.(type) {
	case *Let:
		p.define(s.Var)
		p.expr(s.Rhs, 0)
	case *Alloc:
		p.define(s.Var)
		if s.Dirty {
			p.text("dirty(")
		} else {
			p.text("new(")
		}
		p.list(s.Dims)
		p.text(")")
	case *NewCell:
		p.newCell(s)
	case *Assign:
		p.list(s.Lhs)
		p.text(" = ")
		p.list(s.Rhs)
	case *AddTo:
		p.expr(s.Lhs, 0)
		if s.Free {
			p.text(" +~= ")
		} else {
			p.text(" += ")
		}
		p.expr(s.Rhs, 0)
	case *Copy:
		p.text("copy(")
		p.list([]*Expr{s.Dst, s.Src})
		p.text(")")
	case *Clear:
		p.text("clear(")
		p.expr(s.Dst, 0)
		p.text(")")
	case *Append:
		p.text("append(" + p.varName(s.Var) + ", ")
		p.expr(s.Val, 0)
		p.text(")")
	case *Call:
		p.call(s)
	case *Check:
		p.check(s)
	default:
		p.control(s)
	}
}

func (p *printer) control(s Stmt) {
	switch s := s.(type) {
	case *For:
		p.text("for ")
		if s.Down {
			p.text("down ")
		}
		if s.Vector {
			p.text("vector ")
		}
		if s.Par != nil {
			p.text("parallel ")
		}
		p.text(p.varName(s.Var) + " < ")
		p.expr(s.N, 0)
		if s.Par != nil {
			p.text(" work ")
			p.expr(s.Par.Work, 0)
			if len(s.Par.Writes) > 0 {
				p.text(" writes ")
				p.list(s.Par.Writes)
			}
		}
		p.text(" ")
		p.closed(s.Body)
	case *While:
		p.text("loop {\n")
		p.block(s.Head)
		p.indent++
		p.line()
		p.text("while ")
		p.expr(s.Cond, 0)
		p.text("\n")
		p.indent--
		p.block(s.Body)
		p.line()
		p.text("}")
	case *If:
		p.branch(s)
	case *Switch:
		p.text("switch ")
		p.expr(s.Tag, 0)
		p.text(" {\n")
		for i, c := range s.Cases {
			p.line()
			if i == len(s.Cases)-1 {
				p.text("default:\n")
			} else {
				p.text("case " + strconv.Itoa(i) + ":\n")
			}
			p.block(c)
		}
		p.line()
		p.text("}")
	default:
		p.text("?")
	}
}

// branch writes a chain of conditionals without nesting.
func (p *printer) branch(s *If) {
	for {
		p.text("if ")
		p.expr(s.Cond, 0)
		p.text(" ")
		p.closed(s.Then)
		if len(s.Else) == 0 {
			return
		}
		p.text(" else ")
		next, ok := s.Else[0].(*If)
		if !ok || len(s.Else) > 1 {
			p.closed(s.Else)
			return
		}
		s = next
	}
}

func (p *printer) define(v *Var) {
	p.text("var ")
	p.declare(v)
	p.text(" = ")
}

func (p *printer) newCell(s *NewCell) {
	p.define(s.Var)
	ctor := "?"
	if s.Var != nil && s.Var.Type.Cell != nil {
		if n := p.cellName(s.Var.Type.Cell); s.Ctor >= 0 && s.Ctor < len(n.ctors) {
			ctor = n.ctors[s.Ctor]
		}
	}
	p.text("new " + ctor + "(")
	p.list(s.Fields)
	p.text(")")
}

func (p *printer) call(s *Call) {
	for i, v := range s.Vars {
		if i == 0 {
			p.text("var ")
		} else {
			p.text(", ")
		}
		p.declare(v)
	}
	if len(s.Vars) > 0 {
		p.text(" = ")
	}
	name := "?"
	if s.Func != nil {
		var ok bool
		if name, ok = p.funcOf[s.Func]; !ok {
			name = identifier(s.Func.Name)
		}
	}
	p.text("call " + name + "(")
	p.list(s.Args)
	p.text(")")
}

func (p *printer) check(s *Check) {
	if s.Given {
		p.text("given ")
	} else {
		p.text("check ")
	}
	p.expr(s.Cond, 0)
	p.text(", ")
	p.quoted(s.Text)
	if s.Name == "" && s.Got == nil {
		return
	}
	if s.Index {
		p.text(", index ")
	} else {
		p.text(", ")
		p.quoted(s.Name)
	}
	if s.Got != nil {
		if !s.Index {
			p.text(", ")
		}
		p.list([]*Expr{s.Got, s.Want})
	}
}
