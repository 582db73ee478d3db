// Package detach finds where a derivative is zero or half of the truth although it exists: results that depend on a
// parameter through comparisons and conversions alone, as those of a search do, branches on the equality of numbers
// that vary, and numbers made of the bits of others.
//
// It looks at programs in value form, variable by variable and not along paths. So it may miss a case, where a variable
// is used for two things, but what it says of the first kind is so: nothing smooth leads from the parameter to a result.
// It takes time linear in the program, times the number of parameters that are asked for.
package detach

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A Finding is a place where something is lost.
type Finding struct {
	Kind Kind
	// Param is the parameter of the root, for a Search.
	Param int
	At    *syntax.Pos
}

// Kind is a kind of finding.
type Kind uint8

// The kinds.
const (
	Search   Kind = iota // results depend on a parameter through comparisons and conversions alone
	Equality             // a branch asks whether two reals that vary are equal
	Bits                 // a result depends on a real that is made of the bits of one that varies
)

// Find looks at a root, in value form, and all that it calls. Active says by which parameters it is differentiated.
func Find(root *flow.Func, active []bool) []Finding {
	s := &search{facts: map[*flow.Var]*fact{}, seen: map[*flow.Func]bool{}, exits: map[*flow.Func]fact{}}
	for i, v := range root.Params {
		if i < len(active) && active[i] && i < maxParams {
			f := s.of(v)
			f.smooth, f.any = 1<<i, 1<<i
		}
	}
	s.reach(root)
	for s.changed = true; s.changed; {
		s.changed = false
		for _, f := range s.funcs {
			s.body(f, f.Body, fact{})
		}
	}
	var out []Finding
	var smooth, reached, bits uint64
	for _, r := range root.Results {
		smooth |= s.of(r).smooth
		reached |= s.of(r).any
		bits |= s.of(r).lost
	}
	s.look = func(kind Kind, of uint64, at *syntax.Pos) {
		switch kind {
		case Search:
			for i := range root.Params {
				lost := reached &^ smooth & of
				if lost&(1<<i) != 0 && !slices.ContainsFunc(out, func(f Finding) bool { return f.Kind == Search && f.Param == i }) {
					out = append(out, Finding{Search, i, at})
				}
			}
		case Equality, Bits:
			if kind == Bits {
				of &= bits
			}
			if of != 0 && !slices.ContainsFunc(out, func(f Finding) bool { return f.Kind == kind && f.At == at }) {
				out = append(out, Finding{kind, 0, at})
			}
		}
	}
	for _, f := range s.funcs {
		s.body(f, f.Body, fact{})
	}
	return out
}

// maxParams is how many parameters are told apart.
const maxParams = 64

// A fact says on which parameters of the root a value depends: smoothly, and at all.
type fact struct {
	smooth, any uint64
	bits        uint64 // an int that depends on them by the bits of reals
	lost        uint64 // a real that is made of such bits, with others perhaps
}

func (f fact) and(g fact) fact {
	return fact{f.smooth | g.smooth, f.any | g.any, f.bits | g.bits, f.lost | g.lost}
}

// flat is the fact of what depends on a value, but not smoothly.
func (f fact) flat() fact { return fact{any: f.any} }

// whole is the fact of an int that a value becomes, or is.
func (f fact) whole() fact { return fact{any: f.any, bits: f.bits} }

type search struct {
	facts map[*flow.Var]*fact
	seen  map[*flow.Func]bool
	funcs []*flow.Func
	// exits are the conditions under which a function leaves a loop or itself: what comes later runs or not, so that all
	// that it assigns depends on them.
	exits   map[*flow.Func]fact
	dynamic fact // of what is passed to and comes from function values
	changed bool
	// look, if not nil, is told where smooth dependence ends.
	look func(kind Kind, of uint64, at *syntax.Pos)
}

func (s *search) of(v *flow.Var) *fact {
	f := s.facts[v]
	if f == nil {
		f = &fact{}
		s.facts[v] = f
	}
	return f
}

