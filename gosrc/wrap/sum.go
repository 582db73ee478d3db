package wrap

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"hash/fnv"
	"regexp"
	"slices"
	"strings"
)

// A Sum is a function F(p, x) = after(p, n, Σ part(p, before(p), xᵢ)) that adds over examples x. What it becomes is a type
// that holds the sums of values and of gradients, which form a commutative monoid: examples are added one by one, and
// what two machines have added is merged. The generated file has the three functions, with VJPs like all others.
type Sum struct {
	Func *types.Func
	// Name is that of the type.
	Name string
	// Reproducible says that sums have the same bits in whatever order they are made.
	Reproducible bool
	// Params are the parameters of the function, its receiver first.
	Params []SumParam
	// Locals are what before returns, and what part takes after the parameters.
	Locals []SumVar
	// Totals are what part returns, and what after takes after the number of examples.
	Totals []SumVar
	// Before, Part and After are the three functions; a Before without Decl is not there.
	Before, Part, After SumPart
	Fset                *token.FileSet
	Info                *types.Info
}

// A SumParam is a parameter.
type SumParam struct {
	Name string
	Type types.Type
	Over bool
}

// A SumVar is a variable between two of the functions.
type SumVar struct {
	Name   string
	Type   types.Type
	Active bool // it depends on what the derivative is by
}

// A SumPart is one of the functions.
type SumPart struct {
	Decl *ast.FuncDecl
	// VJP is the name of its VJP; empty if there is none.
	VJP string
}

// A summing is a Sum while it is written.
type summing struct {
	*file
	*Sum

	b                   *strings.Builder
	before, part, after *fn // the VJPs
	fields              *scope
	s                   string // the receiver
	own, view, hash     string // functions
	items               []item // what the gradient is by, as part has it: the locals come last
	outer               int    // how many items are not locals
	names               map[string]string
	works               map[*fn]string
}

// sumNames are the fields and methods that all sums have, so that no parameter's field has such a name.
var sumNames = []string{ //nolint:gochecknoglobals // a constant
	"title", "function", "at", "ready", "reproducible", "n", "ints", "plain", "binned", "real", "reals", "size", "parts", "finite", "shard", "next", "bad",
	"begin", "put", "putTotals", "first", "look", "mark", "count", "number", "total", "pull", "join", "check", "same", "fits", "merge", "append",
	"read", "add", "busy", "grads", "scan", "keep", "clear", "flat", "before", "part", "after",
}

// declareSum writes a type.
func (f *file) declareSum(b *strings.Builder, s *Sum, fns []*fn, cores []byte) error {
	m := &summing{file: f, Sum: s, b: b, fields: newScope(sumNames...), names: map[string]string{}, works: map[*fn]string{}}
	for _, w := range fns {
		switch w.name {
		case "":
		case s.Before.VJP:
			m.before = w
		case s.Part.VJP:
			m.part = w
		case s.After.VJP:
			m.after = w
		}
	}
	for _, w := range []*fn{m.before, m.part, m.after} {
		if w != nil && len(w.Outs) > 0 {
			return &Instead{Hint: "write to a copy, which is made in the loop over the examples if that writes it",
				Err: fmt.Errorf("%s writes %s: an example must leave everything as it was", s.Func.Name(), w.params[w.Outs[0]].source)}
		}
	}
	m.items = m.part.items
	for i := range m.items {
		if u := m.part.unlaid(&m.items[i], m.part.params); u != nil {
			return &Instead{Hint: u.Hint, Err: fmt.Errorf("%s", strings.Replace(u.Error(), "problem=flat cannot lay out", "sum cannot lay out", 1))}
		}
		if !slices.ContainsFunc(s.Locals, func(l SumVar) bool { return l.Name == m.items[i].text }) {
			m.outer++
		}
	}
	for _, h := range []string{"sum", "sumError", "bins", "addBins"} {
		f.helper(h)
	}
	m.s = "s"
	for m.taken(m.s) {
		m.s += "_"
	}
	for _, p := range s.Params {
		m.names[p.Name] = m.fields.fresh(lower(p.Name))
	}
	for _, l := range s.Locals {
		m.names[l.Name] = m.fields.fresh(lower(l.Name))
	}
	m.own = f.hidden.fresh("own"+upper(s.Name)) + f.suffix
	m.view = f.hidden.fresh("view"+upper(s.Name)) + f.suffix
	m.hash = f.hidden.fresh("hash"+upper(s.Name)) + f.suffix
	m.parts()
	m.declareType(cores)
	m.reset()
	m.add()
	m.results()
	m.monoid()
	vary := m.vary()
	m.part.declareOwn(b, m.own, vary)
	m.part.outerItems(m.outer).declareView(b, m.view)
	m.declareHash()
	return nil
}

