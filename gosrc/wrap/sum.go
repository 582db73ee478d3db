package wrap

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
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
	// Before, Part and After are the three functions, and All is Part for slices of examples; one without Decl is not
	// there.
	Before, Part, All, After SumPart
	// Gradient is the name of the sum of gradients that this one, of products of the Hessian with a direction, belongs
	// to; it is empty for a sum of gradients.
	Gradient string
	// Outputs are the variables that count as linear, where the products are with the Gauss–Newton matrix; Cuts are the
	// functions that part calls for them.
	Outputs []string
	Cuts    []*ast.FuncDecl
	Fset    *token.FileSet
	Info    *types.Info
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

	b                        *strings.Builder
	before, part, all, after *fn // the VJPs
	fields                   *scope
	s                        string // the receiver
	own, view, hash          string // functions
	hvps, allHVPs            []*fn  // of part and of all
	items                    []item // what the gradient is by, as part has it: the locals come last
	outer                    int    // how many items are not locals
	names                    map[string]string
	works                    map[*fn]string
}

// sumNames are the fields and methods that all sums have, so that no parameter's field has such a name.
var sumNames = []string{ //nolint:gochecknoglobals // a constant
	"title", "function", "at", "ready", "reproducible", "n", "ints", "plain", "binned", "real", "reals", "size", "parts", "finite", "shard", "next", "bad",
	"begin", "put", "sums", "search", "first", "look", "mark", "count", "counted", "refuse", "number", "total", "pull", "join", "check", "same", "fits", "merge", "append",
	"read", "add", "busy", "grads", "scan", "keep", "clear", "flat", "dot", "cotangents", "back", "before", "part", "after",
}

// declareSum writes a type. It gives the function that computes what examples add, which an error is about.
func (f *file) declareSum(b *strings.Builder, s *Sum, fns []*fn, code *coreFile) (part *fn, err error) {
	m := &summing{file: f, Sum: s, b: b, fields: newScope(sumNames...), names: map[string]string{},
		works: map[*fn]string{}}
	for _, w := range fns {
		switch {
		case w.name == s.Before.VJP:
			m.before = w
		case w.name == s.Part.VJP:
			m.part = w
		case w.name == s.All.VJP:
			m.all = w
		case slices.Contains(s.All.HVPs, w.name):
			m.allHVPs = append(m.allHVPs, w)
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
	for _, w := range []*fn{m.before, m.part, m.all, m.after} {
		if w != nil && len(w.Outs) > 0 {
			return m.part, &Instead{Hint: "write to a copy, which is made in the loop over the examples if that writes it",
				Err: fmt.Errorf("%s writes %s: an example must leave everything as it was", s.Func.Name(),
					w.params[w.Outs[0]].source)}
		}
	}
	m.items = m.part.items
	for i := range m.items {
		if u := m.part.unlaid(&m.items[i], m.part.params); u != nil {
			return m.part, &Instead{Hint: u.Hint, Err: fmt.Errorf("%s", strings.Replace(u.Error(),
				"problem=flat cannot lay out", "sum cannot lay out", 1))}
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
	m.declareType(code)
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
		slices.ContainsFunc(m.Locals, func(l SumVar) bool { return l.Name == name }) ||
		m.Package.Scope().Lookup(name) != nil
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
				if o := m.Info.Uses[id]; o != nil && o.Pkg() != nil && o.Pkg() != m.Package &&
					o.Parent() == o.Pkg().Scope() {
					id.Name = m.imported(o.Pkg().Path(), o.Pkg().Name()) + "." + id.Name
				}
			}
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if id, ok := sel.X.(*ast.Ident); ok {
				if pkg, ok := m.Info.Uses[id].(*types.PkgName); ok {
					sel.X = &ast.Ident{Name: m.imported(pkg.Imported().Path(), pkg.Imported().Name()),
						NamePos: id.NamePos}
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
	say(m.Part, "is what one example adds in the loop of "+name+".")
	say(m.All, "is that loop, for some examples at once.")
	for i, c := range m.Cuts {
		decl := *c
		decl.Doc = nil // which is for us
		say(SumPart{Decl: &decl}, "is where "+m.Outputs[i]+
			" counts as linear in the parameters: its tangent is a constant from here on.")
	}
	say(m.After, "is what "+name+" computes of the sums over all examples.")
}

// unshadow gives other names to variables that have the name of a package which a function uses: the user's file may
// import that by another name.
func (m *summing) unshadow(decl *ast.FuncDecl) {
	used, packages := map[string]bool{}, map[string]bool{}
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok && m.Info.Uses[id] == nil &&
				m.Info.Defs[id] == nil { // it has been put here
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
