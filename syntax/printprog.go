package syntax

import (
	"io"
	"strings"
)

// PrintProgram writes p in the chosen notation. The error is that of w.
func (o PrintOptions) PrintProgram(w io.Writer, prog *Program) error {
	p := newPrinter(w, o)
	for i, d := range prog.Data {
		if i > 0 {
			p.lay.text("\n")
		}
		p.data(d)
	}
	for i, d := range prog.Defs {
		if i > 0 || len(prog.Data) > 0 {
			p.lay.text("\n")
		}
		p.def(prog, d)
		if d.Custom != nil {
			p.lay.text("\n")
			p.rule(prog, "derivative "+d.Name, d.Custom)
		}
		for _, a := range d.Adjoints {
			p.lay.text("\n")
			p.rule(prog, "adjoint "+d.Name+" "+a.names(d), a.Rule)
		}
	}
	return p.finish()
}

// DefString is one definition as it stands in a printed program.
func (o PrintOptions) DefString(d *Def) string {
	var b strings.Builder
	p := newPrinter(&b, o)
	p.def(&Program{Defs: []*Def{d}}, d)
	_ = p.finish() // a strings.Builder does not fail
	return b.String()
}

// DataString is the declaration of a data type as it stands in a printed program.
func DataString(d *Data) string {
	var b strings.Builder
	p := newPrinter(&b, PrintOptions{})
	p.data(d)
	_ = p.finish() // a strings.Builder does not fail
	return b.String()
}

func (p *printer) data(d *Data) {
	p.lay.text("data " + d.Name + " =")
	for i, c := range d.ctors {
		if i > 0 {
			p.lay.text(" |")
		}
		p.lay.text(" " + c.Name)
		if c.Arg != Unit {
			p.lay.text(" " + typeAtom(c.Arg))
		}
	}
	p.lay.text("\n")
}

// typeAtom brackets a type unless it is atomic as an argument.
func typeAtom(t Type) string {
	s := t.String()
	switch t.(type) {
	case *Scalar, *TupleType, *Data, *SumType:
		return s
	}
	return "(" + s + ")"
}

// start begins the names of a definition: those of the program and of its constructors are taken.
func (p *printer) start(prog *Program) {
	p.names.init(p.Sugar, 0)
	p.shown = nil
	for _, d := range prog.Defs {
		p.names.taken[d.Name] = true
	}
	for _, d := range prog.Data {
		for _, c := range d.ctors {
			p.names.taken[c.Name] = true
		}
	}
}

func (p *printer) params(sizes []*SizeVar, params []*Var) {
	for _, v := range sizes {
		p.names.sizes[v] = p.names.take(v.Name)
	}
	for _, x := range params {
		p.names.bind(x)
	}
}

// def writes
//
//	def f [n] (x : τ, y : σ) : ρ =
//	  body
func (p *printer) def(prog *Program, d *Def) {
	p.start(prog)
	p.params(d.Sizes, d.Params)
	for _, line := range strings.Split(d.Doc, "\n") {
		if line != "" {
			p.lay.text("-- " + line + "\n")
		}
	}
	p.lay.text("def " + d.Name)
	if len(d.Sizes) > 0 {
		names := make([]string, len(d.Sizes))
		for i, v := range d.Sizes {
			names[i] = p.names.sizeName(v)
		}
		p.lay.text(" [" + strings.Join(names, ", ") + "]")
	}
	if len(d.Params) > 0 {
		params := make([]string, len(d.Params))
		for i, x := range d.Params {
			params[i] = p.names.name(x) + " : " + p.typeText(x.Type)
		}
		p.lay.text(" (" + strings.Join(params, ", ") + ")")
	}
	p.lay.text(" : " + p.typeText(d.Result))
	if d.hosted() {
		p.lay.text("\n")
		return
	}
	p.lay.text(" =")
	if d.Body != nil {
		p.body(d.Body)
	}
	p.lay.text("\n")
}

func (p *printer) body(t Term) {
	p.names.free(t, nil)
	p.names.visit(t)
	p.lay.base = 2
	p.lay.newline()
	b := p.term(t, precOpen)
	p.lay.put(&b, false)
	p.lay.base, p.lay.col = 0, 0
}

// rule writes derivative f (x, dx) = body, or adjoint f x (y, w) = body.
func (p *printer) rule(prog *Program, head string, c *CustomJVP) {
	p.start(prog)
	p.params(c.Sizes, append(append([]*Var(nil), c.Params...), c.Tangents...))
	var names []string
	for _, x := range c.Params {
		names = append(names, p.names.name(x))
	}
	for _, x := range c.Tangents {
		names = append(names, p.names.name(x))
	}
	p.lay.text(head + " (" + strings.Join(names, ", ") + ") =")
	p.body(c.Body)
	p.lay.text("\n")
}

// names are the marked parameters as they are written: x, or (x, y).
func (a *Adjoint) names(d *Def) string {
	var names []string
	for i, in := range a.Wrt {
		if in && i < len(d.Params) {
			names = append(names, d.Params[i].Name)
		}
	}
	if len(names) == 1 {
		return names[0]
	}
	return "(" + strings.Join(names, ", ") + ")"
}
