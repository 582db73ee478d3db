package elementary

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/syntax"
)

// calls are the functions of [Wins], with two arguments and two results for all.
var calls = map[string]func(x, y float64) [2]float64{
	"exp":             one(exp),
	"expm1":           one(expm1),
	"log":             one(log),
	"log1p":           one(log1p),
	"tanh":            one(tanh),
	"sin":             one(sin),
	"cos":             one(cos),
	"sincos":          two(sincos),
	"sigmoid":         one(sigmoid),
	"sigmoids":        two(sigmoids),
	"softplus":        one(softplus),
	"softplusSigmoid": two(softplusSigmoid),
	"logaddexp":       func(x, y float64) [2]float64 { return [2]float64{logaddexp(x, y)} },
}

func one(f func(x float64) float64) func(x, y float64) [2]float64 {
	return func(x, _ float64) [2]float64 { return [2]float64{f(x)} }
}

func two(f func(x float64) (y, z float64)) func(x, y float64) [2]float64 {
	return func(x, _ float64) [2]float64 { a, b := f(x); return [2]float64{a, b} }
}

// meaning is the language's value of a term such as sigmoid(-x).
func meaning(t *testing.T, term string, x, y float64) float64 {
	t.Helper()
	name, args, _ := strings.Cut(strings.TrimSuffix(term, ")"), "(")
	op := syntax.OpByName(name)
	if op == nil {
		t.Fatalf("the language has no %s", name)
	}
	var vals []syntax.Value
	for a := range strings.SplitSeq(args, ", ") {
		vals = append(vals, syntax.Value{F: map[string]float64{"x": x, "-x": -x, "y": y}[a]})
	}
	v, err := op.Eval(vals)
	if err != nil {
		t.Fatal(err)
	}
	return v.F
}

// Every form means what the language's primitives mean, in the evaluators and in emitted
// code without it: to 1e-14, and where that is not finite or 0, the same.
func TestFormsMeanTheLanguage(t *testing.T) {
	if len(calls) != len(Wins) {
		t.Fatalf("%d functions, %d forms", len(calls), len(Wins))
	}
	special := []float64{0, inf, -inf, nan, 1e308, -1e308, 750, -750, 1e-310, -1e-310, 1, -1}
	r := rand.New(rand.NewPCG(10, 11))
	for _, w := range Wins {
		for i := range 3000 {
			x, y := 100*r.NormFloat64()*r.Float64(), 3*r.NormFloat64()
			if n := len(special); i < n*n {
				x, y = special[i/n], special[i%n]
			}
			if w.Func == "log" && 0 < x && x < normal {
				continue // math.Log is wrong there on amd64; TestAccuracy has what is right
			}
			got := calls[w.Func](x, y)
			for k, term := range w.Results {
				want := meaning(t, term, x, y)
				tiny := math.Abs(want) < 0x1p-1020 // math.Exp flushes what is close to the least subnormal
				near := math.Abs(got[k]-want) <= 1e-14*max(math.Abs(want), scale(w, x, y)) || tiny && math.Abs(got[k]-want) < 0x1p-1070
				if !near && !same(got[k], want) {
					t.Fatalf("%s(%g, %g): %s is %g, in the language %g", w.Func, x, y, term, got[k], want)
				}
			}
		}
	}
}

// scale is 0, or what the error of a result is relative to, where not to the result.
func scale(w Form, x, y float64) float64 {
	switch {
	case w.Func == "logaddexp":
		return max(1, math.Abs(x), math.Abs(y))
	case len(w.Results) > 0 && (strings.Contains(w.Results[0], "sin") || strings.Contains(w.Results[0], "cos")):
		return 1 // math's are less exact near their zeros
	}
	return 0
}
