package loop

import "github.com/seed-4b734f86/gochad/syntax"

// A Stmt is a statement: one of the types of this file.
type Stmt interface{ stmt() }

type (
	// Let declares a variable with its first value. Array variables become views or aliases.
	Let struct {
		Var *Var
		Rhs *Expr
	}
	// Alloc declares an array variable for a new array: of zeros, or, when Dirty, of
	// unspecified elements, each of which is written before it is read.
	// Dims are the lengths of the dimensions, outermost first; fewer than the rank
	// leave the rows nil, to be assigned.
	Alloc struct {
		Var   *Var
		Dims  []*Expr
		Dirty bool
	}
	// NewCell declares a reference to a new cell.
	NewCell struct {
		Var    *Var
		Ctor   int
		Fields []*Expr
	}
	// Assign stores into variables, elements, rows and fields, all right-hand sides first.
	Assign struct {
		Lhs []*Expr
		Rhs []*Expr
	}
	// AddTo adds to a real or int variable, element or field. Free additions to one place in
	// one loop may be done in any order and grouping: those of sum, not those of fold.
	AddTo struct {
		Lhs  *Expr
		Rhs  *Expr
		Free bool
	}
	// Copy copies all elements of Src, at all depths, into Dst, which has the same lengths.
	Copy struct{ Dst, Src *Expr }
	// Clear sets all elements of an array, at all depths, to zero.
	Clear struct{ Dst *Expr }
	// Append adds an element or row at the end of an array variable that the function owns.
	Append struct {
		Var *Var
		Val *Expr
	}
	// For counts Var through 0 … N-1, or from N-1 down to 0. N is evaluated once. Vector marks a loop over whole
	// arrays, or rows of a matrix, that a library may do at once: see [VectorOf] and [MatrixOf]. The arrays have N
	// elements, and the one that is written overlaps no other, unless they are the same variable. Par, if not nil, says
	// that the iterations may run at the same time.
	For struct {
		Var    *Var
		N      *Expr
		Down   bool
		Vector bool
		Par    *Par
		Body   []Stmt
	}
	// While runs Head and then, as long as Cond holds, Body, and starts again.
	While struct {
		Head []Stmt
		Cond *Expr
		Body []Stmt
	}
	// If branches.
	If struct {
		Cond *Expr
		Then []Stmt
		Else []Stmt
	}
	// Switch runs the case whose number the tag is; the last case takes all other tags.
	Switch struct {
		Tag   *Expr
		Cases [][]Stmt
	}
	// Call calls a function of the program. Args include the arrays for its Out
	// parameters; Vars are declared for its results, nil for a result not needed.
	Call struct {
		Vars []*Var
		Func *Func
		Args []*Expr
	}
	// Check is a run-time error unless Cond holds: the text, or, when Got is not nil, a text that names both lengths:
	// "<Text>: length of <Name> is <Got>, want <Want>". With Index it is about an index: "<Text>: index <Got> out of
	// range [0, <Want>)". Given says that it holds, and need not be looked at: callers have seen to it, or the function
	// has where it taped what the check is about.
	Check struct {
		Cond      *Expr
		Given     bool
		Text      string
		Name      string
		Index     bool
		Got, Want *Expr
	}
)

func (*Let) stmt()     {}
func (*Alloc) stmt()   {}
func (*NewCell) stmt() {}
func (*Assign) stmt()  {}
func (*AddTo) stmt()   {}
func (*Copy) stmt()    {}
func (*Clear) stmt()   {}
func (*Append) stmt()  {}
func (*For) stmt()     {}
func (*While) stmt()   {}
func (*If) stmt()      {}
func (*Switch) stmt()  {}
func (*Call) stmt()    {}
func (*Check) stmt()   {}

// Par is what is known of a loop whose iterations may run at the same time: none reads or writes an element that
// another writes. N is a constant. A loop means the same without it.
type Par struct {
	// Work is about how many operations the iterations take together.
	Work *Expr
	// Writes are the arrays from outside of which each iteration writes elements of its own. All else that the body
	// changes it declares.
	Writes []*Expr
}

// Set is the assignment of one value to one place.
func Set(lhs, rhs *Expr) *Assign {
	m := new(struct {
		s        Assign
		lhs, rhs [1]*Expr
	})
	m.lhs[0], m.rhs[0] = lhs, rhs
	m.s = Assign{Lhs: m.lhs[:], Rhs: m.rhs[:]}
	return &m.s
}

// A Param is a parameter of a function.
type Param struct {
	Var *Var
	// Out says that the function overwrites the elements of the array, which the caller owns
	// and which overlaps no other argument. It may read back what it wrote.
	Out bool
	// Adds says of an Out parameter that the function does not overwrite the elements but changes, or adds to, what
	// they are.
	Adds bool
	// Shared says of a parameter that Adds that it may overlap others that are Shared: it may be the same array, or a
	// row of one, or a matrix that has it as a row. Since they are added to, what they hold in the end is the sum of
	// all additions.
	Shared bool
	// Owned says of a reference that only the function can get at its cell, and at the cells and arrays that this
	// holds, in its callers or elsewhere: it may change the elements of those arrays, and callers do not use the
	// reference after the call.
	Owned bool
}

