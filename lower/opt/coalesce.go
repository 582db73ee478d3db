package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

// coalesce makes one variable of a real and of the one that starts as it, where it ends.
//
//	var e real = 0.0                 var e real = 0.0
//	for i < n { e = e + x[i] }       for i < n { e = e + x[i] }
//	var e_2 real = e             →   for j < m { e = e + y[j] }
//	for j < m { e_2 = e_2 + y[j] }
var coalesce = Pass{ //nolint:gochecknoglobals // a constant
	Name: "coalesce",
	Law:  "A variable that starts as another which is not used any more is that other.",
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		c := &coalescer{last: map[*loop.Var]int{}, one: map[*loop.Var]*loop.Var{}, changes: map[*loop.Var]bool{}}
		c.uses(f)
		if c.block(&f.Body, 0); len(c.one) == 0 {
			return
		}
		loop.MapExprs(f.Body, c.expr)
		for i, r := range f.Results {
			f.Results[i] = c.expr(r)
		}
	}),
}

type coalescer struct {
	last    map[*loop.Var]int       // the last statement that uses it, by its number in the order of [loop.Walk]
	one     map[*loop.Var]*loop.Var // what stands for it
	changes map[*loop.Var]bool
}

// uses finds the last uses of all variables.
func (c *coalescer) uses(f *loop.Func) {
	n := 0
	note := func(e *loop.Expr) { EachRead(e, func(v *loop.Var) { c.last[v] = n }) }
	loop.Walk(f.Body, func(s loop.Stmt) {
		n++
		loop.Operands(s, func(e **loop.Expr, _ bool) { note(*e) })
		switch s := s.(type) {
		case *loop.Assign:
			for _, l := range s.Lhs {
				c.changes[l.Var] = true
			}
		case *loop.AddTo:
			c.changes[s.Lhs.Var] = true
		}
	})
	n++
	for _, r := range f.Results {
		note(r)
	}
}

// block goes through a block whose first statement comes after statement n, and returns the number of its last. A variable is alive at most to the
// end of the block that declares it, so that its last use in the order of the program is the last there is.
func (c *coalescer) block(b *[]loop.Stmt, n int) int {
	declared := map[*loop.Var]*loop.Let{}
	out := (*b)[:0]
	for _, s := range *b {
		n++
		if l, ok := s.(*loop.Let); ok && l.Var.Type == loop.RealType {
			if c.join(l, declared, n) {
				continue
			}
			declared[l.Var] = l
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
func (c *coalescer) join(l *loop.Let, declared map[*loop.Var]*loop.Let, n int) bool {
	if l.Rhs.Kind != loop.VarExpr {
		return false
	}
	v := c.now(l.Rhs.Var)
	first := declared[v]
	if first == nil || c.last[v] != n {
		return false
	}
	x := l.Var
	if !c.changes[v] { // a constant takes the name of the variable that it becomes
		x, v = v, x
		first.Var = v
		declared[v] = first
	}
	c.one[x] = v
	c.last[v] = c.last[l.Var]
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
