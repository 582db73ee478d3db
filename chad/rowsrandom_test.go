package chad

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Gradients of random definitions that call each other with matrices, rows of them, the same or different ones, and
// with records of numbers and arrays, and of loops that update a matrix so, are those that differences give, and keep
// the operation bound. Flags are those of TestRandomCalls.
func TestRandomRows(t *testing.T) {
	for seed := *firstCall; seed < *firstCall+uint64(*callPrograms); seed++ {
		text := rowsProgram(rand.New(rand.NewPCG(seed, 10)), seed%2 == 1)
		m, err := Parse("rows.chad", []byte(text))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		b := NewBound(t, m, "main")
		b.CheckDifferences(t, 4)
		for _, n := range []int{4, 40} {
			primal, grad := b.Counts(t, n)
			CheckBound(t, n, n, primal, grad)
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, text)
		}
	}
}

// rowsProgram has two recursive definitions whose parameters are a record, a matrix or not, and rows, and loops that
// call them. With rowsOnly there are no matrices, but one whose rows are given.
func rowsProgram(r *rand.Rand, rowsOnly bool) string {
	var b strings.Builder
	pick := func(s ...string) string { return s[r.IntN(len(s))] }
	matrix := []bool{!rowsOnly && r.IntN(3) == 0, !rowsOnly && r.IntN(3) == 0} // is a matrix a parameter?
	rows := []int{1 + r.IntN(3), 1 + r.IntN(2)}
	call := func(f int, k string, records, matrices, from, index []string) string {
		args := []string{k, pick(records...)}
		if matrix[f] {
			args = append(args, pick(matrices...))
		}
		for range rows[f] {
			args = append(args, pick(from...))
		}
		return fmt.Sprintf("f%d (%s, %s)", f, strings.Join(args, ", "), pick(index...))
	}
	var number func(depth int, scalars, from, index []string, call func() string) string
	number = func(depth int, scalars, from, index []string, call func() string) string {
		sub := func() string { return number(depth-1, scalars, from, index, call) }
		switch c := r.IntN(9); {
		case depth > 0 && c < 3:
			return fmt.Sprintf("(%s * %s)", sub(), sub())
		case depth > 0 && c < 5:
			return fmt.Sprintf("(%s + %s)", sub(), sub())
		case depth > 0 && c == 5:
			return fmt.Sprintf("sin (%s)", sub())
		case c == 6 && call != nil:
			return call()
		case c == 7 && len(scalars) > 0:
			return pick(scalars...)
		}
		return fmt.Sprintf("%s[%s]", pick(from...), pick(index...))
	}
	for f := range rows {
		params := []string{"k : int", "r : (real, [n]real, ([n]real, real))"}
		from, matrices := []string{"r.2", "r.3.1"}, []string(nil)
		records := []string{"r", "(r.3.2, r.2, r.3)", "(r.1, r.3.1, (r.2, r.1))"}
		if matrix[f] || matrix[1-f] {
			params, matrices = append(params, "m : [n][n]real"), []string{"m"}
			matrix[f] = true
			from = append(from, "m[i]", "m[0 :> idx n]")
		}
		for a := range rows[f] {
			params, from = append(params, fmt.Sprintf("a%d : [n]real", a)), append(from, fmt.Sprintf("a%d", a), fmt.Sprintf("a%d", a))
		}
		index := []string{"i", "0 :> idx n", "1 :> idx n"}
		scalars := []string{"r.1", "r.3.2"}
		fmt.Fprintf(&b, "def f%d [n] (%s, i : idx n) : real =\n  if k < 1 then %s\n", f, strings.Join(params, ", "), number(2, scalars, from, index, nil))
		g := r.IntN(f + 1)
		fmt.Fprintf(&b, "  else %s + sin (%s) / 4\n", number(2, scalars, from, index, nil), call(g, "k - 1", records, matrices, from, index))
	}
	b.WriteString("def main [n] (x : [n]real) : real =\n  let y = [sin x[i] | i < n]\n      m = [[y[i] * x[j] | j < n] | i < n]\n")
	records := []string{"(x[i], x, (y, y[j]))", "(y[0 :> idx n], m[j], (m[i], 0.5))"}
	from, matrices, index := []string{"x", "y", "m[i]", "m[j]", "m[i]", "m[0 :> idx n]"}, []string{"m"}, []string{"i", "j", "0 :> idx n"}
	main := func() string { return call(r.IntN(2), "2", records, matrices, from, index) }
	if !rowsOnly && r.IntN(2) == 0 {
		fmt.Fprintf(&b, "      z = loop m = m for i < n do loop m = m for j < n do set m i (set m[i] j (%s / 3))\n", number(2, nil, from, index, main))
		from, matrices = append(from, "z[i]", "z[j]"), append(matrices, "z")
	}
	end := number(2, nil, from, index, main) + " * " + main()
	switch r.IntN(3) {
	case 0:
		fmt.Fprintf(&b, "  in loop s = 0.5 for i < n do loop s = s for j < n do sin (s + %s)\n", end)
	case 1:
		fmt.Fprintf(&b, "  in sum [sum [%s | j < n] | i < n]\n", end)
	default:
		fmt.Fprintf(&b, "  in sum [loop s = 0.5 for j < n do sin (s + %s) | i < n]\n", end)
	}
	return b.String()
}
