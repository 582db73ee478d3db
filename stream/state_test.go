package stream_test

import (
	"fmt"
	"math"
	"math/big"
	"slices"
)

// The states of these tests are the logistic loss log(1 + exp(−y·⟨x, θ⟩)) with its gradient, by hand. A row is y and x.

// loss is the term of one example, of which it adds the gradient to g by add.
func loss(theta, row []float64, add func(i int, d float64)) float64 {
	y, x := row[0], row[1:]
	z := 0.0
	for i, t := range theta {
		z += t * x[i]
	}
	e := math.Exp(-y * z)
	for i := range theta {
		add(i, -y*x[i]*e/(1+e))
	}
	return math.Log1p(e)
}

// A label counts examples of shards, as SetShard asks, and remembers the first that is not finite. The first is that
// with the smaller name and the smaller number, so that merging in another order gives the same.
type label struct {
	shard string
	next  int
	bad   *bad
}

type bad struct {
	shard string
	index int
}

func (b *bad) Error() string {
	return fmt.Sprintf("shard %q, example %d: not finite", b.shard, b.index)
}

func (l *label) SetShard(name string, first int) { l.shard, l.next = name, first }

func (l *label) Err() error {
	if l.bad == nil {
		return nil
	}
	return l.bad
}

func (l *label) count(v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		l.note(&bad{l.shard, l.next})
	}
	l.next++
}

func (l *label) note(b *bad) {
	if b != nil && (l.bad == nil || b.shard < l.bad.shard || b.shard == l.bad.shard && b.index < l.bad.index) {
		l.bad = b
	}
}

// A plain sum rounds at each addition.
type plain struct {
	label
	theta, grad []float64
	value       float64
	n           int
}

func newPlain(theta []float64) func() *plain {
	return func() *plain { return &plain{theta: theta, grad: make([]float64, len(theta))} }
}

func (s *plain) Add(row []float64) {
	v := loss(s.theta, row, func(i int, d float64) { s.grad[i] += d })
	s.value += v
	s.n++
	s.count(v)
}

func (s *plain) Merge(o *plain) error {
	if !slices.Equal(s.theta, o.theta) {
		return fmt.Errorf("at %v and at %v", s.theta, o.theta)
	}
	s.value += o.value
	for i, d := range o.grad {
		s.grad[i] += d
	}
	s.n += o.n
	s.note(o.bad)
	return nil
}

// bits are the bits of all numbers.
func (s *plain) bits() []uint64 {
	out := []uint64{math.Float64bits(s.value)}
	for _, d := range s.grad {
		out = append(out, math.Float64bits(d))
	}
	return out
}

// An exact sum rounds at the end: 2200 bits have room for every sum of float64s.
type exact struct {
	label
	theta []float64
	sums  []*big.Float // value and gradient
	n     int
}

func newExact(theta []float64) func() *exact {
	return func() *exact {
		s := &exact{theta: theta}
		for range len(theta) + 1 {
			s.sums = append(s.sums, new(big.Float).SetPrec(2200))
		}
		return s
	}
}

func (s *exact) Add(row []float64) {
	v := loss(s.theta, row, func(i int, d float64) { s.plus(i+1, d) })
	s.plus(0, v)
	s.n++
	s.count(v)
}

func (s *exact) plus(i int, v float64) {
	if !math.IsNaN(v) && !math.IsInf(v, 0) {
		s.sums[i].Add(s.sums[i], big.NewFloat(v))
	}
}

func (s *exact) Merge(o *exact) error {
	for i, v := range o.sums {
		s.sums[i].Add(s.sums[i], v)
	}
	s.n += o.n
	s.note(o.bad)
	return nil
}

func (s *exact) bits() []uint64 {
	var out []uint64
	for _, v := range s.sums {
		f, _ := v.Float64()
		out = append(out, math.Float64bits(f))
	}
	return out
}
