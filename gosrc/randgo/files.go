package randgo

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// An Asked is a function of a [File] with directives above it.
type Asked struct {
	// Name is that of the function. All that it declares for itself, and all that is generated for it, has the name in
	// its own.
	Name string
	// Text is the function, without directives, after what it declares for itself.
	Text string
	// Kind is what made it.
	Kind string
	// Params are its parameters, Vary those that vary.
	Params, Vary []string
	Asks         []Ask
}

// An Ask is a directive that asks for a function.
type Ask struct {
	Verb, Name string
	Wrt        []string // none is all that vary
	Of         string
	Colors     bool
}

// String is the directive.
func (a Ask) String() string {
	s := "//chad:" + a.Verb + " name=" + a.Name
	if len(a.Wrt) > 0 {
		s += " wrt=" + strings.Join(a.Wrt, ",")
	}
	if a.Of != "" {
		s += " of=" + a.Of
	}
	if a.Colors {
		s += " by=colors"
	}
	return s
}

// A File is Go text with several functions that have directives, and settings for all of them. Some call the same
// helpers.
type File struct {
	Settings []string // of //chad:emit
	Helpers  string   // what the functions call, besides [Header] and [WideHeader]
	Funcs    []Asked
}

// Files makes a random file of two to six functions, whose names begin with name. What is asked for of each is random,
// too: verbs, what to differentiate by, loops that keep no tape, and settings of the file. Most functions are small:
// what goes wrong goes wrong in those, too, and many can be compiled in the time that a large one takes.
func Files(r *rand.Rand, name string) *File {
	f := &File{}
	for _, s := range []string{"elementary", "fastmath", "blas", "jam"} {
		if r.IntN(4) == 0 {
			f.Settings = append(f.Settings, s)
		}
	}
	if r.IntN(3) == 0 {
		f.Settings = append(f.Settings, fmt.Sprintf("parallel=%d", 2+r.IntN(3)))
	}
	shared := "h" + name
	f.Helpers = "\n" + smallNest(r, shared)
	for i := range 2 + r.IntN(5) {
		f.Funcs = append(f.Funcs, asked(r, fmt.Sprintf("%s%c", name, 'A'+i), shared))
	}
	return f
}

// asked is a random function with directives.
func asked(r *rand.Rand, name, shared string) Asked {
	a := Asked{Name: name}
	verbs := []string{"grad", "vjp", "jvp", "grad", "vjp", "jvp", "grad", "vjp", "jacobian", "jacobian", "hvp",
		"hessian"}
	large := r.IntN(16) == 0
	var vary []string
	var of string
	switch k := r.IntN(20); {
	case k < 6 && r.IntN(15) == 0:
		a.Kind, a.Text = "wide", Wide(r, name, true)
	case k < 6:
		a.Kind, a.Text = "plain", Function(r, name, Options{Plain: true, Smooth: true, Statements: 3 + r.IntN(6)})
	case k < 9 && large:
		a.Kind, a.Text, a.Params, a.Vary = "nest", Nest(r, name), []string{"x"}, []string{"x"}
	case k < 9:
		a.Kind, a.Text, a.Params, a.Vary = "nest", smallNest(r, name), []string{"x"}, []string{"x"}
	case k < 15:
		a.Kind, a.Text, a.Params, a.Vary = "guards", Guards(r, name,
			map[bool]int{false: 1, true: 3}[large]), []string{"x", "w", "k"}, []string{"x", "w"}
	case k < 17:
		a.Kind, a.Text, a.Params, a.Vary = "calls", calls(r, name, shared), []string{"x", "w"}, []string{"x", "w"}
	default:
		a.Kind, a.Text, a.Params, a.Vary = "vector", vector(r, name, shared), []string{"x", "w"}, []string{"x", "w"}
		verbs = []string{"vjp", "jvp", "jacobian"}
	}
	vary = a.Vary
	if a.Params == nil { // those that have everything in them
		a.Params, a.Vary = []string{"x", "m", "a", "b", "n", "p"}, []string{"x", "m", "a", "b", "p"}
		vary, of = append([]string{"p.X", "p.V"}, a.Vary...), "r"
	}
	a.Text = checkpoints(r, a.Text)
	for i := range 1 + r.IntN(5)/4 {
		ask := Ask{Verb: verbs[r.IntN(len(verbs))], Name: fmt.Sprintf("%sAsk%d", name, i), Wrt: some(r, vary)}
		switch ask.Verb {
		case "vjp", "jvp":
		case "jacobian":
			ask.Of, ask.Colors = of, a.Kind == "vector" && r.IntN(3) == 0
		case "hessian", "hvp":
			ask.Of, ask.Colors = of, ask.Verb == "hessian" && r.IntN(3) == 0
			a.Asks = append(a.Asks, Ask{Verb: "grad", Name: ask.Name + "Base", Wrt: ask.Wrt, Of: of})
		default:
			ask.Of = of
		}
		a.Asks = append(a.Asks, ask)
	}
	return a
}

