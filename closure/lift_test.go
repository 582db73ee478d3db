package closure_test

import (
	"math"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/closure"
	"github.com/seed-4b734f86/gochad/semantics"
	sx "github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/text"
)

// liftRow is a program with a definition f : (real, real) → real, and what
// is expected of it lifted: whether f and what it calls are first-order, the
// definitions, and the value of f at (0.7, 1.3) by hand.
type liftRow struct {
	name   string
	src    string
	plain  bool
	defs   string
	expect func(x, y float64) float64
}

var liftRows = []liftRow{
	{
		"called thrice", "def f (x : real, y : real) : real = let g = \\z. z*x + sin z in g y + g (g x)", true, "f f_g",
		func(x, y float64) float64 {
			g := func(z float64) float64 { return z*x + math.Sin(z) }
			return g(y) + g(g(x))
		},
	},
	{
		"captured function", "def f (x : real, y : real) : real = let g = \\z. z*x; h = \\z. g (g z) + y*x in h y + h (g x)", true, "f f_h f_g",
		func(x, y float64) float64 {
			g := func(z float64) float64 { return z * x }
			h := func(z float64) float64 { return g(g(z)) + y*x }
			return h(y) + h(g(x))
		},
	},
	{
		"curried, partial, renamed", "def f (x : real, y : real) : real = let g = \\a. \\b. a*x - b; p = g y; q = p in p x + q y + g x y", true, "f f_g",
		func(x, y float64) float64 {
			g := func(a, b float64) float64 { return a*x - b }
			return g(y, x) + g(y, y) + g(x, y)
		},
	},
	{
		"loops, builds and branches", "def f (x : real, y : real) : real = let g = \\z. z*x + y in sum [if x < 1.0 then g (real i) else (let h = \\u. g u * real i in h x + h y) | i < 3] + (loop s = y for i < 3 do let h = \\u. u * s in h (g s) + h x)", true, "",
		func(x, y float64) float64 {
			g := func(z float64) float64 { return z*x + y }
			t := g(0) + g(1) + g(2)
			s := y
			for range 3 {
				s = g(s)*s + x*s
			}
			return t + s
		},
	},
	{
		"specialised", "def twice (h : real -> real, x : real) : real = h (h x) + 1\ndef f (x : real, y : real) : real = twice (\\z. z*y, x) + twice (\\z. z*y, y) + twice (\\z. z - x, y)", true, "twice f twice2 twice3 twice4 f_f f_f2 f_f3",
		func(x, y float64) float64 {
			twice := func(h func(float64) float64, x float64) float64 { return h(h(x)) + 1 }
			g := func(z float64) float64 { return z * y }
			return twice(g, x) + twice(g, y) + twice(func(z float64) float64 { return z - x }, y)
		},
	},
	{
		"local function of functions", "def f (x : real, y : real) : real = let twice = \\h. \\z. h (h z) + x in twice (\\u. u*y) x + twice (twice (\\u. u + x)) y", true, "",
		func(x, y float64) float64 {
			twice := func(h func(float64) float64) func(float64) float64 {
				return func(z float64) float64 { return h(h(z)) + x }
			}
			return twice(func(u float64) float64 { return u * y })(x) + twice(twice(func(u float64) float64 { return u + x }))(y)
		},
	},
	{
		"recursion", "def iter (h : real -> real, n : int, x : real) : real = if n <= 0 then x else iter (h, n - 1, h x)\ndef f (x : real, y : real) : real = iter (\\z. z*y + x, 3, x)", true, "iter f iter2 f_f",
		func(x, y float64) float64 {
			for range 3 {
				x, y = x*y+0.7, 1.3
			}
			return x
		},
	},
	{
		"recursion that wraps", "def iter (h : real -> real, n : int, x : real) : real = if n <= 0 then h x else iter (\\z. h (h z) * 0.5, n - 1, x)\ndef f (x : real, y : real) : real = iter (\\z. z*y + x, 12, x)", false, "",
		func(x, y float64) float64 {
			h := func(z float64) float64 { return z*y + x }
			for range 12 {
				g := h
				h = func(z float64) float64 { return g(g(z)) * 0.5 }
			}
			return h(x)
		},
	},
	{
		"sizes", "def apply [n] (h : real -> real, a : [n]real) : real = sum [h (a[i]) * real (length a) | i < n]\ndef f (x : real, y : real) : real = let a = [x, y, x]; g = \\z. z * a[0 :> idx 3] in apply (g, a) + apply (g, [x, y]) + g x", true, "",
		func(x, y float64) float64 {
			g := func(z float64) float64 { return z * x }
			return 3*(g(x)+g(y)+g(x)) + 2*(g(x)+g(y)) + g(x)
		},
	},
	{
		"chosen by the callee", "def pick (h : real -> real, x : real) : real = let k = if x < 1.0 then h else \\z. z in k (k x)\ndef f (x : real, y : real) : real = let g = \\z. z*y in pick (g, x) + g x", false, "pick f",
		func(x, y float64) float64 { return x*y*y + x*y },
	},
	{
		"chosen by a function", "def f (x : real, y : real) : real = let pick = \\h. \\u. (let k = if u < 1.0 then h else \\z. z in k (k u)); g = \\z. z*y in pick g x + pick g y", false, "f f_pick",
		func(x, y float64) float64 { return x*y*y + y },
	},
	{
		"called with one that escapes", "def iter (h : real -> real, n : int, x : real) : real = if n <= 0 then x else iter (h, n - 1, h x)\ndef f (x : real, y : real) : real = let g = \\z. z*y; h = \\z. z + x; k = if x < 1.0 then h else \\z. z in iter (g, 2, x) + iter (h, 1, y) + k y", false, "iter f iter2 f_g",
		func(x, y float64) float64 { return x*y*y + y + x + y + x },
	},
	{
		"escapes", "def f (x : real, y : real) : real = let g = \\z. z*x; h = if x < 1.0 then g else \\z. z + y in h x + g y + h y", false, "",
		func(x, y float64) float64 { return x*x + y*x + y*x },
	},
}

