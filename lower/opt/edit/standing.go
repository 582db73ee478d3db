package edit

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// StandIns make blocks of what stands for their statements. Most statements of most programs stay, and then blocks do
// too.
type StandIns struct {
	made []loop.Stmt // for the statements that are gone through, the innermost last
}

// Emit adds what stands for the statement that is gone through.
func (r *StandIns) Emit(s ...loop.Stmt) { r.made = append(r.made, s...) }

// Rebuild is what stands for a block: itself where all its statements stay. For each statement each is told to emit
// what stands for it, and says whether the rest of the block is to follow.
func (r *StandIns) Rebuild(b []loop.Stmt, each func(loop.Stmt) bool) []loop.Stmt {
	var out []loop.Stmt // nil while it is the beginning of b
	start := len(r.made)
	for i, s := range b {
		more := each(s)
		if made := r.made[start:]; out != nil || len(made) != 1 || made[0] != s {
			if out == nil {
				out = append(make([]loop.Stmt, 0, len(b)), b[:i]...)
			}
			out = append(out, made...)
		}
		r.made = r.made[:start]
		if !more {
			b = b[:i+1]
			break
		}
	}
	if out == nil {
		return slices.Clip(b) // it may be a part of another, which who appends to it must not write into
	}
	return out
}

// RebuildAt is [StandIns.Rebuild] for a block of which each need only see the statements at some places, and those
// where all says that it is to see every one from there on.
func (r *StandIns) RebuildAt(b []loop.Stmt, at []int32, all func() bool, each func(loop.Stmt)) []loop.Stmt {
	var out []loop.Stmt // nil while it is the beginning of b
	start := len(r.made)
	for i := 0; i < len(b); i++ {
		if !all() {
			for len(at) > 0 && int(at[0]) < i {
				at = at[1:]
			}
			next := len(b)
			if len(at) > 0 {
				next = int(at[0])
			}
			if out != nil {
				out = append(out, b[i:next]...)
			}
			if i = next; i == len(b) {
				break
			}
		}
		each(b[i])
		if made := r.made[start:]; out != nil || len(made) != 1 || made[0] != b[i] {
			if out == nil {
				out = append(make([]loop.Stmt, 0, len(b)), b[:i]...)
			}
			out = append(out, made...)
		}
		r.made = r.made[:start]
	}
	if out == nil {
		return slices.Clip(b)
	}
	return out
}