// some are names out of a list, none of which is part of another; none, or one at least.
func some(r *rand.Rand, of []string) (out []string) {
	if r.IntN(3) == 0 {
		return nil
	}
	for {
		for _, s := range of {
			if r.IntN(3) == 0 {
				out = append(out, s)
			}
		}
		inside := false
		for _, s := range out {
			for _, t := range out {
				inside = inside || strings.HasPrefix(s, t+".")
			}
		}
		if len(out) > 0 && !inside {
			return out
		}
		out = nil
	}
}

// checkpoints has some loops keep no tape.
func checkpoints(r *rand.Rand, text string) string {
	if r.IntN(2) == 0 {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if body := strings.TrimLeft(line, "\t"); strings.HasPrefix(body, "for ") && r.IntN(3) == 0 {
			b.WriteString(line[:len(line)-len(body)] + "//chad:checkpoint\n")
		}
		b.WriteString(line)
	}
	return b.String()
}

// calls is a function that calls the shared one, with what it has computed in loops of its own:
//
//	func name(x, w []float64) float64
//
// w may be empty.
func calls(r *rand.Rand, name, shared string) string {
	g := &nest{Rand: r, reals: []string{"s0", "s1"}}
	g.open("func %s(x, w []float64) float64 {", name)
	g.line("n := len(x)")
	g.line("at := 0")
	g.line("s0, s1, s2, s3 := 0.3, x[0], 0.5, 0.2*x[0]")
	g.line("a, b := make([]float64, n), make([]float64, n)")
	g.open("for i := range n {")
	g.line("a[i] = math.Sin(x[i] + float64(i))")
	g.open("if i < len(w) {")
	g.line("b[i] = %s * w[i]", g.one("x[i]", "a[i]", "math.Cos(x[i])"))
	g.shut()
	g.shut()
	g.stmts(1+g.IntN(4)/3, 1)
	for range 1 + g.IntN(4)/3 {
		g.line("s%d += 0.3*%s(%s)", g.IntN(2), shared, g.one("a", "b", "x", "x[:1]", "append(a, x...)"))
	}
	g.line("return s0 + s1 + s2*s3 + 0.01*float64(at) + a[n-1]*b[0]")
	g.shut()
	return g.text.String()
}

// vector is a function that gives as many numbers as it gets:
//
//	func name(x, w []float64) []float64
func vector(r *rand.Rand, name, shared string) string {
	g := &nest{Rand: r, reals: []string{"s0", "s1"}}
	g.open("func %s(x, w []float64) []float64 {", name)
	g.line("n := len(x)")
	g.line("at := 0")
	g.line("s0, s1, s2, s3 := 0.3, x[0], 0.5, 0.2*x[0]")
	g.line("a, b := make([]float64, n), make([]float64, n)")
	g.open("for i := range n {")
	g.line("a[i] = %s", g.bounded(1))
	g.line("b[i] = x[i]")
	g.shut()
	g.stmts(1+g.IntN(4)/3, 1+g.IntN(2))
	if g.IntN(3) == 0 {
		g.line("s3 += %s(a)", shared)
	}
	g.open("for i := range n {")
	g.line("a[i] += %s * x[i]", g.one("s3", "s0", "b[i]", "0.5", "float64(at)"))
	g.open("if i < len(w) {")
	g.line("a[i] += %s * w[i]", g.one("x[i]", "b[n-1-i]", "s2", "w[i]"))
	g.shut()
	g.shut()
	g.line("a[0] += 0.1*(s0+s1+s2+s3) + 0.01*float64(at)")
	g.line("return a")
	g.shut()
	return g.text.String()
}
