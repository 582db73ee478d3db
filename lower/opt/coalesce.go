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
		c.find(f)
		c.uses(f)
		c.block(&f.Body, 0)
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
	one     map[*loop.Var]*loop.Var // what stands for it
	// blocks counts those met.
	blocks int32
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

// uses finds the last uses of the variables that there are copies of, and of the copies, and who reads them.
func (c *coalescer) uses(f *loop.Func) {
	n, some := 0, false
	use := func(v *loop.Var) {
		if u := c.of(v); u != nil {
			u.at, some = n, true
		}
	}
	operand := func(e **loop.Expr, _ bool) {
		some = false
		if EachRead(*e, use); some {
			c.readers = append(c.readers, e)
		}
	}
	loop.Walk(f.Body, func(s loop.Stmt) {
		n++
		if l, ok := s.(*loop.Let); ok { // as most are
			operand(&l.Rhs, true)
			return
		}
		loop.Operands(s, operand)
		switch s := s.(type) {
		case *loop.Assign:
			for _, l := range s.Lhs {
				c.change(l)
			}
		case *loop.AddTo:
			c.change(s.Lhs)
		}
	})
	n++
	for _, r := range f.Results {
		EachRead(r, use)
	}
}

func (c *coalescer) change(l *loop.Expr) {
	if l.Kind == loop.VarExpr {
		if u := c.of(l.Var); u != nil {
			u.changes = true
		}
	}
}

// block goes through a block whose first statement comes after statement n, and returns the number of its last. A variable is alive at most to the
// end of the block that declares it, so that its last use in the order of the program is the last there is.
func (c *coalescer) block(b *[]loop.Stmt, n int) int {
	c.blocks++
	here := c.blocks
	out := (*b)[:0]
	for _, s := range *b {
		n++
		if l, ok := s.(*loop.Let); ok && l.Var.Type == loop.RealType {
			if c.join(l, here, n) {
				continue
			}
			if u := c.of(l.Var); u != nil {
				u.let, u.block = l, here
			}
		}
		out = append(out, s)
		if w, ok := s.(*loop.While); ok { // its condition and its body see the variables of its head
			loop.Walk(w.Head, func(loop.Stmt) { n++ })
			n = c.block(&w.Body, n)
			continue
		}
		loop.Blocks(s, func(b *[]loop.Stmt) { n = c.block(b, n) })
	}
	*b = out
	return n
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
