package wrap

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
)

// declareType writes the type and its constructor.
func (m *summing) declareType(code *coreFile) {
	h := fnv.New64a()
	_, _ = h.Write(code.of(slices.Concat([]*fn{m.before, m.part, m.all, m.after}, m.hvps, m.allHVPs)))
	_, _ = fmt.Fprintf(h, "%s %v %s", m.Name, m.Reproducible, m.Package.Path())
	key := h.Sum64()
	what := "its value, and its gradient by " + enumeration(m.texts())
	if m.Gradient != "" {
		what = "products of its " + m.matrix() + " by " + enumeration(m.texts()) + " with a direction"
		if len(m.Outputs) > 0 {
			what += ", where " + enumeration(m.Outputs) + " counts as linear"
		}
	}
	any := "The sums are plain ones, so that bits depend on the order: a sum of n numbers is off by at most n·2⁻⁵³ times the\n" +
		"// sum of their absolute values."
	if m.Reproducible {
		any = "Examples may be added in any order, and be split between sums in any way: the bits are the same."
	}
	m.write("// %s is %s with examples that come one by one: %s.\n//\n// %s\n//\n"+
		"// What it was made with must stay as it is until the next Reset. It is for one goroutine.\n",
		m.Name, m.Func.Name(), what, any)
	m.write("type %s struct {\n%s\n", m.Name, m.helper("sum"))
	for _, p := range m.given() {
		m.write("%s %s\n", m.names[p.Name], m.typeOf(p.Type))
	}
	for _, l := range m.Locals {
		m.write("%s %s\n", m.names[l.Name], m.typeOf(l.Type))
	}
	for _, it := range m.dirs() {
		m.write("%s %s\n", m.names["d "+it.text], m.typeOf(it.typ))
	}
	for _, g := range m.vary() {
		m.names["bar "+g.name] = m.fields.fresh(g.name + "bar")
		m.write("%s %s\n", m.names["bar "+g.name], m.typeOf(g.typ))
	}
	if !m.Reproducible {
		_, active := m.reals()
		for k := range active {
			for _, g := range m.vary() {
				n := m.fields.fresh(g.name + "Sum")
				m.names[fmt.Sprint("sum ", k, g.name)] = n
				m.write("%s %s\n", n, m.typeOf(g.typ))
			}
		}
	}
	spaces := map[*space]string{}
	work := func(name string, fns ...*fn) {
		for k, w := range fns {
			switch {
			case w == nil:
			case spaces[w.space] != "": // the functions are of one root
				m.works[w] = spaces[w.space]
			default:
				m.works[w] = name + map[bool]string{false: "", true: fmt.Sprint(k + 1)}[k > 0]
				spaces[w.space] = m.works[w]
				m.write("%s %s\n", m.works[w], w.space.typ)
			}
		}
	}
	work("part", m.hvps...)
	work("all", m.allHVPs...)
	work("before", m.before)
	work("part", m.part)
	work("all", m.all)
	work("after", m.after)
	m.write("}\n\n")
	heads, args := m.heads()
	m.write("// %s is a sum of no examples.\nfunc %s(%s) *%s {\n%s := new(%s)\n%s.Reset(%s)\nreturn %s\n}\n\n",
		newName(m.Name), newName(m.Name), heads,
		m.Name, m.s, m.Name, m.s, args, m.s)
	m.names["key"] = fmt.Sprintf("%#016x", key)
}

// texts are the outer items as users call them.
func (m *summing) texts() (out []string) {
	for _, it := range m.items[:m.outer] {
		out = append(out, it.text)
	}
	return out
}

// bars are the buffers for some items in which the gradient of what is added is made.
func (m *summing) bars(items []item) []string { return m.buffers("bar ", items) }

// buffers are the buffers for some items in the fields of a kind.
func (m *summing) buffers(kind string, items []item) (out []string) {
	for _, it := range items {
		b := strings.Join(append([]string{m.s + "." + m.names[kind+m.part.params[it.param].name]}, it.path...), ".")
		if !mutable(it.typ) {
			b = "&" + b
		}
		out = append(out, b)
	}
	return out
}

