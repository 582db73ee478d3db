package loop_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// vectorFunc is a function around one vector loop.
func vectorFunc(body string) string {
	return "func f(x []real, y []real, c real, m int, out z []real) {\n\tvar s real = 1.0\n\tclear(z)\n\t" + body + "\n\treturn s\n}\n"
}

// A vector loop means what the same loop means without its mark.
func TestVectorLoops(t *testing.T) {
	for _, c := range []struct {
		body string
		op   loop.VectorOp
		s    float64
		z    []float64
	}{
		{"for vector i < 3 { s +~= x[i] * y[i] }", loop.Dot, 1 + 4 + 10 + 18, []float64{0, 0, 0}},
		{"for vector i < len(x) { s +~= -(x[i] * -x[i]) }", loop.Dot, 15, []float64{0, 0, 0}},
		{"for vector i < 3 { s +~= -square(x[i]) }", loop.Dot, -13, []float64{0, 0, 0}},
		{"for vector i < 3 { s +~= x[i] }", loop.Sum, 7, []float64{0, 0, 0}},
		{"for vector i < 3 { z[i] += c * -x[i] }", loop.Axpy, 1, []float64{-2, -4, -6}},
		{"for vector i < 3 { z[i] += x[i] }", loop.Axpy, 1, []float64{1, 2, 3}},
		{"for vector i < 3 { z[i] = y[i] * c }", loop.Scale, 1, []float64{8, 10, 12}},
		{"for vector i < 3 { z[i] += -c }", loop.Shift, 1, []float64{-2, -2, -2}},
	} {
		src := vectorFunc(c.body)
		p, err := loop.Read("f", src)
		if err != nil {
			t.Fatal(err)
		}
		if err := loop.Verify(p); err != nil {
			t.Fatalf("%s: %v", c.body, err)
		}
		if again, err := loop.Read("f", p.String()); err != nil || again.String() != p.String() ||
			!strings.Contains(p.String(), "for vector i <") {
			t.Errorf("%s: printed as %s (%v)", c.body, p, err)
		}
		l := p.Funcs[0].Body[2].(*loop.For)
		if v, ok := loop.VectorOf(l); !ok || v.Op != c.op {
			t.Errorf("%s: operation %d, want %d", c.body, v.Op, c.op)
		}
		z := []float64{9, 9, 9}
		args := []loop.Value{[]float64{1, 2, 3}, []float64{4, 5, 6}, 2.0, int64(2), z}
		res, _, err := loop.Eval(p, p.Funcs[0], args, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if res[0] != c.s || !reflect.DeepEqual(z, c.z) {
			t.Errorf("%s: %v, %v, want %v, %v", c.body, res[0], z, c.s, c.z)
		}
	}
}

// Loops of no known form are not marked, nor such that run through a part of their arrays.
func TestBadVectorLoops(t *testing.T) {
	for _, c := range []struct{ body, verify, eval string }{
		{"for vector i < 3 { s += x[i] * y[i] }", "no known form", ""},
		{"for vector i < 3 { s +~= x[i] * c }", "no known form", ""},
		{"for vector i < 3 { s +~= x[i + 1] }", "no known form", ""},
		{"for vector i < 3 { z[i] += x[i] * y[i] }", "no known form", ""},
		{"for vector i < 3 { z[i] = square(x[i]) }", "no known form", ""},
		{"for vector i < 3 { s +~= x[i]; s +~= y[i] }", "no known form", ""},
		{"for vector i < m { s +~= x[i] }", "", "vector loop over 2 elements of x, which has 3"},
	} {
		p, err := loop.Read("f", vectorFunc(c.body))
		if err != nil {
			t.Fatal(err)
		}
		err = loop.Verify(p)
		if c.verify != "" {
			if err == nil || !strings.Contains(err.Error(), c.verify) {
				t.Errorf("%s: %v, want %s", c.body, err, c.verify)
			}
			continue
		}
		args := []loop.Value{[]float64{1, 2, 3}, []float64{4, 5, 6}, 2.0, int64(2), []float64{9, 9, 9}}
		if _, _, err := loop.Eval(p, p.Funcs[0], args, 1000); err == nil || !strings.Contains(err.Error(), c.eval) {
			t.Errorf("%s: %v, want %s", c.body, err, c.eval)
		}
	}
}

// A vector loop over rows is of one of the forms, and means what the loop means.
func TestMatrixLoops(t *testing.T) {
	const row = "var row []real = a[r * 3 + at :+ m]\n"
	for _, c := range []struct {
		name, n, body string
		op            loop.MatrixOp
		neg, ok       bool
		a, x, y       []float64 // afterwards
	}{
		{
			"rank one", "len(x)", row + "var f real = x[r]\nfor vector j < len(row) { row[j] += f * y[j] }", loop.RankOne, false, true,
			[]float64{9, 1 + 8, 2 + 16, 3, 4 + 12, 5 + 24}, []float64{2, 3}, []float64{4, 8},
		},
		{
			"sums", "len(x)", row + "var f real = x[r]\nfor vector j < len(y) { y[j] +~= -(row[j] * f) }", loop.RowSums, true, true,
			[]float64{9, 1, 2, 3, 4, 5}, []float64{2, 3}, []float64{4 - 2 - 12, 8 - 4 - 15},
		},
		{
			"inner products", "len(x)", row + "var s real = 0.0\nfor vector j < len(row) { s +~= row[j] * y[j] }\nx[r] = s", loop.RowDots, false, true,
			[]float64{9, 1, 2, 3, 4, 5}, []float64{4 + 16, 16 + 40}, []float64{4, 8},
		},
		{"no numbers of rows", "2", row + "var f real = x[r]\nfor vector j < len(row) { row[j] += f * y[j] }", 0, false, false, nil, nil, nil},
		{"a square", "len(x)", row + "var s real = 0.0\nfor vector j < len(row) { s +~= row[j] * row[j] }\nx[r] = s", 0, false, false, nil, nil, nil},
		{"one factor", "len(x)", row + "var f real = x[0]\nfor vector j < len(row) { row[j] += f * y[j] }", 0, false, false, nil, nil, nil},
		{"the numbers themselves", "len(x)", row + "var f real = x[r]\nfor vector j < len(row) { row[j] += f * x[j] }", 0, false, false, nil, nil, nil},
		{"something else", "len(x)", row + "var f real = x[r]\nfor vector j < len(row) { row[j] += f * y[j] }\ny[0] = 1.0", 0, false, false, nil, nil, nil},
	} {
		src := "func f(at int, m int, inout a []real, inout x []real, inout y []real) {\nfor vector r < " + c.n + " {\n" + c.body + "\n}\n}\n"
		p, err := loop.Read("f", src)
		if err != nil {
			t.Fatal(c.name, err)
		}
		k, ok := loop.MatrixOf(p.Funcs[0].Body[0].(*loop.For))
		if ok != c.ok || ok && (k.Op != c.op || k.Neg != c.neg) {
			t.Errorf("%s: %v, operation %d, negated %v", c.name, ok, k.Op, k.Neg)
		}
		if err := loop.Verify(p); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
		if !c.ok {
			continue
		}
		a, x, y := []float64{9, 1, 2, 3, 4, 5}, []float64{2, 3}, []float64{4, 8}
		if _, _, err := loop.Eval(p, p.Funcs[0], []loop.Value{int64(1), int64(2), a, x, y}, 1000); err != nil {
			t.Fatal(c.name, err)
		}
		if !reflect.DeepEqual(a, c.a) || !reflect.DeepEqual(x, c.x) || !reflect.DeepEqual(y, c.y) {
			t.Errorf("%s: %v, %v, %v, want %v, %v, %v", c.name, a, x, y, c.a, c.x, c.y)
		}
	}
}
