package lower

import "github.com/seed-4b734f86/gochad/syntax"

// lfunTypes remembers which types mention a linear function.
type lfunTypes struct {
	memo map[syntax.Type]bool
	open map[*syntax.Data]bool // being looked into: a recursive type asks for itself
}

func newLFunTypes() *lfunTypes {
	return &lfunTypes{map[syntax.Type]bool{}, map[*syntax.Data]bool{}}
}

// in reports whether ty mentions a linear function type.
func (m *lfunTypes) in(ty syntax.Type) bool {
	switch ty.(type) {
	case *syntax.Scalar, *syntax.IdxType:
		return false
	case *syntax.LFunType:
		return true
	}
	if r, ok := m.memo[ty]; ok {
		return r
	}
	d, isData := ty.(*syntax.Data)
	if isData {
		if m.open[d] {
			return false
		}
		m.open[d] = true
	}
	r := m.inParts(ty)
	if isData {
		delete(m.open, d)
	}
	if r || len(m.open) == 0 { // inside an open type, no is not yet final
		m.memo[ty] = r
	}
	return r
}

func (m *lfunTypes) inParts(ty syntax.Type) bool {
	switch ty := ty.(type) {
	case *syntax.TupleType:
		return m.any(ty.Elems)
	case *syntax.SumType, *syntax.Data:
		vs, _ := syntax.Variants(ty)
		return m.any(vs)
	case *syntax.FuncType:
		return m.in(ty.Param) || m.in(ty.Result)
	case *syntax.ArrayType:
		return m.in(ty.Elem)
	case *syntax.DynType:
		return m.in(ty.Elem)
	case *syntax.CopowerType:
		return m.in(ty.Key) || m.in(ty.Val)
	case *syntax.LFunType:
		return true
	case *syntax.Scalar, *syntax.IdxType:
		return false
	}
	panic("lower: unexpected type " + ty.String())
}

func (m *lfunTypes) any(ts []syntax.Type) bool {
	for _, t := range ts {
		if m.in(t) {
			return true
		}
	}
	return false
}

// scanner finds the terms that the pass has to rewrite: those that hold a
// linear function, an application of one, or a call of a definition that has changed.
type scanner struct {
	lfuns   *lfunTypes
	changed func(*syntax.Def) bool
	touched map[syntax.Term]bool // holds only the terms to rewrite; may be nil
}

// unlinear reports whether it is known without a search that no type in t, the body of a definition whose parameters
// hold no linear functions, speaks of one: a term of the source language makes none, and only calls, functions and
// injections have types that say more than what they are made of.
func unlinear(t syntax.Term) bool {
	return syntax.IsSource(t) && syntax.NodesOf(t)&(syntax.Calls|syntax.Lams|syntax.Operators|syntax.Injections) == 0
}

// scan fills touched for t and everything in it.
func (s *scanner) scan(t syntax.Term) bool {
	hit := s.lfuns.in(t.Type())
	switch t := t.(type) {
	case *syntax.VarRef, *syntax.Const:
		return hit
	case *syntax.Prim:
		for _, a := range t.Args {
			if s.scan(a) {
				hit = true
			}
		}
		return s.mark(t, hit)
	case *syntax.LinLam, *syntax.LinApp:
		hit = true
	case *syntax.Call:
		hit = hit || s.changed(t.Def)
	}
	syntax.Children(t, func(c syntax.Term) {
		if s.scan(c) {
			hit = true
		}
	})
	return s.mark(t, hit)
}

func (s *scanner) mark(t syntax.Term, hit bool) bool {
	if hit && s.touched != nil {
		s.touched[t] = true
	}
	return hit
}

// free collects the free variables and size variables of terms in order of
// first occurrence. Binders are unique, so what is bound anywhere is not free.
type free struct {
	bound, seen           small[*syntax.Var, struct{}]
	boundSizes, seenSizes small[*syntax.SizeVar, struct{}]
	types                 small[syntax.Type, struct{}]
	vars                  []*syntax.Var
	sizes                 []*syntax.SizeVar
	mapper                syntax.Mapper
}

func newFree() *free {
	f := &free{}
	f.mapper = syntax.Mapper{
		Term:       func(t syntax.Term) syntax.Term { f.term(t); return t },
		Binder:     func(x *syntax.Var) *syntax.Var { f.bind(x); return x },
		SizeBinder: func(n *syntax.SizeVar) *syntax.SizeVar { f.boundSizes.put(n, struct{}{}); return n },
		Type:       func(t syntax.Type) syntax.Type { f.typ(t); return t },
		Size:       func(n *syntax.Size) *syntax.Size { n.Vars(f.sizeVar); return n },
	}
	return f
}

func (f *free) bind(x *syntax.Var) {
	f.bound.put(x, struct{}{})
	f.typ(x.Type)
}

func (f *free) term(t syntax.Term) {
	switch t := t.(type) {
	case *syntax.Const:
		return
	case *syntax.VarRef:
		if x := t.Var; !f.bound.has(x) && !f.seen.has(x) {
			f.seen.put(x, struct{}{})
			f.vars = append(f.vars, x)
			f.typ(x.Type)
		}
	case *syntax.Prim:
		for _, a := range t.Args {
			f.term(a)
		}
	default:
		f.mapper.Map(t)
	}
}

func (f *free) typ(t syntax.Type) {
	if _, scalar := t.(*syntax.Scalar); !scalar && !f.types.has(t) {
		f.types.put(t, struct{}{})
		syntax.EachSizeVar(t, f.sizeVar)
	}
}

func (f *free) sizeVar(n *syntax.SizeVar) {
	if !f.boundSizes.has(n) && !f.seenSizes.has(n) {
		f.seenSizes.put(n, struct{}{})
		f.sizes = append(f.sizes, n)
	}
}
