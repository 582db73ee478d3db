package facts

import (
	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Survey is what one look at a function finds out: programs are long, and to look at all of one again for each question
// takes longer than to answer it.
type Survey struct {
	Assigned Variables // by statements after their declaration
	Callees  []*loop.Call
	Grows    []*loop.Var // what is appended to
	Fails    bool
	Memory   bool // it takes some
	Loops    bool
	Views    bool // some variable is a slice
	Counts   bool // it has ints that are not given, or results of calls
	Lets     int
	Nodes    int
	Choices  int // branches and selections
	// Math are the primitives that functions may stand for, in the order of the program, and Needs those of them that
	// are not small powers, in the order in which they are computed, with the functions that are called.
	Math   []*syntax.Op
	Needs  []Need
	ops    map[*syntax.Op]*opKnown
	funcs  map[*loop.Func]bool // that are called
	isMath func(*syntax.Op) bool
}

// opKnown is what is known of a primitive: whether a function may stand for it, and which lists it stands in.
type opKnown struct{ math, listed, needed bool }

// A Need is a function, or a primitive that one is to be found for.
type Need struct {
	Op *syntax.Op
	Fn *loop.Func
}

// Variables is a set of variables.
type Variables struct{ in paged.Table[bool] }

func (s *Variables) add(v *loop.Var) { *s.in.At(v.ID()) = true }

// Has reports whether a variable is in the set.
func (s *Variables) Has(v *loop.Var) bool { return s.in.Get(v.ID()) }

// SurveyOf looks at a function; isMath says which primitives functions may stand for. Several goroutines may do so.
func SurveyOf(fn *loop.Func, isMath func(*syntax.Op) bool) *Survey {
	f := &Survey{isMath: isMath, ops: map[*syntax.Op]*opKnown{}, funcs: map[*loop.Func]bool{}}
	operand := func(x **loop.Expr, _ bool) { f.operand(*x) }
	loop.Walk(fn.Body, func(s loop.Stmt) {
		f.Nodes++
		if l, ok := s.(*loop.Let); ok { // as most are
			f.Lets++
			f.Views = f.Views || l.Rhs.Kind == loop.SliceExpr
			f.Counts = f.Counts || l.Var.Type == loop.IntType
			f.operand(l.Rhs)
			return
		}
		loop.Operands(s, operand)
		switch s := s.(type) {
		case *loop.If:
			f.Choices++
		case *loop.For, *loop.While:
			f.Loops, f.Counts = true, true
		case *loop.Check:
			f.Fails = true
		case *loop.Alloc, *loop.NewCell:
			f.Fails, f.Memory = true, true
		case *loop.Append:
			f.Fails, f.Memory = true, true
			f.Assigned.add(s.Var)
			f.Grows = append(f.Grows, s.Var)
		case *loop.Call:
			f.Callees, f.Counts = append(f.Callees, s), true
			if !f.funcs[s.Func] {
				f.funcs[s.Func] = true
				f.Needs = append(f.Needs, Need{Fn: s.Func})
			}
		case *loop.AddTo:
			f.assign(s.Lhs)
		case *loop.Assign:
			for _, l := range s.Lhs {
				f.assign(l)
			}
		}
	})
	for _, r := range fn.Results {
		f.Fails = f.Fails || r.CanFail()
		f.expr(r)
	}
	return f
}

func (f *Survey) assign(l *loop.Expr) {
	if l.Kind == loop.VarExpr {
		f.Assigned.add(l.Var)
		f.Counts = f.Counts || l.Type == loop.IntType
	}
}

// operand looks at an operand of a statement.
func (f *Survey) operand(x *loop.Expr) {
	f.Nodes += int(x.Size)
	f.Fails = f.Fails || x.CanFail()
	if x.Has(1 << loop.SelectExpr) {
		f.Choices++
	}
	f.expr(x)
}

func (f *Survey) expr(x *loop.Expr) {
	if x.Kind != loop.PrimExpr {
		for _, a := range x.Args {
			f.expr(a)
		}
		return
	}
	op := f.ops[x.Prim]
	if op == nil {
		op = &opKnown{math: f.isMath(x.Prim)}
		f.ops[x.Prim] = op
	}
	if op.math && !op.listed && !x.Prim.Host {
		op.listed = true
		f.Math = append(f.Math, x.Prim)
	}
	f.Fails = f.Fails || dividesAlone(x)
	for _, a := range x.Args {
		f.expr(a)
	}
	if op.math && !op.needed && !SmallPower(x) {
		op.needed = true
		f.Needs = append(f.Needs, Need{Op: x.Prim})
	}
}
