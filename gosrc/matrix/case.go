package matrix

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A Case is a file with one function that has directives, and how to call what is generated for it.
type Case struct {
	Row  Row
	Name string // of the function
	File string // base name
	Text string
	// Target is an element of the table of the harness: Go text.
	Target string
	// Exports are the names that are for users, of what is generated: types, functions, and methods after their type
	// and a dot.
	Exports []string
	// Directives are those above the function.
	Directives []Directive
	// Globals are other names of package level that the file declares, each of which can be replaced wherever it
	// stands.
	Globals []string
	// Rounded says that all products are rounded by conversions, so that no compiler may fuse one with an addition.
	Rounded bool
	// New says that the file needs a new version of Go, or other modules.
	New bool
}

// A Directive is one line above the function.
type Directive struct {
	Verb   string
	Colors bool
	Wrt    []string
	Of     string
	Name   string
	Flat   bool // problem=flat
}

// suffixes end the names of what is generated.
var suffixes = map[string]string{"grad": "Grad", "vjp": "VJP", "jvp": "JVP", "jacobian": "Jacobian", "hessian": "Hessian", "hvp": "HVP", "func": "Func"} //nolint:gochecknoglobals // a constant

// A parameter of the function.
type parameter struct {
	name string
	typ  *typ
	form string
	uses string
	// written says that the function writes what its caller sees of it.
	written bool
}

// gen makes one file.
type gen struct {
	*rand.Rand
	row     Row
	k       int // its number
	generic bool
	inst    string // the type argument
	float   *typ   // the named type of numbers, if there is one
	num     string // the type in which the function computes
	decls   strings.Builder
	body    strings.Builder
	imports map[string]bool
	taken   map[string]bool // names in the function
	globals []string        // names of package level
	shadows bool            // names of the language may mean something else in the function
	params  []*parameter
	results []*typ
	names   []string // of the results, if they have names
	helpers map[string]string
	s, t    string // the variables in which the function adds up
	least   int    // the least length of slices
	fixed   bool   // uses elements at fixed indices
	long    bool   // has loops that may run in parts
	single  bool   // some numbers have 32 bits
}

// Make makes a file of a row; k tells files of one package apart.
func Make(rng *rand.Rand, row Row, k int) *Case {
	g := &gen{Rand: rng, row: row, k: k, num: "float64", imports: map[string]bool{}, taken: map[string]bool{},
		helpers: map[string]string{}}
	return g.make()
}

func (g *gen) is(factor, level string) bool { return g.row.Level(factor) == level }

// global is a name of package level; files of one package have none in common.
func (g *gen) global(hint string) string {
	name := fmt.Sprintf("%s%d", hint, g.k)
	for n := 'a'; g.taken[name]; n++ {
		name = fmt.Sprintf("%s%d%c", hint, g.k, n)
	}
	g.taken[name] = true
	g.globals = append(g.globals, name)
	return name
}

func (g *gen) make() *Case {
	kind := g.row.Level("kind")
	g.generic = strings.HasPrefix(kind, "generic")
	if g.generic {
		g.num = "T"
		if g.inst = "float64"; g.IntN(3) == 0 {
			g.inst, g.single = "float32", true
		}
	} else if g.IntN(8) == 0 {
		g.num, g.single = "float32", true
	}
	name := g.global("F")
	if kind == "unexported" {
		name = g.global("f")
	}
	for _, f := range []string{"first", "second"} {
		if form := g.row.Level(f); form != "none" {
			g.params = append(g.params, &parameter{typ: g.form(form), form: form, uses: g.row.Level("uses " + f)})
		}
	}
	method := strings.Contains(kind, "method")
	if method {
		g.receiver(g.params[0], kind == "pointer method" || kind == "generic method" && g.IntN(2) == 0)
	}
	g.least = g.IntN(2)
	g.nameParams(method)
	g.nameResults()
	g.statements()
	c := &Case{Row: g.row, Name: name, File: fmt.Sprintf("%s%d.go", []string{"f", "shape_", "m-", "X"}[g.IntN(4)], g.k)}
	c.Directives = g.directives(name)
	c.Rounded = g.rounds() && g.num != "float32" && g.inst != "float32"
	c.New = g.generic || g.is("blas", "yes")
	recv := ""
	if method {
		recv, _, _ = strings.Cut(strings.TrimPrefix(g.params[0].typ.String(), "*"), "[")
	}
	for _, n := range g.globals {
		if n != name && n != recv {
			c.Globals = append(c.Globals, n)
		}
	}
	g.write(c, method)
	return c
}

