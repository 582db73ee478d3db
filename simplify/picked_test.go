package simplify_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// TestPickedWhole counts the arrays of n elements that are made still: those of which not only a few elements are read.
func TestPickedWhole(t *testing.T) {
	const head = "def f [n] (x : [n]real, z : [n]real, a : [2]real, j : int) : real =\n"
	for _, row := range []struct {
		name, src string
		whole     int
	}{
		{"an element", "let y = [sin x[i] | i < n] in y[2 :> idx n]", 0},
		{"both of few rows, an element of each", "let y = [[sin (a[k] * x[i]) | i < n] | k < 2]; u = y[0 :> idx 2]; v = y[1 :> idx 2] in u[0 :> idx n] * u[j :> idx n] + v[0 :> idx n]", 0},
		{"both of few rows, one of them whole", "let y = [[sin (a[k] * x[i]) | i < n] | k < 2]; u = y[0 :> idx 2]; v = y[1 :> idx 2] in u[0 :> idx n] + sum [v[i] * v[i] * cos v[i] | i < n]", 1},
		{"both of few rows, both whole", "let y = [[sin (a[k] * x[i]) | i < n] | k < 2]; u = y[0 :> idx 2]; v = y[1 :> idx 2] in u[0 :> idx n] * v[j :> idx n] + sum u + sum v", 1},
		{"few rows of few rows", "let y = [[[sin (a[k] * a[l] * x[i]) | i < n] | l < 2] | k < 2] in y[0 :> idx 2][0 :> idx 2][1 :> idx n] + y[0 :> idx 2][1 :> idx 2][2 :> idx n] + y[1 :> idx 2][0 :> idx 2][j :> idx n] + y[1 :> idx 2][1 :> idx 2][3 :> idx n]", 0},
		{"a place behind many numbers", "let y = [sin x[i] | i < n]; b1 = z[0 :> idx n]; b2 = sin (b1 + b1); b3 = sin (b2 + b1); b4 = sin (b3 + b2); b5 = sin (b4 + b3); b6 = sin (b5 + b4); b7 = sin (b6 + b5); b8 = sin (b7 + b6); b9 = sin (b8 + b7); k = ilogb b9 in y[k :> idx n] * y[0 :> idx n]", 0},
		{"behind an update of what is used again", "let y = [sin x[i] | i < n]; u = set x (1 :> idx n) 3; k = ilogb u[0 :> idx n] in y[k :> idx n] * y[0 :> idx n] * x[2 :> idx n] + sum u", 0},
		{"used again before the place", "let y = [sin x[i] | i < n]; u = set x (1 :> idx n) 3; k = ilogb (u[0 :> idx n] * x[2 :> idx n]) in y[k :> idx n] * y[0 :> idx n] + sum u", 0},
		{"behind an update in place", "let y = [sin x[i] | i < n]; u = set x (1 :> idx n) 3; k = ilogb u[0 :> idx n] in y[k :> idx n] * y[0 :> idx n] + sum u", 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			q, _, err := simplify.Program(loaded(t, head+row.src), simplify.Options{Deriving: true, Disable: []string{"table", "hoist"}})
			if err != nil {
				t.Fatal(err)
			}
			body, whole := q.Defs[0].Body, 0
			sx.EachNode(body, func(u sx.Term) {
				if b, ok := u.(*sx.Build); ok && b.Len == sx.SizeOfVar(q.Defs[0].Sizes[0]) {
					whole++
				}
			})
			if whole != row.whole {
				t.Errorf("%d arrays of n elements, want %d:\n%s", whole, row.whole, sx.String(body))
			}
		})
	}
}
