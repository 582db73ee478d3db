package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// negations leaves out minus signs of variables that all their readers can take over: what was added is subtracted.
//
//	var t real = -(x * y)          var t real = x * y
//	var g real = t - b         →   var g real = t + b
//	s += g * c                     s += -(g * c)
//
// The last of them is a subtraction.
var negations = Pass{ //nolint:gochecknoglobals // a constant
	Name: "negations",
	Law: "x + -y = x - y, x - -y = x + y, -x + -x = -(x + x), -x - -y = y - x, -(-x) = x, -x·y = -(x·y), -x·-y = x·y, and so on for quotients, are exact but for " +
		"the bits of NaN: a variable may be -x in place of x where every place that reads it then has as many operations, and an addition of -x is a " +
		"subtraction of x. With fast-math also -x + -y = -(x + y) and -x - y = -(x + y), where zeros may get another sign.",
	Run: eachFunc(func(f *loop.Func, o *Options) {
		n := &negator{in: Analyse(f), fast: o.FastMath, roots: map[*loop.Var][]*negationRoot{}, fixed: map[*loop.Var]bool{}}
		n.survey(f)
		for _, r := range n.order {
			if flips := n.flips(r); flips != nil {
				n.flip(r, flips)
			}
		}
	}),
}

// negationFlips is the most variables that change their sign for one minus sign.
const negationFlips = 16

type negator struct {
	in    *Info
	fast  bool
	roots map[*loop.Var][]*negationRoot // that read a variable of the reals
	fixed map[*loop.Var]bool            // what is read elsewhere
	order []*negationRoot               // those of lets, in the order of the program
}

// A negationRoot is a whole expression of a statement.
type negationRoot struct {
	e     **loop.Expr
	let   *loop.Var // what it is the value of, if that does not change
	added bool      // to something
	loop  loop.Stmt // the innermost one around it
}

func (n *negator) survey(f *loop.Func) {
	n.block(f.Body, nil)
	for _, r := range f.Results {
		n.fix(r)
	}
}

func (n *negator) fix(e *loop.Expr) { EachRead(e, func(v *loop.Var) { n.fixed[v] = true }) }

func (n *negator) block(b []loop.Stmt, in loop.Stmt) {
	for _, s := range b {
		switch s := s.(type) {
		case *loop.Let:
			r := &negationRoot{e: &s.Rhs, loop: in}
			if s.Var.Type == loop.RealType && !n.in.Mutable(s.Var) {
				r.let = s.Var
				n.order = append(n.order, r)
			}
			n.enter(r)
		case *loop.AddTo:
			n.fix(s.Lhs)
			n.enter(&negationRoot{e: &s.Rhs, added: true, loop: in})
		case *loop.Assign:
			for i := range s.Rhs {
				n.enter(&negationRoot{e: &s.Rhs[i], loop: in})
				n.fix(s.Lhs[i])
			}
		default:
			loop.Operands(s, func(e **loop.Expr, _ bool) { n.fix(*e) })
		}
		inner := in
		switch s.(type) {
		case *loop.For, *loop.While:
			inner = s
		}
		loop.Blocks(s, func(b *[]loop.Stmt) { n.block(*b, inner) })
	}
}

// enter notes which variables a root reads.
func (n *negator) enter(r *negationRoot) {
	if (*r.e).Size > quotientSize {
		n.fix(*r.e)
		return
	}
	EachRead(*r.e, func(v *loop.Var) {
		if of := n.roots[v]; v.Type == loop.RealType && (len(of) == 0 || of[len(of)-1] != r) {
			n.roots[v] = append(of, r)
		}
	})
}

// flips are the variables that change their sign when the one of a root loses its minus; nil where something else would get one.
func (n *negator) flips(r *negationRoot) map[*loop.Var]bool {
	if e := *r.e; e.Kind != loop.PrimExpr || e.Prim != syntax.OpNeg {
		return nil
	}
	flips := map[*loop.Var]bool{r.let: true}
	for work := []*loop.Var{r.let}; len(work) > 0; work = work[1:] {
		if n.fixed[work[0]] {
			return nil
		}
		for _, u := range n.roots[work[0]] {
			if u.loop != r.loop {
				return nil // a difference may cost more than a sum, whose parts are either way round
			}
			if n.takes(u, flips) {
				continue
			}
			if _, minus, ok := n.moved(*u.e, flips); !ok || !minus || u.let == nil || flips[u.let] || len(flips) == negationFlips {
				return nil
			}
			flips[u.let] = true
			work = append(work, u.let)
		}
	}
	for v := range flips { // what was seen before the last of them came is as it was seen
		for _, u := range n.roots[v] {
			if !n.takes(u, flips) {
				return nil
			}
		}
	}
	return flips
}

// takes reports whether a root needs no more minus signs when variables change theirs.
func (n *negator) takes(u *negationRoot, flips map[*loop.Var]bool) bool {
	_, minus, ok := n.moved(*u.e, flips)
	if u.let != nil && flips[u.let] {
		return ok && minus
	}
	return ok && (!minus || u.added)
}

// flip changes the signs.
func (n *negator) flip(first *negationRoot, flips map[*loop.Var]bool) {
	*first.e = (*first.e).Args[0]
	done := map[*negationRoot]bool{}
	for v := range flips {
		for _, u := range n.roots[v] {
			if done[u] {
				continue
			}
			done[u] = true
			x, minus, _ := n.moved(*u.e, flips)
			if minus && u.added { // it is subtracted
				x = loop.Prim(syntax.OpNeg, x)
			}
			*u.e = x
		}
	}
}

// moved is e, or -e if minus is true, for variables that have the other sign; not ok where a minus sign would be left inside.
func (n *negator) moved(e *loop.Expr, flips map[*loop.Var]bool) (x *loop.Expr, minus, ok bool) {
	if e.Kind == loop.VarExpr {
		return e, flips[e.Var], true
	}
	if len(e.Args) == 0 {
		return e, false, true
	}
	ok = true
	some := false
	var signs []bool
	x = e.MapArgs(func(a *loop.Expr) *loop.Expr {
		y, m, k := n.moved(a, flips)
		signs, some, ok = append(signs, m), some || m, ok && k
		return y
	})
	if !ok {
		return e, false, false
	}
	if !some {
		return x, false, true
	}
	if e.Kind != loop.PrimExpr || e.Type != loop.RealType {
		return e, false, false
	}
	a, b := x.Args[0], x.Args[len(x.Args)-1]
	l, r := signs[0], signs[len(signs)-1]
	switch e.Prim {
	case syntax.OpNeg:
		return a, false, true
	case syntax.OpMul, syntax.OpDiv:
		return x, l != r, true
	case syntax.OpAdd:
		switch {
		case l && r: // of different summands that are as large it is another zero
			return x, true, n.fast || loop.Equal(a, b)
		case l:
			return loop.Prim(syntax.OpSub, b, a), false, true
		}
		return loop.Prim(syntax.OpSub, a, b), false, true
	case syntax.OpSub:
		switch {
		case l && r:
			return loop.Prim(syntax.OpSub, b, a), false, true
		case r:
			return loop.Prim(syntax.OpAdd, a, b), false, true
		}
		return loop.Prim(syntax.OpAdd, a, b), true, n.fast
	}
	return e, false, false
}
