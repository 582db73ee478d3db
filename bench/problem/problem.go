package problem

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/num/dual"

	"github.com/seed-4b734f86/gochad/bench/peer"
)

// Problem is a row of the table.
type Problem struct {
	Name  string // as flags select it
	Size  string // in words
	New   func() *Case
	Small func() *Case // the same at a size where everything is quick
	Fewer func() *Case // the same with a hundredth of the steps, where memory may grow with their root only; nil for most
}

// Case is a problem with inputs. The functions read Vars and what they have captured.
type Case struct {
	Vars      *Space // what the gradient is taken with respect to
	Direction *Space // of the JVP and of the Hessian-vector product, as long as Vars

	HandValue, Value func() float64
	HandGrad, Grad   func() float64                  // write into HandBar and Bar
	HandBar, Bar     *Space                          //
	PlainGrad        func() float64                  // generated from plain Go, writes into PlainBar; nil where that is missing
	PlainBar         *Space                          //
	JVP              func() (value, tangent float64) // generated
	PlainJVP         func() (value, tangent float64) // generated from plain Go; nil where that is missing
	HandHVP, HVP     func()                          // nil for most; write into HandBar and Bar
	Peers            []Peer
}

// Peer is the gradient by another library.
type Peer struct {
	Name string
	New  func() (peer.Gradient, error) // prepares it for the inputs of the case
}

func (c *Case) add(name string, g func() peer.Gradient) {
	c.addErr(name, func() (peer.Gradient, error) { return g(), nil })
}

func (c *Case) addErr(name string, g func() (peer.Gradient, error)) {
	c.Peers = append(c.Peers, Peer{name, g})
}

// dual adds dual numbers to the peers.
func (c *Case) dual(f func(x []dual.Number) dual.Number) {
	c.add("gonum dual", func() peer.Gradient { return peer.Dual(f, c.Vars.Flat) })
}

// finite adds finite differences of the hand-written primal to the peers.
func (c *Case) finite() {
	c.add("gonum fd", func() peer.Gradient {
		at := append([]float64(nil), c.Vars.Flat...)
		f := func(x []float64) float64 {
			copy(c.Vars.Flat, x)
			return c.HandValue()
		}
		return peer.Differences(f, at)
	})
}

// newCase has a space for the given values, and three like it.
func newCase(vars ...any) *Case {
	n := count(vars...)
	c := &Case{Vars: NewSpace(n), Direction: NewSpace(n), HandBar: NewSpace(n), Bar: NewSpace(n), PlainBar: NewSpace(n)}
	c.Vars.fill(vars...)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range c.Direction.Flat {
		c.Direction.Flat[i] = r.NormFloat64()
	}
	c.finite()
	return c
}
