package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// jam runs a loop over the rows of a matrix four rows at a time, if Options.Jam asks for it ("unroll and jam"): its inner
// loops read an array that all rows share, or add to one, once for four rows, and four sums wait for each
// other no longer.
//
//	for i < n {                         var i int = 0
//	  var a []real = A[i]               loop {
//	  var s real = 0.0                    while i < n - 3
//	  for j < m {                 →       var a []real = A[i]
//	    s +~= a[j] * x[j]                 var a1 []real = A[i + 1]; …
//	  }                                   for j < m {
//	  t += s * s                            s +~= a[j] * x[j]
//	}                                       s1 +~= a1[j] * x[j]; …
//	                                      }
//	                                      t += s * s
//	                                      t += s1 * s1; …
//	                                      i += 4
//	                                    }
//	                                    loop { while i < n … i += 1 }
//
// The sums are added up in one part each, in the order of the source.
var jam = Pass{ //nolint:gochecknoglobals // a constant
	Name: "jam",
	Law: "Statements of a loop that meet in no variable from outside and no memory can be run for several iterations, one after " +
		"the other; loops that add to one element in each iteration can be run together.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		if o.Jam && !o.Kernels {
			j := &jammer{in: Analyse(f)}
			j.block(&f.Body)
		}
	}),
}

const (
	jamRows = 4
	jamSums = 2 // sums of an inner loop, at most: more than 8 do not stay in registers
)

type jammer struct{ in *Info }

func (j *jammer) block(b *[]loop.Stmt) {
	out := make([]loop.Stmt, 0, len(*b))
	for _, s := range *b {
		if l, ok := s.(*loop.For); ok && j.can(l) {
			out = append(out, j.rows(l)...)
			continue
		}
		loop.Blocks(s, j.block)
		out = append(out, s)
	}
	*b = out
}

// can reports whether the rows of l can be taken together, and whether something is shared.
func (j *jammer) can(l *loop.For) bool {
	if l.Down || l.Par != nil || !l.N.IsAtom() || !j.in.Fixed(l.N) || l.N.IsConst() && l.N.I < 2*jamRows {
		return false
	}
	declared := map[*loop.Var]bool{l.Var: true}
	local := map[*loop.Var]bool{l.Var: true} // those that are another in each row
	changed := j.in.Effects(l)
	shares := false
	for _, s := range l.Body {
		ok := true
		loop.Operands(s, func(e **loop.Expr, _ bool) { ok = ok && !(*e).CanFail() })
		switch s := s.(type) {
		case *loop.Let:
			declared[s.Var], local[s.Var] = true, !j.common(s, changed)
		case *loop.AddTo:
		case *loop.Assign:
			ok = ok && len(s.Lhs) == 1
		case *loop.For:
			ok = ok && s.N.IsAtom() && j.in.Fixed(s.N) && !declared[s.N.Var] && j.inner(s, local, &shares)
		default:
			return false
		}
		if !ok {
			return false
		}
	}
	return shares && j.independent(l.Body, declared)
}

// common reports whether a declaration is the same view in all iterations of a loop that changes what it does.
func (j *jammer) common(s *loop.Let, changed *Effects) bool {
	return s.Var.Type.IsArray() && !j.in.Mutable(s.Var) && j.in.Steady(s.Rhs, changed)
}

// inner reports whether copies of an inner loop can run together; shares is set if they have an array in common.
func (j *jammer) inner(s *loop.For, local map[*loop.Var]bool, shares *bool) bool {
	if v, ok := loop.VectorOf(s); ok && v.Op == loop.Axpy {
		*shares = *shares || local[v.X.Var]
		return !local[v.Dst.Var] && !j.in.MayShare(v.Dst.Var, v.X.Var)
	}
	return j.sums(s, local, shares)
}

// sums reports whether a loop only adds to few local sums, which it does not read.
func (j *jammer) sums(l *loop.For, local map[*loop.Var]bool, shares *bool) bool {
	sums := map[*loop.Var]bool{}
	for _, s := range l.Body {
		switch s := s.(type) {
		case *loop.Let:
			if s.Var.Type != loop.RealType || j.in.Mutable(s.Var) {
				return false
			}
		case *loop.AddTo:
			if s.Lhs.Kind != loop.VarExpr || s.Lhs.Type != loop.RealType || !local[s.Lhs.Var] {
				return false
			}
			sums[s.Lhs.Var] = true
		default:
			return false
		}
	}
	if len(sums) > jamSums {
		return false
	}
	reads, own, others := false, false, false
	for _, s := range l.Body {
		var visit func(e *loop.Expr)
		visit = func(e *loop.Expr) {
			reads = reads || e.Kind == loop.VarExpr && sums[e.Var]
			if e.Kind == loop.IndexExpr && e.Args[0].Kind == loop.VarExpr && e.Args[1].IsVar(l.Var) {
				own, others = own || local[e.Args[0].Var], others || !local[e.Args[0].Var]
			}
			for _, a := range e.Args {
				visit(a)
			}
		}
		visit(rightSide(s))
	}
	*shares = *shares || own && others
	return !reads
}

