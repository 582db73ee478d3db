package program_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/internal/cputime"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/simplify"
	"github.com/seed-4b734f86/gochad/simplify/program"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// unrolled has short loops written out, small arrays as tuples, and what follows from it.
func unrolled(t *testing.T, src string) *sx.Program {
	t.Helper()
	p := loaded(t, src)
	for _, stage := range []func(p *sx.Program, root *sx.Def) bool{program.Unroll, program.SmallArrays} {
		stage(p, p.Lookup("f"))
		if err := sx.VerifyProgram(p); err != nil {
			t.Fatal(err, src)
		}
		q, _, err := simplify.Program(p, simplify.Options{Deriving: true})
		if err != nil {
			t.Fatal(err, src)
		}
		p = q
	}
	return p
}

// What becomes of loops and arrays, by hand.
func TestSmallArrays(t *testing.T) {
	for _, c := range []struct{ name, before, def, after string }{
		{
			"a loop over three elements",
			"def f (x : real) : real = let a = loop a = [x, x, x] for i < 3 do set a i (real (int i) * a[i]) in a[1 :> idx 3] + a[2 :> idx 3]",
			"f", "def f (x : real) : real = x + 2 * x",
		},
		{
			"how often an inner loop runs is decided by the outer",
			"def f (x : real, y : real) : real = let a = loop a = [x, y, 1.0] for i < 3 do let size n = int i in " +
				"loop a = a for j < n do set a i (a[i] * a[int j :> idx 3]) in a[2 :> idx 3]",
			"f", "def f (x : real, y : real) : real = x * (y * x)",
		},
		{
			"a loop that goes down, and collects",
			"def f (x : [3]real) : real = let c = loop s = [0.0, 0.0, 0.0] for i < 3 down collect " +
				"(set s i x[i], s[1 :> idx 3] + s[2 :> idx 3] * x[i]) in (snd c)[0 :> idx 3] + 2.0 * (snd c)[1 :> idx 3]",
			"f", "def f (x : [3]real) : real = let t = x[2] t2 = x[1] in t2 + t * x[0] + 2 * (0 + t * t2)",
		},
		{
			"an array that is read at an index which is not known",
			"def f (x : real, k : int) : real = let a = loop a = [x, x, x] for i < 3 do set a i (2.0 * a[k :> idx 3]) in a[0 :> idx 3]",
			"f", "def f (x : real, k : int) : real = let a = loop a = [x, x, x] for i < 3 do set a i (2 * a[k]) in a[0]",
		},
		{
			"a loop that runs three times at the most",
			"def f [n] (x : [n]real) : real = let size k = imin (3, n); " +
				"a = loop a = replicate 3 1.0 for i < k do set a (int i :> idx 3) x[int i :> idx n] in a[0 :> idx 3]",
			"f", "def f [n] (x : [n]real) : real = let size k = imin (3, n) in if 0 < k then x[0] else 1.0",
		},
		{
			"the state of a loop that is not known to be short",
			"def f [n] (x : [n]real) : real = let a = loop a = [1.0, 2.0] for i < n do [a[1 :> idx 2], a[0 :> idx 2] * x[i]] in a[0 :> idx 2]",
			"f", "def f [n] (x : [n]real) : real = let a = loop a = ⟨1.0, 2.0⟩ for i < n do ⟨snd a, fst a * x[i]⟩ in fst a",
		},
	} {
		p := unrolled(t, c.before)
		got := oneLine(sx.ProgramString(&sx.Program{Defs: []*sx.Def{p.Lookup(c.def)}}))
		if got != c.after {
			t.Errorf("%s\ngot  %s\nwant %s", c.name, got, c.after)
		}
	}
}

