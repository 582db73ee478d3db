// Package prepare makes of a program what is differentiated on the compiled route. Package chad does so for users; package proptest counts the operation
// bound on what users get, so it asks for the same.
package prepare

import (
	"context"
	"slices"

	"github.com/seed-4b734f86/gochad/closure"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/simplify"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Inline is the size, in nodes, up to which a definition is put in the
// place of its calls before differentiation.
const Inline = 120

// inlineHigher is that size for definitions that take or return functions, where functions are values at run time: what
// such a function captures is part of its record if it leaves the definition that makes it, and else is not.
const inlineHigher = 2000

// deriving is how programs are simplified that are to be differentiated. The context may be nil, here and below.
func deriving(ctx context.Context) simplify.Options {
	return simplify.Options{Inline: Inline, Deriving: true, Context: ctx}
}

// Prepared is [Closed] in A-normal form, with what one branch alone needs in that branch. It changes the program that it is given.
// The error is a failed invariant.
func Prepared(ctx context.Context, prog *syntax.Program, def *syntax.Def, failing simplify.Failing) (*syntax.Program, *syntax.Def, error) {
	prog, def, err := Closed(ctx, prog, def)
	if err != nil {
		return nil, nil, err
	}
	return ready(ctx, prog, def, failing)
}

// Read is Prepared of a program that it leaves as it is, but whose terms it may give back, with their binders. The program is one without loops, functions and
// recursion: there is nothing to lift or to convert, which changes definitions where they stand.
// The error is a failed invariant.
func Read(ctx context.Context, given *syntax.Program, def *syntax.Def, failing simplify.Failing) (*syntax.Program, *syntax.Def, error) {
	at := slices.Index(given.Defs, def)
	prog, _, err := simplify.Program(given, deriving(ctx))
	if err != nil {
		return nil, nil, err
	}
	if prog == given {
		prog, _ = given.Copy()
	}
	if prog, def, err = lifted(ctx, prog, at); err != nil {
		return nil, nil, err
	}
	return ready(ctx, prog, def, failing)
}

func ready(ctx context.Context, prog *syntax.Program, def *syntax.Def, failing simplify.Failing) (_ *syntax.Program, _ *syntax.Def, err error) {
	defer stop.Recover(&err)
	stop.Check(ctx)
	if delayed(prog, failing) { // where conditions are known, and what does not depend on them is not there
		at := slices.Index(prog.Defs, def)
		if prog, _, err = simplify.Program(prog, deriving(ctx)); err != nil {
			return nil, nil, err
		}
		def = prog.Defs[at]
		stop.Check(ctx)
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
func Closed(ctx context.Context, prog *syntax.Program, def *syntax.Def) (*syntax.Program, *syntax.Def, error) {
	at := slices.Index(prog.Defs, def)
	prog, _, err := simplify.Program(prog, deriving(ctx))
	if err != nil {
		return nil, nil, err
	}
	return lifted(ctx, prog, at)
}

// lifted is what becomes of a simplified program, and of its definition at an index.
func lifted(ctx context.Context, prog *syntax.Program, at int) (_ *syntax.Program, _ *syntax.Def, err error) {
	defer stop.Recover(&err)
	stop.Check(ctx)
	prog = simplify.Lift(prog)
	if closure.Needed(prog) {
		higher := deriving(ctx)
		higher.InlineHigher = inlineHigher
		if prog, _, err = simplify.Program(prog, higher); err != nil {
			return nil, nil, err
		}
		prog = simplify.Lift(prog)
	}
	stop.Check(ctx)
	var changed bool
	prog, changed, err = closure.Convert(ctx, prog, prog.Defs[at])
	if err != nil {
		return nil, nil, err
	}
	if changed {
		if prog, _, err = simplify.Program(prog, deriving(ctx)); err != nil {
			return nil, nil, err
		}
	}
	if simplify.DeadParams(prog, prog.Defs[at]) { // calls may be the same, or smaller, without them
		if prog, _, err = simplify.Program(prog, deriving(ctx)); err != nil {
			return nil, nil, err
		}
	}
	return prog, prog.Defs[at], nil
}
