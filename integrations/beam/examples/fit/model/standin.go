package model

// This file stands in for what //chad:sum generates: the same types and methods, written by hand from the gradients
// that are generated already. It goes away as soon as these are.

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/big"
)

// limbs is how many digits of 32 bits a sum of float64 needs, and some more for carries.
const limbs = 70

// exact is an exact sum: a number in digits of 32 bits, of which each may be out of range for a while.
type exact struct {
	digit [limbs]int64
	adds  int
}

func (e *exact) add(x float64) {
	b := math.Float64bits(x)
	exp, m := int(b>>52&0x7ff), b&(1<<52-1)
	if exp > 0 {
		m |= 1 << 52
		exp--
	}
	i, shift := exp/32, exp%32
	low := m << shift
	high := m >> (64 - shift) // a shift by 64 gives 0
	d := [3]int64{int64(low & 0xffffffff), int64(low >> 32), int64(high)}
	for k, v := range d {
		if b>>63 != 0 {
			v = -v
		}
		e.digit[i+k] += v
	}
	if e.adds++; e.adds >= 1<<29 {
		e.normal()
	}
}

// normal brings all digits but the last into [0, 2³²). So a sum has one form.
func (e *exact) normal() {
	for i := range limbs - 1 {
		c := e.digit[i] >> 32
		e.digit[i] -= c << 32
		e.digit[i+1] += c
	}
	e.adds = 0
}

func (e *exact) merge(o *exact) {
	e.normal()
	c := *o
	c.normal()
	for i := range c.digit {
		e.digit[i] += c.digit[i]
	}
	e.normal()
}

// value is the sum, rounded once.
func (e *exact) value() float64 {
	c := *e
	c.normal()
	all := new(big.Int)
	for i := limbs - 1; i >= 0; i-- {
		all.Lsh(all, 32)
		all.Add(all, big.NewInt(c.digit[i]))
	}
	f := new(big.Float).SetInt(all) // as precise as all is
	f.SetMantExp(f, -1074)
	x, _ := f.Float64()
	return x
}

// sum is what the sums of all functions have.
type sum struct {
	mark  [32]byte // of function, version, shape and point
	value exact
	grad  []exact
	n     int
	shard string
	at    int // examples of this shard so far
	err   error

	one []float64
}