// Inner loops over as many elements as the index of the outer says, none in its first iteration, mean what they meant.
func TestUnrolledSizes(t *testing.T) {
	for _, inner := range []string{
		"if k < 9 then let y = sum [[b[i] | j < k] | l < k] in sum y",
		"if k < 9 then let y = [[b[i] | j < k] | l < k] in sum (sum y)",
		"if k < 9 then let c = loop s = [1.0, 2.0] for l < k sum (set s (0 :> idx 2) a[i], [b[i] | j < k]) in sum (snd c)",
		"if k < 9 then let c = loop s = [1.0, 2.0] for l < k collect (set s (0 :> idx 2) a[i], [b[i] | j < k]) in " +
			"sum (sum (snd c))",
		"if k > 0 then let c = loop s = [1.0, a[i]] for l < k down collect (set s (0 :> idx 2) b[i], s) in sum (snd c)[0 :> idx k]",
	} {
		src := "def f (a : [3]real) : real = let b = loop b = a for i < 3 do let size k = int i; r = (" + inner +
			" else b[1 :> idx 3]) in set b i (r + b[(int i + 1) % 3 :> idx 3]) in b[0 :> idx 3] + b[1 :> idx 3] * b[2 :> idx 3]"
		x := numbers(rand.New(rand.NewPCG(1, 1)), 3)
		want, err := new(semantics.Evaluator).Call(loaded(t, src).Lookup("f"), x)
		if err != nil {
			t.Fatal(err)
		}
		got, err := new(semantics.Evaluator).Call(unrolled(t, src).Lookup("f"), x)
		if err != nil || !semantics.Close(got, want, 1e-12) {
			t.Errorf("%s, %v; was %s\n%s", semantics.Format(got), err, semantics.Format(want), src)
		}
	}
}

// What signatures become; f keeps its own, and large arrays their elements.
func TestSmallArraysSignatures(t *testing.T) {
	for _, c := range []struct{ name, before, after string }{
		{
			"a vector and a matrix",
			"def g (v : [3]real, m : [2][2]real) : [3]real = set v (1 :> idx 3) m[0 :> idx 2][1 :> idx 2] " +
				"def f (v : [3]real, m : [2][2]real) : [3]real = g (g (v, m), m)",
			"def g (v : (real, real, real), m : ((real, real), (real, real))) : (real, real, real)",
		},
		{
			"an array that recursion reads at any index",
			"def g (k : int, v : [3]real) : real = if k > 2 then v[0 :> idx 3] else v[k :> idx 3] + g (k + 1, v) " +
				"def f (v : [3]real) : real = g (0, v)",
			"def g (k : int, v : [3]real) : real",
		},
		{
			"one element is that",
			"def g (k : int, v : [1]real) : [1]real = if k > 2 then v else g (k + 1, set v (0 :> idx 1) 2.0) " +
				"def f (v : [1]real) : [1]real = g (0, v)",
			"def g (k : int, v : real) : real",
		},
		{
			"rows of a large array, and of a matrix of fixed size",
			"def g [n] (k : int, x : [n][3]real, y : [20][6]real) : real = let r = x[k :> idx n]; s = y[k :> idx 20] in " +
				"if k > 2 then r[0 :> idx 3] + s[1 :> idx 6] else g (k + 1, set x (k :> idx n) (set r (1 :> idx 3) 1.0), set y (k :> idx 20) s) " +
				"def f [n] (x : [n][3]real, y : [20][6]real) : real = g (0, x, y)",
			"def g [n] (k : int, x : [n][3]real, y : [20][6]real) : real",
		},
		{
			"an array that nobody reads",
			"def g (k : int, v : [3]real) : [3]real = if k > 2 then v else g (k + 1, v) " +
				"def f (v : [3]real) : [3]real = g (0, v)",
			"def g (k : int, v : [3]real) : [3]real",
		},
	} {
		p := loaded(t, c.before)
		program.SmallArrays(p, p.Lookup("f"))
		if err := sx.VerifyProgram(p); err != nil {
			t.Fatal(c.name, err)
		}
		if got := header(p, "g"); got != c.after {
			t.Errorf("%s\ngot  %s\nwant %s", c.name, got, c.after)
		}
	}
}

// small makes random programs with arrays of few elements, most at indices that are known once loops are written out.
type small struct {
	r *rand.Rand
	// known says that indices are known.
	known bool
	deep  int // loops around
}

func (g *small) pick(of ...string) string { return of[g.r.IntN(len(of))] }

// at is an index below n.
func (g *small) at(n int) string {
	from := []string{fmt.Sprint(g.r.IntN(n)), fmt.Sprint(g.r.IntN(n))}
	for d := range g.deep {
		from = append(from, fmt.Sprintf("int i%d %% %d", d, n), fmt.Sprintf("(int i%d + %d) %% %d", d, g.r.IntN(n), n))
	}
	if !g.known {
		from = append(from, fmt.Sprintf("t %% %d", n))
	}
	return fmt.Sprintf("(%s :> idx %d)", from[g.r.IntN(len(from))], n)
}