// receiver makes the type of the first parameter one that can have methods.
func (g *gen) receiver(p *parameter, pointer bool) {
	t := p.typ
	if t.kind == pointerKind && t.elem.kind == structKind && t.elem.name != "" && !strings.Contains(t.elem.name, ".") &&
		(!g.generic || strings.HasSuffix(t.elem.name, "[T]")) {
		if !pointer {
			p.typ = t.elem
		}
		return
	}
	own := slices.Contains(g.globals, t.name) && t.kind != pointerKind || strings.HasSuffix(t.name, "[T]")
	if g.generic && !strings.HasSuffix(t.name, "[T]") {
		own = false
	}
	if !own {
		in := t
		if t.kind != structKind || t.name != "" || g.generic {
			in = structOf(field{name: "P9", typ: t}, field{name: "G9", typ: g.real()})
		}
		for g.generic && !holdsParam(in) {
			in = structOf(field{name: "P9", typ: t}, field{name: "G9", typ: g.real()})
		}
		t = g.named("R", in)
	}
	p.typ = t
	if pointer {
		p.typ = pointerTo(t)
	}
}

// The names that parameters, results and local variables may have.
var (
	builtins = []string{"any", "append", "bool", "byte", "cap", "clear", "cmp", "copy", "error", "false", "float32", "float64", "int", "iota", "len", "make", "max", "min", "new", "nil", "panic", "print", "real", "recover", "string", "true", "uint8"}              //nolint:gochecknoglobals // a constant
	packages = []string{"math", "strconv", "sync", "atomic", "unsafe", "slices", "bits", "errors", "cmp", "runtime", "geo", "elementary", "blas64", "optimize", "mat"}                                                                                                 //nolint:gochecknoglobals // a constant
	derived  = []string{"x", "dx", "xbar", "hx", "dxbar", "ddx", "hdx", "xbarx", "y", "dy", "ybar", "err", "jac", "hess", "colors", "seed1", "value", "bar", "at", "work", "known"}                                                                                    //nolint:gochecknoglobals // a constant
	inner    = []string{"grow", "guard", "w", "w2", "n", "n1", "k", "dst1", "dst2", "lock", "memory", "run", "add", "used", "cols", "rows", "spare", "ones", "r", "p", "i", "one", "stopped", "apart", "out", "xOr", "xPart", "F", "f", "m", "h", "S", "grad", "core"} //nolint:gochecknoglobals // a constant
	odd      = []string{"_", "X", "λ", "é", "_x", "x_", "x1", "Ä", "__", "ſ"}                                                                                                                                                                                          //nolint:gochecknoglobals // a constant
)

// local is a new name in the function.
func (g *gen) local(hint string) string {
	var pool []string
	switch g.row.Level("names") {
	case "plain":
		pool = []string{hint}
	case "builtin":
		pool, g.shadows = builtins, true
	case "import":
		pool, g.shadows = packages, true
	case "derived":
		pool = derived
	case "helper":
		pool = inner
	case "odd":
		pool = odd[1:]
	}
	for n := 0; ; n++ {
		name := pool[g.IntN(len(pool))]
		if n > 3 {
			name = fmt.Sprintf("%s%d", hint, n-3)
		}
		if !g.taken[name] {
			g.taken[name] = true
			return name
		}
	}
}

func (g *gen) nameParams(method bool) {
	odd := g.is("names", "odd")
	unnamed := odd && !method && g.IntN(6) == 0
	for i, p := range g.params {
		p.name = g.local([]string{"x", "q"}[i])
		if unnamed || odd && g.IntN(4) == 0 {
			p.name, p.uses = "_", "unused"
		}
	}
	if unnamed {
		for _, p := range g.params {
			p.name = ""
		}
	}
}

