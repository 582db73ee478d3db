package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// logSums adds up softplus(z) = max(z, 0) + log(1 + e^-|z|) with one logarithm for many terms, since a product is
// computed sooner than a logarithm. What is multiplied is carried less 1, q = Π(1+e) - 1, which keeps the relative
// accuracy of small e; where q becomes great, its logarithm is added to the sum and the product starts again.
// A sigmoid of z, the derivative, has the same exponential.
//
//	                                            var q real = 0.0
//	for i < n {                                 for i < n {
//	  …                                           …
//	                                              var e real = exp(-abs(z))
//	                                              var top real = 0.0
//	                                              var over real = e
//	                                              if z > 0.0 {
//	                                                top, over = z, 1.0
//	                                              }
//	  g += sigmoid(z) * a              →          g += over / (1.0 + e) * a
//	  s +~= softplus(z) - t                       s +~= top - t
//	                                              var p real = q + e * (1.0 + q)
//	                                              if p < 2^512 {
//	                                                q = p
//	                                              } else {
//	                                                s +~= log1p(q); q = e
//	                                              }
//	}                                           }
//	                                            s +~= log1p(q)
//
// Of n terms the sum differs from the exact one by at most about 3·n·u more than a sum of the terms does, with u = 2⁻⁵³: each factor is
// rounded three times, and a relative error of the product is an absolute one of its logarithm.
var logSums = Pass{ //nolint:gochecknoglobals // a constant
	Name: "log-sums",
	Law: "With fast-math only: Σ log(1+e) = log Π(1+e), softplus(z) = max(z, 0) + log(1+e) and sigmoid(z) = 1/(1+e) for z > 0, " +
		"else e/(1+e), with e = exp(-|z|).",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		if o.FastMath && !o.Ordered {
			l := &logSummer{in: Analyse(f)}
			l.block(&f.Body)
		}
	}),
}

// logSumFull is where a product is full: factors are at most 2.
const logSumFull = 0x1p512

type logSummer struct{ in *Info }

func (l *logSummer) block(b *[]loop.Stmt) {
	out := make([]loop.Stmt, 0, len(*b))
	for _, s := range *b {
		loop.Blocks(s, l.block)
		var before, after []loop.Stmt
		switch s := s.(type) {
		case *loop.For:
			if !s.Vector {
				before, after = l.loop(s, &s.Body)
			}
		case *loop.While:
			before, after = l.loop(s, &s.Body)
		}
		out = append(append(append(out, before...), s), after...)
	}
	*b = out
}

// A softTerm is a softplus that a statement of a loop adds to a sum.
type softTerm struct {
	at   int // the statement
	from int // the first place in the block where the argument has its value
	neg  bool
	of   *loop.Var
}

// loop treats the sums that the block of a loop makes in each iteration. It returns what stands before and after the loop.
func (l *logSummer) loop(s loop.Stmt, b *[]loop.Stmt) (before, after []loop.Stmt) {
	var terms []softTerm
	rests := map[int]*loop.Expr{} // what else a statement adds
	for i, t := range *b {
		a, ok := t.(*loop.AddTo)
		if !ok || !a.Free || a.Lhs.Kind != loop.VarExpr || a.Lhs.Type != loop.RealType || !onlySummed(s, a.Lhs.Var) {
			continue
		}
		found, rest := softIn(a.Rhs, false)
		if len(found) == 0 {
			continue
		}
		for _, x := range found {
			x.at, x.from = i, l.since(*b, i, x.of)
			terms = append(terms, x)
		}
		rests[i] = rest
	}
	if len(terms) == 0 {
		return nil, nil
	}
	puts := map[int][]loop.Stmt{}   // before a statement
	follow := map[int][]loop.Stmt{} // after it
	use, real := loop.Use, loop.RealConst
	for _, x := range terms {
		a := (*b)[x.at].(*loop.AddTo)
		e, top, over := loop.NewVar("e", loop.RealType), loop.NewVar("top", loop.RealType), loop.NewVar("over", loop.RealType)
		puts[x.from] = append(puts[x.from],
			&loop.Let{Var: e, Rhs: loop.Prim(syntax.MustOp("exp"), loop.Prim(syntax.OpNeg, loop.Prim(syntax.MustOp("abs"), use(x.of))))},
			&loop.Let{Var: top, Rhs: real(0)},
			&loop.Let{Var: over, Rhs: use(e)},
			&loop.If{
				Cond: loop.Prim(syntax.MustOp("gt"), use(x.of), real(0)),
				Then: []loop.Stmt{&loop.Assign{Lhs: []*loop.Expr{use(top), use(over)}, Rhs: []*loop.Expr{use(x.of), real(1)}}},
			})
		rests[x.at] = bothTerms(rests[x.at], signedTerm(use(top), x.neg))
		q, p := loop.NewVar("q", loop.RealType), loop.NewVar("p", loop.RealType)
		flush := func() loop.Stmt {
			log := loop.Prim(syntax.MustOp("log1p"), use(q))
			if x.neg {
				log = loop.Prim(syntax.OpNeg, log)
			}
			return &loop.AddTo{Lhs: use(a.Lhs.Var), Rhs: log, Free: true}
		}
		follow[x.at] = append(follow[x.at],
			&loop.Let{Var: p, Rhs: loop.Prim(syntax.OpAdd, use(q), loop.Prim(syntax.OpMul, use(e), loop.Prim(syntax.OpAdd, real(1), use(q))))},
			&loop.If{
				Cond: loop.Prim(syntax.MustOp("lt"), use(p), real(logSumFull)),
				Then: []loop.Stmt{&loop.Assign{Lhs: []*loop.Expr{use(q)}, Rhs: []*loop.Expr{use(p)}}},
				Else: []loop.Stmt{flush(), &loop.Assign{Lhs: []*loop.Expr{use(q)}, Rhs: []*loop.Expr{use(e)}}},
			})
		before = append(before, &loop.Let{Var: q, Rhs: real(0)})
		after = append(after, flush())
		sigmoid := loop.Prim(syntax.OpDiv, use(over), loop.Prim(syntax.OpAdd, real(1), use(e)))
		for i := x.from; i < len(*b) && (i == x.from || !l.sets((*b)[i-1], x.of)); i++ {
			if _, ok := (*b)[i].(*loop.While); !ok {
				loop.Operands((*b)[i], func(e **loop.Expr, _ bool) { *e = withSigmoid(*e, x.of, sigmoid) })
			}
		}
	}
	for i, e := range rests {
		(*b)[i].(*loop.AddTo).Rhs = e
	}
	var out []loop.Stmt
	for i, t := range *b {
		out = append(append(append(out, puts[i]...), t), follow[i]...)
	}
	*b = out
	return before, after
}

