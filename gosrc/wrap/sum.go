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
	// Gradient is the name of the sum of gradients that this one, of products of the Hessian with a direction, belongs
	// to; it is empty for a sum of gradients.
	Gradient string
	Fset     *token.FileSet
	Info     *types.Info
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
	// HVPs are the names of the products of the Hessians with a direction, of part one for each active total.
	HVPs []string
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
	hvps                []*fn  // of part
	items               []item // what the gradient is by, as part has it: the locals come last
	outer               int    // how many items are not locals
	names               map[string]string
	works               map[*fn]string
}

// sumNames are the fields and methods that all sums have, so that no parameter's field has such a name.
var sumNames = []string{ //nolint:gochecknoglobals // a constant
	"title", "function", "at", "ready", "reproducible", "n", "ints", "plain", "binned", "real", "reals", "size", "parts", "finite", "shard", "next", "bad",
	"begin", "put", "putTotals", "first", "look", "mark", "count", "number", "total", "pull", "join", "check", "same", "fits", "merge", "append",
	"read", "add", "busy", "grads", "scan", "keep", "clear", "flat", "dot", "cotangents", "back", "before", "part", "after",
}

// declareSum writes a type. It gives the function that computes what examples add, which an error is about.
func (f *file) declareSum(b *strings.Builder, s *Sum, fns []*fn, cores []byte) (part *fn, err error) {
	m := &summing{file: f, Sum: s, b: b, fields: newScope(sumNames...), names: map[string]string{}, works: map[*fn]string{}}
	for _, w := range fns {
		switch {
		case w.name == s.Before.VJP:
			m.before = w
		case w.name == s.Part.VJP:
			m.part = w
		case w.name == s.After.VJP:
			m.after = w
		case slices.Contains(s.Part.HVPs, w.name):
			m.hvps = append(m.hvps, w)
		case slices.Contains(s.After.HVPs, w.name):
			m.after = w
		}
	}
	if s.Gradient != "" {
		m.part = m.hvps[0]
	}
	if f.sums == nil {
		f.sums = map[string]*summing{}
	}
	f.sums[s.Name] = m
	for _, w := range []*fn{m.before, m.part, m.after} {
		if w != nil && len(w.Outs) > 0 {
			return m.part, &Instead{Hint: "write to a copy, which is made in the loop over the examples if that writes it",
				Err: fmt.Errorf("%s writes %s: an example must leave everything as it was", s.Func.Name(), w.params[w.Outs[0]].source)}
		}
	}
	m.items = m.part.items
	for i := range m.items {
		if u := m.part.unlaid(&m.items[i], m.part.params); u != nil {
			return m.part, &Instead{Hint: u.Hint, Err: fmt.Errorf("%s", strings.Replace(u.Error(), "problem=flat cannot lay out", "sum cannot lay out", 1))}
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
	m.directions()
	m.own = f.hidden.fresh("own"+upper(s.Name)) + f.suffix
	m.view = f.hidden.fresh("view"+upper(s.Name)) + f.suffix
	m.hash = f.hidden.fresh("hash"+upper(s.Name)) + f.suffix
	m.parts()
	m.declareType(cores)
	m.reset()
	m.add()
	if s.Gradient == "" {
		m.results()
	} else {
		m.product()
	}
	m.monoid()
	vary := m.vary()
	m.part.declareOwn(b, m.own, vary)
	m.part.outerItems(m.outer).declareView(b, m.view)
	m.declareHash()
	return m.part, nil
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
	what := "its value, and its gradient by " + enumeration(m.texts())
	if m.Gradient != "" {
		what = "products of its Hessian by " + enumeration(m.texts()) + " with a direction"
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
	for _, p := range m.over() {
		m.names["one "+p.Name] = m.fields.fresh(p.Name + "One")
		m.write("%s [1]%s\n", m.names["one "+p.Name], m.element(p))
	}
	for k, w := range m.hvps {
		m.works[w] = fmt.Sprint("part", map[bool]string{false: "", true: fmt.Sprint(k + 1)}[k > 0])
		if k == 0 || w.space != m.hvps[0].space {
			m.write("%s %s\n", m.works[w], w.space.typ)
		} else {
			m.works[w] = "part"
		}
	}
	for _, w := range []*fn{m.before, m.part, m.after} {
		if w != nil && m.works[w] == "" {
			m.works[w] = map[*fn]string{m.before: "before", m.part: "part", m.after: "after"}[w]
			m.write("%s %s\n", m.works[w], w.space.typ)
		}
	}
	m.write("}\n\n")
	heads, args := m.heads()
	m.write("// %s is a sum of no examples.\nfunc %s(%s) *%s {\n%s := new(%s)\n%s.Reset(%s)\nreturn %s\n}\n\n", newName(m.Name), newName(m.Name), heads,
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
		m.write("%s = %s(%s)\n", list(m.Locals, func(l SumVar) string { return m.field(l.Name) }), m.Before.Decl.Name.Name,
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
		m.write("%s%s\n", m.results1(k == 0 && m.Gradient == ""), m.call(k, kind(k), func(p SumParam) string { return p.Name }))
		if k == 0 {
			m.write("%s := %s.%s(%d)\n", finite, m.s, put, k)
		} else {
			m.write("%s = %s.%s(%d) && %s\n", finite, m.s, put, k, finite)
		}
		if k == 0 && m.Gradient == "" {
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
			if k > 0 || m.Gradient != "" {
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
	w := m.part
	if m.Gradient != "" {
		w = m.hvps[k]
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

// totalsOf are the arguments of after from the number of examples on, taken from a sum.
func (m *summing) totalsOf(sum string) []string {
	args := []string{sum + ".n"}
	r, k := 0, 0
	for _, t := range m.Totals {
		if m.isReal(t) {
			args = append(args, fmt.Sprintf("%s.total(%d)", sum, r))
			r++
		} else {
			args = append(args, fmt.Sprintf("%s.ints[%d]", sum, k))
			k++
		}
	}
	return args
}

// results writes Value and Grad.
func (m *summing) results() {
	args := slices.Concat(m.arguments(false), m.totalsOf(m.s))
	hash := fmt.Sprintf("%s(%s)", m.hash, strings.Join(m.hashed(), ", "))
	m.write("// Value is %s of all examples that were added.\nfunc (%s *%s) Value() float64 {\n%s.same(%q, %s)\nreturn %s(%s)\n}\n\n", m.Func.Name(),
		m.s, m.Name, m.s, m.title()+".Value", hash, m.After.Decl.Name.Name, strings.Join(args, ", "))
	heads, names, views := m.targets()
	bars := m.cotangents()
	m.write("// Grad returns the value and overwrites %s with the gradient, for all examples that were added. A buffer that is\n"+
		"// nil is skipped.\nfunc (%s *%s) Grad(%s) float64 {\n%s.same(%q, %s)\n", enumeration(names), m.s, m.Name, heads, m.s,
		m.title()+".Grad", hash)
	m.skipped(names)
	m.write("%s, %s := %s.cotangents(%s)\n%s.back(%s(%s), %s)\nreturn %s\n}\n\n", m.total(SumVar{Name: "value"}), strings.Join(bars, ", "), m.s,
		strings.Join(names, ", "), m.s, m.view, views, strings.Join(bars, ", "), m.total(SumVar{Name: "value"}))

	var results, pointers []string
	for _, b := range bars {
		results, pointers = append(results, b+" float64"), append(pointers, "&"+b)
	}
	value := m.total(SumVar{Name: "value"})
	m.write("// cotangents are the value and the cotangents of the sums. Buffers get what does not come by way of the sums.\n"+
		"func (%s *%s) cotangents(%s) (%s float64, %s) {\n%s = %s.%s.%s(%s)\nreturn %s, %s\n}\n\n", m.s, m.Name, heads, value, strings.Join(results, ", "),
		value, m.s, m.works[m.after], m.after.name, strings.Join(slices.Concat(args, []string{"1"}, names, pointers), ", "), value,
		strings.Join(bars, ", "))
	m.write("// back adds to parts what comes by way of the sums, for cotangents of those.\nfunc (%s *%s) back(parts [][]float64, bars ...float64) {\n"+
		"%s.pull(parts, bars...)\n", m.s, m.Name, m.s)
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
		call := slices.Concat(m.arguments(false), seeds, m.bars(m.items[:m.outer]))
		m.write("%s.%s.%s(%s)\n%s.join(parts)\n", m.s, m.works[m.before], m.before.name, strings.Join(call, ", "), m.s)
	}
	m.write("}\n\n")
}

// targets are the heads, the names and the addresses of buffers for what the gradient is by.
func (m *summing) targets() (heads string, names []string, views string) {
	var decls, at []string
	ending, before := "bar", ""
	if m.Gradient != "" {
		ending, before = "", "h"
	}
	for _, it := range m.items[:m.outer] {
		name := before + barName(it.text, ending)
		for m.taken(name) || name == m.s {
			name += "_"
		}
		names = append(names, name)
		t := m.typeOf(it.typ)
		if !mutable(it.typ) {
			decls, at = append(decls, name+" *"+t), append(at, name)
		} else {
			decls, at = append(decls, name+" "+t), append(at, "&"+name)
		}
	}
	return strings.Join(decls, ", "), names, strings.Join(at, ", ")
}

// skipped gives buffers that are nil memory that nobody looks at.
func (m *summing) skipped(names []string) {
	scratch := m.bars(m.items[:m.outer])
	for i, n := range names {
		m.write("if %s == nil {\n%s = %s\n}\n", n, n, scratch[i])
	}
}

// cotangents are the variables of the cotangents of the sums.
func (m *summing) cotangents() (bars []string) {
	_, active := m.reals()
	for _, i := range active {
		bars = append(bars, m.total(SumVar{Name: m.Totals[i].Name + "Bar"}))
	}
	return bars
}

// directions names the directions of products with the Hessian.
func (m *summing) directions() {
	for _, it := range m.dirs() {
		name := "d" + barName(it.text, "")
		for m.taken(name) {
			name += "_"
		}
		m.names["dir "+it.text] = name
		m.names["d "+it.text] = m.fields.fresh(name)
	}
}

// dirs are the items that there is a direction for.
func (m *summing) dirs() []item {
	if m.Gradient == "" {
		return nil
	}
	return m.items[:m.outer]
}

// heads are the parameters of the constructor, and their names.
func (m *summing) heads() (decls, names string) {
	var ds, ns []string
	for _, p := range m.given() {
		ds, ns = append(ds, p.Name+" "+m.typeOf(p.Type)), append(ns, p.Name)
	}
	for _, it := range m.dirs() {
		n := m.names["dir "+it.text]
		ds, ns = append(ds, n+" "+m.typeOf(it.typ)), append(ns, n)
	}
	return strings.Join(ds, ", "), strings.Join(ns, ", ")
}

// hashed are the fields that tell sums at different places apart.
func (m *summing) hashed() []string {
	out := m.arguments(false)
	for _, it := range m.dirs() {
		out = append(out, m.s+"."+m.names["d "+it.text])
	}
	return out
}

// product writes Product. With gₖ the gradient of the k-th sum sₖ, v the direction and F(p) = A(p, s(p)), the product is
//
//	∇²F·v = ∂ₚ(Ȧ) + Σₖ (ṡ̄ₖ·gₖ + s̄ₖ·∇²sₖ·v)
//
// where Ȧ is the tangent of A for v and ṡₖ = gₖ·v, s̄ₖ = ∂A/∂sₖ, and ∂ₚ(Ȧ) and ṡ̄ₖ are the product of the Hessian of A with
// (v, ṡ). The gradients gₖ are in the sum of gradients, the products ∇²sₖ·v in this one.
func (m *summing) product() {
	sum := m.total(SumVar{Name: "sum"})
	g := m.file.sums[m.Gradient]
	heads, names, views := m.targets()
	m.write("// Product overwrites %s with the product of the Hessian and the direction, for all examples that were added. It needs\n"+
		"// the sum of gradients over the same examples. A buffer that is nil is skipped.\nfunc (%s *%s) Product(%s *%s, %s) {\n", enumeration(names), m.s, m.Name,
		sum, m.Gradient, heads)
	where := m.title() + ".Product"
	var theirs []string
	for _, p := range m.given() {
		theirs = append(theirs, sum+"."+g.names[p.Name])
	}
	m.write("%s.same(%q, %s(%s))\n%s.same(%q, %s(%s))\n", m.s, where, m.hash, strings.Join(m.hashed(), ", "), sum, where, g.hash, strings.Join(theirs, ", "))
	m.write("if %s.at != %s(%s) || %s.n != %s.n {\npanic(%q)\n}\n", sum, g.hash, strings.Join(m.arguments(false), ", "), sum, m.s,
		where+": the sum of gradients is at other parameters, or of other examples")
	m.skipped(names)
	bars := m.cotangents()
	scratch := m.bars(m.items)
	m.write("_, %s := %s.cotangents(%s)\n", strings.Join(bars, ", "), sum, strings.Join(scratch, ", "))
	var dirs, dirViews []string
	for _, it := range m.dirs() {
		d := m.s + "." + m.names["d "+it.text]
		dirs, dirViews = append(dirs, d), append(dirViews, "&"+d)
	}
	v := m.total(SumVar{Name: "v"})
	m.write("%s := %s(%s)\n", v, m.view, strings.Join(dirViews, ", "))
	var tangents, second, pointers []string
	for k := range bars {
		units := slices.Repeat([]string{"0"}, len(bars))
		units[k] = "1"
		t := m.total(SumVar{Name: strings.TrimSuffix(bars[k], "Bar") + "Dot"})
		tangents = append(tangents, t)
		second = append(second, bars[k]+"Dot")
		pointers = append(pointers, "&"+bars[k]+"Dot")
		m.write("%s.clear()\n%s.back(%s.parts, %s)\n%s := %s.dot(%s)\n", m.s, sum, m.s, strings.Join(units, ", "), t, m.s, v)
	}
	m.write("var %s float64\n%s.%s.%s(%s)\n", strings.Join(second, ", "), m.s, m.works[m.after], m.after.name, strings.Join(slices.Concat(m.arguments(false),
		m.totalsOf(sum), dirs, tangents, names, pointers), ", "))
	parts := m.total(SumVar{Name: "parts"})
	m.write("%s := %s(%s)\n%s.back(%s, %s)\n%s.pull(%s, %s)\n}\n\n", parts, m.view, views, sum, parts, strings.Join(second, ", "), m.s, parts,
		strings.Join(bars, ", "))
}

// varies reports whether a type holds reals.
func varies(t types.Type) bool { return shapeOf(t, func(*types.Var) bool { return false }).varies() }

// monoid writes what merges sums and what keeps them.
func (m *summing) monoid() {
	hash := fmt.Sprintf("%s(%s)", m.hash, strings.Join(m.hashed(), ", "))
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
	for _, it := range m.dirs() {
		names.taken[m.names["dir "+it.text]] = true
		heads = append(heads, m.names["dir "+it.text]+" "+m.typeOf(it.typ))
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
	for _, it := range m.dirs() {
		o.value(it.goShape(), m.names["dir "+it.text])
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
