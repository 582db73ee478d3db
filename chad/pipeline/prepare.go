package pipeline

import (
	"context"
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/program"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Closed is a program after [Closing], and what becomes of one of its definitions.
// The error is a failed invariant.
func Closed(ctx context.Context, prog *syntax.Program, def *syntax.Def) (*syntax.Program, *syntax.Def, error) {
	w := &Work{Context: ctx, Program: prog, Def: def}
	err := w.Run(Closing())
	return w.Program, w.Def, err
}

// Prepared is [Closed] after [Normalising]. It changes the program that it is given.
// The error is a failed invariant.
func Prepared(ctx context.Context, prog *syntax.Program, def *syntax.Def, failing program.Failing) (*syntax.Program,
	*syntax.Def, error) {
	w := &Work{Context: ctx, Program: prog, Def: def, Failing: failing}
	err := w.Run(slices.Concat(Closing(), Normalising()))
	return w.Program, w.Def, err
}

// Read is Prepared of a program that it leaves as it is, but whose terms it may give back, with their binders. The
// program is one without loops, functions and recursion: there is nothing to lift or to convert, which changes
// definitions where they stand. The error is a failed invariant.
func Read(ctx context.Context, given *syntax.Program, def *syntax.Def, failing program.Failing) (*syntax.Program,
	*syntax.Def, error) {
	w := &Work{Context: ctx, Program: given, Def: def, Failing: failing}
	if err := w.Run(Closing()[:1]); err != nil {
		return nil, nil, err
	}
	if w.Program == given {
		at := slices.Index(given.Defs, w.Def)
		w.Program, _ = given.Copy()
		w.Def = w.Program.Defs[at]
	}
	err := w.Run(slices.Concat(converting(), Normalising()))
	return w.Program, w.Def, err
}
