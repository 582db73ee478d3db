package translate

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"unicode/utf8"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/mend"
)

// rangeStmt is for … range x, by the type of x.
func (f *fn) rangeStmt(s *ast.RangeStmt, label string) {
	switch u := f.typeOf(s.X).Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsInteger != 0 {
			f.rangeInt(s, label)
			return
		}
		if f.rangeText(s, label) {
			return
		}
	case *types.Slice:
		f.rangeSlice(s, label)
		return
	case *types.Array:
		f.rangeArray(s, label, u)
		return
	case *types.Pointer:
		if a, ok := u.Elem().Underlying().(*types.Array); ok {
			p, ok := f.pointer(s.X)
			if !ok {
				f.refuse(s.X, "opaque-value", "the loop depends on %s, of type %s", f.describe(s.X), f.typeOf(s.X))
				return
			}
			f.rangeOver(s, label, intLit(a.Len()), &p)
			return
		}
	case *types.Signature:
		f.rangeFunc(s, label)
		return
	case *types.Map:
		if (s.Key == nil || isBlank(s.Key)) && (s.Value == nil || isBlank(s.Value)) {
			if !f.steadyMaps(s.Body) {
				f.refuse(s.X, "range-map", "a loop over a map, which may change meanwhile")
				return
			}
			if n, ok := f.mapSize(s.X, s); ok {
				f.rangeOver(s, label, n, nil)
				return
			}
		}
		d := f.refuse(s.X, "range-map", "a loop over a map, whose order is not fixed")
		if !f.givenToRoot(s.X) && f.steadyMaps(s.Body) {
			f.offer(d, "go through the keys in their order", func(c *mend.Change) { c.SortedKeys(s) })
		}
		return
	case *types.Chan:
		f.refuse(s.X, "channel", "a loop over a channel")
		return
	}
	f.refuse(s.X, "opaque-value", "the loop depends on %s, of type %s", f.describe(s.X), f.typeOf(s.X))
}

// rangeInt is for i := range n.
func (f *fn) rangeInt(s *ast.RangeStmt, label string) {
	T := f.typeOf(s.X)
	if s.Key != nil && !isBlank(s.Key) {
		T = f.typeOf(s.Key)
	}
	n := f.exprTo(s.X, T)
	b, ok := n.Type().(*flow.Basic)
	if !ok {
		return
	}
	if b == flow.Uint64 { // beyond 2⁶³ nobody counts, but negative must not look small
		n = f.hold(n, s)
	}
	f.rangeOver(s, label, retype(n, flow.Int), nil)
}

// rangeText is a loop over the letters of a constant; false for other strings, and where a letter that takes more than
// one byte comes before others whose places are asked for.
func (f *fn) rangeText(s *ast.RangeStmt, label string) bool {
	v := f.pkg.Info.Types[ast.Unparen(s.X)].Value
	if v == nil || v.Kind() != constant.String {
		return false
	}
	text := constant.StringVal(v)
	if s.Key != nil && !isBlank(s.Key) && len(text) != utf8.RuneCountInString(text) {
		return false
	}
	T := types.NewSlice(types.Typ[types.Rune])
	l, ok := letters(v, T, f.translator.typ(T)).(*flow.Lits)
	if !ok {
		return false
	}
	p := flow.Place{Var: f.store(l, s)}
	f.rangeOver(s, label, intLit(int64(len(l.Elems))), &p)
	return true
}

// rangeSlice fixes the length, and reads the elements live. A variable that the loop leaves alone is read itself; of
// others the window is kept.
func (f *fn) rangeSlice(s *ast.RangeStmt, label string) {
	x := f.expr(s.X)
	if _, ok := x.Type().(*flow.Slice); !ok {
		f.refuse(s.X, "opaque-value", "the loop depends on %s, of type %s", f.describe(s.X), f.typeOf(s.X))
		return
	}
	p := f.rangePlace(s, x)
	f.rangeOver(s, label, &flow.Len{X: &flow.Load{Place: p}}, &p)
}

// rangePlace is where the ranged-over value stays for the whole loop.
func (f *fn) rangePlace(s *ast.RangeStmt, x flow.Expr) flow.Place {
	if l, ok := x.(*flow.Load); ok && f.invariant(s.X, s.Body) {
		return f.fixed(l.Place, s)
	}
	return flow.Place{Var: f.store(x, s)}
}

// rangeArray goes over a copy, unless the elements are not wanted or cannot change meanwhile.
func (f *fn) rangeArray(s *ast.RangeStmt, label string, u *types.Array) {
	if s.Value == nil || isBlank(s.Value) {
		if call, ok := ast.Unparen(s.X).(*ast.CallExpr); ok {
			f.discard(call)
		}
		f.rangeOver(s, label, intLit(u.Len()), nil)
		return
	}
	var p flow.Place
	if id, ok := ast.Unparen(s.X).(*ast.Ident); ok && f.invariant(id, s.Body) && !f.touched(id, s.Body) {
		p = f.place(id)
	} else {
		p = flow.Place{Var: f.store(f.expr(s.X), s)}
	}
	f.rangeOver(s, label, intLit(u.Len()), &p)
}