func (s *search) reach(f *flow.Func) {
	if f == nil || s.seen[f] {
		return
	}
	s.seen[f] = true
	s.funcs = append(s.funcs, f)
	if f.Sealed() {
		return
	}
	flow.Walk(f.Body, func(st flow.Stmt) {
		if c, ok := st.(*flow.Call); ok {
			s.reach(c.Func)
		}
	}, func(e flow.Expr) {
		switch e := e.(type) {
		case *flow.FuncRef:
			s.reach(e.Func)
		case *flow.Closure:
			s.reach(e.Func)
		}
	})
}

// add makes a variable depend on more.
func (s *search) add(v *flow.Var, g fact) {
	if v == nil {
		return
	}
	switch {
	case v.Constant:
		g = g.flat()
	case !real(v.Type):
		g = g.whole()
	}
	f := s.of(v)
	if h := f.and(g); h != *f {
		*f = h
		s.changed = true
	}
}

// real reports whether a value holds reals.
func real(t flow.Type) bool {
	switch t := t.(type) {
	case *flow.Basic:
		return t.Kind == flow.KindReal
	case *flow.Slice:
		return real(t.Elem)
	case *flow.Array:
		return real(t.Elem)
	case *flow.Struct:
		return slices.ContainsFunc(t.Fields, func(f flow.Field) bool { return real(f.Type) })
	case *flow.FuncType:
		return true
	}
	return false
}

// body goes through statements that run or not as control says. What a function does under a condition of its caller
// comes back by its results, since programs are in value form. It reports whether the statements may leave what is around
// them.
func (s *search) body(f *flow.Func, list []flow.Stmt, control fact) (leaves bool) {
	control = control.flat()
	store := func(p flow.Place, g fact) {
		if p.Var == nil {
			return
		}
		for _, i := range flow.Indices(p) {
			g = g.and(s.expr(i, nil).flat())
		}
		s.add(p.Var, g.and(control).and(s.exits[f]))
	}
	// under runs a list under a condition more.
	under := func(c fact, list []flow.Stmt) {
		if s.body(f, list, control.and(c)) {
			leaves = true
			s.exits[f] = s.grown(s.exits[f], c)
		}
	}
	for _, st := range list {
		switch st := st.(type) {
		case *flow.Assign:
			for i, p := range st.Dst {
				store(p, s.expr(st.Src[i], st.At))
			}
		case *flow.Call:
			s.call(st, store)
		case *flow.Append:
			g := s.expr(st.Src, st.At)
			for _, e := range st.Elems {
				g = g.and(s.expr(e, st.At))
			}
			if st.Spread != nil {
				g = g.and(s.expr(st.Spread, st.At))
			}
			store(st.Dst, g)
		case *flow.Copy:
			g := s.expr(st.Src, st.At)
			for _, e := range []flow.Expr{st.Off, st.Lim} {
				if e != nil {
					g = g.and(s.expr(e, st.At).flat())
				}
			}
			store(st.To, g)
			store(st.N, g.flat())
		case *flow.If:
			c := s.cond(st.Cond, st.At)
			under(c, st.Then)
			under(c, st.Else)
		case *flow.Count:
			c := s.expr(st.N, st.At).flat()
			s.add(st.Idx, control.and(c))
			under(c, st.Body)
		case *flow.While:
			under(fact{}, st.Pre)
			c := s.cond(st.Cond, st.At)
			under(c, st.Pre)
			under(c, st.Body)
			under(c, st.Post)
		case *flow.Block:
			under(fact{}, st.Body)
		case *flow.Break, *flow.Continue, *flow.Return:
			leaves = true
		case *flow.Fail:
		}
	}
	return leaves
}

// cond is what a condition depends on.
func (s *search) cond(e flow.Expr, at *syntax.Pos) fact { return s.expr(e, at).flat() }

