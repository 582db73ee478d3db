package chad_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// ending is a context that ends when it has been asked so many times whether it has ended.
type ending struct {
	context.Context
	left  int
	asked int
}

var errEnded = errors.New("the context has ended")

func (e *ending) Err() error {
	e.asked++
	if e.left--; e.left < 0 {
		return errEnded
	}
	return nil
}

func (e *ending) Done() <-chan struct{} { return nil }

// compiling are the ways from text to code, each with whether it gave anything.
var compiling = map[string]func(ctx context.Context, src []byte) (bool, error){
	"Go": func(ctx context.Context, src []byte) (bool, error) {
		out, err := chad.GenerateContext(ctx, "f.chad", src, "p")
		return out != nil, err
	},
	"Go with everything": func(ctx context.Context, src []byte) (bool, error) {
		out, err := chad.EmitOptions{BLAS: true, FastMath: true, Jam: true, Elementary: true}.GenerateContext(ctx, "f.chad", src, "p")
		return out != nil, err
	},
	"WebAssembly": func(ctx context.Context, src []byte) (bool, error) {
		m, err := chad.GenerateWasmContext(ctx, "f.chad", src, wasmbackend.Options{Yield: true})
		return m != nil, err
	},
	"operators": func(ctx context.Context, src []byte) (bool, error) {
		m, err := chad.ParseContext(ctx, "f.chad", src)
		if err != nil {
			return m != nil, err
		}
		f, err := m.Func(m.Names()[0])
		if err != nil {
			return f != nil, err
		}
		g, err := chad.ValueAndGrad(f)
		if err != nil {
			return g != nil, err
		}
		var reals []string
		for _, x := range f.Def().Params {
			if x.Type == syntax.Real {
				reals = append(reals, x.Name)
			}
		}
		h, err := chad.JVP(f, reals...)
		if err != nil {
			return h != nil, err
		}
		out, err := chad.Emit("p", "", chad.Export{Func: g}, chad.Export{Func: h})
		return out != nil, err
	},
}

// contextual are programs with all that the steps of the compiler look at: loops, functions, data and recursion,
// branches, and calls.
var contextual = map[string]string{
	"loops": `--chad:grad
--chad:hvp
def f [n] (x : [n]real, a : real) : real =
  let y = scan (\s z. s * a + sin z) 0.5 x
      z = loop s = y for i < 3 do map (\v. v * v + a) s in
  sum (zipWith (\p q. if p > q then p * q else p) x z)
`,
	"data": `data tree = Leaf real | Node (tree, tree)
--chad:grad
def g (t : tree, w : real) : real =
  case t of
    Leaf x -> sin (x * w)
    | Node (l, r) -> g (l, w) * g (r, w)
`,
	"functions": `--chad:grad
def h (x : real, k : int) : real =
  let f = \y. y * x
      g = loop s = f for i < k do \z. s z + sin x in
  g x
`,
}

// A context that ends ends everything that compiles: with its error and nothing else, whenever it ends.
func TestContexts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, src := range contextual {
		for way, compile := range compiling {
			all := &ending{Context: t.Context(), left: 1 << 60}
			if ok, err := compile(all, []byte(src)); err != nil || !ok {
				t.Errorf("%s, %s: %v", name, way, err)
				continue
			}
			if all.asked < 40 {
				t.Errorf("%s, %s: asked %d times only", name, way, all.asked)
			}
			for k := range 24 {
				left := []int{0, 1, all.asked - 1}[k%3]
				if k >= 3 {
					left = r.IntN(all.asked)
				}
				ok, err := compile(&ending{Context: t.Context(), left: left}, []byte(src))
				if ok || !errors.Is(err, errEnded) || err.Error() != errEnded.Error() {
					t.Errorf("%s, %s, at question %d of %d: result %v, error %v", name, way, left, all.asked, ok, err)
				}
			}
		}
	}
}

