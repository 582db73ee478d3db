package proptest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/seed-4b734f86/gochad/chad/dual"
	"github.com/seed-4b734f86/gochad/chad/pipeline"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/loop/loopval"
	"github.com/seed-4b734f86/gochad/lower/place"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// LoopsAgree places n random programs as loops, those with real entries with their pullbacks and their
// pushforwards. It reads and verifies their text, and compares what they compute with the evaluator. pass, if not
// nil, is what happens to a placed program before that, such as optimisation. Programs that
// have no first-order form, whose derivative fails or that run too long do not count in placed.
// The error is the first disagreement, with the program.
func LoopsAgree(sys *System, pass func(*loop.Program) error, c Config, n int) (placed int, err error) {
	for seed := range int64(n) {
		c.Seed = seed
		s := Generate(c)
		whats := []what{theValue}
		if c.RealEntry {
			whats = []what{thePullback, thePushforward}
		}
		for _, w := range whats {
			r, err := newLoopRun(sys, s, w)
			if err != nil {
				continue
			}
			p, err := place.Program(place.Options{}, place.Export{Def: r.def, Name: "f"})
			if err != nil {
				continue
			}
			if _, err := r.check(p, pass); err != nil {
				return placed, fmt.Errorf("seed %d: %w\n%s", seed, err, s)
			}
			if w != thePushforward {
				placed++
			}
		}
	}
	return placed, nil
}

// what of a program is run.
type what uint8

const (
	theValue       what = iota
	thePullback         // with the value, at a seed
	thePushforward      // with the value, along a direction
)

// a loopRun is a call of a first-order definition with what the evaluator says of it.
type loopRun struct {
	def   *syntax.Def
	sizes []int64
	args  []semantics.Value
	want  semantics.Value
	// derived says that the result is a pair of a value and its derivative.
	derived bool
}

// newLoopRun takes a sample at a point, with its pullback or pushforward there.
func newLoopRun(sys *System, s *Sample, w what) (*loopRun, error) {
	in, err := sys.instantiate(s)
	if err != nil {
		return nil, err
	}
	if w == theValue {
		want, err := in.call(in.plain, nil, 0)
		if err != nil {
			return nil, err
		}
		_, def, err := sys.compile(in.reachable(in.plain), in.plain)
		return &loopRun{def, in.sizes, in.args, want, false}, err
	}
	if w == thePushforward && sys.Compiled {
		if r, err := in.dual(); !errors.As(err, new(dual.Unsupported)) {
			return r, err
		}
	}
	mode := in.rev
	if w == thePushforward {
		mode = in.fwd
	}
	d, err := in.derive(mode)
	if err != nil {
		return nil, err
	}
	paper, entry, err := in.withSeed(d)
	if err != nil {
		return nil, err
	}
	y, err := in.call(in.plain, nil, 0)
	if err != nil {
		return nil, err
	}
	args := in.args[:len(in.args):len(in.args)]
	if w == thePullback {
		args = append(args, seedArgs(tangentAt(y, in.Entry.Result, from(in.cotangent(y))))...)
	} else {
		args = append(args, seedArgs(in.tangent(d, in.direction()))...)
	}
	want, err := in.eval.CallSized(entry, in.sizes, args...)
	if err != nil {
		return nil, tooLong(err)
	}
	_, def, err := sys.compile(paper, entry)
	if err != nil {
		return nil, err
	}
	return &loopRun{def, in.sizes, args, want, true}, nil
}

// dual is the value and the tangent by dual numbers, as package chad takes them.
// Errors: a [dual.Unsupported], of what has no tangent as dual numbers.
func (in *instance) dual() (r *loopRun, err error) {
	defer dual.Recover(&err)
	active, args, dir := in.all(), in.args[:len(in.args):len(in.args)], in.direction()
	for i, x := range in.Entry.Params {
		if active[i] = syntax.TangentType(x.Type) != syntax.Unit; active[i] {
			args = append(args, tangentAt(in.args[i], x.Type, from(dir[i])))
		}
	}
	d, err := pipeline.Pair(context.Background(), in.Entry, active)
	if err != nil {
		return nil, err
	}
	d.Name = in.Entry.Name + "_jvp"
	_, copies := in.reachable(d).Copy()
	d = copies[d]
	d.Body = syntax.ANF(d.Body)
	if d, err = in.rev.Plain(d); err != nil {
		return nil, err
	}
	want, err := in.eval.CallSized(d, in.sizes, args...)
	if err != nil {
		return nil, tooLong(err)
	}
	if _, d, err = in.sys.compile(in.reachable(d), d); err != nil {
		return nil, err
	}
	return &loopRun{d, in.sizes, args, want, true}, nil
}

