package flow

import "github.com/seed-4b734f86/gochad/syntax"

// A Var is a variable: a parameter, a result, a local variable, or a global that is only read. Its address is its
// identity. A variable is declared by the first assignment to it, or by the construct that binds it; a variable that
// is declared in the body of a loop is a new one in each iteration. Variables that a function literal captures are
// the same Var inside it.
type Var struct {
	Name string
	Type Type
	At   *syntax.Pos
	// Text is what messages call the variable; its name where it is empty.
	Text string
	// Made says that Text is what was made at At, which messages add.
	Made bool
	// Constant says that the variable does not vary for differentiation.
	Constant bool
	// Global says that the variable is a function's copy of a package variable that nothing writes. It gets its value
	// at the beginning of the function; if anything wrote to what it looks at, the copy would not be the same.
	Global bool
}

// An Expr is an expression without effects but run-time errors: *Lit, *Load, *Op, *Retype, *Cond, *Len, *Make, *Zero,
// *Lits, *Closure, *FuncRef, and in reference form *Window, *Addr and *IsNil.
type Expr interface {
	// Type is the type of the value.
	Type() Type
	flowExpr()
}

// Lit is a literal of a basic type. F is the value of a real, I of an integer or (0 or 1) a bool, and the nil error.
type Lit struct {
	Typ *Basic
	F   float64
	I   int64
}

// Load reads a place.
type Load struct{ Place Place }

// Op applies a primitive of the table (syntax.OpByName) to scalars. Typ is the Go type of the result: for integers
// narrower than 64 bits, and for float32, front ends apply the op that wraps or rounds (sext8, zext8, …, round32)
// themselves, so an Op means what its row says.
type Op struct {
	Op   *syntax.Op
	Args []Expr
	Typ  *Basic
	At   *syntax.Pos
}

// Retype is the number X as a value of another type that has the same bits for it: int8 as int, uint as int, float32 as
// float64. It costs nothing; where bits change, front ends put the op that wraps or rounds.
type Retype struct {
	X   Expr
	Typ *Basic
}

// Cond is If when C is true and Else otherwise; only one of the two is evaluated. a && b is Cond{a, b, false}.
type Cond struct{ C, If, Else Expr }

// Len is the length of a slice or array; with Cap its capacity (of a window: up to the end of what it looks at).
type Len struct {
	X   Expr
	Cap bool
}

// Make is make([]Elem, Len, Cap): zeros; Cap may be nil.
type Make struct {
	Typ      *Slice
	Len, Cap Expr
	At       *syntax.Pos
}

// Zero is the zero value of a type: for a slice, nil.
type Zero struct{ Typ Type }

// Lits is a composite literal: a *Slice, *Array or *Struct type with all its elements or fields, in order.
type Lits struct {
	Typ   Type
	Elems []Expr
}

// Closure is a function literal. Its free variables are variables of the enclosing functions.
type Closure struct{ Func *Func }

// FuncRef is a declared function as a value.
type FuncRef struct{ Func *Func }

// Window is x[lo:hi:max] of a slice or (addressable) array; absent bounds are nil. Reference form only.
type Window struct {
	X           Expr
	Lo, Hi, Max Expr
	At          *syntax.Pos
}

// Addr is &place, or &T{…} after an assignment to a new variable. Reference form only.
type Addr struct{ Place Place }

// IsNil is X == nil, of a slice, pointer or function. Reference form only.
type IsNil struct {
	X  Expr
	At *syntax.Pos
}

// A Place is where a value is: a variable and a path into it.
type Place struct {
	Var  *Var
	Path []Step
}

// A Step goes from a value to a part of it.
type Step struct {
	// Kind says which of the others counts.
	Kind  StepKind
	Field int
	Index Expr
	At    *syntax.Pos
}

// StepKind is a kind of Step.
type StepKind uint8

// The kinds of steps.
const (
	StepField StepKind = iota // the field Field of a struct
	StepIndex                 // the element Index, checked, of a slice or array
	StepDeref                 // what a pointer points to; reference form only
)

func (*Lit) flowExpr()     {}
func (*Load) flowExpr()    {}
func (*Op) flowExpr()      {}
func (*Retype) flowExpr()  {}
func (*Cond) flowExpr()    {}
func (*Len) flowExpr()     {}
func (*Make) flowExpr()    {}
func (*Zero) flowExpr()    {}
func (*Lits) flowExpr()    {}
func (*Closure) flowExpr() {}
func (*FuncRef) flowExpr() {}
func (*Window) flowExpr()  {}
func (*Addr) flowExpr()    {}
func (*IsNil) flowExpr()   {}

// Type is the type of the value.
func (e *Lit) Type() Type { return e.Typ }

// Type is the type of the value.
func (e *Load) Type() Type { return e.Place.Type() }

// Type is the type of the value.
func (e *Op) Type() Type { return e.Typ }

// Type is the type of the value.
func (e *Retype) Type() Type { return e.Typ }

// Type is the type of the value.
func (e *Cond) Type() Type { return e.If.Type() }

// Type is the type of the value.
func (e *Len) Type() Type { return Int }

// Type is the type of the value.
func (e *Make) Type() Type { return e.Typ }

// Type is the type of the value.
func (e *Zero) Type() Type { return e.Typ }

// Type is the type of the value.
func (e *Lits) Type() Type { return e.Typ }

// Type is the type of the value.
func (e *Closure) Type() Type { return e.Func.Type() }

// Type is the type of the value.
func (e *FuncRef) Type() Type { return e.Func.Type() }

// Type is the type of the value.
func (e *IsNil) Type() Type { return Bool }

// Type is the type of the value.
func (e *Addr) Type() Type { return &Pointer{Elem: e.Place.Type()} }

// Type is the type of the value.
func (e *Window) Type() Type {
	if a, ok := e.X.Type().(*Array); ok {
		return &Slice{Elem: a.Elem}
	}
	return e.X.Type()
}

// Type is the type of what is there.
func (p Place) Type() Type {
	t := p.Var.Type
	for _, s := range p.Path {
		t = s.Part(t)
	}
	return t
}

// Part is the type of the part of a t that the step leads to.
func (s Step) Part(t Type) Type {
	switch t := t.(type) {
	case *Struct:
		return t.Fields[s.Field].Type
	case *Slice:
		return t.Elem
	case *Array:
		return t.Elem
	case *Pointer:
		return t.Elem
	case *Basic, *FuncType:
	}
	panic("flow: " + t.String() + " has no parts")
}