// taken reports whether a name is that of a parameter or a local.
func (m *summing) taken(name string) bool {
	return slices.ContainsFunc(m.Params, func(p SumParam) bool { return p.Name == name }) ||
		slices.ContainsFunc(m.Locals, func(l SumVar) bool { return l.Name == name }) || m.Package.Scope().Lookup(name) != nil
}

// outerItems is the function by its first n items alone.
func (w *fn) outerItems(n int) *fn {
	other := *w
	other.items = w.items[:n]
	return &other
}

func (m *summing) write(format string, args ...any) { fmt.Fprintf(m.b, format, args...) }

// typeOf is a type as the file writes it.
func (m *summing) typeOf(t types.Type) string { return m.part.typeString(t) }

// parts writes the three functions.
func (m *summing) parts() {
	say := func(p SumPart, does string) {
		if p.Decl == nil {
			return
		}
		ast.Inspect(p.Decl, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok { // of a package that the user's file imports by a dot
				if o := m.Info.Uses[id]; o != nil && o.Pkg() != nil && o.Pkg() != m.Package && o.Parent() == o.Pkg().Scope() {
					id.Name = m.imported(o.Pkg().Path(), o.Pkg().Name()) + "." + id.Name
				}
			}
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if id, ok := sel.X.(*ast.Ident); ok {
				if pkg, ok := m.Info.Uses[id].(*types.PkgName); ok {
					sel.X = &ast.Ident{Name: m.imported(pkg.Imported().Path(), pkg.Imported().Name()), NamePos: id.NamePos}
					return false // and not to the name after the dot
				}
			}
			return true
		})
		m.unshadow(p.Decl)
		var text strings.Builder
		if err := format.Node(&text, m.Fset, p.Decl); err != nil {
			panic(defect(err.Error()))
		}
		m.write("// %s %s\n%s\n\n", p.Decl.Name.Name, does, blankLines.ReplaceAllString(text.String(), "$1\n$4"))
	}
	name := m.Func.Name()
	say(m.Before, "is what "+name+" computes of its parameters alone, before its loop over the examples.")
	say(m.Part, "is what examples add in the loop of "+name+".")
	say(m.After, "is what "+name+" computes of the sums over all examples.")
}

// unshadow gives other names to variables that have the name of a package which a function uses: the user's file may
// import that by another name.
func (m *summing) unshadow(decl *ast.FuncDecl) {
	used, packages := map[string]bool{}, map[string]bool{}
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok && m.Info.Uses[id] == nil && m.Info.Defs[id] == nil { // it has been put here
				packages[id.Name] = true
				return false
			}
		case *ast.Ident:
			used[n.Name] = true
			if pkg, _, ok := strings.Cut(n.Name, "."); ok {
				packages[pkg] = true
			}
		}
		return true
	})
	ast.Inspect(decl, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || !packages[id.Name] {
			return true
		}
		o := m.Info.Uses[id]
		if o == nil {
			o = m.Info.Defs[id]
		}
		if o != nil && o.Parent() != nil && o.Parent() != m.Package.Scope() {
			for id.Name += "_"; used[id.Name]; id.Name += "_" {
			}
		}
		return true
	})
}

// blankLines are those that the printer leaves where the user's text has other lines: after a brace and before one.
var blankLines = regexp.MustCompile(`(\{)\n\n+()|()\n\n+(\t*\})`)

