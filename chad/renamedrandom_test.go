package chad_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/internal/part"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// Arrays of one known length that branches exchange, rotate and change are the loop's own under other names. Values and
// derivatives are those of the interpreter, whatever else keeps such an array, reads it or gets it.
func TestRenamedRandom(t *testing.T) {
	bound := boundTally{of: placedPrimal}
	for k := range uint64(part.N(500, part.Pick(20, 60))) {
		seed := k
		if k == 0 {
			seed = 144 // which ends with one array in two places, and changes one of them
		}
		text := renamedArrays(rand.New(rand.NewPCG(seed, 43)), false)
		if f := stateFault(text, seed%4 == 0); f != nil {
			t.Fatalf("seed %d: %v\n%s", seed, f, text)
		}
		bound.text(t, fmt.Sprint("seed ", seed), text)
	}
	bound.Report(t)
}

// Where an array is kept, or stands in two places, its names do not become one.
func TestRenamedKept(t *testing.T) {
	for name, body := range map[string]string{
		"in two places in the end": `v = set v z (a + u[i])
            u = set u z (a * v[i] + w[z])
            in ((v, u, u, 0.9 * a + v[z]), x)`,
		"in two places in the second arm": `q = if v[i] > 0.5 then (v, u, set w z (a * u[z])) else (set u z (a + v[i]), u, w)
            in ((q.1, q.2, q.3, 0.9 * a), x)`,
		"in two places in the first arm": `q = if v[i] > 0.5 then (v, v, u) else (set u z (a + v[i]), w, v)
            in ((q.1, q.2, q.3, 0.9 * a), x)`,
		"in the output": `q = if v[i] > 0.3 then (u, v) else (v, u)
            u = set (fst q) i (a + v[i])
            in ((u, w, snd q, 0.9 * a), u)`,
		"in the output, as it was": `q = if v[i] > 0.3 then (u, v) else (v, u)
            u = fst q
            k = u
            v = snd q
            u = set u i (a + v[i])
            in ((w, u, v, 0.9 * a), k)`,
		"under the name that it had": `q = if v[i] > 0.3 then (u, v) else (v, u)
            r = set (fst q) i (a * w[i])
            in ((r, snd q, w, 0.9 * a + u[i]), x)`,
		"in an inner loop that copies": `q = if v[i] > 0.3 then (u, v) else (v, u)
            r = loop r = fst q for h < 2 do [r[n - 1 - int l :> idx n] + 0.1 * u[l] | l < n]
            in ((snd q, r, w, 0.9 * a), x)`,
		"read in a branch before it moves": `b = if x[i] > 0.8 then sin (u[i] * x[i]) * a else a
            q = if int i % 2 == 0 then (v, u) else (u, v)
            in ((fst q, snd q, w, 0.9 * b), x)`,
		"behind an inner loop": `r = loop r = u for h < 2 do set r z (a + r[i])
            in ((v, r, w, 0.9 * a + u[z]), x)`,
		"behind an inner loop that copies": `r = loop r = u for h < 2 do [r[n - 1 - int l :> idx n] + 0.1 * r[l] | l < n]
            in ((v, set r z (0.5 * r[i]), w, 0.9 * a + u[z]), x)`,
		"by an inner loop that reads it": `q = if v[i] > 0.3 then (u, v) else (v, u)
            r = loop r = (fst q, w) for h < 2 do (set (fst r) i (a * u[i]), snd r)
            in ((snd q, fst r, snd r, 0.9 * a), x)`,
	} {
		text := `def main [n] (x : [n]real) : real =
  let (r, k) = loop s = (x, [sin x[l] | l < n], [cos x[l] | l < n], 0.3) for i < n collect
        let (u, v, w, a) = s
            z = (0 :> idx n)
            ` + body + `
      (u, v, w, a) = r
  in sum [u[l] * sin v[l] * w[l] | l < n] + a + sum [sum [sin k[i][l] * x[i] | l < n] | i < n]
`
		if f := stateFault(text, false); f != nil {
			t.Errorf("%s: %v\n%s", name, f, text)
		}
	}
}

