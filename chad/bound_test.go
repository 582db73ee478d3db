package chad

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt"
	"github.com/seed-4b734f86/gochad/lower/place"
	"github.com/seed-4b734f86/gochad/syntax"
)

// The operation bound on programs built to break it: the value and the gradient together take
// at most 10 · primal + 2 · words of inputs operations, counted on the final loops with zeroing, copies and
// allocation, and go on to do so as arrays, environments, compositions and calls grow a
// hundredfold and nesting tenfold.
func TestOperationBound(t *testing.T) {
	for _, c := range boundCases() {
		t.Run(c.name, func(t *testing.T) {
			var b *Bound
			for i, k := range c.sizes {
				if i == 0 || c.program(k) != c.program(c.sizes[i-1]) {
					m, err := Parse("bound.chad", []byte(c.program(k)))
					if err != nil {
						t.Fatal(err)
					}
					b = NewBound(t, m, "main")
				}
				n := c.length(k)
				if i == 0 {
					b.CheckDifferences(t, n)
				}
				primal, grad := b.Counts(t, n)
				CheckBound(t, k, n, primal, grad)
			}
		})
	}
}

// CheckBound compares the operations of a value and gradient at a point of length n with the bound.
func CheckBound(t *testing.T, size, n int, primal, grad loop.Counts) {
	t.Helper()
	limit := 10*primal.Total() + 2*int64(n)
	t.Logf("size %d: primal %d, gradient %d (%.2f of the bound)", size, primal.Total(), grad.Total(), float64(grad.Total())/float64(limit))
	if grad.Total() > limit {
		t.Errorf("size %d: the gradient takes %d operations, more than 10 · %d + 2 · %d", size, grad.Total(), primal.Total(), n)
	}
}

type boundCase struct {
	name    string
	sizes   []int
	program func(k int) string // of main [n] (x : [n]real) : real
	length  func(k int) int    // of x
}

