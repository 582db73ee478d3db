package flow

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Fprint writes a program in a notation close to Go's, for people and golden files: equal programs give equal bytes.
// Variables of one name in a function are told apart by numbers, in the order in which they stand. The error is the
// first of w.
func Fprint(w io.Writer, p *Program) error {
	pr := &printer{w: w}
	for i, f := range p.Funcs {
		if i > 0 {
			pr.line("")
		}
		pr.function(f)
	}
	return pr.err
}

// String is the program as [Fprint] writes it.
func (p *Program) String() string {
	var b strings.Builder
	_ = Fprint(&b, p) // a Builder does not fail
	return b.String()
}

// String is the function as [Fprint] writes it.
func (f *Func) String() string {
	var b strings.Builder
	(&printer{w: &b}).function(f)
	return b.String()
}

// printer writes a program; it holds the first error.
type printer struct {
	w      io.Writer
	err    error
	indent int
	names  map[*Var]string
	taken  map[string]int
	labels map[Stmt]string
	said   map[*Var]bool // declared already
}

func (p *printer) line(format string, args ...any) {
	if p.err != nil {
		return
	}
	s := fmt.Sprintf(format, args...)
	if s != "" {
		s = strings.Repeat("\t", p.indent) + s
	}
	_, p.err = io.WriteString(p.w, s+"\n")
}

// function starts the names anew.
func (p *printer) function(f *Func) {
	p.names, p.taken, p.labels, p.said = map[*Var]string{}, map[string]int{}, map[Stmt]string{}, map[*Var]bool{}
	p.funcs("func "+f.Name, f)
	if f.JVP != nil {
		p.names, p.taken = map[*Var]string{}, map[string]int{}
		p.funcs("derivative "+f.JVP.Name, f.JVP)
	}
	if f.VJP != nil {
		p.names, p.taken = map[*Var]string{}, map[string]int{}
		p.funcs("pullback "+f.VJP.Name, f.VJP)
	}
}

func (p *printer) funcs(head string, f *Func) {
	results := p.params(f.Results)
	if len(f.Results) > 0 {
		results = " " + results
	}
	if len(f.Outs) > 0 {
		outs := make([]string, len(f.Outs))
		for i, o := range f.Outs {
			outs[i] = p.name(f.Params[o])
		}
		results += " out " + strings.Join(outs, ", ")
	}
	head += p.params(f.Params) + results
	if f.Extern != nil {
		p.line("%s = extern %q.%s", head, f.Extern.Pkg, f.Extern.Name)
		return
	}
	if d := f.Derived; d != nil {
		p.line("%s = %s of %s by %v, results %v", head, d.Kind, d.Of.Name, d.Active, d.Outs)
		return
	}
	p.line("%s {", head)
	p.list(f.Body)
	p.line("}")
}

func (p *printer) params(vs []*Var) string {
	out := make([]string, len(vs))
	for i, v := range vs {
		p.said[v] = true
		out[i] = p.name(v) + " " + v.Type.String()
		if v.Constant {
			out[i] += " const"
		}
	}
	return "(" + strings.Join(out, ", ") + ")"
}

// name is the name of a variable, with a number where it is not the first of it.
func (p *printer) name(v *Var) string {
	if v == nil {
		return "_"
	}
	if s, ok := p.names[v]; ok {
		return s
	}
	s := v.Name
	if s == "" || s == "_" {
		s = "t"
	}
	p.taken[s]++
	if n := p.taken[s]; n > 1 {
		s = fmt.Sprintf("%s'%d", s, n)
	}
	p.names[v] = s
	return s
}

func (p *printer) list(ss []Stmt) {
	p.indent++
	for _, s := range ss {
		p.stmt(s)
	}
	p.indent--
}

// label names what breaks and continues lead to.
func (p *printer) label(s Stmt) string {
	if _, ok := p.labels[s]; !ok {
		p.labels[s] = fmt.Sprintf("L%d", len(p.labels)+1)
	}
	return p.labels[s]
}