// reset writes Reset.
func (m *summing) reset() {
	heads, _ := m.heads()
	m.write("// Reset forgets all examples. It takes what the sum is at, and computes what depends on that alone.\nfunc (%s *%s) Reset(%s) {\n", m.s, m.Name, heads)
	if len(m.given()) > 0 {
		m.write("%s = %s\n", list(m.given(), func(p SumParam) string { return m.field(p.Name) }),
			list(m.given(), func(p SumParam) string { return p.Name }))
	}
	if m.Before.Decl != nil {
		m.write("%s = %s(%s)\n", list(m.Locals, func(l SumVar) string { return m.field(l.Name) }),
			m.Before.Decl.Name.Name,
			list(m.given(), func(p SumParam) string { return p.Name }))
	}
	for _, it := range m.dirs() {
		m.write("%s.%s = %s\n", m.s, m.names["d "+it.text], m.names["dir "+it.text])
	}
	vary := m.vary()
	n, active := m.reals()
	ints := len(m.Totals) - n
	if m.Gradient != "" {
		n, ints = 0, 0
	}
	own := func(kind string) string {
		field := func(g *given) string { return m.s + "." + m.names[kind+g.name] }
		m.write("%s = %s\n", each(vary, field), each(vary, func(g *given) string { return m.field(g.source) }))
		return m.own + "(" + each(vary, func(g *given) string { return "&" + field(g) }) + ")"
	}
	m.write("%s.begin(%q, %s, %s(%s), %d, %d, %d, %t, %s)\n", m.s, m.title(), m.names["key"], m.hash,
		strings.Join(m.hashed(), ", "), ints, n, len(active), m.Reproducible, own("bar "))
	if !m.Reproducible {
		for k := range active {
			m.write("%s.keep(%s)\n", m.s, own(fmt.Sprint("sum ", k)))
		}
	}
	m.write("}\n\n")
}

// add writes Add and AddAll.
func (m *summing) add() {
	over := m.over()
	m.write("// Add adds one example. It allocates nothing in the long run.\nfunc (%s *%s) Add(%s) {\n%s.check(%q)\n",
		m.s, m.Name,
		list(over, func(p SumParam) string { return p.Name + " " + m.element(p) }), m.s, m.title()+".Add")
	count := "count(1)"
	if m.Reproducible {
		count = "counted()"
	}
	called := list(over, func(p SumParam) string { return p.Name })
	m.adding(false, "0", count)
	m.write("}\n\n")
	all := list(over, func(p SumParam) string { return p.Name + " " + m.slice(p) })
	m.write("// AddAll adds examples.\nfunc (%s *%s) AddAll(%s) {\n%s.check(%q)\n", m.s, m.Name, all, m.s,
		m.title()+".AddAll")
	for _, p := range over[1:] {
		m.write("if len(%s) != len(%s) {\npanic(%s(%q, %q, len(%s), len(%s)))\n}\n", p.Name, over[0].Name,
			m.helper("lengthError"), m.title()+".AddAll",
			p.Name, p.Name, over[0].Name)
	}
	i := "i"
	for m.taken(i) {
		i += "_"
	}
	one := func(p SumParam) string { return p.Name + "[" + i + "]" }
	if m.Reproducible {
		m.write("for %s := range %s {\n%s.Add(%s)\n}\n}\n\n", i, over[0].Name, m.s, list(over, one))
		return
	}
	m.write("if len(%s) == 0 {\nreturn\n}\n", over[0].Name)
	m.adding(true, m.s+".first("+called+")", "count(len("+over[0].Name+"))")
	m.write("}\n\n")
	m.write("// first is the first of some examples that brings what is no number.\nfunc (%s *%s) first(%s) int {\n"+
		"for %s := range %s {\n%s.finite = true\n", m.s, m.Name, all, i, over[0].Name, m.s)
	_, active := m.reals()
	for k := range active {
		m.write("%s.clear()\n", m.s)
		if k > 0 || m.Gradient != "" {
			m.write("%s\n%s.look()\n", m.call(k, false, "bar ", one), m.s)
			continue
		}
		m.write("%s%s\n%s.look(%s)\n", m.results2(), m.call(k, false, "bar ", one), m.s, m.realTotals())
	}
	m.write("if !%s.finite {\nreturn %s\n}\n}\nreturn 0\n}\n\n", m.s, i)
}

