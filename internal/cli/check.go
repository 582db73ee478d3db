package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// convert turns decoded JSON into what the interpreter takes at type t.
func convert(v any, t syntax.Type) (any, error) {
	switch v := v.(type) {
	case json.Number:
		if t == syntax.Int {
			n, err := v.Int64()
			if err != nil {
				return nil, fmt.Errorf("%s is no int", v)
			}
			return n, nil
		}
		return v.Float64()
	case []any:
		for i, e := range v {
			elem := elementType(t, i)
			c, err := convert(e, elem)
			if err != nil {
				return nil, err
			}
			v[i] = c
		}
		return v, nil
	default:
		return v, nil
	}
}

func elementType(t syntax.Type, i int) syntax.Type {
	switch t := t.(type) {
	case *syntax.ArrayType:
		return t.Elem
	case *syntax.DynType:
		return t.Elem
	case *syntax.TupleType:
		if i < len(t.Elems) {
			return t.Elems[i]
		}
	}
	return syntax.Real
}

// A checker compares derivatives with differences at random points.
type checker struct {
	rng    *rand.Rand
	points int
	length int64
}

// check returns the worst scaled error, or why there is nothing to check.
func (k *checker) check(f *chad.Func, wrt []string) (worst float64, why string) {
	d := f.Def()
	if tan := syntax.TangentType(d.Result); tan == nil || tan == syntax.Unit {
		return 0, fmt.Sprintf("its result, %s, does not vary", d.Result)
	}
	jvp, err := chad.JVP(f, wrt...)
	if err != nil {
		return 0, err.Error()
	}
	vjp, err := chad.VJP(f, wrt...)
	if err != nil {
		return 0, err.Error()
	}
	for range k.points {
		e, err := k.point(f, jvp, vjp, wrt)
		if err != nil {
			return 0, err.Error()
		}
		worst = math.Max(worst, e)
		if math.IsNaN(e) {
			return e, ""
		}
	}
	return worst, ""
}

// point compares at one random point, in one random direction: differences
// against jvp, and ⟨jvp dx, w⟩ against ⟨dx, vjp w⟩.
func (k *checker) point(f, jvp, vjp *chad.Func, wrt []string) (float64, error) {
	x := make([]semantics.Value, len(f.Def().Params))
	for i, p := range f.Def().Params {
		v, err := k.random(p.Type)
		if err != nil {
			return 0, fmt.Errorf("parameter %s: %w", p.Name, err)
		}
		x[i] = v
	}
	active := map[string]bool{}
	for _, w := range wrt {
		active[w] = true
	}
	var dirs []semantics.Value
	var where []int
	for i, p := range f.Def().Params {
		tan := syntax.TangentType(p.Type)
		if tan == nil || tan == syntax.Unit || len(wrt) > 0 && !active[p.Name] {
			continue
		}
		v, err := k.random(tan)
		if err != nil {
			return 0, fmt.Errorf("parameter %s: %w", p.Name, err)
		}
		dirs, where = append(dirs, v), append(where, i)
	}
	out, err := jvp.Call(append(append([]semantics.Value{}, x...), dirs...)...)
	if err != nil {
		return 0, err
	}
	pair := out.(*semantics.Tuple)
	push := flatten(pair.Elems[1])
	diff, err := difference(f, x, where, dirs)
	if err != nil {
		return 0, err
	}
	worst := 0.0
	for i := range diff {
		worst = math.Max(worst, scaledError(push[i], diff[i]))
	}
	seed, err := k.random(pairTangent(f))
	if err != nil {
		return 0, err
	}
	back, err := vjp.Call(append(append([]semantics.Value{}, x...), seed)...)
	if err != nil {
		return 0, err
	}
	var pulled, ds []float64
	pulled = flatten(back.(*semantics.Tuple).Elems[1])
	for _, v := range dirs {
		ds = append(ds, flatten(v)...)
	}
	return math.Max(worst, scaledError(dot(push, flatten(seed)), dot(ds, pulled))), nil
}

func pairTangent(f *chad.Func) syntax.Type { return syntax.TangentType(f.Def().Result) }

func dot(a, b []float64) float64 {
	s := 0.0
	for i := range a {
		s += a[i] * b[i]
	}
	return s
}

func scaledError(a, b float64) float64 {
	return math.Abs(a-b) / (1 + math.Max(math.Abs(a), math.Abs(b)))
}

