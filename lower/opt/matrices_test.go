package opt

import (
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Programs that look like loops over the rows of a matrix, and would have other values as such.
func TestMatricesLeaveAlone(t *testing.T) {
	for _, c := range []struct {
		name, src string
		passes    []Pass
		args      []loop.Value
		want      float64
	}{
		{
			"the array is another than that of the row above", `func f(n int, x []real) {
	check len(x) == n, "f", "x", len(x), n
	var w []real = new(n * n + n)
	for r < n * n + n { w[r] = real(r) }
	var u []real = w[n :+ n * n]
	var hot []real = u[0 * n :+ n]
	u = w
	var m int = n - 1
	for r < m {
		var row []real = u[(r + 1) * n :+ n]
		var f real = hot[0] * 2.0
		for j < n {
			row[j] += f * x[j]
		}
	}
	return w[n * n - 1]
}`,
			[]Pass{kernels, matrices},
			[]loop.Value{int64(3), []float64{1, 2, 3}},
			62, // hot[0] is w[3]: 3, then 3+2·3·1 = 9; w[8] is 8+2·9·3
		},
		{
			"a sum that is used before it is there", `func f(n int, x []real, y []real) {
	check len(x) == n, "f", "x", len(x), n
	check len(y) == n, "f", "y", len(y), n
	var u []real = new(n * n)
	for r < n * n { u[r] = 1.0 }
	var acc real = 0.0
	for r < n {
		var row []real = u[r * n :+ n]
		var s real = 0.0
		var z real = 0.0
		for j < n {
			s +~= row[j] * y[j]
		}
		acc += s + z
		for j < n {
			z +~= row[j] * x[j]
		}
		acc += z
	}
	return acc
}`,
			[]Pass{kernels, matrices},
			[]loop.Value{int64(2), []float64{1, 2}, []float64{4, 8}},
			30, // 2·(4+8) + 2·(1+2)
		},
		{
			"the length of some rows is checked", `func f(a [][]real, k int, m int) {
	var n int = len(a)
	for i < k {
		var t int = len(a[i])
		check t == m, "f", "row", t, m
	}
	var s real = 0.0
	for q < 1 + 0 * k {
		for i < n {
			var r []real = a[i]
			for j < len(r) {
				s += r[j]
			}
		}
	}
	return s
}`,
			[]Pass{ownMatrices},
			[]loop.Value{[]loop.Value{[]float64{1, 2}, []float64{1, 2, 4}}, int64(1), int64(2)},
			10,
		},
	} {
		p, err := loop.Read(c.name, c.src)
		if err != nil {
			t.Fatal(c.name, err)
		}
		if err := run(p, &Options{Kernels: true, Verify: loop.Verify}, c.passes); err != nil {
			t.Fatal(c.name, err)
		}
		if res, _, err := loop.Eval(p, p.Funcs[0], c.args, 10000); err != nil || res[0] != c.want {
			t.Errorf("%s: %v, %v, want %v:\n%s", c.name, res, err, c.want, p)
		}
	}
}
