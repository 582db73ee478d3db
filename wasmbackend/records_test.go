package wasmbackend_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// searches are bodies of loops over i < n, with best, an index at and what else the results have; over says whether
// iterations may be passed over.
var searches = []struct {
	name, body string
	over       bool
}{
	{"greatest", "var a real = x[i]\n if !(a <= best) && (best == best || a != a) {\n at, best = i, a\n }", true},
	{"least", "if x[i] < best {\n best = x[i]\n at = i\n }", true},
	{"of two arrays", "var a real = x[i + 1] - y[i]\n var b real = a * a\n if b > best {\n best, at = b, i\n c = y[i]\n }", true},
	{"what a branch has changed", "if x[i] > best + c {\n best = x[i]\n c = c * 0.5\n }", true},
	{"counted", "if x[i] > best {\n at = at + 1\n best = x[i] - 0.25\n }", true},
	{"no record", "if x[i] > 0.5 {\n at = at + i\n }", false},
	{"with another branch", "if x[i] > best {\n best = x[i]\n } else {\n at = at + 1\n }", false},
	{"before the branch", "at = at + 1\n if x[i] > best {\n best = x[i]\n }", false},
	{"stored", "if x[i] > best {\n best = x[i]\n z[i] = best\n }", false},
	{"stored and read", "if z[i] > best {\n best = z[i]\n z[i + 1] = 9.0\n }", false},
	{"downwards", "var j int = n - 1 - i\n if x[j] > best {\n best = x[j]\n }", false},
}

// Searches that pass over iterations find what they find one by one, to the last bit: with records at any place, equal
// elements, NaN, and lengths that four does not divide.
func TestRecords(t *testing.T) {
	ctx := context.Background()
	engine := newEngine(t)
	for _, c := range searches {
		t.Run(c.name, func(t *testing.T) {
			p, err := loop.Read("search", "export func f(x []real, y []real, n int, from real, out z []real) {\n var best real = from\n var at int = -1\n var c real = 0.125\n clear(z)\n"+
				"for i < n {\n"+c.body+"\n}\n return best, at, c\n}\n")
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range []wasmbackend.Options{{}, {Yield: true}, {Scalar: true}} {
				m := compiled(t, o, p)
				over := false
				for _, f := range m.Code.Funcs {
					for _, i := range f.Body {
						over = over || f.Name == "f" && i.Op == encode.V128AnyTrue
					}
				}
				if want := c.over && !o.Scalar; over != want {
					t.Errorf("passes over: %v, want %v", over, want)
				}
				prog, err := run.New(ctx, engine, m)
				if err != nil {
					t.Fatal(err)
				}
				f, err := prog.Func("f")
				if err != nil {
					t.Fatal(err)
				}
				r := rand.New(rand.NewPCG(1, 2))
				for n := range 80 {
					x, y := make([]float64, n+1), make([]float64, n+1)
					for i := range x {
						x[i], y[i] = math.Round(8*r.NormFloat64())/8, r.Float64()
						if r.IntN(30) == 0 {
							x[i] = []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1)}[r.IntN(4)]
						}
					}
					b := []float64{0, -10, 10, math.NaN()}[n%4]
					args := []loop.Value{x, y, int64(n), b, make([]float64, n+1)}
					want, _, err := loop.Eval(p, p.Funcs[0], cloneAll(args), 0)
					if err != nil {
						t.Fatal(err)
					}
					got, err := f.Leaves(ctx, nil, args)
					if err != nil || showAll(got[:3]) != showAll(want) {
						t.Fatalf("%d elements from %v: got %s %v, want %s", n, b, showAll(got), err, showAll(want))
					}
				}
			}
		})
	}
}

// What stands behind && is read only where the left side holds: past the end of an array that is shorter there is no
// memory.
func TestReadsBehindAnd(t *testing.T) {
	engine := newEngine(t)
	for _, body := range []string{
		"if c > 0.0 && y[i + 65536] > v {\n v = y[i]\n }",
		"if c > 0.0 && (c > 1.0 || y[i + 65536] > v) {\n v = c\n }",
		"z[i] = select(c > 0.0 && y[i + 65536] > 1.0, 1.0, 0.5)",
	} {
		p, err := loop.Read("behind", "export func f(n int, c real, y []real) {\n var v real = c\n var k int = imax(imin(n, 65536), 0)\n var z []real = new(k)\n for i < k {\n"+body+"\n }\n return v, z[0]\n}\n")
		if err != nil {
			t.Fatal(err)
		}
		m, err := wasmbackend.CompileLoops(wasmbackend.Options{}, p)
		if err != nil {
			t.Fatal(err)
		}
		const n = 1 << 14 // more than a page of memory
		t.Run(body, func(t *testing.T) { sameAsEval(t, engine, p, m, []loop.Value{int64(n), 0.0, []float64{}}) })
	}
}