// usable are the parameters that have names.
func (g *gen) usable(p *parameter) bool { return p.name != "_" && p.name != "" }

// conv is a number as one of the type in which the function computes.
func (g *gen) conv(e string, t *typ) string {
	if t.name == g.num {
		return e
	}
	return g.as(g.num, e, t.String())
}

// as converts; where the name of the type may mean something else, by a function.
func (g *gen) as(to, e, from string) string {
	if !g.shadows {
		return to + "(" + e + ")"
	}
	if g.generic && (strings.HasSuffix(to, "T") || strings.Contains(from, "T")) {
		return g.helper("to", "[T ~float32 | ~float64](x "+from+") "+to+" { return "+to+"(x) }", "[T]") + "(" + e + ")"
	}
	return g.helper("to", "(x "+from+") "+to+" { return "+to+"(x) }", "") + "(" + e + ")"
}

// helper is a function of the file, by what is behind its name.
func (g *gen) helper(hint, text, inst string) string {
	if g.helpers[text] == "" {
		g.helpers[text] = g.global(hint)
		fmt.Fprintf(&g.decls, "func %s%s\n\n", g.helpers[text], strings.ReplaceAll(text, "NAME", g.helpers[text]))
	}
	return g.helpers[text] + inst
}

// math is a call of a function of package math.
func (g *gen) math(f, e string) string {
	if g.shadows || g.num != "float64" {
		g.imports["math"] = true
		if g.generic {
			return g.helper(strings.ToLower(f), "[T ~float32 | ~float64](x T) T { return T(math."+f+"(float64(x))) }",
				"") + "(" + e + ")"
		}
		return g.helper(strings.ToLower(f), "(x "+g.num+") "+g.num+" { return "+g.num+"(math."+f+"(float64(x))) }",
			"") + "(" + e + ")"
	}
	g.imports["math"] = true
	return "math." + f + "(" + e + ")"
}

// times is a product, rounded where the row says so.
func (g *gen) times(x, y string) string { return g.timesAs(g.num, x, y) }

func (g *gen) timesAs(t, x, y string) string {
	if g.rounds() {
		return t + "(" + x + "*" + y + ")"
	}
	return x + " * " + y
}

// rounds reports whether all products are rounded by conversions.
func (g *gen) rounds() bool { return g.is("products", "rounded") && !g.shadows }

func (g *gen) printf(format string, args ...any) { fmt.Fprintf(&g.body, format, args...) }

func (g *gen) number() string {
	return []string{"0.5", "0.25", "2", "1.5", "0.75", "3", "-0.5", "1"}[g.IntN(8)]
}

// statements are the body of the function.
func (g *gen) statements() {
	g.s, g.t = g.local("s"), g.local("t")
	half := "0.5"
	one := g.num
	if g.shadows {
		if g.generic {
			half = g.helper("half", "[T ~float32 | ~float64]() T { return 0.5 }", "[T]")
		} else {
			half = g.helper("half", "() "+g.num+" { return 0.5 }", "")
		}
		g.printf("%s, %s := %s(), %s()\n", g.s, g.t, half, half)
	} else {
		g.printf("var %s, %s %s = %s, %s\n", g.s, g.t, one, half, half)
	}
	order := g.Perm(len(g.params))
	early := g.IntN(2) == 0
	if early {
		g.writes()
	}
	for _, i := range order {
		p := g.params[i]
		if p.uses == "unused" || !g.usable(p) {
			continue
		}
		if p.form == "optional" && !g.shadows && p.typ.kind == sliceKind {
			g.printf("if %s != nil {\n", p.name)
			g.read(p.name, p.typ, p.uses, 1)
			g.printf("}\n")
			continue
		}
		g.read(p.name, p.typ, p.uses, 0)
	}
	if g.row.Level("fails") != "never" && g.IntN(2) == 0 {
		g.fail()
		if !early {
			g.writes()
		}
	} else {
		if !early {
			g.writes()
		}
		if g.row.Level("fails") != "never" {
			g.fail()
		}
	}
	g.returns()
}

