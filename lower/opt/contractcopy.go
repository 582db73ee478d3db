package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

// copies builds an array where it is copied to, when nobody needs the place meanwhile and nobody
// the array afterwards, and drops copies of arrays onto themselves.
//
//	var w []real = new(n)            clear(xbar)
//	for i < n { w[i] +~= f(i) }  →   for i < n { xbar[i] +~= f(i) }
//	copy(xbar, w)
var copies = Pass{ //nolint:gochecknoglobals // a constant
	Name: "copies",
	Law: "Memory that nothing uses from the making of an array to the copy of the array into it " +
		"may be the memory of the array, when the copy is the last use of the array.",
	Needs: Copies,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		c := &copier{uses: arrayUses(f), with: map[*loop.Var]*loop.Var{}, outs: map[*loop.Var]bool{}, result: map[*loop.Var]bool{}}
		for _, p := range f.Params {
			if p.Alone() && p.Var.Flat == nil && !c.Mutable(p.Var) {
				c.outs[p.Var] = true
			}
		}
		for _, e := range f.Results {
			EachRead(e, func(v *loop.Var) { c.result[c.Class(v)] = true })
		}
		c.block(&f.Body)
		c.rename(f)
	}),
}

type copier struct {
	*uses
	outs   map[*loop.Var]bool
	result map[*loop.Var]bool      // alias classes of results
	with   map[*loop.Var]*loop.Var // arrays that are built elsewhere
}

// block looks for copies in a block and those inside.
func (c *copier) block(b *[]loop.Stmt) {
	out := make([]loop.Stmt, 0, len(*b))
	allocs := map[*loop.Var]int{}
	copied := false
	for i, s := range *b {
		loop.Blocks(s, c.block)
		switch s := s.(type) {
		case *loop.Alloc:
			allocs[s.Var] = i
		case *loop.Copy:
			if c.same(s) {
				continue
			}
			_, here := allocs[s.Src.Var]
			copied = copied || here && s.Src.Kind == loop.VarExpr
		}
		out = append(out, s)
	}
	if copied {
		out = c.deliver(out)
	}
	*b = out
}

// same reports whether a copy changes nothing. A row that is stored as a reference is known by the place where it is
// going to stand, which is not where it stands at the copy.
func (c *copier) same(s *loop.Copy) bool {
	x, y := c.locate(s.Dst), c.locate(s.Src)
	if x.root != nil && c.stored[c.Class(x.root)] {
		return false
	}
	if x.root == nil || x.root != y.root || len(x.subs) != len(y.subs) || !x.off.equal(y.off) || c.Mutable(x.root) {
		return false
	}
	for k := range x.subs {
		if !x.subs[k].equal(y.subs[k]) {
			return false
		}
	}
	return true
}

// deliver replaces arrays that statements of a block make, and copy, by the targets of the copies.
func (c *copier) deliver(b []loop.Stmt) []loop.Stmt {
	touched := map[*loop.Var][]int{} // by alias class: the statements that use its memory
	allocs := map[*loop.Var]int{}
	for i, s := range b {
		for r := range c.summary(s).regions {
			if at := touched[r.Class]; len(at) == 0 || at[len(at)-1] != i {
				touched[r.Class] = append(at, i)
			}
		}
		if a, ok := s.(*loop.Alloc); ok {
			allocs[a.Var] = i
		}
	}
	var out []loop.Stmt
	drop := map[int]bool{}
	for i, s := range b {
		p, ok := s.(*loop.Copy)
		if !ok || p.Src.Kind != loop.VarExpr || p.Dst.Kind != loop.VarExpr {
			continue
		}
		at, here := allocs[p.Src.Var]
		if !here || !c.fits(b[at].(*loop.Alloc), p.Dst.Var) ||
			between(touched[c.Class(p.Dst.Var)], at, i-1) || between(touched[c.Class(p.Src.Var)], i+1, len(b)) {
			continue
		}
		c.with[p.Src.Var] = p.Dst.Var
		drop[at], drop[i] = true, true
	}
	for i, s := range b {
		a, ok := s.(*loop.Alloc)
		switch {
		case !drop[i]:
			out = append(out, s)
		case ok && !a.Dirty:
			out = append(out, &loop.Clear{Dst: loop.Use(c.with[a.Var])})
		}
	}
	return out
}

// fits reports whether an array can be built in the memory of an Out parameter.
func (c *copier) fits(a *loop.Alloc, dst *loop.Var) bool {
	t := a.Var
	return c.outs[dst] && t.Flat == nil && t.Type == dst.Type && t.Type.Scalar().IsNumber() && len(a.Dims) == int(t.Type.Rank) &&
		!c.Mutable(t) && c.owners[c.Class(t)] <= 1 && !c.stored[c.Class(t)] && !c.result[c.Class(t)]
}

func (c *copier) rename(f *loop.Func) {
	if len(c.with) == 0 {
		return
	}
	var sub func(e *loop.Expr) *loop.Expr
	sub = func(e *loop.Expr) *loop.Expr {
		if e.Kind == loop.VarExpr && c.with[e.Var] != nil {
			return loop.Use(c.with[e.Var])
		}
		return e.MapArgs(sub)
	}
	loop.MapExprs(f.Body, sub)
}
