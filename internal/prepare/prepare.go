// Package prepare makes of a program what is differentiated on the compiled route. Package chad does so for users; package proptest counts the operation
// bound on what users get, so it asks for the same.
package prepare

import (
	"slices"

	"github.com/seed-4b734f86/gochad/closure"
	"github.com/seed-4b734f86/gochad/simplify"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Inline is the size, in nodes, up to which a definition is put in the
// place of its calls before differentiation.
const Inline = 120

// inlineHigher is that size for definitions that take or return functions, where functions are values at run time: what
// such a function captures is part of its record if it leaves the definition that makes it, and else is not.
const inlineHigher = 2000

// deriving is how programs are simplified that are to be differentiated.
var deriving = simplify.Options{Inline: Inline, Deriving: true}

// Prepared is [Closed] in A-normal form, with what one branch alone needs in that branch. It changes the program that it is given.
// The error is a failed invariant.
func Prepared(prog *syntax.Program, def *syntax.Def, failing simplify.Failing) (*syntax.Program, *syntax.Def, error) {
	prog, def, err := Closed(prog, def)
	if err != nil {
		return nil, nil, err
	}
	return ready(prog, def, failing)
}

// Read is Prepared of a program that it leaves as it is, but whose terms it may give back, with their binders. The program is one without loops, functions and
// recursion: there is nothing to lift or to convert, which changes definitions where they stand.
// The error is a failed invariant.
func Read(given *syntax.Program, def *syntax.Def, failing simplify.Failing) (*syntax.Program, *syntax.Def, error) {
	at := slices.Index(given.Defs, def)
	prog, _, err := simplify.Program(given, deriving)
	if err != nil {
		return nil, nil, err
	}
	if prog == given {
		prog, _ = given.Copy()
	}
	if prog, def, err = lifted(prog, at); err != nil {
		return nil, nil, err
	}
	return ready(prog, def, failing)
}

func ready(prog *syntax.Program, def *syntax.Def, failing simplify.Failing) (*syntax.Program, *syntax.Def, error) {
	if delayed(prog, failing) { // where conditions are known, and what does not depend on them is not there
		at := slices.Index(prog.Defs, def)
		var err error
		if prog, _, err = simplify.Program(prog, deriving); err != nil {
			return nil, nil, err
		}
		def = prog.Defs[at]
		delayed(prog, failing)
	}
	return prog, def, nil
}

// delayed brings a program into A-normal form, with what one branch alone needs in that branch, and reports whether anything is there now that was not.
func delayed(prog *syntax.Program, failing simplify.Failing) bool {
	for _, d := range prog.Defs {
		if d.Body != nil {
			d.Body = syntax.WrittenOut(d.Body)
		}
	}
	syntax.ANFProgram(prog)
	return simplify.Delay(prog, failing)
}

// Closed is a program simplified, with functions that do not escape lifted to definitions, and the others made data; and what becomes of one of its definitions.
// The error is a failed invariant.
func Closed(prog *syntax.Program, def *syntax.Def) (*syntax.Program, *syntax.Def, error) {
	at := slices.Index(prog.Defs, def)
	prog, _, err := simplify.Program(prog, deriving)
	if err != nil {
		return nil, nil, err
	}
	return lifted(prog, at)
}

// lifted is what becomes of a simplified program, and of its definition at an index.
func lifted(prog *syntax.Program, at int) (_ *syntax.Program, _ *syntax.Def, err error) {
	prog = simplify.Lift(prog)
	if closure.Needed(prog) {
		higher := deriving
		higher.InlineHigher = inlineHigher
		if prog, _, err = simplify.Program(prog, higher); err != nil {
			return nil, nil, err
		}
		prog = simplify.Lift(prog)
	}
	var changed bool
	prog, changed, err = closure.Convert(prog, prog.Defs[at])
	if err != nil {
		return nil, nil, err
	}
	if changed {
		if prog, _, err = simplify.Program(prog, deriving); err != nil {
			return nil, nil, err
		}
	}
	if simplify.DeadParams(prog, prog.Defs[at]) { // calls may be the same, or smaller, without them
		if prog, _, err = simplify.Program(prog, deriving); err != nil {
			return nil, nil, err
		}
	}
	return prog, prog.Defs[at], nil
}
