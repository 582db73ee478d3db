package program

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/syntax"
)

// SizeParams drops the size parameters of a definition that all of its calls say: those that are one constant at every
// call, and those that are at every call what another one is.
//
//	def f [n, m, k] (a : [n][m]real, b : [k]real) = …  with calls f [4, p, p] and f [4, q, q]
//	⇝   def f [m] (a : [4][m]real, b : [m]real) = …
//
// It is constant propagation between definitions (M. N. Wegman, F. K. Zadeck: Constant propagation with conditional
// branches, TOPLAS 1991), with equality as in global value numbering: the greatest fixed point, so that a recursive
// call that hands its sizes on says nothing against it. A round is linear in the program; each but the last takes a
// constant or an equality away.
//
// Definitions are changed in place, except for root and those with a derivative, an adjoint or a kernel of their own,
// whose signatures are known outside. It reports whether anything has changed.
func SizeParams(p *syntax.Program, root *syntax.Def) bool {
	defer times.Begin("sizeparams")()
	s := sizeParams{of: map[*syntax.Def]*sizesGiven{}}
	known := private(p, root)
	var reach func(d *syntax.Def)
	reach = func(d *syntax.Def) { // what nothing calls keeps its sizes, and so does what that calls
		for _, c := range syntax.Callees(d.Body) {
			if known[c] && s.of[c] == nil {
				s.of[c] = &sizesGiven{}
				reach(c)
			}
		}
	}
	for _, d := range p.Defs {
		if d.Body != nil && !known[d] {
			reach(d)
		}
	}
	if len(s.of) == 0 {
		return false
	}
	for s.changed = true; s.changed; {
		s.changed = false
		for _, d := range p.Defs {
			if g := s.of[d]; d.Body != nil && (g == nil || g.met) {
				s.visit(d.Body, s.known(d))
			}
		}
	}
	return s.drop(p)
}

// private are the definitions whose signatures nobody outside of the program knows.
func private(p *syntax.Program, root *syntax.Def) map[*syntax.Def]bool {
	m := map[*syntax.Def]bool{}
	for _, d := range p.Defs {
		if d != root && d.Body != nil && d.Kernel == "" && len(d.Attached()) == 0 {
			m[d] = true
		}
	}
	for _, d := range p.Defs {
		for _, r := range d.Attached() { // which stay as they are
			for _, c := range syntax.Callees(r.Body) {
				delete(m, c)
			}
		}
	}
	return m
}

type sizeParams struct {
	of      map[*syntax.Def]*sizesGiven
	changed bool
}

// sizesGiven is what the calls that have been met agree on.
type sizesGiven struct {
	met bool
	// first is, for each parameter, the first that has been the same at all calls.
	first []int
	// fixed is the constant that a parameter has been at all calls, nil for none.
	fixed []*syntax.Size
}

// meet takes a call with these sizes into account, and reports whether less is agreed on than before.
func (g *sizesGiven) meet(sizes []*syntax.Size) bool {
	changed := !g.met
	if !g.met {
		g.met, g.first, g.fixed = true, make([]int, len(sizes)), slices.Clone(sizes)
	}
	first := make([]int, len(sizes))
	for i, n := range sizes {
		for g.first[first[i]] != g.first[i] || sizes[first[i]] != n {
			first[i]++
		}
		if _, constant := n.Lit(); g.fixed[i] != nil && (!constant || g.fixed[i] != n) {
			g.fixed[i], changed = nil, true
		}
	}
	changed = changed || !slices.Equal(first, g.first)
	g.first = first
	return changed
}

// known is what the size parameters of d are replaced by; nil for those that stay.
func (s *sizeParams) known(d *syntax.Def) func(*syntax.SizeVar) *syntax.Size {
	m := map[*syntax.SizeVar]*syntax.Size{}
	if g := s.of[d]; g != nil && g.met {
		for i, v := range d.Sizes {
			switch first := g.first[i]; {
			case g.fixed[i] != nil:
				m[v] = g.fixed[i]
			case first != i:
				m[v] = syntax.SizeOfVar(d.Sizes[first])
			}
		}
	}
	return func(v *syntax.SizeVar) *syntax.Size { return m[v] }
}

// visit meets the calls in t, by what is known of the sizes of its definition.
func (s *sizeParams) visit(t syntax.Term, known func(*syntax.SizeVar) *syntax.Size) {
	if c, ok := t.(*syntax.Call); ok && s.of[c.Def] != nil {
		sizes := make([]*syntax.Size, len(c.Sizes))
		for i, n := range c.Sizes {
			sizes[i] = n.Subst(known)
		}
		s.changed = s.of[c.Def].meet(sizes) || s.changed
	}
	syntax.Children(t, func(c syntax.Term) { s.visit(c, known) })
}

// drop leaves out what is known, and reports whether that is anything.
func (s *sizeParams) drop(p *syntax.Program) bool {
	some := false
	known := map[*syntax.Def]func(*syntax.SizeVar) *syntax.Size{}
	params := map[*syntax.Var]syntax.Term{} // those that have other types now
	left := map[*syntax.Def][]bool{}        // whether a size parameter stays
	for _, d := range p.Defs {
		k := s.known(d)
		known[d] = k
		var sizes []*syntax.SizeVar
		for _, v := range d.Sizes {
			stays := k(v) == nil
			if left[d] = append(left[d], stays); stays {
				sizes = append(sizes, v)
			}
		}
		if len(sizes) == len(d.Sizes) {
			continue
		}
		some = true
		d.Params = slices.Clone(d.Params)
		for i, x := range d.Params {
			if t := syntax.SubstSizes(x.Type, k); t != x.Type {
				d.Params[i] = syntax.NewVar(x.Name, t)
				params[x] = syntax.Ref(d.Params[i])
			}
		}
		d.Sizes, d.Result = sizes, syntax.SubstSizes(d.Result, k)
	}
	if !some {
		return false
	}
	for _, d := range p.Defs {
		if d.Body != nil {
			d.Body = sizesPut(d.Body, known[d], params, left)
		}
	}
	return true
}

// sizesPut is t with the sizes that are known in their place, and the variables that take the place of others. Calls
// have the sizes that are left.
func sizesPut(t syntax.Term, known func(*syntax.SizeVar) *syntax.Size, vars map[*syntax.Var]syntax.Term,
	left map[*syntax.Def][]bool) syntax.Term {
	m := syntax.Mapper{
		Type: func(t syntax.Type) syntax.Type { return syntax.SubstSizes(t, known) },
		Size: func(n *syntax.Size) *syntax.Size { return n.Subst(known) },
	}
	m.Binder = func(x *syntax.Var) *syntax.Var {
		t := m.Type(x.Type)
		if t == x.Type {
			return x
		}
		y := syntax.NewVar(x.Name, t)
		vars[x] = syntax.Ref(y)
		return y
	}
	m.Term = func(t syntax.Term) syntax.Term {
		switch t := t.(type) {
		case *syntax.VarRef:
			if r := vars[t.Var]; r != nil {
				return r
			}
			return t
		case *syntax.Call:
			var sizes []*syntax.Size
			for i, n := range t.Sizes {
				if left[t.Def] == nil || left[t.Def][i] {
					sizes = append(sizes, n.Subst(known))
				}
			}
			args := make([]syntax.Term, len(t.Args))
			for i, a := range t.Args {
				args[i] = m.Term(a)
			}
			return syntax.NewCall(t.At, t.Def, sizes, args...)
		}
		return m.Map(t)
	}
	return m.Term(t)
}
