package chad_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/internal/part"
)

var (
	sizedPrograms = flag.Int("sizes", part.Pick(40, 120), "random programs of TestRandomSizes")
	firstSized    = flag.Uint64("firstsizes", 1, "the seed of the first of them")
)

// Programs over arrays of known and of run-time length have a type if and only if the known lengths agree, the one that
// they should have, and at run time a value if and only if the others do: by an interpreter of their own, written for
// this test. Derivatives and loops of those that have values agree.
func TestRandomSizes(t *testing.T) {
	typed, valued, derived := 0, 0, 0
	for seed := *firstSized; seed < *firstSized+uint64(*sizedPrograms); seed++ {
		m := &sizesMaker{Rand: rand.New(rand.NewPCG(seed, 61))}
		e := m.vector(3)
		if m.IntN(3) == 0 {
			e = m.matrix(3)
		}
		text := "def f [n, k] (a : [n]real, b : [k]real, c : [?]real, d : [?]real, m : [n][k]real, r : [?][k]real, s : [n][?]real, u : [?][?]real, p : [n]int, q : [?]int) : " +
			e.typ() + " =\n  " + e.text + "\n"
		p, err := chad.Parse("f.chad", []byte(text))
		switch {
		case (err == nil) == e.bad:
			t.Errorf("seed %d: want a type: %t, got %v\n%s", seed, !e.bad, err, text)
			continue
		case e.bad && unwritten.MatchString(err.Error()):
			t.Errorf("seed %d: a size that nobody wrote: %v\n%s", seed, err, text)
			continue
		case e.bad:
			continue
		}
		typed++
		f, err := p.Func("f")
		if err != nil {
			t.Fatal(err)
		}
		for range 4 {
			if m.run(t, seed, f, e, text) {
				valued++
			}
		}
		total := "sum"
		if len(e.dims) == 2 {
			total = "sum (map sum"
		}
		text += "def main [n] (x : [n]real) : real =\n  let g = [[x[i] * x[j] | j < n] | i < n]; is = [int i | i < n] in\n  " + total +
			" (f (x, x, pack x, pack x, g, pack g, map pack g, pack (map pack g), is, pack is))" + strings.Repeat(")", len(e.dims)-1) + "\n"
		switch fault := stateFault(text, seed%8 == 0); {
		case fault == nil:
			derived++
		case fault.law != "interpreter": // lengths that do not agree at run time
			t.Errorf("seed %d: %v\n%s", seed, fault, text)
		}
	}
	t.Logf("of %d programs %d have types and %d derivatives; of %d runs %d have values", *sizedPrograms, typed, derived, 4*typed, valued)
	if typed < *sizedPrograms/3 || valued < typed || derived < typed/4 {
		t.Error("too few")
	}
}

// unwritten is a size that the compiler named.
var unwritten = regexp.MustCompile(`\bidx m\b|\[m\d*\]|length m\b`)

// A dim is a length of an array: n·n + k·k + c, or known at run time only.
type dim struct {
	n, k, c int
	unknown bool
}

func (d dim) String() string {
	if d.unknown {
		return "?"
	}
	return fmt.Sprintf("%d * n + %d * k + %d", d.n, d.k, d.c)
}

func (d dim) at(env map[string]any) int { return d.n*env["n"].(int) + d.k*env["k"].(int) + d.c }

// agree is the length of two arrays that must have one, and whether they may.
func sameLength(a, b dim) (dim, bool) {
	switch {
	case a.unknown:
		return b, true
	case b.unknown:
		return a, true
	}
	return a, a == b
}

var errLength = errors.New("lengths differ")

// A sizedExpr is an expression with its lengths, and what it is at a point: a []float64 or a [][]float64.
type sizedExpr struct {
	text  string
	dims  []dim
	bad   bool // known lengths in it do not agree
	value func(env map[string]any) (any, error)
}

func (e sizedExpr) typ() string {
	s := ""
	for _, d := range e.dims {
		s += "[" + d.String() + "]"
	}
	return s + "real"
}

type sizesMaker struct {
	*rand.Rand
	names int
}