func boundCases() []boundCase {
	same := func(text string) func(int) string { return func(int) string { return text } }
	all := func(k int) int { return k }
	few := func(int) int { return 4 }
	grown := []int{8, 800}
	return []boundCase{
		{"an array indexed once in a loop", grown, same(`
def main [n] (x : [n]real) : real = loop s = 0.0 for i < n do s + x[i] * x[i]`), all},
		{"a fixed element read in a loop", grown, same(`
def main [n] (x : [n]real) : real = loop s = 1.0 for i < n do sin (s * x[0 :> idx n])`), all},
		{"an array updated and read in a loop", grown, same(`
def main [n] (x : [n]real) : real =
  let y = loop y = x for i < n - 1 do set y (int i + 1 :> idx n) (sin y[int i :> idx n] * y[int i + 1 :> idx n]) in
  y[n - 1 :> idx n]`), all},
		{"calls that add in loops in loops, where one sum is a number", []int{4, 60}, same(`
def f [n] (k : int, r : (real, [n]real, ([n]real, real)), m : [n][n]real, a : [n]real, i : idx n) : real =
  if k < 1 then r.1 * m[i][i] + a[0 :> idx n] * r.3.1[0 :> idx n] else r.3.2 + sin (f (k - 1, r, m, r.3.1, i)) / 4
def main [n] (x : [n]real) : real =
  let y = [sin x[i] | i < n]
      m = [[y[i] * x[j] | j < n] | i < n]
  in loop s = 0.5 for i < n do loop s = s for j < n do
       sin (s + m[i][0 :> idx n] * f (2, (x[i], x, (y, y[j])), m, m[i], i))`), all},
		{"rows updated in loops in loops", []int{3, 300}, same(`
def main [n] (x : [n]real) : real =
  let a = loop a = [[x[i] * x[j] | j < n] | i < n] for k < n do
            set a k [sin a[k][j] | j < n] in
  sum [sum a[i] | i < n]`), all},
		{"elements of rows updated in triangular loops, with branches", []int{3, 60}, same(`
def main [n] (x : [n]real) : real =
  let a = [[if int i == int j then real n + x[i] ^ 2 else sin (x[i] * x[j]) / 4 | j < n] | i < n]
      l = loop l = [[0.0 | j < n] | i < n] for i < n do
        let size i1 = int i + 1 in
        loop l = l for j < i1 do
          let size j1 = int j
              s = loop s = a[int i][int j] for k < j1 do s - l[int i][int k] * l[int j][int k]
              v = if int i == int j then sqrt s else s / l[int j][int j] in
              set l (int i) (set l[int i] (int j) v) in
  loop s = 0.0 for i < n do s + log l[int i][int i]`), all},
		{"elements that a loop computes from an array that it updates", []int{3, 300}, same(`
def main [n] (x : [n]real) : real =
  let z = loop z = x for i < n do let s = loop s = z[i] for k < 3 do sin (s * z[0 :> idx n]) in set z i s
  in sum [z[i] | i < n]`), all},
		{"pairs that a loop computes from an array that it updates", []int{3, 300}, same(`
def main [n] (x : [n]real) : real =
  let a = [(x[i], x[i] * 2) | i < n]
      z = loop z = a for i < n do
            let s = loop s = z[i].1 for k < 3 do sin (s * z[0 :> idx n].1 + z[i].1 + z[(int i + 1) % n :> idx n].1) in
            set z i (s, s * z[i].2)
  in sum [z[i].1 + z[i].2 | i < n]`), all},
		{"elements with rows that a loop computes from an array that it updates", []int{3, 300}, same(`
def main [n] (x : [n]real) : real =
  let a = [(x[i], [x[i] * real (int j) | j < 2]) | i < n]
      z = loop z = a for i < n do
            let s = loop s = z[i].1 for k < 3 do sin (s * z[0 :> idx n].1 + z[i].1 + z[(int i + 1) % n :> idx n].1) in
            set z i (s, [s * z[i].2[j] | j < 2])
  in sum [z[i].1 + z[i].2[1] | i < n]`), all},
		{"a closure called for each element", grown, same(`
def main [n] (x : [n]real) : real =
  let f = \y. y * x[0 :> idx n] in sum [f (f x[i]) | i < n]`), all},
		{"a large environment", grown, func(k int) string {
			var b strings.Builder
			b.WriteString("\ndef main [n] (x : [n]real) : real =\n  let ")
			for i := range k {
				fmt.Fprintf(&b, "v%d = sin x[%d :> idx n]\n      ", i, i%4)
			}
			b.WriteString("f = \\y. y")
			for i := range k {
				fmt.Fprintf(&b, " + v%d", i)
			}
			b.WriteString(" in\n  f (f (f 1.0))")
			return b.String()
		}, few},
		{"a wide tuple in the state", []int{2, 200}, func(k int) string {
			var names, inits, steps []string
			for i := range k {
				names = append(names, fmt.Sprintf("a%d", i))
				inits = append(inits, fmt.Sprintf("x[%d :> idx n]", i%4))
				steps = append(steps, fmt.Sprintf("sin a%d", (i+1)%k))
			}
			return "\ndef main [n] (x : [n]real) : real =\n  let (" + strings.Join(names, ", ") + ") = loop (" + strings.Join(names, ", ") +
				") = (" + strings.Join(inits, ", ") + ") for i < 10 do (" + strings.Join(steps, ", ") + ") in\n  a0 * a1"
		}, few},
		{"functions composed in a loop that read one array", grown, same(`
def main [n] (x : [n]real) : real = let f = loop f = (\y. y) for i < n do (\y. sin (f (y * x[i]))) in f 1`), all},
		{"calls that read one array", grown, same(`
def g [n] (k : int, x : [n]real, i : idx n) : real = if k < 1 then x[i] else sin (g (k - 1, x, i))
def main [n] (x : [n]real) : real = loop s = 0.0 for i < n do s + g (3, x, i)`), all},
		{"calls that read one array, in loops and sums", grown, same(`
def g [n] (k : int, x : [n]real, i : idx n) : real =
  if k < 1 then (loop s = 0.3 for j < 2 do sin (s * x[int j])) else sin (g (k - 1, x, i)) * x[i]
def main [n] (x : [n]real) : real =
  (loop s = 0.5 for i < n do sin (s * g (3, x, i) * x[i])) * sum [g (2, x, i) * x[i] | i < n]`), all},
		{"calls that are given one array twice", grown, same(`
def g [n] (k : int, x : [n]real, y : [n]real, i : idx n) : real =
  if k < 1 then x[i] * y[i] else sin (g (k - 1, y, x, i)) * y[0 :> idx n]
def main [n] (x : [n]real) : real = loop s = 0.0 for i < n do s + g (3, x, x, i)`), all},
		{"calls that are given arrays twice, and give them to others", grown, same(`
def h [n, m] (k : int, x : [n]real, y : [m]real, z : [n]real, i : idx n) : real =
  if k < 1 then x[i] * z[i] * y[0 :> idx m] else sin (h (k - 1, z, z, x, i)) + g (k - 1, y, y, x, x, 0 :> idx m)
def g [n, m] (k : int, x : [n]real, y : [n]real, u : [m]real, v : [m]real, i : idx n) : real =
  if k < 1 then x[i] * y[i] + u[0 :> idx m] else sin (h (k - 1, x, u, y, i)) * v[1 :> idx m] + g (k - 1, x, y, v, u, i)
def main [n] (x : [n]real) : real =
  let y = [x[i] * x[i] | i < n] in
  loop s = 0.0 for i < n do s + g (2, x, y, x, y, i) + g (2, y, y, x, x, i) + h (2, x, x, x, i)`), all},
		{"calls whose sums of an array and of another are parts of one record", grown, same(`
def f [n] (k : int, a : [n]real, b : [n]real, i : idx n) : real =
  if k < 1 then b[1 :> idx n] else (b[i] * a[i] + a[0 :> idx n] * b[0 :> idx n]) + sin (f (k - 1, a, b, i))
def g [n] (k : int, a : [n]real, b : [n]real, c : [n]real, i : idx n) : real =
  if k < 1 then b[i] + c[1 :> idx n] else a[i] * b[i] + sin (g (k - 1, a, b, c, i))
def main [n] (x : [n]real) : real =
  let y = [sin x[i] | i < n] in
  sum [f (2, y, y, 0 :> idx n) + g (2, x, y, y, i) + sin (y[0 :> idx n]) | i < n]`), all},
		{"calls that read an array that a loop updates", grown, same(`
def g [n] (k : int, x : [n]real, y : [n]real, i : idx n) : real =
  if k < 1 then x[i] * y[0 :> idx n] else sin (g (k - 1, y, x, i)) * x[i]
def main [n] (x : [n]real) : real =
  let y = loop y = x for i < n - 1 do set y (int i + 1 :> idx n) (g (2, y, x, int i :> idx n) * y[int i + 1 :> idx n] + g (1, y, y, 0 :> idx n)) in
  y[n - 1 :> idx n]`), all},
		{"calls that are given a record of numbers and arrays", grown, same(`
def g [n] (r : (real, [n]real, [n]real), k : int, i : idx n) : real =
  let (a, b, c) = r in
  if k < 1 then a * b[i] * c[i] else sin (g ((c[0 :> idx n], c, b), k - 1, i)) * b[0 :> idx n]
def main [n] (x : [n]real) : real =
  let r = (x[0 :> idx n], x, [sin x[i] | i < n]) in
  loop s = 0.5 for i < n do sin (s + g (r, 2, i))`), all},
		{"calls that are given rows of one matrix", []int{3, 60}, same(`
def g [n] (k : int, u : [n]real, v : [n]real, j : idx n) : real =
  if k < 1 then u[j] * v[j] else sin (g (k - 1, v, u, j)) * u[0 :> idx n]
def main [n] (x : [n]real) : real =
  let a = [[x[i] * x[j] | j < n] | i < n] in
  loop s = 0.0 for i < n do loop s = s for j < n do sin (s + g (2, a[i], a[j], j) + g (1, a[i], a[i], j))`), all},
		{"calls that are given three rows of one array of matrices", []int{3, 24}, same(`
def g [n] (k : int, u : [n]real, v : [n]real, w : [n]real, j : idx n) : real =
  if k < 1 then u[j] * v[j] + w[0 :> idx n] else sin (g (k - 1, v, w, u, j)) * u[0 :> idx n]
def main [n] (x : [n]real) : real =
  let a = [[[x[i] * x[j] + x[l] | l < n] | j < n] | i < n] in
  sum [sum [sum [g (2, a[i][j], a[j][i], a[l][0 :> idx n], l) | l < n] | j < n] | i < n]`), all},
		{"calls in a ring, one of which reads an array going back, beside one that a loop updates", grown, func(int) string {
			var b strings.Builder
			for i := range 12 {
				fmt.Fprintf(&b, "\ndef f%d [n] (k : int, a : [n]real, b : [n]real, i : idx n) : real = if k < 1 then ", i)
				if i == 11 {
					b.WriteString("sin b[i]")
				} else {
					b.WriteString("a[i]")
				}
				fmt.Fprintf(&b, " else a[i] + f%d (k - 1, a, b, i)", (i+1)%12)
			}
			return b.String() + `
def main [n] (x : [n]real) : real =
  let y = [sin x[i] | i < n]
      z = loop z = y for i < n do set z i (f0 (2, z, y, i) / 3) in
  sum [z[i] * y[i] | i < n]`
		}, all},
		{"calls that are given a matrix and rows of it", []int{3, 60}, same(`
def g [n] (k : int, a : [n][n]real, u : [n]real, v : [n]real, j : idx n) : real =
  if k < 1 then u[j] * v[j] * a[j][0 :> idx n] else sin (g (k - 1, a, a[j], u, j)) * v[0 :> idx n]
def main [n] (x : [n]real) : real =
  let a = [[x[i] * x[j] | j < n] | i < n] in
  loop s = 0.0 for i < n do loop s = s for j < n do sin (s + g (2, a, a[i], a[j], j) + g (1, a, a[i], a[i], j))`), all},
		{"calls that are given a matrix that a loop updates, rows of it, and a record with rows", []int{3, 60}, same(`
def g [n] (k : int, r : (real, [n]real), a : [n][n]real, u : [n]real, j : idx n) : real =
  if k < 1 then u[j] * r.2[j] * a[j][0 :> idx n] else sin (g (k - 1, (r.1, u), a, a[j], j)) * r.1
def main [n] (x : [n]real) : real =
  let a = [[x[i] * x[j] | j < n] | i < n]
      z = loop a = a for i < n do loop a = a for j < n do set a i (set a[i] j (a[j][i] + g (2, (x[i], a[j]), a, a[i], j) / 3)) in
  sum [z[i][i] | i < n]`), all},
		{"calls that are given five arrays in more ways than there are copies", []int{8, 200}, func(int) string {
			names := []string{"x", "y", "z", "u", "v"}
			var calls []string
			for k := range 60 {
				var args []string
				for i := range 5 {
					args = append(args, names[(k*(i+1)+k/(i+2)+i*i)%5])
				}
				calls = append(calls, "g (1, "+strings.Join(args, ", ")+", i)")
			}
			return `
def g [n] (k : int, a : [n]real, b : [n]real, c : [n]real, d : [n]real, e : [n]real, i : idx n) : real =
  if k < 1 then a[i] * b[i] + c[i] * d[i] * e[i] else sin (g (k - 1, b, c, d, e, a, i)) * a[0 :> idx n]
def main [n] (x : [n]real) : real =
  let y = [sin x[i] | i < n]
      z = [y[i] * x[i] | i < n]
      u = [z[i] * x[i] | i < n]
      v = [u[i] * x[i] | i < n] in
  sum [` + strings.Join(calls, " + ") + ` | i < n]`
		}, all},
		{"calls that read an array whose next state has a name", grown, same(`
def f [n] (k : int, a : [n]real, b : [n]real, c : [n]real, i : idx n) : real =
  if k < 1 then sin (a[1 :> idx n] * c[i]) else b[0 :> idx n] + sin (f (k - 1, b, c, c, 1 :> idx n)) / 4
def g [n] (k : int, a : [n]real, b : [n]real, i : idx n) : real =
  if k < 1 then b[i] else sin a[0 :> idx n] + sin (f (k - 1, a, b, b, 0 :> idx n)) / 4
def main [n] (x : [n]real) : real =
  let y = [sin x[i] | i < n]
      z = loop z = y for i < n do set z i (g (2, z, z, 0 :> idx n) * (x[i] * z[0 :> idx n]) / 3) in
  sum [y[0 :> idx n] * z[i] * (sin y[i] * y[0 :> idx n]) | i < n]`), all},
		{"records with arrays, in a sum, one element of which is read in each iteration", grown, same(`
data shape = A [?]real | B real
def main [n] (x : [n]real) : real =
  let s = if x[0 :> idx n] > 0.0 then A [sin x[i] | i < n] else B x[1 :> idx n] in
  loop t = 0.5 for i < n do sin (t * (case s of A xs -> xs[int i] | B r -> r))`), all},
		{"compositions", []int{2, 200}, func(k int) string {
			var b strings.Builder
			b.WriteString("\ndef main [n] (x : [n]real) : real =\n  let f0 = \\y. sin y * x[0 :> idx n]\n")
			for i := range k {
				fmt.Fprintf(&b, "      f%d = \\y. f%d (y * x[1 :> idx n])\n", i+1, i)
			}
			fmt.Fprintf(&b, "  in f%d x[2 :> idx n]", k)
			return b.String()
		}, few},
		{"nested functions", []int{2, 20}, func(k int) string {
			s := "x[0 :> idx n]"
			for i := range k {
				s += fmt.Sprintf(" * y%d", i)
			}
			for i := k - 1; i >= 0; i-- {
				s = fmt.Sprintf("(\\y%d. sin (%s)) x[%d :> idx n]", i, s, i%4)
			}
			return "\ndef main [n] (x : [n]real) : real = " + s
		}, few},
		{"calls of a definition", []int{4, 400}, func(k int) string {
			var b strings.Builder
			b.WriteString("\ndef step [n] (x : [n]real, y : real) : real = sin (y * x[1 :> idx n]) + x[2 :> idx n]\n")
			b.WriteString("def main [n] (x : [n]real) : real =\n  let y0 = x[0 :> idx n]\n")
			for i := range k {
				fmt.Fprintf(&b, "      y%d = step (x, y%d)\n", i+1, i)
			}
			fmt.Fprintf(&b, "  in y%d", k)
			return b.String()
		}, few},
		{"the steps of an equation whose field branches choose", grown, same(`
def steps [n] (f : real -> real, x : [n]real) : real =
  loop y = x[0 :> idx n] for i < n do y + 0.01 * f y
def main [n] (x : [n]real) : real =
  let c = x[0 :> idx n] > 0.0 in
  steps (\y. if c then sin (y * x[1 :> idx n]) else y * y, x)`), all},
		{"the steps of an equation whose field is a function chosen at run time", grown, same(`
def steps [n] (f : real -> real, x : [n]real) : real =
  loop y = x[0 :> idx n] for i < n do y + 0.01 * f (y + 0.005 * f y)
def main [n] (x : [n]real) : real =
  let f = if x[0 :> idx n] > 0.0 then (\y. sin (y * x[1 :> idx n])) else (\y. y * y) in
  steps (f, x)`), all},
		{"a large step of an equation whose field is a function chosen at run time", grown, func(int) string {
			var b strings.Builder
			for i := range 12 {
				fmt.Fprintf(&b, "        k%d = f (y + 0.01 * k%d * sin (y + %d.0) - cos (y * %d.5))\n", i+1, i, i, i)
			}
			return `
def steps [n] (f : real -> real, x : [n]real) : real =
  loop y = x[0 :> idx n] for i < n do
    let k0 = f y
` + b.String() + `    in y + 0.001 * (k1 + k12)
def main [n] (x : [n]real) : real =
  let f = if x[0 :> idx n] > 0.0 then (\y. sin (y * x[1 :> idx n])) else (\y. y * y + x[2 :> idx n]) in
  steps (f, x)`
		}, all},
		{"a function chosen at run time and called for each element", grown, same(`
def main [n] (x : [n]real) : real =
  let s = sum x
      f = if s > 0.0 then (\y. y * s + x[0 :> idx n]) else (\y. sin (y * x[1 :> idx n])) in
  sum [f (f x[i]) | i < n]`), all},
		{"functions in an array", grown, same(`
def main [n] (x : [n]real) : real =
  let fs = [if x[i] > 0.5 then (\y. y * x[i]) else (\y. sin (y + x[i] * x[0 :> idx n])) | i < n] in
  loop y = 1.0 for i < n do fs[i] y + fs[0 :> idx n] (y * 0.5)`), all},
		{"functions composed in a loop, called for each element", []int{4, 60}, same(`
def main [n] (x : [n]real) : real =
  let f = loop f = (\y. y * x[0 :> idx n]) for i < n do let a = x[i] * x[0 :> idx n] in (\y. sin (f (y * a))) in
  sum [f (x[i] * x[0 :> idx n]) | i < n]`), all},
		{"nested functions chosen at run time", []int{2, 16}, func(k int) string {
			s := "x[0 :> idx n]"
			for i := range k {
				s += fmt.Sprintf(" * y%d", i)
			}
			for i := k - 1; i >= 0; i-- {
				s = fmt.Sprintf("(if x[%d :> idx n] > 0.0 then (\\y%d. sin (%s)) else (\\z. z * x[0 :> idx n])) x[%d :> idx n]", i%4, i, s, (i+1)%4)
			}
			return "\ndef main [n] (x : [n]real) : real = " + s
		}, few},
		{"curried functions in the state of a loop", []int{2, 16}, func(k int) string {
			s := "x[0 :> idx n]"
			for i := range k {
				s += fmt.Sprintf(" * sin y%d", i)
			}
			f, call := s, "f"
			for i := k - 1; i >= 0; i-- {
				f = fmt.Sprintf("\\y%d. %s", i, f)
				call += fmt.Sprintf(" x[%d :> idx n]", i%4)
			}
			return "\ndef main [n] (x : [n]real) : real =\n  let g = " + f + "\n      h = loop f = g for i < 3 do (if x[i :> idx n] > 0.0 then f else g)\n      f = h in\n  " + call
		}, few},
		{"one element of an array that a loop makes, read in another", grown, same(`
def main [n] (x : [n]real) : real =
  let y = [sin (sin (sin x[i])) | i < n] in loop s = 0.5 for i < n do sin (s + y[0 :> idx n])`), all},
		{"a few elements of an array that a loop makes, read in another", grown, same(`
def main [n] (x : [n]real) : real =
  let y = [sin (sin (x[i])) / 3 | i < n] in
  sum [sin (y[1 :> idx n] * y[0 :> idx n] + y[2 :> idx n] * y[3 :> idx n] * y[n - 1 :> idx n]) | i < n]`), all},
		{"a row of a matrix that loops make, read in another", []int{4, 150}, same(`
def main [n] (x : [n]real) : real =
  let a = [[sin (sin (sin (x[i] * x[j]))) / 3 | j < n] | i < n] in sum [sin a[1 :> idx n][i] | i < n]`), all},
		{"elements beside the diagonal of a matrix that loops make", []int{4, 150}, same(`
def main [n] (x : [n]real) : real =
  let a = [[sin (sin (sin (x[i] * x[j]))) / 3 | j < n] | i < n] in
  loop s = 0.5 for i < n - 1 do sin (s * a[int i :> idx n][int i + 1 :> idx n])`), all},
		{"functions that return functions that return functions, in an array", grown, same(`
def main [n] (x : [n]real) : real =
  let mk = \a. (\b. (\y. sin (y * a) * b + x[0 :> idx n]))
      fs = [mk x[i] (x[i] * 2) | i < n] in
  loop s = 0.5 for i < n do (fs[i] s)`), all},
		{"a function that calls another, both chosen at run time, with arrays", grown, same(`
def main [n] (x : [n]real) : real =
  let ys = [sin x[i] | i < n]
      f = if x[0 :> idx n] > 0.0 then (\j. ys[j] * x[j]) else (\j. ys[j])
      g = if x[1 :> idx n] > 0.0 then (\j. f j + ys[0 :> idx n]) else f in
  loop s = 0.5 for i < n do sin (s + g i)`), all},
		{"functions in data that recursion goes through", grown, same(`
data op = Add real | Mul (op, op) | Fn (real -> real)
def run (o : op, y : real) : real = case o of Add a -> y + a | Mul (p, q) -> run (p, y) * sin (run (q, y)) | Fn f -> f y
def main [n] (x : [n]real) : real =
  let o = loop o = Add x[0 :> idx n] for i < n do (if x[i] > 0.7 then Mul (o, Fn (\y. sin (y * x[i]))) else Mul (Add x[i], o)) in run (o, 0.5)`), all},
		{"pairs of functions in an array", grown, same(`
def main [n] (x : [n]real) : real =
  let fs = [(\y. y * x[i], \y. sin (y + x[i])) | i < n] in
  loop s = 0.5 for i < n do (let (f, g) = fs[i] in f (g s))`), all},
		{"functions composed in a loop, each with an array of its own, one element of which is read", grown, same(`
def main [n] (x : [n]real) : real =
  let row = [x[i] * x[i] | i < n]
      f = loop f = (\y. y) for i < n do (let r = [row[j] * x[i] | j < n] in (\y. sin (f (y + r[0 :> idx n])))) in
   f 1.0`), all},
		{"functions with arrays of their own, made by a function", grown, same(`
def main [n] (x : [n]real) : real =
  let f = \k. (let t = [sin (x[i] * x[k]) | i < n] in (\j. t[j]))
      g = if x[0 :> idx n] > 0 then f (0 :> idx n) else f (1 :> idx n) in
  sum [g i * g (0 :> idx n) | i < n]`), all},
		{"the steps of an equation whose field takes an array", grown, same(`
def ode [n] (f : (real, [n]real) -> real, x : [n]real) : real = loop y = 1.0 for i < n do y + 0.01 * f (y, x)
def main [n] (x : [n]real) : real =
  let f = if x[0 :> idx n] > 0 then (\(y, p). sin (y * p[0 :> idx n])) else (\(y, p). y + p[1 :> idx n]) in
  ode (f, x) + ode (\(y, p). f (y * y, p), [sin x[i] | i < n])`), all},
		{"pairs of functions in the state of a loop", grown, same(`
def main [n] (x : [n]real) : real =
  let (f, g) = loop (f, g) = (\y. y, \y. y * x[0 :> idx n]) for i < n do (let a = x[i] in (\y. sin (g (y * a)), \y. g y)) in
   f 1.0 + g 0.5`), all},
		{"functions with arrays of their own, in an array", []int{4, 60}, same(`
def main [n] (x : [n]real) : real =
  let mk = \k. (let ys = [sin x[i] * k | i < n] in \j. ys[j] * k)
      fs = [if x[i] > 0.5 then mk x[i] else (\j. x[j] * x[i]) | i < n] in
  loop s = 0.0 for i < n do s + sin (fs[i] i)`), all},
		{"results that nobody uses", grown, same(`
def both [n] (x : [n]real) : (real, real) = (x[0 :> idx n] * x[0 :> idx n], sum [exp x[i] | i < n])
def main [n] (x : [n]real) : real = fst (both x)`), all},
		{"recursion over a list", []int{4, 400}, same(`
data list = Nil | Cons (real, list)
def total (l : list) : real = case l of Nil -> 0.0 | Cons p -> sin (fst p) + total (snd p)
def main [n] (x : [n]real) : real =
  let l = loop l = Nil for i < n do Cons (x[i], l) in total l`), all},
		{"recursion over a list with arrays, one element of each of which is read", grown, same(`
data list = Nil | Cons ([?]real, list)
def pick [n] (l : list, x : [n]real, k : idx n) : real = case l of Nil -> 0.0 | Cons p -> sin (fst p :> [n]real)[k] + pick (snd p, x, k)
def main [n] (x : [n]real) : real =
  let l = loop l = Nil for i < 4 do Cons (pack [x[j] * real (int i + 1) | j < n], l) in
  loop s = 0.0 for i < n do s + pick (l, x, i)`), all},
		{"recursion over a list of as many arrays as they have elements", []int{8, 100}, same(`
data list = Nil | Cons ([?]real, list)
def pick [n] (l : list, x : [n]real, k : idx n) : real = case l of Nil -> 0.0 | Cons p -> sin (fst p :> [n]real)[k] + pick (snd p, x, k)
def main [n] (x : [n]real) : real =
  let l = loop l = Nil for i < n do Cons (pack [x[j] * real (int i + 1) | j < n], l) in
  sum [pick (l, x, i) | i < n]`), all},
		{"recursion into a tree with arrays in its leaves", grown, same(`
data tree = Leaf [?]real | Node (tree, tree)
def pick [n] (t : tree, x : [n]real, k : idx n, d : int) : real =
  case t of Leaf a -> sin (a :> [n]real)[k] * x[k] | Node p -> if x[k] > real d / 5 then pick (fst p, x, k, d - 1) else pick (snd p, x, k, d - 1)
def make [n] (x : [n]real, d : int) : tree =
  if d < 1 then Leaf (pack [x[j] * real d | j < n]) else Node (make (x, d - 1), make ([x[j] * 2 | j < n], d - 1))
def main [n] (x : [n]real) : real =
  let t = make (x, 4) in loop s = 0.0 for i < n do s + pick (t, x, i, 4) * sin s`), all},
		{"definitions that go through a tree with arrays by turns", grown, same(`
data tree = Leaf | Node ([?]real, tree, tree)
def even [n] (t : tree, x : [n]real, k : idx n) : real = case t of Leaf -> x[k] | Node (a, l, r) -> (a :> [n]real)[k] * odd (l, x, k) + even (r, x, k)
def odd [n] (t : tree, x : [n]real, k : idx n) : real = case t of Leaf -> 1.0 | Node (a, l, r) -> (a :> [n]real)[0 :> idx n] + even (r, x, k) * sin (even (l, x, k))
def make [n] (x : [n]real, d : int) : tree = if d < 1 then Leaf else Node (pack [x[j] * real d | j < n], make (x, d - 1), make ([x[j] * 2 | j < n], d - 2))
def main [n] (x : [n]real) : real = let t = make (x, 5) in loop s = 0.1 for i < n do s + even (t, x, i) * sin s`), all},
		{"recursion whose calls go through a list with arrays", grown, same(`
data list = Nil | Cons ([?]real, list)
def pick [n] (l : list, x : [n]real, k : idx n) : real = case l of Nil -> 0.0 | Cons p -> sin (fst p :> [n]real)[k] + pick (snd p, x, k)
def go [n] (l : list, x : [n]real, i : int) : real = if i < 1 then 0.0 else sin (pick (l, x, i - 1 :> idx n)) + go (l, x, i - 1)
def main [n] (x : [n]real) : real =
  let l = loop l = Nil for i < 4 do Cons (pack [x[j] * real (int i + 1) | j < n], l) in go (l, x, n)`), all},
		{"functions composed by recursion that read one array", grown, same(`
def compose [n] (k : int, x : [n]real) : real -> real =
  if k < 1 then (\y. y) else
    let f = compose (k - 1, x)
        j = k - 1 :> idx n in
    \y. sin (f (y * x[j]))
def main [n] (x : [n]real) : real =
  let y = [sin x[i] | i < n] in compose (n, x) 1.0 * compose (n, y) 2.0`), all},
		{"functions composed by recursion, each with an array of its own", []int{8, 100}, same(`
def compose [n] (k : int, x : [n]real) : real -> real =
  if k < 1 then (\y. y) else
    let f = compose (k - 1, x)
        r = [x[j] * x[j] | j < n]
        j = k - 1 :> idx n in
    \y. sin (f (y * r[j]))
def main [n] (x : [n]real) : real = compose (n, x) 1.0`), all},
		{"functions with arrays of their own, in an array, each called for each element", []int{4, 60}, same(`
def main [n] (x : [n]real) : real =
  let mk = \k. (let ys = [sin x[i] * k | i < n] in \j. ys[j] * k)
      fs = [if x[i] > 0.5 then mk x[i] else (\j. x[j] * x[i]) | i < n] in
  loop s = 0.0 for i < n do loop s = s for j < n do s + sin (fs[i] j) * fs[j] i`), all},
		{"the steps of an equation whose field is a function that recursion makes, with an array", grown, same(`
def ode [n] (f : real -> real, x : [n]real) : real = loop y = 1.0 for i < n do y + 0.01 * f (y + 0.01 * f y)
def field [n] (x : [n]real, k : int) : real -> real =
  if k < 1 then (let ys = [sin x[i] | i < n] in (\y. sin (y * ys[1 :> idx n]))) else let g = field (x, k - 1) in (\y. y * x[0 :> idx n] + g y)
def main [n] (x : [n]real) : real = ode (field (x, 3), x)`), all},
		{"arrays that one branch alone uses, which is not taken", []int{4, 60}, same(`
def main [n] (x : [n]real) : real =
  let y = loop y = x for i < n do set y i (loop s = x[i] for j < n do sin (s * y[j])) in
  if x[0 :> idx n] > 9.0 then y[1 :> idx n] else x[1 :> idx n]`), all},
		{"while", grown, same(`
def main [n] (x : [n]real) : real =
  let (y, i) = loop (y, i) = (x[0 :> idx n], 1) while i < n do (sin (y * x[i :> idx n]), i + 1) in y`), all},
	}
}

