package wrap

import (
	"fmt"
	"strings"
)

// An adapting is an adapter while it is made. What all adapters do is in the helper problem, which each of them holds:
// it remembers a point, and calls a function for another one. That function is what is written here, with the ways
// between a point and the values that its numbers are in.
type adapting struct {
	*fn
	*adapter
	b      *strings.Builder
	names  *scope
	p      string // the receiver
	out    string // what is written
	work   string // the workspace
	common string // the name of what the adapter holds
	own    string // the function that gives what varies memory of its own
	hess   *Directive
	given  []*given // the parameters of the constructor
	vary   []*given // those that are in the point, or have parts there
}

// A given is a parameter of a constructor.
type given struct {
	*parameter
	field string // of the adapter: an example, for what varies
	bar   string // the variable of the gradient
}

// declareAdapter writes the adapter of a gradient, if it has one.
func (w *fn) declareAdapter(b *strings.Builder) {
	a, _ := w.adapterOf(w.d) // the error was found when the function was prepared
	if a == nil {
		return
	}
	m := &adapting{fn: w, adapter: a, b: b, names: w.root.names(), hess: w.hessian(w.d), common: w.file.helper("problem")}
	problem := m.common
	if m.laidOut {
		m.common = w.file.helper("laidOut")
	}
	for _, h := range []string{"grow", "lengthError"} { // which it calls
		w.file.helper(h)
	}
	for _, p := range w.params {
		m.names.taken[p.name] = true
	}
	m.p, m.work, m.out = m.names.fresh("p"), m.names.fresh("work"), m.names.fresh("out")
	fields := newScope()
	for k := range w.params {
		g := &given{parameter: &w.params[k]}
		if m.laidOut || !m.varies(k) {
			m.given = append(m.given, g)
		}
		if m.laidOut && m.varies(k) {
			g.field, g.bar = fields.fresh(lower(g.name)), m.names.fresh(g.name+"bar")
			m.vary = append(m.vary, g)
		}
	}
	m.declareType()
	if m.laidOut {
		m.own = w.file.hidden.fresh("own"+upper(m.typ)) + w.file.suffix
		m.laidOutConstructor()
		m.points()
		w.declareOwn(b, m.own, m.vary)
	} else {
		m.constructor()
	}
	if m.fails {
		m.write("// Err is the last error that %s has returned, or nil.\nfunc (%s *%s) Err() error { return %s.%s.err }\n\n",
			w.Func.Name(), m.p, m.typ, m.p, m.common)
	}
	if m.hess != nil {
		m.write("// %sHess is the Hess of an optimize.Problem; S is *mat.SymDense.\nfunc %sHess[S interface{ SetSym(i, j "+
			"int, v float64) }](%s *%s) func(h S, x []float64) {\nreturn %s[S](&%s.%s)\n}\n\n",
			m.typ, m.typ, m.p, m.typ, w.file.helper("hessOf"), m.p, problem)
	}
}

func (m *adapting) write(format string, args ...any) { fmt.Fprintf(m.b, format, args...) }

// each is a list with a text for each parameter.
func each(of []*given, text func(g *given) string) string {
	out := make([]string, len(of))
	for i, g := range of {
		out[i] = text(g)
	}
	return strings.Join(out, ", ")
}

func (g *given) called() string { return g.name }

// texts are the items as users call them.
func (m *adapting) texts() (out []string) {
	for _, it := range m.fn.items {
		out = append(out, it.text)
	}
	return out
}

// title is the name of the type in messages.
func (m *adapting) title() string { return m.file.Package.Name() + "." + m.typ }

// declareType writes the type, and how it is used.
func (m *adapting) declareType() {
	of, start, result, after := enumeration(m.texts()), m.texts()[0], "", ""
	use := fmt.Sprintf("Func: %s.Func, Grad: %s.Grad", m.p, m.p)
	if m.hess != nil {
		use += fmt.Sprintf(", Hess: %sHess[*mat.SymDense](%s)", m.typ, m.p)
	}
	r, err, settings := m.names.fresh("r"), m.names.fresh("err"), m.names.fresh("settings") // in the comment alone
	defer m.names.free1(r)
	defer m.names.free1(err)
	defer m.names.free1(settings)
	if m.laidOut {
		start, result = m.p+".Start()", r+", "+err+" := "
		after = fmt.Sprintf("//\tif %s != nil {\n//\t\tpanic(%s)\n//\t}\n//\t%s.Params(%s.X) // is %s there\n", err, err, m.p, r, of)
		of = "the numbers in " + of
		if len(m.fn.items) > 1 {
			of += ", one after the other"
		}
	}
	m.write("// %s is %s as a function of %s, for package gonum.org/v1/gonum/optimize:\n//\n//\t%s := %s(%s)\n"+
		"//\t%s := &optimize.Settings{GradientThreshold: 1e-6} // gonum's own, 1e-12, is often out of reach\n"+
		"//\t%soptimize.Minimize(optimize.Problem{%s}, %s, %s, nil)\n%s//\n"+
		"// It remembers the last point, so that Func and Grad at one point cost one evaluation. It is for one goroutine.\n",
		m.typ, m.Func.Name(), of, m.p, m.make, each(m.given, (*given).called), settings, result, use, start,
		settings, after)
	if m.fails {
		m.write("// Where %s returns an error, Func is +Inf and Grad is NaN; Err is the last one.\n", m.Func.Name())
	}
	if len(m.given) > len(m.vary) {
		m.write("// Slices that it was made with and that change in place count from another point on.\n")
	}
	m.write("type %s struct {\n%s\n", m.typ, m.common)
	for _, g := range m.vary {
		m.write("%s %s\n", g.field, m.typeString(g.typ))
	}
	m.write("}\n\n")
}

