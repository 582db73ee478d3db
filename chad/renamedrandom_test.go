package chad_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/internal/part"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt"
)

// Arrays of one known length that branches exchange, rotate and change are the loop's own under other names. Values and
// derivatives are those of the interpreter, whatever else keeps such an array, reads it or gets it.
func TestRenamedRandom(t *testing.T) {
	bound := boundTally{of: placedPrimal}
	for seed := range uint64(part.N(500, 60)) {
		text := renamedArrays(rand.New(rand.NewPCG(seed, 43)), false)
		if f := stateFault(text, seed%4 == 0); f != nil {
			t.Fatalf("seed %d: %v\n%s", seed, f, text)
		}
		bound.text(t, fmt.Sprint("seed ", seed), text)
	}
	bound.Report(t)
}

// Where the function takes a constant for an iteration, so does its gradient.
func TestRenamedFlat(t *testing.T) {
	const small, large = 20, 160
	for seed := range uint64(part.N(400, 60)) {
		text := renamedArrays(rand.New(rand.NewPCG(seed, 44)), true)
		var at [3][2]int64 // of the function, the gradient and the tangent
		for i, n := range []int{small, large} {
			at[0][i], at[1][i], at[2][i] = stepsOf(t, text, n)
		}
		for i, of := range []string{"function", "gradient", "tangent"} {
			if more := float64(at[i][1]) / float64(at[i][0]); more > 1.3*large/small {
				t.Logf("seed %d: the %s takes %d and %d\n%s", seed, of, at[i][0], at[i][1], text)
			}
		}
	}
}