func (m *sizesMaker) name() string {
	m.names++
	return fmt.Sprintf("v%d", m.names)
}

var (
	unknownDim = dim{unknown: true}
	nDim, kDim = dim{n: 1}, dim{k: 1}
)

func variable(name string, dims ...dim) sizedExpr {
	return sizedExpr{name, dims, false, func(env map[string]any) (any, error) { return env[name], nil }}
}

// vecs makes an expression of vectors that are evaluated first.
func vecs(text string, d []dim, bad bool, args []sizedExpr, f func(env map[string]any, xs [][]float64) (any, error)) sizedExpr {
	for _, a := range args {
		bad = bad || a.bad
	}
	return sizedExpr{text, d, bad, func(env map[string]any) (any, error) {
		var xs [][]float64
		for _, a := range args {
			v, err := a.value(env)
			if err != nil {
				return nil, err
			}
			xs = append(xs, v.([]float64))
		}
		return f(env, xs)
	}}
}

func (m *sizesMaker) vector(depth int) sizedExpr {
	if depth == 0 || m.IntN(6) == 0 {
		return []sizedExpr{variable("a", nDim), variable("b", kDim), variable("c", unknownDim), variable("d", unknownDim)}[m.IntN(4)]
	}
	each := func(x []float64, f func(i int, v float64) float64) []float64 {
		out := make([]float64, len(x))
		for i, v := range x {
			out[i] = f(i, v)
		}
		return out
	}
	sub := func() sizedExpr { return m.vector(depth - 1) }
	e := sub()
	v, w := m.name(), m.name()
	indices := []sizedExpr{variable("p", nDim), variable("q", unknownDim)}[m.IntN(2)]
	switch m.IntN(15) {
	case 0:
		return vecs("map (\\v. v * 2) ("+e.text+")", e.dims, false, []sizedExpr{e}, func(_ map[string]any, xs [][]float64) (any, error) {
			return each(xs[0], func(_ int, v float64) float64 { return v * 2 }), nil
		})
	case 1, 2:
		g := sub()
		d, ok := sameLength(e.dims[0], g.dims[0])
		return vecs("zipWith (\\u v. u * v) ("+e.text+") ("+g.text+")", []dim{d}, !ok, []sizedExpr{e, g}, func(_ map[string]any, xs [][]float64) (any, error) {
			if len(xs[0]) != len(xs[1]) {
				return nil, errLength
			}
			return each(xs[0], func(i int, v float64) float64 { return v * xs[1][i] }), nil
		})
	case 3:
		return vecs("reverse ("+e.text+")", e.dims, false, []sizedExpr{e}, func(_ map[string]any, xs [][]float64) (any, error) {
			return each(xs[0], func(i int, _ float64) float64 { return xs[0][len(xs[0])-1-i] }), nil
		})
	case 4:
		return vecs(fmt.Sprintf("(let %s = %s in [%s[i] + 1 | i < length %s])", v, e.text, v, v), e.dims, false, []sizedExpr{e}, func(_ map[string]any, xs [][]float64) (any, error) {
			return each(xs[0], func(_ int, v float64) float64 { return v + 1 }), nil
		})
	case 5:
		return sizedExpr{"[1.5 | i < length (" + e.text + ")]", e.dims, e.bad, func(env map[string]any) (any, error) {
			if !e.dims[0].unknown { // then its value does not matter
				return slices.Repeat([]float64{1.5}, e.dims[0].at(env)), nil
			}
			v, err := e.value(env)
			if err != nil {
				return nil, err
			}
			return slices.Repeat([]float64{1.5}, len(v.([]float64))), nil
		}}
	case 6, 7: // an index of one in another
		g := sub()
		index, bad := "i", !g.dims[0].unknown && e.dims[0] != g.dims[0]
		if m.IntN(2) == 0 {
			index, bad = "int i", false
		}
		return vecs(fmt.Sprintf("(let %s = %s; %s = %s in [%s[i] * %s[%s] | i < length %s])", v, e.text, w, g.text, v, w, index, v), e.dims, bad, []sizedExpr{e, g}, func(_ map[string]any, xs [][]float64) (any, error) {
			if len(xs[0]) > len(xs[1]) {
				return nil, errLength
			}
			return each(xs[0], func(i int, v float64) float64 { return v * xs[1][i] }), nil
		})
	case 8:
		g := sub()
		d := dim{n: e.dims[0].n + g.dims[0].n, k: e.dims[0].k + g.dims[0].k, c: e.dims[0].c + g.dims[0].c}
		if e.dims[0].unknown || g.dims[0].unknown {
			d = unknownDim
		}
		return vecs("concat ("+e.text+") ("+g.text+")", []dim{d}, false, []sizedExpr{e, g}, func(_ map[string]any, xs [][]float64) (any, error) {
			return append(slices.Clone(xs[0]), xs[1]...), nil
		})
	case 9:
		return vecs("filter (\\v. v > 0.9) ("+e.text+")", []dim{unknownDim}, false, []sizedExpr{e}, func(_ map[string]any, xs [][]float64) (any, error) {
			return slices.DeleteFunc(slices.Clone(xs[0]), func(v float64) bool { return !(v > 0.9) }), nil
		})
	case 10:
		return vecs("("+e.text+" :> [n]real)", []dim{nDim}, false, []sizedExpr{e}, func(env map[string]any, xs [][]float64) (any, error) {
			if len(xs[0]) != env["n"] {
				return nil, errLength
			}
			return xs[0], nil
		})
	case 11:
		return vecs("gather ("+e.text+") "+indices.text, indices.dims, false, []sizedExpr{e}, func(env map[string]any, xs [][]float64) (any, error) {
			out := []float64{}
			for _, i := range env[indices.text].([]int) {
				if i >= len(xs[0]) {
					return nil, errLength
				}
				out = append(out, xs[0][i])
			}
			return out, nil
		})
	case 12:
		g := sub()
		_, ok := sameLength(indices.dims[0], g.dims[0])
		return vecs("scatter ("+e.text+") "+indices.text+" ("+g.text+")", e.dims, !ok, []sizedExpr{e, g}, func(env map[string]any, xs [][]float64) (any, error) {
			is, out := env[indices.text].([]int), slices.Clone(xs[0])
			if len(is) != len(xs[1]) {
				return nil, errLength
			}
			for j, i := range is {
				if i >= len(out) {
					return nil, errLength
				}
				out[i] = xs[1][j]
			}
			return out, nil
		})
	case 13:
		return vecs("scan (\\s v. s + v) 0 ("+e.text+")", e.dims, false, []sizedExpr{e}, func(_ map[string]any, xs [][]float64) (any, error) {
			s := 0.0
			return each(xs[0], func(_ int, v float64) float64 { s += v; return s }), nil
		})
	}
	g := m.matrix(depth - 1)
	return sizedExpr{"map sum (" + g.text + ")", g.dims[:1], g.bad, func(env map[string]any) (any, error) {
		v, err := g.value(env)
		if err != nil {
			return nil, err
		}
		out := []float64{}
		for _, row := range v.([][]float64) {
			s := 0.0
			for _, x := range row {
				s += x
			}
			out = append(out, s)
		}
		return out, nil
	}}
}

