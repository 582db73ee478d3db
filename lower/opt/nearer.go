package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// nearer puts the statements of large loop bodies in an order in which few numbers are waited for at a time: a processor has some fifteen
// registers for them, and what is in memory instead takes five cycles more. Long sums are added up as their terms come, values are
// stored when they are there, and elements are loaded when they are used.
//
//	for i < n {                         for i < n {
//	  var a real = x[i] * s               var a real = x[i] * s
//	  var b real = a * a                  y[i] = a
//	  var c real = b * s             →    var b real = a * a
//	  var d real = c * c                  var p real = a + b
//	  s = a + b + c + d                   var c real = b * s
//	  y[i], z[i] = a, c                   z[i] = c
//	}                                     s = p + c + c * c
//	                                    }
//
// Back ends keep the order; processors look some hundred operations ahead, so that nothing waits longer for it.
var nearer = orderFrom(orderAlive) //nolint:gochecknoglobals // a constant

// orderAlive is how many numbers have to be kept at a time, at least, for statements to change places.
const orderAlive = 14

// orderMost is the number of statements of a block that are ordered, at most.
const orderMost = 400

func orderFrom(alive int) Pass {
	return Pass{
		Name: "nearer",
		Law: "Statements of which neither writes what the other reads or writes can change places. The first terms of a sum are a sum, and free " +
			"additions can be done one by one.",
		Needs: Loops,
		Run: eachFunc(func(f *loop.Func, o *Options) {
			r := &orderer{in: Analyse(f), alive: alive, free: !o.Ordered, reads: readsOf(f), parts: map[*loop.Var]bool{}}
			loop.Walk(f.Body, func(s loop.Stmt) {
				if isLoop(s) && loopDepth(s, 2) == 1 {
					loop.Blocks(s, func(b *[]loop.Stmt) { *b = r.block(*b) })
				}
			})
		}),
	}
}

type orderer struct {
	in    *Info
	alive int
	free  bool
	reads map[*loop.Var]int
	parts map[*loop.Var]bool // partial sums that were declared, which are read once
}

// block orders the runs of statements between those that keep their place.
func (r *orderer) block(b []loop.Stmt) []loop.Stmt {
	var out, run []loop.Stmt
	flush := func() {
		out = append(out, r.run(run)...)
		run = nil
	}
	for _, s := range b {
		if r.moves(s) {
			run = append(run, s)
			continue
		}
		flush()
		out = append(out, s)
	}
	flush()
	return out
}

// moves reports whether a statement may change its place: it computes numbers, and is no error.
func (r *orderer) moves(s loop.Stmt) bool {
	fine := func(e *loop.Expr) bool {
		return !e.CanFail() && !e.Has(1<<loop.TagExpr|1<<loop.FieldExpr) && !ofNone(e)
	}
	scalar := func(e *loop.Expr) bool { return e.Type.IsNumber() && fine(e) }
	switch s := s.(type) {
	case *loop.Let: // rows stay the same: no statement that moves gives an array another one
		return scalar(s.Rhs) || s.Rhs.Type.IsArray() && fine(s.Rhs)
	case *loop.AddTo:
		return scalar(s.Lhs) && scalar(s.Rhs)
	case *loop.Assign:
		return !slices.ContainsFunc(s.Lhs, func(e *loop.Expr) bool { return !scalar(e) }) &&
			!slices.ContainsFunc(s.Rhs, func(e *loop.Expr) bool { return !scalar(e) })
	}
	return false
}

// ofNone reports whether an expression has an element of no variable's array, as one of nil that no run reads.
func ofNone(e *loop.Expr) bool {
	return e.Kind == loop.IndexExpr && e.Root() == nil || slices.ContainsFunc(e.Args, ofNone)
}

// run orders some statements, if that leaves fewer numbers alive at a time.
func (r *orderer) run(b []loop.Stmt) []loop.Stmt {
	if len(b) < 3 || len(b) > orderMost {
		return b
	}
	was := newOrdering(r, b)
	if was.most(was.given()) <= r.alive {
		return b
	}
	parts := r.split(b)
	if len(parts) > 3*orderMost {
		return b
	}
	d := newOrdering(r, parts)
	at := d.schedule()
	if d.most(at) >= was.most(was.given()) {
		return b
	}
	out := make([]loop.Stmt, len(at))
	for i, k := range at {
		out[i] = parts[k]
	}
	return r.join(out)
}

