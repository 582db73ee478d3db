package loop

import "strconv"

// block reads statements up to a word that ends a block: }, case, default, return, or while.
func (r *reader) block() (b []Stmt) {
	r.deeper()
	for {
		switch r.word() {
		case "}", "case", "default", "return", "while":
			r.depth--
			return b
		case ";":
			r.at++
		default:
			b = append(b, r.stmt())
		}
	}
}

// braced reads a block in braces, whose variables end with it.
func (r *reader) braced() []Stmt {
	r.want("{")
	n := len(r.scope)
	b := r.block()
	r.leave(n)
	r.want("}")
	return b
}

func (r *reader) stmt() Stmt {
	if r.tok().kind != nameToken {
		r.unexpected("a statement")
	}
	switch {
	case r.got("var"):
		return r.define()
	case r.got("call"):
		return r.call(nil)
	case r.got("copy"):
		r.want("(")
		s := &Copy{Dst: r.expr()}
		r.want(",")
		s.Src = r.expr()
		r.want(")")
		return s
	case r.got("clear"):
		r.want("(")
		s := &Clear{Dst: r.expr()}
		r.want(")")
		return s
	case r.got("append"):
		return r.push()
	case r.got("check"):
		return r.check(false)
	case r.got("given"):
		return r.check(true)
	case r.got("for"):
		return r.count()
	case r.got("loop"):
		return r.loop()
	case r.got("if"):
		return r.branch()
	case r.got("switch"):
		return r.choose()
	}
	return r.store()
}

// define reads what follows var.
func (r *reader) define() Stmt {
	at := r.tok()
	v := r.variable()
	if r.word() == "," || v == nil {
		vars := []*Var{v}
		for r.got(",") {
			vars = append(vars, r.variable())
		}
		r.want("=")
		r.want("call")
		return r.call(vars)
	}
	r.want("=")
	inferred := v.Type == Type{Base: Ref}
	if inferred && (r.word() == "new" || r.word() == "dirty" || r.word() == "call") {
		r.fail(at, "write var x []real = …", "declaration without a type")
	}
	var s Stmt
	switch {
	case r.got("call"):
		return r.call([]*Var{v})
	case r.got("dirty"):
		s = &Alloc{Var: v, Dims: r.operands(), Dirty: true}
	case r.got("new"):
		if v.Type.IsArray() {
			s = &Alloc{Var: v, Dims: r.operands()}
			break
		}
		if v.Type.Base != Ref {
			r.fail(at, "", "new %s", v.Type)
		}
		s = &NewCell{Var: v, Ctor: r.ctor(v.Type.Cell), Fields: r.operands()}
	default:
		l := &Let{Var: v, Rhs: r.expr()}
		if inferred {
			v.retype(l.Rhs.Type)
		}
		s = l
	}
	r.declare(v, at)
	return s
}

// variable reads a declared variable, or _. Its type may be left out where it is given by a
// right-hand side; it is then the reference to no cell. It is in scope only behind its statement.
func (r *reader) variable() *Var {
	if r.got("_") {
		return nil
	}
	s, _ := r.name("a variable")
	v := NewVar(s, Type{Base: Ref})
	if r.word() != "=" {
		t, flat := r.typ()
		v.retype(t)
		v.Flat = flat
	}
	return v
}

func (r *reader) operands() (es []*Expr) {
	r.want("(")
	r.commaList(func() { es = append(es, r.expr()) })
	return es
}

func (r *reader) call(vars []*Var) Stmt {
	at := r.toks[r.at-1]
	s, t := r.name("a function")
	f := r.funcs[s]
	if f == nil {
		r.fail(t, "", "unknown function %s", s)
	}
	c := &Call{Vars: vars, Func: f, Args: r.operands()}
	for _, v := range vars {
		if v == nil {
			continue
		}
		if v.Type == (Type{Base: Ref}) {
			r.fail(at, "write var y real = call f(x)", "declaration of %s without a type", v.Name)
		}
		r.declare(v, at)
	}
	return c
}

func (r *reader) push() Stmt {
	r.want("(")
	s, t := r.name("an array variable")
	v := r.vars[s]
	if v == nil {
		r.fail(t, "", "unknown variable %s", s)
	}
	r.want(",")
	a := &Append{Var: v, Val: r.expr()}
	r.want(")")
	return a
}

func (r *reader) check(given bool) Stmt {
	s := &Check{Cond: r.expr(), Given: given}
	r.want(",")
	s.Text = r.quoted()
	if !r.got(",") {
		return s
	}
	s.Index = r.got("index")
	if !s.Index {
		s.Name = r.quoted()
	}
	if s.Index || r.got(",") {
		s.Got = r.expr()
		r.want(",")
		s.Want = r.expr()
	}
	return s
}

func (r *reader) count() Stmt {
	s := &For{Down: r.got("down"), Vector: r.got("vector")}
	if r.got("parallel") {
		s.Par = &Par{}
	}
	name, t := r.name("a variable")
	s.Var = NewVar(name, IntType)
	r.want("<")
	s.N = r.expr()
	if s.Par != nil {
		r.want("work")
		s.Par.Work = r.expr()
		if r.got("writes") {
			s.Par.Writes = append(s.Par.Writes, r.expr())
			for r.got(",") {
				s.Par.Writes = append(s.Par.Writes, r.expr())
			}
		}
	}
	n := len(r.scope)
	r.declare(s.Var, t)
	s.Body = r.braced()
	r.leave(n)
	return s
}

func (r *reader) loop() Stmt {
	s := &While{}
	n := len(r.scope)
	r.want("{")
	s.Head = r.block()
	r.want("while")
	s.Cond = r.expr()
	s.Body = r.block()
	r.leave(n)
	r.want("}")
	return s
}

// branch reads a chain of conditionals without nesting.
func (r *reader) branch() Stmt {
	first := &If{}
	for s := first; ; {
		s.Cond = r.expr()
		s.Then = r.braced()
		if !r.got("else") {
			return first
		}
		if !r.got("if") {
			s.Else = r.braced()
			return first
		}
		next := &If{}
		s.Else = []Stmt{next}
		s = next
	}
}

func (r *reader) choose() Stmt {
	s := &Switch{Tag: r.expr()}
	r.want("{")
	last := false
	for !last && r.word() != "}" {
		if last = r.got("default"); !last {
			r.want("case")
			if r.word() != strconv.Itoa(len(s.Cases)) {
				r.unexpected(strconv.Itoa(len(s.Cases)) + " (cases are numbered; the last is default)")
			}
			r.at++
		}
		r.want(":")
		n := len(r.scope)
		s.Cases = append(s.Cases, r.block())
		r.leave(n)
	}
	if !last && len(s.Cases) > 0 {
		r.unexpected("default")
	}
	r.want("}")
	return s
}

// store reads what begins with a place: an assignment or an addition.
func (r *reader) store() Stmt {
	lhs := []*Expr{r.postfix()}
	if r.got("+=") {
		return &AddTo{Lhs: lhs[0], Rhs: r.expr()}
	}
	if r.got("+~=") {
		return &AddTo{Lhs: lhs[0], Rhs: r.expr(), Free: true}
	}
	for r.got(",") {
		lhs = append(lhs, r.postfix())
	}
	if r.word() != "=" {
		r.unexpected("=, += or +~=")
	}
	r.at++
	return &Assign{Lhs: lhs, Rhs: r.exprs()}
}