// The gradients of these programs are what finite differences say, where the function is smooth.
func TestRenamedDifferences(t *testing.T) {
	const n, programs, h = 4, 60, 1e-5
	smooth := 0
	for seed := range uint64(programs) {
		f := renamedMain(t, renamedArrays(rand.New(rand.NewPCG(seed, 45)), false))
		grad, err := chad.ValueAndGrad(f)
		if err != nil {
			t.Fatal(err)
		}
		l, err := chad.NewLoops(grad, &opt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		x := nestPoint(n, 0)
		slopes := runs(l, x)[1].([]float64)
		for i, slope := range slopes {
			at := func(d float64) float64 {
				y := slices.Clone(x)
				y[i] += d
				v, err := f.Eval(y)
				if err != nil {
					t.Fatal(err)
				}
				return v.(float64)
			}
			d, wide := (at(h)-at(-h))/(2*h), (at(2*h)-at(-2*h))/(4*h)
			if math.Abs(d-wide) > 1e-6*(1+math.Abs(d)) {
				continue
			}
			if smooth++; math.Abs(d-slope) > 1e-4*(1+math.Abs(d)) {
				t.Errorf("seed %d: the derivative by x[%d] is %v, finite differences say %v", seed, i, slope, d)
			}
		}
	}
	if smooth < programs*n*3/4 {
		t.Errorf("the function is smooth in %d of %d directions", smooth, programs*n)
	}
}

// Emitted Go and WebAssembly give what the interpreter does.
func TestRenamedEmitted(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles Go")
	}
	ctx := context.Background()
	all := &argumentRuns{files: map[string]string{}}
	for seed := range uint64(part.N(120, part.Pick(8, 24))) {
		text := strings.Replace(renamedArrays(rand.New(rand.NewPCG(seed, 46)), false), "def main", "--chad:func\n--chad:grad\ndef main", 1)
		agreesAsModule(t, "renamed.chad", text, wasmbackend.Options{Yield: seed%2 == 0}, nil)
		f := renamedMain(t, text)
		grad, err := chad.ValueAndGrad(f)
		if err != nil {
			t.Fatal(err)
		}
		pkg := fmt.Sprintf("a%d", seed)
		src, err := chad.Generate("renamed.chad", []byte(text), pkg)
		if err != nil {
			t.Fatal(err)
		}
		all.files[pkg+"/a.go"] = string(src)
		all.imports = append(all.imports, pkg)
		x := nestPoint(5, 0)
		y, err := grad.Eval(x)
		if err != nil {
			t.Fatal(err)
		}
		v := y.([]any)
		all.calls = append(all.calls, argumentCall{what: text, want: append([]float64{v[0].(float64)}, v[1].([]float64)...), text: fmt.Sprintf(
			"xbar := make([]float64, 5); y := %s.MainGrad(%#v, xbar); return append([]float64{y}, xbar...)", pkg, x)})
	}
	if err := all.inGo(ctx, t.TempDir()); err != nil {
		t.Error(err)
	}
}

// renamedMain is the function main of a text.
func renamedMain(t *testing.T, text string) *chad.Func {
	t.Helper()
	m, err := chad.Parse("renamed.chad", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Func("main")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Where the function takes a constant for an iteration, so do its derivatives. One gradient in a hundred may not: an
// array that an inner loop adds up, and that is then added to one of the state behind a call, is made first.
func TestRenamedFlat(t *testing.T) {
	const small, large = 20, 160
	programs, over := part.N(400, part.Pick(20, 60)), 0
	for seed := range uint64(programs) {
		text := renamedArrays(rand.New(rand.NewPCG(seed, 44)), true)
		most := 1.3 * large / small
		if strings.Contains(text, "| m < n]") { // arrays of arrays
			most = 1.3 * large * large / (small * small)
		}
		of := []string{"function", "gradient", "tangent"}
		at, then := stepsOf(t, text, small), stepsOf(t, text, large)
		for i, of := range of {
			switch {
			case float64(then[i]) <= most*float64(at[i]):
			case of == "gradient" && over < max(1, programs/100):
				over++
			default:
				t.Errorf("seed %d: the %s takes %d and %d operations\n%s", seed, of, at[i], then[i], text)
			}
		}
	}
	t.Logf("%d gradients take more", over)
}

// stepsOf are the operations of main, of its gradient and of its tangent, at length n.
func stepsOf(t *testing.T, text string, n int) []int64 {
	t.Helper()
	f := renamedMain(t, text)
	plain, err := f.Plain()
	if err != nil {
		t.Fatal(err)
	}
	grad, err := chad.ValueAndGrad(f)
	if err != nil {
		t.Fatal(err)
	}
	tangent, err := chad.JVP(f)
	if err != nil {
		t.Fatal(err)
	}
	var out []int64
	for _, f := range []*chad.Func{plain, grad, tangent} {
		l, err := chad.NewLoops(f, &opt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		args := []loop.Value{nestPoint(n, 0)}
		if f == tangent {
			args = append(args, unit(n, 0))
		}
		c, ok := l.Cost(1e9, args...)
		if !ok {
			t.Fatal("it does not end")
		}
		out = append(out, c)
	}
	return out
}

// A renamer makes the steps of a loop with the state u, v, w : [n]elem and a : real, of which k : [n]real is kept.
type renamer struct {
	r     *rand.Rand
	elem  string // real, (real, real) or [n]real
	copy  bool   // arrays may be put in two places, which copies them
	make  bool   // new arrays may be put in the places of others
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
		case c == 4 && g.make:
			out[i] = g.made(u)
		case c < 8 && g.copy:
			out[i] = g.pick("u", "v", "w", "y", "p")
		}
	}
	return "(" + strings.Join(out, ", ") + ")"
}

func (g *renamer) step(depth int) {
	u, v, w := g.some()
	switch c := g.r.IntN(16); {
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
	case c == 7 && g.make:
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
		g.line("%s = %s", u, g.pick(v, "y", "p"))
	case c == 13 && g.copy:
		g.line("p = %s", u) // which may change under its own name
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
	kind := r.IntN(3)
	g := &renamer{r: r, copy: kind == 0 && !flat, make: kind == 1 && !flat, flat: flat}
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
	if g.copy && r.IntN(2) == 0 { // the loop ends with one array in two places
		u, v, _ := g.some()
		g.line("%s = %s", u, v)
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
                p = u
                %s
            in %s
      %s
      %s = last
  in sum [%s * sin %s | l < n] + sum [%s * real (int l + 1) | l < n] + 0.5 * sum [%s | l < n] + a%s
`, y, fmt.Sprintf(state, starts[0], starts[1], starts[2]), out, open, strings.Join(g.lines, "\n                "), in, last,
		open, of("u"), of("u"), of("v"), of("w"), keep)
}
