package proptest

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/loop/loopval"
	"github.com/seed-4b734f86/gochad/lower/place"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// LoopsAgree places n random programs with their pullbacks as loops, reads and
// verifies their text, and compares what they compute with the evaluator. pass, if not
// nil, is what happens to a placed program before that, such as optimisation. Programs that
// have no first-order form, whose derivative fails or that run too long do not count in placed.
// The error is the first disagreement, with the program.
func LoopsAgree(sys *System, pass func(*loop.Program) error, c Config, n int) (placed int, err error) {
	for seed := range int64(n) {
		c.Seed = seed
		c.RealEntry = true
		s := Generate(c)
		r, err := newLoopRun(sys, s)
		if err != nil {
			continue
		}
		p, err := place.Program(place.Options{}, place.Export{Def: r.def, Name: "f"})
		if err != nil {
			continue
		}
		if err := r.check(p, pass); err != nil {
			return placed, fmt.Errorf("seed %d: %w\n%s", seed, err, s)
		}
		placed++
	}
	return placed, nil
}

// a loopRun is a call of a first-order definition with what the evaluator says of it.
type loopRun struct {
	def   *syntax.Def
	sizes []int64
	args  []semantics.Value
	want  semantics.Value
}

// newLoopRun derives the value and pullback of a sample at a point.
func newLoopRun(sys *System, s *Sample) (*loopRun, error) {
	in, err := sys.instantiate(s)
	if err != nil {
		return nil, err
	}
	d, err := in.derive(in.rev)
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
	args := append(in.args[:len(in.args):len(in.args)], seedArgs(tangentAt(y, in.Entry.Result, from(in.cotangent(y))))...)
	want, err := in.eval.CallSized(entry, in.sizes, args...)
	if err != nil {
		return nil, tooLong(err)
	}
	_, def, err := sys.compile(paper, entry)
	if err != nil {
		return nil, err
	}
	return &loopRun{def, in.sizes, args, want}, nil
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

// check reads the text of the loops and compares.
func (r *loopRun) check(placed *place.Result, pass func(*loop.Program) error) error {
	p := placed.Program
	sizes := loopval.Sizes{}
	for i, n := range r.def.Sizes {
		sizes[n] = r.sizes[i]
	}
	args, err := r.arguments(placed, exported(p), sizes)
	if err != nil {
		return err
	}
	if pass != nil {
		if err := pass(p); err != nil {
			return err
		}
	}
	if err := loop.Verify(p); err != nil {
		return fmt.Errorf("%w\n%s", err, p)
	}
	text := p.String()
	if p, err = loop.Read("placed", text); err != nil {
		return fmt.Errorf("%w\n%s", err, text)
	}
	if p.String() != text {
		return fmt.Errorf("the loops read back as others:\n%s", text)
	}
	return r.run(p, exported(p), args, sizes)
}

// run evaluates the loops and compares.
func (r *loopRun) run(p *loop.Program, f *loop.Func, args []loop.Value, sizes loopval.Sizes) error {
	results, _, err := loop.Eval(p, f, args, 100*evalFuel)
	if err != nil {
		return fmt.Errorf("the loops fail: %w\n%s", err, p)
	}
	got, err := loopval.Unflatten(results, r.def.Result, sizes)
	if err != nil {
		return err
	}
	want, have := realsOf(r.want), realsOf(got)
	if d := distances(want, have); !(d <= 1e-7) {
		return fmt.Errorf("the loops give %v, the evaluator %v\n%s", have, want, p)
	}
	return nil
}

// arguments are those of the exported function: the sizes that no parameter gives, and the leaves.
func (r *loopRun) arguments(placed *place.Result, f *loop.Func, sizes loopval.Sizes) ([]loop.Value, error) {
	var out []loop.Value
	given := map[*syntax.SizeVar]bool{}
	leaves := 0
	for _, q := range f.Params {
		if _, ok := placed.Shapes[q.Var]; !ok {
			continue
		}
		leaves++
		for k, n := range placed.Shapes[q.Var] {
			if n == nil || k >= 3 {
				continue
			}
			if v, ok := n.IsVar(); ok {
				given[v] = true
			}
		}
	}
	for _, n := range r.def.Sizes {
		if !given[n] {
			out = append(out, sizes[n])
		}
	}
	params := f.Params[len(f.Params)-leaves:]
	if len(out)+leaves != len(f.Params) {
		return nil, fmt.Errorf("%d parameters of %d leaves and %d sizes", len(f.Params), leaves, len(out))
	}
	for i, x := range r.def.Params {
		ts, err := loopval.Types(x.Type, func(*syntax.Data) *loop.Cell { return nil })
		if err != nil {
			return nil, err
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