// stepsOf are the operations of main, of its gradient and of its tangent, at length n.
func stepsOf(t *testing.T, text string, n int) (function, gradient, tangent int64) {
	t.Helper()
	m, err := chad.Parse("flat.chad", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Func("main")
	if err != nil {
		t.Fatal(err)
	}
	count := func(f *chad.Func, err error, args ...loop.Value) int64 {
		if err != nil {
			t.Fatal(err)
		}
		l, err := chad.NewLoops(f, &opt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		c, ok := l.Cost(1e9, append([]loop.Value{nestPoint(n, 0)}, args...)...)
		if !ok {
			t.Fatal("it does not end")
		}
		return c
	}
	plain, err := f.Plain()
	function = count(plain, err)
	grad, err := chad.ValueAndGrad(f)
	gradient = count(grad, err)
	along, err := chad.JVP(f)
	return function, gradient, count(along, err, unit(n, 0))
}

// A renamer makes the steps of a loop with the state u, v, w : [n]elem and a : real, of which k : [n]real is kept.
type renamer struct {
	r     *rand.Rand
	elem  string // real, (real, real) or [n]real
	copy  bool   // arrays may be put in two places, which copies them
	flat  bool   // the function takes no more for long arrays than for short ones, in an iteration
	lines []string
}

func (g *renamer) pick(of ...string) string { return of[g.r.IntN(len(of))] }

func (g *renamer) line(format string, args ...any) {
	g.lines = append(g.lines, fmt.Sprintf(format, args...))
}

// some are the arrays in another order.
func (g *renamer) some() (u, v, w string) {
	of := []string{"u", "v", "w"}
	g.r.Shuffle(3, func(i, j int) { of[i], of[j] = of[j], of[i] })
	return of[0], of[1], of[2]
}

func (g *renamer) place() string { return g.pick("i", "i", "i", "z", "j") }

// at is a number of an array.
func (g *renamer) at(u string) string {
	switch g.elem {
	case "real":
		return u + "[" + g.place() + "]"
	case "[n]real":
		return u + "[" + g.place() + "][" + g.place() + "]"
	}
	return g.pick("fst", "snd") + " (" + u + "[" + g.place() + "])"
}

func (g *renamer) number() string {
	u, v, _ := g.some()
	return g.pick("0.5 * "+g.at(u)+" + 0.3 * "+g.at(v), "sin ("+g.at(u)+" * x[i])", "cos (a + "+g.at(u)+")", "0.9 * a * x[i]")
}

func (g *renamer) cond() string {
	u, _, _ := g.some()
	return g.pick("x[i] < 0.4", g.at(u)+" < a", "int i % 2 == 0", "a > 0.2")
}

// set is an array of which one element has changed.
func (g *renamer) set(u string) string {
	p := g.place()
	switch g.elem {
	case "real":
		return fmt.Sprintf("(set %s %s (%s))", u, p, g.number())
	case "[n]real":
		if g.r.IntN(4) == 0 && !g.flat {
			return fmt.Sprintf("(set %s %s [%s * 0.5 | l < n])", u, p, g.number())
		}
		return fmt.Sprintf("(set %s %s (set %s[%s] %s (%s)))", u, p, u, p, g.place(), g.number())
	}
	return fmt.Sprintf("(set %s %s (%s))", u, p, g.pick(g.number()+", snd ("+u+"["+p+"])", "fst ("+u+"["+p+"]), "+g.number()))
}

// made is a new array, which may be made in the memory of u.
func (g *renamer) made(u string) string {
	v, _, _ := g.some()
	switch g.elem {
	case "real":
		return g.pick("[sin ("+u+"[l] + 0.1 * a) | l < n]", "[0.5 * "+v+"[n - 1 - int l :> idx n] | l < n]", "[0.3 | l < n]")
	case "[n]real":
		return g.pick("[[sin ("+u+"[l][m]) | m < n] | l < n]", "["+v+"[n - 1 - int l :> idx n] | l < n]")
	}
	return g.pick("[(sin (fst ("+u+"[l])), snd ("+u+"[l])) | l < n]", "["+v+"[n - 1 - int l :> idx n] | l < n]")
}

// arm is what a branch makes of the three: most of them stay, each once, in some order.
func (g *renamer) arm(depth int) string {
	if depth > 0 && g.r.IntN(4) == 0 {
		return fmt.Sprintf("(if %s then %s else %s)", g.cond(), g.arm(depth-1), g.arm(depth-1))
	}
	u, v, w := "u", "v", "w"
	if g.r.IntN(3) > 0 {
		u, v, w = g.some()
	}
	out := []string{u, v, w}
	for i, u := range out {
		switch c := g.r.IntN(24); {
		case c < 4:
			out[i] = g.set(u)
		case c == 4 && g.copy:
			out[i] = g.made(u)
		case c == 5 && g.copy:
			out[i] = g.pick("u", "v", "w", "y")
		}
	}
	return "(" + strings.Join(out, ", ") + ")"
}

func (g *renamer) step(depth int) {
	u, v, w := g.some()
	switch c := g.r.IntN(14); {
	case c < 4:
		g.line("q = if %s then %s else %s", g.cond(), g.arm(2), g.arm(2))
		g.line("(u, v, w) = q")
	case c == 4:
		g.line("q = if %[1]s then (%[3]s, %[2]s) else (%[2]s, %[3]s)", g.cond(), u, v)
		g.line("(%s, %s) = q", u, v)
	case c == 5:
		g.line("q = case (if %s then inl a else inr (if %s then inl (a * a) else inr x[i]) : real + (real + real)) of inl b -> (%s, b) "+
			"| inr d -> (case d of inl b -> (%s, b) | inr b -> (%s, 0.5 * b))", g.cond(), g.cond(), g.arm(0), g.arm(0), g.arm(0))
		g.line("(u, v, w) = fst q")
		g.line("a = snd q")
	case c == 6:
		g.line("(%s, %s) = (%s, %s)", u, v, v, u)
	case c == 7 && !g.flat:
		g.line("%s = %s", u, g.made(u))
	case c == 8:
		g.line("a = 0.7 * a + 0.2 * %s", g.number())
	case c == 9 && !g.flat:
		number := map[string]string{"real": w + "[l]", "(real, real)": "fst (" + w + "[l])", "[n]real": w + "[l][l]"}[g.elem]
		if g.elem == "real" && g.r.IntN(2) == 0 {
			g.line("k = %s", w)
			break
		}
		g.line("%s", g.pick("a = 0.5 * a + 0.1 * sum ["+number+" | l < n]", "k = ["+number+" | l < n]"))
	case c == 10 && g.copy:
		g.line("%s = %s", u, g.pick(v, "y"))
	case c == 11 && depth > 0:
		outer := g.lines
		g.lines = nil
		for range 1 + g.r.IntN(3) {
			g.step(depth - 1)
		}
		inner := strings.Join(g.lines, "; ")
		g.lines = outer
		g.line("q = loop q = %s for h < 2 do (let u = q.1; v = q.2; w = q.3; a = q.4; %s in (u, v, w, a))",
			g.pick("(u, v, w, a)", "(w, u, v, a)", "("+g.set("u")+", v, w, a)"), inner)
		g.line("(u, v, w, a) = q")
	case c == 12 && g.elem == "real":
		g.line("%s = fill (%s, 2, %s)", u, u, g.number())
	default:
		g.line("%s = %s", u, g.set(u))
	}
}

func renamedArrays(r *rand.Rand, flat bool) string {
	g := &renamer{r: r, copy: r.IntN(3) == 0 && !flat, flat: flat}
	g.elem = g.pick("real", "real", "real", "(real, real)", "[n]real")
	element := map[string]string{"real": "%s", "(real, real)": "(%s, 0.4 * x[l])", "[n]real": "[x[m] + %s | m < n]"}[g.elem]
	first := func() string {
		return "[" + fmt.Sprintf(element, g.pick("x[l]", "sin x[l]", "0.3 * x[l]", "0.2")) + " | l < n]"
	}
	y := first()
	starts := []string{first(), g.pick("y", first()), g.pick("y", first())}
	if g.elem == "real" {
		starts[0] = g.pick(starts[0], "x")
	}
	for range 2 + r.IntN(5) {
		g.step(1)
	}
	number := map[string]string{"real": "%s[l]", "(real, real)": "(fst (%[1]s[l]) * snd (%[1]s[l]))",
		"[n]real": "(%[1]s[l][l] * %[1]s[l][z])"}[g.elem]
	of := func(u string) string { return fmt.Sprintf(number, u) }
	state, open := "(%s, %s, %s, 0.3)", "(u, v, w, a)"
	if r.IntN(3) == 0 {
		state, open = "((%s, %s), (%s, 0.3))", "((u, v), (w, a))"
	}
	out, in, keep := " collect", "("+open+", k)", "\n     + sum [sum [sin kept[i][l] * x[i] | l < n] | i < n]"
	if flat || r.IntN(2) == 0 { // no output
		out, in, keep = " do", open, ""
	}
	last := "last = r; kept = 0"
	if keep != "" {
		last = "(last, kept) = r"
	}
	return fmt.Sprintf(`def fill [n] (u : [n]real, k : int, b : real) : [n]real =
  if k < 1 then u else fill (set u (k %% n :> idx n) (b * u[(k + 1) %% n :> idx n]), k - 1, 0.5 * b)
def main [n] (x : [n]real) : real =
  let y = %s
      z = (0 :> idx n)
      r = loop s = %s for i < n%s
            let %s = s
                j = (int i * 2 %% n :> idx n)
                k = x
                %s
            in %s
      %s
      %s = last
  in sum [%s * sin %s | l < n] + sum [%s * real (int l + 1) | l < n] + 0.5 * sum [%s | l < n] + a%s
`, y, fmt.Sprintf(state, starts[0], starts[1], starts[2]), out, open, strings.Join(g.lines, "\n                "), in, last,
		open, of("u"), of("u"), of("v"), of("w"), keep)
}