// read adds what is in a value.
func (g *gen) read(e string, t *typ, uses string, deep int) {
	switch t.kind {
	case realKind:
		g.use(g.conv(e, t), uses)
	case complexKind:
		g.read(g.half("real", e), float64Type, uses, deep)
		g.read(g.half("imag", e), float64Type, uses, deep)
	case intKind:
		switch g.IntN(3) {
		case 0:
			g.printf("if %s > 2 {\n%s += 0.5\n}\n", e, g.s)
		default:
			g.printf("%s += %s\n", g.s, g.times("0.125", g.as(g.num, e, t.String())))
		}
	case boolKind:
		g.printf("if %s {\n%s = %s\n}\n", e, g.s, g.times(g.s, "1.5"))
	case textKind:
		g.printf("if %s == \"a\" {\n%s += 0.25\n}\n", e, g.s)
	case pointerKind:
		g.deref(e, t, func(e string) { g.read(e, t.elem, uses, deep) })
	case structKind:
		for _, f := range t.fields {
			g.read(e+"."+f.name, f.typ, uses, deep)
		}
	case sliceKind, arrayKind:
		if t.kind == sliceKind && t.elem.kind == realKind && g.IntN(6) == 0 && deep == 0 {
			g.fixed = true
			g.use(g.conv(e+"[0]", t.elem), uses)
			return
		}
		if t.elem.kind == realKind && !g.shadows && uses == "smooth" && g.is("parallel", "yes") {
			g.inParts(e, t)
			return
		}
		if uses == "products" && !g.shadows && g.product(e, t, deep) {
			return
		}
		g.checkpoint(deep)
		i, v := g.local("i"), g.local("v")
		switch {
		case g.IntN(2) == 0 && used(t.elem):
			g.printf("for _, %s := range %s {\n", v, e)
			g.read(v, t.elem, uses, deep+1)
		default:
			g.printf("for %s := range %s {\n", i, e)
			g.read(e+"["+i+"]", t.elem, uses, deep+1)
		}
		g.printf("}\n")
		delete(g.taken, i)
		delete(g.taken, v)
	case otherKind:
	}
}

// half is the real or the imaginary part of a complex number.
func (g *gen) half(of, z string) string {
	if g.shadows {
		of = g.helper(of+"Of", "(z complex128) float64 { return "+of+"(z) }", "")
	}
	return of + "(" + z + ")"
}

// checkpoint is the directive above a loop, where it is asked for.
func (g *gen) checkpoint(deep int) {
	if deep == 0 && g.is("checkpoint", "yes") {
		g.printf("//chad:checkpoint\n")
	}
}

// product adds inner products of a row of numbers with itself backwards, or of rows with a vector, which are what
// becomes kernels; it reports whether the type has any.
func (g *gen) product(e string, t *typ, deep int) bool {
	zero := g.num + "(0)"
	if t.elem.kind == realKind {
		if t.kind == sliceKind && t.elem.name == "float64" && g.num == "float64" && g.is("blas", "yes") &&
			g.IntN(2) == 0 {
			g.imports["gonum.org/v1/gonum/floats"] = true
			g.printf("%s += %s\n", g.s, g.times(g.t, "floats.Dot("+e+", "+e+")"))
			return true
		}
		d, i, v := g.local("d"), g.local("i"), g.local("v")
		g.printf("%s := %s\n", d, zero)
		g.checkpoint(deep)
		g.printf("for %s, %s := range %s {\n%s += %s\n}\n", i, v, e, d,
			g.times(g.conv(v, t.elem), g.conv(e+"[len("+e+")-1-"+i+"]", t.elem)))
		g.printf("%s += %s\n", g.s, g.times(d, g.t))
		return true
	}
	row := t.elem
	if row.kind != sliceKind && row.kind != arrayKind || row.elem.kind != realKind {
		return false
	}
	w, r, d, j, v := g.local("w"), g.local("r"), g.local("d"), g.local("j"), g.local("v")
	n, open := "16", "{" // as many as any row has
	if !g.is("first", "ragged") && !g.is("second", "ragged") && !g.is("first", "loose") && !g.is("second", "loose") {
		n, open = "len("+e+"[0])", "if len("+e+") > 0 {"
	}
	g.printf("%s\n%s := make([]%s, %s)\nfor %s := range %s {\n%s[%s] = %s + %s\n}\n", open, w, g.num, n, j, w, w,
		j, g.t, g.times("0.25", g.as(g.num, j, "int")))
	g.checkpoint(deep)
	g.printf("for _, %s := range %s {\n%s := %s\n", r, e, d, zero)
	g.printf("for %s, %s := range %s {\n%s += %s\n}\n", j, v, r, d, g.times(g.conv(v, row.elem), w+"["+j+"]"))
	g.printf("%s += %s\n}\n}\n", g.s, g.times("0.125", g.times(d, d)))
	return true
}

