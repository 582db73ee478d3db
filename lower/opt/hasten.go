package opt

import (
	"maps"
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// hasten regroups sums and products of loops whose iterations wait for one another, with fast math: what is known last is multiplied and
// added last, so that less stands between a value in one iteration and that in the next.
//
//	for i < n {                           for i < n {
//	  var k real = q * (r - z) - q          var k real = q * (r - z) - q
//	  z = h * k + q                    →    z = h * q * (r - z) + (q - h * q)
//	  s += k                                s += k
//	}                                     }
//
// A product with a sum is multiplied out for the term that is known last only. What else needs the sum still has it, so operations are
// added; where there are so many of them that a processor is busy anyhow, nothing is done.
var hasten = Pass{ //nolint:gochecknoglobals // a constant
	Name: "hasten",
	Law: "With fast-math only: (a + b) + c = a + (b + c), (p·q)·a = p·(q·a) and p·(a + b) = p·a + p·b, where the next iteration of a loop waits " +
		"for the result. Results differ as if operands had been rounded once more.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		if !o.FastMath || o.Ordered {
			return
		}
		in := Analyse(f)
		loop.Walk(f.Body, func(s loop.Stmt) {
			switch s := s.(type) {
			case *loop.For:
				hastenLoop(in, nil, s.Body)
			case *loop.While:
				hastenLoop(in, s.Head, s.Body)
			}
		})
	}),
}

const (
	hastenMost   = 300 // statements of a loop, at most
	hastenRounds = 16
	hastenRuns   = 16 // iterations that are looked at, one after the other
	hastenSpan   = 4  // of them, over which an iteration is timed
	hastenSize   = 80 // nodes of an expression
	hastenTerms  = 12 // of a sum
)

// hastenLoop treats the innermost loops.
func hastenLoop(in *Info, head, body []loop.Stmt) {
	h := &hastener{in: in, head: len(head), defs: map[*loop.Var]int{}, sets: map[*loop.Var][]int{}, inside: map[*loop.Var]bool{}}
	h.body = append(slices.Clone(head), body...)
	if len(h.body) > hastenMost || !h.survey() {
		return
	}
	h.clock()
	for range hastenRounds {
		was := h.period
		if !h.waits() || !h.round() {
			return
		}
		if h.clock(); h.period >= was {
			h.undo()
			return
		}
	}
}

// A hastener looks at the body of one loop.
type hastener struct {
	in     *Info
	head   int // statements of the head of a while
	body   []loop.Stmt
	defs   map[*loop.Var]int   // where variables that do not change are declared
	sets   map[*loop.Var][]int // where variables that do are set
	inside map[*loop.Var]bool  // declared or set in the loop
	// Of the iteration in the middle: when the statements have the values of the variables that they set, and when these must be there;
	// and how much later all is in the next iteration.
	done, due []map[*loop.Var]int
	begin     map[*loop.Var]int // when variables are known before the first statement
	period    int               // of hastenSpan iterations
	changed   []changedExpr     // in this round
}

// A changedExpr is what was in a place.
type changedExpr struct {
	place *(*loop.Expr)
	was   *loop.Expr
}

func (h *hastener) undo() {
	for _, c := range slices.Backward(h.changed) {
		*c.place = c.was
	}
}

// survey reports whether the loop is one of scalars that change from one iteration to the next.
func (h *hastener) survey() bool {
	ring := 0
	for i, s := range h.body {
		switch s := s.(type) {
		case *loop.Let:
			h.inside[s.Var] = true
			if !h.in.Mutable(s.Var) {
				h.defs[s.Var] = i
			}
		case *loop.Assign, *loop.AddTo, *loop.Check, *loop.Call:
			loop.Declared(s, func(v *loop.Var) { h.inside[v] = true })
		case *loop.If:
			if loopDepth(s, 1) > 0 {
				return false
			}
		default:
			return false
		}
		for _, v := range h.in.Effects(s).VarList {
			h.inside[v] = true
			h.sets[v] = append(h.sets[v], i)
		}
		operandsOf(s, func(e **loop.Expr) { ring += arithmetic(*e) })
	}
	return ring > 1
}

// round rewrites what the next iteration waits for, and reports whether something is different.
func (h *hastener) round() bool {
	h.changed = nil
	now := maps.Clone(h.begin)
	for i, s := range h.body {
		root := func(e **loop.Expr, v *loop.Var) {
			due, ok := h.due[i][v]
			if !ok || due > h.done[i][v] || v.Type != loop.RealType || i < h.head {
				return
			}
			if x := h.faster(*e, i, now); x != nil {
				h.changed = append(h.changed, changedExpr{e, *e})
				*e = x
			}
		}
		switch s := s.(type) {
		case *loop.Let:
			root(&s.Rhs, s.Var)
		case *loop.Assign:
			for k, l := range s.Lhs {
				if l.Kind == loop.VarExpr {
					root(&s.Rhs[k], l.Var)
				}
			}
		case *loop.AddTo:
			if s.Lhs.Kind == loop.VarExpr {
				root(&s.Rhs, s.Lhs.Var)
			}
		}
		h.step(s, now)
	}
	return len(h.changed) > 0
}

// inline is the sum or product that a variable is, if it is that at statement j too.
func (h *hastener) inline(v *loop.Var, j int) *loop.Expr {
	i, ok := h.defs[v]
	if !ok || i >= j {
		return nil
	}
	e := h.body[i].(*loop.Let).Rhs
	if !h.same(e, i, j) {
		return nil
	}
	if e.Kind == loop.VarExpr && !h.in.Mutable(e.Var) {
		return h.inline(e.Var, j)
	}
	if !isRing(e) || e.Size > hastenSize/2 {
		return nil
	}
	return e
}

// same reports whether an expression of variables has one value at two statements.
func (h *hastener) same(e *loop.Expr, i, j int) bool {
	switch e.Kind {
	case loop.ConstExpr:
		return true
	case loop.VarExpr:
		return !slices.ContainsFunc(h.sets[e.Var], func(k int) bool { return i <= k && k < j })
	case loop.PrimExpr:
		for _, a := range e.Args {
			if !h.same(a, i, j) {
				return false
			}
		}
		return true
	}
	return false
}

// faster is an expression with the same value up to rounding that is there earlier, or nil.
func (h *hastener) faster(e *loop.Expr, at int, now map[*loop.Var]int) *loop.Expr {
	if e.Size > hastenSize || e.Kind != loop.PrimExpr || e.Type != loop.RealType {
		return nil
	}
	if !isRing(e) {
		changed := false
		x := e.MapArgs(func(a *loop.Expr) *loop.Expr {
			if y := h.faster(a, at, now); y != nil {
				changed = true
				return y
			}
			return a
		})
		if changed {
			return x
		}
		return nil
	}
	g := &grouping{h: h, at: at, now: now}
	return g.faster(e)
}

// isSum reports whether e is a sum or a difference.
func isSum(e *loop.Expr) bool {
	return e.Kind == loop.PrimExpr && (e.Prim == syntax.OpAdd || e.Prim == syntax.OpSub)
}