// targeted reports whether a break or continue in body leads to s.
func targeted(s Stmt, body ...[]Stmt) bool {
	found := false
	for _, b := range body {
		Walk(b, func(in Stmt) {
			switch in := in.(type) {
			case *Break:
				found = found || in.Target == s
			case *Continue:
				found = found || in.Target == s
			}
		}, nil)
	}
	return found
}

// head writes the first line of a loop or block, with its label if there is a use for it.
func (p *printer) head(s Stmt, text string, body ...[]Stmt) {
	if targeted(s, body...) {
		text = p.label(s) + ": " + text
	}
	p.line("%s {", text)
}

func (p *printer) stmt(s Stmt) {
	switch s := s.(type) {
	case *Assign:
		p.line("%s = %s", p.places(s.Dst), p.exprs(s.Src))
	case *Call:
		var fun string
		if s.Func != nil {
			fun = s.Func.Name
		} else {
			fun = p.operand(s.Fun)
		}
		text := fun + "(" + p.exprs(s.Args) + ")"
		if len(s.Dst) > 0 {
			text = p.places(s.Dst) + " = " + text
		}
		p.line("%s", text)
	case *Append:
		rest := p.exprs(s.Elems)
		if s.Spread != nil {
			rest = p.expr(s.Spread) + "..."
		}
		p.line("%s = append(%s, %s)", p.places([]Place{s.Dst}), p.expr(s.Src), rest)
	case *Copy:
		p.copy(s)
	case *If:
		p.line("if %s {", p.expr(s.Cond))
		p.list(s.Then)
		if len(s.Else) > 0 {
			p.line("} else {")
			p.list(s.Else)
		}
		p.line("}")
	case *Count:
		p.said[s.Idx] = true
		p.head(s, fmt.Sprintf("for %s := range %s%s", p.name(s.Idx), p.expr(s.N), checkpoint(s.Checkpoint)), s.Body)
		p.list(s.Body)
		p.line("}")
	case *While:
		p.while(s)
	case *Block:
		p.head(s, "block", s.Body)
		p.list(s.Body)
		p.line("}")
	case *Break:
		p.line("break %s", p.label(s.Target))
	case *Continue:
		p.line("continue %s", p.label(s.Target))
	case *Return:
		p.line("return")
	case *Fail:
		p.line("panic(%q)", s.Msg)
	}
}

func checkpoint(on bool) string {
	if on {
		return " checkpoint"
	}
	return ""
}

func (p *printer) while(s *While) {
	if len(s.Pre) > 0 {
		p.line("pre {")
		p.list(s.Pre)
		p.line("}")
	}
	p.head(s, "while "+p.expr(s.Cond)+checkpoint(s.Checkpoint), s.Body)
	p.list(s.Body)
	if len(s.Post) > 0 {
		p.line("} post {")
		p.list(s.Post)
	}
	p.line("}")
}

func (p *printer) copy(s *Copy) {
	var to string
	if s.Dst != nil {
		to = p.expr(s.Dst)
	} else {
		to = p.place(s.To)
		if s.Off != nil || s.Lim != nil {
			to += "[" + p.optional(s.Off) + ":" + p.optional(s.Lim) + "]"
		}
	}
	text := fmt.Sprintf("copy(%s, %s)", to, p.expr(s.Src))
	if s.N.Var != nil {
		text = p.places([]Place{s.N}) + " = " + text
	}
	p.line("%s", text)
}

func (p *printer) optional(e Expr) string {
	if e == nil {
		return ""
	}
	return p.expr(e)
}

// places are destinations; a variable that is assigned for the first time is declared with its type.
func (p *printer) places(ps []Place) string {
	out := make([]string, len(ps))
	for i, d := range ps {
		out[i] = p.place(d)
		if d.Var != nil && len(d.Path) == 0 && !p.said[d.Var] {
			p.said[d.Var] = true
			out[i] += " " + d.Var.Type.String()
		}
	}
	return strings.Join(out, ", ")
}

func (p *printer) place(d Place) string {
	if d.Var == nil {
		return "_"
	}
	out, t := p.name(d.Var), d.Var.Type
	for _, s := range d.Path {
		switch s.Kind {
		case StepField:
			out += "." + t.(*Struct).Fields[s.Field].Name
		case StepIndex:
			out += "[" + p.expr(s.Index) + "]"
		case StepDeref:
			out = "(*" + out + ")"
		}
		t = s.Part(t)
	}
	return out
}

