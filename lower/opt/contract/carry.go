package contract

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/access"
	"github.com/seed-4b734f86/gochad/lower/opt/depend"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Carry keeps in a variable the element that an iteration leaves to the next: a processor that stores
// an element and loads it back waits longer than for the addition.
//
//	for i < n {                 var c real = 0.0
//	  xbar[i + 1] += u          if 0 < n { c = xbar[0] }
//	  xbar[i] += v        →     for i < n {
//	}                             var d real = xbar[i + 1]
//	                              d += u
//	                              c += v
//	                              xbar[i], c = c, d
//	                            }
//	                            if 0 < n { xbar[n] = c }
//
// Where the array was set to zero just before, there is nothing to load, and if the loop writes all of it, nothing to
// clear but where it does not run.
//
// Ordered keeps additions to zeros.
func Carry(f *loop.Func, ordered bool) {
	c := &carrier{Summaries: depend.Of(access.Of(f))}
	c.lengths = c.Lengths()
	c.block(&f.Body)
	if c.zeros && !ordered { // variables begin as zeros to which the loop adds
		fs := &firstStores{Summaries: depend.Of(access.Of(f))}
		fs.lengths = fs.Lengths()
		fs.block(&f.Body)
	}
}

type carrier struct {
	*depend.Summaries
	lengths facts.Lengths
	zeros   bool // an array was known to be zero
}

func (c *carrier) block(b *[]loop.Stmt) {
	out := make([]loop.Stmt, 0, len(*b))
	cleared := map[loop.Stmt]bool{} // that need not be
	defer func() {
		*b = slices.DeleteFunc(*b, func(s loop.Stmt) bool { return cleared[s] })
	}()
	for i, s := range *b {
		l, ok := s.(*loop.For)
		if !ok || c.Summary(l).Loops > 1 {
			loop.Blocks(s, c.block)
			out = append(out, s)
			continue
		}
		before, after := c.loop(l, func(a *loop.Var) loop.Stmt { return c.zeroed((*b)[:i], a) }, cleared)
		out = append(append(append(out, before...), s), after...)
	}
	*b = out
}

// zeroed is the statement of a block that sets the array to zero, if nothing uses it from there to the end of the
// block.
func (c *carrier) zeroed(b []loop.Stmt, a *loop.Var) loop.Stmt {
	class := c.Class(a)
	for k := len(b) - 1; k >= 0 && len(b)-k <= firstWindow; k-- {
		switch s := b[k].(type) {
		case *loop.Clear:
			if s.Dst.IsVar(a) {
				return s
			}
		case *loop.Alloc:
			if s.Var == a && !s.Dirty {
				return s
			}
		}
		for r := range c.Summary(b[k]).Regions {
			if r.Class == class {
				return nil
			}
		}
	}
	return nil
}

// fills reports whether a loop that uses a at i and i+1 uses all of it, if it runs.
func (c *carrier) fills(l *loop.For, a *loop.Var, zero loop.Stmt) bool {
	length := c.lengths[a]
	if s, ok := zero.(*loop.Alloc); ok {
		length = s.Dims[0]
	}
	if length == nil {
		length = loop.Len(loop.Use(a))
	}
	return c.Iterations(l.N).Plus(1, access.Const(1)).Equal(c.Linear(length))
}

// loop treats the arrays of one innermost loop. What it adds to cleared need not be.
func (c *carrier) loop(l *loop.For, zeroed func(*loop.Var) loop.Stmt, cleared map[loop.Stmt]bool) (before,
	after []loop.Stmt) {
	if l.Par != nil {
		return nil, nil
	}
	as := c.pairs(l)
	steady := l.N.IsConst() ||
		l.N.Kind == loop.VarExpr && c.Summary(l).Vars[l.N.Var]&(depend.Stores|depend.Adds) == 0
	if len(as) > 0 && !steady {
		n := loop.NewVar("n", loop.IntType)
		c.Bind(n, c.Linear(l.N))
		before = append(before, &loop.Let{Var: n, Rhs: l.N})
		l.N = loop.Use(n)
	}
	for _, a := range as {
		zero := zeroed(a)
		all := zero != nil && c.fills(l, a, zero)
		x, y := c.hold(l, a, zero != nil, all)
		if s, ok := zero.(*loop.Alloc); ok && all {
			s.Dirty = true
		} else if all {
			cleared[zero] = true
		}
		before, after = append(before, x...), append(after, y...)
	}
	return before, after
}