func (s *search) call(c *flow.Call, store func(flow.Place, fact)) {
	args := make([]fact, len(c.Args))
	var all fact
	for i, e := range c.Args {
		args[i] = s.expr(e, c.At)
		all = all.and(args[i])
	}
	switch f := c.Func; {
	case f == nil: // a function value
		s.dynamic = s.grown(s.dynamic, all.and(s.expr(c.Fun, c.At)))
		for _, p := range c.Dst {
			store(p, s.dynamic)
		}
	case f.Sealed():
		if f.Extern != nil && !f.ByHand() { // a constant
			all = all.flat()
		}
		for _, p := range c.Dst {
			store(p, all)
		}
	default:
		for i, v := range f.Params {
			if i < len(args) {
				s.add(v, args[i])
			}
		}
		for i, p := range c.Dst {
			store(p, *s.of(f.Results[i]))
		}
	}
}

func (s *search) grown(f, g fact) fact {
	h := f.and(g)
	s.changed = s.changed || h != f
	return h
}

// expr is what an expression depends on; at is the statement that it is in.
func (s *search) expr(e flow.Expr, at *syntax.Pos) fact {
	switch e := e.(type) {
	case *flow.Load:
		g := *s.of(e.Place.Var)
		for _, i := range flow.Indices(e.Place) {
			g = g.and(s.expr(i, at).flat())
		}
		if !real(e.Type()) {
			g = g.whole()
		}
		return g
	case *flow.Op:
		return s.op(e, at)
	case *flow.Cond:
		return s.expr(e.If, at).and(s.expr(e.Else, at)).and(s.cond(e.C, at))
	case *flow.Closure:
		f := e.Func
		for _, v := range f.Params {
			s.add(v, s.dynamic)
		}
		for _, v := range f.Results {
			s.dynamic = s.grown(s.dynamic, *s.of(v))
		}
		return s.dynamic
	case *flow.FuncRef:
		for _, v := range e.Func.Params {
			s.add(v, s.dynamic)
		}
		for _, v := range e.Func.Results {
			s.dynamic = s.grown(s.dynamic, *s.of(v))
		}
		return s.dynamic
	}
	var g fact
	for _, p := range flow.Parts(e) {
		g = g.and(s.expr(p, at))
	}
	if _, ok := e.(*flow.Len); ok {
		g = g.flat()
	}
	return g
}

// op is what an operation depends on, and tells where smooth dependence ends.
func (s *search) op(e *flow.Op, at *syntax.Pos) fact {
	var g fact
	for _, a := range e.Args {
		g = g.and(s.expr(a, at))
	}
	if e.At != nil {
		at = e.At
	}
	ends := e.Op.Result != syntax.Real || e.Op.Flat
	if ends && s.look != nil && g.smooth != 0 {
		s.look(Search, g.smooth, at)
		if equalities[e.Op.Name] && !sameLoads(e.Args) {
			s.look(Equality, g.smooth, at)
		}
	}
	switch name := e.Op.Name; {
	case toBits[name]:
		return fact{any: g.any, bits: g.smooth | g.lost}
	case fromBits[name]:
		if s.look != nil && g.bits != 0 {
			s.look(Bits, g.bits, at)
		}
		return fact{any: g.any, lost: g.bits}
	case e.Op.Result == syntax.Int:
		return g.whole()
	case ends:
		return g.flat()
	}
	return g
}

// equalities are the operations that ask whether two reals are equal, toBits and fromBits those between reals and bits.
var (
	equalities = map[string]bool{"eq": true, "ne": true}
	toBits     = map[string]bool{"bits": true, "bits32": true}
	fromBits   = map[string]bool{"frombits": true, "frombits32": true}
)

// sameLoads reports whether two operands are one variable: x != x asks for NaN.
func sameLoads(args []flow.Expr) bool {
	a, ok := args[0].(*flow.Load)
	b, ok2 := args[1].(*flow.Load)
	return ok && ok2 && a.Place.Var == b.Place.Var && len(a.Place.Path) == 0 && len(b.Place.Path) == 0
}
