package simplify

import (
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/syntax"
)

// loopLast is the last iteration of a loop of which none sees the one before. What the others compute nobody uses
// (letDead), and going back, the cotangent of each of their states would be made, and is zero.
func loopLast(p *pass, t syntax.Term) syntax.Term {
	l := t.(*syntax.Loop)
	if l.Out != syntax.NoOutput || p.occ.at(l.State).n > 0 {
		return nil
	}
	var binds []syntax.Bind
	last := l.Body
	if let, ok := last.(*syntax.Let); ok {
		binds, last = let.Binds, let.Body
	}
	last, ok := without(l.State, binds, last)
	if !ok {
		return nil
	}
	n := sizeTerm(l.Len)
	if slices.Contains(syntax.FreeVars(last), l.Idx) {
		if form.Requires(last) {
			return nil // each iteration requires something else
		}
		var at syntax.Term = syntax.IntLit(0)
		if !l.Down {
			at = syntax.NewPrim(syntax.OpIntSub, n, syntax.IntLit(1))
		}
		last = syntax.NewLet([]syntax.Bind{{Var: l.Idx, Rhs: syntax.NewToIdx(nil, l.Len, at)}}, last)
	}
	return syntax.NewIf(syntax.NewPrim(syntax.MustOp("igt"), n, syntax.IntLit(0)), last, l.Init)
}
