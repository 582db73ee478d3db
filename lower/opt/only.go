package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// only does the one iteration of a loop that does anything, where the program says which one that is.
//
//	for j < n {                   if k >= 0 && k < n && c {
//	  var e real = z[j]             var j int = k
//	  if j == k && c {      →       var e real = z[j]
//	    g[j] +~= e                  g[j] +~= e
//	  }                           }
//	}
var only = Pass{ //nolint:gochecknoglobals // a constant
	Name:  "only",
	Law:   "A loop in which only iteration k does anything is that iteration, if there is one.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		w := &onlier{in: Analyse(f)}
		w.block(f.Body)
	}),
}

type onlier struct{ in *Info }

func (w *onlier) block(b []loop.Stmt) {
	for i, s := range b {
		loop.Blocks(s, func(b *[]loop.Stmt) { w.block(*b) })
		if l, ok := s.(*loop.For); ok {
			if one := w.one(l); one != nil {
				b[i] = one
			}
		}
	}
}

// one is what stands for l, or nil.
func (w *onlier) one(l *loop.For) loop.Stmt {
	n := len(l.Body) - 1
	if n < 0 || l.Par != nil {
		return nil
	}
	for _, s := range l.Body[:n] {
		if _, ok := s.(*loop.Let); !ok {
			return nil
		}
	}
	work, ok := l.Body[n].(*loop.If)
	if !ok || len(work.Else) > 0 {
		return nil
	}
	changed := w.in.Effects(l)
	var k, rest *loop.Expr
	for _, c := range conjuncts(work.Cond, nil) {
		if x := equals(c, l.Var); x != nil && k == nil && !x.CanFail() && w.in.Steady(x, changed) {
			k = x
			continue
		}
		rest = conjunction(rest, c)
	}
	if k == nil || !k.IsAtom() {
		return nil
	}
	then := slices.Concat([]loop.Stmt{&loop.Let{Var: l.Var, Rhs: k}}, l.Body[:n])
	if rest == nil {
		then = append(then, work.Then...)
	} else {
		then = append(then, &loop.If{Cond: rest, Then: work.Then})
	}
	there := fold(binary2("and", fold(binary2("ige", k, loop.IntConst(0))), fold(binary2("ilt", k, l.N))))
	return &loop.If{Cond: there, Then: then}
}

// equals is the x of a condition v == x, or nil.
func equals(c *loop.Expr, v *loop.Var) *loop.Expr {
	if c.Kind != loop.PrimExpr || c.Prim.Name != "ieq" {
		return nil
	}
	if c.Args[0].IsVar(v) {
		return c.Args[1]
	}
	if c.Args[1].IsVar(v) {
		return c.Args[0]
	}
	return nil
}
