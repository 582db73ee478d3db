package facts

import "github.com/seed-4b734f86/gochad/lower/loop"

// A Region is a part of memory that one statement may change and another read:
// what has one type (a scalar, or a row as a reference) in the arrays and cells of one
// alias class. Writing numbers does not change which rows an array has.
type Region struct {
	Class *loop.Var
	Type  loop.Type
}

// Region is the region that an element, row or field expression reads or, on the left, stores to;
// ok is false for other expressions and for memory of no variable.
func (in *Info) Region(e *loop.Expr) (r Region, ok bool) {
	switch e.Kind {
	case loop.IndexExpr, loop.FieldExpr:
		if v := RootOf(e.Args[0]); v != nil {
			return Region{in.Class(v), e.Type}, true
		}
	}
	return Region{}, false
}

// Elements is the region of the numbers, at all depths, of an array.
func (in *Info) Elements(a *loop.Expr) (r Region, ok bool) {
	if v := RootOf(a); v != nil {
		return Region{in.Class(v), a.Type.Scalar()}, true
	}
	return Region{}, false
}

// Writes calls region and variable with what s itself, not the blocks inside, changes. Variables that
// it declares count as changed: in a loop they get a new value in every iteration.
func (in *Info) Writes(s loop.Stmt, region func(Region), variable func(*loop.Var)) {
	store := func(l *loop.Expr) {
		if l.Kind == loop.VarExpr {
			if variable != nil {
				variable(l.Var)
			}
		} else if r, ok := in.Region(l); ok {
			region(r)
		}
	}
	all := func(a *loop.Expr) {
		if r, ok := in.Elements(a); ok {
			region(r)
		}
	}
	if variable != nil {
		loop.Declared(s, variable)
	}
	switch s := s.(type) {
	case *loop.Alloc:
		for t := s.Var.Type; t.IsArray(); {
			t = t.Elem()
			region(Region{in.Class(s.Var), t})
		}
	case *loop.NewCell:
		for _, f := range s.Fields {
			region(Region{in.Class(s.Var), f.Type})
		}
	case *loop.Assign:
		for _, l := range s.Lhs {
			store(l)
		}
	case *loop.AddTo:
		store(s.Lhs)
	case *loop.Copy:
		all(s.Dst)
	case *loop.Clear:
		all(s.Dst)
	case *loop.Append:
		if variable != nil {
			variable(s.Var)
		}
		region(Region{in.Class(s.Var), s.Var.Type.Elem()})
	case *loop.Call:
		in.callWrites(s, region)
	}
}

// callWrites are the regions of Out arguments, at all depths, and of the arrays in the cells of Owned ones: a function
// writes only its own memory and that.
func (in *Info) callWrites(s *loop.Call, region func(Region)) {
	for i, a := range s.Args {
		v := RootOf(a)
		if v == nil {
			continue
		}
		switch q := s.Func.Params[i]; {
		case q.Out:
			in.Contents(v, a.Type, region)
		case q.Owned:
			in.inCells(in.Class(v), a.Type.Cell, map[*loop.Cell]bool{}, region)
		}
	}
}

// inCells calls region with the rows and elements of the arrays that a cell holds, itself or in the cells that it
// refers to.
func (in *Info) inCells(class *loop.Var, c *loop.Cell, seen map[*loop.Cell]bool, region func(Region)) {
	if seen[c] {
		return
	}
	seen[c] = true
	for _, k := range c.Ctors {
		for _, f := range k.Fields {
			for t := f.Type; t.IsArray(); {
				t = t.Elem()
				region(Region{class, t})
			}
			if f.Type.Base == loop.Ref {
				in.inCells(class, f.Type.Cell, seen, region)
			}
		}
	}
}

// Contents calls region with the rows and elements of an array, at all depths; of what its elements refer to it says
// nothing.
func (in *Info) Contents(v *loop.Var, t loop.Type, region func(Region)) {
	class := in.Class(v)
	for t.IsArray() {
		t = t.Elem()
		region(Region{class, t})
	}
}

// Effects are what statements change, as sets and, for passes whose result must not depend on the
// order of maps, as lists in the order of the program.
type Effects struct {
	Vars       map[*loop.Var]bool // declared or assigned
	Regions    map[Region]bool
	VarList    []*loop.Var
	RegionList []Region
}

// Effects collects what a block and the blocks inside it change. Its cost is the size of the block.
func (in *Info) Effects(block ...loop.Stmt) *Effects {
	ef := &Effects{Vars: map[*loop.Var]bool{}, Regions: map[Region]bool{}}
	region := func(r Region) {
		if !ef.Regions[r] {
			ef.Regions[r] = true
			ef.RegionList = append(ef.RegionList, r)
		}
	}
	variable := func(v *loop.Var) {
		if !ef.Vars[v] {
			ef.Vars[v] = true
			ef.VarList = append(ef.VarList, v)
		}
	}
	loop.Walk(block, func(s loop.Stmt) { in.Writes(s, region, variable) })
	return ef
}

// Steady reports whether e has the same value before and after the statements of ef, run any number of times.
func (in *Info) Steady(e *loop.Expr, ef *Effects) bool {
	if e.Kind == loop.VarExpr {
		return !ef.Vars[e.Var]
	}
	if e.Kind == loop.IndexExpr || e.Kind == loop.FieldExpr {
		if r, ok := in.Region(e); !ok || ef.Regions[r] {
			return false
		}
	}
	for _, a := range e.Args {
		if !in.Steady(a, ef) {
			return false
		}
	}
	return true
}

// EachRead calls yield for the variables that e reads, with repetitions, the lengths
// of flat arrays included.
func EachRead(e *loop.Expr, yield func(*loop.Var)) {
	if e.Kind == loop.VarExpr {
		yield(e.Var)
		for _, n := range e.Var.Flat {
			EachRead(n, yield)
		}
		return
	}
	for _, a := range e.Args {
		EachRead(a, yield)
	}
}

// Guarded reports whether evaluating e where the program did not may fail or leave an array's bounds.
func Guarded(e *loop.Expr) bool {
	switch e.Kind {
	case loop.IndexExpr, loop.SliceExpr, loop.CheckExpr, loop.DivExpr, loop.FieldExpr:
		return true
	case loop.PrimExpr:
		if e.Prim.Divides {
			return true
		}
	}
	for _, a := range e.Args {
		if Guarded(a) {
			return true
		}
	}
	return false
}
