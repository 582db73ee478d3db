package syntax

// FreeVars returns the free variables of t in order of first occurrence.
// It is linear in the size of t.
func FreeVars(t Term) []*Var {
	c := freeVars{bound: map[*Var]bool{}, seen: map[*Var]bool{}}
	c.visit(t)
	return c.out
}

// Binders are unique, so a variable bound anywhere inside t is not free in t.
type freeVars struct {
	bound, seen map[*Var]bool
	out         []*Var
}

func (c *freeVars) visit(t Term) {
	if r, ok := t.(*VarRef); ok {
		if !c.bound[r.Var] && !c.seen[r.Var] {
			c.seen[r.Var] = true
			c.out = append(c.out, r.Var)
		}
		return
	}
	m := Mapper{
		Term:   func(s Term) Term { c.visit(s); return s },
		Binder: func(x *Var) *Var { c.bound[x] = true; return x },
	}
	m.Map(t)
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
}

// Apply substitutes in t.
func (s *Substitution) Apply(t Term) Term {
	if s.Vars == nil {
		s.Vars = map[*Var]Term{}
	}
	if s.Sizes == nil {
		s.Sizes = map[*SizeVar]*Size{}
	}
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
	s.Vars[x] = Ref(y)
	return y
}

func (s *Substitution) sizeBinder(n *SizeVar) *SizeVar {
	if !s.Fresh {
		return n
	}
	m := NewSizeVar(n.Name)
	s.Sizes[n] = SizeOfVar(m)
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
