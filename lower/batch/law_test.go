package batch_test

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/batch"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Programs that each need one rule of the analysis; the last function is batched, by the parameters whose names begin
// with b.
var lawCases = []struct{ name, text string }{
	{"view of an array that varies", `
func f(n int, b real) {
	var a []real = new(4)
	var v []real = a[1:+2]
	v[0] = b
	return a[1], a[0]
}`},
	{"view that varies of an array", `
func f(n int, b real) {
	var a []real = new(4)
	var v []real = a[1:+2]
	a[1] = b
	return v[0], v[1]
}`},
	{"row stored in rows", `
func f(n int, b real) {
	var row []real = new(3)
	var rows [][]real = new(2)
	rows[0] = row
	row[1] = b
	var r []real = rows[0]
	r[2] = 4.0
	return rows[0][1], row[2]
}`},
	{"row appended to rows", `
func f(n int, b real) {
	var row []real = new(3)
	var rows [][]real = new(1)
	append(rows, row)
	rows[1][1] = b
	return row[1]
}`},
	{"result that shares memory with an argument", `
func g(n int, x []real) {
	return x[0:+2]
}
func f(n int, b real) {
	var a []real = new(3)
	var v []real = call g(n, a)
	v[0] = b
	return a[0]
}`},
	{"result of a result", `
func h(n int, x []real) {
	return x
}
func g(n int, x []real) {
	var y []real = call h(n, x)
	return y
}
func f(n int, b real) {
	var a []real = new(3)
	var v []real = call g(n, a)
	v[0] = b
	return a[0]
}`},
	{"results that share memory", `
func g(n int) {
	var a []real = new(3)
	return a, a[0:+2]
}
func f(n int, b real) {
	var x []real, y []real = call g(n)
	x[1] = b
	return y[1], x[0]
}`},
	{"a result that varies later", `
func g(n int) {
	var a []real = new(3)
	return a, 2.5
}
func f(n int, b real) {
	var x []real, s real = call g(n)
	x[1] = b
	s += b
	return x[1], s
}`},
	{"an argument that shares memory with a field", `
cell box { full(ys []real) }
func g(n int, x []real) {
	var r &box = new full(x)
	return r
}
func f(n int, b real) {
	var a []real = new(3)
	var r &box = call g(n, a)
	a[1] = b
	return r.full.ys[1], r
}`},
	{"a field that varies", `
cell box { full(y real) }
func f(n int, b real) {
	var r &box = new full(1.5)
	var q &box = r
	q.full.y = b
	return r.full.y
}`},
	{"a field's array that varies", `
cell box { full(ys []real) }
func f(n int, b real) {
	var a []real = new(2)
	var r &box = new full(a)
	var v []real = r.full.ys
	v[1] = b
	return a[1], r
}`},
	{"a function that stores into a field, in a branch", `
cell box { full(y real) }
func g(r &box) {
	r.full.y = 7.0
	return 0
}
func f(n int, b bool) {
	var r &box = new full(1.5)
	if b {
		var k int = call g(r)
	}
	return r.full.y
}`},
	{"out parameters of calls", `
func g(x []real, y real, out z []real) {
	z[0] = x[0]
	z[1] = y
	return z[0]
}
func f(n int, b real, x []real, out z []real, out w []real) {
	var s real = call g(x, 2.0, w)
	var t real = call g(x, b, z)
	return s, t
}`},
	{"an array chosen in a branch", `
func f(n int, b bool) {
	var x []real = new(2)
	var y []real = new(3)
	y[1] = 5.0
	if b {
		x = y
	}
	return x[1], len(x)
}`},
	{"lengths that vary", `
func f(n int, b int) {
	var x []real = new(b + 1)
	var m [][]real = new(2, b + 1)
	for i < len(x) {
		x[i] = real(i)
		m[1][i] = 2.0
	}
	return x, m
}`},
	{"a parameter that is given another value", `
func f(n int, s real, b real) {
	for i < n {
		s += b
	}
	return s
}`},
	{"a parameter that is given another array", `
func f(n int, s []real, b []real) {
	for i < n {
		s = b
	}
	return s[0]
}`},
	{"a loop that ends when it varies", `
func f(n int, b real) {
	var s real = b
	var k int = 0
	loop {
		var t real = s * s
		while t < 100.0 && k < 20
		s += 1.0
		k += 1
	}
	return s, k
}`},
	{"recursion", `
func f(n int, x real, b real) {
	var y real = 0.0
	if n <= 0 {
		y = x * b
	} else {
		var z real = call f(n - 1, x + 1.0, b * x)
		y = z + b
	}
	return y
}`},
	{"what is stored at an index that varies", `
func f(n int, b int) {
	var x []real = new(5)
	x[inrange(b, 5, "x")] = 1.0
	return x
}`},
	{"flat arrays whose lengths are those of one that varies", `
func f(n int, b []real) {
	var m [][len(b)]real = new(2, len(b))
	var k [][len(b)]real = new(2, len(b))
	m[1][2] = b[2]
	k[1][2] = 3.0
	copy(m, k)
	m[0][1] = b[1]
	return m, k
}`},
	{"exchange", `
func f(n int, x real, b real) {
	var y real = 2.0
	for i < n {
		x, y, b = y, b, x
	}
	return x, y, b
}`},
}

func TestLaw(t *testing.T) {
	for _, c := range lawCases {
		t.Run(c.name, func(t *testing.T) {
			p, err := loop.Read("test", c.text)
			if err != nil {
				t.Fatal(err)
			}
			if err := loop.Verify(p); err != nil {
				t.Fatal(err)
			}
			f := p.Funcs[len(p.Funcs)-1]
			marks := make([]bool, len(f.Params))
			for i, q := range f.Params {
				marks[i] = strings.HasPrefix(q.Var.Name, "b")
			}
			r, err := batch.Func(p, f, batch.Options{Lanes: 3, Varying: marks})
			if err != nil {
				t.Fatal(err)
			}
			p.Funcs = append(p.Funcs, r.Func)
			if err := loop.Verify(p); err != nil {
				t.Fatalf("%v\n%s", err, p)
			}
			lanes := make([][]loop.Value, 3)
			for l := range lanes {
				for i, q := range f.Params {
					k := float64(10 * i)
					if marks[i] {
						k += float64(l)
					}
					lanes[l] = append(lanes[l], map[loop.Type]loop.Value{
						loop.RealType: k + 0.5, loop.IntType: int64(2 + (int(k)+1)%3), loop.BoolType: int(k)%2 == 1,
						loop.RealType.Array(): []float64{k, k + 0.25, 1, 2},
					}[q.Var.Type])
				}
			}
			ran, failed, err := law(p, f, r, lanes)
			if err != nil || !ran || failed {
				t.Fatalf("ran %v, failed %v: %v\n%s", ran, failed, err, p)
			}
		})
	}
}
