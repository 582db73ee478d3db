package facts

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A View is what there is to know of the function whose loops are looked at.
type View struct {
	Fn *loop.Func
	*Survey
	Ranges *Ranges
	Grown  map[*loop.Var]bool // variables that are appended to
	// Scalar forbids vectors.
	Scalar bool
	// Checked says that the engine checks bounds by instructions: what checks fewer of them pays then.
	Checked bool
	// IsMath reports whether a primitive is a function, and Paired whether that takes two arguments at a time.
	IsMath func(*syntax.Op) bool
	Paired func(*loop.Expr) bool
	// Declared reports whether a variable has its locals, while the function is written, and IsTable whether it is
	// constant data.
	Declared, IsTable func(*loop.Var) bool

	info   *facts.Info // made when it is asked for
	slices map[*loop.Var]*loop.Expr
}

// NewView begins to look at a function.
func NewView(f *View) *View {
	f.slices = map[*loop.Var]*loop.Expr{}
	f.findSlices()
	return f
}

// Analysis is what is known of the function's memory.
func (f *View) Analysis() *facts.Info {
	if f.info == nil {
		f.info = facts.Analyse(f.Fn)
	}
	return f.info
}

// SliceOf is the array that a variable is a slice of, from its first element on, or the variable itself.
func (f *View) SliceOf(v *loop.Var) *loop.Var {
	for a := f.slices[v]; a != nil; a = f.slices[v] {
		if !f.Declared(a.Var) { // nothing mentions it any more
			break
		}
		v = a.Var
	}
	return v
}

// findSlices finds the variables that are slices, from 0 on, of variables that do not change.
func (f *View) findSlices() {
	if !f.Views {
		return
	}
	loop.Walk(f.Fn.Body, func(s loop.Stmt) {
		l, ok := s.(*loop.Let)
		if !ok || l.Rhs.Kind != loop.SliceExpr || l.Rhs.Args[0].Kind != loop.VarExpr || f.Assigned.Has(l.Var) ||
			f.Grown[l.Var] {
			return
		}
		if a := l.Rhs.Args[0]; l.Rhs.Args[1].IsConst() && l.Rhs.Args[1].I == 0 && !f.Assigned.Has(a.Var) &&
			!f.Grown[a.Var] {
			f.slices[l.Var] = a
		}
	})
}

// MayDivide reports whether an expression MayDivide ints, which may fail, or calls a function.
func (f *View) MayDivide(x *loop.Expr) bool { return Divides(x, f.IsMath) }
