package opt

import (
	"context"
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/internal/lab"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/internal/unionfind"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// A Pass is one step of the optimiser.
type Pass struct {
	Name string
	// Law is why the program after the pass means what the program before meant.
	Law string
	// Needs is what a function must have for the pass to change it; nothing else must be said of passes that look at
	// functions one by one.
	Needs Parts
	// Run changes the functions of a program in place.
	Run func(p *loop.Program, o *Options)
}

// Options say how the optimiser runs. The zero value is what users get.
type Options struct {
	// FastMath allows what changes results in the last bits, or at infinities, NaN and signed zeros: x·0 = 0, x/c =
	// x·(1/c) for a c that does not change in a loop, (x+a)+b = x+(a+b) on constants, q·a+q·b = q·(a+b) for free
	// additions and for cotangents that go through a loop, p·a+p·b = p·(a+b) where operations fall, and additions of
	// loops in any order.
	FastMath bool
	// Ordered keeps free additions in the order in which they are written, so that sums are
	// those of a plain loop to the last bit.
	Ordered bool
	// Jam runs nests of loops four iterations at a time.
	Jam bool
	// Zip puts arrays that loops use at the same indices into one, for back ends that have arrays of rows of constant
	// length.
	Zip bool
	// ZipFlat has Zip make one array of numbers of them, y[w·i + k] for what was element i of array k of w.
	ZipFlat bool
	// ZipFrom, if it is more than 0, does so without Zip where there are that many arrays.
	ZipFrom int
	// Parallel, if it is more than 1, has loops run in as many parts at the same time.
	Parallel int
	// Refused, if not nil, is called for loops that cannot.
	Refused func(f *loop.Func, s *loop.For, why string)
	// Outline makes functions of pairs of loops that stand among many variables, for compilers that keep
	// variables in registers only where there are few.
	Outline bool
	// Kernels marks loops that a library does at once; the back end has one.
	Kernels bool
	// Whole leaves loops that do several such things as they are, for back ends that are good at them too.
	Whole bool
	// Offsets is for back ends that do not check indices and where an index that is more than another by a constant
	// costs nothing.
	Offsets bool
	// Without names passes that do not run; there is an error for a name that none has.
	Without map[string]bool
	// Verify, if not nil, is called with the program before the first pass and after each; its
	// error ends Optimize and is reported with the name of the pass.
	Verify func(p *loop.Program) error
	// Context ends it: the error is that of the context then. Nil is one that does not end.
	Context context.Context
	// Observe, if not nil, is called with the program before the first pass
	// (under the name "") and after each.
	Observe func(pass string, p *loop.Program)

	settled settled    // the functions in which there is nothing more to share
	known   *knowledge // of the program as it is; nil for passes that run apart
	memory  *scratch   // of passes, used again by the next; see [Options.scratch]
}

// Optimize runs all passes on a program: on each exported function with what it calls alone, so that nothing of what
// becomes of it depends on others, unless they call the same functions. The errors are those of o.Verify, since a pass
// has a bug, and that of the context.
func Optimize(p *loop.Program, o Options) (err error) {
	defer stop.Recover(&err)
	defer times.Begin("opt")()
	if err := ordered(); err != nil {
		return err
	}
	for name := range o.Without {
		if PassByName(name).Run == nil {
			return fmt.Errorf("opt: there is no pass %q to leave out", name)
		}
	}
	parts := apart(p)
	if len(parts) == 1 {
		return run(p, &o, Passes())
	}
	was, is := map[*loop.Func]bool{}, map[*loop.Func]bool{}
	for _, f := range p.Funcs {
		was[f] = true
	}
	var made []*loop.Func
	for _, part := range parts {
		alone := o
		if err := run(part, &alone, Passes()); err != nil {
			return err
		}
		for _, f := range part.Funcs {
			if is[f] = true; !was[f] {
				made = append(made, f)
			}
		}
	}
	p.Funcs = append(slices.DeleteFunc(p.Funcs, func(f *loop.Func) bool { return !is[f] }), made...)
	return nil
}

// apart takes a program apart into those whose functions neither call nor are called by others.
func apart(p *loop.Program) (parts []*loop.Program) {
	var joined unionfind.Sets[*loop.Func]
	for _, f := range p.Funcs {
		loop.Walk(f.Body, func(s loop.Stmt) {
			if c, ok := s.(*loop.Call); ok {
				joined.Union(c.Func, f)
			}
		})
	}
	of := map[*loop.Func]*loop.Program{}
	for _, f := range p.Funcs {
		r := joined.Find(f)
		if of[r] == nil {
			of[r] = &loop.Program{Cells: p.Cells}
			parts = append(parts, of[r])
		}
		of[r].Funcs = append(of[r].Funcs, f)
	}
	return parts
}

func run(p *loop.Program, o *Options, passes []Pass) error {
	if err := inspect(p, o, ""); err != nil {
		return err
	}
	o.known = newKnowledge()
	for _, pass := range passes {
		if o.Without[pass.Name] || lab.Pass(pass.Name) {
			continue
		}
		apply(pass, p, o)
		if err := inspect(p, o, pass.Name); err != nil {
			return err
		}
	}
	lab.Passed(lab.End, p)
	return nil
}

// apply runs a pass; a panic names it.
func apply(pass Pass, p *loop.Program, o *Options) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := stop.Error(r); ok {
				panic(r)
			}
			panic(fmt.Sprintf("opt: in pass %s: %v", pass.Name, r))
		}
	}()
	if p = o.only(pass.Needs, p); len(p.Funcs) == 0 && pass.Needs != 0 || o.known.idle[pass.Name] && !confirming {
		return
	}
	stop.Check(o.Context)
	defer times.Begin(pass.Name)()
	o.scratch().called = nil
	pass.runOn(p, o)
}

func inspect(p *loop.Program, o *Options, pass string) error {
	if o.Observe != nil {
		o.Observe(pass, p)
	}
	lab.Passed(pass, p)
	if o.Verify == nil {
		return nil
	}
	if err := o.Verify(p); err != nil {
		if pass == "" {
			return fmt.Errorf("opt: the program to optimise: %w", err)
		}
		return fmt.Errorf("opt: after pass %s: %w", pass, err)
	}
	return nil
}

// PassByName finds a pass of the list; it has an empty name when there is none.
func PassByName(name string) Pass {
	for _, p := range Passes() {
		if p.Name == name {
			return p
		}
	}
	return Pass{}
}

// eachFunc makes the run of a pass that treats functions one by one.
func eachFunc(f func(*loop.Func, *Options)) func(*loop.Program, *Options) {
	return func(p *loop.Program, o *Options) {
		for _, fn := range p.Funcs {
			stop.Check(o.Context)
			f(fn, o)
		}
	}
}
