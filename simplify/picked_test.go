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
		{"two columns", "let y = [[sin (z[k] * x[i]) | i < n] | k < n] in sum [y[k][0 :> idx n] * y[n - 1 - int k :> idx n][j :> idx n] + y[k][j :> idx n] | k < n]", 2},
		{"the diagonal and a column", "let y = [[sin (z[k] * x[i]) | i < n] | k < n] in sum [y[k][k] * y[n - 1 - int k :> idx n][n - 1 - int k :> idx n] + y[k][j :> idx n] | k < n]", 2},
		{"a column of rows of rows", "let y = [[[sin (z[k] * z[l] * x[i]) | i < n] | l < n] | k < n] in sum [sum [y[k][l][0 :> idx n] * y[n - 1 - int k :> idx n][l][0 :> idx n] | l < n] | k < n]", 4},
		{"rows, where a row is a column", "let y = [[[sin (z[k] * z[l] * x[i]) | i < n] | l < n] | k < n] in sum [sum [y[k][0 :> idx n][i] * y[n - 1 - int k :> idx n][0 :> idx n][i] | i < n] | k < n]", 4},
		{"a column and a row", "let y = [[sin (z[k] * x[i]) | i < n] | k < n] in sum [y[k][0 :> idx n] * y[n - 1 - int k :> idx n][0 :> idx n] | k < n] + sum y[0 :> idx n]", 3},
		{"a column and elements that are not known", "let y = [[sin (z[k] * x[i]) | i < n] | k < n] in sum [y[k][0 :> idx n] * y[n - 1 - int k :> idx n][0 :> idx n] + sum [y[k][i] * y[i][k] | i < n] | k < n]", 4},
		{"a column behind a row that is read", "let y = [[sin (z[k] * x[i]) | i < n] | k < n]; u = sum [y[k][0 :> idx n] * y[n - 1 - int k :> idx n][0 :> idx n] | k < n]; k = ilogb u in u + sum [y[i][k :> idx n] * y[n - 1 - int i :> idx n][k :> idx n] | i < n]", 4},
		{"many columns", "let y = [[sin (z[k] * x[i]) | i < n] | k < n] in sum [y[k][0 :> idx n] * y[n - 1 - int k :> idx n][1 :> idx n] + y[k][2 :> idx n] + y[k][3 :> idx n] + y[k][4 :> idx n] + y[k][5 :> idx n] + y[k][6 :> idx n] + y[k][7 :> idx n] + y[k][8 :> idx n] | k < n]", 3},
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
