package factor

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// emit writes the statements again; it reports whether something is different.
func (f *factorer) emit(part []loop.Stmt) (out []loop.Stmt, changed bool) {
	next := 0
	sums := make([]*polynomial, 0, len(f.sums))
	for _, p := range f.sums {
		if p.id < 0 || f.atoms[p.id].def == nil {
			sums = append(sums, p)
		}
	}
	for i, s := range part {
		if next >= len(sums) || sums[next].at != i {
			out = append(out, s)
			continue
		}
		s = copyOf(s)
		f.roots(s, func(e *loop.Expr) *loop.Expr {
			p := sums[next]
			next++
			if !p.changed && !f.anyNew(p) {
				return e
			}
			changed = true
			var x *loop.Expr
			out, x = f.sum(out, p)
			return x
		})
		out = append(out, s)
	}
	return out, changed
}

// anyNew reports whether a new variable is among the factors of a sum.
func (f *factorer) anyNew(p *polynomial) bool {
	return slices.ContainsFunc(p.terms, func(t factorTerm) bool {
		return slices.ContainsFunc(t.f, func(id int) bool { return f.atoms[id].def != nil })
	})
}

// copyOf is a statement that can be changed while the other stays.
func copyOf(s loop.Stmt) loop.Stmt {
	switch s := s.(type) {
	case *loop.Let:
		c := *s
		return &c
	case *loop.Assign:
		c := *s
		c.Lhs, c.Rhs = slices.Clone(s.Lhs), slices.Clone(s.Rhs)
		return &c
	case *loop.AddTo:
		c := *s
		return &c
	}
	return s
}

// sum is the expression of a polynomial; declarations of new variables that it needs come to the statements.
func (f *factorer) sum(out []loop.Stmt, p *polynomial) ([]loop.Stmt, *loop.Expr) {
	for _, t := range p.terms {
		for _, id := range t.f {
			out = f.declare(out, id)
		}
	}
	terms := slices.Clone(p.terms)
	// What iterations add to comes last, so that they wait for one addition.
	if k := slices.IndexFunc(terms, f.carried); k >= 0 && !terms[k].neg && len(terms) > 2 {
		rest := polynomial{terms: slices.Delete(slices.Clone(terms), k, k+1)}
		out, x := f.sum(out, &rest)
		return out, loop.Prim(syntax.OpAdd, f.productOf(terms[k].f), x)
	}
	if k := slices.IndexFunc(terms, func(t factorTerm) bool { return !t.neg }); k > 0 {
		terms[0], terms[k] = terms[k], terms[0]
	}
	var x *loop.Expr
	for _, t := range terms {
		c := slices.IndexFunc(t.f, func(id int) bool { return f.atoms[id].at == -2 })
		if x == nil && t.neg && c >= 0 {
			t.f = slices.Clone(t.f)
			t.neg, t.f[c] = false, f.constant(-f.atoms[t.f[c]].e.F)
		}
		y := f.productOf(t.f)
		switch {
		case x == nil && t.neg:
			x = loop.Prim(syntax.OpNeg, y)
		case x == nil:
			x = y
		case t.neg:
			x = loop.Prim(syntax.OpSub, x, y)
		default:
			x = loop.Prim(syntax.OpAdd, x, y)
		}
	}
	return out, x
}

// carried reports whether a term is a variable that changes.
func (f *factorer) carried(t factorTerm) bool {
	return len(t.f) == 1 && f.atoms[t.f[0]].private && f.atoms[t.f[0]].e.Kind == loop.VarExpr
}

// productOf multiplies what is known first first.
func (f *factorer) productOf(ids []int) *loop.Expr {
	ids = slices.Clone(ids)
	slices.SortStableFunc(ids, func(a, b int) int { return f.atoms[a].at - f.atoms[b].at })
	var x *loop.Expr
	for _, id := range ids {
		if y := f.atoms[id].e; x == nil {
			x = y
		} else {
			x = loop.Prim(syntax.OpMul, x, y)
		}
	}
	if x == nil {
		return loop.RealConst(1)
	}
	return x
}

// declare declares a new variable where it is first needed.
func (f *factorer) declare(out []loop.Stmt, id int) []loop.Stmt {
	def := f.atoms[id].def
	if def == nil || f.atoms[id].made {
		return out
	}
	f.atoms[id].made = true
	var x *loop.Expr
	out, x = f.sum(out, def)
	v := f.in.Fresh("g", loop.RealType, nil)
	f.atoms[id].e = loop.Use(v)
	return append(out, &loop.Let{Var: v, Rhs: x})
}
