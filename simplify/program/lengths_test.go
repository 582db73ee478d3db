package program_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/simplify/program"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// changes is a loop that changes an element of a row of m.
const changes = "loop m = m for i < n do let r = m[i]; size q = length r; b = r :> [q]real in " +
	"set m i (pack (set b (0 :> idx q) 1.0))"

// What the types of definitions become, by hand; f is what is asked for, and keeps its own.
func TestLengths(t *testing.T) {
	for _, c := range []struct{ name, before, def, after string }{
		{
			"a call that knows the length of rows",
			"def g [n] (m : [n][?]real) : [n][?]real = " + changes +
				" def f [n, k] (x : [n][k]real) : [n][?]real = g [pack x[i] | i < n]",
			"g", "def g [n, n2] (m : [n][n2]real) : [n][n2]real",
		},
		{
			"calls that know different lengths",
			"def g [n] (m : [n][?]real) : [n][?]real = " + changes +
				" def f [n, k] (x : [n][k]real) : ([n][?]real, [n][?]real) = (g [pack x[i] | i < n], g [pack [1.0, 2.0] | i < n])",
			"g", "def g [n, n2] (m : [n][n2]real) : [n][n2]real",
		},
		{
			"a call that does not know it",
			"def g [n] (m : [n][?]real) : [n][?]real = " + changes +
				" def f [n, k] (x : [n][k]real, y : [n][?]real) : ([n][?]real, [n][?]real) = (g [pack x[i] | i < n], g y)",
			"g", "def g [n] (m : [n][?]real) : [n][?]real",
		},
		{
			"rows that become longer, and would have to be converted before",
			"def g [n] (m : [n][?]real) : [n][?]real = loop m = m for i < n do " +
				"let r = m[i]; size q = length r in set m i (pack [1.0 | j < q + 1])" +
				" def f [n, k] (x : [n][k]real) : [n][?]real = g [pack x[i] | i < n]",
			"g", "def g [n] (m : [n][?]real) : [n][?]real",
		},
		{
			"recursion that hands a length on",
			"def g (k : int, v : [?]real) : [?]real = if k > 0 then g (k - 1, v) else v" +
				" def f [n] (x : [n]real) : [?]real = g (3, pack x)",
			"g", "def g [n] (k : int, v : [n]real) : [n]real",
		},
		{
			"recursion that changes it",
			"def g (k : int, v : [?]real) : [?]real = if k > 0 then let size q = length v in g (k - 1, pack [1.0 | i < q + 1]) else v" +
				" def f [n] (x : [n]real) : [?]real = g (3, pack x)",
			"g", "def g [n] (k : int, v : [n]real) : [?]real",
		},
		{
			"a length that no caller has",
			"def g (k : int) : [?]real = let size q = k in pack [1.0 | i < q] def f (k : int) : [?]real = g k",
			"g", "def g (k : int) : [?]real",
		},
		{
			"lengths in pairs, of which one is known",
			"def g (k : int, v : ([?]real, [?]real)) : ([?]real, [?]real) = if k > 0 then g (k - 1, (fst v, snd v)) else v" +
				" def f [n] (x : [n]real, y : [?]real) : ([?]real, [?]real) = g (3, (pack x, y))",
			"g", "def g [n] (k : int, v : ([n]real, [?]real)) : ([n]real, [?]real)",
		},
		{
			"what is asked for",
			"def f [n] (x : [n]real, y : [?]real) : [?]real = loop v = pack x for i < n do v",
			"f", "def f [n] (x : [n]real, y : [?]real) : [?]real",
		},
		{
			"rows of which others are in the same array elsewhere, and would have to be converted",
			"def g [n] (k : int, m : [n][?]real, y : [n][?]real) : [n][?]real = if k > 3 then y else m" +
				" def f [n, k] (x : [n][k]real, y : [n][?]real) : [n][?]real = g (2, [pack x[i] | i < n], y)",
			"g", "def g [n] (k : int, m : [n][?]real, y : [n][?]real) : [n][?]real",
		},
	} {
		p := loaded(t, c.before)
		program.Lengths(p, p.Lookup("f"))
		if err := sx.VerifyProgram(p); err != nil {
			t.Fatal(c.name, err)
		}
		got := oneLine(sx.ProgramString(&sx.Program{Defs: []*sx.Def{p.Lookup(c.def)}}))
		if got, _, _ := strings.Cut(got, " = "); got != c.after {
			t.Errorf("%s\ngot  %s\nwant %s", c.name, got, c.after)
		}
	}
}

// ragged makes random programs of arrays of rows of which most have one length.
type ragged struct {
	r     *rand.Rand
	names int
}

func (g *ragged) pick(of ...string) string { return of[g.r.IntN(len(of))] }

func (g *ragged) index() string { return g.pick("i", "p", "0 :> idx n") }

// row binds a row of m, or v, to b, with the length q.
func (g *ragged) row() string {
	return "r = " + g.pick("m["+g.index()+"]", "m["+g.index()+"]", "v") + "; size q = length r; b = r :> [q]real; "
}

