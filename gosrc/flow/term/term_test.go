package term_test

import (
	"reflect"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/semantics"
)

type example struct {
	name string
	f    any
	args []any
	grad bool // differences are compared with the gradient
}

var vec = []float64{0.7, -0.3, 1.2, 0.4}

var spd = [][]float64{{4, 1, 0.5}, {1, 5, 0.3}, {0.5, 0.3, 3}}

var examples = []example{
	{"dot", dot, []any{vec, []float64{1, 2, 3, 4}}, true},
	{"rosenbrock", rosenbrock, []any{vec}, true},
	{"norm", norm, []any{vec}, true},
	{"double", double, []any{vec}, false},
	{"doubled", doubled, []any{vec}, true},
	{"matvec", matvec, []any{[][]float64{{1, 2}, {3, 4}, {5, 6}}, []float64{7, 8}}, false},
	{"newMatrix", newMatrix, []any{2, 3}, false},
	{"quadratic", quadratic, []any{vec}, true},
	{"cholesky", cholesky, []any{spd}, true},
	{"lu", lu, []any{[][]float64{{0.1, 2, 1}, {3, 1, -1}, {2, 0.5, 4}}}, true},
	{"rk4", rk4, []any{[]float64{1, 0.5}, 0.8}, true},
	{"softDTW", softDTW, []any{[]float64{0.1, 0.9, 0.4}, []float64{0.2, 0.8, 0.5, 0.3}}, true},
	{"firstAbove", firstAbove, []any{vec, 1.0}, true},
	{"firstAbove", firstAbove, []any{vec, 5.0}, true},
	{"newton", newton, []any{3.0}, true},
	{"bisect", bisect, []any{3.0}, true},
	{"labels", labels, []any{[]float64{0.5, 1.5, -1, 3}}, true},
	{"labels", labels, []any{[]float64{0.5, 1.5, 3, 1}}, true},
	{"fib", fib, []any{7, 0.9}, true},
	{"collect", collect, []any{vec}, true},
	{"known", known, []any{[]float64{1, 2, 3, 4, 5, 6, 7, 8}}, true},
	{"energy", energy, []any{vec}, true},
	{"checked", checked, []any{vec, vec}, true},
	{"checked", checked, []any{vec, vec[:2]}, false},
	{"checkedTwice", checkedTwice, []any{vec, []float64{1, 2, 3, 4}}, true},
	{"checkedTwice", checkedTwice, []any{vec, vec[:2]}, false},
	{"clamp", clamp, []any{0.3}, true},
	{"clamps", clamps, []any{vec}, true},
	{"closures", closures, []any{0.4, 0.6}, true},
	{"integral", integral, []any{[]float64{0.5, 2}}, true},
	{"shift", shift, []any{[]float64{1, 2, 3, 4, 5}}, false},
	{"triangle", triangle, []any{vec}, true},
	{"trajectory", trajectory, []any{vec, 5}, true},
	{"trajectory", trajectory, []any{vec, 0}, true},
	{"choose", choose, []any{vec, 0}, false},
	{"choose", choose, []any{vec, 1}, false},
	{"choose", choose, []any{vec, 2}, false},
	{"stack", stack, []any{[]float64{1, 3, 2, 5, 4, 0.5, 6}}, true},
	{"earlyOrWritten", earlyOrWritten, []any{[]float64{0.5, 1.5}, []float64{-2, 3}, 1}, false},
	{"earlyOrWritten", earlyOrWritten, []any{[]float64{0.5, 1.5}, []float64{-2, 3}, 2}, false},
	{"earlyOrWritten", earlyOrWritten, []any{[]float64{0.5, 1.5}, []float64{-2, 3}, 3}, false},
	{"ratio", ratio, []any{3.0, 2.0}, true},
	{"ratio", ratio, []any{3.0, 0.0}, false},
	{"manyReturns", manyReturns, []any{1.5, 0}, true},
	{"manyReturns", manyReturns, []any{1.5, 2}, true},
	{"manyReturns", manyReturns, []any{1.5, 9}, true},
	{"resize", resize, []any{[]float64{1, 2}, 4}, true},
	{"gauss", gauss, []any{spd, []float64{1, 2, 3}}, false},
	{"gauss", gauss, []any{[][]float64{{0, 1}, {1, 0}}, []float64{1, 2}}, false},
	{"accumulate", accumulate, []any{vec, []int{2, 0, 2, 1}}, false},
	{"fillMatrix", fillMatrix, []any{vec}, true},
	{"missingRead", missingRead, []any{vec, 3}, true},
	{"missingWrite", missingWrite, []any{vec, 3}, true},
	{"copyRows", copyRows, []any{vec}, true},
	{"solveSteps", solveSteps, []any{vec, 3}, true},
	{"triangleSums", triangleSums, []any{vec}, true},
	{"wholeArray", wholeArray, []any{vec}, true},
	{"mlp", mlp, []any{model{[][]float64{{0.1, -0.2}, {0.3, 0.5}, {-0.4, 0.2}}, []float64{0.1, 0.2, 0.3}, 1.5, 3}, []float64{0.7, -0.6}}, false},
}

