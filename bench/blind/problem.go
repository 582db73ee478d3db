// Package blind has problems that were written by people who knew nothing of the compiler, with gradients by hand: in
// each folder the primal (primal.go) and the gradient (hand.go) as they were written, and what chad makes of the primal
// (directive.go, directive_chad.go).
package blind

import (
	"errors"
	"fmt"
	"math"
)

// Case is one input of a problem.
type Case interface {
	Value() float64
	Hand() float64       // value and gradient, written by hand
	Inputs() []*float64  // what is differentiated by
	HandBar() []*float64 // where Hand writes the derivatives
}

// Generated is a case of a problem that chad differentiates.
type Generated interface {
	Case
	Chad() float64       // value and gradient, generated
	ChadBar() []*float64 // where Chad writes the derivatives
	// Args are the arguments of the primal, and those that it is differentiated by: slices, or pointers to what else
	// there is.
	Args() (all, by []any)
}

// Problem is one folder.
type Problem struct {
	Name, Field, Book string
	Sizes             []string // what may grow
	Default, Small    []int
	New               func(sizes []int) Case // a [Generated] where chad does not refuse
	Refused           string                 // why chad does
}

// tolerance is how far a gradient may be from another, relative to its size.
const tolerance = 1e-8

// ErrPanic is that of a gradient that panics.
var ErrPanic = errors.New("it panics")

// Check compares what is generated with what is written by hand, twice in the same memory.
func Check(g Generated) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrPanic, r)
		}
	}()
	hand, chad := g.HandBar(), g.ChadBar()
	for range 2 {
		fill(hand)
		fill(chad)
		if v, w := g.Hand(), g.Chad(); !(math.Abs(v-w) <= tolerance*(1+math.Abs(v))) {
			return fmt.Errorf("the value is %v, not %v", w, v)
		}
		size := 0.0
		for _, h := range hand {
			size = math.Hypot(size, *h)
		}
		for i, h := range hand {
			if chad[i] == nil {
				return fmt.Errorf("input %d has no derivative", i)
			}
			if !(math.Abs(*h-*chad[i]) <= tolerance*size) {
				return fmt.Errorf("the derivative by input %d is %v, not %v", i, *chad[i], *h)
			}
		}
	}
	return nil
}

func fill(bars []*float64) {
	for _, b := range bars {
		if b != nil {
			*b = math.NaN()
		}
	}
}
