package closure

import "github.com/seed-4b734f86/gochad/syntax"

// writtenZeros writes out the zeros of p that are functions, or hold some: 0 of a power is λx. 0 (CHAD Fig. 6), and has
// to become a record like any other function that it meets. Simplification makes such zeros of functions whose result
// is one.
func writtenZeros(p *syntax.Program) {
	var written func(t syntax.Term) syntax.Term
	written = func(t syntax.Term) syntax.Term {
		if z, ok := t.(*syntax.Zero); ok {
			if !syntax.HoldsFunc(z.Type()) {
				return z
			}
			return writtenZero(z.Type())
		}
		return syntax.MapChildren(t, written)
	}
	for _, d := range p.Defs {
		if d.Body != nil {
			d.Body = written(d.Body)
		}
	}
}

func writtenZero(t syntax.Type) syntax.Term {
	if !syntax.HoldsFunc(t) {
		return syntax.NewZero(t)
	}
	switch t := t.(type) {
	case *syntax.FuncType:
		return syntax.NewLam(syntax.NewVar("x", t.Param), writtenZero(t.Result))
	case *syntax.TupleType:
		elems := make([]syntax.Term, len(t.Elems))
		for i, el := range t.Elems {
			elems[i] = writtenZero(el)
		}
		return syntax.NewTupleOf(t, elems...)
	case *syntax.ArrayType:
		return syntax.BuildArray(t.Len, func(syntax.Term) syntax.Term { return writtenZero(t.Elem) })
	}
	return syntax.NewZero(t)
}
