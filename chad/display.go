package chad

import (
	"strings"

	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A display gives the variables of a derivative the names of the paper's
// figures: the (co)tangent of x is x', and what the program did not name is an
// intermediate result. It only renames and adds lets; the meaning stays.
type display struct {
	reverse bool
	user    map[string]bool      // the names in the source program
	vars    map[*syntax.Var]bool // the variables that have them
	wrt     []string             // the parameters that vary
}

// newDisplay collects the names that a person gave in the definitions of p.
func newDisplay(p *syntax.Program, reverse bool) *display {
	d := &display{reverse: reverse, user: map[string]bool{}, vars: map[*syntax.Var]bool{}}
	note := func(x *syntax.Var) { d.user[x.Name], d.vars[x] = true, true }
	for _, def := range p.Defs {
		for _, x := range def.Params {
			note(x)
		}
		eachNode(def.Body, func(t syntax.Term) { syntax.Binders(t, note) })
	}
	return d
}

// temporaries renames the variables that A-normal form has added, whose hints
// may be names that a person gave to others.
func (d *display) temporaries(p *syntax.Program) {
	for _, def := range p.Defs {
		eachNode(def.Body, func(t syntax.Term) {
			syntax.Binders(t, func(x *syntax.Var) {
				if !d.vars[x] {
					x.Name = temporary
				}
			})
		})
	}
}

// eachNode visits t and all terms in it.
func eachNode(t syntax.Term, f func(syntax.Term)) {
	f(t)
	syntax.Children(t, func(s syntax.Term) { eachNode(s, f) })
}

// temporary is a name that the simplifier takes for an intermediate result.
const temporary = "t"

// given reports whether a name is one of the program, or its (co)tangent's.
func (d *display) given(name string) bool { return d.user[strings.TrimRight(name, "'")] }

// made reports whether the functor made a binding, whatever its name: a linear
// function, the result of one, or a pair of a primal and a linear function.
func made(b syntax.Bind) bool {
	if _, ok := b.Var.Type.(*syntax.LFunType); ok {
		return true
	}
	if strings.HasSuffix(b.Var.Name, "'") {
		return false
	}
	if _, ok := b.Rhs.(*syntax.LinApp); ok {
		return true
	}
	pair, ok := b.Var.Type.(*syntax.TupleType)
	if !ok || len(pair.Elems) != 2 {
		return false
	}
	_, ok = pair.Elems[1].(*syntax.LFunType)
	return ok
}

// before names the variables of a derivative as the functor makes it.
func (d *display) before(def *syntax.Def, root bool) {
	eachNode(def.Body, func(t syntax.Term) {
		switch t := t.(type) {
		case *syntax.LinLam:
			t.Param.Name = temporary
		case *syntax.Let:
			d.spine(t)
		}
	})
	if root && !d.reverse {
		def.Body = d.linearHalf(def.Body, d.tangents)
	}
}

func (d *display) spine(l *syntax.Let) {
	for _, b := range l.Binds {
		if b.Var != nil && (made(b) || !d.given(b.Var.Name)) {
			b.Var.Name = temporary
		}
	}
	for _, b := range l.Binds {
		if b.Var == nil || b.Var.Name == temporary {
			continue
		}
		if r, ok := b.Rhs.(*syntax.VarRef); ok && r.Var.Name == temporary {
			r.Var.Name = b.Var.Name // what y' is another name of
		}
	}
}

// linearHalf changes the linear function that a derivative ends in.
func (d *display) linearHalf(t syntax.Term, f func(value syntax.Term, l *syntax.LinLam) syntax.Term) syntax.Term {
	var binds []syntax.Bind
	if l, ok := t.(*syntax.Let); ok {
		binds, t = l.Binds, l.Body
	}
	pair, ok := t.(*syntax.Tuple)
	if ok && len(pair.Elems) == 2 {
		if l, ok := pair.Elems[1].(*syntax.LinLam); ok {
			t = syntax.NewTuple(pair.Elems[0], f(pair.Elems[0], l))
		}
	}
	return syntax.NewLet(binds, t)
}

// tangents names the tangents of several parameters: let x' = v.1; y' = v.2 in ….
func (d *display) tangents(_ syntax.Term, l *syntax.LinLam) syntax.Term {
	if len(d.wrt) == 1 {
		l.Param.Name = d.wrt[0] + "'"
		return l
	}
	var s syntax.Spine
	xs := make([]syntax.Term, len(d.wrt))
	for i, x := range d.wrt {
		xs[i] = s.Let(x+"'", syntax.NewProj(i, syntax.Ref(l.Param)))
	}
	var visit func(syntax.Term) syntax.Term
	visit = func(t syntax.Term) syntax.Term {
		if p, ok := t.(*syntax.Proj); ok {
			if r, ok := p.Arg.(*syntax.VarRef); ok && r.Var == l.Param {
				return xs[p.Index]
			}
		}
		return syntax.MapChildren(t, visit)
	}
	return syntax.NewLinLam(l.Param, s.In(visit(l.Body)))
}

// after names the seed and the results of a simplified derivative.
func (d *display) after(def *syntax.Def, root bool) {
	eachNode(def.Body, func(t syntax.Term) {
		switch t := t.(type) {
		case *syntax.LinLam:
			if strings.TrimRight(t.Param.Name, "'") == temporary {
				t.Param.Name = "v"
			}
		case *syntax.Build:
			nameElements(t, func(x *syntax.Var) bool { return x.Name == temporary })
		}
	})
	if root {
		def.Body = d.linearHalf(def.Body, d.results)
	}
}

func (d *display) results(value syntax.Term, l *syntax.LinLam) syntax.Term {
	eachNode(l.Body, func(t syntax.Term) {
		if b, ok := t.(*syntax.Build); ok {
			nameElements(b, func(*syntax.Var) bool { return true })
		}
	})
	name := ""
	if r, ok := value.(*syntax.VarRef); ok && d.user[r.Var.Name] {
		name = r.Var.Name + "'"
	}
	if !d.reverse {
		return syntax.NewLinLam(l.Param, d.result(l.Body, []string{name}, false))
	}
	if name != "" {
		l.Param.Name = name
	}
	names := make([]string, len(d.wrt))
	for i, x := range d.wrt {
		names[i] = x + "'"
	}
	return syntax.NewLinLam(l.Param, d.result(l.Body, names, len(names) > 1))
}

// nameElements names elements after their array, x2i of x2, z' of zs', where may allows it.
func nameElements(t *syntax.Build, may func(*syntax.Var) bool) {
	l, ok := t.Body.(*syntax.Let)
	if !ok {
		return
	}
	for _, b := range l.Binds {
		x, ok := b.Rhs.(*syntax.Index)
		if !ok || b.Var == nil || !may(b.Var) {
			continue
		}
		if a, ok := x.Arr.(*syntax.VarRef); ok {
			b.Var.Name = syntax.ElementName(a.Var.Name)
		}
	}
}

// result binds what a linear function returns, or the places of it, to names; an
// expression that stands alone stays.
func (d *display) result(t syntax.Term, names []string, places bool) syntax.Term {
	var s syntax.Spine
	if l, ok := t.(*syntax.Let); ok {
		s.Binds = append(s.Binds, l.Binds...)
		t = l.Body
	}
	bound := set.By(s.Binds, func(b syntax.Bind) *syntax.Var { return b.Var })
	name := func(t syntax.Term, name string) syntax.Term {
		switch t := t.(type) {
		case *syntax.VarRef:
			if bound[t.Var] && !d.given(t.Var.Name) {
				t.Var.Name = name
			}
			return t
		case *syntax.Zero, *syntax.Const:
			return t
		}
		if name == "" {
			return t
		}
		return s.Let(name, t)
	}
	tup, ok := t.(*syntax.Tuple)
	if !places && len(s.Binds) == 0 {
		return t
	}
	if !places {
		return s.In(name(t, names[0]))
	}
	if !ok || len(tup.Elems) != len(names) {
		return s.In(t)
	}
	elems := make([]syntax.Term, len(tup.Elems))
	for i, e := range tup.Elems {
		elems[i] = name(e, names[i])
	}
	return s.In(syntax.NewTuple(elems...))
}

// showDefs prints the body of a definition and, below it, the definitions that
// it calls; the whole definition if it calls itself.
func showDefs(o syntax.PrintOptions, p *syntax.Program, root *syntax.Def) string {
	var b strings.Builder
	if calls(p, root) {
		b.WriteString(o.DefString(root))
	} else {
		b.WriteString(o.String(root.Body) + "\n")
	}
	for _, d := range p.Defs {
		if d != root {
			b.WriteString("\n" + o.DefString(d))
		}
	}
	return b.String()
}

// calls reports whether some definition calls d.
func calls(p *syntax.Program, d *syntax.Def) bool {
	found := false
	for _, c := range p.Defs {
		eachNode(c.Body, func(t syntax.Term) {
			if call, ok := t.(*syntax.Call); ok && call.Def == d {
				found = true
			}
		})
	}
	return found
}
