package closure

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A recursive definition that makes functions hands the same arrays to itself, and its functions capture those:
//
//	def comp [n] (k : int, x : [n]real) : real -> real = if k < 1 then \y. y else let f = comp (k - 1, x) in \y. sin (f (y * x[k - 1]))
//	def main [n] (x : [n]real) : real = comp (n, x) 1
//
// In all calls, x is the x of main. So comp is as good as a definition inside the block that calls it, one that
// mentions the x of main: its functions live in that block, below x, and x is no part of their records but an argument
// of the apply definition ([capture]). Such a definition is nested. It keeps its parameters, which are what the
// variables of the block are called in it.

// maxSites is how many calls from other definitions one may have that is nested: all but the first call copies of it.
const maxSites = 4

// A nest is a definition that is nested in the block that calls it.
type nest struct {
	def   *syntax.Def
	vars  map[*syntax.Var]int // of the block, and the parameters that they are given to
	sizes map[*syntax.SizeVar]*syntax.SizeVar
	first int // the point at which it is walked, 0 as long as it is not
}

// A site is a call of a definition in another.
type site struct {
	in     *syntax.Def
	call   *syntax.Call
	inside bool              // a λ, or a rule
	sizes  []*syntax.SizeVar // in scope
}

// findNests finds the definitions to nest, copies those that several blocks call, and puts the variables of the block
// for their parameters.
func findNests(p *syntax.Program, root *syntax.Def) map[*syntax.Def]*nest {
	c := &callSites{of: map[*syntax.Def][]site{}}
	for _, d := range p.Defs {
		c.in, c.inside, c.sizes = d, false, append([]*syntax.SizeVar{}, d.Sizes...)
		c.visit(d.Body)
		c.inside = true
		for _, r := range d.Attached() {
			c.visit(r.Body)
		}
	}
	out := map[*syntax.Def]*nest{}
	hosts := map[*syntax.Def]bool{}
	names := set.By(p.Defs, func(d *syntax.Def) string { return d.Name })
	for _, d := range p.Defs {
		if d == root || hosts[d] || d.Body == nil || d.Kernel != "" || len(d.Attached()) > 0 ||
			!syntax.HoldsFunc(d.Result) {
			continue
		}
		var own, others []site
		for _, s := range c.of[d] {
			if s.in == d {
				own = append(own, s)
			} else {
				others = append(others, s)
			}
		}
		if len(others) == 0 || len(others) > maxSites || !nests(d, own, others, out) {
			continue
		}
		stays := fixed(d, own)
		moved := map[*syntax.Call]*syntax.Def{}
		for i, s := range others {
			hosts[s.in] = true
			e := d
			if i > 0 {
				e = copyOf(d, names)
				p.Defs = append(p.Defs, e)
				moved[s.call] = e
			}
			out[e] = &nest{def: e}
		}
		if len(moved) > 0 {
			redirect(moved, others)
		}
		for i, s := range others {
			e := d
			if i > 0 {
				e = moved[s.call]
			}
			out[e].open(s.call, stays)
		}
	}
	return out
}

// callSites collects the calls of definitions.
type callSites struct {
	of     map[*syntax.Def][]site
	in     *syntax.Def
	inside bool
	sizes  []*syntax.SizeVar
}

func (c *callSites) visit(t syntax.Term) {
	switch t := t.(type) {
	case *syntax.Call:
		c.of[t.Def] = append(c.of[t.Def], site{c.in, t, c.inside, c.sizes[:len(c.sizes):len(c.sizes)]})
	case *syntax.Lam:
		defer func(inside bool) { c.inside = inside }(c.inside)
		c.inside = true
	case *syntax.Let:
		defer func(n int) { c.sizes = c.sizes[:n] }(len(c.sizes))
		for i := range t.Binds {
			c.visit(t.Binds[i].Rhs)
			if n := t.Binds[i].Size; n != nil {
				c.sizes = append(c.sizes, n)
			}
		}
		c.visit(t.Body)
		return
	}
	syntax.Children(t, c.visit)
}

// nests reports whether a definition with these calls of itself can be nested in each of the blocks of the other calls:
// it hands its sizes on, they are all that are in scope there, and some parameter stays what it is.
func nests(d *syntax.Def, own, others []site, known map[*syntax.Def]*nest) bool {
	for _, s := range own {
		for i, n := range d.Sizes {
			if v, ok := s.call.Sizes[i].IsVar(); !ok || v != n {
				return false
			}
		}
	}
	stays := fixed(d, own)
	for _, s := range others {
		if s.inside || known[s.in] != nil {
			return false
		}
		given := map[*syntax.SizeVar]bool{}
		for _, n := range s.call.Sizes {
			v, ok := n.IsVar()
			if !ok || given[v] {
				return false
			}
			given[v] = true
		}
		for _, n := range s.sizes {
			if !given[n] {
				return false
			}
		}
		some := false
		for i, a := range s.call.Args {
			_, isVar := a.(*syntax.VarRef)
			some = some || isVar && stays[i]
		}
		if !some {
			return false
		}
	}
	return true
}

