package pipeline_test

import (
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/chad/pipeline"
)

// The stages before a program is differentiated, and after that.
func Example() {
	show := func(title string, stages []pipeline.Stage) {
		fmt.Println(title)
		for _, s := range stages {
			name := s.Name
			if s.Again {
				name += ", if that changed something"
			}
			fmt.Printf("  %s: %s\n", name, s.Does)
		}
	}
	show("before:", slices.Concat(pipeline.Closing(), pipeline.Normalising()))
	show("after:", pipeline.Compiling())
	// Output:
	// before:
	//   simplify: Small definitions are inlined, and rules used that keep cost and size.
	//   lift functions: Functions that do not escape become definitions.
	//   inline functions: Where functions are left, larger definitions that take or return some are inlined too, and functions lifted again.
	//   convert closures: Functions that are values at run time become data.
	//   simplify, if that changed something: Cases on data that is known go.
	//   lengths: An array whose length is always one size that is known has it in its type, and a definition has no size parameter that is the same constant, or the same as another, at all of its calls.
	//   simplify, if that changed something: Nothing is packed, and no lengths compared, where types say them.
	//   unroll: Loops that run a few times are written out, where arrays of few elements are tuples then.
	//   simplify, if that changed something: Indices are literals.
	//   small arrays: Arrays of few elements that are used at literal indices are tuples.
	//   simplify, if that changed something: Tuples that are made and taken apart go.
	//   unbox: Definitions have the components of tuples as parameters, and give one tuple of no other.
	//   simplify, if that changed something: Tuples that are made and taken apart around calls go.
	//   views: A part of an array of which elements alone are read is handed on as the array and an offset.
	//   simplify, if that changed something: Parts that were made for calls go.
	//   drop parameters: Parameters and components of results that no result of the program needs go.
	//   simplify, if that changed something: Calls may be the same, or small, without them, and states of loops not needed.
	//   drop parameters, if that changed something: So do those that only such states needed.
	//   simplify, if that changed something: Calls may be the same, or small, without them.
	//   A-normal form: Each intermediate result has a name, and what one branch alone needs stands in it.
	//   simplify, if that changed something: Conditions are known in branches, and what does not depend on them is not there.
	//   A-normal form, if that changed something: Each intermediate result has a name again.
	// after:
	//   simplify linear functions: What is applied where it is made needs no tape.
	//   tapes: A linear function becomes a tape of what it captures, and a definition that is given the tape.
	//   move bodies: A definition that is called once goes where it is called: what reads its tape is known there.
	//   simplify: Nothing is differentiated any more, so that rules may be used that would spoil it.
}
