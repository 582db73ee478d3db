package problem

import "math/rand/v2"

// Problem is a row of the table.
type Problem struct {
	Name   string // as flags select it
	Size   string // in words
	New    func() *Case
	Small  func() *Case // the same at a size where everything is quick
	Behind string       // why it is behind the bars, when it is
}

// Case is a problem with inputs. The functions read Vars and what they have captured.
type Case struct {
	Vars      *Space // what the gradient is taken with respect to
	Direction *Space // of the JVP and of the Hessian-vector product, as long as Vars

	HandValue, Value func() float64
	HandGrad, Grad   func() float64                  // write into HandBar and Bar
	HandBar, Bar     *Space                          //
	JVP              func() (value, tangent float64) // generated
	HandHVP, HVP     func()                          // nil for most; write into HandBar and Bar
	TapeBytes        int                             // of the hand-written gradient: what it holds beside arguments and results
	Peers            []Peer
}

// Peer is the gradient by another library.
type Peer struct {
	Name string
	// Grad writes the gradient to bar and gives the value. It may keep what it needs between calls.
	Grad func(bar []float64) float64
}

// newCase has a space for the given values, and three like it.
func newCase(vars ...any) *Case {
	n := count(vars...)
	c := &Case{Vars: NewSpace(n), Direction: NewSpace(n), HandBar: NewSpace(n), Bar: NewSpace(n)}
	c.Vars.fill(vars...)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range c.Direction.Flat {
		c.Direction.Flat[i] = r.NormFloat64()
	}
	return c
}
