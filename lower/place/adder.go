package place

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// adder is the function that adds two values of a linear data type, of one constructor; nil is
// zero. The sum shares memory with an operand when the other is nil.
func (g *program) adder(d *syntax.Data) *loop.Func {
	c, f, e := g.cellFunc(g.adders, "plus_", d)
	if e == nil {
		return f
	}
	a, b := loop.NewVar("a", loop.RefTo(c)), loop.NewVar("b", loop.RefTo(c))
	f.Params = []loop.Param{{Var: a}, {Var: b}}
	sum := e.declare("sum", loop.Use(a))
	both := e.sub(func() { e.sumCells(d, sum, loop.Use(b)) })
	either := &loop.If{Cond: loop.IsNil(loop.Use(a)), Then: e.sub(func() { e.assign(sum, loop.Use(b)) }), Else: both}
	e.put(&loop.If{Cond: loop.Not(loop.IsNil(loop.Use(b))), Then: []loop.Stmt{either}})
	f.Body, f.Results = e.out, e.one(sum)
	return f
}

// sumCells makes sum, which is not nil, a new cell: the sum of what it was and b.
func (e *emitter) sumCells(d *syntax.Data, sum, b *loop.Expr) {
	c := e.g.cell(d)
	cases := make([][]loop.Stmt, 0, len(c.Ctors)+1)
	if c.Linear {
		cases = append(cases, nil) // tag 0 is zero
	}
	for k, ctor := range d.Ctors() {
		cases = append(cases, e.sub(func() {
			acc := e.variant(d, e.one(sum), k)
			for i, l := range e.g.leaves(ctor.Arg) {
				acc[i] = e.ownCopy(c.Ctors[k].Fields[i].Name, acc[i], l)
			}
			e.addVals(ctor.Arg, acc, e.variant(d, e.one(b), k))
			cell := e.newVar("cell", sum.Type)
			e.put(&loop.NewCell{Var: cell, Ctor: k, Fields: acc})
			e.assign(sum, loop.Use(cell))
		}))
	}
	e.put(&loop.Switch{Tag: loop.TagOf(b), Cases: cases})
}

// ownCopy is a variable, or an array of our own, with the value x.
func (e *emitter) ownCopy(hint string, x *loop.Expr, l Leaf) *loop.Expr {
	if l.scalar() {
		return e.declare(hint, x)
	}
	v := e.newVar(hint, l.Type)
	e.of(v).sum = true
	if l.Type.Rank > 1 {
		e.put(&loop.Alloc{Var: v, Dims: e.one(loop.Len(x))}) // of rows that are assigned
		e.over("i", loop.Len(x), func(i *loop.Expr) {
			e.assign(loop.Index(loop.Use(v), i), e.ownCopy(hint, loop.Index(x, i), l.row()))
		})
		return loop.Use(v)
	}
	e.put(&loop.Alloc{Var: v, Dims: e.one(loop.Len(x)), Dirty: true})
	e.put(&loop.Copy{Dst: loop.Use(v), Src: x})
	return loop.Use(v)
}

// cellFunc begins a function on cells of d; made has those that there are. The emitter is nil where there is one
// already.
func (g *program) cellFunc(made map[*syntax.Data]*loop.Func, verb string, d *syntax.Data) (*loop.Cell, *loop.Func,
	*emitter) {
	c := g.cell(d)
	if f, ok := made[d]; ok {
		return c, f, nil
	}
	f := &loop.Func{Name: g.opt.callee(verb + c.Name)}
	made[d] = f
	g.cellFuncs = append(g.cellFuncs, f)
	return c, f, &emitter{g: g, fn: &function{def: &syntax.Def{Name: f.Name}, fn: f}}
}
