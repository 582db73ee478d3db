package randgo

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// WideHeader is the file before the functions of [Wide], after Header.
const WideHeader = `
// Stack is a generic struct with methods by pointer.
type Stack[T any] struct {
	items []T
	pops  int
}

func (s *Stack[T]) push(v T) { s.items = append(s.items, v) }

func (s *Stack[T]) pop() (v T, ok bool) {
	if len(s.items) == 0 {
		return v, false
	}
	v = s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	s.pops++
	return v, true
}

func (s Stack[T]) size() int { return len(s.items) }

func fold[T, R any](v []T, r R, f func(R, T) R) R {
	for _, x := range v {
		r = f(r, x)
	}
	return r
}

func mapTo[T, R any](v []T, f func(T) R) []R {
	var out []R
	for _, x := range v {
		out = append(out, f(x))
	}
	return out
}

func pick[T any](c bool, a, b T) T {
	if c {
		return a
	}
	return b
}

func square(z complex128) complex128 { return z * cmplx.Conj(z) }

func each[T any](v []T) func(func(int, T) bool) {
	return func(yield func(int, T) bool) {
		for i, x := range v {
			if !yield(i, x) {
				return
			}
		}
	}
}
`

// Wide is the text of a function like those of [Function], and of types and functions with names of their own before
// it. It needs Header and WideHeader.
//
// Its types are random: structs with structs, rows, arrays, pointers and functions in them, embedded structs, generic
// ones, interfaces, tables. Whatever a statement does it does to a random place of a fitting type, in whichever
// variable that is: a field of an element, what a pointer points to. What may be nil or empty is asked before.
// Everything that a function has made is observed in its result.
func Wide(r *rand.Rand, name string, smooth bool) string {
	g := &wide{scopes: scopes[local]{Rand: r}, name: strings.ToLower(name), smooth: smooth}
	g.declareTypes()
	for range g.IntN(3) {
		g.declareFunc()
	}
	f := g.inFunction(
		local{name: "x", typ: sliceOf(realT), sure: true}, local{name: "a", typ: realT, assign: true},
		local{name: "b", typ: realT, assign: true}, local{name: "n", typ: intT},
		local{name: "r", typ: realT, assign: true},
		local{name: "m", typ: sliceOf(sliceOf(realT)), sure: true, rows: true},
	)
	defer f()
	g.left = 2 + g.IntN(12)
	g.naked = true
	var b strings.Builder
	b.WriteString(g.statements(3, 2+g.IntN(5)))
	b.WriteString(g.observeAll())
	return fmt.Sprintf("%sfunc %s(x []float64, m [][]float64, a, b float64, n int, p P) (r float64, q P) "+
		"{\n%s\treturn r, p\n}\n", &g.decls, name, indent(b.String()))
}

// local is a variable.
type local struct {
	name   string
	typ    *typ
	assign bool // may be assigned to
	sure   bool // is not nil and not empty
	rows   bool // rows are not empty either
	fixed  bool // nothing in it may be written
}

type wide struct {
	scopes[local]
	name    string
	smooth  bool
	decls   strings.Builder
	structs []*typ
	named   *typ // a named real
	iface   *typ
	funcs   []signature

	// Of the function that is being made, like the scopes.
	loops []*loop
	left  int
	pure  bool     // writes nothing that it does not own
	alone bool     // calls no methods, as it is one
	flat  bool     // calls no function that a variable holds: it may be the one that is being made
	bound bool     // functions may be methods of variables
	naked bool     // may return without naming results
	lits  int      // function literals around
	needs []string // what is asked before the statement that is being made
}

// A signature is a function that the program declares.
type signature struct {
	name    string
	params  []*typ
	results []*typ
	depth   bool // its first parameter is how deep it may call itself
}

// inFunction begins a function with parameters; the result ends it.
func (g *wide) inFunction(params ...local) func() {
	old := *g
	g.vars, g.marks, g.loops, g.pure, g.alone, g.naked, g.lits, g.needs = params, nil, nil, false, false, false, 0, nil
	return func() {
		g.vars, g.marks, g.loops, g.left, g.pure, g.alone, g.naked, g.lits, g.needs =
			old.vars, old.marks, old.loops, old.left, old.pure, old.alone, old.naked, old.lits, old.needs
	}
}

func (g *wide) odds(n int) bool { return g.IntN(n) == 0 }

// block is a list of statements, indented.
func (g *wide) block(depth int) string {
	g.push()
	defer g.pop()
	return indent(g.statements(depth, 1+g.IntN(4)))
}

func (g *wide) statements(depth, n int) string {
	var b strings.Builder
	for range n {
		if g.left <= 0 {
			break
		}
		g.left--
		b.WriteString(g.guarded(func() string { return g.stmt(depth) }))
	}
	if b.Len() == 0 {
		b.WriteString(g.guarded(g.assign))
	}
	return b.String()
}

// guarded asks before a statement what it needs to hold.
func (g *wide) guarded(make func() string) string {
	old := g.needs
	g.needs = nil
	s := make()
	s = g.ask(s)
	g.needs = old
	return s
}