// Alone reports whether what p has been given overlaps no other argument, and may be written.
func (p *Param) Alone() bool { return p.Out && !p.Shared }

// A Func is a function.
type Func struct {
	Name   string
	Params []Param
	Body   []Stmt
	// Results are atoms, views or array variables, evaluated at the end of the body.
	Results []*Expr
	// Lent marks results, by position, whose memory callers only read, and only until the next call: the workspace may
	// keep it. Nil marks none.
	Lent []bool
	// Exported says that users call it: its parameters come unchecked, and its
	// results share no memory with arguments or, except for those that are lent, workspaces.
	Exported bool
	// Part says that the function is a part of its callers: it writes into arrays of theirs that it is given, and
	// arguments may overlap. Passes do not see such functions, which are made after them.
	Part bool
	// Def is the definition that the function was made from, or nil.
	Def *syntax.Def
	// Outlined is the function whose loops these are, for loops that pass outline moved into a function of their own;
	// nil for all others.
	Outlined *Func
}

// IsLent reports whether result i is [Func.Lent].
func (f *Func) IsLent(i int) bool { return i < len(f.Lent) && f.Lent[i] }

// Lend makes result i one that is [Func.Lent].
func (f *Func) Lend(i int) {
	for len(f.Lent) <= i {
		f.Lent = append(f.Lent, false)
	}
	f.Lent[i] = true
}

// A Program is a list of functions and the cells they use.
type Program struct {
	Funcs []*Func
	Cells []*Cell
}

// Blocks calls yield with the blocks of statements directly inside s.
func Blocks(s Stmt, yield func(*[]Stmt)) {
	switch s := s.(type) {
	case *For:
		yield(&s.Body)
	case *While:
		yield(&s.Head)
		yield(&s.Body)
	case *If:
		yield(&s.Then)
		yield(&s.Else)
	case *Switch:
		for i := range s.Cases {
			yield(&s.Cases[i])
		}
	}
}

// Operands calls yield with the places of the expressions directly inside s:
// read is false for what is only stored to (the target of an Assign, Copy or Clear, though its indices are read).
func Operands(s Stmt, yield func(e **Expr, read bool)) {
	list := func(es []*Expr, read bool) {
		for i := range es {
			yield(&es[i], read)
		}
	}
	switch s := s.(type) {
	case *Let:
		yield(&s.Rhs, true)
	case *Alloc:
		list(s.Dims, true)
	case *NewCell:
		list(s.Fields, true)
	case *Assign:
		list(s.Lhs, false)
		list(s.Rhs, true)
	case *AddTo:
		yield(&s.Lhs, true)
		yield(&s.Rhs, true)
	case *Copy:
		yield(&s.Dst, false)
		yield(&s.Src, true)
	case *Clear:
		yield(&s.Dst, false)
	case *Append:
		yield(&s.Val, true)
	case *For:
		yield(&s.N, true)
		if s.Par != nil {
			yield(&s.Par.Work, true)
			list(s.Par.Writes, true)
		}
	case *While:
		yield(&s.Cond, true)
	case *If:
		yield(&s.Cond, true)
	case *Switch:
		yield(&s.Tag, true)
	case *Call:
		list(s.Args, true)
	case *Check:
		yield(&s.Cond, true)
		if s.Got != nil {
			yield(&s.Got, true)
			yield(&s.Want, true)
		}
	}
}

// Declared calls yield with the variables that s itself declares, the variable of a For included.
func Declared(s Stmt, yield func(*Var)) {
	switch s := s.(type) {
	case *Let:
		yield(s.Var)
	case *Alloc:
		yield(s.Var)
	case *NewCell:
		yield(s.Var)
	case *For:
		yield(s.Var)
	case *Call:
		for _, v := range s.Vars {
			if v != nil {
				yield(v)
			}
		}
	}
}

// Walk calls yield for each statement of a block and of the blocks inside, outermost first.
func Walk(block []Stmt, yield func(Stmt)) {
	for _, s := range block {
		yield(s)
		switch s := s.(type) { // as Blocks says
		case *For:
			Walk(s.Body, yield)
		case *While:
			Walk(s.Head, yield)
			Walk(s.Body, yield)
		case *If:
			Walk(s.Then, yield)
			Walk(s.Else, yield)
		case *Switch:
			for _, b := range s.Cases {
				Walk(b, yield)
			}
		}
	}
}

// MapExprs replaces all expressions directly inside the statements of a block and of the blocks inside.
func MapExprs(block []Stmt, f func(*Expr) *Expr) {
	Walk(block, func(s Stmt) { Operands(s, func(e **Expr, _ bool) { *e = f(*e) }) })
}
