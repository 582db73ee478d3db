package semantics

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/syntax"
)

// equation says that a size was seen as a length.
type equation struct {
	size  *syntax.Size
	seen  int64
	where string
}

// InferSizes finds the size parameters of a definition from the lengths of its
// arguments. The error of a mismatch names both sizes.
func InferSizes(d *syntax.Def, args []Value) (sizes []int64, err error) {
	defer guard(&err)
	if len(args) != len(d.Params) {
		fail(d.At, BadArgument, "%s takes %d arguments, got %d", d.Name, len(d.Params), len(args))
	}
	var eqs []equation
	for i, x := range d.Params {
		eqs = observe(eqs, x.Name, x.Type, args[i])
	}
	env := map[*syntax.SizeVar]int64{}
	for progress := true; progress; {
		progress = false
		for _, q := range eqs {
			if solve(q, env) {
				progress = true
			}
		}
	}
	for _, q := range eqs {
		if n, ok := evalSize(q.size, env); ok && int64(n) != q.seen {
			fail(d.At, LengthMismatch, "%s of %s has length %d, its type wants length %s = %d", q.where, d.Name, q.seen,
				q.size, n)
		}
	}
	for _, n := range d.Sizes {
		v, ok := env[n]
		if !ok {
			fail(d.At, BadArgument, "size %s of %s does not follow from the arguments", n.Name, d.Name)
		}
		sizes = append(sizes, v)
	}
	return sizes, nil
}

// observe collects the equations that a value of a type gives.
func observe(eqs []equation, where string, t syntax.Type, v Value) []equation {
	switch t := t.(type) {
	case *syntax.TupleType:
		if p, ok := v.(*Tuple); ok && len(p.Elems) == len(t.Elems) {
			for i, e := range t.Elems {
				eqs = observe(eqs, fmt.Sprintf("%s.%d", where, i+1), e, p.Elems[i])
			}
		}
	case *syntax.SumType:
		if s, ok := v.(*Inj); ok && s.Tag < len(t.Variants) {
			return observe(eqs, where, t.Variants[s.Tag], s.Arg)
		}
	case *syntax.ArrayType:
		a, ok := v.(*Array)
		if !ok {
			return eqs
		}
		eqs = append(eqs, equation{t.Len, int64(a.Len()), where})
		return observeElems(eqs, where, t.Elem, a)
	case *syntax.DynType:
		if a, ok := v.(*Array); ok {
			return observeElems(eqs, where, t.Elem, a)
		}
	}
	return eqs
}

func observeElems(eqs []equation, where string, elem syntax.Type, a *Array) []equation {
	sized := false
	syntax.EachSizeVar(elem, func(*syntax.SizeVar) { sized = true })
	if !sized {
		return eqs
	}
	for i, e := range a.V {
		eqs = observe(eqs, fmt.Sprintf("%s[%d]", where, i), elem, e)
	}
	return eqs
}

// solve binds the one unbound variable of an equation, when it has one that
// occurs linearly and the solution is whole.
func solve(q equation, env map[*syntax.SizeVar]int64) bool {
	var x *syntax.SizeVar
	coef, rest, ok := int64(0), q.seen, true
	q.size.Terms(func(k int64, vars []*syntax.SizeVar) {
		var unknown *syntax.SizeVar
		for _, v := range vars {
			n, bound := env[v]
			switch {
			case bound:
				k *= n
			case unknown == nil && (x == nil || x == v):
				unknown = v
			default:
				ok = false
			}
		}
		if unknown != nil {
			x, coef = unknown, coef+k
		} else {
			rest -= k
		}
	})
	if !ok || x == nil || coef == 0 || rest%coef != 0 || rest/coef < 0 {
		return false
	}
	env[x] = rest / coef
	return true
}

// checkArg fails unless v fits type t with the sizes given.
func checkArg(name string, v Value, t syntax.Type, sizes map[*syntax.SizeVar]int64) {
	if k, msg := misfit(v, t, sizes, maxData); msg != "" {
		fail(nil, k, "%s : %s: %s", name, t, msg)
	}
}

// misfit says why v is no value of t, or nothing.
func misfit(v Value, t syntax.Type, sizes map[*syntax.SizeVar]int64, depth int) (Kind, string) {
	if depth == 0 {
		return TooDeep, "the value is nested too deep"
	}
	if _, ok := v.(Zero); ok && syntax.IsLinear(t) {
		return 0, ""
	}
	bad := func() (Kind, string) { return BadArgument, "got " + describe(v) }
	switch t := t.(type) {
	case *syntax.Scalar:
		ok := false
		switch v.(type) {
		case Real:
			ok = t == syntax.Real
		case Int:
			ok = t == syntax.Int
		case Bool:
			ok = t == syntax.Bool
		}
		if !ok {
			return bad()
		}
	case *syntax.IdxType:
		i, ok := v.(Int)
		if n, known := evalSize(t.Bound, sizes); !ok || i < 0 || known && int(i) >= n {
			return bad()
		}
	case *syntax.TupleType:
		p, ok := v.(*Tuple)
		if !ok || len(p.Elems) != len(t.Elems) {
			return bad()
		}
		for i, e := range t.Elems {
			if k, msg := misfit(p.Elems[i], e, sizes, depth-1); msg != "" {
				return k, msg
			}
		}
	case *syntax.SumType, *syntax.Data:
		s, ok := v.(*Inj)
		vs, _ := syntax.Variants(t)
		if !ok || s.Tag < 0 || s.Tag >= len(vs) {
			return bad()
		}
		return misfit(s.Arg, vs[s.Tag], sizes, depth-1)
	case *syntax.ArrayType:
		return misfitArray(v, t.Elem, t.Len, sizes, depth)
	case *syntax.DynType:
		return misfitArray(v, t.Elem, nil, sizes, depth)
	case *syntax.FuncType:
		if _, ok := v.(*Func); !ok {
			return bad()
		}
	case *syntax.LFunType:
		if _, ok := v.(*LFun); !ok {
			return bad()
		}
	case *syntax.CopowerType:
		if _, ok := v.(*Copower); !ok {
			return bad()
		}
	}
	return 0, ""
}

func misfitArray(v Value, elem syntax.Type, size *syntax.Size, sizes map[*syntax.SizeVar]int64, depth int) (Kind,
	string) {
	a, ok := v.(*Array)
	if !ok || (a.F != nil && elem != syntax.Real) {
		return BadArgument, "got " + describe(v)
	}
	if size != nil {
		if n, known := evalSize(size, sizes); known && n != a.Len() {
			return LengthMismatch, fmt.Sprintf("got an array of length %d where length %s = %d is wanted", a.Len(),
				size, n)
		}
	}
	for _, e := range a.V {
		if k, msg := misfit(e, elem, sizes, depth-1); msg != "" {
			return k, msg
		}
	}
	return 0, ""
}