// pairs are the arrays that a loop stores to and uses at i and at i+1 only, at both in every iteration.
func (c *carrier) pairs(l *loop.For) []*loop.Var {
	type uses struct {
		root   *loop.Var
		stores bool
		bad    bool
	}
	classes := map[*loop.Var]*uses{}
	var order []*uses
	for _, x := range c.Summary(l).Access {
		u := classes[x.Reg.Class]
		if u == nil {
			u = &uses{root: x.At.Root}
			classes[x.Reg.Class] = u
			order = append(order, u)
		}
		u.stores = u.stores || x.Use&(depend.Stores|depend.Adds) != 0
		u.bad = u.bad || x.At.Root == nil || x.At.Root != u.root || len(x.At.Subs) != 1 ||
			x.Reg.Type != loop.RealType ||
			c.offset(l, x.At.Subs[0]) < 0 || c.Mutable(x.At.Root)
	}
	var out []*loop.Var
	for _, u := range order {
		if u.bad || !u.stores || u.root.Type.Rank != 1 {
			continue
		}
		var always [2]bool
		direct := true
		for _, s := range l.Body {
			loop.Operands(s, func(e **loop.Expr, _ bool) { c.seen(l, *e, u.root, &always) })
		}
		loop.Walk(l.Body, func(s loop.Stmt) {
			loop.Operands(s, func(e **loop.Expr, _ bool) { direct = direct && c.direct(*e, u.root) })
		})
		if direct && always[0] && always[1] {
			out = append(out, u.root)
		}
	}
	return out
}

// offset is 0 for i, 1 for i+1, and -1 for anything else.
func (c *carrier) offset(l *loop.For, sub access.Linear) int {
	k, rest := sub.Split(l.Var)
	if k == 1 && rest.IsConst() && (rest.C == 0 || rest.C == 1) {
		return int(rest.C)
	}
	return -1
}

// seen notes the elements that e surely uses.
func (c *carrier) seen(l *loop.For, e *loop.Expr, a *loop.Var, always *[2]bool) {
	if e.Kind == loop.IndexExpr && e.Args[0].IsVar(a) {
		always[c.offset(l, c.Linear(e.Args[1]))] = true
		return
	}
	if e.Kind == loop.PrimExpr && (e.Prim.Name == "and" || e.Prim.Name == "or") {
		c.seen(l, e.Args[0], a, always)
		return
	}
	for _, x := range e.Args {
		c.seen(l, x, a, always)
	}
}

// direct reports whether e uses array a by its name, as elements, with indices that cannot fail.
func (c *carrier) direct(e *loop.Expr, a *loop.Var) bool {
	if e.Kind == loop.VarExpr {
		return e.Var != a && c.Views[e.Var].Root != a
	}
	if e.Kind == loop.IndexExpr && e.Args[0].IsVar(a) {
		return !e.Args[1].CanFail()
	}
	for _, x := range e.Args {
		if !c.direct(x, a) {
			return false
		}
	}
	return true
}

// hold keeps the elements of a in two variables: one that comes from the iteration before, and one new one. They are
// zeros at first if zero says so; with all the loop writes the whole array, if it runs.
func (c *carrier) hold(l *loop.For, a *loop.Var, zero, all bool) (before, after []loop.Stmt) {
	i, n := loop.Use(l.Var), l.N
	old, fresh := loop.NewVar(a.Name, loop.RealType), loop.NewVar(a.Name, loop.RealType)
	at := func(e *loop.Expr) *loop.Expr { return loop.Index(loop.Use(a), e) }
	first, last := loop.IntConst(0), n
	oldAt, freshAt := i, loop.Add(i, loop.IntConst(1))
	held := [2]*loop.Var{old, fresh}
	if l.Down {
		first, last = last, first
		oldAt, freshAt = freshAt, oldAt
		held = [2]*loop.Var{fresh, old}
	}
	var sub func(e *loop.Expr) *loop.Expr
	sub = func(e *loop.Expr) *loop.Expr {
		if e.Kind == loop.IndexExpr && e.Args[0].IsVar(a) {
			return loop.Use(held[c.offset(l, c.Linear(e.Args[1]))])
		}
		return e.MapArgs(sub)
	}
	loop.MapExprs(l.Body, sub)
	value := at(freshAt)
	if zero {
		value = loop.RealConst(0)
		c.zeros = true
	}
	body := append([]loop.Stmt{&loop.Let{Var: fresh, Rhs: value}}, l.Body...)
	l.Body = append(body, &loop.Assign{
		Lhs: []*loop.Expr{at(oldAt), loop.Use(old)}, Rhs: []*loop.Expr{loop.Use(old), loop.Use(fresh)},
	})
	runs := loop.Prim(syntax.MustOp("ilt"), loop.IntConst(0), n)
	set := func(l, r *loop.Expr) []loop.Stmt {
		return []loop.Stmt{&loop.Assign{Lhs: []*loop.Expr{l}, Rhs: []*loop.Expr{r}}}
	}
	before = []loop.Stmt{&loop.Let{Var: old, Rhs: loop.RealConst(0)}}
	if !zero {
		before = append(before, &loop.If{Cond: runs, Then: set(loop.Use(old), at(first))})
	}
	end := &loop.If{Cond: runs, Then: set(at(last), loop.Use(old))}
	if all {
		end.Else = []loop.Stmt{&loop.Clear{Dst: loop.Use(a)}}
	}
	return before, []loop.Stmt{end}
}