// fixed are the parameters that a definition hands on to itself as they are.
func fixed(d *syntax.Def, own []site) []bool {
	stays := make([]bool, len(d.Params))
	for i, x := range d.Params {
		stays[i] = true
		for _, s := range own {
			r, ok := s.call.Args[i].(*syntax.VarRef)
			stays[i] = stays[i] && ok && r.Var == x
		}
	}
	return stays
}

// copyOf is a copy of a definition under a new name.
func copyOf(d *syntax.Def, names map[string]bool) *syntax.Def {
	e := &syntax.Def{Doc: d.Doc, At: d.At, Keep: d.Keep, Library: d.Library}
	for k := 2; ; k++ {
		if e.Name = fmt.Sprint(d.Name, "_", k); !names[e.Name] {
			break
		}
	}
	names[e.Name] = true
	s := &syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{}, Sizes: map[*syntax.SizeVar]*syntax.Size{},
		Defs: map[*syntax.Def]*syntax.Def{d: e}, Fresh: true}
	sizes := func(n *syntax.SizeVar) *syntax.Size { return s.Sizes[n] }
	for _, n := range d.Sizes {
		m := syntax.NewSizeVar(n.Name)
		s.Sizes[n] = syntax.SizeOfVar(m)
		e.Sizes = append(e.Sizes, m)
	}
	for _, x := range d.Params {
		y := syntax.NewVar(x.Name, syntax.SubstSizes(x.Type, sizes))
		s.Vars[x] = syntax.Ref(y)
		e.Params = append(e.Params, y)
	}
	e.Result = syntax.SubstSizes(d.Result, sizes)
	e.Body = s.Apply(d.Body)
	return e
}

// redirect makes calls ones of copies.
func redirect(moved map[*syntax.Call]*syntax.Def, sites []site) {
	m := &syntax.Mapper{}
	m.Term = func(t syntax.Term) syntax.Term {
		if c, ok := t.(*syntax.Call); ok && moved[c] != nil {
			return syntax.NewCall(c.At, moved[c], c.Sizes, c.Args...)
		}
		return m.Map(t)
	}
	done := map[*syntax.Def]bool{}
	for _, s := range sites {
		if !done[s.in] {
			done[s.in] = true
			s.in.Body = m.Term(s.in.Body)
		}
	}
}

// open puts the variables of the block around a call for the parameters that stay what they are.
func (n *nest) open(call *syntax.Call, stays []bool) {
	d := n.def
	n.vars, n.sizes = map[*syntax.Var]int{}, map[*syntax.SizeVar]*syntax.SizeVar{}
	s := &syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{}, Sizes: map[*syntax.SizeVar]*syntax.Size{}}
	for i, m := range call.Sizes {
		v, _ := m.IsVar()
		s.Sizes[d.Sizes[i]], n.sizes[v] = m, d.Sizes[i]
	}
	sizes := func(v *syntax.SizeVar) *syntax.Size { return s.Sizes[v] }
	for i := range stays {
		x := d.Params[i]
		if r, ok := call.Args[i].(*syntax.VarRef); ok && stays[i] {
			s.Vars[x] = r
			if _, ok := n.vars[r.Var]; !ok {
				n.vars[r.Var] = i
			}
			continue
		}
		if t := syntax.SubstSizes(x.Type, sizes); t != x.Type {
			y := syntax.NewVar(x.Name, t)
			s.Vars[x], d.Params[i] = syntax.Ref(y), y
		}
	}
	d.Result = syntax.SubstSizes(d.Result, sizes)
	d.Body = s.Apply(d.Body)
}

// nested walks a definition in the block that calls it.
func (a *analysis) nested(n *nest) {
	defer func(cur, base int, owner string) { a.cur, a.base, a.owner = cur, base, owner }(a.cur, a.base, a.owner)
	d, s := n.def, a.defs[n.def]
	a.owner = d.Name
	s.result.occurs(a.cur)
	for _, m := range s.params {
		m.occurs(a.cur)
	}
	n.first = a.below(a.cur)
	a.cur = n.first
	a.sizes(d.Sizes)
	for i, x := range d.Params {
		a.bind(x, s.params[i])
	}
	a.base = a.cur
	a.unify(s.result, a.block(d.Body))
}

// has reports whether a variable is known in a nested definition.
func (u *uses) has(n *nest, x *syntax.Var) bool {
	_, ok := n.vars[x]
	return ok || u.covers(n.first, u.point(x))
}

// inside gives the frame of a nested definition, which has its signature, the parameters for the variables of the
// block.
func (n *nest) inside(f *frame) {
	for x, i := range n.vars {
		f.vars[x] = syntax.Ref(n.def.Params[i])
	}
}
