package opt

import (
	"maps"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/lower/opt/nest"
	"github.com/seed-4b734f86/gochad/syntax"
)

var rangeCuts = Pass{ //nolint:gochecknoglobals // a constant
	Name: "loop-slicing",
	Law: "An array that every iteration of a loop over j < n reads or writes at j + k, for a k that does not change, " +
		"has at " +
		"least n elements from k on: those can stand for it there. Go then knows that all indices are in bounds.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		c := &cutter{nest.SurroundingsIn(f), o.Offsets}
		f.Body = c.block(f.Body)
	}),
}

var viewInlining = Pass{ //nolint:gochecknoglobals // a constant
	Name: "view-inlining",
	Law: "A view that is only used to bind another one is written there; a part of a part of an array is a " +
		"part of it.",
	Needs: Views,
	Run:   eachFunc(func(f *loop.Func, _ *Options) { inlineViews(f) }),
}

// cutter cuts arrays to the ranges of the loops that run through them.
type cutter struct {
	*nest.Surroundings
	offsets bool // not at constants
}

func (c *cutter) block(block []loop.Stmt) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(block))
	for _, s := range block {
		f, ok := s.(*loop.For)
		if !ok {
			c.Blocks(s, func(b *[]loop.Stmt) { *b = c.block(*b) })
			out = append(out, s)
			continue
		}
		cuts, shifted := c.loop(f)
		c.Enter(f)
		f.Body = c.block(f.Body)
		c.Leave(f)
		if c.Signs.NotNegative(f.N) {
			out = append(append(out, cuts...), c.Around(f, nil, shifted, nil)...)
		} else {
			out = append(out, c.Around(f, nil, append(cuts, shifted...), nil)...)
		}
	}
	return out
}

// A shift is an array from an index on: a variable, or if that is nil a constant.
type shift struct {
	array, from *loop.Var
	by          int64
}

// shiftBy is the greatest constant.
const shiftBy = 8

// loop cuts what one loop uses, and returns the declarations before it; those of shifted hold only where the loop runs.
func (c *cutter) loop(s *loop.For) (cuts, shifted []loop.Stmt) {
	if !s.N.IsAtom() {
		return nil, nil
	}
	var ef *facts.Effects
	same := func(v *loop.Var) bool {
		if ef == nil {
			ef = c.In.Effects(s)
		}
		return !ef.Vars[v]
	}
	sums := map[*loop.Var]*loop.Expr{} // variables of the body that are s.Var + k
	at := func(e *loop.Expr) (k *loop.Var, by int64, ok bool) {
		if e.IsVar(s.Var) {
			return nil, 0, true
		}
		if x := sums[e.Var]; e.Kind == loop.VarExpr && x != nil {
			e = x
		}
		if e.Kind != loop.PrimExpr || e.Prim != syntax.OpIntAdd {
			return nil, 0, false
		}
		for i, x := range e.Args {
			switch y := e.Args[1-i]; {
			case !x.IsVar(s.Var):
			case y.Kind == loop.VarExpr && y.Var != s.Var && same(y.Var):
				return y.Var, 0, true
			case y.IsConst() && 0 < y.I && y.I <= shiftBy && !c.offsets:
				return nil, y.I, true
			}
		}
		return nil, 0, false
	}
	// An array that the loop uses at other places as well is not cut at constants: there would be two to keep in
	// registers for one check less.
	var elsewhere map[*loop.Var]bool
	only := func(a *loop.Var) bool {
		if elsewhere == nil {
			elsewhere = map[*loop.Var]bool{}
			var mark func(e *loop.Expr)
			mark = func(e *loop.Expr) {
				if e.Kind == loop.VarExpr {
					elsewhere[e.Var] = true
				}
				for i, x := range e.Args {
					if i == 0 && e.Kind == loop.IndexExpr && x.Kind == loop.VarExpr {
						if _, _, ok := at(e.Args[1]); ok {
							continue
						}
					}
					mark(x)
				}
			}
			loop.Walk(s.Body, func(t loop.Stmt) { loop.Operands(t, func(e **loop.Expr, _ bool) { mark(*e) }) })
		}
		return !elsewhere[a]
	}
	cut := map[shift]*loop.Var{}
	var visit func(e *loop.Expr, maybe bool)
	visit = func(e *loop.Expr, maybe bool) {
		if e.Kind == loop.IndexExpr && e.Args[0].Kind == loop.VarExpr && !maybe {
			a := e.Args[0].Var
			k, by, ok := at(e.Args[1])
			if ok && cut[shift{a, k, by}] == nil && len(a.Flat) == 0 && (k != nil || by > 0 || !c.known(a, s.N)) {
				if !same(a) || by > 0 && !only(a) {
					return
				}
				v := c.In.Fresh(a.Name, a.Type, a)
				cut[shift{a, k, by}], c.Lengths[v] = v, s.N
				switch {
				case k != nil:
					shifted = append(shifted, &loop.Let{Var: v, Rhs: loop.Slice(loop.Use(a), loop.Use(k), s.N)})
				case by > 0:
					shifted = append(shifted, &loop.Let{Var: v, Rhs: loop.Slice(loop.Use(a), loop.IntConst(by), s.N)})
				default:
					cuts = append(cuts, &loop.Let{Var: v, Rhs: loop.Slice(loop.Use(a), loop.IntConst(0), s.N)})
				}
			}
		}
		for i, a := range e.Args {
			visit(a, maybe || i > 0 && facts.Lazy(e))
		}
	}
	for _, b := range s.Body {
		if _, ok := b.(*loop.While); ok {
			continue // its condition may read what the head declares
		}
		loop.Operands(b, func(e **loop.Expr, _ bool) { visit(*e, false) })
		if l, ok := b.(*loop.Let); ok && l.Var.Type == loop.IntType && !c.In.Mutable(l.Var) {
			if _, _, ok := at(l.Rhs); ok {
				sums[l.Var] = l.Rhs
			}
		}
	}
	if len(cut) == 0 {
		return nil, nil
	}
	var f func(e *loop.Expr) *loop.Expr
	f = func(e *loop.Expr) *loop.Expr {
		if e.Kind == loop.IndexExpr && e.Args[0].Kind == loop.VarExpr {
			if k, by, ok := at(e.Args[1]); ok {
				if v := cut[shift{e.Args[0].Var, k, by}]; v != nil {
					return loop.Index(loop.Use(v), loop.Use(s.Var))
				}
			}
		}
		return e.MapArgs(f)
	}
	loop.MapExprs(s.Body, f)
	return cuts, shifted
}

