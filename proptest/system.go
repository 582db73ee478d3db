package proptest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand"
	"slices"

	"github.com/seed-4b734f86/gochad/chad/dual"
	"github.com/seed-4b734f86/gochad/chad/forward"
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/chad/pipeline"
	"github.com/seed-4b734f86/gochad/chad/reverse"
	"github.com/seed-4b734f86/gochad/lower"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/simplify"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A System is what the properties are about. The mutation run puts broken parts
// into it.
type System struct {
	// Forward and Reverse are the two modes of the functor.
	Forward, Reverse functor.Mode
	// Simplify simplifies a program; definitions keep their names.
	Simplify func(p *syntax.Program) (*syntax.Program, error)
	// Finish, if not nil, is what simplifies programs without linear functions, which are not differentiated any more,
	// instead of Simplify.
	Finish func(p *syntax.Program) (*syntax.Program, error)
	// Tapes turns linear functions into data and code.
	Tapes func(p *syntax.Program) (*syntax.Program, error)
	// Compiled says that derivatives are those that package chad compiles, which the paper's are not: by
	// [functor.Options].Direct, and tangents by dual numbers.
	Compiled bool
	// Lengths is the greatest length of arrays whose length a parameter of the entry is; 3 if it is 0.
	Lengths int
}

// Real is the system as it is.
func Real() *System {
	return &System{
		Forward: forward.Mode{}, Reverse: reverse.Mode{},
		Simplify: func(p *syntax.Program) (*syntax.Program, error) {
			q, _, err := simplify.Program(p, simplify.Options{Inline: pipeline.Inline})
			return q, err
		},
		Tapes: func(p *syntax.Program) (*syntax.Program, error) { return lower.Tapes(context.Background(), p) },
	}
}

// evalFuel bounds each evaluation; programs that need more are left out.
const evalFuel = 300_000

// errTooLong marks programs that run too long to be looked at.
var errTooLong = fmt.Errorf("%w: evaluation runs too long", ErrDiscard)

// ErrDiscard is wrapped by the errors of checks that could not decide about a program.
var ErrDiscard = fmt.Errorf("discarded")

// an instance is a sample ready to run: in A-normal form and without operators.
type instance struct {
	*Sample
	sys      *System
	fwd, rev *functor.Functor
	eval     semantics.Evaluator
	plain    *syntax.Def // the entry without derivative operators
	sizes    []int64
	args     []semantics.Value
	rng      *rand.Rand
}

// instantiate copies a sample, puts it into A-normal form and draws a point.
func (sys *System) instantiate(s *Sample) (*instance, error) {
	in := &instance{Sample: s.Clone(), sys: sys, rng: rand.New(rand.NewSource(s.Seed ^ 0x5eed))}
	in.eval.Fuel = evalFuel
	syntax.ANFProgram(in.Program)
	var o functor.Options
	if sys.Compiled {
		o = pipeline.Functor
	}
	in.fwd, in.rev = functor.New(sys.Forward, o), functor.New(sys.Reverse, o)
	d := dual.New()
	in.fwd.Reverse, in.fwd.Push, in.rev.Push = in.rev, d.Push, d.Push
	in.rev.Linear, in.rev.LinearBlock = d.Linear, d.LinearBlock
	in.plain = in.Entry
	if operators(in.Program) {
		p, err := in.rev.Definition(in.Entry, make([]bool, len(in.Entry.Params)))
		if err != nil {
			return nil, err
		}
		v := *p.Def
		v.Result, v.Body = in.Entry.Result, syntax.NewProj(0, p.Def.Body)
		in.plain = &v
	}
	in.draw()
	// A program that fails at run time says nothing about its derivatives; shrinking makes such.
	if _, err := in.call(in.plain, nil, 0); err != nil && !errors.Is(err, ErrDiscard) {
		return nil, fmt.Errorf("%w: the program fails: %w", ErrDiscard, err)
	} else if err != nil {
		return nil, err
	}
	return in, nil
}

// draw takes another point.
func (in *instance) draw() {
	in.sizes = nil
	for range in.Entry.Sizes {
		in.sizes = append(in.sizes, int64(1+in.rng.Intn(cmp.Or(in.sys.Lengths, 3))))
	}
	env := sizingOf(in.Entry, in.sizes)
	in.args = nil
	for _, p := range in.Entry.Params {
		in.args = append(in.args, randomValue(in.rng, p.Type, env, 3))
	}
}

// operators reports whether a program has derivative operators inside.
func operators(p *syntax.Program) bool {
	for _, d := range p.Defs {
		if syntax.HasOperators(d.Body) {
			return true
		}
	}
	return false
}

// call runs a definition on the point moved by h along dir (nil: not at all).
func (in *instance) call(d *syntax.Def, dir [][]float64, h float64) (semantics.Value, error) {
	args := in.args
	if dir != nil {
		args = slices.Clone(args)
		for i, a := range args {
			args[i] = moved(a, dir[i], h)
		}
	}
	v, err := in.eval.CallSized(d, in.sizes, args...)
	return v, tooLong(err)
}

func tooLong(err error) error {
	var e *semantics.Error
	if errors.As(err, &e) && e.Kind == semantics.OutOfFuel {
		return errTooLong
	}
	return err
}

