package place

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// The cotangent of a value of a data type is a cell, and one of a record with an array holds an array as long as that.
// What is added up of such cells in a variable of its own,
//
//	sum [case s of A xs -> A' (pack (oneHot n (f j) v)) | … | j < m]
//
// has cells of its own: nothing else shares them, the cells that they refer to, or the arrays that those hold.
// Additions go into those arrays, and new cells around them. So m additions of one element cost m, and those of one
// element in each cell of a list, m times the length of the list.

// ownsCell reports whether acc is a variable that adds up cells with arrays. All that it is assigned are cells of its
// own.
func (e *emitter) ownsCell(acc *loop.Expr) bool {
	return acc != nil && acc.Kind == loop.VarExpr && e.of(acc.Var).sum && e.g.holdsArrays(acc.Type)
}

// holdsArrays reports whether a type is one of references to cells that hold arrays of numbers, themselves or in cells
// that they refer to.
func (g *layouts) holdsArrays(t loop.Type) bool {
	if t.IsArray() || t.Base != loop.Ref {
		return false
	}
	holds, known := g.holding[t.Cell]
	if !known {
		holds = reachesArrays(t.Cell, map[*loop.Cell]bool{})
		g.holding[t.Cell] = holds
	}
	return holds
}

func reachesArrays(c *loop.Cell, seen map[*loop.Cell]bool) bool {
	if seen[c] {
		return false
	}
	seen[c] = true
	for _, k := range c.Ctors {
		for _, f := range k.Fields {
			if f.Type.IsArray() && f.Type.Scalar().IsNumber() ||
				!f.Type.IsArray() && f.Type.Base == loop.Ref && reachesArrays(f.Type.Cell, seen) {
				return true
			}
		}
	}
	return false
}

// addCell adds a construction to a variable that owns its cell.
func (e *emitter) addCell(d *syntax.Data, t *syntax.Inj, acc *loop.Expr) {
	fields := e.opened[t]
	if fields == nil {
		fields = e.openCell(d, t.Tag, acc)
	}
	delete(e.opened, t)
	e.add(t.Arg, fields)
	e.closeCell(t.Tag, fields, acc)
}

// closeCell makes acc a new cell with these fields.
func (e *emitter) closeCell(tag int, fields []*loop.Expr, acc *loop.Expr) {
	cell := e.newVar("cell", acc.Type)
	e.put(&loop.NewCell{Var: cell, Ctor: tag, Fields: fields})
	e.assign(acc, loop.Use(cell))
}

// openCell makes variables for the fields of a cell that acc owns, which are zeros where it has none.
func (e *emitter) openCell(d *syntax.Data, tag int, acc *loop.Expr) []*loop.Expr {
	fields := e.ownFields(d, tag)
	s := &loop.If{Cond: loop.IsNil(acc)}
	s.Then = e.sub(func() {
		for i, l := range e.g.leaves(d.Ctors()[tag].Arg) {
			if l.array() {
				e.assign(fields[i], e.alloc("zero", l))
			}
		}
	})
	s.Else = e.sub(func() {
		for i, f := range fields {
			e.assign(f, loop.FieldOf(acc, tag, i))
		}
	})
	e.put(s)
	return fields
}

// ownFields are variables for the fields of a cell of our own.
func (e *emitter) ownFields(d *syntax.Data, tag int) []*loop.Expr {
	c := e.g.cell(d)
	ls := e.g.leaves(d.Ctors()[tag].Arg)
	fields := make([]*loop.Expr, len(ls))
	for i, l := range ls {
		fields[i] = e.declareVar(c.Ctors[tag].Fields[i].Name, l.Type)
		e.of(fields[i].Var).sum = !l.scalar() && l.Type.Scalar().IsNumber() || l.ref()
	}
	return fields
}

// addToCell adds a cell that is there already, and that others may share.
func (e *emitter) addToCell(d *syntax.Data, acc, cell *loop.Expr) {
	sum := e.newVar("sum", acc.Type)
	e.put(&loop.Call{Vars: []*loop.Var{sum}, Func: e.g.grower(d), Args: []*loop.Expr{acc, cell}})
	e.assign(acc, loop.Use(sum))
}

// grower is the function that adds a cell of a linear data type, of one constructor, to one that nothing else has,
// whose arrays it adds to; nil is zero. The sum shares no memory with the cell that is added.
func (g *program) grower(d *syntax.Data) *loop.Func {
	c, f, e := g.cellFunc(g.growers, "add_", d)
	if e == nil {
		return f
	}
	a, b := loop.NewVar("a", loop.RefTo(c)), loop.NewVar("b", loop.RefTo(c))
	f.Params = []loop.Param{{Var: a, Owned: true}, {Var: b}}
	sum := e.declare("sum", loop.Use(a))
	e.of(sum.Var).sum = true
	cases := make([][]loop.Stmt, 0, len(c.Ctors)+1)
	if c.Linear {
		cases = append(cases, nil) // tag 0 is zero
	}
	for k, ctor := range d.Ctors() {
		cases = append(cases, e.sub(func() {
			fields := e.ownFields(d, k)
			for i, x := range fields {
				e.assign(x, loop.FieldOf(sum, k, i))
			}
			e.addVals(ctor.Arg, fields, e.variant(d, e.one(loop.Use(b)), k))
			e.closeCell(k, fields, sum)
		}))
	}
	first := e.sub(func() {
		cell := e.newVar("cell", sum.Type)
		e.put(&loop.Call{Vars: []*loop.Var{cell}, Func: g.copier(d), Args: e.one(loop.Use(b))})
		e.assign(sum, loop.Use(cell))
	})
	either := &loop.If{Cond: loop.IsNil(loop.Use(a)), Then: first,
		Else: []loop.Stmt{&loop.Switch{Tag: loop.TagOf(loop.Use(b)), Cases: cases}}}
	e.put(&loop.If{Cond: loop.Not(loop.IsNil(loop.Use(b))), Then: []loop.Stmt{either}})
	f.Body, f.Results = e.out, e.one(sum)
	return f
}

// copier is the function that copies a cell of a linear data type, with its arrays and the cells with arrays that it
// refers to; nil is nil.
func (g *program) copier(d *syntax.Data) *loop.Func {
	c, f, e := g.cellFunc(g.copiers, "copy_", d)
	if e == nil {
		return f
	}
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
				name := c.Ctors[k].Fields[i].Name
				switch {
				case !l.scalar():
					fields[i] = e.ownCopy(name, fields[i], l)
				case g.holdsArrays(l.Type):
					copied := e.newVar(name, l.Type)
					e.put(&loop.Call{Vars: []*loop.Var{copied}, Func: g.copier(g.datas[l.Type.Cell]),
						Args: e.one(fields[i])})
					fields[i] = loop.Use(copied)
				}
			}
			cell := e.newVar("cell", a.Type)
			e.put(&loop.NewCell{Var: cell, Ctor: k, Fields: fields})
			e.assign(out, loop.Use(cell))
		}))
	}
	e.put(&loop.If{Cond: loop.Not(loop.IsNil(loop.Use(a))),
		Then: []loop.Stmt{&loop.Switch{Tag: loop.TagOf(loop.Use(a)), Cases: cases}}})
	f.Body, f.Results = e.out, e.one(out)
	return f
}