// given are the parameters that are no examples; over those that are.
func (m *summing) given() (out []SumParam) { return m.those(false) }
func (m *summing) over() (out []SumParam)  { return m.those(true) }

func (m *summing) those(over bool) (out []SumParam) {
	for _, p := range m.Params {
		if p.Over == over {
			out = append(out, p)
		}
	}
	return out
}

// vary are the parameters of part in which items are.
func (m *summing) vary() (out []*given) {
	for k := range m.part.params {
		if slices.ContainsFunc(m.items, func(it item) bool { return it.param == k }) {
			out = append(out, &given{parameter: &m.part.params[k]})
		}
	}
	return out
}

// slice is the type of a parameter that holds examples.
func (m *summing) slice(p SumParam) string { return m.typeOf(p.Type) }

// element is the type of an example.
func (m *summing) element(p SumParam) string {
	return m.typeOf(p.Type.Underlying().(*types.Slice).Elem())
}

// list is a text for each parameter, joined.
func list[T any](of []T, text func(T) string) string {
	out := make([]string, len(of))
	for i, x := range of {
		out[i] = text(x)
	}
	return strings.Join(out, ", ")
}

func (m *summing) field(name string) string { return m.s + "." + m.names[name] }

// arguments are the fields that are the arguments of part before the examples; without locals those of the others.
func (m *summing) arguments(locals bool) []string {
	var out []string
	for _, p := range m.given() {
		out = append(out, m.field(p.Name))
	}
	if locals {
		for _, l := range m.Locals {
			out = append(out, m.field(l.Name))
		}
	}
	return out
}

// title is the name of the type in messages.
func (m *summing) title() string { return m.Package.Name() + "." + m.Name }

// reals are how many totals are reals, and active which of them have gradients.
func (m *summing) reals() (n int, active []int) {
	for i, t := range m.Totals {
		if m.isReal(t) {
			n++
			if t.Active {
				active = append(active, i)
			}
		}
	}
	return n, active
}

func (m *summing) isReal(t SumVar) bool { return isBasic(t.Type, types.Float64) }