func (g *ragged) array() string {
	return g.pick("pack b", "r", "v", "pack (set b (int i % q :> idx q) (a * 0.5))",
		"pack (set b (0 :> idx q) (1.0 + b[int i % q :> idx q]))", "pack [sin b[j] | j < q]", "pack [a | j < k]",
		"pack [a | j < "+g.pick("n", "q + 1", "3")+"]")
}

// steps bind m : [n][?]real, v : [?]real and a : real anew.
func (g *ragged) steps(depth int) string {
	var b strings.Builder
	for range 1 + g.r.IntN(4) {
		switch c := g.r.IntN(11); {
		case c < 4:
			fmt.Fprintf(&b, "%sm = set m %s (%s); ", g.row(), "("+g.index()+")", g.array())
		case c == 4:
			fmt.Fprintf(&b, "m = set (set m i m[p]) p m[%s]; ", g.index())
		case c == 5:
			fmt.Fprintf(&b, "%sv = %s; ", g.row(), g.array())
		case c == 6:
			fmt.Fprintf(&b, "%sa = a + real (length %s) + sum b; ", g.row(), g.pick("v", "m[p]"))
		case c == 7 && depth > 0:
			fmt.Fprintf(&b, "s = if a > %s then let %sw = 0 in (m, v, a) else (m, v, a); m = s.1; v = s.2; a = s.3; ",
				g.pick("0.3", "2.0"), g.steps(depth-1))
		case c == 8 && depth > 0:
			fmt.Fprintf(&b, "s = loop s = (m, v, a) for j < 2 do let m = s.1; v = s.2; a = s.3; %sw = 0 in (m, v, a); "+
				"m = s.1; v = s.2; a = s.3; ", g.steps(depth-1))
		case c == 9 && depth > 0:
			fmt.Fprintf(&b, "s = loop s = (m, v, 0.0) while s.3 < 2.0 do let m = s.1; v = s.2; u%[2]d = s.3; %[1]sw = 0 in (m, v, u%[2]d + 1.0); "+
				"m = s.1; v = s.2; ", g.steps(depth-1), depth)
		case depth > 0:
			fmt.Fprintf(&b, "c = g%d (m, int i, v); m = fst c; v = snd c; ", g.r.IntN(2))
		}
	}
	return b.String()
}

func (g *ragged) program() string {
	var b strings.Builder
	for i := range 2 {
		fmt.Fprintf(&b, "def g%d [n] (m : [n][?]real, t : int, v : [?]real) : ([n][?]real, [?]real) = let size k = 2; "+
			"i = t %% n :> idx n; p = 0 :> idx n; a = 0.7; %sw = 0 in (m, v)\n", i, g.steps(0))
	}
	fmt.Fprintf(&b, "def f [n, k] (x : [n][k]real, t : int, y : [n][?]real) : (real, [n][?]real, [?]real) =\n"+
		"let m = %s; v = %s; s = loop s = (m, v, 0.3) for i < n do let m = s.1; v = s.2; a = s.3; p = (int i + 1) %% n :> idx n;\n%s\n"+
		"w = 0 in (m, v, a) in (s.3, s.1, s.2)\n",
		g.pick("[pack x[i] | i < n]", "[pack x[i] | i < n]", "[pack [real t | j < n] | i < n]", "y",
			"[let r = y[i]; size q = length r; b = r :> [q]real in pack [sin b[j] | j < q] | i < n]"),
		g.pick("pack x[0 :> idx n]", "pack [1.0, 2.0]", "y[0 :> idx n]"), g.steps(2))
	return b.String()
}

// Random programs mean what they meant, and fail where they failed; in many, lengths are found.
func TestLengthsRandom(t *testing.T) {
	found := 0
	const programs = 3000
	for seed := range uint64(programs) {
		g := &ragged{r: rand.New(rand.NewPCG(seed, 1))}
		src := g.program()
		p, q := loaded(t, src), loaded(t, src)
		if program.Lengths(q, q.Lookup("f")) {
			found++
		}
		if err := sx.VerifyProgram(q); err != nil {
			t.Fatal(seed, err, src)
		}
		for range 3 {
			n, k := 1+g.r.IntN(3), 1+g.r.IntN(3)
			x, y := make([]semantics.Value, n), make([]semantics.Value, n)
			for i := range n {
				x[i], y[i] = numbers(g.r, k), numbers(g.r, 1+g.r.IntN(3))
			}
			args := []semantics.Value{semantics.Values(x...), semantics.Int(g.r.IntN(4)), semantics.Values(y...)}
			want, err1 := new(semantics.Evaluator).Call(p.Lookup("f"), args...)
			got, err2 := new(semantics.Evaluator).Call(q.Lookup("f"), args...)
			if (err1 == nil) != (err2 == nil) || err1 == nil && !semantics.Close(got, want, 0) {
				t.Fatalf("seed %d: %v, %v; was %v, %v\n%s\n%s", seed, got, err2, want, err1, src, sx.ProgramString(q))
			}
		}
	}
	if found < programs/2 {
		t.Errorf("lengths are found in %d of %d programs", found, programs)
	}
}

func numbers(r *rand.Rand, n int) semantics.Value {
	out := make([]float64, n)
	for i := range out {
		out[i] = r.Float64()
	}
	return semantics.Reals(out...)
}