// A Bound is the loops of a definition, and those of its value and gradient, which it evaluates.
type Bound struct {
	of           *Func
	primal, grad *loop.Program
	tangent      *loop.Program // nil until it is asked
	silent       int           // how often no differences agreed
	seed         []loop.Value  // of the gradient, where the definition has a status besides its value, as functions of Go that can fail have
}

// NewBound compiles a definition that takes an array.
func NewBound(t *testing.T, m *Module, def string) *Bound {
	t.Helper()
	f, err := m.Func(def)
	if err != nil {
		t.Fatal(err)
	}
	b := &Bound{of: f}
	var g *Func
	if f.def.Result == syntax.Real {
		g, err = ValueAndGrad(f)
	} else {
		g, err = VJP(f)
		b.seed = []loop.Value{1.0}
	}
	if err != nil {
		t.Fatal(err)
	}
	p, err := f.Plain()
	if err != nil {
		t.Fatal(err)
	}
	b.primal, b.grad = finalLoops(t, p), finalLoops(t, g)
	return b
}

// Counts counts the operations of the definition, and of its value and gradient, at some point of length n.
func (b *Bound) Counts(t *testing.T, n int) (primal, grad loop.Counts) {
	t.Helper()
	x := make([]float64, n)
	for i := range x {
		x[i] = 0.3 + float64(i%7)/10
	}
	_, primal = loopEval(t, b.primal, x)
	_, grad = loopEval(t, b.grad, append([]loop.Value{x}, b.seed...)...)
	return primal, grad
}