// declareType writes the type and its constructor.
func (m *summing) declareType(cores []byte) {
	h := fnv.New64a()
	_, _ = h.Write(cores)
	_, _ = fmt.Fprintf(h, "%s %v %s", m.Name, m.Reproducible, m.Package.Path())
	key := h.Sum64()
	any := "The sums are plain ones, so that bits depend on the order: a sum of n numbers is off by at most n·2⁻⁵³ times the\n" +
		"// sum of their absolute values."
	if m.Reproducible {
		any = "Examples may be added in any order, and be split between sums in any way: the bits are the same."
	}
	m.write("// %s is %s with examples that come one by one: its value, and its gradient by %s.\n//\n// %s\n//\n"+
		"// What it was made with must stay as it is until the next Reset. It is for one goroutine.\n",
		m.Name, m.Func.Name(), enumeration(m.texts()), any)
	m.write("type %s struct {\n%s\n", m.Name, m.helper("sum"))
	for _, p := range m.given() {
		m.write("%s %s\n", m.names[p.Name], m.typeOf(p.Type))
	}
	for _, l := range m.Locals {
		m.write("%s %s\n", m.names[l.Name], m.typeOf(l.Type))
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
	for _, p := range m.over() {
		m.names["one "+p.Name] = m.fields.fresh(p.Name + "One")
		m.write("%s [1]%s\n", m.names["one "+p.Name], m.element(p))
	}
	for _, w := range []*fn{m.before, m.part, m.after} {
		if w != nil {
			m.works[w] = map[*fn]string{m.before: "before", m.part: "part", m.after: "after"}[w]
			m.write("%s %s\n", m.works[w], w.space.typ)
		}
	}
	m.write("}\n\n")
	heads := list(m.given(), func(p SumParam) string { return p.Name + " " + m.typeOf(p.Type) })
	m.write("// %s is a sum of no examples.\nfunc %s(%s) *%s {\n%s := new(%s)\n%s.Reset(%s)\nreturn %s\n}\n\n", newName(m.Name), newName(m.Name), heads,
		m.Name, m.s, m.Name, m.s, list(m.given(), func(p SumParam) string { return p.Name }), m.s)
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
	heads := list(m.given(), func(p SumParam) string { return p.Name + " " + m.typeOf(p.Type) })
	m.write("// Reset forgets all examples. It takes what the sum is at, and computes what depends on that alone.\nfunc (%s *%s) Reset(%s) {\n", m.s, m.Name, heads)
	if len(m.given()) > 0 {
		m.write("%s = %s\n", list(m.given(), func(p SumParam) string { return m.field(p.Name) }),
			list(m.given(), func(p SumParam) string { return p.Name }))
	}
	if m.Before.Decl != nil {
		m.write("%s = %s(%s)\n", list(m.Locals, func(l SumVar) string { return m.field(l.Name) }), m.Before.Decl.Name.Name,
			list(m.given(), func(p SumParam) string { return p.Name }))
	}
	vary := m.vary()
	n, active := m.reals()
	own := func(kind string) string {
		field := func(g *given) string { return m.s + "." + m.names[kind+g.name] }
		m.write("%s = %s\n", each(vary, field), each(vary, func(g *given) string { return m.field(g.source) }))
		return m.own + "(" + each(vary, func(g *given) string { return "&" + field(g) }) + ")"
	}
	m.write("%s.begin(%q, %s, %s(%s), %d, %d, %d, %t, %s)\n", m.s, m.title(), m.names["key"], m.hash,
		strings.Join(m.arguments(false), ", "), len(m.Totals)-n, n, len(active), m.Reproducible, own("bar "))
	if !m.Reproducible {
		for k := range active {
			m.write("%s.keep(%s)\n", m.s, own(fmt.Sprint("sum ", k)))
		}
	}
	m.write("}\n\n")
}

// add writes Add and AddAll, and what both call.
func (m *summing) add() {
	over := m.over()
	one := func(p SumParam) string { return m.s + "." + m.names["one "+p.Name] }
	m.write("// Add adds one example. It allocates nothing in the long run.\nfunc (%s *%s) Add(%s) {\n%s.check(%q)\n", m.s, m.Name,
		list(over, func(p SumParam) string { return p.Name + " " + m.element(p) }), m.s, m.title()+".Add")
	m.write("%s = %s\n", list(over, func(p SumParam) string { return one(p) + "[0]" }), list(over, func(p SumParam) string { return p.Name }))
	m.write("%s.add(%s)\n", m.s, list(over, func(p SumParam) string { return one(p) + "[:]" }))
	for _, p := range over {
		m.write("clear(%s[:])\n", one(p))
	}
	m.write("}\n\n")
	m.write("// AddAll adds examples.\nfunc (%s *%s) AddAll(%s) {\n%s.check(%q)\n", m.s, m.Name,
		list(over, func(p SumParam) string { return p.Name + " " + m.slice(p) }), m.s, m.title()+".AddAll")
	for _, p := range over[1:] {
		m.write("if len(%s) != len(%s) {\npanic(%s(%q, %q, len(%s), len(%s)))\n}\n", p.Name, over[0].Name, m.helper("lengthError"), m.title()+".AddAll",
			p.Name, p.Name, over[0].Name)
	}
	i := "i"
	for m.taken(i) {
		i += "_"
	}
	part := func(p SumParam) string { return fmt.Sprintf("%s[%s:%s+1]", p.Name, i, i) }
	if m.Reproducible {
		m.write("for %s := range %s {\n%s.add(%s)\n}\n}\n\n", i, over[0].Name, m.s, list(over, part))
	} else {
		m.write("if len(%s) > 0 {\n%s.add(%s)\n}\n}\n\n", over[0].Name, m.s, list(over, func(p SumParam) string { return p.Name }))
	}
	m.write("// add adds some examples at once.\nfunc (%s *%s) add(%s) {\n", m.s, m.Name, list(over, func(p SumParam) string { return p.Name + " " + m.slice(p) }))
	_, active := m.reals()
	finite := "finite"
	for m.taken(finite) {
		finite += "_"
	}
	m.write("%s.busy = true\n", m.s)
	put, kind := "put", func(int) string { return "bar " }
	if m.part.adds {
		put, kind = "scan", func(k int) string { return fmt.Sprint("sum ", k) }
	}
	for k := range active {
		m.write("%s%s\n", m.results1(k == 0), m.call(k, kind(k), func(p SumParam) string { return p.Name }))
		if k == 0 {
			m.write("%s := %s.%s(%d)\n", finite, m.s, put, k)
		} else {
			m.write("%s = %s.%s(%d) && %s\n", finite, m.s, put, k, finite)
		}
		if k == 0 {
			var reals, ints []string
			for _, t := range m.Totals {
				if m.isReal(t) {
					reals = append(reals, m.total(t))
				} else {
					ints = append(ints, m.total(t))
				}
			}
			m.write("%s = %s.putTotals(%s) && %s\n", finite, m.s, strings.Join(reals, ", "), finite)
			for j, x := range ints {
				m.write("%s.ints[%d] += %s\n", m.s, j, x)
			}
		}
	}
	m.write("if !%s && %s.bad == nil {\n", finite, m.s)
	if m.Reproducible {
		m.write("%s.mark(0)\n", m.s)
	} else {
		m.write("%s.mark(%s.first(len(%s), func(%s int) {\n", m.s, m.s, over[0].Name, i)
		for k := range active {
			m.write("%s.clear()\n", m.s)
			if k > 0 {
				m.write("%s\n%s.look()\n", m.call(k, "bar ", part), m.s)
				continue
			}
			m.write("%s%s\n%s.look(%s)\n", m.results2(), m.call(k, "bar ", part), m.s, m.realTotals())
		}
		m.write("}))\n")
	}
	m.write("}\n%s.count(len(%s))\n}\n\n", m.s, over[0].Name)
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

// call is a call of part's VJP for the k-th total that has a gradient.
func (m *summing) call(k int, kind string, example func(SumParam) string) string {
	args := m.arguments(true)
	for _, p := range m.over() {
		args = append(args, example(p))
	}
	_, active := m.reals()
	for i, t := range m.Totals {
		if m.isReal(t) {
			args = append(args, map[bool]string{true: "1", false: "0"}[i == active[k]])
		}
	}
	args = append(args, m.buffers(kind, m.items)...)
	return fmt.Sprintf("%s.%s.%s(%s)", m.s, m.works[m.part], m.part.name, strings.Join(args, ", "))
}

// results writes Value and Grad.
func (m *summing) results() {
	args := append(m.arguments(false), m.s+".n")
	r, k := 0, 0
	for _, t := range m.Totals {
		if m.isReal(t) {
			args = append(args, fmt.Sprintf("%s.total(%d)", m.s, r))
			r++
		} else {
			args = append(args, fmt.Sprintf("%s.ints[%d]", m.s, k))
			k++
		}
	}
	hash := fmt.Sprintf("%s(%s)", m.hash, strings.Join(m.arguments(false), ", "))
	m.write("// Value is %s of all examples that were added.\nfunc (%s *%s) Value() float64 {\n%s.same(%q, %s)\nreturn %s(%s)\n}\n\n", m.Func.Name(),
		m.s, m.Name, m.s, m.title()+".Value", hash, m.After.Decl.Name.Name, strings.Join(args, ", "))
	var heads, names, views []string
	outer := m.items[:m.outer]
	for _, it := range outer {
		name := barName(it.text, "bar")
		for m.taken(name) {
			name += "_"
		}
		names = append(names, name)
		t := m.typeOf(it.typ)
		if !mutable(it.typ) {
			heads, views = append(heads, name+" *"+t), append(views, name)
		} else {
			heads, views = append(heads, name+" "+t), append(views, "&"+name)
		}
	}
	_, active := m.reals()
	var bars []string
	for _, i := range active {
		bars = append(bars, m.total(SumVar{Name: m.Totals[i].Name + "Bar"}))
	}
	m.write("// Grad returns the value and overwrites %s with the gradient, for all examples that were added. A buffer that is\n"+
		"// nil is skipped.\nfunc (%s *%s) Grad(%s) float64 {\n%s.same(%q, %s)\n", enumeration(names), m.s, m.Name, strings.Join(heads, ", "), m.s,
		m.title()+".Grad", hash)
	scratch := m.bars(outer)
	for i, n := range names {
		m.write("if %s == nil {\n%s = %s\n}\n", n, n, scratch[i])
	}
	parts := m.total(SumVar{Name: "parts"})
	value := m.total(SumVar{Name: "value"})
	var pointers []string
	for _, b := range bars {
		pointers = append(pointers, "&"+b)
	}
	m.write("var %s float64\n%s := %s.%s.%s(%s)\n", strings.Join(bars, ", "), value, m.s, m.works[m.after], m.after.name,
		strings.Join(slices.Concat(args, []string{"1"}, names, pointers), ", "))
	m.write("%s := %s(%s)\n%s.pull(%s, %s)\n", parts, m.view, strings.Join(views, ", "), m.s, parts, strings.Join(bars, ", "))
	if m.before != nil {
		locals := m.bars(m.items[m.outer:])
		for i, it := range m.items[m.outer:] {
			if !mutable(it.typ) {
				locals[i] = strings.TrimPrefix(locals[i], "&")
			}
		}
		var seeds []string
		k := 0
		for _, l := range m.Locals {
			if !varies(l.Type) {
				continue
			}
			if l.Active {
				seeds = append(seeds, locals[k])
				k++
				continue
			}
			seeds = append(seeds, "*new("+m.typeOf(l.Type)+")")
		}
		call := slices.Concat(m.arguments(false), seeds, m.bars(outer))
		blanks := strings.Repeat("_, ", len(m.Locals)-1) + "_ = "
		m.write("%s%s.%s.%s(%s)\n%s.join(%s)\n", blanks, m.s, m.works[m.before], m.before.name, strings.Join(call, ", "), m.s, parts)
	}
	m.write("return %s\n}\n\n", value)
}

// varies reports whether a type holds reals.
func varies(t types.Type) bool { return shapeOf(t, func(*types.Var) bool { return false }).varies() }

// monoid writes what merges sums and what keeps them.
func (m *summing) monoid() {
	hash := fmt.Sprintf("%s(%s)", m.hash, strings.Join(m.arguments(false), ", "))
	theirs := strings.ReplaceAll(hash, m.s+".", "o.")
	m.write("// Merge adds the examples of another sum. The error says why the two are no sums of one function at one point; nothing\n"+
		"// is changed then. It panics where what the other one is at has changed.\n"+
		"func (%s *%s) Merge(o *%s) error {\nif o.ready && !o.busy {\no.same(%q, %s)\n}\nreturn %s.merge(&o.%s)\n}\n\n",
		m.s, m.Name, m.Name, m.title()+".Merge", theirs, m.s, m.helper("sum"))
	m.write("// MarshalBinary is the sum as bytes. The error is nil.\nfunc (%s *%s) MarshalBinary() ([]byte, error) { return %s.AppendBinary(nil) }\n\n",
		m.s, m.Name, m.s)
	m.write("// AppendBinary appends the sum as bytes. It panics where what the sum is at has changed. The error is nil.\n"+
		"func (%s *%s) AppendBinary(b []byte) ([]byte, error) {\nif %s.ready {\n%s.same(%q, %s)\n}\nreturn %s.append(b), nil\n}\n\n", m.s, m.Name,
		m.s, m.s, m.title()+".AppendBinary", hash, m.s)
	m.write("// UnmarshalBinary takes the examples of a sum that was kept as bytes in place of its own. A sum that was made with New\n"+
		"// takes those of one at the same point; the zero value takes those of any, to be merged. The error says what is wrong with\n"+
		"// the bytes, or why they are no sum of this function at this point; nothing is changed then.\n"+
		"func (%s *%s) UnmarshalBinary(data []byte) error { return %s.read(%q, %s, data) }\n\n", m.s, m.Name, m.s, m.title(), m.names["key"])
}

// declareHash writes the function that makes a number of what a sum is at: of all that one of the three functions reads.
func (m *summing) declareHash() {
	names := m.part.root.names()
	given := m.given()
	var heads []string
	for _, p := range given {
		names.taken[p.Name] = true
		heads = append(heads, p.Name+" "+m.typeOf(p.Type))
	}
	o := &hashing{owning: &owning{fn: m.part, b: m.b, names: names}, h: names.fresh("h")}
	m.write("// %s makes a number of what a sum is at, which is another one for other values.\nfunc %s(%s) uint64 {\n%s := uint64(%d)\n", m.hash, m.hash,
		strings.Join(heads, ", "), o.h, len(given))
	for i, p := range given {
		for _, w := range []*fn{m.part, m.before, m.after} {
			if w == nil {
				continue
			}
			s := w.params[i].shape
			if s.ragged != nil {
				s = s.ragged
			}
			o.value(s, p.Name)
			if s.kind != opaqueKind && s.kind != structKind {
				break
			}
		}
	}
	m.write("return %s\n}\n\n", o.h)
}

// A hashing writes what goes through a value.
type hashing struct {
	*owning
	h string
}

func (o *hashing) value(s *shape, x string) {
	if s.pointer {
		o.printf("if %s != nil {\n", bare(x))
		t := *s
		t.pointer = false
		o.value(&t, "(*"+bare(x)+")")
		o.printf("}\n")
		return
	}
	number := func(helper, typ, value string) {
		o.printf("%s = %s(%s, []%s{%s})\n", o.h, o.file.helper(helper), o.h, typ, value)
	}
	switch s.kind {
	case realKind:
		number("fingerprintReals", "float64", "float64("+bare(x)+")")
	case intKind:
		if s.text {
			o.printf("for _, %s := range []byte(%s) {\n%s = 31*%s + uint64(%s)\n}\n", "c", bare(x), o.h, o.h, "c")
			return
		}
		number("fingerprintInts", "int", "int("+bare(x)+")")
	case boolKind:
		number("fingerprintBools", "bool", "bool("+bare(x)+")")
	case errorKind, opaqueKind:
	case sliceKind, arrayKind:
		if s.kind == sliceKind && s.elem.kind == realKind && s.elem.exact() && !s.elem.pointer {
			o.printf("%s = %s(%s, %s)\n", o.h, o.file.helper("fingerprintReals"), o.h, bare(x))
			return
		}
		i := o.names.fresh("i")
		o.printf("%s = 31*%s + uint64(len(%s))\nfor %s := range %s {\n", o.h, o.h, bare(x), i, bare(x))
		o.value(s.elem, x+"["+i+"]")
		o.printf("}\n")
		o.names.free1(i)
	case structKind:
		if s.model != nil { // of a library, where elements may lie apart in memory
			m, r, c, i, j := pointed(x), o.names.fresh("r"), o.names.fresh("c"), o.names.fresh("i"), o.names.fresh("j")
			o.printf("%s, %s := %s.Dims()\n", r, c, m)
			number("fingerprintInts", "int", r+", "+c)
			o.printf("for %s := range %s {\nfor %s := range %s {\n", i, r, j, c)
			number("fingerprintReals", "float64", m+".At("+i+", "+j+")")
			o.printf("}\n}\n")
			for _, n := range []string{r, c, i, j} {
				o.names.free1(n)
			}
			return
		}
		for _, f := range s.fields {
			if f.of != nil && f.name != "_" && !s.foreign(f, o.file) {
				o.value(f.shape, pointed(x)+"."+f.name)
			}
		}
	}
}

// foreign reports whether the package cannot name a field.
func (s *shape) foreign(f field, in *file) bool {
	return !f.of.Exported() && f.of.Pkg() != nil && f.of.Pkg().Path() != in.Package.Path()
}