// known reports whether a is known to have n elements or more.
func (c *cutter) known(a *loop.Var, n *loop.Expr) bool {
	l := c.Lengths[a]
	if l == nil {
		return false
	}
	return loop.Equal(l, n) || l.IsConst() && n.IsConst() && l.I >= n.I
}

// inlineViews writes a view that is only used to bind another one right behind it in that place.
func inlineViews(f *loop.Func) {
	uses := map[*loop.Var]int{}
	count := func(e *loop.Expr) { facts.EachRead(e, func(v *loop.Var) { uses[v]++ }) }
	loop.Walk(f.Body, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) { count(*e) })
		if a, ok := s.(*loop.Append); ok {
			uses[a.Var] += 2
		}
	})
	for _, r := range f.Results {
		count(r)
	}
	(&viewInliner{facts.Analyse(f), uses}).block(f.Body)
}

type viewInliner struct {
	in   *facts.Info
	uses map[*loop.Var]int
}

func (w *viewInliner) block(block []loop.Stmt) {
	views := map[*loop.Var]*loop.Let{} // since the last statement that is no Let, but those that nothing changes
	for _, s := range block {
		loop.Blocks(s, func(b *[]loop.Stmt) { w.block(*b) })
		l, ok := s.(*loop.Let)
		if !ok {
			maps.DeleteFunc(views, func(_ *loop.Var, l *loop.Let) bool { return !w.constant(l.Rhs) })
			continue
		}
		if e := l.Rhs; e.Kind == loop.SliceExpr && e.Args[0].Kind == loop.VarExpr {
			if v := views[e.Args[0].Var]; v != nil && w.uses[v.Var] == 1 {
				l.Rhs = partFrom(v.Rhs, e.Args[1], e.Args[2])
				l.Var.Name = v.Var.Name
			}
		}
		if k := l.Rhs.Kind; l.Rhs.Type.IsArray() &&
			(k == loop.IndexExpr || k == loop.FieldExpr || k == loop.SliceExpr) && w.uses[l.Var] == 1 {
			views[l.Var] = l
		}
	}
}

// constant reports whether a part of an array is the same wherever its variables are in scope.
func (w *viewInliner) constant(e *loop.Expr) bool {
	return e.Kind == loop.SliceExpr && e.Args[0].Kind == loop.VarExpr && !w.in.Mutable(e.Args[0].Var) &&
		w.in.Fixed(e.Args[1]) && w.in.Fixed(e.Args[2])
}

// partFrom is n elements of a view from an index on: a part of a part is a part.
func partFrom(view, from, n *loop.Expr) *loop.Expr {
	if view.Kind == loop.SliceExpr {
		return loop.Slice(view.Args[0], edit.Plus(view.Args[1], from), n)
	}
	return loop.Slice(view, from, n)
}
