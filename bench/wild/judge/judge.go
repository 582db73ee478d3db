// Package judge says whether derivatives are right: it draws points, and compares forward mode, reverse mode and
// extrapolated differences with each other. Functions of any signature are called through reflection.
//
// The package is copied beside each program that it judges, so it needs nothing but the standard library.
package judge

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"time"
)

// A Case is a function and its derivatives, with the signatures that the directives //chad:grad, //chad:vjp and
// //chad:jvp give. Grad or VJP may be nil, and all derivatives are for a probe.
type Case struct {
	F, Grad, VJP, JVP any
	Lengths           []int // lengths of the slices that are parameters; 0 is drawn
}

// What a Status can be.
const (
	Right   = "right"
	Wrong   = "wrong"
	NoPoint = "no point" // none was found at which the function could be judged
)

// A Verdict is what came out.
type Verdict struct {
	Status string
	Reason string `json:",omitempty"`
	// Points are those judged.
	Points int
	// Kinks are the points left out because differences from the two sides disagree.
	Kinks int
	// Flat says that the function does not change near any of its points.
	Flat bool
	// Bits says that values were those of the function to the bit.
	Bits bool
	// Writes has the parameters that the function writes to.
	Writes []int `json:",omitempty"`
}

const (
	wanted   = 4               // points to be judged
	spare    = 12              // points to be found, since some are kinks
	attempts = 600             // draws at most
	patience = 8 * time.Second // for drawing
)

// Probe looks for points only.
func Probe(c Case) Verdict {
	points, v := search(c)
	v.Status = Right
	if len(points) == 0 {
		v.Status = NoPoint
	}
	return v
}

// Judge compares the derivatives at several points.
func Judge(c Case) Verdict {
	points, v := search(c)
	v.Bits = true
	unclear := ""
	for k, p := range points {
		if v.Points == wanted {
			break
		}
		switch status, reason := compare(c, p, &v, rand.New(rand.NewPCG(uint64(k), 5))); status {
		case wrong:
			v.Status, v.Reason = Wrong, fmt.Sprintf("at %s: %s", show(p.args), reason)
			v.Points++
			return v
		case right:
			v.Points++
		case kink:
			v.Kinks++
			unclear = reason
		case noisy:
			unclear = reason
		}
	}
	v.Status = Right
	if v.Points == 0 {
		v.Status = NoPoint
		if unclear != "" {
			v.Reason = unclear
		}
	}
	return v
}

// A point is the arguments of one call, what the function gives for them, and which of them it writes to.
type point struct {
	args   []reflect.Value
	out    []float64
	writes []bool
	flat   bool
}

// search draws points at which the function is finite, the same twice, and returns no error. Points near which it changes come first.
func search(c Case) ([]*point, Verdict) {
	var lively, flat []*point
	var v Verdict
	f := reflect.ValueOf(c.F)
	written := make([]bool, f.Type().NumIn())
	rng := rand.New(rand.NewPCG(1, 2))
	begin, stuck := time.Now(), 0
	for range attempts {
		if len(lively) == spare || time.Since(begin) > patience || stuck == 3 {
			break
		}
		p := &point{args: drawAll(f.Type(), c.Lengths, rng)}
		type answer struct {
			ok     bool
			reason string
		}
		done := make(chan answer, 1)
		go func() {
			ok, reason := p.try(f, rng.Uint64())
			done <- answer{ok, reason}
		}()
		select {
		case a := <-done:
			if !a.ok {
				if v.Reason == "" || len(lively)+len(flat) == 0 {
					v.Reason = a.reason
				}
				continue
			}
		case <-time.After(2 * time.Second):
			stuck++
			v.Reason = "takes too long"
			continue
		}
		for i, w := range p.writes {
			written[i] = written[i] || w
		}
		if p.flat {
			flat = append(flat, p)
		} else {
			lively = append(lively, p)
		}
	}
	points := lively
	if len(lively) < wanted {
		points = append(points, flat[:min(len(flat), wanted-len(lively))]...)
	}
	if len(points) > 0 {
		v.Reason = ""
	}
	v.Flat = len(lively) == 0
	for i, w := range written {
		if w {
			v.Writes = append(v.Writes, i)
		}
	}
	return points, v
}

// try calls the function at p, and says why p is of no use.
func (p *point) try(f reflect.Value, seed uint64) (ok bool, reason string) {
	args := copies(p.args)
	out, err := call(f, args)
	if err != nil {
		return false, err.Error()
	}
	p.out = floats(out...)
	for _, x := range p.out {
		if math.IsNaN(x) || math.Abs(x) > 1e12 {
			return false, "is not finite"
		}
	}
	if len(p.out) == 0 {
		return false, "gives no numbers"
	}
	p.writes = make([]bool, len(args))
	for i := range args {
		p.writes[i] = !same(args[i], p.args[i])
	}
	for range 2 {
		again, err := call(f, copies(p.args))
		if err != nil || !equal(floats(again...), p.out) {
			return false, "is not the same twice"
		}
	}
	rng := rand.New(rand.NewPCG(seed, 3))
	p.flat = true
	for range 3 {
		moved := copies(p.args)
		for _, x := range leaves(moved...) {
			x.SetFloat(x.Float() + 1e-5*(1+math.Abs(x.Float()))*rng.NormFloat64())
		}
		out, err := call(f, moved)
		if err == nil && !equal(floats(out...), p.out) {
			p.flat = false
		}
	}
	return true, ""
}

// call gives the results, or why there are none: the function panics, or its last result is an error.
func call(f reflect.Value, args []reflect.Value) (out []reflect.Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panics: %v", r)
		}
	}()
	out = f.Call(args)
	for _, r := range out {
		if isError(r) && !r.IsNil() {
			return nil, fmt.Errorf("returns the error %q", r.Interface())
		}
	}
	return out, nil
}