// a number
func (g *small) real() string {
	switch g.r.IntN(7) {
	case 0:
		return "a"
	case 1:
		return "v" + "[" + g.at(3) + "]"
	case 2:
		return "m[" + g.at(2) + "][" + g.at(2) + "]"
	case 3:
		return "w[" + g.at(4) + "].2"
	case 4:
		return "sum v"
	case 5:
		return "x[q][" + g.at(3) + "]"
	}
	return "(" + g.real() + g.pick(" + ", " * ", " - ") + g.real() + ")"
}

func (g *small) vector() string {
	if g.r.IntN(4) == 0 {
		return "[1.0, 0.5, 0.25]"
	}
	return g.pick("v", "set v "+g.at(3)+" ("+g.real()+")", "x[q]", "["+g.real()+", a, 0.5]", "replicate 3 ("+g.real()+")",
		"[v[i] * a | i < 3]", "(v + x[q])", "y.1", "[m[i][i] | i < 2]; v = [v[0 :> idx 2], a, v[1 :> idx 2]]")
}

func (g *small) matrix() string {
	return g.pick("m", "set m "+g.at(2)+" (set m["+g.at(2)+"] "+g.at(2)+" ("+g.real()+"))",
		"[[m[j][i] | j < 2] | i < 2]", "[[a, "+g.real()+"], m[1 :> idx 2]]", "[[loop s = 0.0 for k < 2 do s + m[i][k] * m[k][j] | j < 2] | i < 2]")
}

const smallState = "(v, m, w, x, a)"

func (g *small) steps(depth int) string {
	var b strings.Builder
	open := "let v = s.1; m = s.2; w = s.3; x = s.4; a = s.5; "
	shut := "v = s.1; m = s.2; w = s.3; x = s.4; a = s.5; "
	for range 1 + g.r.IntN(4) {
		i := fmt.Sprintf("i%d", g.deep)
		switch c := g.r.IntN(17); {
		case c < 2:
			fmt.Fprintf(&b, "v = %s; ", g.vector())
		case c < 4:
			fmt.Fprintf(&b, "m = %s; ", g.matrix())
		case c == 4:
			fmt.Fprintf(&b, "w = set w %s (%s, %s); ", g.at(4), g.pick("1", "t", "w["+g.at(4)+"].1"), g.real())
		case c == 5:
			fmt.Fprintf(&b, "a = sin (%s); ", g.real())
		case c == 6:
			fmt.Fprintf(&b, "x = %s; ", g.pick("set x q ("+g.pick("v", "set x[q] "+g.at(3)+" a")+")", "[v | i < n]", "[set x[i] "+g.at(3)+" a | i < n]"))
		case c == 7 && depth > 0:
			fmt.Fprintf(&b, "s = if a > 0.2 then let %[1]sz = 0 in %[2]s else %[2]s; %[3]s", g.steps(depth-1), smallState, shut)
		case c == 8 && depth > 0:
			n, head := g.pick("2", "3"), ""
			if g.deep > 0 && g.r.IntN(2) == 0 {
				n, head = "k", fmt.Sprintf("size k = int i%d; ", g.deep-1)
			} else if g.r.IntN(3) == 0 {
				n, head = "k", "size k = imin (3, imax (t, 0)); "
			}
			g.deep++
			down := g.pick("", " down")
			fmt.Fprintf(&b, "%ss = loop s = %s for %s < %s%s do %s%sz = 0 in %s; %s", head, smallState, i, n, down, open, g.steps(depth-1), smallState, shut)
			g.deep--
		case c == 9 && depth > 0:
			fmt.Fprintf(&b, "s = loop s = %s for u < n do %sq = u; %sz = 0 in %s; %s", smallState, open, g.steps(depth-1), smallState, shut)
		case c == 10 && depth > 0:
			g.deep++
			form, out := "collect", "a"
			if g.r.IntN(3) == 0 {
				form, out = "sum", "[a, 0.5 * a, sin a]"
			}
			fmt.Fprintf(&b, "c = loop s = %s for %s < 3%s %s %s%sz = 0 in (%s, %s); s = fst c; v = snd c; m = s.2; w = s.3; x = s.4; a = s.5; ",
				smallState, i, g.pick("", " down"), form, open, g.steps(depth-1), smallState, out)
			g.deep--
		case c == 11 && depth > 0:
			n := 1 + g.r.IntN(3)
			fmt.Fprintf(&b, "s = (loop s = (%s, 0) while s.2 < %d && a < %s do let r = s.2; s = s.1 in %s%sz = 0 in (%s, r + 1)).1; %s",
				smallState, n, g.pick("9.0", "0.7"), open, g.steps(depth-1), smallState, shut)
		case c == 12 && depth > 0:
			fmt.Fprintf(&b, "s = case (if a > 0.3 then inl (v, a) else (if t > 1 then inr m else inl (x[q], 0.5))) of "+
				"inl p -> let v = p.1; a = p.2; %[1]sz = 0 in %[2]s | inr m -> let %[1]sz = 0 in %[2]s; %[3]s", g.steps(depth-1), smallState, shut)
		case c == 13 && depth > 0 && g.deep > 0: // of as many elements as an index says
			fmt.Fprintf(&b, "size k = int i%d; d = %s; a = sin (0.1 * a + (loop c = 0.0 for j < k do 0.5 * c + d[j])); ",
				g.r.IntN(g.deep), g.pick("sum [[v[0 :> idx 3] | j < k] | l < k]", "[v[j :> idx 3] * a | j < k]",
					"snd (loop s = v for l < k sum (set s (0 :> idx 3) a, [a | j < k]))",
					"snd (loop s = v for l < k"+g.pick("", " down")+
						" collect (set s (1 :> idx 3) (a * s[2 :> idx 3]), s["+g.at(3)+"]))"))
		case c == 14:
			fmt.Fprintf(&b, "e = %s; m = %s; ", g.pick("[m, m]", "[m, [[a, 1.0], [0.5, a]]]", "[m | i < 2]"),
				g.pick("e[0 :> idx 2]", "e[1 :> idx 2]", "(set e "+g.at(2)+" m)"+"["+g.at(2)+"]", "(set e "+g.at(2)+" [e["+g.at(2)+"]["+g.at(2)+"], e[1 :> idx 2][0 :> idx 2]])[1 :> idx 2]"))
		case depth > 0:
			fmt.Fprintf(&b, "c = g%d (v, m, t, x); v = fst c; m = snd c; ", g.r.IntN(2))
		}
	}
	return b.String()
}

