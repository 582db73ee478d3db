package inplace

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// Rows has rows changed where they are, and reports whether it has changed the function: [OnlyLengths], [Append],
// [Truncate] and [Update], one after the other. Where additions are ordered no row is cut, since 0 + x is x except for the
// sign of a zero. The analysis is asked for where there is something to do.
func Rows(f *loop.Func, analyse func(*loop.Func) *facts.Info, ordered bool) bool {
	changed := OnlyLengths(f)
	steps := []func(*loop.Func, func(*loop.Func) *facts.Info) bool{Append, Truncate, Update}
	if ordered {
		steps = []func(*loop.Func, func(*loop.Func) *facts.Info) bool{Append, Update}
	}
	for _, step := range steps {
		if changed {
			analyse = facts.Analyse // what was known is of what the function was
		}
		changed = step(f, analyse) || changed
	}
	return changed
}
