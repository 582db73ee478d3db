package chad_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/internal/part"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt"
)

var (
	requirePrograms = flag.Int("requires", part.Pick(15, 40), "random programs of TestRandomRequires")
	firstRequire    = flag.Uint64("firstrequire", 1, "the seed of the first of them")
)

// Random programs with requirements in branches, in loops, before loops that would not end without them, and in
// functions with and without names, at points at which some fail:
//
//	failure   of the interpreter of terms = of the value, the gradient and the JVP, of each as terms, as placed and after the passes
//	value     as placed = after the passes = what is beside the derivatives = of the interpreter
//	gradient  as terms = as placed = after the passes = the JVP, as terms, as placed and after the passes
func TestRandomRequires(t *testing.T) {
	held, failed := 0, 0
	bound := boundTally{of: finalPrimal}
	for seed := *firstRequire; seed < *firstRequire+uint64(*requirePrograms); seed++ {
		text := requireProgram(rand.New(rand.NewPCG(seed, 12)))
		type verdict struct {
			held, failed int
			fault        *nestFault
		}
		done := make(chan verdict, 1)
		go func() {
			h, f, fault := requireFault(text)
			done <- verdict{h, f, fault}
		}()
		select {
		case v := <-done:
			if v.fault != nil {
				t.Fatalf("seed %d: %v\n%s", seed, v.fault, text)
			}
			held, failed = held+v.held, failed+v.failed
			bound.text(t, fmt.Sprint("seed ", seed), text)
		case <-time.After(2 * time.Minute):
			t.Fatalf("seed %d does not end: a requirement comes behind the loop that it is there for?\n%s", seed, text)
		}
	}
	t.Logf("%d points hold, %d fail", held, failed)
	bound.Report(t)
	if held < *requirePrograms || failed < *requirePrograms/4 {
		t.Errorf("%d points hold, %d fail, of %d programs", held, failed, *requirePrograms)
	}
}

// requireFault is the law that a program breaks, nil if it breaks none, and at how many points its requirements hold
// and fail.
func requireFault(text string) (held, failed int, fault *nestFault) {
	defer catchFault(&fault)
	m, err := chad.Parse("requires.chad", []byte(text))
	if err != nil {
		breaks("parse", "%v", err)
	}
	of, err := m.Func("main")
	if err != nil {
		breaks("parse", "%v", err)
	}
	forms := func(law string, f *chad.Func, err error) []requireForm {
		if err != nil {
			breaks(law, "%v", err)
		}
		out := []requireForm{{law + " of terms", func(args ...any) ([]any, error) {
			if seed, ok := args[len(args)-1].(float64); ok {
				args = []any{args[0], []any{seed, []any{}}} // of the pair
			}
			v, err := f.Eval(args...)
			if err != nil {
				return nil, err
			}
			return numbersOf(v, nil), nil
		}}}
		for name, passes := range map[string]*opt.Options{" as placed": nil, " after the passes": {}} {
			l, err := chad.NewLoops(f, passes)
			if err != nil {
				breaks(law+name, "%v", err)
			}
			out = append(out, requireForm{law + name, func(args ...any) ([]any, error) {
				var vals []loop.Value
				for _, a := range args {
					if a, ok := a.([]float64); ok {
						vals = append(vals, append([]float64(nil), a...))
						continue
					}
					vals = append(vals, a)
				}
				vals, err := l.Run(vals...)
				if err != nil {
					return nil, err
				}
				out := make([]any, len(vals))
				for i, v := range vals {
					out[i] = v
				}
				return out, nil
			}})
		}
		return out
	}
	plain, err := of.Plain()
	values := forms("value", plain, err)
	vjp, err := chad.VJP(of)
	grads := forms("gradient", vjp, err)
	jvp, err := chad.JVP(of)
	tangents := forms("tangent", jvp, err)
	for _, n := range []int{2, 4} {
		for k := range 3 {
			x := nestPoint(n, k)
			want, err := values[0].run(x)
			fails := err != nil
			if fails && !strings.Contains(err.Error(), "required") {
				breaks("interpreter", "%v at %v", err, x)
			}
			run := func(f requireForm, args ...any) []any {
				out, err := f.run(args...)
				if (err != nil) != fails || fails && !strings.Contains(err.Error(), "require") {
					breaks(f.law, "error %v, but the interpreter's is %v, at %v", err, fails, x)
				}
				return out
			}
			equal := func(law string, got, want any) {
				if fails {
					return
				}
				if !within(got.(float64), want.(float64), 1e-8) {
					breaks(law, "%v, want %v at %v", got, want, x)
				}
			}
			first := func(vals []any) any {
				if fails {
					return nil
				}
				return vals[0]
			}
			for _, f := range values[1:] {
				equal(f.law, first(run(f, x)), first(want))
			}
			var slopes []any
			for i := range n {
				for j, f := range tangents {
					out := run(f, x, unit(n, i))
					equal("value beside the "+f.law, first(out), first(want))
					if fails {
						continue
					}
					if j == 0 {
						slopes = append(slopes, realsOf(out)[1])
					}
					equal(f.law, realsOf(out)[1], slopes[i])
				}
			}
			for _, f := range grads {
				out := run(f, x, 1.0)
				equal("value beside the "+f.law, first(out), first(want))
				if fails {
					continue
				}
				for i, s := range slopes {
					equal(f.law, out[len(out)-1].([]float64)[i], s)
				}
			}
			if fails {
				failed++
			} else {
				held++
			}
		}
	}
	return held, failed, nil
}