func (g *small) program() string {
	var b strings.Builder
	for i := range 2 {
		fmt.Fprintf(&b, "def g%d [n] (v : [3]real, m : [2][2]real, t : int, x : [n][3]real) : ([3]real, [2][2]real) = "+
			"let q = 0 :> idx n; a = 0.7; w = replicate 4 (1, 0.5); y = (v, 0); %sz = 0 in (v, m)\n", i, g.steps(0))
	}
	fmt.Fprintf(&b, "def f [n] (x : [n][3]real, t : int, v : [3]real, y : ([3]real, int)) : (real, [3]real, [2][2]real, [4](int, real), [n][3]real) =\n"+
		"let q = t %% n :> idx n; a = 0.3; m = [[1.0, a], [0.5, v[0 :> idx 3]]]; w = [(1, a), (2, a), (t, 0.5), (3, 1.0)]; \n%sz = 0 in (a, v, m, w, x)\n",
		g.steps(3))
	return b.String()
}

// Random programs mean what they meant, and fail where they failed; in most, arrays go.
func TestSmallArraysRandom(t *testing.T) {
	tuples, unrolls, spared := 0, 0, 0
	const programs = 3000
	for seed := range uint64(programs) {
		g := &small{r: rand.New(rand.NewPCG(seed, 1))}
		g.known = g.r.IntN(3) > 0
		src := g.program()
		p, q := loaded(t, src), loaded(t, src)
		for _, d := range q.Defs {
			spared += sharing(d)
		}
		var stages []func(p *sx.Program, root *sx.Def) bool
		if g.r.IntN(4) > 0 {
			stages = append(stages, program.Unroll)
		}
		stages = append(stages, program.SmallArrays)
		for i, stage := range stages {
			switch changed := stage(q, q.Lookup("f")); {
			case !changed:
			case i < len(stages)-1:
				unrolls++
			default:
				tuples++
			}
			if err := sx.VerifyProgram(q); err != nil {
				t.Fatal(seed, err, src)
			}
		}
		for range 3 {
			n := 1 + g.r.IntN(3)
			x := make([]semantics.Value, n)
			for i := range n {
				x[i] = numbers(g.r, 3)
			}
			args := []semantics.Value{semantics.Values(x...), semantics.Int(g.r.IntN(4)), numbers(g.r, 3),
				semantics.NewTuple(numbers(g.r, 3), semantics.Int(1))}
			want, err1 := new(semantics.Evaluator).Call(p.Lookup("f"), args...)
			got, err2 := new(semantics.Evaluator).Call(q.Lookup("f"), args...)
			if (err1 == nil) != (err2 == nil) || err1 == nil && !semantics.Close(got, want, 1e-12) {
				t.Fatalf("seed %d: %s, %v; was %s, %v\n%s\n%s", seed, semantics.Format(got), err2, semantics.Format(want), err1, src, sx.ProgramString(q))
			}
		}
	}
	if tuples < programs/3 || unrolls < programs/5 || spared < programs/20 {
		t.Errorf("in %d programs: arrays are tuples in %d, loops written out in %d, %d literals are shared", programs, tuples, unrolls, spared)
	}
}