func loaded(t *testing.T, src string) *sx.Program {
	t.Helper()
	p, ds := text.Load("t.chad", []byte(src))
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	return p
}

func lifted(t *testing.T, p *sx.Program) *sx.Program {
	t.Helper()
	q := closure.Lift(p)
	if err := sx.VerifyProgram(q); err != nil {
		t.Fatalf("%v\n%s", err, sx.ProgramString(q))
	}
	return q
}

// firstOrder reports whether no λ stands in what d calls and none of its parameters is a function.
func firstOrder(d *sx.Def) bool {
	ok := true
	var visit func(t sx.Term)
	visit = func(t sx.Term) {
		if _, isLam := t.(*sx.Lam); isLam {
			ok = false
		}
		sx.Children(t, visit)
	}
	for _, e := range sx.Reachable(d) {
		visit(e.Body)
		for _, x := range e.Params {
			ok = ok && !sx.HoldsFunc(x.Type)
		}
	}
	return ok
}

func TestLift(t *testing.T) {
	for _, row := range liftRows {
		t.Run(row.name, func(t *testing.T) {
			q := lifted(t, loaded(t, row.src))
			var names []string
			for _, d := range q.Defs {
				names = append(names, d.Name)
			}
			if got := strings.Join(names, " "); row.defs != "" && got != row.defs {
				t.Errorf("definitions %s, want %s", got, row.defs)
			}
			f := q.Lookup("f")
			if got := firstOrder(f); got != row.plain {
				t.Errorf("first-order: %v, want %v\n%s", got, row.plain, sx.ProgramString(q))
			}
			var e semantics.Evaluator
			v, err := e.CallGo(f, 0.7, 1.3)
			if err != nil {
				t.Fatal(err)
			}
			if want := row.expect(0.7, 1.3); math.Abs(v.(float64)-want) > 1e-12*math.Abs(want) {
				t.Errorf("f = %v, want %v\n%s", v, want, sx.ProgramString(q))
			}
		})
	}
}

// A chain of functions each of which calls the one before twice lifts to as many
// definitions; a hundred times the program is a hundred times the result.
func TestLiftSize(t *testing.T) {
	nodes := func(n int) (in, out int) {
		x := sx.NewVar("x", sx.Real)
		d := &sx.Def{Name: "f", Params: []*sx.Var{x}, Result: sx.Real}
		var s sx.Spine
		var g sx.Term
		for k := range n {
			z := sx.NewVar("z", sx.Real)
			body := sx.Mul(sx.Ref(z), sx.Ref(x))
			if k > 0 && k%5 != 0 {
				body = sx.Add(sx.NewApp(g, sx.NewApp(g, sx.Ref(z))), body)
			}
			g = s.Let("g", sx.NewLam(z, body))
		}
		d.Body = s.In(sx.Add(sx.NewApp(g, sx.Ref(x)), sx.NewApp(g, sx.RealLit(2))))
		p := &sx.Program{Defs: []*sx.Def{d}}
		in = sx.CountNodes(d.Body)
		q := lifted(t, p)
		if !firstOrder(q.Lookup("f")) {
			t.Errorf("%d functions: some λ is left", n)
		}
		for _, e := range q.Defs {
			out += sx.CountNodes(e.Body)
		}
		return in, out
	}
	in1, out1 := nodes(50)
	in2, out2 := nodes(5000)
	if float64(out2)/float64(in2) > 1.1*float64(out1)/float64(in1) || out2 > 4*in2 {
		t.Errorf("%d nodes from %d, and %d from %d", out1, in1, out2, in2)
	}
}

// Programs without λ are not copied.
func TestLiftNothing(t *testing.T) {
	for _, src := range []string{
		"def f (x : real, y : real) : real = x * y",
		"def f (x : real) : real -> real = \\y. x * y",
	} {
		p := loaded(t, src)
		if closure.Lift(p) != p {
			t.Errorf("a copy of %s", src)
		}
	}
}
