package term_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/loop/loopval"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// loopPrograms are the loops of the gradient of f, as they are placed and after the last pass.
func loopPrograms(t *testing.T, f *chad.Func) []*loop.Program {
	t.Helper()
	text, err := chad.Show(f, chad.ShowOptions{Mode: "reverse", Stage: "lowered"})
	if err != nil {
		t.Fatal(err)
	}
	stages := strings.Split(text, "// ── ")[1:]
	var out []*loop.Program
	for _, s := range []string{stages[0], stages[len(stages)-1]} {
		p, err := loop.Read("loops", "// "+s)
		if err != nil {
			t.Fatal(err)
		}
		if err := loop.Verify(p); err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
	return out
}

// runLoops runs a gradient as loops.
func runLoops(t *testing.T, p *loop.Program, d *syntax.Def, args []any) (semantics.Value, loop.Counts) {
	t.Helper()
	var vs []semantics.Value
	for i, a := range args {
		v, err := semantics.FromGo(plain(reflect.ValueOf(a)), d.Params[i].Type)
		if err != nil {
			t.Fatal(err)
		}
		vs = append(vs, v)
	}
	ns, err := semantics.InferSizes(d, vs)
	if err != nil {
		t.Fatal(err)
	}
	sizes := loopval.Sizes{}
	for i, n := range d.Sizes {
		sizes[n] = ns[i]
	}
	fn := p.Funcs[len(p.Funcs)-1]
	for _, f := range p.Funcs {
		if f.Exported {
			fn = f
		}
	}
	var in []loop.Value
	for i, v := range vs {
		types, err := loopval.Types(d.Params[i].Type, nil)
		if err != nil {
			t.Fatal(err)
		}
		leaves, err := loopval.Flatten(v, d.Params[i].Type, types, sizes)
		if err != nil {
			t.Fatal(err)
		}
		in = append(in, leaves...)
	}
	out, counts, err := loop.Eval(p, fn, in, 1e8)
	if err != nil {
		t.Fatal(err)
	}
	v, err := loopval.Unflatten(out, d.Result, sizes)
	if err != nil {
		t.Fatal(err)
	}
	return v, counts
}

// The loops compute the gradients that the terms have.
func TestLoops(t *testing.T) {
	r, fs := programs(t)
	for _, e := range examples {
		if !e.grad {
			continue
		}
		f := value(t, r, r.Funcs[fs[e.name]])
		g, err := chad.ValueAndGrad(f)
		if err != nil {
			t.Fatal(err)
		}
		var vs []semantics.Value
		for i, a := range e.args {
			v, _ := semantics.FromGo(a, g.Def().Params[i].Type)
			vs = append(vs, v)
		}
		want, err := g.Call(vs...)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range loopPrograms(t, f) {
			got, _ := runLoops(t, p, g.Def(), e.args)
			a, _ := semantics.ToGo(got, g.Def().Result)
			b, _ := semantics.ToGo(want, g.Def().Result)
			if !near(flat(reflect.ValueOf(a)), flat(reflect.ValueOf(b)), 1e-9) {
				t.Errorf("%s, stage %d: got %v, terms say %v\n%s", e.name, i, a, b, p)
			}
		}
	}
}

// What runs over arrays copies none of them in an iteration: eight times the size takes not much more than eight times
// the work, value and gradient together, for what is linear in its input; 64 times for what is quadratic.
func TestNoCopies(t *testing.T) {
	r, fs := programs(t)
	vector := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = 0.5 + float64(i%7)/10
		}
		return x
	}
	matrix := func(n int) [][]float64 {
		m := make([][]float64, n)
		for i := range m {
			m[i] = vector(n)
			m[i][i] += float64(n)
		}
		return m
	}
	for _, c := range []struct {
		name  string
		args  func(n int) []any
		power float64
	}{
		{"dot", func(n int) []any { return []any{vector(n), vector(n)} }, 1},
		{"accumulate", func(n int) []any {
			is := make([]int, n)
			for i := range is {
				is[i] = i * 7 % n
			}
			return []any{vector(n), is}
		}, 1},
		{"energy", func(n int) []any { return []any{vector(2 * n)} }, 1},
		{"collect", func(n int) []any { return []any{vector(n)} }, 1},
		{"fillMatrix", func(n int) []any { return []any{vector(n)} }, 2},
		{"solveSteps", func(n int) []any { return []any{vector(n), 2} }, 2},
		{"softDTW", func(n int) []any { return []any{vector(n), vector(n)} }, 2},
		{"cholesky", func(n int) []any { return []any{matrix(n)} }, 3},
		{"lu", func(n int) []any { return []any{matrix(n)} }, 3},
	} {
		f := value(t, r, r.Funcs[fs[c.name]])
		g, err := chad.ValueAndGrad(f)
		if err != nil {
			t.Fatal(err)
		}
		p := loopPrograms(t, f)[1]
		_, small := runLoops(t, p, g.Def(), c.args(5))
		_, large := runLoops(t, p, g.Def(), c.args(40))
		ratio := float64(large.Total()) / float64(small.Total())
		if most := 1.6 * math.Pow(8, c.power); ratio > most {
			t.Errorf("%s: %.0f times the work for 8 times the size, at most %.0f wanted\n%+v\n%+v", c.name, ratio, most, small, large)
		}
	}
}