// ask puts the conditions that were collected around a statement.
func (g *wide) ask(s string) string {
	seen := map[string]bool{}
	var conds []string
	for _, c := range g.needs {
		if !seen[c] {
			seen[c] = true
			conds = append(conds, c)
		}
	}
	g.needs = nil
	if len(conds) == 0 {
		return s
	}
	return "if " + strings.Join(conds, " && ") + " {\n" + indent(s) + "}\n"
}

// hasMethods says that val and upd can be called on values of the type.
func (g *wide) hasMethods(t *typ) bool {
	if g.alone {
		return false
	}
	if t.sort == aPointer {
		t = t.elem
	}
	return t.sort == anInterface || t.sort == aStruct && t.stack == nil && !t.bare
}

// A place is a part of a variable.
type place struct {
	text  string
	typ   *typ
	needs []string
	write bool // may be assigned to
	at    int  // how deep in its variable
}

// places are those of a type that ok likes.
func (g *wide) places(ok func(*typ) bool) []place {
	var out []place
	seen := map[string]bool{}
	for i := len(g.vars) - 1; i >= 0; i-- {
		v := g.vars[i]
		if seen[v.name] {
			continue // hidden by one further in
		}
		seen[v.name] = true
		g.parts(&out, v, place{text: v.name, write: v.assign && !v.fixed}, v.typ, ok)
	}
	return out
}

func (g *wide) parts(out *[]place, v local, p place, t *typ, ok func(*typ) bool) {
	p.typ = t
	if ok(t) {
		*out = append(*out, p)
	}
	if p.at == 3 {
		return
	}
	below := func(text string, write bool, need ...string) place {
		return place{text, nil, append(p.needs[:len(p.needs):len(p.needs)], need...), write && !v.fixed, p.at + 1}
	}
	switch t.sort {
	case aStruct:
		for _, f := range t.fields {
			g.parts(out, v, below(p.text+"."+f.name, p.write || p.at == 0 && v.assign), f.typ, ok)
			if f.embedded {
				for _, e := range f.typ.fields { // promoted
					if !hides(t, e.name) {
						g.parts(out, v, below(p.text+"."+e.name, p.write), e.typ, ok)
					}
				}
			}
		}
	case anArray:
		i := g.one("0", fmt.Sprint(t.n-1), fmt.Sprintf("at(%s, %d)", g.index(), t.n))
		g.parts(out, v, below(p.text+"["+i+"]", p.write), t.elem, ok)
	case aSlice:
		i := fmt.Sprintf("%s[at(%s, len(%s))]", p.text, g.index(), p.text)
		var need []string
		if p.at == 0 && !v.sure || p.at > 0 && !v.rows {
			need = []string{"len(" + p.text + ") > 0"}
		}
		g.parts(out, v, below(i, !(v.rows && t.elem.sort == aSlice), need...), t.elem, ok)
	case aPointer:
		var need []string
		if !(p.at == 0 && v.sure) && !(p.at == 1 && v.typ.sort == aSlice) { // elements are not nil
			need = []string{p.text + " != nil"}
		}
		q := below(p.text, true, need...)
		for _, f := range t.elem.fields {
			g.parts(out, v, place{p.text + "." + f.name, nil, q.needs, q.write, q.at}, f.typ, ok)
		}
	}
}

func hides(t *typ, name string) bool {
	for _, f := range t.fields {
		if f.name == name {
			return true
		}
	}
	return false
}

// index is an integer without needs.
func (g *wide) index() string {
	var found []string
	for _, v := range g.vars {
		if v.typ.sort == anInt {
			found = append(found, v.name)
		}
	}
	if len(found) > 0 && !g.odds(4) {
		return found[g.IntN(len(found))]
	}
	return g.one("0", "1", "2", "-1")
}

// find is a random place, which is asked about before the statement; without text if there is none.
func (g *wide) find(ok func(place) bool) place {
	all := g.places(func(*typ) bool { return true })
	list := all[:0]
	for _, p := range all {
		if ok(p) {
			list = append(list, p)
		}
	}
	if len(list) == 0 {
		return place{}
	}
	p := list[g.IntN(len(list))]
	if len(p.needs) > 0 && g.odds(2) { // rather one that needs nothing
		p = list[g.IntN(len(list))]
	}
	g.needs = append(g.needs, p.needs...)
	return p
}

func (g *wide) place(write bool, ok func(*typ) bool) string {
	return g.find(func(p place) bool { return (p.write || !write) && ok(p.typ) }).text
}

func (g *wide) placeOf(t *typ, write bool) string {
	return g.place(write, func(u *typ) bool { return u.text == t.text })
}

// sureVar is a variable of a type that may be used without asking; empty if there is none.
func (g *wide) sureVar(ok func(local) bool) string {
	var found []string
	seen := map[string]bool{}
	for i := len(g.vars) - 1; i >= 0; i-- {
		if v := g.vars[i]; !seen[v.name] {
			seen[v.name] = true
			if ok(v) {
				found = append(found, v.name)
			}
		}
	}
	if len(found) == 0 {
		return ""
	}
	return found[g.IntN(len(found))]
}
