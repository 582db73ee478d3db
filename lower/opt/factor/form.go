package factor

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// largest is the size of an expression that is looked at, in nodes.
const largest = 64

// survey finds the polynomials of some statements.
func (f *factorer) survey(part []loop.Stmt) {
	f.within, f.terms = map[*loop.Var]int{}, map[*loop.Var]int{}
	some := 0
	for _, s := range part {
		loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
			loop.Operands(s, func(e **loop.Expr, _ bool) { facts.EachRead(*e, func(v *loop.Var) { f.within[v]++ }) })
		})
		f.roots(s, func(e *loop.Expr) *loop.Expr {
			some++
			f.leaves(e)
			return e
		})
		if l, ok := s.(*loop.Let); ok && l.Var.Type == loop.RealType && !f.in.Mutable(l.Var) {
			f.defs[l.Var] = l
		}
	}
	if some < 2 {
		return
	}
	inline := map[*loop.Var]bool{}
	for i, s := range part {
		l, isLet := s.(*loop.Let)
		if isLet && f.defs[l.Var] != nil && f.movable(l) {
			inline[l.Var] = true
			continue
		}
		f.roots(s, func(e *loop.Expr) *loop.Expr {
			p := &polynomial{at: i, id: -1}
			if isLet && l.Rhs == e && f.defs[l.Var] != nil {
				p.id = f.variable(l.Var, i)
			}
			n := &normaliser{factorer: f, inline: inline, at: i}
			p.terms = n.terms(e, false)
			f.sums = append(f.sums, p)
			if p.id >= 0 && len(p.terms) == 1 && len(p.terms[0].f) > 1 && !f.anyPrivate(p.terms[0]) {
				f.products[p.id] = p
			}
			return e
		})
		if isLet && f.defs[l.Var] != nil {
			f.variable(l.Var, i)
		}
	}
}

// roots rewrites the largest sums and products of a statement, in order.
func (f *factorer) roots(s loop.Stmt, rewrite func(e *loop.Expr) *loop.Expr) {
	switch s.(type) {
	case *loop.Let, *loop.Assign, *loop.AddTo:
	default:
		return
	}
	var visit func(e *loop.Expr) *loop.Expr
	visit = func(e *loop.Expr) *loop.Expr {
		switch {
		case isRing(e) && e.Size <= largest:
			return rewrite(e)
		case e.Kind == loop.PrimExpr && e.Type == loop.RealType:
			return e.MapArgs(visit)
		}
		return e
	}
	facts.EachOperand(s, func(e **loop.Expr) {
		if x := visit(*e); x != *e {
			*e = x
		}
	})
}

// leaves counts the variables that are terms or factors.
func (f *factorer) leaves(e *loop.Expr) {
	switch {
	case e.Kind == loop.VarExpr:
		f.terms[e.Var]++
	case isRing(e):
		for _, a := range e.Args {
			f.leaves(a)
		}
	}
}

// movable reports whether a sum or product of variables that do not change stands for a term or factor of one other.
func (f *factorer) movable(l *loop.Let) bool {
	if f.reads[l.Var] != 1 || f.terms[l.Var] != 1 || !isRing(l.Rhs) || l.Rhs.Size > largest {
		return false
	}
	var fixed func(e *loop.Expr) bool
	fixed = func(e *loop.Expr) bool {
		switch {
		case e.Kind == loop.VarExpr:
			return !f.in.Mutable(e.Var)
		case e.Kind == loop.ConstExpr:
			return true
		case !isRing(e):
			return false
		}
		for _, a := range e.Args {
			if !fixed(a) {
				return false
			}
		}
		return true
	}
	return fixed(l.Rhs)
}

// variable is the atom of a variable that does not change.
func (f *factorer) variable(v *loop.Var, at int) int {
	id, ok := f.ids[v]
	if !ok {
		id = f.atom(factorAtom{e: loop.Use(v), at: at})
		f.ids[v] = id
	}
	return id
}

func (f *factorer) atom(a factorAtom) int {
	f.atoms = append(f.atoms, a)
	return len(f.atoms) - 1
}

func (f *factorer) constant(c float64) int {
	for i, a := range f.atoms {
		if a.e != nil && a.e.Kind == loop.ConstExpr && a.e.F == c {
			return i
		}
	}
	return f.atom(factorAtom{e: loop.RealConst(c), at: -2})
}