func (m *sizesMaker) matrix(depth int) sizedExpr {
	if depth == 0 || m.IntN(4) == 0 {
		return []sizedExpr{variable("m", nDim, kDim), variable("r", unknownDim, kDim), variable("s", nDim, unknownDim), variable("u", unknownDim, unknownDim)}[m.IntN(4)]
	}
	// wide is the number of columns, if all rows have one.
	wide := func(x [][]float64, d dim, env map[string]any) (int, error) {
		w := 0
		if !d.unknown {
			w = d.at(env)
		} else if len(x) > 0 {
			w = len(x[0])
		}
		for _, row := range x {
			if len(row) != w {
				return 0, errLength
			}
		}
		return w, nil
	}
	if m.IntN(3) == 0 {
		e, g := m.vector(depth-1), m.vector(depth-1)
		v, w := m.name(), m.name()
		return vecs(fmt.Sprintf("(let %s = %s; %s = %s in [[%s[i] * %s[j] | j < length %s] | i < length %s])", v, e.text, w, g.text, v, w, w, v), []dim{e.dims[0], g.dims[0]}, false,
			[]sizedExpr{e, g}, func(_ map[string]any, xs [][]float64) (any, error) {
				out := [][]float64{}
				for _, x := range xs[0] {
					row := []float64{}
					for _, y := range xs[1] {
						row = append(row, x*y)
					}
					out = append(out, row)
				}
				return out, nil
			})
	}
	e := m.matrix(depth - 1)
	if m.IntN(3) == 0 {
		return sizedExpr{"map pack (" + e.text + ")", []dim{e.dims[0], unknownDim}, e.bad, e.value}
	}
	if m.IntN(2) == 0 {
		return sizedExpr{"transpose (" + e.text + ")", []dim{e.dims[1], e.dims[0]}, e.bad, func(env map[string]any) (any, error) {
			v, err := e.value(env)
			if err != nil {
				return nil, err
			}
			x := v.([][]float64)
			w, err := wide(x, e.dims[1], env)
			out := make([][]float64, w)
			for j := range out {
				out[j] = []float64{}
				for i := range x {
					out[j] = append(out[j], x[i][j])
				}
			}
			return out, err
		}}
	}
	g := m.matrix(depth - 1)
	inner, ok := sameLength(e.dims[1], g.dims[0])
	return sizedExpr{"matmul (" + e.text + ") (" + g.text + ")", []dim{e.dims[0], g.dims[1]}, e.bad || g.bad || !ok, func(env map[string]any) (any, error) {
		v, err := e.value(env)
		if err != nil {
			return nil, err
		}
		w, err := g.value(env)
		if err != nil {
			return nil, err
		}
		x, y := v.([][]float64), w.([][]float64)
		if !inner.unknown { // of which there may be no row that has it
			if inner.at(env) != len(y) {
				return nil, errLength
			}
		}
		cols, err := wide(y, g.dims[1], env)
		if err != nil {
			return nil, err
		}
		out := [][]float64{}
		for _, row := range x {
			if len(row) != len(y) {
				return nil, errLength
			}
			sums := make([]float64, cols)
			for i, a := range row {
				for j := range sums {
					sums[j] += a * y[i][j]
				}
			}
			out = append(out, sums)
		}
		return out, nil
	}}
}