// since is the first place of a block, up to i, from which on v has the value that it has at i.
func (l *logSummer) since(b []loop.Stmt, i int, v *loop.Var) int {
	for ; i > 0; i-- {
		if l.sets(b[i-1], v) {
			return i
		}
	}
	return 0
}

// sets reports whether a statement, or one inside it, declares or changes v.
func (l *logSummer) sets(s loop.Stmt, v *loop.Var) bool {
	found := false
	loop.Walk([]loop.Stmt{s}, func(t loop.Stmt) {
		l.in.writes(t, func(Region) {}, func(w *loop.Var) { found = found || v == w })
	})
	return found
}

// onlySummed reports whether a loop does nothing with a variable from outside but to add to it.
func onlySummed(s loop.Stmt, v *loop.Var) bool {
	ok := true
	loop.Walk([]loop.Stmt{s}, func(t loop.Stmt) {
		loop.Declared(t, func(w *loop.Var) { ok = ok && v != w })
		loop.Operands(t, func(e **loop.Expr, _ bool) {
			if a, is := t.(*loop.AddTo); is && a.Free && e == &a.Lhs && a.Lhs.Kind == loop.VarExpr {
				return
			}
			EachRead(*e, func(w *loop.Var) { ok = ok && v != w })
		})
	})
	return ok
}

// softIn takes the softplus of variables out of a sum with the given sign: those, and the rest with its signs, nil for none.
func softIn(e *loop.Expr, neg bool) (soft []softTerm, rest *loop.Expr) {
	if e.Kind == loop.PrimExpr {
		switch {
		case e.Prim.Name == "softplus" && e.Args[0].Kind == loop.VarExpr:
			return []softTerm{{neg: neg, of: e.Args[0].Var}}, nil
		case e.Prim == syntax.OpNeg:
			if soft, rest = softIn(e.Args[0], !neg); len(soft) > 0 {
				return soft, rest
			}
		case e.Prim == syntax.OpAdd || e.Prim == syntax.OpSub:
			x, u := softIn(e.Args[0], neg)
			y, v := softIn(e.Args[1], neg != (e.Prim == syntax.OpSub))
			if soft = append(x, y...); len(soft) > 0 {
				return soft, bothTerms(u, v)
			}
		}
	}
	return nil, signedTerm(e, neg)
}

// bothTerms is a + b, where nil is nothing.
func bothTerms(a, b *loop.Expr) *loop.Expr {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	if x, ok := negated(b); ok {
		return loop.Prim(syntax.OpSub, a, x)
	}
	return loop.Prim(syntax.OpAdd, a, b)
}

// signedTerm is e or -e.
func signedTerm(e *loop.Expr, neg bool) *loop.Expr {
	if neg {
		return loop.Prim(syntax.OpNeg, e)
	}
	return e
}

// withSigmoid is e with x in the place of the sigmoid of a variable.
func withSigmoid(e *loop.Expr, v *loop.Var, x *loop.Expr) *loop.Expr {
	if e.Kind == loop.PrimExpr && e.Prim.Name == "sigmoid" && e.Args[0].IsVar(v) {
		return x
	}
	return e.MapArgs(func(a *loop.Expr) *loop.Expr { return withSigmoid(a, v, x) })
}