// independent reports whether no two statements meet, but in variables that are declared among them.
func (j *jammer) independent(body []loop.Stmt, declared map[*loop.Var]bool) bool {
	effects := make([]*Effects, len(body))
	for k, s := range body {
		effects[k] = j.in.Effects(s)
	}
	for k, s := range body {
		for m, ef := range effects {
			if m != k && j.meets(s, effects[k], ef, declared) {
				return false
			}
		}
	}
	return true
}

// meets reports whether a statement with effects own reads or changes what other changes.
func (j *jammer) meets(s loop.Stmt, own, other *Effects, declared map[*loop.Var]bool) bool {
	for v := range own.Vars {
		if other.Vars[v] && !declared[v] {
			return true
		}
	}
	for r := range own.Regions {
		if other.Regions[r] {
			return true
		}
	}
	met := false
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		if e.Kind == loop.VarExpr {
			met = met || other.Vars[e.Var] && !declared[e.Var]
		}
		if r, ok := j.in.Region(e); ok && other.Regions[r] {
			met = true
		}
		for _, a := range e.Args {
			visit(a)
		}
	}
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) { loop.Operands(s, func(e **loop.Expr, _ bool) { visit(*e) }) })
	return met
}

// rows is l, four rows at a time, and what does the rest.
func (j *jammer) rows(l *loop.For) []loop.Stmt {
	i := loop.Use(l.Var)
	less := syntax.MustOp("ilt")
	many := &loop.While{Cond: loop.Prim(less, i, loop.Add(l.N, loop.IntConst(1-jamRows)))}
	var with [jamRows]map[*loop.Var]*loop.Expr
	for k := range with {
		with[k] = map[*loop.Var]*loop.Expr{l.Var: loop.Add(i, loop.IntConst(int64(k)))}
	}
	changed := j.in.Effects(l)
	for _, s := range l.Body {
		if f, ok := s.(*loop.For); ok {
			many.Body = append(many.Body, together(f, with[:]))
			continue
		}
		if d, ok := s.(*loop.Let); ok && j.common(d, changed) {
			many.Body = append(many.Body, copyStmt(s, with[0]))
			for _, w := range with[1:] {
				w[d.Var] = with[0][d.Var]
			}
			continue
		}
		for _, w := range with {
			many.Body = append(many.Body, copyStmt(s, w))
		}
	}
	many.Body = append(many.Body, &loop.AddTo{Lhs: i, Rhs: loop.IntConst(jamRows)})
	rest := &loop.While{Cond: loop.Prim(less, i, l.N), Body: append(l.Body, &loop.AddTo{Lhs: i, Rhs: loop.IntConst(1)})}
	return []loop.Stmt{&loop.Let{Var: l.Var, Rhs: loop.IntConst(0)}, many, rest}
}

// together runs copies of an inner loop at once. An element that all add to is a variable meanwhile.
func together(f *loop.For, with []map[*loop.Var]*loop.Expr) *loop.For {
	out := &loop.For{Var: loop.NewVar(f.Var.Name, loop.IntType), N: f.N, Down: f.Down}
	if len(f.Body) == 0 {
		return out
	}
	for _, w := range with {
		w[f.Var] = loop.Use(out.Var)
	}
	s, ok := f.Body[0].(*loop.AddTo)
	if !ok || s.Lhs.Kind == loop.VarExpr {
		for _, w := range with {
			out.Body = append(out.Body, copyBody(f.Body, w)...)
		}
		return out
	}
	place := substitute(s.Lhs, with[0])
	t := loop.NewVar("t", place.Type)
	out.Body = append(out.Body, &loop.Let{Var: t, Rhs: place})
	last := len(with) - 1
	for _, w := range with[:last] {
		out.Body = append(out.Body, &loop.AddTo{Lhs: loop.Use(t), Rhs: substitute(s.Rhs, w), Free: s.Free})
	}
	sum := loop.Prim(syntax.OpAdd, loop.Use(t), substitute(s.Rhs, with[last]))
	out.Body = append(out.Body, &loop.Assign{Lhs: []*loop.Expr{place}, Rhs: []*loop.Expr{sum}})
	return out
}

// copyStmt copies a Let, AddTo or Assign, with another variable where it declares one.
func copyStmt(s loop.Stmt, with map[*loop.Var]*loop.Expr) loop.Stmt {
	return copyBody([]loop.Stmt{s}, with)[0]
}