// run compares at a random point, and reports whether there is a value.
func (m *sizesMaker) run(t *testing.T, seed uint64, f *chad.Func, e sizedExpr, text string) bool {
	t.Helper()
	n, k := m.IntN(4), m.IntN(4)
	if m.IntN(2) == 0 {
		k = n
	}
	vec := func(n int) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = float64(m.IntN(9)) / 4
		}
		return out
	}
	some := func() int { return []int{n, n, k, m.IntN(4)}[m.IntN(4)] }
	mat := func(n, k int) [][]float64 {
		out := make([][]float64, n)
		for i := range out {
			out[i] = vec(k)
		}
		return out
	}
	ints := func(k int) []int {
		out := make([]int, k)
		for i := range out {
			out[i] = m.IntN(max(1, n))
		}
		return out
	}
	u := mat(some(), some())
	if len(u) > 1 && m.IntN(4) == 0 {
		u[1] = vec(some())
	}
	args := []any{vec(n), vec(k), vec(some()), vec(some()), mat(n, k), mat(some(), k), mat(n, some()), u, ints(n), ints(some())}
	env := map[string]any{"n": n, "k": k}
	for i, name := range []string{"a", "b", "c", "d", "m", "r", "s", "u", "p", "q"} {
		env[name] = args[i]
	}
	want, wantErr := e.value(env)
	got, err := f.Eval(args...)
	if (wantErr == nil) != (err == nil) {
		t.Errorf("seed %d: got %v, %v, want %v, %v\n%sat %v", seed, got, err, want, wantErr, text, env)
		return false
	}
	if err != nil {
		return false
	}
	if !reflect.DeepEqual(plainly(got), plainly(want)) {
		t.Errorf("seed %d: got %v, want %v\n%sat %v", seed, got, want, text, env)
	}
	return true
}

// plainly is a value as a text.
func plainly(x any) string { return fmt.Sprint(x) }
