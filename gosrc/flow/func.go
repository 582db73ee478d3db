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
	// VJP, if not nil, is the transpose of that, which the user attached, too, or alone: its parameters are those of the
	// function, its results, and then one cotangent for each result that varies; its results are cotangents, one for
	// each parameter that varies.
	VJP *Func
	// Cut says that the function, which gives what it is given, is linear for second derivatives: the tangent of its
	// result is that of its parameter, and a constant for any further derivative.
	Cut bool
	// Extern names a function that has no Body here: one of another package, or in assembly. It must have a derivative by
	// hand, or be constant.
	Extern *Extern
	// Derived, if not nil, says that the function is a derivative of another, which differentiation makes: it has no
	// Body.
	Derived *Derived
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

// Sealed reports whether the head of a function is fixed, and nobody looks into its body: it is called as it is, has a
// derivative of its own, or is a derivative.
func (f *Func) Sealed() bool { return f.Extern != nil || f.ByHand() || f.Derived != nil }

// ByHand reports whether the derivative is attached, and not that of the body.
func (f *Func) ByHand() bool { return f.JVP != nil || f.VJP != nil || f.Cut }

// Attached are the derivatives that the user attached, JVP first.
func (f *Func) Attached() (out []*Func) {
	if f.JVP != nil {
		out = append(out, f.JVP)
	}
	if f.VJP != nil {
		out = append(out, f.VJP)
	}
	return out
}

// Bodiless reports whether a function has no body here. It only reads what it is given, and its results are new.
func (f *Func) Bodiless() bool { return f.Extern != nil || f.Derived != nil }

// A Derived function takes the first Given parameters of Of, then what its kind asks for, and then the other parameters
// of Of, which own adds.
type Derived struct {
	Of    *Func
	Given int
	Kind  DerivedKind
	// Active are the parameters of Of by which it is differentiated, Outs the results that are.
	Active, Outs []int
	// After says that Of has been called with what the function is called with, so that it must not write to it.
	After bool
}

// DerivedKind is a kind of [Derived].
type DerivedKind uint8

// The kinds of derived functions. A gradient has one result for each active parameter, of the parameter's type, but for
// a pointer around it.
const (
	Gradient       DerivedKind = iota // of one real result
	Pullback                          // takes cotangents of the outs, and gives gradients
	Pushforward                       // takes tangents of the active parameters, and gives those of the outs
	HessianProduct                    // takes tangents of the active parameters, and gives those of the gradients
)

// String is the name of the kind.
func (k DerivedKind) String() string {
	return [...]string{"gradient", "pullback", "pushforward", "Hessian product"}[k]
}

// Program is a set of functions; the roots come first.
type Program struct {
	Funcs []*Func
	// Needs says of roots, in reference form, what callers need of their parameters besides what the functions read: the
	// parts that derivatives are by. Nil is all.
	Needs map[*Func][]Need
	// Context ends what makes others of the program, by a panic of package stop. Nil is one that does not end.
	Context context.Context
}

// A Need is a part of a parameter: fields from the parameter on, through pointers.
type Need struct {
	Param  int
	Fields []int
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