func (p *printer) exprs(es []Expr) string {
	out := make([]string, len(es))
	for i, e := range es {
		out[i] = p.expr(e)
	}
	return strings.Join(out, ", ")
}

// operand is an expression, in brackets when it needs them.
func (p *printer) operand(e Expr) string {
	switch e := e.(type) {
	case *Op:
		if e.Op.Infix != "" {
			return "(" + p.expr(e) + ")"
		}
	case *Cond, *Closure, *Addr:
		return "(" + p.expr(e) + ")"
	}
	return p.expr(e)
}

func (p *printer) expr(e Expr) string {
	switch e := e.(type) {
	case *Lit:
		return literal(e)
	case *Load:
		return p.place(e.Place)
	case *Op:
		return p.op(e)
	case *Retype:
		return e.Typ.String() + "(" + p.expr(e.X) + ")"
	case *Cond:
		return p.cond(e)
	case *Len:
		if e.Cap {
			return "cap(" + p.expr(e.X) + ")"
		}
		return "len(" + p.expr(e.X) + ")"
	case *Make:
		text := "make(" + e.Typ.String() + ", " + p.expr(e.Len)
		if e.Cap != nil {
			text += ", " + p.expr(e.Cap)
		}
		return text + ")"
	case *Zero:
		return "zero(" + e.Typ.String() + ")"
	case *Lits:
		return e.Typ.String() + "{" + p.exprs(e.Elems) + "}"
	case *Closure:
		return p.closure(e.Func)
	case *FuncRef:
		return e.Func.Name
	case *Window:
		text := p.operand(e.X) + "[" + p.optional(e.Lo) + ":" + p.optional(e.Hi)
		if e.Max != nil {
			text += ":" + p.expr(e.Max)
		}
		return text + "]"
	case *Addr:
		return "&" + p.place(e.Place)
	case *IsNil:
		return "isnil(" + p.expr(e.X) + ")"
	}
	return fmt.Sprintf("%T", e)
}

func (p *printer) op(e *Op) string {
	switch {
	case e.Op.Infix != "" && len(e.Args) == 2:
		return p.operand(e.Args[0]) + " " + e.Op.Infix + " " + p.operand(e.Args[1])
	case e.Op.Infix != "" && len(e.Args) == 1:
		return e.Op.Infix + p.operand(e.Args[0])
	}
	return e.Op.Name + "(" + p.exprs(e.Args) + ")"
}

// cond writes && and || as such.
func (p *printer) cond(e *Cond) string {
	if l, ok := e.Else.(*Lit); ok && l.Typ == Bool && l.I == 0 {
		return p.operand(e.C) + " && " + p.operand(e.If)
	}
	if l, ok := e.If.(*Lit); ok && l.Typ == Bool && l.I == 1 {
		return p.operand(e.C) + " || " + p.operand(e.Else)
	}
	return p.operand(e.C) + " ? " + p.operand(e.If) + " : " + p.operand(e.Else)
}

// closure writes a literal over several lines.
func (p *printer) closure(f *Func) string {
	var b strings.Builder
	in := *p
	in.w = &b
	in.funcs("func", f)
	text := strings.TrimSuffix(b.String(), "\n")
	return strings.TrimPrefix(text, strings.Repeat("\t", p.indent))
}

func literal(e *Lit) string {
	switch e.Typ.Kind {
	case KindReal:
		switch {
		case math.IsInf(e.F, 0) || math.IsNaN(e.F):
			return strconv.FormatFloat(e.F, 'g', -1, 64)
		}
		s := strconv.FormatFloat(e.F, 'g', -1, 64)
		if !strings.ContainsAny(s, ".e") {
			s += ".0"
		}
		return s
	case KindBool:
		return strconv.FormatBool(e.I != 0)
	case KindUint:
		return strconv.FormatUint(uint64(e.I), 10)
	case KindError:
		if e.I == 0 {
			return "nil"
		}
		return "error"
	case KindOpaque:
		return "opaque"
	case KindInt:
	}
	return strconv.FormatInt(e.I, 10)
}