// A requireForm is a function in some form.
type requireForm struct {
	law string
	run func(args ...any) ([]any, error)
}

// numbersOf flattens a result of an evaluation.
func numbersOf(v any, to []any) []any {
	if vs, ok := v.([]any); ok {
		for _, v := range vs {
			to = numbersOf(v, to)
		}
		return to
	}
	return append(to, v)
}

// realsOf are the real numbers of a result.
func realsOf(vals []any) []any {
	var out []any
	for _, v := range vals {
		if f, ok := v.(float64); ok {
			out = append(out, f)
		}
	}
	return out
}

// requires makes programs: each block has numbers in scope, and a token that goes through all of it.
type requires struct {
	r    *rand.Rand
	defs int
	n    int // names so far
}

func (g *requires) name(hint string) string {
	g.n++
	return fmt.Sprint(hint, g.n)
}

func (g *requires) pick(s []string) string { return s[g.r.IntN(len(s))] }

func (g *requires) number(in []string) string {
	a, b := g.pick(in), g.pick(in)
	return g.pick([]string{a, "(sin " + a + ")", "(" + a + " * " + b + ")", "(" + a + " + " + b + " / 2)", "(" + a + " - 0.3 * " + b + ")"})
}

func (g *requires) limit() string { return fmt.Sprintf("%.2f", -0.8+1.6*g.r.Float64()) }

// block is an expression of type (real, int).
func (g *requires) block(depth int, in []string, token, index, k string, indent string) string {
	var b strings.Builder
	in = append([]string(nil), in...)
	line := func(format string, args ...any) { fmt.Fprintf(&b, "let "+format+" in\n"+indent, args...) }
	inner := indent + "  "
	for range 1 + g.r.IntN(3) {
		switch c := g.r.IntN(9); {
		case c < 2:
			t := g.name("t")
			line("%s = require (%s > %s, %s)", t, g.number(in), g.limit(), token)
			token = t
		case c == 2 && depth > 0: // a branch
			u, t := g.name("u"), g.name("t")
			line("(%s, %s) = if %s > 0.5 then (%s) else (%s)", u, t, g.number(in), g.block(depth-1, in, token, index, k, inner), g.block(depth-1, in, token, index, k, inner))
			in, token = append(in, u), t
		case c == 3 && depth > 0: // a loop
			s, t, i := g.name("s"), g.name("t"), g.name("i")
			u, v := g.name("u"), g.name("t")
			line("(%s, %s) = loop (%s, %s) = (%s, %s) for %s < n do (%s)", u, v, s, t, g.pick(in), token, i, g.block(depth-1, append(in, s, "x["+i+"]"), t, i, k, inner))
			in, token = append(in, u), v
		case c == 4: // a loop that ends where the requirement holds only
			h, t, s, p, u, q := g.name("h"), g.name("t"), g.name("s"), g.name("p"), g.name("u"), g.name("q")
			line("%s = %s - 0.6", h, g.number(in))
			line("%s = require (%s > 0.1, %s)", t, h, token)
			line("(%s, %s) = loop (%s, %s) = (%s, 0.0) while %s < 1 do (sin (%s + %s * %s), %s + %s)", u, q, s, p, g.pick(in), p, s, h, g.pick(in), p, h)
			in, token = append(in, u), t
		case c == 5 && depth > 0: // a function
			f, y, u, t, v, w := g.name("f"), g.name("y"), g.name("u"), g.name("t"), g.name("u"), g.name("t")
			line("%s = \\%s. (%s)", f, y, g.block(depth-1, append(in, y), token, index, k, inner))
			line("(%s, %s) = %s %s", u, t, f, g.number(in))
			if g.r.IntN(2) == 0 {
				line("(%s, %s) = %s (%s * 0.5)", v, w, f, u)
				sum := g.name("t")
				line("%s = %s + %s", sum, t, w)
				in, t = append(in, v), sum
			}
			in, token = append(in, u), t
		case c == 6 && k != "" && g.defs > 0: // a call
			u, t := g.name("u"), g.name("t")
			line("(%s, %s) = f%d (%s, x, %s, %s)", u, t, g.r.IntN(g.defs), k, g.number(in), token)
			in, token = append(in, u), t
		default:
			u := g.name("u")
			line("%s = %s", u, g.number(in))
			in = append(in, u)
		}
	}
	fmt.Fprintf(&b, "(%s, %s)", g.number(in), token)
	return b.String()
}

func requireProgram(r *rand.Rand) string {
	g := &requires{r: r}
	var b strings.Builder
	g.defs = r.IntN(3)
	for f := range g.defs {
		fmt.Fprintf(&b, "def f%d [n] (k : int, x : [n]real, y : real, t : int) : (real, int) =\n  if k < 1 then (%s) else (%s)\n", f,
			g.block(1, []string{"y"}, "t", "", "", "  "), g.block(1, []string{"y"}, "t", "", "k - 1", "  "))
	}
	fmt.Fprintf(&b, "def main [n] (x : [n]real) : (real, int) =\n  %s\n", g.block(2, []string{"x[0 :> idx n]", "x[1 :> idx n]"}, "0", "", "2", "  "))
	return b.String()
}