// constructor writes the function that makes an adapter whose points are a parameter.
func (m *adapting) constructor() {
	x := m.params[m.fn.items[0].param].name
	m.write("// %s fixes what %s takes beside %s.\n", m.make, m.Func.Name(), x)
	m.head()
	m.write("return &%s{%s{\nname: %q,\neval: func(%s, %s []float64) (float64, error) {\n%s},\n", m.typ, m.common, m.title(), x,
		m.out, m.gradient(m.out))
	if m.hess != nil {
		m.write("hess: func(%s, %s []float64) error {\n%s},\n", x, m.out, m.second())
	}
	m.write("}}\n}\n\n")
}

// laidOutConstructor writes the function that makes an adapter whose points are laid out.
func (m *adapting) laidOutConstructor() {
	parts, barParts := m.names.fresh("parts"), m.names.fresh("barParts")
	bar := map[string]string{}
	for _, g := range m.vary {
		bar[g.name] = g.bar
	}
	var bars []string
	for _, it := range m.fn.items {
		b := strings.Join(append([]string{bar[m.params[it.param].name]}, it.path...), ".")
		if !mutable(it.typ) {
			b = "&" + b
		}
		bars = append(bars, b)
	}
	m.write("// %s copies %s: the numbers there are the start, and their sizes stay.\n", m.make, enumeration(m.texts()))
	m.head()
	m.write("%s := %s\n", each(m.vary, func(g *given) string { return g.bar }), each(m.vary, (*given).called))
	m.write("%s, %s := %s(%s), %s(%s)\n", parts, barParts, m.own, each(m.vary, func(g *given) string { return "&" + g.name }),
		m.own, each(m.vary, func(g *given) string { return "&" + g.bar }))
	value := fmt.Sprintf("&%s{%s(%q, %s, %s, func() (float64, error) {\n%s}), %s}", m.typ, m.file.helper("newLaidOut"), m.title(), parts,
		barParts, m.gradient(bars...), each(m.vary, (*given).called))
	if m.hess == nil {
		m.write("return %s\n}\n\n", value)
		return
	}
	x := m.names.fresh("x")
	m.write("%s := %s\n%s.%s.hess = func(%s, %s []float64) error {\n%s(%q, %s, %s)\n%s}\nreturn %s\n}\n\n", m.p, value, m.p, m.common, x, m.out,
		m.file.helper("spread"), m.title(), parts, x, m.second(), m.p)
	m.names.free1(x)
}

// head writes the head of a constructor.
func (m *adapting) head() {
	m.write("func %s(%s) *%s {\n%s := %s()\n", m.make,
		each(m.given, func(g *given) string { return g.name + " " + m.typeString(g.typ) }), m.typ, m.work, m.space.make)
}

// call is a call of a method of the workspace.
func (m *adapting) call(method string, more ...string) string {
	var args []string
	for _, p := range m.params {
		args = append(args, p.name)
	}
	return fmt.Sprintf("%s.%s(%s)", m.work, method, strings.Join(append(args, more...), ", "))
}

// gradient is the statement that returns the value and an error, and writes into buffers.
func (m *adapting) gradient(buffers ...string) string {
	call := "return " + m.call(m.name, buffers...)
	if !m.fails {
		call += ", nil"
	}
	return call + "\n"
}

// second are the statements that write the Hessian and return an error.
func (m *adapting) second() string {
	call := m.call(m.Root.name(m.hess), m.out)
	if m.fails {
		err := m.names.fresh("err")
		return fmt.Sprintf("_, %s := %s\nreturn %s\n", err, call, err)
	}
	return call + "\nreturn nil\n"
}

// points writes the way from points to values.
func (m *adapting) points() {
	var types, values []string
	for _, it := range m.fn.items {
		types = append(types, m.typeString(it.typ))
		values = append(values, strings.Join(append([]string{m.params[it.param].name}, it.path...), "."))
	}
	x := m.names.fresh("x")
	m.write("// Params are %s at a point, in memory of their own.\nfunc (%s *%s) Params(%s []float64)%s {\n%s := %s\n",
		enumeration(m.texts()), m.p, m.typ, x, resultList(types), each(m.vary, (*given).called),
		each(m.vary, func(g *given) string { return m.p + "." + g.field }))
	m.write("%s(%q, %s(%s), %s)\nreturn %s\n}\n\n", m.file.helper("spread"), m.title()+".Params", m.own,
		each(m.vary, func(g *given) string { return "&" + g.name }), x, strings.Join(values, ", "))
}
