package cli

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A checker compares the derivatives of definitions with differences and each other.
type checker struct {
	options *checkOptions
	rng     *rand.Rand
}

// A subject is a definition with what was derived from it, by the parameters that vary.
type subject struct {
	f, jvp, vjp *chad.Func
	active      []int
	fuel        int64
}

// check looks at random points; the error says why there is nothing to look at.
func (k *checker) check(f *chad.Func) (outcome, error) {
	var r outcome
	s, err := k.subject(f)
	if err != nil {
		return r, err
	}
	for range k.options.points {
		if err := k.point(s, &r); err != nil {
			return r, err
		}
	}
	return r, nil
}

func (k *checker) subject(f *chad.Func) (*subject, error) {
	d := f.Def()
	if tan := syntax.TangentType(d.Result); tan == nil || tan == syntax.Unit {
		return nil, fmt.Errorf("its result, %s, does not vary", d.Result)
	}
	s := &subject{f: f, fuel: k.options.fuel}
	var err error
	if s.jvp, err = chad.JVP(f, k.options.wrt...); err != nil {
		return nil, err
	}
	if s.vjp, err = chad.VJP(f, k.options.wrt...); err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	for _, w := range k.options.wrt {
		wanted[w] = true
	}
	for i, p := range d.Params {
		tan := syntax.TangentType(p.Type)
		if tan != nil && tan != syntax.Unit && (len(wanted) == 0 || wanted[p.Name]) {
			s.active = append(s.active, i)
		}
	}
	return s, nil
}

// point compares at one random point, in one random direction.
func (k *checker) point(s *subject, r *outcome) error {
	params := s.f.Def().Params
	x := make([]semantics.Value, len(params))
	for i, p := range params {
		v, err := k.random(p.Type)
		if err != nil {
			return fmt.Errorf("parameter %s: %w", p.Name, err)
		}
		x[i] = v
	}
	y, err := call(s.f, s.fuel, x)
	if err != nil {
		return err
	}
	in := s.space(x)
	out := semantics.Space{Type: s.f.Def().Result, At: y}
	push := func(d semantics.Value) (semantics.Value, error) { return second(call(s.jvp, s.fuel, s.with(x, d))) }
	pull := func(w semantics.Value) (semantics.Value, error) {
		return second(call(s.vjp, s.fuel, append(append([]semantics.Value{}, x...), w)))
	}
	gap, err := semantics.DotTest(in, out, push, pull, k.rng)
	if err != nil {
		return err
	}
	r.reverse = worse(r.reverse, gap)
	r.offReverse = r.offReverse || !(gap <= k.options.tol)
	return k.forward(s, r, x, in, out, push)
}

// forward compares the forward derivative with differences.
func (k *checker) forward(s *subject, r *outcome, x []semantics.Value, in, out semantics.Space, push semantics.Map) error {
	coords, err := in.Coords()
	if err != nil {
		return err
	}
	dx := make([]float64, len(coords))
	for i := range dx {
		dx[i] = 2*k.rng.Float64() - 1
	}
	d, err := in.Unflatten(dx)
	if err != nil {
		return err
	}
	dy, err := push(d)
	if err != nil {
		return err
	}
	got, err := out.Flatten(dy)
	if err != nil {
		return err
	}
	f := func(v semantics.Value) (semantics.Value, error) { return call(s.f, s.fuel, s.at(x, v)) }
	want, bound, err := semantics.Difference(f, in, out, dx, 0.02)
	if err != nil {
		r.rough++ // the neighbourhood leaves the domain
		return nil
	}
	for i := range want {
		scale := 1 + math.Max(math.Abs(want[i]), math.Abs(got[i]))
		if !(bound[i] < 1e-3*scale) {
			r.rough++
			return nil
		}
		e := math.Max(0, math.Abs(got[i]-want[i])-10*bound[i]) / scale
		r.forward = worse(r.forward, e)
		r.offForward = r.offForward || !(e <= k.options.tol)
	}
	return nil
}

// worse is the greater, where NaN is the greatest.
func worse(a, b float64) float64 { return math.Max(a, b) }

// space is the space of the active parameters at x.
func (s *subject) space(x []semantics.Value) semantics.Space {
	var ts []syntax.Type
	var vs []semantics.Value
	for _, i := range s.active {
		ts, vs = append(ts, s.f.Def().Params[i].Type), append(vs, x[i])
	}
	return semantics.Space{Type: syntax.NewTupleType(ts...), At: semantics.NewTuple(vs...)}
}

// parts splits a value for the active parameters.
func (s *subject) parts(v semantics.Value) []semantics.Value {
	if len(s.active) == 1 {
		return []semantics.Value{v}
	}
	return v.(*semantics.Tuple).Elems
}

// with is x and the direction d, the arguments of the forward derivative.
func (s *subject) with(x []semantics.Value, d semantics.Value) []semantics.Value {
	return append(append([]semantics.Value{}, x...), s.parts(d)...)
}

// at is x with v for the active parameters.
func (s *subject) at(x []semantics.Value, v semantics.Value) []semantics.Value {
	y := append([]semantics.Value{}, x...)
	for k, p := range s.parts(v) {
		y[s.active[k]] = p
	}
	return y
}

// second is the derivative in the pair that a derived function gives.
func second(v semantics.Value, err error) (semantics.Value, error) {
	if err != nil {
		return nil, err
	}
	return v.(*semantics.Tuple).Elems[1], nil
}

// random is a random value of a type built of scalars, tuples, sums and arrays.
func (k *checker) random(t syntax.Type) (semantics.Value, error) {
	switch t := t.(type) {
	case *syntax.Scalar:
		switch t {
		case syntax.Real:
			return k.real(), nil
		case syntax.Int:
			return semantics.Int(1 + k.rng.Int64N(3)), nil
		}
		return semantics.Bool(k.rng.IntN(2) == 0), nil
	case *syntax.IdxType:
		return semantics.Int(0), nil
	case *syntax.TupleType:
		vs, err := k.several(len(t.Elems), func(i int) syntax.Type { return t.Elems[i] })
		return &semantics.Tuple{Elems: vs}, err
	case *syntax.SumType:
		tag := k.rng.IntN(len(t.Variants))
		v, err := k.random(t.Variants[tag])
		return &semantics.Inj{Tag: tag, Arg: v}, err
	case *syntax.ArrayType:
		n, err := t.Len.Eval(func(*syntax.SizeVar) (int64, bool) { return k.options.size, true })
		if err != nil || n < 0 {
			return nil, fmt.Errorf("with --size %d, %s has no value", k.options.size, t)
		}
		return k.array(t.Elem, int(n))
	case *syntax.DynType:
		return k.array(t.Elem, int(k.options.size))
	}
	return nil, fmt.Errorf("%s: no random values of this type", t)
}

func (k *checker) real() semantics.Real {
	lo, hi := k.options.span[0], k.options.span[1]
	return semantics.Real(lo + (hi-lo)*k.rng.Float64())
}

func (k *checker) array(elem syntax.Type, n int) (semantics.Value, error) {
	if elem == syntax.Real {
		out := make([]float64, n)
		for i := range out {
			out[i] = float64(k.real())
		}
		return semantics.Reals(out...), nil
	}
	vs, err := k.several(n, func(int) syntax.Type { return elem })
	return semantics.Values(vs...), err
}

func (k *checker) several(n int, at func(i int) syntax.Type) ([]semantics.Value, error) {
	out := make([]semantics.Value, n)
	for i := range out {
		v, err := k.random(at(i))
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}