// touched reports whether anything may write to an array variable through a slice or pointer.
func (f *fn) touched(id *ast.Ident, _ ast.Node) bool {
	obj := f.pkg.Info.Uses[id]
	return obj != nil && (f.use.addressed[obj] || f.use.receivers[obj])
}

// rangeOver emits the loop of n iterations; the values are the elements of elems, if that is not nil.
func (f *fn) rangeOver(s *ast.RangeStmt, label string, n flow.Expr, elems *flow.Place) {
	mark := f.pkg.directive(f.file, s) == "checkpoint"
	loop := &flow.Count{Idx: f.temp("k", flow.Int, s), N: n, Checkpoint: mark, At: f.at(s)}
	define := s.Tok == token.DEFINE
	shared := define && !f.newLoopVars()
	if shared {
		f.declareShared(s.Key)
		f.declareShared(s.Value)
	}
	f.loopBody(loop, label, s.Body.List, func() {
		if s.Tok == token.ASSIGN && s.Value != nil && elems != nil {
			step := flow.Step{Kind: flow.StepIndex, Index: load(loop.Idx), At: f.at(s)}
			elem := f.ranged(s.Value, &flow.Load{Place: extend(*elems, step)})
			vals := []flow.Expr{load(loop.Idx), f.hold(elem, s)}
			if b, ok := f.typ(f.pkg.Info.TypeOf(s.Key)).(*flow.Basic); ok && !isBlank(s.Key) {
				vals[0] = retype(vals[0], b)
			}
			f.assignEach([]ast.Expr{s.Key, s.Value}, vals, false, s)
			return
		}
		if s.Key != nil && !isBlank(s.Key) {
			f.rangeVar(s.Key, loop, define, shared)
		}
		if s.Value != nil && !isBlank(s.Value) && elems != nil {
			step := flow.Step{Kind: flow.StepIndex, Index: load(loop.Idx), At: f.at(s)}
			f.setRange(s.Value, &flow.Load{Place: extend(*elems, step)}, define, shared)
		}
	})
}

// declareShared makes a variable that all iterations share, as before go1.22.
func (f *fn) declareShared(e ast.Expr) {
	if id, ok := e.(*ast.Ident); ok && !isBlank(id) {
		if obj := f.pkg.Info.Defs[id]; obj != nil && !isOpaque(f.typ(obj.Type())) {
			v := f.declare(obj)
			f.assign(flow.Place{Var: v}, zero(v.Type), id)
		}
	}
}

// rangeVar gives the key its value: the counter itself where nothing can tell the difference.
func (f *fn) rangeVar(key ast.Expr, loop *flow.Count, define, shared bool) {
	id, ok := key.(*ast.Ident)
	if define && !shared && ok {
		obj := f.pkg.Info.Defs[id]
		u := f.use
		if f.typ(obj.Type()) == flow.Type(flow.Int) && len(u.assigned[obj]) == 0 && !u.addressed[obj] &&
			!u.receivers[obj] && !u.wild[obj] {
			loop.Idx.Name = id.Name
			f.vars[obj] = loop.Idx
			f.keepsTo(obj, span{0, math.MaxInt - 1})
			return
		}
	}
	b, ok := f.typ(f.pkg.Info.TypeOf(key)).(*flow.Basic)
	if !ok {
		return
	}
	f.setRange(key, retype(load(loop.Idx), b), define, shared)
}

// setRange stores a value into a range variable, or the expression that stands in its place.
func (f *fn) setRange(e ast.Expr, x flow.Expr, define, shared bool) {
	if f.unwanted(e) {
		return
	}
	x = f.ranged(e, x)
	switch {
	case define && !shared:
		f.assign(flow.Place{Var: f.declare(f.pkg.Info.Defs[e.(*ast.Ident)])}, x, e)
	case define:
		f.assign(flow.Place{Var: f.lookup(f.pkg.Info.Defs[e.(*ast.Ident)])}, x, e)
	default:
		to, done := f.destOf(e, false)
		f.assign(to, x, e)
		done()
	}
}

// ranged is x, which e becomes, if it is no part of a type that contains itself.
func (f *fn) ranged(e ast.Expr, x flow.Expr) flow.Expr {
	if T := f.typeOf(e); isOpaque(x.Type()) && !isOpaque(f.typ(T)) {
		return f.bad(e, f.typ(T), "opaque-value", "the result depends on %s, of type %s", f.describe(e), T)
	}
	return x
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}
