package judge

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"time"
)

const (
	axes   = 8 // directions along one number, of each point
	nudges = 8 // points nearby that tell how derivatives round
)

// forward says whether a verb gives derivatives in directions.
func (d *Derived) forward() bool { return d.Verb != "grad" && d.Verb != "vjp" && d.Verb != "pullback" }

// A mode is a derivative at a point in a direction, as a list of numbers or, of reverse mode, their sum with weights.
type mode struct {
	*Derived
	value func(p *point) ([]float64, error)
}

// compare judges a point. The text says what is wrong; rough says that differences say nothing somewhere. The error is
// why nothing could be judged.
func (j *judgement) compare(p *point) (wrong string, rough bool, err error) {
	weights := make([]float64, len(p.out))
	for i, y := range p.out {
		weights[i] = (0.5 + j.rng.Float64()) / math.Max(math.Abs(y), 1e-6)
	}
	for i := range j.c.Derived {
		if j.c.Derived[i].Verb == "grad" {
			weights = []float64{1}
		}
	}
	n := len(j.leaves(j.parts(copies(p.args))...))
	order := j.rng.Perm(n)
	for k := range min(n, axes) + 1 {
		d := direction{i: -1}
		if k < min(n, axes) && n > 1 || k == 0 {
			d.i = order[k]
		} else if n == 1 {
			break
		}
		j.aim(&d, p)
		text, unclear, err := j.along(p, &d, weights)
		if err != nil {
			if b := (broken{}); errors.As(err, &b) {
				return b.Error(), rough, nil
			}
			return "", rough, err
		}
		rough = rough || unclear
		if text != "" || time.Now().After(j.ends) {
			return text, rough, nil
		}
	}
	return "", rough, nil
}

// A direction is along number i, or along all where i is negative.
type direction struct {
	i           int
	v           []float64
	size, least float64 // of steps
	eps         float64
	args        []reflect.Value
}

// aim chooses the numbers of a direction, in proportion to those of the arguments.
func (j *judgement) aim(d *direction, p *point) {
	d.eps, d.args = 0x1p-53, p.args
	parts := j.parts(copies(p.args))
	for _, part := range parts {
		ls := j.leaves(part)
		mean := 0.0
		for _, l := range ls {
			mean += math.Abs(l.Float()) / float64(len(ls))
			if l.Kind() == reflect.Float32 {
				d.eps = 0x1p-24
			}
		}
		if mean == 0 {
			mean = 1
		}
		for _, l := range ls {
			x, i := math.Abs(l.Float()), len(d.v)
			d.v = append(d.v, 0)
			switch {
			case d.i == i:
				d.v[i], d.size, d.least = 1, math.Max(x, mean), math.Max(x, mean)
				if x > 0 {
					d.least = math.Max(x, 1e-12*mean)
				}
			case d.i < 0:
				d.v[i] = (2*j.rng.Float64() - 1) * math.Max(x, 1e-3*mean)
			}
		}
	}
	if d.i < 0 {
		d.size, d.least = 1, 1
	}
	for i := range j.f.Type().NumOut() {
		if j.single(j.f.Type().Out(i)) {
			d.eps = 0x1p-24
		}
	}
}

// single says that a type has numbers of type float32.
func (j *judgement) single(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Float32, reflect.Complex64:
		return true
	case reflect.Slice, reflect.Array, reflect.Pointer:
		return t.Elem().Kind() != reflect.Struct && j.single(t.Elem())
	}
	return false
}

// moved are the arguments of p, moved by h in direction v.
func (j *judgement) moved(p *point, v []float64, h float64) []reflect.Value {
	args := copies(p.args)
	for i, l := range j.leaves(j.parts(args)...) {
		if v[i] != 0 {
			l.SetFloat(l.Float() + h*v[i])
		}
	}
	return args
}

// A view is what the derivatives in one direction are compared with.
type view struct {
	*direction
	weights   []float64
	tolerance float64
	all       *ray // of the outputs
	sum       *ray // of their sum with weights
	first     *mode
	forward   []float64 // by the first, nil before
}

func (j *judgement) view(p *point, d *direction, weights []float64) *view {
	v := &view{direction: d, weights: weights, tolerance: j.s.Tolerance}
	if d.eps > 0x1p-53 {
		v.tolerance = math.Max(v.tolerance, 2e-4)
	}
	v.all = newRay(d, p.out, func(h float64) ([]float64, bool) { return j.value(p, j.moved(p, d.v, h)) })
	v.sum = newRay(d, []float64{dot(weights, p.out)}, func(h float64) ([]float64, bool) {
		y := v.all.value(h)
		return []float64{dot(weights, y)}, y != nil
	})
	return v
}