// The definitions compute what Go computes.
func TestValues(t *testing.T) {
	r, fs := programs(t)
	for _, e := range examples {
		want, panicked := goCall(e.f, fs[e.name], e.args)
		got, status, err := termCall(t, r.Funcs[fs[e.name]], e.args)
		switch {
		case panicked != (err != nil):
			t.Errorf("%s: %v, Go panics: %v", e.name, err, panicked)
		case status != 0:
			t.Errorf("%s: status %d, which is only for the order of errors", e.name, status)
		case !panicked && !near(any(got), any(want), 1e-12):
			t.Errorf("%s: got %v, Go says %v", e.name, got, want)
		}
	}
}

// A row that was not stored has no elements: definitions fail where Go panics.
func TestMissingRows(t *testing.T) {
	r, fs := programs(t)
	for name, f := range map[string]any{"missingRead": missingRead, "missingWrite": missingWrite} {
		args := []any{vec, 1}
		_, panicked := goCall(f, fs[name], args)
		got, status, err := termCall(t, r.Funcs[fs[name]], args)
		if !panicked || err == nil && status == 0 {
			t.Errorf("%s: %v, status %d; Go panics: %v", name, got, status, panicked)
		}
	}
}

// The gradients are those of central differences of the Go functions.
func TestGradients(t *testing.T) {
	r, fs := programs(t)
	for _, e := range examples {
		if !e.grad {
			continue
		}
		g, err := chad.ValueAndGrad(value(t, r, r.Funcs[fs[e.name]]))
		if err != nil {
			t.Errorf("%s: %v", e.name, err)
			continue
		}
		vs := make([]semantics.Value, len(e.args))
		for i, a := range e.args {
			vs[i], _ = semantics.FromGo(a, g.Def().Params[i].Type)
		}
		v, err := g.Call(vs...)
		if err != nil {
			t.Errorf("%s: %v", e.name, err)
			continue
		}
		out, err := semantics.ToGo(v, g.Def().Result)
		if err != nil {
			t.Fatal(err)
		}
		got := flat(reflect.ValueOf(out)).([]any)[1:]
		want := differences(e)
		if len(want) > 1 {
			got = got[0].([]any)
		}
		if !near(any(got), any(want), 1e-5) {
			t.Errorf("%s: gradient %v, differences %v", e.name, got, want)
		}
	}
}

// differences are central differences by all reals in the arguments, laid out like the arguments.
func differences(e example) []any {
	f := reflect.ValueOf(e.f)
	in := make([]reflect.Value, len(e.args))
	for i, a := range e.args {
		in[i] = reflect.New(reflect.TypeOf(a)).Elem()
		in[i].Set(clone(reflect.ValueOf(a)))
	}
	run := func() float64 {
		args := make([]reflect.Value, len(in))
		for i := range in {
			args[i] = clone(in[i])
		}
		return f.Call(args)[0].Float()
	}
	var walk func(v reflect.Value) any
	walk = func(v reflect.Value) any {
		switch v.Kind() {
		case reflect.Float64:
			const h = 1e-6
			x := v.Float()
			v.SetFloat(x + h)
			up := run()
			v.SetFloat(x - h)
			down := run()
			v.SetFloat(x)
			return (up - down) / (2 * h)
		case reflect.Slice:
			out := []any{}
			for i := range v.Len() {
				out = append(out, walk(v.Index(i)))
			}
			return out
		}
		return nil
	}
	var out []any
	for _, v := range in {
		if d := walk(v); d != nil {
			out = append(out, d)
		}
	}
	return out
}

// Failures that the forms of the checks rule out leave no status.
func TestNoStatus(t *testing.T) {
	r, fs := programs(t)
	for name, want := range map[string]bool{"triangleSums": false, "checked": true, "checkedTwice": true, "dot": false} {
		if got := r.Funcs[fs[name]].Status; got != want {
			t.Errorf("%s: status %v, want %v", name, got, want)
		}
	}
}
