package program_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/simplify"
	"github.com/seed-4b734f86/gochad/simplify/program"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// header is the signature of a definition.
func header(p *sx.Program, def string) string {
	s := oneLine(sx.ProgramString(&sx.Program{Defs: []*sx.Def{p.Lookup(def)}}))
	s, _, _ = strings.Cut(s, " = ")
	return s
}

// What signatures become, by hand; f is what is asked for, and keeps its own.
func TestUnbox(t *testing.T) {
	for _, c := range []struct{ name, before, def, after string }{
		{
			"tuples in tuples, given and handed back",
			"def g (k : int, w : (real, (real, int))) : ((real, int), real) = ((fst w, k), 2.0) " +
				"def f (x : real) : real = let y = g (1, (x, (x, 2))) in snd y + fst (fst y)",
			"g", "def g (k : int, w_1 : real, w_2 : real, w_3 : int) : (real, int, real)",
		},
		{
			"nothing to take apart",
			"def g (k : int, x : real) : (real, int) = (x, k) def f (x : real) : real = fst (g (1, x))",
			"g", "def g (k : int, x : real) : (real, int)",
		},
		{
			"a unit",
			"def g (k : int, u : unit) : (real, unit) = (real k, u) def f (x : real) : real = fst (g (1, ()))",
			"g", "def g (k : int) : real",
		},
		{
			"what is asked for",
			"def g (w : (real, real)) : real = fst w def f (w : (real, real)) : (real, (real, real)) = (g w, w)",
			"f", "def f (w : (real, real)) : (real, (real, real))",
		},
	} {
		p := loaded(t, c.before)
		program.Unbox(p, p.Lookup("f"))
		if err := sx.VerifyProgram(p); err != nil {
			t.Fatal(c.name, err)
		}
		if got := header(p, c.def); got != c.after {
			t.Errorf("%s\ngot  %s\nwant %s", c.name, got, c.after)
		}
	}
}

// What sizes become, by hand.
func TestSizeParams(t *testing.T) {
	for _, c := range []struct{ name, before, after string }{
		{
			"the same constant at all calls",
			"def g [n, m] (a : [n]real, b : [m]real) : real = sum a + sum b " +
				"def f [k] (x : [k]real) : real = g ([1.0, 2.0], x) + g ([3.0, 4.0], [5.0])",
			"def g [m] (a : [2]real, b : [m]real) : real",
		},
		{
			"the same as another at all calls",
			"def g [n, m, k] (a : [n]real, b : [m]real, c : [k]real) : real = sum a + sum b + sum c " +
				"def f [p, q] (x : [p]real, y : [q]real) : real = g (x, y, x) + g (y, [5.0], y)",
			"def g [n, m] (a : [n]real, b : [m]real, c : [n]real) : real",
		},
		{
			"handed on by a recursion, and exchanged",
			"def g [n, m] (k : int, a : [n]real, b : [m]real) : real = if k > 0 then g (k - 1, b, a) else sum a " +
				"def f [p] (x : [p]real, y : [p]real) : real = g (3, x, y)",
			"def g [n] (k : int, a : [n]real, b : [n]real) : real",
		},
		{
			"exchanged, of which one is a constant",
			"def g [n, m] (k : int, a : [n]real, b : [m]real) : real = if k > 0 then g (k - 1, b, a) else sum a " +
				"def f [p] (x : [p]real) : real = g (3, x, [1.0])",
			"def g [n, m] (k : int, a : [n]real, b : [m]real) : real",
		},
		{
			"different constants, and the same as another at the first and the last call alone",
			"def g [n, m, k] (a : [n]real, b : [m]real, c : [k]real) : real = sum a + sum b + sum c " +
				"def f [p, q] (x : [p]real, y : [q]real) : real = g (x, x, [1.0]) + g (x, y, [1.0, 2.0]) + g (x, x, [1.0])",
			"def g [n, m, k] (a : [n]real, b : [m]real, c : [k]real) : real",
		},
		{
			"called by what nothing calls",
			"def h [n] (a : [n]real) : real = g a def g [n] (a : [n]real) : real = sum a " +
				"def f (x : real) : real = g [x, x]",
			"def g (a : [2]real) : real",
		},
	} {
		p := loaded(t, c.before)
		if c.name == "called by what nothing calls" { // which may call it with other sizes, and is not asked for
			p.Defs = p.Defs[1:]
		}
		program.SizeParams(p, p.Lookup("f"))
		if err := sx.VerifyProgram(p); err != nil {
			t.Fatal(c.name, err)
		}
		if got := header(p, "g"); got != c.after {
			t.Errorf("%s\ngot  %s\nwant %s", c.name, got, c.after)
		}
	}
}

