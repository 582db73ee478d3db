package opt

import (
	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// coalesce makes one variable of a real and of the one that starts as it, where it ends.
//
//	var e real = 0.0                 var e real = 0.0
//	for i < n { e = e + x[i] }       for i < n { e = e + x[i] }
//	var e_2 real = e             →   for j < m { e = e + y[j] }
//	for j < m { e_2 = e_2 + y[j] }
var coalesce = Pass{ //nolint:gochecknoglobals // a constant
	Name:  "coalesce",
	Law:   "A variable that starts as another which is not used any more is that other.",
	Needs: Doubled,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		c := &coalescer{one: map[*loop.Var]*loop.Var{}}
		if c.find(f); len(c.last) == 0 {
			o.unchanged()
			return
		}
		c.uses(f)
		c.joins()
		if len(c.one) == 0 {
			o.unchanged()
			return
		}
		for _, e := range c.readers {
			*e = c.expr(*e)
		}
		for i, r := range f.Results {
			f.Results[i] = c.expr(r)
		}
	}),
}

type coalescer struct {
	vars paged.Table[int32] // 1 + the place in last of those that copies are of or have, or 0
	last []lastUse
	// readers are the operands of statements that read those.
	readers []**loop.Expr
	lets    []letAt                 // those that declare them, in the order of the program
	one     map[*loop.Var]*loop.Var // what stands for it
	// blocks and statements count those met, in the order of [loop.Walk].
	blocks     int32
	statements int
}

// letAt is a statement, its number, its place in a block, and the number of that.
type letAt struct {
	let    *loop.Let
	number int
	block  *[]loop.Stmt
	place  int
	here   int32
}

// lastUse is what is known of a variable.
type lastUse struct {
	at      int // the last statement that uses it, by its number in the order of [loop.Walk]
	let     *loop.Let
	block   int32 // the number of the block in which let declares it
	changes bool
}

// of is what is known of a variable that is a copy, or of which there is one; nil of others.
func (c *coalescer) of(v *loop.Var) *lastUse {
	if k := c.vars.Get(v.ID()); k > 0 {
		return &c.last[k-1]
	}
	return nil
}

// find finds the copies.
func (c *coalescer) find(f *loop.Func) {
	note := func(v *loop.Var) {
		if at := c.vars.At(v.ID()); *at == 0 {
			c.last = append(c.last, lastUse{})
			*at = int32(len(c.last))
		}
	}
	loop.Walk(f.Body, func(s loop.Stmt) {
		if l, ok := s.(*loop.Let); ok && l.Var.Type == loop.RealType && l.Rhs.Kind == loop.VarExpr {
			note(l.Var)
			note(l.Rhs.Var)
		}
	})
}

// uses finds the last uses of the variables that there are copies of, and of the copies, who reads them and who declares them.
func (c *coalescer) uses(f *loop.Func) {
	some := false
	use := func(v *loop.Var) {
		if u := c.of(v); u != nil {
			u.at, some = c.statements, true
		}
	}
	c.block(&f.Body, true, func(e **loop.Expr, _ bool) {
		some = false
		if EachRead(*e, use); some {
			c.readers = append(c.readers, e)
		}
	})
	c.statements++
	for _, r := range f.Results {
		EachRead(r, use)
	}
}

// block goes through a block. Where the variables that it declares are seen behind it, as those of the head of a while loop are, they are not to be joined.
func (c *coalescer) block(b *[]loop.Stmt, join bool, operand func(**loop.Expr, bool)) {
	c.blocks++
	here := c.blocks
	for i, s := range *b {
		c.statements++
		if l, ok := s.(*loop.Let); ok { // as most are
			operand(&l.Rhs, true)
			if join && l.Var.Type == loop.RealType && c.of(l.Var) != nil {
				c.lets = append(c.lets, letAt{l, c.statements, b, i, here})
			}
			continue
		}
		loop.Operands(s, operand)
		switch s := s.(type) {
		case *loop.Assign:
			for _, l := range s.Lhs {
				c.change(l)
			}
			continue
		case *loop.AddTo:
			c.change(s.Lhs)
		case *loop.While:
			c.block(&s.Head, false, operand)
			c.block(&s.Body, join, operand)
			continue
		}
		loop.Blocks(s, func(b *[]loop.Stmt) { c.block(b, join, operand) })
	}
}

func (c *coalescer) change(l *loop.Expr) {
	if l.Kind == loop.VarExpr {
		if u := c.of(l.Var); u != nil {
			u.changes = true
		}
	}
}

// joins makes one variable of two where that can be. A variable is alive at most to the end of the block that declares it, so that its last use in the
// order of the program is the last there is.
func (c *coalescer) joins() {
	gone := map[*[]loop.Stmt]map[int]bool{}
	for _, l := range c.lets {
		if !c.join(l.let, l.here, l.number) {
			u := c.of(l.let.Var)
			u.let, u.block = l.let, l.here
			continue
		}
		if gone[l.block] == nil {
			gone[l.block] = map[int]bool{}
		}
		gone[l.block][l.place] = true
	}
	for b, places := range gone {
		*b = withoutPlaces(*b, places)
	}
}

// join makes one variable of that of l, which is statement n, and of the one that it is a copy of, and reports whether it did.
func (c *coalescer) join(l *loop.Let, here int32, n int) bool {
	if l.Rhs.Kind != loop.VarExpr {
		return false
	}
	v := c.now(l.Rhs.Var)
	u := c.of(v)
	if u.block != here || u.at != n {
		return false
	}
	x := l.Var
	if !u.changes { // a constant takes the name of the variable that it becomes
		x, v = v, x
		u.let.Var = v
		w := c.of(v)
		w.let, w.block = u.let, here
	}
	c.one[x] = v
	c.of(v).at = c.of(l.Var).at
	return true
}

// now is what stands for v. Variables on the way are told, so that long rows of names are gone through once.
func (c *coalescer) now(v *loop.Var) *loop.Var {
	to := v
	for c.one[to] != nil {
		to = c.one[to]
	}
	for v != to {
		v, c.one[v] = c.one[v], to
	}
	return to
}

func (c *coalescer) expr(e *loop.Expr) *loop.Expr {
	if e.Kind == loop.VarExpr {
		if v := c.now(e.Var); v != e.Var {
			return loop.Use(v)
		}
		return e
	}
	return e.MapArgs(c.expr)
}
