package edit

import (
	"slices"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// A block of which all statements stay is itself, and nobody who appends to it writes into what follows it; any other
// is a new one.
func TestStandIns(t *testing.T) {
	var all []loop.Stmt
	for range 5 {
		all = append(all, &loop.Let{Var: loop.NewVar("x", loop.RealType), Rhs: loop.RealConst(1)})
	}
	old, b, other := slices.Clone(all), all[:3], all[4]
	var r StandIns
	same := r.Rebuild(b, throughout(func(s loop.Stmt) { r.Emit(s) }))
	if &same[0] != &b[0] || !slices.Equal(same, b) {
		t.Error("a block that stays is another")
	}
	if _ = append(same, other); !slices.Equal(all, old) { //nolint:gocritic // what it writes into is the question
		t.Error("who appends to a block writes into what follows it")
	}
	for name, c := range map[string]struct {
		each func(s loop.Stmt)
		want []loop.Stmt
	}{
		"dropped":  {func(s loop.Stmt) {}, nil},
		"the last": {func(s loop.Stmt) { r.Emit(map[bool]loop.Stmt{true: other, false: s}[s == b[2]]) }, []loop.Stmt{b[0], b[1], other}},
		"two for one": {func(s loop.Stmt) {
			if s == b[1] {
				r.Emit(other)
			}
			r.Emit(s)
		}, []loop.Stmt{b[0], other, b[1], b[2]}},
		"inside": {func(s loop.Stmt) {
			if s == b[1] {
				r.Emit(r.Rebuild(all[3:], throughout(func(loop.Stmt) { r.Emit(other) }))...)
				return
			}
			r.Emit(s)
		}, []loop.Stmt{b[0], other, other, b[2]}},
	} {
		if got := r.Rebuild(b, throughout(c.each)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %d statements, want %d", name, len(got), len(c.want))
		}
		if !slices.Equal(all, old) || len(r.made) != 0 {
			t.Errorf("%s: it has changed the block", name)
		}
	}
	if got := r.Rebuild(b, func(s loop.Stmt) bool { r.Emit(s); return s != b[1] }); !slices.Equal(got, b[:2]) || cap(got) > 2 {
		t.Errorf("left out behind the second: %d statements with room for %d", len(got), cap(got))
	}
}

// throughout has all statements of a block gone through.
func throughout(each func(loop.Stmt)) func(loop.Stmt) bool {
	return func(s loop.Stmt) bool { each(s); return true }
}
