package syntax

import (
	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/internal/set"
)

// FreeVars returns the free variables of t in order of first occurrence.
// It is linear in the size of t.
func FreeVars(t Term) []*Var {
	if Leafy(t) {
		return leafVars(t)
	}
	c := freeVars{}
	c.visit(t)
	return c.out
}

// Leafy reports whether t binds nothing and all its subterms are atoms, as
// most right-hand sides in A-normal form do.
func Leafy(t Term) bool {
	switch t.(type) {
	case *Const, *VarRef:
		return true
	case *Tuple, *Proj, *App, *Inj, *Call, *Prim, *Zero, *Plus, *Index, *LinApp, *Coproj:
	default:
		return false
	}
	switch t := t.(type) {
	case *Prim:
		return areAtoms(t.Args)
	case *Tuple:
		return areAtoms(t.Elems)
	case *Plus:
		return areAtoms(t.Terms)
	}
	ok := true
	Children(t, func(c Term) { ok = ok && IsAtom(c) })
	return ok
}

func areAtoms(ts []Term) bool {
	for _, t := range ts {
		if !IsAtom(t) {
			return false
		}
	}
	return true
}

// leafVars is FreeVars of a leafy term.
func leafVars(t Term) []*Var {
	var out []*Var
	var seen map[*Var]bool // nil while there are few
	add := func(c Term) {
		r, ok := c.(*VarRef)
		if !ok {
			return
		}
		if seen == nil {
			for _, x := range out {
				if x == r.Var {
					return
				}
			}
			if out == nil {
				out = make([]*Var, 0, 2) // as many as most have
			}
			if out = append(out, r.Var); len(out) == 16 {
				seen = set.Of(out)
			}
			return
		}
		if !seen[r.Var] {
			seen[r.Var] = true
			out = append(out, r.Var)
		}
	}
	if r, ok := t.(*VarRef); ok {
		add(r)
	}
	Children(t, add)
	return out
}

// Binders are unique, so a variable bound anywhere inside t is not free in t.
type freeVars struct {
	known paged.Table[bool] // bound, or seen
	out   []*Var
}

func (c *freeVars) visit(t Term) {
	switch t := t.(type) {
	case *VarRef:
		if k := c.known.At(t.Var.id); !*k {
			*k = true
			c.out = append(c.out, t.Var)
		}
		return
	case *Let:
		for i := range t.Binds {
			c.visit(t.Binds[i].Rhs)
			if x := t.Binds[i].Var; x != nil {
				*c.known.At(x.id) = true
			}
		}
		c.visit(t.Body)
		return
	}
	// The operands of a node with binders do not mention them.
	Binders(t, func(x *Var) { *c.known.At(x.id) = true })
	Children(t, c.visit)
}

// CountNodes returns the number of nodes of t, a let-binding counting as one.
func CountNodes(t Term) int {
	n := 1
	if l, ok := t.(*Let); ok {
		n = len(l.Binds)
	}
	Children(t, func(c Term) { n += CountNodes(c) })
	return n
}

// Substitution replaces variables by terms and size variables by sizes.
// With Fresh every binder met is replaced by a new one: use it whenever the
// original stays in the program, so that binders stay unique.
//
// Terms put in for variables are not copied: if a term that binds is put in
// for a variable used more than once, set Copy.
type Substitution struct {
	Vars  map[*Var]Term
	Sizes map[*SizeVar]*Size
	// Defs replaces the definitions that are called; their types must agree.
	Defs  map[*Def]*Def
	Fresh bool
	// Copy refreshes each term put in after the first use of it.
	Copy bool
	used map[*Var]bool
	own  paged.Table[Term] // the new binders, and what [Substitution.Put] says
}

// Reset makes s the substitution of nothing, with the memory that it has. It is for those who substitute in many terms.
func (s *Substitution) Reset() {
	s.own.Reset()
	*s = Substitution{own: s.own}
}

// Put has u take the place of x, as it does if it is in Vars, without a map. It is never copied.
func (s *Substitution) Put(x *Var, u Term) { *s.own.At(x.id) = u }

// PutSize has n take the place of v.
func (s *Substitution) PutSize(v *SizeVar, n *Size) {
	if s.Sizes == nil {
		s.Sizes = map[*SizeVar]*Size{}
	}
	s.Sizes[v] = n
}

// Apply substitutes in t.
func (s *Substitution) Apply(t Term) Term {
	m := &Mapper{Binder: s.binder, SizeBinder: s.sizeBinder, Type: s.typ, Size: s.size}
	if s.Defs != nil {
		m.Def = func(d *Def) *Def {
			if e := s.Defs[d]; e != nil {
				return e
			}
			return d
		}
	}
	m.Term = func(t Term) Term {
		if r, ok := t.(*VarRef); ok {
			return s.ref(r)
		}
		return m.Map(t)
	}
	return m.Term(t)
}

func (s *Substitution) ref(r *VarRef) Term {
	if u := s.own.Get(r.Var.id); u != nil {
		return u
	}
	u, ok := s.Vars[r.Var]
	if !ok {
		return r
	}
	if s.Copy {
		if s.used[r.Var] {
			return Refresh(u)
		}
		if s.used == nil {
			s.used = map[*Var]bool{}
		}
		s.used[r.Var] = true
	}
	return u
}

func (s *Substitution) binder(x *Var) *Var {
	ty := s.typ(x.Type)
	if !s.Fresh && ty == x.Type {
		return x
	}
	y := NewVar(x.Name, ty)
	*s.own.At(x.id) = Ref(y)
	return y
}

func (s *Substitution) sizeBinder(n *SizeVar) *SizeVar {
	if !s.Fresh {
		return n
	}
	m := NewSizeVar(n.Name)
	s.PutSize(n, SizeOfVar(m))
	return m
}

func (s *Substitution) env(v *SizeVar) *Size { return s.Sizes[v] }

func (s *Substitution) typ(t Type) Type {
	if len(s.Sizes) == 0 {
		return t
	}
	return SubstSizes(t, s.env)
}

func (s *Substitution) size(n *Size) *Size {
	if len(s.Sizes) == 0 {
		return n
	}
	return n.Subst(s.env)
}

// Subst replaces x by u in t. u is used as it is: see [Substitution.Copy].
func Subst(t Term, x *Var, u Term) Term {
	s := Substitution{Vars: map[*Var]Term{x: u}}
	return s.Apply(t)
}

// Refresh copies t with new binders.
func Refresh(t Term) Term {
	s := Substitution{Fresh: true}
	return s.Apply(t)
}