// What operators make has the context of what it is made of: neither code nor another derivative comes of it after the
// end.
func TestContextsOfDerivatives(t *testing.T) {
	type operator func(f *chad.Func) (*chad.Func, error)
	by := func(op func(f *chad.Func, wrt ...string) (*chad.Func, error)) operator {
		return func(f *chad.Func) (*chad.Func, error) { return op(f, "x") }
	}
	grad := by(chad.ValueAndGrad)
	for name, ops := range map[string][]operator{
		"ValueAndGrad": {grad}, "Grad": {by(chad.Grad)}, "VJP": {by(chad.VJP)}, "JVP": {by(chad.JVP)}, "Tangent": {by(chad.Tangent)}, "HVP": {by(chad.HVP)},
		"Jacobian": {by(chad.Jacobian)}, "Hessian": {by(chad.Hessian)}, "VMap": {by(chad.VMap)}, "Plain": {(*chad.Func).Plain},
		"Pullback":     {func(f *chad.Func) (*chad.Func, error) { return chad.Pullback(f, chad.Seed{Kind: chad.SeedOne}, "x") }},
		"Grad of Grad": {by(chad.Grad), by(chad.Grad)}, "JVP of Grad": {by(chad.Grad), by(chad.JVP)}, "gradient of VMap": {by(chad.VMap), by(chad.VJP)},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		m, err := chad.ParseContext(ctx, "f.chad", []byte("def f (x : real, a : real) : real = let y = sin (x * a) in y * y + x\n"))
		if err != nil {
			t.Fatal(err)
		}
		f, err := m.Func("f")
		if err != nil {
			t.Fatal(err)
		}
		for _, op := range ops {
			if f, err = op(f); err != nil {
				t.Fatal(name, err)
			}
		}
		cancel()
		if src, err := chad.Emit("p", "", chad.Export{Func: f}); src != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %d bytes of Go after the end, error %v", name, len(src), err)
		}
		if _, err := chad.VJP(f); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: a derivative after the end, error %v", name, err)
		}
	}
}

// lines are the bindings x1 to xn of a let, each of the one before.
func lines(n int) string {
	var b strings.Builder
	for k := 1; k < n; k++ {
		fmt.Fprintf(&b, "x%d = x%d * 0.5 + sin y\n      ", k, k-1)
	}
	return b.String()
}

// nestedIfs is an if in the else of another, n deep.
func nestedIfs(n int) string {
	s := "x"
	for k := n; k > 0; k-- {
		s = fmt.Sprintf("if x > %d then x * %d else (%s)", k, k, s)
	}
	return s
}

// BenchmarkContext reports the longest time from the end of a context to the return of what compiles with it, of
// contexts that end at times evenly spread over what it takes.
func BenchmarkContext(b *testing.B) {
	for way, compile := range compiling {
		for name, src := range map[string]string{
			"10000 lines":   "--chad:grad\ndef f (x0 : real, y : real) : real =\n  let " + lines(10_000) + "  in x9999\n",
			"sum of 10000":  "--chad:grad\ndef f (x : real, y : real) : real = x" + strings.Repeat(" + sin x * y", 10_000) + "\n",
			"400 nested if": "--chad:grad\ndef f (x : real, y : real) : real = " + nestedIfs(400) + "\n",
		} {
			b.Run(way+"/"+name, func(b *testing.B) {
				begin := time.Now()
				if _, err := compile(b.Context(), []byte(src)); err != nil {
					b.Fatal(err)
				}
				whole := time.Since(begin)
				longest := time.Duration(0)
				for k := 0; b.Loop(); k++ {
					ctx, cancel := context.WithCancel(b.Context())
					ended := make(chan time.Time, 1)
					time.AfterFunc(whole*time.Duration(k%40)/40, func() {
						cancel()
						ended <- time.Now()
					})
					_, _ = compile(ctx, []byte(src)) // with or without an error: what goes on to its end has not noticed
					select {
					case at := <-ended:
						longest = max(longest, time.Since(at))
					default: // it was faster
					}
				}
				b.ReportMetric(float64(longest.Microseconds())/1000, "ms-longest")
			})
		}
	}
}
