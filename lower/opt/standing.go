package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// standIns make blocks of what stands for their statements. Most statements of most programs stay, and then blocks do
// too.
type standIns struct {
	made []loop.Stmt // for the statements that are gone through, the innermost last
}

func (r *standIns) emit(s ...loop.Stmt) { r.made = append(r.made, s...) }

// rebuild is what stands for a block: itself where all its statements stay. For each statement each is told to emit
// what stands for it, and says whether the rest of the block is to follow.
func (r *standIns) rebuild(b []loop.Stmt, each func(loop.Stmt) bool) []loop.Stmt {
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
