package closure

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// keep lets the functions in the signature of root, and those that attached rules handle, stay functions: a
// caller gives or gets them. What such functions take and return stays, too.
func (a *analysis) keep(root *syntax.Def) {
	work := a.external
	for i, x := range root.Params {
		work = append(work, outsider{x.Type, a.defs[root].params[i]})
	}
	work = append(work, outsider{root.Result, a.defs[root].result})
	a.keptData = map[*syntax.Data]bool{}
	a.keepAll(work)
	live := map[*class]bool{}
	var classes []*class
	for _, c := range a.classes {
		if c = c.find(); !live[c] {
			live[c] = true
			classes = append(classes, c)
		}
	}
	a.classes = classes
}

// keepHolders keeps the classes whose records would hold functions that stay, and those that take or return such with
// sizes that differ: a function that stays cannot be handed on with other sizes in its type. It reports whether there
// are such.
func (u *uses) keepHolders() bool {
	var work []outsider
	for _, c := range u.classes {
		holds := false
		for _, l := range c.lams {
			for _, x := range l.env.List {
				u.marks[x].each(func(d *class) { holds = holds || d.kept })
				holds = holds || u.keptIn(x.Type)
			}
		}
		if !c.kept && (holds || u.differing(c)) {
			work = append(work, outsider{c.types[0], &mark{fun: c}})
		}
	}
	u.keepAll(work)
	return len(work) > 0
}

// differing reports whether the functions of a class take or return functions that stay, and the types of those differ
// or mention sizes that the region does not know.
func (u *uses) differing(c *class) bool {
	stay := func(t *syntax.FuncType) (out []syntax.Type) {
		add := func(f syntax.Type) { out = append(out, f) }
		u.eachKept(t.Param, c.param, add)
		u.eachKept(t.Result, c.result, add)
		return out
	}
	first := stay(c.types[0])
	for _, f := range first {
		for _, n := range u.sizesIn(f) {
			if !u.outside(c, n) {
				return true
			}
		}
	}
	for _, t := range c.types {
		if t != c.types[0] && !slices.Equal(stay(t), first) {
			return true
		}
	}
	return false
}

// eachKept calls yield for the types of the functions in t that stay.
func (u *uses) eachKept(t syntax.Type, m *mark, yield func(syntax.Type)) {
	if m == nil {
		return
	}
	switch t := t.(type) {
	case *syntax.TupleType:
		for i, e := range t.Elems {
			u.eachKept(e, m.part(i), yield)
		}
	case *syntax.SumType:
		for i, e := range t.Variants {
			u.eachKept(e, m.part(i), yield)
		}
	case *syntax.ArrayType:
		u.eachKept(t.Elem, m.part(0), yield)
	case *syntax.DynType:
		u.eachKept(t.Elem, m.part(0), yield)
	case *syntax.FuncType:
		if m.fun.find().kept {
			yield(t)
		}
	default:
	}
}

// keptIn reports whether a data type whose functions stay is part of a type.
func (u *uses) keptIn(t syntax.Type) bool {
	if !u.holdsFunc(t) {
		return false
	}
	found := false
	switch t := t.(type) {
	case *syntax.TupleType:
		for _, e := range t.Elems {
			found = found || u.keptIn(e)
		}
	case *syntax.SumType:
		for _, e := range t.Variants {
			found = found || u.keptIn(e)
		}
	case *syntax.ArrayType:
		return u.keptIn(t.Elem)
	case *syntax.DynType:
		return u.keptIn(t.Elem)
	case *syntax.Data:
		return u.keptData[t]
	default:
	}
	return found
}

// keepAll keeps the functions in types.
func (a *analysis) keepAll(work []outsider) {
	datas := a.keptData
	for len(work) > 0 {
		o := work[len(work)-1]
		work = work[:len(work)-1]
		if !a.holdsFunc(o.typ) {
			continue
		}
		switch t := o.typ.(type) {
		case *syntax.TupleType:
			for i, e := range t.Elems {
				work = append(work, outsider{e, o.mark.part(i)})
			}
		case *syntax.SumType:
			for i, e := range t.Variants {
				work = append(work, outsider{e, o.mark.part(i)})
			}
		case *syntax.ArrayType:
			work = append(work, outsider{t.Elem, o.mark.part(0)})
		case *syntax.DynType:
			work = append(work, outsider{t.Elem, o.mark.part(0)})
		case *syntax.FuncType:
			if c := o.mark.fun.find(); !c.kept {
				c.kept = true
				work = append(work, outsider{t.Param, c.param}, outsider{t.Result, c.result})
			}
		case *syntax.Data:
			if datas[t] {
				continue
			}
			datas[t] = true
			args, _ := syntax.Variants(t)
			for i, m := range a.constructors(t) {
				work = append(work, outsider{args[i], m})
			}
		case *syntax.Scalar, *syntax.IdxType, *syntax.LFunType, *syntax.CopowerType:
		}
	}
}