// named is a new variable for a polynomial.
func (f *factorer) named(terms []factorTerm, at int) int {
	p := &polynomial{terms: terms, at: at, changed: true}
	p.id = f.atom(factorAtom{at: at, def: p})
	f.sums = append(f.sums, p)
	return p.id
}

func (f *factorer) anyPrivate(t factorTerm) bool {
	return slices.ContainsFunc(t.f, func(id int) bool { return f.atoms[id].private })
}

// A normaliser writes the expressions of one statement as sums of products.
type normaliser struct {
	*factorer
	inline map[*loop.Var]bool
	at     int
}

// terms are those of e; a product with a sum is multiplied out where it is itself a term of a sum.
func (n *normaliser) terms(e *loop.Expr, inSum bool) []factorTerm {
	switch {
	case e.Kind == loop.VarExpr && n.inline[e.Var]:
		return n.terms(n.defs[e.Var].Rhs, inSum)
	case e.Kind == loop.VarExpr && !n.in.Mutable(e.Var):
		return []factorTerm{{f: []int{n.variable(e.Var, -1)}}}
	case e.Kind == loop.ConstExpr && e.F == 1:
		return []factorTerm{{}}
	case e.Kind == loop.ConstExpr && e.F == -1:
		return []factorTerm{{neg: true}}
	case e.Kind == loop.ConstExpr && e.F < 0:
		return []factorTerm{{neg: true, f: []int{n.constant(-e.F)}}}
	case e.Kind == loop.ConstExpr:
		return []factorTerm{{f: []int{n.constant(e.F)}}}
	case !isRing(e):
		return []factorTerm{{f: []int{n.atom(factorAtom{e: e, at: n.at, private: true})}}}
	}
	switch e.Prim {
	case syntax.OpNeg:
		return negatedTerms(n.terms(e.Args[0], inSum))
	case syntax.OpMul:
		return n.product(n.terms(e.Args[0], inSum), n.terms(e.Args[1], inSum), inSum)
	}
	a, b := n.terms(e.Args[0], true), n.terms(e.Args[1], true)
	if e.Prim == syntax.OpSub {
		b = negatedTerms(b)
	}
	if len(a)+len(b) > factorTerms {
		a, b = n.single(a), n.single(b)
	}
	return append(slices.Clip(a), b...)
}

func negatedTerms(ts []factorTerm) []factorTerm {
	out := slices.Clone(ts)
	for i := range out {
		out[i].neg = !out[i].neg
	}
	return out
}

// single makes a sum one term.
func (n *normaliser) single(ts []factorTerm) []factorTerm {
	if len(ts) == 1 {
		return ts
	}
	id := n.named(ts, n.at)
	n.atoms[id].private = slices.ContainsFunc(ts, n.anyPrivate)
	return []factorTerm{{f: []int{id}}}
}

// product multiplies; sums by a variable are multiplied out.
func (n *normaliser) product(a, b []factorTerm, inSum bool) []factorTerm {
	if len(a) > 1 && len(b) == 1 {
		a, b = b, a
	}
	if len(a) > 1 || !inSum || len(a[0].f) > 1 || len(b) > 8 || degree(b) > 3 ||
		len(b) > 1 && slices.ContainsFunc(b, n.anyPrivate) {
		a, b = n.single(a), n.single(b)
	}
	if len(a[0].f)+degree(b) > factorDegree {
		for _, t := range []*[]factorTerm{&a, &b} {
			if len((*t)[0].f) > 1 {
				id := n.named(*t, n.at)
				n.atoms[id].private = n.anyPrivate(n.atoms[id].def.terms[0])
				*t = []factorTerm{{f: []int{id}}}
			}
		}
	}
	out := make([]factorTerm, len(b))
	for i, t := range b {
		out[i] = n.times(a[0], t)
	}
	return out
}

func degree(ts []factorTerm) (d int) {
	for _, t := range ts {
		d = max(d, len(t.f))
	}
	return d
}

// times multiplies two products; constants are multiplied.
func (f *factorer) times(a, b factorTerm) factorTerm {
	out := factorTerm{neg: a.neg != b.neg}
	c := 1.0
	for _, id := range append(slices.Clone(a.f), b.f...) {
		if e := f.atoms[id].e; e != nil && e.Kind == loop.ConstExpr {
			c *= e.F
		} else {
			out.f = append(out.f, id)
		}
	}
	if c != 1 {
		out.f = append(out.f, f.constant(c))
	}
	slices.Sort(out.f)
	return out
}