// along compares the modes with differences, and with each other, in a direction.
func (j *judgement) along(p *point, d *direction, weights []float64) (wrong string, rough bool, err error) {
	v := j.view(p, d, weights)
	for i := range j.c.Derived {
		m := j.mode(&j.c.Derived[i], d, weights)
		j.v.By = m.Name
		got, err := m.value(p)
		if err != nil {
			return "", rough, err
		}
		for k := range got {
			if j.s.Spoil != 0 {
				got[k] *= j.s.Spoil
			}
		}
		wrong, unclear := j.one(p, v, m, got)
		if rough = rough || unclear; wrong != "" {
			return wrong, rough, nil
		}
	}
	return "", rough, nil
}

// one compares a derivative.
func (j *judgement) one(p *point, v *view, m *mode, got []float64) (wrong string, rough bool) {
	on := v.all
	if !m.forward() {
		on = v.sum
	}
	if !finite(got) {
		j.notNumber(on, got, m, v.direction)
		return "", true
	}
	gap := 0.0 // to the first
	if v.forward != nil && !m.forward() {
		size := math.Abs(got[0])
		for k, w := range v.weights {
			size += math.Abs(w * v.forward[k])
		}
		if gap = math.Abs(dot(v.weights, v.forward) - got[0]); size > 0 {
			j.v.Reverse = math.Max(j.v.Reverse, gap/size)
		}
		if gap <= v.tolerance*size/10 {
			return "", false
		}
	}
	res := on.judge(got, v.tolerance)
	switch {
	case res.finding == agrees:
		j.v.Forward = math.Max(j.v.Forward, res.worst)
	case res.finding == differs && j.steady(m, p, res.k, math.Abs(got[res.k]-res.slope)):
		return fmt.Sprintf("%s is %.7g by %s, differences say %.7g", j.place(v.direction, m, res.k), got[res.k], m.Name,
			res.slope), rough
	default:
		rough = true
		if gap > 0 && !on.hidden(gap, true) && j.steady(m, p, 0, gap) && j.steady(v.first, p, -1, gap) {
			j.v.Other = v.first.Name
			return fmt.Sprintf("%s is %.7g by %s, %.7g by %s", j.place(v.direction, m, 0), got[0], m.Name,
				dot(v.weights, v.forward), v.first.Name), rough
		}
	}
	if m.forward() && v.forward == nil {
		v.first, v.forward = m, got
	}
	return "", rough
}

// notNumber counts a derivative that is NaN or infinite, and remembers the first where differences settle.
func (j *judgement) notNumber(r *ray, got []float64, m *mode, d *direction) {
	j.v.NotNumbers++
	if j.lost != "" {
		return
	}
	for k, x := range got {
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			continue
		}
		for _, h := range r.starts() {
			if e, ok := r.extrapolate(h); ok && e.bound[k] <= 1e-6*math.Abs(e.slope[k]) && e.slope[k] != 0 {
				j.lost = fmt.Sprintf("%s is %v by %s, differences say %.7g", j.place(d, m, k), x, m.Name, e.slope[k])
				j.lostAt, j.lostBy = j.showAll(d.args), m.Name
				return
			}
		}
	}
}

// mode is a derivative in a direction.
func (j *judgement) mode(d *Derived, to *direction, weights []float64) *mode {
	if d.forward() {
		return &mode{d, func(p *point) ([]float64, error) { return j.push(d, p, to.v) }}
	}
	return &mode{d, func(p *point) ([]float64, error) {
		g, err := j.pull(d, p, weights)
		if err != nil {
			return nil, err
		}
		return []float64{dot(g, to.v)}, nil
	}}
}

// steady says that a gap is more than what rounding does to a derivative, whose number k is looked at, or all where k
// is negative: nearby, the derivative is the same.
func (j *judgement) steady(m *mode, p *point, k int, gap float64) bool {
	there, err := m.value(p)
	if err != nil {
		return false
	}
	for range nudges {
		q := *p
		q.args = j.nudged(p)
		var ok bool
		if q.out, ok = j.value(p, copies(q.args)); !ok {
			return false
		}
		got, err := m.value(&q)
		if err != nil {
			return false
		}
		for i := range got {
			if (i == k || k < 0) && !(math.Abs(got[i]-there[i])*20 < gap) {
				return false
			}
		}
	}
	return true
}

// nudged are the arguments of p, each number changed by some roundings.
func (j *judgement) nudged(p *point) []reflect.Value {
	args := copies(p.args)
	for _, l := range j.leaves(j.parts(args)...) {
		eps := 0x1p-46
		if l.Kind() == reflect.Float32 {
			eps = 0x1p-20
		}
		l.SetFloat(l.Float() * (1 + eps*(2*j.rng.Float64()-1)))
	}
	return args
}

// noisy says that rounding could make number i of the value differ so much.
func (j *judgement) noisy(p *point, i int, gap float64) bool {
	for range nudges {
		y, ok := j.value(p, j.nudged(p))
		if !ok || math.Abs(y[i]-p.out[i])*20 > gap {
			return true
		}
	}
	return false
}

func dot(a, b []float64) float64 {
	s := 0.0
	for i := range b {
		if i < len(a) {
			s += a[i] * b[i]
		}
	}
	return s
}