// inParts adds the numbers in a value by loops that take so long that they may run in parts.
func (g *gen) inParts(e string, t *typ) {
	g.long = true
	h, i, v := g.local("h"), g.local("i"), g.local("v")
	g.printf("%s := make([]%s, len(%s))\nfor %s := range %s {\n", h, g.num, e, i, e)
	g.printf("%s[%s] = %s\n}\n", h, i, g.math("Sin", g.math("Exp", g.math("Tanh", g.conv(e+"["+i+"]", t.elem)))))
	g.printf("for _, %s := range %s {\n%s += %s\n}\n", v, h, g.s, g.times("0.0625", v))
}

// used reports whether a value of the type is read at all.
func used(t *typ) bool {
	switch t.kind {
	case otherKind:
		return false
	case sliceKind, arrayKind, pointerKind:
		return used(t.elem) || t.kind != pointerKind
	case structKind:
		return slices.ContainsFunc(t.fields, func(f field) bool { return used(f.typ) })
	case realKind, intKind, boolKind, textKind, complexKind:
	}
	return true
}

// deref goes behind a pointer.
func (g *gen) deref(e string, t *typ, then func(e string)) {
	if t.elem.kind == structKind || t.elem.kind == arrayKind && g.IntN(2) == 0 {
		then(e)
		return
	}
	then("(*" + e + ")")
}

// use adds a number.
func (g *gen) use(e, uses string) {
	switch uses {
	case "linear":
		g.printf("%s += %s\n", g.s, g.times(g.number(), e))
		return
	case "floor":
		if g.IntN(2) == 0 {
			g.printf("%s += %s\n", g.s, g.math("Floor", e))
			return
		}
		g.printf("%s += %s\n", g.s, g.foreign("steps", "v", "", e))
		return
	case "attached":
		g.printf("%s += %s\n", g.s, g.foreign("square", "v * v", "2 * x * dx", e))
		return
	case "recursive":
		tparams := ""
		if g.generic {
			tparams = "[T ~float32 | ~float64]"
		}
		f := g.helper([]string{"rec", "apart", "overlap", "ragged", "stopped", "grow", "core", "pool"}[g.IntN(8)],
			fmt.Sprintf("%s(n int, x %s) %s {\nif n <= 0 {\nreturn x\n}\nreturn "+
				g.times("x", "NAME(n-1, "+g.times("0.5", "x")+")")+"\n}", tparams, g.num, g.num), "")
		g.printf("%s += %s(2, %s)\n", g.s, f, e)
		return
	}
	switch g.IntN(9) {
	case 0:
		g.printf("%s += %s\n", g.s, g.times(e, e))
	case 1:
		g.printf("%s += %s\n", g.s, g.times(e, g.t))
	case 2:
		g.printf("%s += %s\n", g.t, g.times(g.number(), e))
	case 3:
		g.printf("%s -= %s\n", g.s, g.times(g.times(g.number(), e), e))
	case 4:
		g.printf("if %s > 0.3 {\n%s += %s\n}\n", e, g.s, g.times(e, g.t))
	case 5:
		g.printf("%s += %s\n", g.s, g.times("0.5", g.math([]string{"Sin", "Exp", "Tanh"}[g.IntN(3)], "0.5*"+e)))
	case 6:
		g.printf("%s += %s\n", g.s, e)
	case 7:
		g.printf("%s, %s = %s+%s, %s+%s\n", g.s, g.t, g.s, g.times(e, g.t), g.t, g.times("0.5", e))
	case 8:
		g.printf("%s = %s\n", g.s, g.times(g.s, "(1+"+g.times("0.125", e)+")"))
	}
}