// difference is the central difference of f along dirs, by Richardson's extrapolation.
func difference(f *chad.Func, x []semantics.Value, where []int, dirs []semantics.Value) ([]float64, error) {
	at := func(h float64) ([]float64, error) {
		y := append([]semantics.Value{}, x...)
		for k, i := range where {
			y[i] = moved(x[i], dirs[k], h)
		}
		v, err := f.Call(y...)
		if err != nil {
			return nil, err
		}
		return flatten(v), nil
	}
	central := func(h float64) ([]float64, error) {
		a, err := at(h)
		if err != nil {
			return nil, err
		}
		b, err := at(-h)
		if err != nil {
			return nil, err
		}
		for i := range a {
			a[i] = (a[i] - b[i]) / (2 * h)
		}
		return a, nil
	}
	const h = 1e-3
	coarse, err := central(h)
	if err != nil {
		return nil, err
	}
	fine, err := central(h / 2)
	if err != nil {
		return nil, err
	}
	for i := range fine {
		fine[i] = (4*fine[i] - coarse[i]) / 3
	}
	return fine, nil
}

// moved is x + h·dx on the reals in x.
func moved(x, dx semantics.Value, h float64) semantics.Value {
	switch x := x.(type) {
	case semantics.Real:
		return x + semantics.Real(h)*dx.(semantics.Real)
	case *semantics.Tuple:
		d := dx.(*semantics.Tuple)
		if len(d.Elems) == 0 {
			return x
		}
		out := make([]semantics.Value, len(x.Elems))
		for i := range out {
			out[i] = moved(x.Elems[i], d.Elems[i], h)
		}
		return &semantics.Tuple{Elems: out}
	case *semantics.Array:
		d, ok := dx.(*semantics.Array)
		if !ok || d.Len() != x.Len() {
			return x
		}
		if x.F != nil {
			out := make([]float64, len(x.F))
			for i := range out {
				out[i] = x.F[i] + h*d.F[i]
			}
			return semantics.Reals(out...)
		}
		out := make([]semantics.Value, x.Len())
		for i := range out {
			out[i] = moved(x.At(i), d.At(i), h)
		}
		return semantics.Values(out...)
	default:
		return x
	}
}

// flatten lists the reals in a value, in order.
func flatten(v semantics.Value) []float64 {
	switch v := v.(type) {
	case semantics.Real:
		return []float64{float64(v)}
	case *semantics.Tuple:
		var out []float64
		for _, e := range v.Elems {
			out = append(out, flatten(e)...)
		}
		return out
	case *semantics.Array:
		var out []float64
		for i := range v.Len() {
			out = append(out, flatten(v.At(i))...)
		}
		return out
	default:
		return nil
	}
}

// random is a random value of a type built of scalars, tuples and arrays.
func (k *checker) random(t syntax.Type) (semantics.Value, error) {
	switch t := t.(type) {
	case *syntax.Scalar:
		switch t {
		case syntax.Real:
			return semantics.Real(0.1 + 1.8*k.rng.Float64()), nil
		case syntax.Int:
			return semantics.Int(1 + k.rng.Int64N(3)), nil
		}
		return semantics.Bool(k.rng.IntN(2) == 0), nil
	case *syntax.IdxType:
		return semantics.Int(0), nil
	case *syntax.TupleType:
		out := make([]semantics.Value, len(t.Elems))
		for i, e := range t.Elems {
			v, err := k.random(e)
			if err != nil {
				return nil, err
			}
			out[i] = v
		}
		return &semantics.Tuple{Elems: out}, nil
	case *syntax.ArrayType:
		n, err := t.Len.Eval(func(*syntax.SizeVar) (int64, bool) { return k.length, true })
		if err != nil {
			return nil, err
		}
		return k.array(t.Elem, int(n))
	case *syntax.DynType:
		return k.array(t.Elem, int(k.length))
	default:
		return nil, fmt.Errorf("%s: %w", t, errNoValue)
	}
}

func (k *checker) array(elem syntax.Type, n int) (semantics.Value, error) {
	if elem == syntax.Real {
		out := make([]float64, n)
		for i := range out {
			out[i] = 0.1 + 1.8*k.rng.Float64()
		}
		return semantics.Reals(out...), nil
	}
	out := make([]semantics.Value, n)
	for i := range out {
		v, err := k.random(elem)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return semantics.Values(out...), nil
}
