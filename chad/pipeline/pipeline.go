// Package pipeline has the compiled route as data: the stages that a program goes through before it is differentiated,
// and those between its derivative and loops. Package chad runs them for users; package proptest counts the operation
// bound on what users get, so it runs the same. What comes after, loops and their passes, is in packages place and opt,
// and what prints them in gen and wasmbackend.
package pipeline

import (
	"context"
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/program"

	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A Stage takes a program to the next.
type Stage struct {
	Name string
	// Does says what it does, in a sentence.
	Does string
	// Again says that it runs only where the stage before it has changed something.
	Again bool
	run   func(w *Work) (changed bool, err error)
}

// Work is a program on its way, and what is known of it.
type Work struct {
	Context context.Context // which may be nil
	Program *syntax.Program
	Def     *syntax.Def // the definition that is asked for
	// Failing says where what may fail is computed.
	Failing program.Failing
	// Kernels has calls stay of what the back end has a kernel for.
	Kernels bool
	// Simplified says that linear functions have been simplified: those of derivatives are when they are made.
	Simplified bool
	// halves are the definitions that give tapes or are given them.
	halves []*syntax.Def
}

// Run runs stages, in their order. The program that it is given may change.
// The error is a failed invariant, or that of the context.
func (w *Work) Run(stages []Stage) (err error) {
	defer stop.Recover(&err)
	changed := false
	for _, s := range stages {
		if s.Again && !changed {
			continue
		}
		stop.Check(w.Context)
		at := slices.Index(w.Program.Defs, w.Def)
		if changed, err = s.run(w); err != nil {
			return err
		}
		if !slices.Contains(w.Program.Defs, w.Def) { // a copy of it stands where it stood
			w.Def = w.Program.Defs[at]
		}
	}
	return nil
}

// Closing takes functions out of a program: what remains is first-order, except for parameters and results of the
// definition that is asked for.
func Closing() []Stage {
	return append([]Stage{
		{Name: "simplify", Does: "Small definitions are inlined, and rules used that keep cost and size.",
			run: (*Work).simplifyAll},
	}, converting()...)
}

func converting() []Stage {
	return []Stage{
		{Name: "lift functions", Does: "Functions that do not escape become definitions.", run: (*Work).lift},
		{
			Name: "inline functions",
			Does: "Where functions are left, larger definitions that take or return some are inlined too, and " +
				"functions lifted again.",
			run: (*Work).inlineFunctions,
		},
		{Name: "convert closures", Does: "Functions that are values at run time become data.", run: (*Work).convert},
		{Name: "simplify", Does: "Cases on data that is known go.", Again: true, run: (*Work).simplifyAll},
		{
			Name: "lengths",
			Does: "An array whose length is always one size that is known has it in its type, and a definition has no " +
				"size parameter that is the same constant, or the same as another, at all of its calls.",
			run: (*Work).lengths,
		},
		{Name: "simplify", Does: "Nothing is packed, and no lengths compared, where types say them.", Again: true,
			run: (*Work).simplifyAll},
		{Name: "unroll",
			Does: "Loops that run a few times are written out, where arrays of few elements are tuples then.",
			run:  (*Work).unroll},
		{Name: "simplify", Does: "Indices are literals.", Again: true, run: (*Work).simplifyAll},
		{Name: "small arrays", Does: "Arrays of few elements that are used at literal indices are tuples.",
			run: (*Work).smallArrays},
		{Name: "simplify", Does: "Tuples that are made and taken apart go.", Again: true,
			run: (*Work).simplifyAll},
		{Name: "unbox", Does: "Definitions have the components of tuples as parameters, and give one tuple of no other.",
			run: (*Work).unbox},
		{Name: "simplify", Does: "Tuples that are made and taken apart around calls go.", Again: true,
			run: (*Work).simplifyAll},
		{Name: "views", Does: "A part of an array of which elements alone are read is handed on as the array and an offset.",
			run: (*Work).views},
		{Name: "simplify", Does: "Parts that were made for calls go.", Again: true, run: (*Work).simplifyAll},
		{Name: "drop parameters", Does: "Parameters and components of results that no result of the program needs go.",
			run: (*Work).dropParameters},
		{Name: "simplify", Does: "Calls may be the same, or small, without them, and states of loops not needed.",
			Again: true, run: (*Work).simplifyAll},
		{Name: "drop parameters", Does: "So do those that only such states needed.", Again: true,
			run: (*Work).dropParameters},
		{Name: "simplify", Does: "Calls may be the same, or small, without them.", Again: true,
			run: (*Work).simplifyAll},
	}
}

// Normalising brings a program into the form that is differentiated: A-normal form, in which one branch alone has what
// it alone needs.
func Normalising() []Stage {
	return []Stage{
		{Name: "A-normal form",
			Does: "Each intermediate result has a name, and what one branch alone needs stands in it.",
			run:  (*Work).normalise},
		{Name: "simplify", Does: "Conditions are known in branches, and what does not depend on them is not there.",
			Again: true, run: (*Work).simplifyAll},
		{Name: "A-normal form", Does: "Each intermediate result has a name again.", Again: true,
			run: (*Work).normalise},
	}
}

// Compiling takes a derivative to what is placed: static code with tapes in place of linear functions.
func Compiling() []Stage {
	return []Stage{
		{Name: "simplify linear functions", Does: "What is applied where it is made needs no tape.",
			run: (*Work).simplifyLinear},
		{Name: "tapes",
			Does: "A linear function becomes a tape of what it captures, and a definition that is given the tape.",
			run:  (*Work).tapes},
		{Name: "move bodies",
			Does: "A definition that is called once goes where it is called: what reads its tape is known there.",
			run:  (*Work).moveOnce},
		{Name: "simplify", Does: "Nothing is differentiated any more, so that rules may be used that would spoil it.",
			run: (*Work).simplifyCompiled},
	}
}
