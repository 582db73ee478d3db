package vectors

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// A View is what there is to know of the function whose loops are looked at.
type View struct {
	Fn *loop.Func
	*facts.Survey
	Ranges *facts.Ranges
	Grown  map[*loop.Var]bool // variables that are appended to
	// scalar forbids vectors.
	Scalar bool
	// checked says that the engine checks bounds by instructions: what checks fewer of them pays then.
	Checked bool
	// isMath reports whether a primitive is a function, and paired whether that takes two arguments at a time.
	IsMath func(*syntax.Op) bool
	Paired func(*loop.Expr) bool
	// declared reports whether a variable has its locals, while the function is written, and isTable whether it is
	// constant data.
	Declared, IsTable func(*loop.Var) bool

	info   *opt.Info // made when it is asked for
	slices map[*loop.Var]*loop.Expr
}

// NewView begins to look at a function.
func NewView(e *View) *View {
	e.slices = map[*loop.Var]*loop.Expr{}
	e.findSlices()
	return e
}

// Memory is what is known of the function's memory.
func (e *View) Memory() *opt.Info {
	if e.info == nil {
		e.info = opt.Analyse(e.Fn)
	}
	return e.info
}

// SliceOf is the array that a variable is a slice of, from its first element on, or the variable itself.
func (e *View) SliceOf(v *loop.Var) *loop.Var {
	for a := e.slices[v]; a != nil; a = e.slices[v] {
		if !e.Declared(a.Var) { // nothing mentions it any more
			break
		}
		v = a.Var
	}
	return v
}

// findSlices finds the variables that are slices, from 0 on, of variables that do not change.
func (e *View) findSlices() {
	if !e.Views {
		return
	}
	loop.Walk(e.Fn.Body, func(s loop.Stmt) {
		l, ok := s.(*loop.Let)
		if !ok || l.Rhs.Kind != loop.SliceExpr || l.Rhs.Args[0].Kind != loop.VarExpr || e.Assigned.Has(l.Var) ||
			e.Grown[l.Var] {
			return
		}
		if a := l.Rhs.Args[0]; l.Rhs.Args[1].IsConst() && l.Rhs.Args[1].I == 0 && !e.Assigned.Has(a.Var) &&
			!e.Grown[a.Var] {
			e.slices[l.Var] = a
		}
	})
}

// divides reports whether an expression divides ints, which may fail, or calls a function.
func (e *View) divides(x *loop.Expr) bool { return facts.Divides(x, e.IsMath) }