// adding writes what adds one example, or those of slices; first is which of them brings what is no number.
func (m *summing) adding(all bool, first, count string) {
	_, active := m.reals()
	finite := "finite"
	for m.taken(finite) {
		finite += "_"
	}
	m.write("%s.busy = true\n", m.s)
	put, kind := "put", func(int) string { return "bar " }
	if m.function(0, all).adds {
		put, kind = "scan", func(k int) string { return fmt.Sprint("sum ", k) }
	}
	for k := range active {
		m.write("%s%s\n", m.results1(k == 0 && m.Gradient == ""), m.call(k, all, kind(k),
			func(p SumParam) string { return p.Name }))
		if k == 0 {
			m.write("%s := %s.%s(%d)\n", finite, m.s, put, k)
		} else {
			m.write("%s = %s.%s(%d) && %s\n", finite, m.s, put, k, finite)
		}
		if k == 0 && m.Gradient == "" {
			m.addTotals(finite)
		}
	}
	m.write("if !%s && %s.bad == nil {\n%s.mark(%s)\n}\n%s.%s\n", finite, m.s, m.s, first, m.s, count)
}

// function computes what examples add for the k-th total that has a gradient.
func (m *summing) function(k int, all bool) *fn {
	switch {
	case m.Gradient == "" && all:
		return m.all
	case m.Gradient == "":
		return m.part
	case all:
		return m.allHVPs[k]
	}
	return m.hvps[k]
}

// addTotals adds what part returns.
func (m *summing) addTotals(finite string) {
	reals, ints := 0, 0
	var checks []string
	for _, t := range m.Totals {
		switch x := m.total(t); {
		case !m.isReal(t):
			m.write("%s.ints[%d] += %s\n", m.s, ints, x)
			ints++
			continue
		case m.Reproducible:
			m.write("%s(%s.binned[%d:%d], []float64{%s})\n", m.helper("addBins"), m.s, reals, reals+1, x)
		default:
			m.write("%s.plain[0][%d] += %s\n", m.s, reals, x)
		}
		checks = append(checks, fmt.Sprintf("%s-%s == 0", m.total(t), m.total(t)))
		reals++
	}
	m.write("%s = %s && %s\n", finite, strings.Join(checks, " && "), finite)
}

// total is the variable of a total.
func (m *summing) total(t SumVar) string {
	name := t.Name
	for m.taken(name) || name == m.s || name == "finite" || name == "i" {
		name += "_"
	}
	return name
}

func (m *summing) realTotals() string {
	var out []string
	for _, t := range m.Totals {
		if m.isReal(t) {
			out = append(out, m.total(t))
		}
	}
	return strings.Join(out, ", ")
}

// results1 assigns what part returns, if it is wanted.
func (m *summing) results1(wanted bool) string {
	if !wanted {
		return ""
	}
	return list(m.Totals, m.total) + " := "
}

// results2 assigns the reals that part returns.
func (m *summing) results2() string {
	return list(m.Totals, func(t SumVar) string {
		if m.isReal(t) {
			return m.total(t)
		}
		return "_"
	}) + " := "
}

// call is a call of a function of part, or of all, for the k-th total that has a gradient.
func (m *summing) call(k int, all bool, kind string, example func(SumParam) string) string {
	args := m.arguments(true)
	for _, p := range m.over() {
		args = append(args, example(p))
	}
	w := m.function(k, all)
	if m.Gradient != "" {
		for _, it := range m.dirs() {
			args = append(args, m.s+"."+m.names["d "+it.text])
		}
	} else {
		_, active := m.reals()
		for i, t := range m.Totals {
			if m.isReal(t) {
				args = append(args, map[bool]string{true: "1", false: "0"}[i == active[k]])
			}
		}
	}
	args = append(args, m.buffers(kind, m.items)...)
	return fmt.Sprintf("%s.%s.%s(%s)", m.s, m.works[w], w.name, strings.Join(args, ", "))
}
