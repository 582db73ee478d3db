package opt

import (
	"github.com/seed-4b734f86/gochad/internal/paged"
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
	Needs: Negated,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		changed := false
		n := &negator{in: o.analyse(f), fast: o.FastMath}
		n.survey(f, o.statementsOf(f))
		for _, r := range n.order {
			if flips := n.flips(&n.roots[r]); flips != nil {
				n.flip(&n.roots[r], flips)
				changed = true
			}
		}
		if !changed {
			o.unchanged()
		} else { // the statements read what they did
			o.keeps(n.in)
			o.stands(f)
			o.readsStay()
			o.adds(f, Negated|Doubled)
		}
	}),
}

// negationFlips is the most variables that change their sign for one minus sign.
const negationFlips = 16

type negator struct {
	in    *Info
	fast  bool
	roots []negationRoot
	order []int32                  // those of lets, in the order of the program
	reads []rootRead               // all lists of roots
	of    paged.Table[negatedReal] // by variable
	loops int32                    // that were met
}

// negatedReal is what is known of a variable of the reals.
type negatedReal struct {
	first, last int32 // 1 + the place of the roots that read it
	fixed       bool  // it is read elsewhere
}

// rootRead is a root in a list, and 1 + the place of the next.
type rootRead struct{ root, next int32 }

// readers calls yield for the roots that read a variable, in the order of the program, while it gives true, and gives what it gives.
func (n *negator) readers(v *loop.Var, yield func(u *negationRoot) bool) bool {
	for k := n.of.Get(v.ID()).first; k > 0; k = n.reads[k-1].next {
		if !yield(&n.roots[n.reads[k-1].root]) {
			return false
		}
	}
	return true
}

// A negationRoot is a whole expression of a statement.
type negationRoot struct {
	e     **loop.Expr
	let   *loop.Var // what it is the value of, if that does not change
	added bool      // to something
	loop  int32     // the innermost one around it, by its number, or 0
}

// survey looks at a function of so many statements.
func (n *negator) survey(f *loop.Func, statements int) {
	n.roots, n.order, n.reads = make([]negationRoot, 0, statements+statements/8), make([]int32, 0, len(f.Body)), make([]rootRead, 0, 2*statements)
	n.block(f.Body, 0)
	for _, r := range f.Results {
		n.fix(r)
	}
}

func (n *negator) fix(e *loop.Expr) {
	EachRead(e, func(v *loop.Var) {
		if v.Type == loop.RealType { // no other changes its sign
			n.of.At(v.ID()).fixed = true
		}
	})
}

func (n *negator) block(b []loop.Stmt, in int32) {
	for _, s := range b {
		switch s := s.(type) {
		case *loop.Let:
			r := negationRoot{e: &s.Rhs, loop: in}
			if s.Var.Type == loop.RealType && !n.in.Mutable(s.Var) {
				r.let = s.Var
				n.order = paged.Append(n.order, int32(len(n.roots)))
			}
			n.enter(r)
			continue
		case *loop.AddTo:
			n.fix(s.Lhs)
			n.enter(negationRoot{e: &s.Rhs, added: true, loop: in})
		case *loop.Assign:
			for i := range s.Rhs {
				n.enter(negationRoot{e: &s.Rhs[i], loop: in})
				n.fix(s.Lhs[i])
			}
			continue
		case *loop.If:
			n.fix(s.Cond)
			n.block(s.Then, in)
			n.block(s.Else, in)
			continue
		default:
			loop.Operands(s, func(e **loop.Expr, _ bool) { n.fix(*e) })
		}
		inner := in
		switch s.(type) {
		case *loop.For, *loop.While:
			n.loops++
			inner = n.loops
		}
		loop.Blocks(s, func(b *[]loop.Stmt) { n.block(*b, inner) })
	}
}

// enter notes which variables a root reads.
func (n *negator) enter(r negationRoot) {
	if (*r.e).Size > quotientSize {
		n.fix(*r.e)
	}
	n.roots = paged.Append(n.roots, r)
	if (*r.e).Size <= quotientSize {
		n.note(*r.e)
	}
}

// note notes what the last root reads.
func (n *negator) note(e *loop.Expr) {
	if e.Kind != loop.VarExpr {
		for _, a := range e.Args {
			n.note(a)
		}
		return
	}
	if e.Type != loop.RealType {
		return
	}
	root, of := int32(len(n.roots)-1), n.of.At(e.Var.ID())
	if of.last > 0 && n.reads[of.last-1].root == root {
		return
	}
	n.reads = paged.Append(n.reads, rootRead{root: root})
	k := int32(len(n.reads))
	if of.last > 0 {
		n.reads[of.last-1].next = k
	} else {
		of.first = k
	}
	of.last = k
}

// flips are the variables that change their sign when the one of a root loses its minus; nil where something else would get one.
func (n *negator) flips(r *negationRoot) map[*loop.Var]bool {
	if e := *r.e; e.Kind != loop.PrimExpr || e.Prim != syntax.OpNeg {
		return nil
	}
	flips := map[*loop.Var]bool{r.let: true}
	for work := []*loop.Var{r.let}; len(work) > 0; work = work[1:] {
		if n.of.Get(work[0].ID()).fixed {
			return nil
		}
		ok := n.readers(work[0], func(u *negationRoot) bool {
			if u.loop != r.loop {
				return false // a difference may cost more than a sum, whose parts are either way round
			}
			if n.takes(u, flips) {
				return true
			}
			if _, minus, ok := n.moved(*u.e, flips); !ok || !minus || u.let == nil || flips[u.let] || len(flips) == negationFlips {
				return false
			}
			flips[u.let] = true
			work = append(work, u.let)
			return true
		})
		if !ok {
			return nil
		}
	}
	for v := range flips { // what was seen before the last of them came is as it was seen
		if !n.readers(v, func(u *negationRoot) bool { return n.takes(u, flips) }) {
			return nil
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
		n.readers(v, func(u *negationRoot) bool {
			if done[u] {
				return true
			}
			done[u] = true
			x, minus, _ := n.moved(*u.e, flips)
			if minus && u.added { // it is subtracted
				x = loop.Prim(syntax.OpNeg, x)
			}
			*u.e = x
			return true
		})
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