// Value evaluates the definition, and its value and gradient, at x.
func (b *Bound) Value(t *testing.T, x []float64) (y float64, grad []float64) {
	t.Helper()
	both, _ := loopEval(t, b.grad, append([]loop.Value{x}, b.seed...)...)
	return b.value(t, x), both[len(both)-1].([]float64)
}

func (b *Bound) value(t *testing.T, x []float64) float64 {
	t.Helper()
	vals, _ := loopEval(t, b.primal, x)
	return vals[0].(float64)
}

// slope is the derivative by x[i] in forward mode, as placed: without what only reverse mode has, and without the
// passes.
func (b *Bound) slope(t *testing.T, x []float64, i int) float64 {
	t.Helper()
	if b.tangent == nil {
		f, err := JVP(b.of)
		if err != nil {
			t.Fatal(err)
		}
		l, err := NewLoops(f, nil)
		if err != nil {
			t.Fatal(err)
		}
		b.tangent = l.program
	}
	dx := make([]float64, len(x))
	dx[i] = 1
	vals, _ := loopEval(t, b.tangent, x, dx)
	return vals[len(vals)-1].(float64)
}

// finalLoops are the loops of a function after all passes.
func finalLoops(t *testing.T, f *Func) *loop.Program {
	t.Helper()
	_, def, err := f.compiled()
	if err != nil {
		t.Fatal(err)
	}
	r, err := place.Program(place.Options{}, place.Export{Def: def, Name: "F", Shaped: f.shaped, Seeded: f.seeded})
	if err != nil {
		t.Fatal(err)
	}
	if err := opt.Optimize(r.Program, opt.Options{Verify: loop.Verify}); err != nil {
		t.Fatal(err)
	}
	return r.Program
}

