package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

var knownBounds = Pass{ //nolint:gochecknoglobals // a constant
	Name: "bounds",
	Law: "The variable of a counted loop is at least 0 and less than the number of iterations, of which it may be the " +
		"variable of a loop around; a check of what is so in all runs can go.",
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		f.Body = newBounds(f).block(f.Body)
	}),
}

// bounds knows ranges of int variables: least ≤ v, and v < below.
type bounds struct {
	in    *Info
	below map[*loop.Var]*loop.Expr
	least map[*loop.Var]int64
	def   map[*loop.Var]*loop.Expr // of variables that do not change
}

func newBounds(f *loop.Func) *bounds {
	return &bounds{in: Analyse(f), below: map[*loop.Var]*loop.Expr{}, least: map[*loop.Var]int64{}, def: map[*loop.Var]*loop.Expr{}}
}

// learn takes notice of what a statement declares.
func (b *bounds) learn(s loop.Stmt) {
	switch s := s.(type) {
	case *loop.Let:
		if s.Var.Type == loop.IntType && !b.in.Mutable(s.Var) {
			b.def[s.Var] = s.Rhs
			if lo, ok := b.atLeast(s.Rhs); ok {
				b.least[s.Var] = lo
			}
		}
	case *loop.For:
		b.least[s.Var] = 0
		b.below[s.Var] = s.N
	}
}

func (b *bounds) block(block []loop.Stmt) []loop.Stmt {
	out := block[:0]
	for _, s := range block {
		loop.Operands(s, func(e **loop.Expr, _ bool) { *e = b.expr(*e) })
		b.learn(s)
		if c, ok := s.(*loop.Check); ok && b.holds(c.Cond) {
			continue
		}
		loop.Blocks(s, func(inner *[]loop.Stmt) { *inner = b.block(*inner) })
		out = append(out, s)
	}
	clear(block[len(out):])
	return out
}

func (b *bounds) expr(e *loop.Expr) *loop.Expr {
	e = e.MapArgs(b.expr)
	if e.Kind != loop.CheckExpr {
		return e
	}
	if lo, ok := b.atLeast(e.Args[0]); ok && lo >= 0 && b.less(e.Args[0], e.Args[1]) {
		return e.Args[0]
	}
	return e
}

// holds reports whether a condition is known to hold: v ≥ constant.
func (b *bounds) holds(c *loop.Expr) bool {
	if c.Kind != loop.PrimExpr || c.Prim.Name != "ige" || !c.Args[1].IsConst() {
		return false
	}
	lo, ok := b.atLeast(c.Args[0])
	return ok && lo >= c.Args[1].I
}

// atLeast is a lower bound of an int expression that cannot overflow.
func (b *bounds) atLeast(e *loop.Expr) (int64, bool) {
	switch e.Kind {
	case loop.ConstExpr:
		return e.I, true
	case loop.VarExpr:
		lo, ok := b.least[e.Var]
		return lo, ok
	case loop.LenExpr, loop.CheckExpr:
		return 0, true
	}
	if v, n, ok := b.plus(e); ok && b.below[v] != nil {
		return b.least[v] + n, true // v is less than the greatest int
	}
	return 0, false
}

// less reports whether i < n always, given that i is reached only inside the loops that count it.
func (b *bounds) less(i, n *loop.Expr) bool {
	for i.Kind == loop.VarExpr && !b.in.Mutable(i.Var) {
		up := b.below[i.Var]
		if up == nil || !b.in.Fixed(up) {
			return false
		}
		if loop.Equal(up, n) {
			return true
		}
		if d := up.Var; d != nil && b.def[d] != nil {
			up = b.def[d]
		}
		if v, one, ok := b.plus(up); ok && one == 1 {
			i = loop.Use(v) // i < v + 1, and v < n would do
			continue
		}
		i = up // i < up, and up < n would do
	}
	return false
}

// plus recognises the variable of a loop, plus a constant that is not negative.
func (b *bounds) plus(e *loop.Expr) (*loop.Var, int64, bool) {
	if e.Kind != loop.PrimExpr || e.Prim.Name != "iadd" || e.Args[0].Kind != loop.VarExpr || !e.Args[1].IsConst() || e.Args[1].I < 0 || e.Args[1].I > 1 {
		return nil, 0, false
	}
	v := e.Args[0].Var
	return v, e.Args[1].I, b.below[v] != nil
}