// split makes statements of partial sums, of free additions, and of stores.
func (r *orderer) split(b []loop.Stmt) []loop.Stmt {
	var out []loop.Stmt
	for _, s := range b {
		switch s := s.(type) {
		case *loop.Let:
			var e *loop.Expr
			out, e = r.partial(out, s.Rhs)
			out = append(out, &loop.Let{Var: s.Var, Rhs: e})
		case *loop.AddTo:
			if ts := addends(s.Rhs); r.free && s.Free && len(ts) > 2 && !r.readsOwn(s) {
				for _, t := range ts {
					out = append(out, &loop.AddTo{Lhs: s.Lhs, Rhs: t, Free: true})
				}
				continue
			}
			var e *loop.Expr
			out, e = r.partial(out, s.Rhs)
			out = append(out, &loop.AddTo{Lhs: s.Lhs, Rhs: e, Free: s.Free})
		case *loop.Assign:
			if !r.stores(s) {
				if len(s.Lhs) == 1 {
					var e *loop.Expr
					out, e = r.partial(out, s.Rhs[0])
					s = &loop.Assign{Lhs: s.Lhs, Rhs: []*loop.Expr{e}}
				}
				out = append(out, s)
				continue
			}
			for i := range s.Lhs {
				out = append(out, &loop.Assign{Lhs: s.Lhs[i : i+1 : i+1], Rhs: s.Rhs[i : i+1 : i+1]})
			}
		}
	}
	return out
}

// readsOwn reports whether what is added may depend on what it is added to: the second term would see the sum with the first.
func (r *orderer) readsOwn(s *loop.AddTo) bool {
	own := false
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		switch e.Kind {
		case loop.VarExpr:
			own = own || s.Lhs.IsVar(e.Var)
		case loop.IndexExpr:
			own = own || !e.Type.IsArray() && s.Lhs.Kind == loop.IndexExpr && r.in.MayShare(e.Root(), s.Lhs.Root()) && !r.apart(e, s.Lhs)
		}
		for _, a := range e.Args {
			visit(a)
		}
	}
	visit(s.Rhs)
	return own
}

// stores reports whether an assignment stores variables in elements, whose places no element says.
func (r *orderer) stores(s *loop.Assign) bool {
	for i, l := range s.Lhs {
		if l.Kind != loop.IndexExpr || !s.Rhs[i].IsAtom() {
			return false
		}
		for ; l.Kind == loop.IndexExpr || l.Kind == loop.SliceExpr; l = l.Args[0] {
			if slices.ContainsFunc(l.Args[1:], (*loop.Expr).ReadsMemory) {
				return false
			}
		}
		if l.Kind != loop.VarExpr {
			return false
		}
	}
	return true
}

// addends are the terms of a sum without differences.
func addends(e *loop.Expr) []*loop.Expr {
	if e.Kind == loop.PrimExpr && e.Prim == syntax.OpAdd {
		return append(addends(e.Args[0]), addends(e.Args[1])...)
	}
	return []*loop.Expr{e}
}

// partial declares what a sum of three terms and more is before its last.
func (r *orderer) partial(out []loop.Stmt, e *loop.Expr) ([]loop.Stmt, *loop.Expr) {
	if !isSum(e) || !isSum(e.Args[0]) {
		return out, e
	}
	out, first := r.partial(out, e.Args[0])
	v := r.in.Fresh("p", loop.RealType, nil)
	r.reads[v], r.parts[v] = 1, true
	out = append(out, &loop.Let{Var: v, Rhs: first})
	return out, e.With([]*loop.Expr{loop.Use(v), e.Args[1]})
}

// join puts partial sums back where the next statement is the rest.
func (r *orderer) join(b []loop.Stmt) []loop.Stmt {
	var out []loop.Stmt
	for _, s := range b {
		for len(out) > 0 {
			l, ok := out[len(out)-1].(*loop.Let)
			if !ok || !r.parts[l.Var] || !joins(s, l) {
				break
			}
			out = out[:len(out)-1]
		}
		out = append(out, s)
	}
	return out
}

// joins writes a partial sum into the statement whose sum begins with it.
func joins(s loop.Stmt, l *loop.Let) bool {
	place := func(e **loop.Expr) bool {
		if isSum(*e) && (*e).Args[0].IsVar(l.Var) {
			*e = (*e).With([]*loop.Expr{l.Rhs, (*e).Args[1]})
			return true
		}
		return false
	}
	switch s := s.(type) {
	case *loop.Let:
		return place(&s.Rhs)
	case *loop.AddTo:
		return place(&s.Rhs)
	case *loop.Assign:
		return len(s.Rhs) == 1 && place(&s.Rhs[0])
	}
	return false
}
