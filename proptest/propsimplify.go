package proptest

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// a result is what a program and the linear halves of its derivatives give at
// one point, with what it cost.
type result struct {
	value      semantics.Value
	push, pull []float64
	cost       [3]int64 // of the program, its pushforward and its pullback
}

// a version is a program with both its derivatives.
type version struct {
	entry    *syntax.Def
	fwd, rev *derivative
}

func (in *instance) version() (v version, err error) {
	v.entry = in.plain
	if v.fwd, err = in.derive(in.fwd); err != nil {
		return v, err
	}
	v.rev, err = in.derive(in.rev)
	return v, err
}

// then is the version after a pass over each of its programs.
func (in *instance) then(v version, pass func(*syntax.Program) (*syntax.Program, error)) (out version, err error) {
	p, err := pass(in.reachable(v.entry))
	if err != nil {
		return out, err
	}
	out.entry = p.Lookup(v.entry.Name)
	if out.fwd, err = v.fwd.then(pass); err != nil {
		return out, err
	}
	out.rev, err = v.rev.then(pass)
	return out, err
}

// results evaluates a version afresh.
func (in *instance) results(v version, dir [][]float64, cot []float64) (*result, error) {
	in.eval = semantics.Evaluator{Fuel: evalFuel}
	spent := func() int64 { c := in.eval.Cost.Total(); in.eval.Cost = semantics.Cost{}; return c }
	r := &result{}
	var err error
	if r.value, err = in.call(v.entry, nil, 0); err != nil {
		return nil, err
	}
	r.cost[0] = spent()
	f, err := in.linearise(v.fwd)
	if err != nil {
		return nil, err
	}
	if r.push, err = in.push(f, dir); err != nil {
		return nil, err
	}
	r.cost[1] = spent()
	b, err := in.linearise(v.rev)
	if err != nil {
		return nil, err
	}
	parts, err := in.pull(b, cot)
	if err != nil {
		return nil, err
	}
	for _, p := range parts {
		r.pull = append(r.pull, p...)
	}
	r.cost[2] = spent()
	return r, nil
}

// agrees compares results of two versions of a program.
func (r *result) agrees(old *result) error {
	if d := distance(old.value, r.value); !(d <= 1e-9) {
		return fmt.Errorf("value %s, was %s", semantics.Format(r.value), semantics.Format(old.value))
	}
	if d := distances(old.push, r.push); !(d <= 1e-7) {
		return fmt.Errorf("pushforward %v, was %v", r.push, old.push)
	}
	if d := distances(old.pull, r.pull); !(d <= 1e-7) {
		return fmt.Errorf("pullback %v, was %v", r.pull, old.pull)
	}
	return nil
}

var stages = [3]string{"program", "pushforward", "pullback"}

// simplified gives the results of a sample before and after simplification.
func (sys *System) simplified(s *Sample) (old, simple *result, err error) {
	in, err := sys.instantiate(s)
	if err != nil {
		return nil, nil, err
	}
	v, err := in.version()
	if err != nil {
		return nil, nil, err
	}
	y, err := in.call(v.entry, nil, 0)
	if err != nil {
		return nil, nil, err
	}
	dir, cot := in.direction(), in.cotangent(y)
	if old, err = in.results(v, dir, cot); err != nil {
		return nil, nil, err
	}
	w, err := in.then(v, sys.Simplify)
	if err != nil {
		return nil, nil, err
	}
	if simple, err = in.results(w, dir, cot); err != nil {
		return nil, nil, fmt.Errorf("simplified: %w", err)
	}
	return old, simple, nil
}

func checkSimplified(sys *System, s *Sample) error {
	old, simple, err := sys.simplified(s)
	if err != nil {
		return err
	}
	if err := simple.agrees(old); err != nil {
		return fmt.Errorf("simplified: %w", err)
	}
	return nil
}

func checkCheaper(sys *System, s *Sample) error {
	old, simple, err := sys.simplified(s)
	if err != nil {
		return err
	}
	if err := simple.agrees(old); err != nil {
		return fmt.Errorf("simplified: %w", err)
	}
	for i, c := range simple.cost {
		if c > old.cost[i] {
			return fmt.Errorf("simplified %s costs %d, was %d", stages[i], c, old.cost[i])
		}
	}
	return nil
}

// sizeRatio bounds nodes of D(t) per node of t in A-normal form. It is about
// what the rules for build and for closures with several captured variables need.
const sizeRatio = 16

func checkSize(sys *System, s *Sample) error {
	in, err := sys.instantiate(s)
	if err != nil {
		return err
	}
	n := Nodes(in.Program)
	for _, f := range []*functor.Functor{in.fwd, in.rev} {
		if _, err := in.derive(f); err != nil {
			return err
		}
		if m := Nodes(&syntax.Program{Defs: f.Defs()}); m > sizeRatio*n {
			return fmt.Errorf("%s: %d nodes from %d, more than %d for each", f.Mode.Name(), m, n, sizeRatio)
		}
	}
	return nil
}

// checkOperators runs the main laws on programs with operators inside.
func checkOperators(sys *System, s *Sample) error {
	for _, check := range []func(*System, *Sample) error{checkPrimal, checkForward, checkTranspose} {
		err := check(sys, s)
		var unsupported *functor.Error
		if errors.As(err, &unsupported) && strings.Contains(err.Error(), "forward mode through a vjp") {
			return fmt.Errorf("%w: %w", ErrDiscard, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