// What is handed on as a view, by hand.
func TestViews(t *testing.T) {
	for _, c := range []struct{ name, before, after string }{
		{
			"a part",
			"def g [n] (a : [n]real, k : int) : real = a[k % n :> idx n] * 2.0 " +
				"def f [n] (x : [n]real, k : int) : real = let size m = n - k in g ([x[int i + k :> idx n] | i < m], 1)",
			"def g [n, n2] (a : [n2]real, a_from : int, k : int) : real",
		},
		{
			"a beginning",
			"def g [n] (a : [n]real, k : int) : real = a[k % n :> idx n] * 2.0 " +
				"def f [n] (x : [n]real, k : int) : real = let size m = k in g ([x[int i :> idx n] | i < m], 1) + g (x, 2)",
			"def g [n, n2] (a : [n2]real, a_from : int, k : int) : real",
		},
		{
			"a recursion that halves",
			"def g [n] (a : [n]real) : real = if n > 1 then let size h = n / 2; size r = n - n / 2 in " +
				"g [a[int i :> idx n] | i < h] + g [a[int i + n / 2 :> idx n] | i < r] else a[0 :> idx n] " +
				"def f [n] (x : [n]real) : real = g x",
			"def g [n, n2] (a : [n2]real, a_from : int) : real",
		},
		{
			"a part of which all is used",
			"def g [n] (a : [n]real, k : int) : real = sum a " +
				"def f [n] (x : [n]real, k : int) : real = let size m = n - k in g ([x[int i + k :> idx n] | i < m], 1)",
			"def g [n] (a : [n]real, k : int) : real",
		},
		{
			"a part that is handed on to where all is used",
			"def h [n] (a : [n]real) : real = sum a def g [n] (a : [n]real, k : int) : real = a[0 :> idx n] + h a " +
				"def f [n] (x : [n]real, k : int) : real = let size m = n - k in g ([x[int i + k :> idx n] | i < m], 1)",
			"def g [n] (a : [n]real, k : int) : real",
		},
		{
			"no part",
			"def g [n] (a : [n]real, k : int) : real = a[k % n :> idx n] def f [n] (x : [n]real, k : int) : real = g (x, k)",
			"def g [n] (a : [n]real, k : int) : real",
		},
		{
			"an offset that is none",
			"def g [n] (a : [n]real, k : int) : real = a[k % n :> idx n] " +
				"def f [n] (x : [n]real, k : int) : real = g ([x[int i + (n - 1 - 2 * int i) :> idx n] | i < n], k)",
			"def g [n] (a : [n]real, k : int) : real",
		},
		{
			"elements in another order",
			"def g [n] (a : [n]real, k : int) : real = a[k % n :> idx n] " +
				"def f [n] (x : [n]real, k : int) : real = g ([x[n - 1 - int i :> idx n] | i < n], k)",
			"def g [n] (a : [n]real, k : int) : real",
		},
	} {
		p := loaded(t, c.before)
		program.Views(p, p.Lookup("f"))
		if err := sx.VerifyProgram(p); err != nil {
			t.Fatal(c.name, err)
		}
		if got := header(p, "g"); got != c.after {
			t.Errorf("%s\ngot  %s\nwant %s", c.name, got, c.after)
		}
	}
}

// signatures makes random programs of definitions with tuples, of which not all is needed.
type signatures struct {
	r     *rand.Rand
	names int
}

func (g *signatures) pick(of ...string) string { return of[g.r.IntN(len(of))] }

func (g *signatures) scalar() string {
	return g.pick("x", "x", "fst (fst w)", "c", "x * c + 0.1", "sin x", "sum (snd w)", "sum (snd (fst w))", "0.5",
		"u[0 :> idx l]", "u[(k * k) % l :> idx l] * x", "u[l - 1 :> idx l]", g.pick("sum u", "x", "x", "c", "c", "x"))
}

func (g *signatures) array() string { // of n elements
	return g.pick("a", "snd (fst w)", "[a[i] * x | i < n]", "set a (0 :> idx n) x", "[x | i < n]")
}

func (g *signatures) other() string { // of m elements
	return g.pick("b", "snd w", "[b[i] + 0.5 | i < m]", "set b (0 :> idx m) c")
}

// part is an array of as many elements as it happens to have.
func (g *signatures) part() string {
	return g.pick("a", "[a[int i :> idx n] | i < h]", "[b[(m - h) + int i :> idx m] | i < h]", "b", "u", "[u[int i :> idx l] | i < 1]",
		"[u[int i + (l - 1) :> idx l] | i < 1]")
}

func (g *signatures) arguments() string {
	return fmt.Sprintf("((%s, %s), %s), %s, %s", g.scalar(), g.array(), g.other(), g.scalar(), g.part())
}

