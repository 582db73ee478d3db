package flow

import (
	"context"

	"github.com/seed-4b734f86/gochad/syntax"
)

// A Func is a function: declared, a method (its receiver is the first parameter), an instance of a generic one, or a
// literal.
type Func struct {
	Name    string
	Params  []*Var
	Results []*Var // the result variables; they begin with their zero values
	Body    []Stmt
	// JVP, if not nil, is the derivative that the user attached (//chad:derivative): its parameters are those of the
	// function and then one tangent for each that varies; its results those of the function and their tangents.
	JVP *Func
	// Extern names a function that has no Body here: one of another package, or in assembly. It must have a JVP, or
	// be constant.
	Extern *Extern
	// Outs, in value form, lists for the results that own appended the parameter that each is the new value of.
	Outs []int
	Doc  string
	At   *syntax.Pos
	// Interface, of a literal, is the Go type that its value stands for: what the methods of that do, it does.
	Interface string
}

// Extern is a Go function that emitted code calls.
type Extern struct {
	Pkg, Name string
	// Adapter is the source of a function AdapterName around it, of float64, int and bool, which is called in its
	// place; empty where its own types are these.
	Adapter, AdapterName string
}

// Program is a set of functions; the roots come first.
type Program struct {
	Funcs []*Func
	// Context ends what makes others of the program, by a panic of package stop. Nil is one that does not end.
	Context context.Context
}

// Type is the function's type as a value.
func (f *Func) Type() Type {
	t := &FuncType{Interface: f.Interface}
	for _, p := range f.Params {
		t.Params = append(t.Params, p.Type)
	}
	for _, r := range f.Results {
		t.Results = append(t.Results, r.Type)
	}
	return t
}
