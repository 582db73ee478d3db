package randgo_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

func report3(what string, a, b float64, s *sample) string {
	return fmt.Sprintf("%s: %v, %v at %+v", what, a, b, *s)
}

// each visits the reals of a sample; scalars 2 and 5 are integers.
func (s *sample) each(see func(*float64)) {
	for i := range s.x {
		see(&s.x[i])
	}
	for _, row := range s.m {
		for i := range row {
			see(&row[i])
		}
	}
	for i := range s.scalars {
		if i != 2 && i != 5 {
			see(&s.scalars[i])
		}
	}
}

func (s *sample) zero() *sample {
	z := &sample{x: make([]float64, len(s.x)), scalars: make([]float64, len(s.scalars))}
	for _, row := range s.m {
		z.m = append(z.m, make([]float64, len(row)))
	}
	return z
}

// plus is s + h·d.
func (s *sample) plus(d *sample, h float64) *sample {
	z := s.zero()
	var at, by []float64
	s.each(func(x *float64) { at = append(at, *x) })
	d.each(func(x *float64) { by = append(by, *x) })
	i := 0
	z.each(func(x *float64) { *x = at[i] + h*by[i]; i++ })
	z.scalars[2], z.scalars[5] = s.scalars[2], s.scalars[5]
	return z
}

// tangentOf is a value with unit in place of integers.
func tangentOf(v semantics.Value) semantics.Value {
	switch v := v.(type) {
	case semantics.Int:
		return &semantics.Tuple{}
	case *semantics.Tuple:
		out := &semantics.Tuple{}
		for _, x := range v.Elems {
			out.Elems = append(out.Elems, tangentOf(x))
		}
		return out
	case *semantics.Array, semantics.Real:
		return v
	}
	return v
}

// random is a random tangent at a value.
func random(r *rand.Rand, v semantics.Value, t syntax.Type) semantics.Value {
	if syntax.TangentType(t) == syntax.Unit {
		return &semantics.Tuple{}
	}
	switch v := v.(type) {
	case semantics.Real:
		return semantics.Real(r.NormFloat64())
	case *semantics.Tuple:
		out := &semantics.Tuple{}
		for i, x := range v.Elems {
			out.Elems = append(out.Elems, random(r, x, t.(*syntax.TupleType).Elems[i]))
		}
		return out
	case *semantics.Array:
		if v.F != nil {
			out := &semantics.Array{F: make([]float64, len(v.F))}
			for i := range out.F {
				out.F[i] = r.NormFloat64()
			}
			return out
		}
		out := &semantics.Array{V: []semantics.Value{}}
		for _, x := range v.V {
			out.V = append(out.V, random(r, x, elemOf(t)))
		}
		return out
	}
	return v
}

func elemOf(t syntax.Type) syntax.Type {
	if d, ok := t.(*syntax.DynType); ok {
		return d.Elem
	}
	return t.(*syntax.ArrayType).Elem
}

// weigh is the inner product of a cotangent with a tangent or a value; integers in the value count nothing. It fails
// where the shapes differ.
func weigh(a, b semantics.Value) (float64, bool) {
	switch a := a.(type) {
	case semantics.Real:
		return float64(a) * float64(b.(semantics.Real)), true
	case *semantics.Tuple:
		if len(a.Elems) == 0 {
			return 0, true
		}
		s, ok := 0.0, true
		for i, x := range a.Elems {
			y, fits := weigh(x, b.(*semantics.Tuple).Elems[i])
			s, ok = s+y, ok && fits
		}
		return s, ok
	case *semantics.Array:
		c := b.(*semantics.Array)
		if len(a.F) != len(c.F) || len(a.V) != len(c.V) {
			return 0, false
		}
		s, ok := 0.0, true
		for i, x := range a.F {
			s += x * c.F[i]
		}
		for i, x := range a.V {
			y, fits := weigh(x, c.V[i])
			s, ok = s+y, ok && fits
		}
		return s, ok
	}
	return 0, true
}