// foreign calls a function that cannot be differentiated, and that rounds its argument if it is a constant; deriv is
// its derivative if there is one.
func (g *gen) foreign(hint, result, deriv, e string) string {
	float := "float64"
	if g.num == "float32" {
		float = g.num
	}
	name := g.helpers[result]
	if name == "" {
		g.imports["strconv"] = true
		name = g.global(hint)
		g.helpers[result] = name
		format := "'g', -1"
		if deriv == "" {
			format = "'f', 0"
			g.decls.WriteString("//chad:nodiff\n")
		} else {
			fmt.Fprintf(&g.decls,
				"//chad:derivative of=%s\nfunc %s(x, dx %s) (%[3]s, %[3]s) { return %[1]s(x), "+
					"%[3]s(%[4]s) }\n\n", name, g.global(hint+"D"), float, deriv)
		}
		fmt.Fprintf(&g.decls,
			"func %s(x %s) %[2]s {\nw, _ := strconv.ParseFloat(strconv.FormatFloat(float64(x), %[3]s, 64), 64)\nv := "+
				"%[2]s(w)\nreturn %[2]s(%[4]s)\n}\n\n", name, float, format, result)
	}
	if g.num == float {
		return name + "(" + e + ")"
	}
	return g.as(g.num, name+"("+g.as(float, e, g.num)+")", float)
}

// writes changes the parameters that are to be written.
func (g *gen) writes() {
	which := g.row.Level("writes")
	for i, p := range g.params {
		if !g.usable(p) || which == "none" || which == "first" && i > 0 || which == "second" && i == 0 {
			continue
		}
		p.written = g.change(p.name, p.typ, false) || p.written
	}
}

// change writes to a part of a value, and reports whether callers see that.
func (g *gen) change(e string, t *typ, shared bool) bool {
	switch t.kind {
	case realKind:
		switch g.IntN(4) {
		case 0:
			g.printf("%s = 0.25\n", e)
		case 1:
			g.printf("%s = %s\n", e, g.timesAs(t.String(), e, g.back(g.t, t)))
		case 2:
			g.printf("%s += %s\n", e, g.back(g.s, t))
		default:
			g.printf("%s = %s\n", e, g.timesAs(t.String(), e, g.number()))
		}
		return shared
	case complexKind:
		ways := []string{e + " = 0.25", e + "++", e + " *= 0.5i", e + " = " + e + " * " + e}
		if g.rounds() { // no conversion rounds what is inside of a product
			ways = ways[:2]
		}
		g.printf("%s\n", ways[g.IntN(len(ways))])
		return shared
	case intKind:
		g.printf("%s++\n", e)
		return shared
	case boolKind:
		g.printf("%s = !%s\n", e, e)
		return shared
	case pointerKind:
		done := false
		g.deref(e, t, func(e string) { done = g.change(e, t.elem, true) })
		return done
	case structKind:
		for range 9 {
			f := t.fields[g.IntN(len(t.fields))]
			if changeable(f.typ) {
				return g.change(e+"."+f.name, f.typ, shared)
			}
		}
		return false
	case sliceKind, arrayKind:
		if !changeable(t.elem) {
			return false
		}
		shared = shared || t.kind == sliceKind
		if t.kind == sliceKind && g.IntN(3) == 0 {
			g.fixed = true
			return g.change(e+"[0]", t.elem, shared)
		}
		i := g.local("i")
		g.printf("for %s := range %s {\n", i, e)
		done := g.change(e+"["+i+"]", t.elem, shared)
		g.printf("}\n")
		delete(g.taken, i)
		return done
	case textKind, otherKind:
	}
	return false
}

func changeable(t *typ) bool {
	switch t.kind {
	case realKind, intKind, boolKind, complexKind:
		return true
	case sliceKind, arrayKind, pointerKind:
		return changeable(t.elem)
	case structKind:
		return slices.ContainsFunc(t.fields, func(f field) bool { return changeable(f.typ) })
	case textKind, otherKind:
	}
	return false
}

// back is a number as one of type t.
func (g *gen) back(e string, t *typ) string {
	if t.name == g.num {
		return e
	}
	return g.as(t.String(), e, g.num)
}
