package cli

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A checker compares the derivatives of definitions with differences and each other.
type checker struct {
	options *checkOptions
	rng     *rand.Rand
}

// A subject is a definition with what was derived from it, by the parameters that vary. There is
// no jvp by parameters of sums and data; then reverse mode is held against the differences.
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
		s.jvp = nil
	}
	if s.vjp, err = chad.VJP(f, k.options.wrt...); err != nil {
		return nil, err
	}
	wanted := set.Of(k.options.wrt)
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
		v, err := k.random(p.Type, 0)
		if err != nil {
			return fmt.Errorf("parameter %s: %w", p.Name, err)
		}
		x[i] = v
	}
	y, err := call(s.f, s.fuel, x)
	if err != nil {
		return err
	}
	p := place{s, x, s.space(x), semantics.Space{Type: s.f.Def().Result, At: y}}
	value, err := p.out.Coords()
	if err != nil {
		return err
	}
	if slices.ContainsFunc(value, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }) {
		r.rough++ // outside of the domain, or at a pole
		return nil
	}
	gap := 0.0
	if s.jvp != nil {
		if gap, err = semantics.DotTest(p.in, p.out, p.push, p.pull, k.rng); err != nil {
			return err
		}
	}
	rough := r.rough
	if err := k.differences(p, r); err != nil {
		return err
	}
	if math.IsNaN(gap) && r.rough > rough { // an infinite slope
		return nil
	}
	r.reverse = math.Max(r.reverse, gap)
	r.offReverse = r.offReverse || !(gap <= k.options.tol)
	return nil
}

// A place is a point x of a subject, with the spaces of its tangents there.
type place struct {
	*subject
	x       []semantics.Value
	in, out semantics.Space
}

func (p place) push(d semantics.Value) (semantics.Value, error) {
	return second(call(p.jvp, p.fuel, append(slices.Clone(p.x), p.parts(d)...)))
}

func (p place) pull(w semantics.Value) (semantics.Value, error) {
	return second(call(p.vjp, p.fuel, append(slices.Clone(p.x), w)))
}

// apply is f with v for its active parameters.
func (p place) apply(v semantics.Value) (semantics.Value, error) {
	y := slices.Clone(p.x)
	for k, e := range p.parts(v) {
		y[p.active[k]] = e
	}
	return call(p.f, p.fuel, y)
}

// second is the derivative in the pair that a derived function gives.
func second(v semantics.Value, err error) (semantics.Value, error) {
	if err != nil {
		return nil, err
	}
	return v.(*semantics.Tuple).Elems[1], nil
}

// differences compares a derivative with differences in a random direction.
func (k *checker) differences(p place, r *outcome) error {
	coords, err := p.in.Coords()
	if err != nil {
		return err
	}
	dx := k.direction(len(coords))
	want, bound, err := semantics.Difference(p.apply, p.in, p.out, dx, 0.02)
	if err != nil {
		r.rough++ // the neighbourhood leaves the domain
		return nil
	}
	worst, off := &r.forward, &r.offForward
	got, err := k.forward(p, dx)
	if p.jvp == nil {
		worst, off = &r.reverse, &r.offReverse
		got, want, bound, err = k.backward(p, dx, want, bound)
		r.noForward = true
	}
	if err != nil {
		return err
	}
	for i := range want {
		scale := 1 + math.Max(math.Abs(want[i]), math.Abs(got[i]))
		if !(bound[i] < 1e-3*scale) && !math.IsNaN(got[i]) {
			r.rough++
			return nil
		}
		e := math.Max(0, math.Abs(got[i]-want[i])-10*bound[i]) / scale
		*worst = math.Max(*worst, e)
		*off = *off || !(e <= k.options.tol)
	}
	return nil
}

func (k *checker) direction(n int) []float64 {
	dx := make([]float64, n)
	for i := range dx {
		dx[i] = 2*k.rng.Float64() - 1
	}
	return dx
}

// forward is J·dx.
func (k *checker) forward(p place, dx []float64) ([]float64, error) {
	if p.jvp == nil {
		return nil, nil
	}
	d, err := p.in.Unflatten(dx)
	if err != nil {
		return nil, err
	}
	dy, err := p.push(d)
	if err != nil {
		return nil, err
	}
	return p.out.Flatten(dy)
}

// backward is ⟨dx, Jᵀw⟩ for a random w, and what the differences say of ⟨J·dx, w⟩.
func (k *checker) backward(p place, dx, want, bound []float64) (got, sum, err []float64, _ error) {
	w := k.direction(len(want))
	seed, e := p.out.Unflatten(w)
	if e != nil {
		return nil, nil, nil, e
	}
	back, e := p.pull(seed)
	if e != nil {
		return nil, nil, nil, e
	}
	grad, e := p.in.Flatten(back)
	if e != nil {
		return nil, nil, nil, e
	}
	got, sum, err = []float64{0}, []float64{0}, []float64{0}
	for i := range dx {
		got[0] += dx[i] * grad[i]
	}
	for i := range want {
		sum[0] += want[i] * w[i]
		err[0] += bound[i] * math.Abs(w[i])
	}
	return got, sum, err, nil
}

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
