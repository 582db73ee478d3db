package build

import "github.com/seed-4b734f86/gochad/syntax"

// definition is a definition under construction. Its body is built with the
// caller's size variables and then given size variables of its own, so that
// the caller may use one Size in several definitions.
type definition struct {
	s   *session
	def *syntax.Def
	own map[*syntax.SizeVar]*syntax.Size
}

func (p *Program) declare(name string, result syntax.Type, params ...syntax.Type) *definition {
	d := &definition{p.s, &syntax.Def{Name: name, At: caller()}, map[*syntax.SizeVar]*syntax.Size{}}
	for _, t := range params {
		syntax.EachSizeVar(t, func(v *syntax.SizeVar) {
			if d.own[v] == nil {
				w := syntax.NewSizeVar(v.Name)
				d.own[v] = syntax.SizeOfVar(w)
				d.def.Sizes = append(d.def.Sizes, w)
			}
		})
	}
	// Names of the letters in use: x, y, z.
	for i, t := range params {
		d.def.Params = append(d.def.Params, syntax.NewVar([]string{"x", "y", "z"}[i], t))
	}
	d.def.Result = syntax.SubstSizes(result, d.env)
	if p.prog.Lookup(name) != nil {
		_ = p.s.mistake("%s is defined twice", name)
	}
	p.prog.Defs = append(p.prog.Defs, d.def)
	return d
}

func (d *definition) env(v *syntax.SizeVar) *syntax.Size { return d.own[v] }

// define builds the body.
func (d *definition) define(body func(params []expr) expr) {
	params := d.def.Params
	d.def.Params = d.resized(params)
	construct(func() syntax.Term {
		b := &block{}
		b.def = b
		t := d.s.run(b, func() expr {
			xs := make([]expr, len(params))
			for i, x := range params {
				*d.s.owner.At(x.ID()) = b
				xs[i] = expr{term: syntax.Ref(x), s: d.s}
			}
			return body(xs)
		})
		if len(d.def.Sizes) > 0 {
			sub := syntax.Substitution{Sizes: d.own}
			for i, x := range params {
				sub.Put(x, syntax.Ref(d.def.Params[i]))
			}
			t = sub.Apply(t)
		}
		if t.Type() != d.def.Result {
			panic(failure{d.s.mistake("the body of %s has type %s, the result is declared as %s", d.def.Name, t.Type(),
				d.def.Result)})
		}
		d.def.Body = t
		return syntax.UnitTerm()
	}, expr{s: d.s})
}

// resized gives parameters with the size variables of the definition; it is params itself if there are none.
func (d *definition) resized(params []*syntax.Var) []*syntax.Var {
	if len(d.def.Sizes) == 0 {
		return params
	}
	out := make([]*syntax.Var, len(params))
	for i, x := range params {
		out[i] = syntax.NewVar(x.Name, syntax.SubstSizes(x.Type, d.env))
	}
	return out
}

func (d *definition) names(names ...string) {
	for i, n := range names {
		d.def.Params[i].Name = n
	}
}

// call applies the definition; its sizes are found by matching types.
func (d *definition) call(args ...expr) expr {
	return construct(func() syntax.Term {
		found := map[*syntax.SizeVar]*syntax.Size{}
		ts := make([]syntax.Term, len(args))
		for i, a := range args {
			ts[i] = a.term
			match(d.def.Params[i].Type, a.term.Type(), found)
		}
		sizes := make([]*syntax.Size, len(d.def.Sizes))
		for i, v := range d.def.Sizes {
			if sizes[i] = found[v]; sizes[i] == nil {
				panic("syntax: the size " + v.Name + " of " + d.def.Name + " does not follow from the arguments")
			}
		}
		return syntax.NewCall(caller(), d.def, sizes, ts...)
	}, append(args, expr{s: d.s})...)
}

// match finds size variables of a parameter type in the type of an argument.
func match(param, arg syntax.Type, found map[*syntax.SizeVar]*syntax.Size) {
	size := func(p, a *syntax.Size) {
		if v, ok := p.IsVar(); ok && found[v] == nil {
			found[v] = a
		}
	}
	switch p := param.(type) {
	case *syntax.TupleType:
		if a, ok := arg.(*syntax.TupleType); ok && len(a.Elems) == len(p.Elems) {
			for i := range p.Elems {
				match(p.Elems[i], a.Elems[i], found)
			}
		}
	case *syntax.SumType:
		if a, ok := arg.(*syntax.SumType); ok && len(a.Variants) == len(p.Variants) {
			for i := range p.Variants {
				match(p.Variants[i], a.Variants[i], found)
			}
		}
	case *syntax.ArrayType:
		if a, ok := arg.(*syntax.ArrayType); ok {
			size(p.Len, a.Len)
			match(p.Elem, a.Elem, found)
		}
	case *syntax.IdxType:
		if a, ok := arg.(*syntax.IdxType); ok {
			size(p.Bound, a.Bound)
		}
	case *syntax.FuncType:
		if a, ok := arg.(*syntax.FuncType); ok {
			match(p.Param, a.Param, found)
			match(p.Result, a.Result, found)
		}
	case *syntax.DynType:
		if a, ok := arg.(*syntax.DynType); ok {
			match(p.Elem, a.Elem, found)
		}
	}
}