// steps bind x, a, b and c anew.
func (g *signatures) steps(n, depth int) string {
	var s strings.Builder
	for range n {
		switch g.r.IntN(7) {
		case 0, 1:
			fmt.Fprintf(&s, "%s; ", g.pick("x = "+g.scalar(), "c = "+g.scalar(), "a = "+g.array(), "b = "+g.other()))
		case 2, 3, 4:
			call := fmt.Sprintf("g%d (%s, %s)", g.r.IntN(2), g.pick("k - 1", "k / 2"), g.arguments())
			use := g.pick("x = fst (fst r); ", "a = snd (fst r); ", "c = snd (snd r); ", "x = real (fst (snd r)); ",
				"x = fst (fst r); a = snd (fst r); c = snd (snd r); ", "")
			if depth == 0 {
				s.WriteString("r = if k > 0 then " + call + " else ((x, a), (k, c)); " + use)
			} else {
				s.WriteString("r = " + call + "; " + use)
			}
		case 5:
			g.names++
			fmt.Fprintf(&s, "s%[1]d = loop s = (x, a, b, c) for i < 2 do let x = s.1; a = s.2; b = s.3; c = s.4; %[2]sz = 0 in "+
				"(%[3]s, %[4]s, %[5]s, %[6]s); x = s%[1]d.1; a = s%[1]d.2; c = s%[1]d.4; ", g.names,
				g.steps(min(n, 2)/2, depth), g.pick("x", "c"), g.pick("a", g.array()), g.pick("b", g.other()), g.pick("c", "x"))
		case 6:
			fmt.Fprintf(&s, "q = if x > %s then (x, a) else (c, %s); x = fst q; a = snd q; ", g.pick("0.3", "1.0"), g.array())
		}
	}
	return s.String()
}

func (g *signatures) program() string {
	var b strings.Builder
	const result = "((real, [n]real), (int, real))"
	for i := range 2 {
		tail := fmt.Sprintf("((%s, %s), (k, %s))", g.scalar(), g.array(), g.scalar())
		switch g.r.IntN(5) {
		case 0:
			tail = fmt.Sprintf("if k > 1 then let y = g%d (k - 2, %s) in y else %s", g.r.IntN(2), g.arguments(), tail)
		case 1:
			tail = fmt.Sprintf("if k > 1 then g%[1]d (k - 2, ((fst (fst (g%[1]d (k - 2, %[2]s))), a), b), c, u) else %[3]s",
				g.r.IntN(2), g.arguments(), tail)
		case 2:
			tail = fmt.Sprintf("if k > 1 then g%d (k - 2, %s) else %s", g.r.IntN(2), g.arguments(), tail)
		}
		fmt.Fprintf(&b, "def g%d [n, m, l] (k : int, w : ((real, [n]real), [m]real), c : real, u : [l]real) : %s = "+
			"let size h = 1; x = fst (fst w); a = snd (fst w); b = snd w; %sz = 0 in %s\n", i, result, g.steps(1+g.r.IntN(4), 0), tail)
	}
	fmt.Fprintf(&b, "def f [n, m] (k : int, w : ((real, [n]real), [m]real), c : real) : %s = "+
		"let size h = 1; size l = 2; u = [c + real (int i) | i < l]; x = 0.7; a = snd (fst w); b = snd w; %sz = 0 in ((x, a), (k, c))\n", result, g.steps(3+g.r.IntN(3), 1))
	return b.String()
}

func pair(a, b semantics.Value) semantics.Value {
	return &semantics.Tuple{Elems: []semantics.Value{a, b}}
}

// Random programs mean what they meant when tuples are taken apart and what nobody needs is dropped, in the order of
// the pipeline, with rules between.
func TestSignaturesRandom(t *testing.T) {
	const programs = 1200
	changed := map[string]int{}
	for seed := range uint64(programs) {
		g := &signatures{r: rand.New(rand.NewPCG(seed, 2))}
		src := g.program()
		p, q := loaded(t, src), loaded(t, src)
		for _, s := range []struct {
			name string
			run  func(*sx.Program, *sx.Def) bool
		}{
			{"sizes", program.SizeParams}, {"unbox", program.Unbox}, {"dead", program.DeadParams},
			{"views", program.Views}, {"dead again", program.DeadParams}, {"sizes again", program.SizeParams},
		} {
			if s.run(q, q.Lookup("f")) {
				changed[s.name]++
			}
			if err := sx.VerifyProgram(q); err != nil {
				t.Fatalf("seed %d, %s: %v\n%s", seed, s.name, err, src)
			}
			if seed%2 == 0 {
				r, _, err := simplify.Program(q, simplify.Options{Deriving: true})
				if err != nil {
					t.Fatal(err)
				}
				q = r
			}
		}
		for range 2 {
			args := []semantics.Value{semantics.Int(g.r.IntN(4)),
				pair(pair(semantics.Real(g.r.Float64()), numbers(g.r, 2)), numbers(g.r, 1+g.r.IntN(2))),
				semantics.Real(g.r.Float64())}
			want, err1 := new(semantics.Evaluator).Call(p.Lookup("f"), args...)
			got, err2 := new(semantics.Evaluator).Call(q.Lookup("f"), args...)
			if (err1 == nil) != (err2 == nil) || err1 == nil && !semantics.Close(got, want, 0) {
				t.Fatalf("seed %d: %v, %v; was %v, %v\n%s\n%s", seed, got, err2, want, err1, src, sx.ProgramString(q))
			}
		}
	}
	if changed["unbox"] < programs*9/10 || changed["dead"] < programs/4 || changed["dead again"] < programs/50 ||
		changed["views"] < programs/10 {
		t.Errorf("of %d programs change: %v", programs, changed)
	}
}
