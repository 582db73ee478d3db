package proptest

import (
	"math/rand"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A sizing gives the values of size variables.
type sizing func(*syntax.SizeVar) (int64, bool)

// sizingOf binds the size parameters of d, in order.
func sizingOf(d *syntax.Def, sizes []int64) sizing {
	return func(v *syntax.SizeVar) (int64, bool) {
		for i, w := range d.Sizes {
			if v == w {
				return sizes[i], true
			}
		}
		return 0, false
	}
}

// randomValue is a value of a type without functions, its reals in [-2, 2].
func randomValue(r *rand.Rand, ty syntax.Type, env sizing, depth int) semantics.Value {
	switch ty := ty.(type) {
	case *syntax.Scalar:
		switch ty {
		case syntax.Real:
			return semantics.Real(4*r.Float64() - 2)
		case syntax.Int:
			return semantics.Int(r.Intn(9) - 3)
		default:
			return semantics.Bool(r.Intn(2) == 0)
		}
	case *syntax.IdxType:
		n, err := ty.Bound.Eval(env)
		if err != nil || n < 1 {
			return semantics.Int(0)
		}
		return semantics.Int(r.Int63n(n))
	case *syntax.TupleType:
		elems := make([]semantics.Value, len(ty.Elems))
		for i, e := range ty.Elems {
			elems[i] = randomValue(r, e, env, depth)
		}
		return &semantics.Tuple{Elems: elems}
	case *syntax.SumType, *syntax.Data:
		return randomInj(r, ty, env, depth)
	case *syntax.ArrayType:
		n, err := ty.Len.Eval(env)
		if err != nil {
			n = 0
		}
		return randomArray(r, int(n), ty.Elem, env, depth)
	case *syntax.DynType:
		return randomArray(r, r.Intn(4), ty.Elem, env, depth)
	default:
		panic("proptest: no random value of type " + ty.String())
	}
}

func randomInj(r *rand.Rand, ty syntax.Type, env sizing, depth int) semantics.Value {
	vs, _ := syntax.Variants(ty)
	k := r.Intn(len(vs))
	if _, ok := ty.(*syntax.Data); ok && depth <= 0 {
		k = 0 // by convention the constructor that does not recurse
	}
	return &semantics.Inj{Tag: k, Arg: randomValue(r, vs[k], env, depth-1)}
}

func randomArray(r *rand.Rand, n int, elem syntax.Type, env sizing, depth int) semantics.Value {
	if elem == syntax.Real {
		xs := make([]float64, n)
		for i := range xs {
			xs[i] = 4*r.Float64() - 2
		}
		return semantics.Reals(xs...)
	}
	vs := make([]semantics.Value, n)
	for i := range vs {
		vs[i] = randomValue(r, elem, env, depth)
	}
	return semantics.Values(vs...)
}

// eachReal visits the reals in a value in order and rebuilds the value from
// what f returns.
func eachReal(v semantics.Value, f func(float64) float64) semantics.Value {
	switch v := v.(type) {
	case semantics.Real:
		return semantics.Real(f(float64(v)))
	case *semantics.Tuple:
		elems := make([]semantics.Value, len(v.Elems))
		for i, e := range v.Elems {
			elems[i] = eachReal(e, f)
		}
		return &semantics.Tuple{Elems: elems}
	case *semantics.Inj:
		return &semantics.Inj{Tag: v.Tag, Arg: eachReal(v.Arg, f)}
	case *semantics.Array:
		if v.F != nil {
			xs := make([]float64, len(v.F))
			for i, x := range v.F {
				xs[i] = f(x)
			}
			return semantics.Reals(xs...)
		}
		vs := make([]semantics.Value, v.Len())
		for i := range vs {
			vs[i] = eachReal(v.At(i), f)
		}
		return semantics.Values(vs...)
	default:
		return v
	}
}

// realsOf lists the reals in a value.
func realsOf(v semantics.Value) []float64 {
	var out []float64
	eachReal(v, func(x float64) float64 { out = append(out, x); return x })
	return out
}

// moved is v with its reals moved by h along the direction dir.
func moved(v semantics.Value, dir []float64, h float64) semantics.Value {
	k := 0
	return eachReal(v, func(x float64) float64 { k++; return x + h*dir[k-1] })
}

// sameShape reports whether two values agree in everything but their reals.
func sameShape(a, b semantics.Value) bool {
	switch a := a.(type) {
	case semantics.Real:
		_, ok := b.(semantics.Real)
		return ok
	case semantics.Int:
		return semantics.Value(a) == b
	case *semantics.Tuple:
		t, ok := b.(*semantics.Tuple)
		if !ok || len(a.Elems) != len(t.Elems) {
			return false
		}
		for i := range a.Elems {
			if !sameShape(a.Elems[i], t.Elems[i]) {
				return false
			}
		}
		return true
	case *semantics.Inj:
		t, ok := b.(*semantics.Inj)
		return ok && a.Tag == t.Tag && sameShape(a.Arg, t.Arg)
	case *semantics.Array:
		t, ok := b.(*semantics.Array)
		if !ok || a.Len() != t.Len() {
			return false
		}
		for i := range a.Len() {
			if !sameShape(a.At(i), t.At(i)) {
				return false
			}
		}
		return true
	default:
		return false
	}
}
