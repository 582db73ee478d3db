package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

// without is a block without some statements.
func without(b []loop.Stmt, drop func(loop.Stmt) bool) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(b)+1)
	for _, s := range b {
		if !drop(s) {
			out = append(out, s)
		}
	}
	return out
}