// exported is the function that users call.
func exported(p *loop.Program) *loop.Func {
	for _, f := range p.Funcs {
		if f.Exported {
			return f
		}
	}
	return nil
}

// check reads the text of the loops and compares; it counts the operations.
func (r *loopRun) check(placed *place.Result, pass func(*loop.Program) error) (loop.Counts, error) {
	var none loop.Counts
	p := placed.Program
	sizes := loopval.Sizes{}
	for i, n := range r.def.Sizes {
		sizes[n] = r.sizes[i]
	}
	given := r.given(placed)
	if pass != nil {
		if err := pass(p); err != nil {
			return none, err
		}
	}
	if err := loop.Verify(p); err != nil {
		return none, fmt.Errorf("%w\n%s", err, p)
	}
	text := p.String()
	p, err := loop.Read("placed", text)
	if err != nil {
		return none, fmt.Errorf("%w\n%s", err, text)
	}
	if p.String() != text {
		return none, fmt.Errorf("the loops read back as others:\n%s", text)
	}
	args, err := r.arguments(exported(p), given, sizes)
	if err != nil {
		return none, err
	}
	return r.run(p, exported(p), args, sizes)
}

// run evaluates the loops and compares.
func (r *loopRun) run(p *loop.Program, f *loop.Func, args []loop.Value, sizes loopval.Sizes) (loop.Counts, error) {
	results, counts, err := loop.Eval(p, f, args, 100*evalFuel)
	if err != nil {
		return counts, fmt.Errorf("the loops fail: %w\n%s", err, p)
	}
	got, err := loopval.Unflatten(results, r.def.Result, sizes)
	if err != nil {
		return counts, err
	}
	want, err := semantics.Normal(r.want, r.def.Result, sizes)
	if err != nil {
		return counts, err
	}
	if !closeWhereDefined(want, got, r.derived) {
		return counts, fmt.Errorf("the loops give %s, the evaluator %s\n%s", semantics.Format(got),
			semantics.Format(want), p)
	}
	return counts, nil
}

// closeWhereDefined reports whether two results are close; of derivatives where there is a value. The slope of what is
// NaN is NaN as well, and then it depends on what is known beforehand to be zero whether it is multiplied with that
// zero (docs/nonsmooth.md).
func closeWhereDefined(want, got semantics.Value, derived bool) bool {
	if a, ok := want.(*semantics.Tuple); ok && derived && slices.ContainsFunc(realsOf(a.Elems[0]), math.IsNaN) {
		b, ok := got.(*semantics.Tuple)
		return ok && semantics.Close(a.Elems[0], b.Elems[0], 1e-7)
	}
	return semantics.Close(want, got, 1e-7)
}

// given are the sizes that are lengths of parameters; the others are parameters of their own.
func (r *loopRun) given(placed *place.Result) map[*syntax.SizeVar]bool {
	out := map[*syntax.SizeVar]bool{}
	for _, q := range exported(placed.Program).Params {
		for k, n := range placed.Shapes[q.Var] {
			if n == nil || k >= 3 {
				continue
			}
			if v, ok := n.IsVar(); ok {
				out[v] = true
			}
		}
	}
	return out
}

// arguments are those of the exported function: the sizes that no parameter gives, and the leaves.
func (r *loopRun) arguments(f *loop.Func, given map[*syntax.SizeVar]bool, sizes loopval.Sizes) ([]loop.Value, error) {
	var out []loop.Value
	for _, n := range r.def.Sizes {
		if !given[n] {
			out = append(out, sizes[n])
		}
	}
	params := f.Params[len(out):]
	for i, x := range r.def.Params {
		ts, err := loopval.Types(x.Type, func(*syntax.Data) *loop.Cell { return nil })
		if err != nil {
			return nil, err
		}
		if len(ts) > len(params) {
			return nil, fmt.Errorf("%d parameters are too few for %s", len(f.Params), x.Name)
		}
		for k := range ts {
			ts[k] = params[k].Var.Type
		}
		params = params[len(ts):]
		xs, err := loopval.Flatten(r.args[i], x.Type, ts, sizes)
		if err != nil {
			return nil, err
		}
		out = append(out, xs...)
	}
	return out, nil
}