func (s *sum) reset(name string, point []float64, more ...uint64) {
	b := binary.LittleEndian.AppendUint64([]byte("stand-in 1 "+name+" "), uint64(len(point)))
	for _, v := range point {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	for _, v := range more {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	*s = sum{mark: sha256.Sum256(b), grad: make([]exact, len(point)), one: make([]float64, len(point))}
}

// add adds the value and gradient of one example, which is in s.one.
func (s *sum) add(value float64) {
	s.at++
	s.n++
	ok := !math.IsNaN(value) && !math.IsInf(value, 0)
	for _, g := range s.one {
		ok = ok && !math.IsNaN(g) && !math.IsInf(g, 0)
	}
	if !ok {
		if s.err == nil {
			s.err = fmt.Errorf("example %d of shard %q has a value or gradient that is no number", s.at, s.shard)
		}
		return
	}
	s.value.add(value)
	for j, g := range s.one {
		s.grad[j].add(g)
	}
}

func (s *sum) merge(o *sum) error {
	if s.mark != o.mark {
		return errors.New("the sums are of different functions, shapes or points")
	}
	s.value.merge(&o.value)
	for j := range s.grad {
		s.grad[j].merge(&o.grad[j])
	}
	s.n += o.n
	if s.err == nil {
		s.err = o.err
	}
	return nil
}

// Len is how many examples were added.
func (s *sum) Len() int { return s.n }

// SetShard names the shard of the examples that follow.
func (s *sum) SetShard(name string) {
	if name != s.shard {
		s.shard, s.at = name, 0
	}
}

// Err says which example first brought a NaN or an infinity.
func (s *sum) Err() error { return s.err }

// MarshalBinary gives the state. There is no error.
func (s *sum) MarshalBinary() ([]byte, error) {
	b := append([]byte(nil), s.mark[:]...)
	b = binary.LittleEndian.AppendUint64(b, uint64(s.n))
	b = binary.LittleEndian.AppendUint64(b, uint64(len(s.grad)))
	for _, e := range append([]exact{s.value}, s.grad...) {
		e.normal()
		for _, d := range e.digit {
			b = binary.LittleEndian.AppendUint64(b, uint64(d))
		}
	}
	if s.err != nil {
		b = append(b, s.err.Error()...)
	}
	return b, nil
}

// UnmarshalBinary reads a state. The error says that it is none, or one of something else.
func (s *sum) UnmarshalBinary(b []byte) error {
	if len(b) < 48 {
		return errors.New("the state is too short")
	}
	var t sum
	copy(t.mark[:], b)
	if s.grad != nil && s.mark != t.mark {
		return errors.New("the state is of another function, shape or point")
	}
	t.n = int(binary.LittleEndian.Uint64(b[32:]))
	n := binary.LittleEndian.Uint64(b[40:])
	b = b[48:]
	if n > uint64(len(b)) || uint64(len(b)) < (n+1)*limbs*8 {
		return errors.New("the state is too short")
	}
	all := make([]exact, n+1)
	for k := range all {
		for i := range all[k].digit {
			all[k].digit[i] = int64(binary.LittleEndian.Uint64(b))
			b = b[8:]
		}
	}
	t.value, t.grad, t.one = all[0], all[1:], make([]float64, n)
	if len(b) > 0 {
		t.err = errors.New(string(b))
	}
	*s = t
	return nil
}

// total gives the sum of the values, and writes that of the gradients, with what does not depend on examples.
func (s *sum) total(to []float64, value float64, more []float64) float64 {
	if s.err != nil {
		for j := range to {
			to[j] = math.NaN()
		}
		return math.NaN()
	}
	for j := range to {
		to[j] = s.grad[j].value() + more[j]
	}
	return s.value.value() + value
}

// LogisticSum is the sum over examples in Logistic: its value and gradient.
type LogisticSum struct {
	sum
	theta  []float64
	lambda float64
	w      *LogisticWorkspace
}

// NewLogisticSum is a sum of no examples.
func NewLogisticSum(theta []float64, lambda float64) *LogisticSum {
	s := &LogisticSum{theta: append([]float64(nil), theta...), lambda: lambda, w: NewLogisticWorkspace()}
	s.reset("Logistic", theta, math.Float64bits(lambda))
	return s
}

// Add adds an example.
func (s *LogisticSum) Add(x []float64, y float64) {
	s.add(s.w.LogisticGrad(s.theta, [][]float64{x}, []float64{y}, 0, s.one))
}

// Merge adds the examples of another sum. The error says that it is of something else.
func (s *LogisticSum) Merge(o *LogisticSum) error { return s.merge(&o.sum) }

// Grad gives the value and writes the gradient.
func (s *LogisticSum) Grad(thetabar []float64) float64 {
	more := make([]float64, len(thetabar))
	v := s.w.LogisticGrad(s.theta, nil, nil, s.lambda, more)
	return s.total(thetabar, v, more)
}

// LogisticHVPSum is the sum over examples of products of the Hessian of Logistic with a direction.
type LogisticHVPSum struct {
	sum
	theta, dir []float64
	lambda     float64
	w          *LogisticWorkspace
}

// NewLogisticHVPSum is a sum of no examples.
func NewLogisticHVPSum(theta []float64, lambda float64, thetad []float64) *LogisticHVPSum {
	s := &LogisticHVPSum{theta: append([]float64(nil), theta...), dir: append([]float64(nil), thetad...),
		lambda: lambda, w: NewLogisticWorkspace()}
	more := []uint64{math.Float64bits(lambda)}
	for _, v := range thetad {
		more = append(more, math.Float64bits(v))
	}
	s.reset("LogisticHVP", theta, more...)
	return s
}

// Add adds an example.
func (s *LogisticHVPSum) Add(x []float64, y float64) {
	s.add(s.w.LogisticHVP(s.theta, [][]float64{x}, []float64{y}, 0, s.dir, s.one))
}

// Merge adds the examples of another sum. The error says that it is of something else.
func (s *LogisticHVPSum) Merge(o *LogisticHVPSum) error { return s.merge(&o.sum) }

// Product writes the product, and gives the value.
func (s *LogisticHVPSum) Product(thetah []float64) float64 {
	more := make([]float64, len(thetah))
	v := s.w.LogisticHVP(s.theta, nil, nil, s.lambda, s.dir, more)
	return s.total(thetah, v, more)
}

// MixtureSum is the sum over examples in Mixture: its value and gradient.
type MixtureSum struct {
	sum
	theta []float64
	k     int
	w     *MixtureWorkspace
}

// NewMixtureSum is a sum of no examples.
func NewMixtureSum(theta []float64, k int) *MixtureSum {
	s := &MixtureSum{theta: append([]float64(nil), theta...), k: k, w: NewMixtureWorkspace()}
	s.reset("Mixture", theta, uint64(k))
	return s
}

// Add adds an example.
func (s *MixtureSum) Add(x []float64) {
	s.add(s.w.MixtureGrad(s.theta, s.k, [][]float64{x}, s.one))
}

// Merge adds the examples of another sum. The error says that it is of something else.
func (s *MixtureSum) Merge(o *MixtureSum) error { return s.merge(&o.sum) }

// Grad gives the value and writes the gradient.
func (s *MixtureSum) Grad(thetabar []float64) float64 {
	return s.total(thetabar, 0, make([]float64, len(thetabar)))
}
