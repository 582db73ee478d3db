package opt

import (
	"math"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

var algebra = Pass{ //nolint:gochecknoglobals // a constant
	Name: "algebraic-simplification",
	Law: "x·1 = x, x·-1 = -x, x/2^k = x·2^-k, c·(2^k·x) = (c·2^k)·x for c ≥ 1 ≤ 2^k, x - 0 = x, 0 + x = x for an x " +
		"that is never -0 (a square and a sum with one, say), x + -y = x - y, x - -y = x + y, -(-x) = x, -x·-y = " +
		"x·y, x·-y = -(x·y), -x/y = x/-y = -(x/y), (x > m || x is NaN) = (!(x <= m) && (m is a number || x is NaN)): " +
		"exact for all " +
		"floats except for the bits of NaN. max(n, 0) = n for lengths n. A branch on a constant is one of its blocks. " +
		"An addition of 0 in any order, and a check of what is so, is nothing, and an addition of -x - y in any " +
		"order is one of -(x + y). " +
		"With fast-math also x·0 = 0, x + 0 = x, x/c = x·(1/c), (c·x)·y = c·(x·y), c·x + c·y = c·(x + y), and " +
		"constants of products and of sums come together.",
	Run: eachFunc(func(f *loop.Func, o *Options) {
		in := o.analyse(f)
		a := &algebraic{fast: o.FastMath, signs: facts.SignsOfParams(f), in: in}
		if o.partsOf(f)&Ints != 0 {
			a.signs = facts.NewSigns(f)
		}
		f.Body = a.block(f.Body)
		for i := range f.Results {
			a.operand(&f.Results[i])
		}
		if !a.changed {
			o.unchanged()
			return
		}
		more := Negated | Doubled
		if in.HasLoops() { // of which one may end before its first iteration
			more |= Decided
		}
		if o.adds(f, more); a.more {
			return
		}
		o.stands(f)
		if !in.HasLoops() { // statements give the same variables values, and of others nobody asks who reads them
			o.keeps(in)
		}
		if !a.lost {
			o.readsStay()
		}
	}),
}

type algebraic struct {
	edit.StandIns
	fast   bool
	signs  *facts.Signs
	in     *facts.Info
	values *paged.Table[*loop.Expr] // of the real variables that do not change, once somebody has asked
	// consts are the real variables that turn out to be a number.
	consts paged.Table[*loop.Expr]

	changed bool
	more    bool               // not only plain operations on reals have
	read    paged.Table[int32] // the last question of readsAll about what reads a variable
	asked   int32
	lost    bool // something that was read may not be any more, or is what is assigned
}

func (a *algebraic) operand(e **loop.Expr) {
	if x := a.expr(*e); x != *e {
		a.changed, a.more = true, a.more || !isPlainReal(*e) || !isPlainReal(x)
		a.lost = a.lost || x.IsAtom() || !a.readsAll(x, *e)
		*e = x
	}
}

// readsAll reports whether e reads all variables that old does.
func (a *algebraic) readsAll(e, old *loop.Expr) bool {
	a.asked++
	e.EachVar(func(v *loop.Var) { *a.read.At(v.ID()) = a.asked })
	all := true
	old.EachVar(func(v *loop.Var) { all = all && a.read.Get(v.ID()) == a.asked })
	return all
}

// block is what stands for a block: itself where all its statements stay.
func (a *algebraic) block(block []loop.Stmt) []loop.Stmt {
	return a.Rebuild(block, func(s loop.Stmt) bool { a.statement(s); return true })
}

// statement emits what stands for s.
func (a *algebraic) statement(s loop.Stmt) {
	if l, ok := s.(*loop.Let); ok {
		a.operand(&l.Rhs)
		if l.Rhs.IsConst() && l.Var.Type == loop.RealType && !a.in.Mutable(l.Var) {
			*a.consts.At(l.Var.ID()) = l.Rhs
		}
		a.Emit(s)
		return
	}
	loop.Operands(s, func(e **loop.Expr, _ bool) { a.operand(e) })
	loop.Blocks(s, func(b *[]loop.Stmt) { *b = a.block(*b) })
	switch s := s.(type) {
	case *loop.If:
		if !s.Cond.IsConst() {
			break
		}
		a.changed, a.more = true, true
		if s.Cond.I != 0 {
			a.Emit(s.Then...)
		} else {
			a.Emit(s.Else...)
		}
		return
	case *loop.AddTo:
		if s.Free && s.Rhs.IsZero() && !s.Lhs.CanFail() {
			a.changed, a.more = true, true
			return
		}
		if s.Free && s.Rhs.Type == loop.RealType && s.Rhs.Kind == loop.PrimExpr && s.Rhs.Prim == syntax.OpSub {
			if x, ok := facts.Negated(s.Rhs.Args[0]); ok { // the sign of a zero may change
				a.changed, a.more, a.lost = true, a.more || !facts.IsOfReals(s.Rhs), true
				s.Rhs = a.expr(loop.Prim(syntax.OpNeg, loop.Prim(syntax.OpAdd, x, s.Rhs.Args[1])))
			}
		}
	case *loop.Check:
		if s.Cond.IsConst() && s.Cond.I != 0 {
			a.changed, a.more = true, true
			return
		}
	}
	a.Emit(s)
}

// expr simplifies e from the leaves on.
func (a *algebraic) expr(e *loop.Expr) *loop.Expr {
	if e.IsAtom() {
		if e.Kind == loop.VarExpr && e.Type == loop.RealType {
			if k := a.consts.Get(e.Var.ID()); k != nil {
				return k
			}
		}
		return e
	}
	e = edit.Fold(e.MapArgs(a.expr))
	if e.Kind != loop.PrimExpr {
		return e
	}
	if e.Type == loop.IntType {
		return a.ints(e)
	}
	if e.Type == loop.BoolType {
		if e.Prim.Name == "ieq" && e.Args[0].IsAtom() && loop.Equal(e.Args[0], e.Args[1]) {
			return loop.BoolConst(true)
		}
		if x := exceeds(e); x != nil {
			return x
		}
		return e
	}
	if x := a.exact(e); x != nil {
		return x
	}
	if a.fast {
		if x := a.rounded(e); x != nil {
			return a.expr(x)
		}
	}
	return e
}

// exceeds turns x > m || x != x, the condition that x is greater or no number, of variables: x <= m ends it, which is
// what happens most of the time in a search for the greatest.
func exceeds(e *loop.Expr) *loop.Expr {
	if e.Prim.Name != "or" || e.Args[0].Kind != loop.PrimExpr || e.Args[1].Kind != loop.PrimExpr ||
		e.Args[1].Prim.Name != "ne" {
		return nil
	}
	not := map[string]string{"gt": "le", "lt": "ge"}[e.Args[0].Prim.Name]
	if not == "" {
		return nil
	}
	x, m, y := e.Args[0].Args[0], e.Args[0].Args[1], e.Args[1].Args
	if x.Kind != loop.VarExpr || m.Kind != loop.VarExpr || !loop.Equal(x, y[0]) || !loop.Equal(x, y[1]) {
		return nil
	}
	return loop.Prim(syntax.MustOp("and"), loop.Prim(syntax.MustOp("not"), loop.Prim(syntax.MustOp(not), x, m)),
		loop.Prim(syntax.MustOp("or"), loop.Prim(syntax.MustOp("eq"), m, m), e.Args[1]))
}

// ints drops bounds that hold.
func (a *algebraic) ints(e *loop.Expr) *loop.Expr {
	if e.Prim.Name != "imax" {
		return e
	}
	for k := range 2 {
		x, y := e.Args[k], e.Args[1-k]
		if y.IsConst() && y.I <= 0 && a.signs.NotNegative(x) {
			return x
		}
	}
	return e
}

// exact is e in a form that gives the same bits for less, or nil.
func (a *algebraic) exact(e *loop.Expr) *loop.Expr {
	switch e.Prim {
	case syntax.OpNeg:
		if x, ok := facts.Negated(e.Args[0]); ok {
			return x
		}
	case syntax.OpAdd:
		x, y := e.Args[0], e.Args[1]
		for _, p := range [][2]*loop.Expr{{x, y}, {y, x}} {
			if p[0].IsZero() && a.neverMinusZero(p[1], 8) {
				return p[1]
			}
		}
		if z, ok := facts.Negated(y); ok && !y.IsConst() {
			return loop.Prim(syntax.OpSub, x, z)
		}
		if z, ok := facts.Negated(x); ok && !x.IsConst() {
			return loop.Prim(syntax.OpSub, y, z)
		}
	case syntax.OpSub:
		x, y := e.Args[0], e.Args[1]
		if y.IsZero() {
			return x
		}
		if z, ok := facts.Negated(y); ok && !y.IsConst() {
			return loop.Prim(syntax.OpAdd, x, z)
		}
	case syntax.OpMul:
		return a.product(e.Args[0], e.Args[1])
	case syntax.OpDiv:
		if k, ok := power(e.Args[1]); ok {
			return a.expr(loop.Prim(syntax.OpMul, e.Args[0], loop.RealConst(1/k)))
		}
		x, y := e.Args[0], e.Args[1]
		u, left := facts.Negated(x)
		v, right := facts.Negated(y)
		switch {
		case left && right:
			return loop.Prim(syntax.OpDiv, u, v)
		case left:
			return loop.Prim(syntax.OpNeg, loop.Prim(syntax.OpDiv, u, y))
		case right:
			return loop.Prim(syntax.OpNeg, loop.Prim(syntax.OpDiv, x, v))
		}
	}
	return nil
}

// product simplifies x · y.
func (a *algebraic) product(x, y *loop.Expr) *loop.Expr {
	k, v := x, y
	if !k.IsConst() {
		k, v = y, x
	}
	if k.IsConst() {
		switch k.F {
		case 1:
			return v
		case -1:
			return a.expr(loop.Prim(syntax.OpNeg, v))
		}
		if v.Kind == loop.PrimExpr && v.Prim == syntax.OpMul {
			for i, p := range v.Args {
				if m, ok := power(p); ok && doubles(m, k.F) {
					return loop.Prim(syntax.OpMul, loop.RealConst(m*k.F), v.Args[1-i])
				}
			}
		}
	}
	u, left := facts.Negated(x)
	w, right := facts.Negated(y)
	switch {
	case left && right:
		return loop.Prim(syntax.OpMul, u, w)
	case left && y.IsConst():
		return a.expr(loop.Prim(syntax.OpMul, loop.RealConst(-y.F), u))
	case right && x.IsConst():
		return a.expr(loop.Prim(syntax.OpMul, loop.RealConst(-x.F), w))
	case left: // what the product is added to is subtracted from
		return loop.Prim(syntax.OpNeg, a.expr(loop.Prim(syntax.OpMul, u, y)))
	case right:
		return loop.Prim(syntax.OpNeg, a.expr(loop.Prim(syntax.OpMul, x, w)))
	}
	return nil
}

// neverMinusZero reports whether e is known not to be -0, looking at so many levels of it: x·x, |x| and e^x are not; a
// sum is -0 only if both parts are.
func (a *algebraic) neverMinusZero(e *loop.Expr, levels int) bool {
	if levels == 0 || e == nil {
		return false
	}
	switch e.Kind {
	case loop.ConstExpr:
		return e.F != 0 || !math.Signbit(e.F)
	case loop.VarExpr:
		if a.values == nil {
			a.values = constantValues(a.in)
		}
		return a.neverMinusZero(a.values.Get(e.Var.ID()), levels-1)
	case loop.PrimExpr:
		switch e.Prim.Name {
		case "abs", "exp", "square", "real":
			return true
		case "sqrt":
			return a.neverMinusZero(e.Args[0], levels-1)
		}
		switch e.Prim {
		case syntax.OpMul:
			return loop.Equal(e.Args[0], e.Args[1])
		case syntax.OpAdd:
			return a.neverMinusZero(e.Args[0], levels-1) || a.neverMinusZero(e.Args[1], levels-1)
		}
	}
	return false
}

// constantValues are the right sides of the real variables that get no other value.
func constantValues(in *facts.Info) *paged.Table[*loop.Expr] {
	values := &paged.Table[*loop.Expr]{}
	loop.Walk(in.Func.Body, func(s loop.Stmt) {
		if l, ok := s.(*loop.Let); ok && l.Var.Type == loop.RealType && !in.Mutable(l.Var) {
			*values.At(l.Var.ID()) = l.Rhs
		}
	})
	return values
}

// doubles reports whether k·(m·x) = (k·m)·x to the last bit, for a power of two m: m·x is exact unless it overflows,
// and then (k·m)·x does too.
func doubles(m, k float64) bool {
	return math.Abs(m) >= 1 && math.Abs(k) >= 1 && !math.IsInf(m*k, 0) && !math.IsNaN(k)
}

// power reports whether e is a power of two, up to the sign, whose inverse is a normal number too.
func power(e *loop.Expr) (float64, bool) {
	if !e.IsConst() || e.F == 0 || math.IsInf(e.F, 0) || math.IsNaN(e.F) {
		return 0, false
	}
	f, exp := math.Frexp(e.F)
	return e.F, math.Abs(f) == 0.5 && exp > -1000 && exp < 1000
}

// rounded is e in a form that may differ in the last bits, or where there are infinities, NaN or zeros with a sign; or
// nil.
func (a *algebraic) rounded(e *loop.Expr) *loop.Expr {
	if len(e.Args) != 2 {
		return nil
	}
	x, y := e.Args[0], e.Args[1]
	switch e.Prim {
	case syntax.OpMul, syntax.OpAdd:
		if z := factorOut(e.Prim, x, y); z != nil {
			return z
		}
		if !x.IsConst() {
			x, y = y, x
		}
		switch {
		case !x.IsConst():
			return nil
		case e.Prim == syntax.OpMul && x.F == 0:
			return loop.RealConst(0)
		case e.Prim == syntax.OpAdd && x.F == 0:
			return y
		case y.Kind == loop.PrimExpr && y.Prim == e.Prim && y.Args[0].IsConst() &&
			(e.Prim == syntax.OpAdd || facts.Moderate(x) && facts.Moderate(y.Args[0])):
			return loop.Prim(e.Prim, edit.Fold(loop.Prim(e.Prim, x, y.Args[0])), y.Args[1])
		case x != e.Args[0]: // constants first
			return loop.Prim(e.Prim, x, y)
		}
	case syntax.OpSub:
		if z, ok := facts.Negated(x); ok {
			return loop.Prim(syntax.OpNeg, loop.Prim(syntax.OpAdd, z, y))
		}
		return factorOut(e.Prim, x, y)
	case syntax.OpDiv:
		if k := y.F; y.IsConst() && k != 0 && !math.IsInf(1/k, 0) {
			return loop.Prim(syntax.OpMul, loop.RealConst(1/k), x)
		}
	}
	return nil
}

// factorOut is (c·x)·y = c·(x·y), or c·x + c·y = c·(x + y), for a constant c; or nil.
func factorOut(op *syntax.Op, x, y *loop.Expr) *loop.Expr {
	c, u := scaled(x)
	d, v := scaled(y)
	if op == syntax.OpMul {
		switch {
		case x.IsConst() || y.IsConst():
			return nil
		case c != nil:
			return loop.Prim(syntax.OpMul, c, loop.Prim(syntax.OpMul, u, y))
		case d != nil:
			return loop.Prim(syntax.OpMul, d, loop.Prim(syntax.OpMul, x, v))
		}
		return nil
	}
	if c == nil || d == nil || c.F != d.F {
		return nil
	}
	return loop.Prim(syntax.OpMul, c, loop.Prim(op, u, v))
}

// scaled takes a product with a constant apart; c is nil for other expressions.
func scaled(e *loop.Expr) (c, x *loop.Expr) {
	if e.Kind == loop.PrimExpr && e.Prim == syntax.OpMul {
		for k, f := range e.Args {
			if f.IsConst() && facts.Moderate(f) {
				return f, e.Args[1-k]
			}
		}
	}
	return nil, e
}
