package place

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// The cotangent of a value of a data type is a cell, and one of a record with an array holds an array as long as that. What is added up of such
// cells in a variable of its own,
//
//	sum [case s of A xs -> A' (pack (oneHot n (f j) v)) | … | j < m]
//
// has one cell of its own, whose arrays nothing else shares: additions go into those, and a new cell around them. So m additions of one element cost m.

// ownsCell reports whether acc is a variable that adds up cells of a data type with arrays. All that it is assigned is a cell of its own.
func (e *emitter) ownsCell(d *syntax.Data, acc *loop.Expr) bool {
	return acc.Kind == loop.VarExpr && e.of(acc.Var).sum && e.g.holdsArrays(d)
}

// holdsArrays reports whether cells of a data type hold arrays of numbers.
func (g *layouts) holdsArrays(d *syntax.Data) bool {
	for _, c := range d.Ctors() {
		for _, l := range g.leaves(c.Arg) {
			if !l.scalar() && l.Type.Scalar().IsNumber() {
				return true
			}
		}
	}
	return false
}

// addCell adds a construction to a variable that owns its cell.
func (e *emitter) addCell(d *syntax.Data, t *syntax.Inj, acc *loop.Expr) {
	c := e.g.cell(d)
	ls := e.g.leaves(d.Ctors()[t.Tag].Arg)
	fields := make([]*loop.Expr, len(ls))
	for i, l := range ls {
		fields[i] = e.declareVar(c.Ctors[t.Tag].Fields[i].Name, l.Type)
		e.of(fields[i].Var).sum = !l.scalar() && l.Type.Scalar().IsNumber()
	}
	s := &loop.If{Cond: loop.IsNil(acc)}
	s.Then = e.sub(func() {
		for i, l := range ls {
			if l.array() {
				e.assign(fields[i], e.alloc("zero", l))
			}
		}
	})
	s.Else = e.sub(func() {
		for i, f := range fields {
			e.assign(f, loop.FieldOf(acc, t.Tag, i))
		}
	})
	e.put(s)
	e.add(t.Arg, fields)
	cell := e.newVar("cell", acc.Type)
	e.put(&loop.NewCell{Var: cell, Ctor: t.Tag, Fields: fields})
	e.assign(acc, loop.Use(cell))
}

// addToCell adds a cell that is there already, and that others may share.
func (e *emitter) addToCell(d *syntax.Data, acc, cell *loop.Expr) {
	cell = e.atom(cell, "cell")
	into := func(f *loop.Func, args ...*loop.Expr) func() {
		return func() {
			sum := e.newVar("sum", acc.Type)
			e.put(&loop.Call{Vars: []*loop.Var{sum}, Func: f, Args: args})
			e.assign(acc, loop.Use(sum))
		}
	}
	e.put(&loop.If{
		Cond: loop.IsNil(acc),
		Then: e.sub(into(e.g.copier(d), cell)),
		Else: e.sub(into(e.g.adder(d), acc, cell)), // a new cell, or acc
	})
}

// copier is the function that copies a cell of a linear data type, with its arrays; nil is nil.
func (g *program) copier(d *syntax.Data) *loop.Func {
	if f, ok := g.copiers[d]; ok {
		return f
	}
	c := g.cell(d)
	f := &loop.Func{Name: g.opt.callee("copy_" + c.Name)}
	g.copiers[d] = f
	g.out.Funcs = append(g.out.Funcs, f)
	e := &emitter{g: g, fn: &function{def: &syntax.Def{Name: f.Name}, fn: f}}
	a := loop.NewVar("a", loop.RefTo(c))
	f.Params = []loop.Param{{Var: a}}
	out := e.declareVar("out", a.Type)
	cases := make([][]loop.Stmt, 0, len(c.Ctors)+1)
	if c.Linear {
		cases = append(cases, nil) // tag 0 is zero
	}
	for k, ctor := range d.Ctors() {
		cases = append(cases, e.sub(func() {
			fields := e.variant(d, e.one(loop.Use(a)), k)
			for i, l := range e.g.leaves(ctor.Arg) {
				if !l.scalar() {
					fields[i] = e.ownCopy(c.Ctors[k].Fields[i].Name, fields[i], l)
				}
			}
			cell := e.newVar("cell", a.Type)
			e.put(&loop.NewCell{Var: cell, Ctor: k, Fields: fields})
			e.assign(out, loop.Use(cell))
		}))
	}
	e.put(&loop.If{Cond: loop.Not(loop.IsNil(loop.Use(a))), Then: []loop.Stmt{&loop.Switch{Tag: loop.TagOf(loop.Use(a)), Cases: cases}}})
	f.Body, f.Results = e.out, e.one(out)
	return f
}
