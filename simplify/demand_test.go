package simplify_test

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// TestDemandWhole counts the arrays of n elements that are made still, those of which not only a few elements are read,
// and among them those whose elements are such arrays.
func TestDemandWhole(t *testing.T) {
	const head = "def f [n] (x : [n]real, z : [n]real, a : [2]real, j : int) : real =\n"
	for _, row := range []struct {
		name, src string
		whole     int
		rows      int
	}{
		{"an element", "let y = [sin x[i] | i < n] in y[2 :> idx n]", 0, 0},
		{"both of few rows, an element of each", "let y = [[sin (a[k] * x[i]) | i < n] | k < 2]; u = y[0 :> idx 2]; v = y[1 :> idx 2] in u[0 :> idx n] * u[j :> idx n] + v[0 :> idx n]", 0, 0},
		{"both of few rows, one of them whole", "let y = [[sin (a[k] * x[i]) | i < n] | k < 2]; u = y[0 :> idx 2]; v = y[1 :> idx 2] in u[0 :> idx n] + sum [v[i] * v[i] * cos v[i] | i < n]", 1, 0},
		{"both of few rows, both whole", "let y = [[sin (a[k] * x[i]) | i < n] | k < 2]; u = y[0 :> idx 2]; v = y[1 :> idx 2] in u[0 :> idx n] * v[j :> idx n] + sum u + sum v", 1, 0},
		{"few rows of few rows", "let y = [[[sin (a[k] * a[l] * x[i]) | i < n] | l < 2] | k < 2] in y[0 :> idx 2][0 :> idx 2][1 :> idx n] + y[0 :> idx 2][1 :> idx 2][2 :> idx n] + y[1 :> idx 2][0 :> idx 2][j :> idx n] + y[1 :> idx 2][1 :> idx 2][3 :> idx n]", 0, 0},
		{"two columns", "let y = [[sin (z[k] * x[i]) | i < n] | k < n] in sum [y[k][0 :> idx n] * y[n - 1 - int k :> idx n][j :> idx n] + y[k][j :> idx n] | k < n]", 2, 0},
		{"the diagonal and a column", "let y = [[sin (z[k] * x[i]) | i < n] | k < n] in sum [y[k][k] * y[n - 1 - int k :> idx n][n - 1 - int k :> idx n] + y[k][j :> idx n] | k < n]", 2, 0},
		{"a column of rows of rows", "let y = [[[sin (z[k] * z[l] * x[i]) | i < n] | l < n] | k < n] in sum [sum [y[k][l][0 :> idx n] * y[n - 1 - int k :> idx n][l][0 :> idx n] | l < n] | k < n]", 4, 1},
		{"rows, where a row is a column", "let y = [[[sin (z[k] * z[l] * x[i]) | i < n] | l < n] | k < n] in sum [sum [y[k][0 :> idx n][i] * y[n - 1 - int k :> idx n][0 :> idx n][i] | i < n] | k < n]", 4, 0},
		{"a column and a row", "let y = [[sin (z[k] * x[i]) | i < n] | k < n] in sum [y[k][0 :> idx n] * y[n - 1 - int k :> idx n][0 :> idx n] | k < n] + sum y[0 :> idx n]", 3, 0},
		{"the first column and a line", "let y = [[sin (z[k] * x[i]) | i < n] | k < n] in sum [y[k][0 :> idx n] * y[j :> idx n][k] * y[n - 1 - int k :> idx n][0 :> idx n] | k < n]", 3, 0},
		{"a column and many lines", "let y = [[sin (z[k] * x[i]) | i < n] | k < n] in sum [y[k][0 :> idx n] * y[0 :> idx n][k] * y[1 :> idx n][k] * y[2 :> idx n][k] * y[3 :> idx n][k] * y[4 :> idx n][k] * y[5 :> idx n][k] * y[6 :> idx n][k] * y[7 :> idx n][k] * y[8 :> idx n][k] | k < n]", 3, 1},
		{"a column and large lines", "let y = [[" + strings.Repeat("sin (", 65) + "z[k] * x[i]" + strings.Repeat(")", 65) + " | i < n] | k < n] in sum [y[k][0 :> idx n] * y[0 :> idx n][k] * y[1 :> idx n][k] * y[2 :> idx n][k] * y[n - 1 - int k :> idx n][0 :> idx n] | k < n]", 3, 1},
		{"a column and elements that are not known", "let y = [[sin (z[k] * x[i]) | i < n] | k < n] in sum [y[k][0 :> idx n] * y[n - 1 - int k :> idx n][0 :> idx n] + sum [y[k][i] * y[i][k] | i < n] | k < n]", 4, 1},
		{"a column behind a row that is read", "let y = [[sin (z[k] * x[i]) | i < n] | k < n]; u = sum [y[k][0 :> idx n] * y[n - 1 - int k :> idx n][0 :> idx n] | k < n]; k = ilogb u in u + sum [y[i][k :> idx n] * y[n - 1 - int i :> idx n][k :> idx n] | i < n]", 4, 1},
		{"many columns", "let y = [[sin (z[k] * x[i]) | i < n] | k < n] in sum [y[k][0 :> idx n] * y[n - 1 - int k :> idx n][1 :> idx n] + y[k][2 :> idx n] + y[k][3 :> idx n] + y[k][4 :> idx n] + y[k][5 :> idx n] + y[k][6 :> idx n] + y[k][7 :> idx n] + y[k][8 :> idx n] | k < n]", 3, 1},
		{"a place behind many numbers", "let y = [sin x[i] | i < n]; b1 = z[0 :> idx n]; b2 = sin (b1 + b1); b3 = sin (b2 + b1); b4 = sin (b3 + b2); b5 = sin (b4 + b3); b6 = sin (b5 + b4); b7 = sin (b6 + b5); b8 = sin (b7 + b6); b9 = sin (b8 + b7); k = ilogb b9 in y[k :> idx n] * y[0 :> idx n]", 0, 0},
		{"behind an update of what is used again", "let y = [sin x[i] | i < n]; u = set x (1 :> idx n) 3; k = ilogb u[0 :> idx n] in y[k :> idx n] * y[0 :> idx n] * x[2 :> idx n] + sum u", 0, 0},
		{"used again before the place", "let y = [sin x[i] | i < n]; u = set x (1 :> idx n) 3; k = ilogb (u[0 :> idx n] * x[2 :> idx n]) in y[k :> idx n] * y[0 :> idx n] + sum u", 0, 0},
		{"behind an update in place", "let y = [sin x[i] | i < n]; u = set x (1 :> idx n) 3; k = ilogb u[0 :> idx n] in y[k :> idx n] * y[0 :> idx n] + sum u", 1, 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := loaded(t, head+row.src)
			q, _, err := simplify.Program(p, simplify.Options{Deriving: true, Disable: []string{"tabulate", "loopInvariant"}})
			if err != nil {
				t.Fatal(err)
			}
			if want, got := resultAt(p.Defs[0]), resultAt(q.Defs[0]); got != want {
				t.Errorf("%s, want %s", got, want)
			}
			body, whole, rows := q.Defs[0].Body, 0, 0
			n := sx.SizeOfVar(q.Defs[0].Sizes[0])
			sx.EachNode(body, func(u sx.Term) {
				if b, ok := u.(*sx.Build); ok && b.Len == n {
					whole++
					if a, ok := b.Body.Type().(*sx.ArrayType); ok && a.Len == n {
						rows++
					}
				}
			})
			if whole != row.whole || rows != row.rows {
				t.Errorf("%d arrays of n elements, of these %d of rows, want %d and %d:\n%s", whole, rows, row.whole, row.rows, sx.String(body))
			}
		})
	}
}

// resultAt is the result of a definition of the test at a point.
func resultAt(d *sx.Def) string {
	var x, z []float64
	for i := range 12 {
		x, z = append(x, 2.5+0.1*float64(i)), append(z, 0.3-0.2*float64(i))
	}
	var ev semantics.Evaluator
	v, err := ev.CallSized(d, []int64{12}, semantics.Reals(x...), semantics.Reals(z...), semantics.Reals(0.7, 1.1), semantics.Int(3))
	if err != nil {
		return err.Error()
	}
	return semantics.Format(v)
}
