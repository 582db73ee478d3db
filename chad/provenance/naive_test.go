package provenance_test

import (
	"fmt"

	sx "github.com/seed-4b734f86/gochad/syntax"
)

// A traced value carries for each real the set of inputs that it was computed
// from: the naive analysis, an interpreter that shares nothing with the functor.
type traced struct {
	f    float64
	i    int64
	from map[int]bool // nil for what is not real
	es   []traced     // of tuples and arrays
	tag  int
	call func(traced) traced
}

type scope map[*sx.Var]traced

func union(vs ...traced) map[int]bool {
	out := map[int]bool{}
	for _, v := range vs {
		for k := range v.from {
			out[k] = true
		}
	}
	return out
}

func (s scope) run(t sx.Term) traced {
	switch t := t.(type) {
	case *sx.VarRef:
		return s[t.Var]
	case *sx.Const:
		return traced{f: t.F, i: t.I}
	case *sx.Let:
		for _, b := range t.Binds {
			s[b.Var] = s.run(b.Rhs)
		}
		return s.run(t.Body)
	case *sx.Tuple:
		return traced{es: s.all(t.Elems)}
	case *sx.Proj:
		return s.run(t.Arg).es[t.Index]
	case *sx.Lam:
		return traced{call: func(a traced) traced {
			in := scope{}
			for k, v := range s {
				in[k] = v
			}
			in[t.Param] = a
			return in.run(t.Body)
		}}
	case *sx.App:
		return s.run(t.Fun).call(s.run(t.Arg))
	case *sx.Inj:
		return traced{tag: t.Tag, es: []traced{s.run(t.Arg)}}
	case *sx.Case:
		v := s.run(t.Scrut)
		s[t.Arms[v.tag].Var] = v.es[0]
		return s.run(t.Arms[v.tag].Body)
	case *sx.If:
		if s.run(t.Cond).i != 0 {
			return s.run(t.Then)
		}
		return s.run(t.Else)
	case *sx.Prim:
		return s.prim(t)
	default:
		return s.array(t)
	}
}

func (s scope) all(ts []sx.Term) []traced {
	out := make([]traced, len(ts))
	for i, t := range ts {
		out[i] = s.run(t)
	}
	return out
}

func (s scope) prim(t *sx.Prim) traced {
	args := s.all(t.Args)
	xs := make([]sx.Value, len(args))
	for i, a := range args {
		xs[i] = sx.Value{F: a.f, I: a.i}
	}
	y, err := t.Op.Eval(xs)
	if err != nil {
		panic(err)
	}
	out := traced{f: y.F, i: y.I}
	if t.Op.Result == sx.Real {
		out.from = union(args...)
	}
	return out
}

func length(n *sx.Size) int {
	k, ok := n.Lit()
	if !ok {
		panic("the naive analysis knows literal sizes only")
	}
	return int(k)
}

func (s scope) array(t sx.Term) traced {
	switch t := t.(type) {
	case *sx.Build:
		var out traced
		for i := range length(t.Len) {
			s[t.Idx] = traced{i: int64(i)}
			out.es = append(out.es, s.run(t.Body))
		}
		return out
	case *sx.Loop:
		st := s.run(t.Init)
		for i := range length(t.Len) {
			s[t.Idx], s[t.State] = traced{i: int64(i)}, st
			st = s.run(t.Body)
		}
		return st
	case *sx.While:
		s[t.State] = s.run(t.Init)
		for s.run(t.Cond).i != 0 {
			s[t.State] = s.run(t.Body)
		}
		return s[t.State]
	case *sx.Sum:
		var out traced
		a := s.run(t.Arg)
		for _, e := range a.es {
			out.f += e.f
		}
		out.from = union(a.es...)
		return out
	case *sx.Index:
		return s.run(t.Arr).es[s.run(t.Idx).i]
	case *sx.Set:
		es := append([]traced{}, s.run(t.Arr).es...)
		es[s.run(t.Idx).i] = s.run(t.Val)
		return traced{es: es}
	case *sx.ArrayLit:
		return traced{es: s.all(t.Elems)}
	case *sx.ToIdx:
		return s.run(t.Arg)
	case *sx.FromIdx:
		return s.run(t.Arg)
	}
	panic(fmt.Sprintf("the naive analysis does not know %T", t))
}