func loopEval(t *testing.T, p *loop.Program, args ...loop.Value) ([]loop.Value, loop.Counts) {
	t.Helper()
	vals, counts, err := loop.Eval(p, p.Funcs[0], args, 1e8)
	if err != nil {
		t.Fatal(err)
	}
	return vals, counts
}

// CheckDifferences compares the gradient with central differences of the function.
func (b *Bound) CheckDifferences(t *testing.T, n int) {
	t.Helper()
	for _, d := range b.Differences(t, n) {
		t.Error(d)
	}
}

// Differences are the elements of the gradient that central differences of the function do not give: where those over
// one step are not close, extrapolated ones over others, since few functions suit one step in all places. Where no two
// of those agree, the function is too steep for a verdict, and forward mode is asked.
func (b *Bound) Differences(t *testing.T, n int) (out []string) {
	t.Helper()
	x := make([]float64, n)
	for i := range x {
		_, part := math.Modf(float64(i+1) * math.Phi)
		x[i] = 0.3 + part
	}
	_, grad := b.Value(t, x)
	for i, have := range grad {
		difference := func(h float64) float64 {
			at := x[i]
			x[i] = at + h
			up := b.value(t, x)
			x[i] = at - h
			down := b.value(t, x)
			x[i] = at
			return (up - down) / (2 * h)
		}
		close := func(want float64) bool { return math.Abs(have-want) <= 1e-6*(1+math.Abs(want)) }
		want := difference(1e-5)
		last, agree := want, false
		for h := 1e-3; !close(want) && h > 1e-9; h /= 4 {
			w := (4*difference(h/2) - difference(h)) / 3
			if agree = agree || math.Abs(w-last) <= 1e-3*(1+math.Abs(w)); close(w) {
				want = w
			}
			last = w
		}
		switch {
		case close(want):
		case agree:
			out = append(out, fmt.Sprintf("∂/∂x[%d] is %v, by differences %v", i, have, want))
		default:
			b.silent++
			if want := b.slope(t, x, i); !close(want) {
				out = append(out, fmt.Sprintf("∂/∂x[%d] is %v, by forward mode %v, and by differences anything", i, have, want))
			}
		}
	}
	return out
}