// direction draws a random tangent of the point, by parameter.
func (in *instance) direction() [][]float64 {
	out := make([][]float64, len(in.args))
	for i, a := range in.args {
		for range realsOf(a) {
			out[i] = append(out[i], 2*in.rng.Float64()-1)
		}
	}
	return out
}

// slopeAlong differences the program along a direction.
func (in *instance) slopeAlong(dir [][]float64) (slope, error) {
	return differences(func(h float64) (semantics.Value, error) { return in.call(in.plain, dir, h) })
}

// all marks every parameter active.
func (in *instance) all() []bool {
	out := make([]bool, len(in.Entry.Params))
	for i := range out {
		out[i] = true
	}
	return out
}

// a derivative is that of the entry in one mode, with all that it calls.
type derivative struct {
	*functor.Derivative
	prog *syntax.Program
	def  *syntax.Def
}

// derive makes the derivative of the entry with respect to all its parameters.
func (in *instance) derive(f *functor.Functor) (*derivative, error) {
	d, err := f.Definition(in.Entry, in.all())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Mode.Name(), err)
	}
	return &derivative{d, in.reachable(d.Def), d.Def}, nil
}

// reachable is the program of d and what it calls.
func (in *instance) reachable(d *syntax.Def) *syntax.Program {
	return &syntax.Program{Data: in.Program.Data, Defs: syntax.Reachable(d)}
}

// then is the derivative after a pass.
func (d *derivative) then(pass func(*syntax.Program) (*syntax.Program, error)) (*derivative, error) {
	p, err := pass(d.prog)
	if err != nil {
		return nil, err
	}
	def := p.Lookup(d.def.Name)
	if def == nil {
		return nil, fmt.Errorf("%s is lost", d.def.Name)
	}
	return &derivative{d.Derivative, p, def}, nil
}

// a linearised program is the value and the linear half at the point.
type linearised struct {
	value, lin semantics.Value
	der        *derivative
}

// linearise runs a derivative at the point.
func (in *instance) linearise(d *derivative) (*linearised, error) {
	v, err := in.call(d.def, nil, 0)
	if err != nil {
		return nil, err
	}
	p, ok := v.(*semantics.Tuple)
	if !ok || len(p.Elems) != 2 {
		return nil, fmt.Errorf("derivative is no pair: %s", semantics.Format(v))
	}
	return &linearised{p.Elems[0], p.Elems[1], d}, nil
}

// linearised derives and runs.
func (in *instance) linearised(f *functor.Functor) (*linearised, error) {
	d, err := in.derive(f)
	if err != nil {
		return nil, err
	}
	return in.linearise(d)
}

// active lists the parameters with a place in the context of a derivative.
func (d *derivative) active() []int {
	var out []int
	for i, a := range d.Active {
		if a {
			out = append(out, i)
		}
	}
	return out
}

// tangent is the argument of the linear half of a forward derivative for a direction.
func (in *instance) tangent(d *derivative, dir [][]float64) semantics.Value {
	var parts []semantics.Value
	for _, i := range d.active() {
		parts = append(parts, tangentAt(in.args[i], in.Entry.Params[i].Type, from(dir[i])))
	}
	return semantics.NewTuple(parts...)
}

// push applies the linear half of a forward derivative to a direction.
func (in *instance) push(l *linearised, dir [][]float64) ([]float64, error) {
	v, err := in.eval.Apply(l.lin, in.tangent(l.der, dir))
	if err != nil {
		return nil, tooLong(err)
	}
	return in.components(l.value, in.Entry.Result, v)
}

func (in *instance) components(at semantics.Value, ty syntax.Type, dv semantics.Value) ([]float64, error) {
	out, ok := componentsAt(at, ty, dv)
	if !ok {
		return nil, fmt.Errorf("%s is no (co)tangent at %s : %s", semantics.Format(dv), semantics.Format(at), ty)
	}
	return out, nil
}

// pull applies the linear half of a reverse derivative to a cotangent of the
// result and gives the cotangents of all parameters.
func (in *instance) pull(l *linearised, cot []float64) ([][]float64, error) {
	w := tangentAt(l.value, in.Entry.Result, from(cot))
	v, err := in.eval.Apply(l.lin, w)
	if err != nil {
		return nil, tooLong(err)
	}
	return in.cotangents(l.der, v)
}

// cotangents splits the cotangent of the context of a derivative by parameters.
func (in *instance) cotangents(d *derivative, v semantics.Value) ([][]float64, error) {
	out := make([][]float64, len(in.args))
	for i, a := range in.args {
		out[i] = make([]float64, len(realsOf(a)))
	}
	act := d.active()
	for k, i := range act {
		part := v
		if t, ok := v.(*semantics.Tuple); ok && len(act) > 1 {
			if len(t.Elems) != len(act) {
				return nil, fmt.Errorf("%d cotangents for %d parameters", len(t.Elems), len(act))
			}
			part = t.Elems[k]
		}
		var err error
		if out[i], err = in.components(in.args[i], in.Entry.Params[i].Type, part); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// cotangent draws a random cotangent of a result.
func (in *instance) cotangent(v semantics.Value) []float64 {
	var out []float64
	for range realsOf(v) {
		out = append(out, 2*in.rng.Float64()-1)
	}
	return out
}
