package stepwise

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// AdamOptions say how Adam goes. Zero values stand for what is said here.
type AdamOptions struct {
	Parts  int     // of the data; it has to be given
	Batch  int     // how many parts one step looks at: 1
	Rate   float64 // 0.01
	Epochs int     // how often all of the data is looked at: 10
	Seed   uint64  // of the order of the parts
}

// Adam is the method of Kingma and Ba on minibatches. A batch is some parts of the data, in an order that is drawn for
// each epoch: so one step reads a few shards, and what is in one shard should be a sample of the whole.
//
// The steps follow the mean over the examples of a batch.
type Adam struct{ s adam }

// adam is what is stored of an Adam.
type adam struct {
	Options AdamOptions
	X, M, V []float64
	Step    int // of all steps
	F       float64
	Slope   float64
	Why     string
}

// NewAdam starts a fit at start.
// The error says that options cannot be meant.
func NewAdam(start []float64, o AdamOptions) (*Adam, error) {
	if o.Batch == 0 {
		o.Batch = 1
	}
	if o.Rate == 0 {
		o.Rate = 0.01
	}
	if o.Epochs == 0 {
		o.Epochs = 10
	}
	if o.Parts < 1 || o.Batch < 1 || o.Batch > o.Parts || !(o.Rate > 0) || o.Epochs < 0 {
		return nil, fmt.Errorf("Adam: %d parts in batches of %d, rate %v, %d epochs; want at least one part, "+
			"batches of some of them, and positive numbers", o.Parts, o.Batch, o.Rate, o.Epochs)
	}
	n := len(start)
	return &Adam{adam{Options: o, X: slices.Clone(start), M: make([]float64, n), V: make([]float64, n)}}, nil
}

// Name is that of the method.
func (m *Adam) Name() string { return "adam" }

// Done says whether there is nothing more to ask.
func (m *Adam) Done() bool { return m.s.Why != "" }

// Why says why the method is done.
func (m *Adam) Why() string { return m.s.Why }

// Rounds counts the steps.
func (m *Adam) Rounds() int { return m.s.Step }

// Point is where the steps have led.
func (m *Adam) Point() []float64 { return m.s.X }

// Value is the mean of the last batch, before the step that it led to.
func (m *Adam) Value() (value, slope float64) { return m.s.F, m.s.Slope }

// perEpoch is how many steps an epoch has. The last of them may be of fewer parts.
func (o AdamOptions) perEpoch() int { return (o.Parts + o.Batch - 1) / o.Batch }

// Ask says what to compute next.
func (m *Adam) Ask() Ask {
	o := m.s.Options
	epoch, k := m.s.Step/o.perEpoch(), m.s.Step%o.perEpoch()
	order := rand.New(rand.NewPCG(o.Seed, uint64(epoch))).Perm(o.Parts)
	parts := slices.Sorted(slices.Values(order[k*o.Batch : min((k+1)*o.Batch, o.Parts)]))
	return Ask{Kind: Gradient, Point: m.s.X, Parts: parts}
}

// Tell takes an answer. The error says that it cannot be one.
func (m *Adam) Tell(a Answer) error {
	s := &m.s
	if err := checkAnswer(a, len(s.X)); err != nil {
		return err
	}
	if a.Count == 0 {
		return errors.New("a batch has no examples: shards must not be empty")
	}
	if !allFinite(a.Value, a.Vector) {
		return fmt.Errorf("the function is %v at step %d, with %v as the largest element of its gradient; "+
			"a smaller rate may help", a.Value, s.Step+1, largest(a.Vector))
	}
	const b1, b2 = 0.9, 0.999
	s.Step++
	c1, c2 := 1-math.Pow(b1, float64(s.Step)), 1-math.Pow(b2, float64(s.Step))
	n := float64(a.Count)
	s.F, s.Slope = a.Value/n, largest(a.Vector)/n
	for i, g := range a.Vector {
		g /= n
		s.M[i] += float64((1 - b1) * (g - s.M[i]))
		s.V[i] += float64((1 - b2) * (float64(g*g) - s.V[i]))
		s.X[i] -= float64(s.Options.Rate * (s.M[i] / c1) / (math.Sqrt(s.V[i]/c2) + 1e-8))
	}
	if s.Step >= s.Options.Epochs*s.Options.perEpoch() {
		s.Why = "all epochs are done"
	}
	return nil
}

// MarshalBinary gives the state. The error is that of encoding/gob, which has none for it.
func (m *Adam) MarshalBinary() ([]byte, error) { return marshal(&m.s) }

// UnmarshalBinary takes a state. The error says that the bytes are none of this method.
func (m *Adam) UnmarshalBinary(data []byte) error {
	var s adam
	if err := unmarshal("Adam", data, &s); err != nil {
		return err
	}
	if o := s.Options; o.Parts < 1 || o.Batch < 1 || s.Step < 0 {
		return errors.New("this is no state of Adam: it has no parts")
	}
	if err := sameLength("Adam", len(s.X), s.M, s.V); err != nil {
		return err
	}
	m.s = s
	return nil
}