// Differences tell a gradient that is a percent or a ten-thousandth too large in one place, where the function is steep
// and flat.
func TestDifferences(t *testing.T) {
	for factor, wrong := range map[string]int{"1": 0, "1.01": 3, "1.0001": 3} {
		for _, scale := range []string{"0.1", "1", "100", "100000"} {
			m, err := Parse("wrong.chad", []byte(`
def f (z : real) : real = sin (`+scale+` * z)
derivative f (z, dz) = `+factor+` * `+scale+` * cos (`+scale+` * z) * dz
def main [n] (x : [n]real) : real = sum [f x[i] * exp x[0 :> idx n] | i < n]`))
			if err != nil {
				t.Fatal(err)
			}
			if d := NewBound(t, m, "main").Differences(t, 3); len(d) != wrong {
				t.Errorf("factor %s, scale %s: %d elements differ, want %d: %v", factor, scale, len(d), wrong, d)
			}
		}
	}
}

// Where differences say nothing, a gradient that is a percent too large is told by forward mode.
func TestDifferencesSilent(t *testing.T) {
	steep := func(factor string) *Bound {
		m, err := Parse("steep.chad", []byte("def main [n] (x : [n]real) : real = sum ["+factor+" * sin (1e12 * x[i]) | i < n]"))
		if err != nil {
			t.Fatal(err)
		}
		return NewBound(t, m, "main")
	}
	b := steep("1")
	if d := b.Differences(t, 3); len(d) != 0 || b.silent != 3 {
		t.Errorf("%d elements without differences, want 3; %v", b.silent, d)
	}
	b.grad = steep("1.01").grad
	if d := b.Differences(t, 3); len(d) != 3 {
		t.Errorf("%d elements differ, want 3: %v", len(d), d)
	}
}
