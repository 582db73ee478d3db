package closure

import "github.com/seed-4b734f86/gochad/syntax"

// A frame rewrites the terms of one definition of the result: what variables and size variables of
// the program from outside of the term are there.
type frame struct {
	*uses
	vars  map[*syntax.Var]syntax.Term
	sizes map[*syntax.SizeVar]*syntax.Size
	copy  syntax.Mapper
}

func (u *uses) frame() *frame {
	f := &frame{uses: u, vars: map[*syntax.Var]syntax.Term{}, sizes: map[*syntax.SizeVar]*syntax.Size{}}
	f.copy = syntax.Mapper{Term: f.term, Binder: f.binder, Type: f.subst, Size: f.size}
	return f
}

func (f *frame) env(n *syntax.SizeVar) *syntax.Size { return f.sizes[n] }

func (f *frame) subst(t syntax.Type) syntax.Type {
	if len(f.sizes) == 0 {
		return t
	}
	return syntax.SubstSizes(t, f.env)
}

func (f *frame) size(n *syntax.Size) *syntax.Size { return n.Subst(f.env) }

// typ is the type of values of type t with the mark m.
func (f *frame) typ(t syntax.Type, m *mark) syntax.Type { return f.subst(f.converted(t, m)) }

// binder is x with its new type. Each body is rewritten once, so a binder whose type stays can stay.
func (f *frame) binder(x *syntax.Var) *syntax.Var {
	t := f.typ(x.Type, f.marks[x])
	if t == x.Type {
		return x
	}
	y := syntax.NewVar(x.Name, t)
	f.vars[x] = syntax.Ref(y)
	return y
}

func (f *frame) term(t syntax.Term) syntax.Term {
	switch t := t.(type) {
	case *syntax.VarRef:
		if u, ok := f.vars[t.Var]; ok {
			return u
		}
		return t
	case *syntax.Lam:
		if l := f.byTerm[t]; !l.class.kept {
			return f.closure(l)
		}
	case *syntax.App:
		if c := f.classOf(t); !c.kept {
			return f.call(c, t)
		}
	case *syntax.Call: // made anew, for the definition may have another type
		return f.callDef(t)
	case *syntax.Inj:
		return syntax.NewInj(f.typ(t.Type(), f.terms[t]), t.Tag, f.term(t.Arg))
	case *syntax.ArrayLit:
		elems := make([]syntax.Term, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = f.term(e)
		}
		return syntax.NewArrayLit(f.typ(t.Type(), f.terms[t]).(*syntax.ArrayType).Elem, elems...)
	case *syntax.Coerce:
		a := f.term(t.Arg)
		var elem syntax.Type
		switch ty := a.Type().(type) {
		case *syntax.ArrayType:
			elem = ty.Elem
		case *syntax.DynType:
			elem = ty.Elem
		}
		c := syntax.NewCoerce(t.At, a, syntax.NewArrayType(f.size(t.Type().(*syntax.ArrayType).Len), elem))
		c.Linear, c.Sure = t.Linear, t.Sure
		return c
	}
	return f.copy.Map(t)
}

// closure is the record for a λ.
func (f *frame) closure(l *lambda) syntax.Term {
	var s syntax.Spine
	rep := f.subst(f.record(l.class))
	fields, tag := rep, -1
	if vs, ok := syntax.Variants(rep); ok && (l.class.cell || len(l.class.lams) > 1) {
		for i, k := range l.class.lams {
			if k == l {
				tag = i
			}
		}
		fields = vs[tag]
	}
	var elems []syntax.Term
	for i, x := range l.env.List {
		to := fields
		if len(l.env.List)+len(l.ints.List) > 1 {
			to = fields.(*syntax.TupleType).Elems[i]
		}
		elems = append(elems, adapt(&s, f.term(syntax.Ref(x)), to))
	}
	for _, n := range l.ints.List {
		elems = append(elems, syntax.NewSizeOf(f.size(syntax.SizeOfVar(n))))
	}
	t := syntax.NewTuple(elems...)
	if tag >= 0 {
		t = syntax.NewInj(rep, tag, t)
	}
	return s.In(t)
}

// call applies a closure.
func (f *frame) call(c *class, t *syntax.App) syntax.Term {
	var sizes []*syntax.Size
	for _, n := range c.sizes.List {
		sizes = append(sizes, f.size(syntax.SizeOfVar(n)))
	}
	own := sizesOf(t.Fun.Type().(*syntax.FuncType))
	for _, j := range c.general.first {
		sizes = append(sizes, f.size(own[j]))
	}
	var args []syntax.Term
	for _, x := range c.shared.List {
		args = append(args, f.term(syntax.Ref(x)))
	}
	args = append(args, f.term(t.Fun), f.term(t.Arg))
	return syntax.NewCall(nil, c.apply.def, sizes, args...)
}

func (f *frame) callDef(t *syntax.Call) syntax.Term {
	args := make([]syntax.Term, len(t.Args))
	for i, a := range t.Args {
		args[i] = f.term(a)
	}
	sizes := make([]*syntax.Size, len(t.Sizes))
	for i, n := range t.Sizes {
		sizes[i] = f.size(n)
	}
	return syntax.NewCall(t.At, t.Def, sizes, args...)
}

// definition rewrites a definition in place. Signatures come first, for calls; see [Convert].
func (f *frame) definition(d *syntax.Def) { d.Body = f.term(d.Body) }

// signature gives the parameters and the result of a definition their new types.
func (f *frame) signature(d *syntax.Def) {
	for i, x := range d.Params {
		d.Params[i] = f.binder(x)
	}
	d.Result = f.typ(d.Result, f.defs[d].result)
}