// A term that stands at several places, as literals do, is one array: of two loops that begin with it, one needs an array.
func TestSmallArraysShared(t *testing.T) {
	p := loaded(t, "def f [n] (x : [n]real, t : int) : real = "+
		"let u = loop u = ([1.0, 2.0, 3.0], 1.0) for i < n do (set u.1 (0 :> idx 3) (u.2 * x[i]), u.1[0 :> idx 3]); "+
		"v = loop v = [1.0, 2.0, 3.0] for i < n do set v (t % 3 :> idx 3) x[i] in u.2 + v[1 :> idx 3]")
	f := p.Lookup("f")
	if n := sharing(f); n != 1 {
		t.Fatal(n, "literals are shared")
	}
	program.SmallArrays(p, f)
	if err := sx.VerifyProgram(p); err != nil {
		t.Error(err, sx.ProgramString(p))
	}
}

// sharing makes one term of array literals of numbers that are equal, as passes before may, and says how many terms it spared.
func sharing(d *sx.Def) (spared int) {
	seen := map[string]sx.Term{}
	var m sx.Mapper
	m.Term = func(u sx.Term) sx.Term {
		if l, ok := u.(*sx.ArrayLit); ok && !slices.ContainsFunc(l.Elems, isNoConst) {
			text := sx.String(u)
			if v := seen[text]; v != nil {
				spared++
				return v
			}
			seen[text] = u
		}
		return m.Map(u)
	}
	d.Body = m.Term(d.Body)
	return spared
}

func isNoConst(t sx.Term) bool {
	_, ok := t.(*sx.Const)
	return !ok
}

// A chain of arrays that are made of each other, of which the last is read at an index that is not known, takes time in
// proportion to its length.
func TestSmallArraysChain(t *testing.T) {
	took := func(n int) time.Duration {
		var b strings.Builder
		b.WriteString("def f (x0 : [3]real, t : int) : real = let ")
		for i := range n {
			fmt.Fprintf(&b, "x%d = [x%d[(int i + 1) %% 3 :> idx 3] * x%d[i] | i < 3]; ", i+1, i, i)
		}
		fmt.Fprintf(&b, "z = 0 in x%d[t %% 3 :> idx 3]", n)
		p := loaded(t, b.String())
		least := time.Duration(math.MaxInt64)
		for range 3 {
			begin := cputime.Now()
			if program.Unroll(p, p.Lookup("f")) {
				t.Fatal("written out")
			}
			least = min(least, cputime.Now()-begin)
		}
		return least
	}
	few, many := took(2000), took(16000)
	if many > 28*few {
		t.Errorf("2000 arrays take %v, 16000 %v", few, many)
	}
}

// A term that stands in two places has one shape.
func TestSharedTerms(t *testing.T) {
	p := loaded(t, "def f (k : int, x : real) : real = let s = ([x, 1.0], [x, 2.0]) in "+
		"(fst s)[0 :> idx 2] + (snd s)[k :> idx 2]")
	pair := p.Lookup("f").Body.(*sx.Let).Binds[0].Rhs.(*sx.Tuple)
	pair.Elems[1] = pair.Elems[0]
	program.SmallArrays(p, p.Lookup("f"))
	if err := sx.VerifyProgram(p); err != nil {
		t.Error(err)
	}
	const want = "def f (k : int, x : real) : real = let s = ⟨[x, 1.0], [x, 1.0]⟩ in (fst s)[0] + (snd s)[k]"
	if got := oneLine(sx.ProgramString(p)); got != want {
		t.Errorf("got %s", got)
	}
}
