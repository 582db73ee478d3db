package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// survey is what one look at a function finds out: programs are long, and to look at all of one again for each question
// takes longer than to answer it.
type survey struct {
	assigned variables // by statements behind their declaration
	callees  []*loop.Call
	grows    []*loop.Var // what is appended to
	fails    bool
	memory   bool // it takes some
	loops    bool
	views    bool // some variable is a slice
	counts   bool // it has ints that are not given, or results of calls
	lets     int
	nodes    int
	choices  int // branches and selections
	// math are the primitives that functions may stand for, in the order of the program, and needs those of them that
	// are not small powers, in the order in which they are computed, with the functions that are called.
	math  []*syntax.Op
	needs []need
	ops   map[*syntax.Op]*opKnown
	funcs map[*loop.Func]bool // that are called
}

// opKnown is what is known of a primitive: whether it is [isMath], and which lists it stands in.
type opKnown struct{ math, listed, needed bool }

// A need is a function, or a primitive that one is to be found for.
type need struct {
	op *syntax.Op
	fn *loop.Func
}

// variables is a set of variables.
type variables struct{ in paged.Table[bool] }

func (s *variables) add(v *loop.Var)      { *s.in.At(v.ID()) = true }
func (s *variables) has(v *loop.Var) bool { return s.in.Get(v.ID()) }

// surveyOf looks at a function. Several goroutines may do so.
func surveyOf(fn *loop.Func) *survey {
	f := &survey{ops: map[*syntax.Op]*opKnown{}, funcs: map[*loop.Func]bool{}}
	operand := func(x **loop.Expr, _ bool) { f.operand(*x) }
	loop.Walk(fn.Body, func(s loop.Stmt) {
		f.nodes++
		if l, ok := s.(*loop.Let); ok { // as most are
			f.lets++
			f.views = f.views || l.Rhs.Kind == loop.SliceExpr
			f.counts = f.counts || l.Var.Type == loop.IntType
			f.operand(l.Rhs)
			return
		}
		loop.Operands(s, operand)
		switch s := s.(type) {
		case *loop.If:
			f.choices++
		case *loop.For, *loop.While:
			f.loops, f.counts = true, true
		case *loop.Check:
			f.fails = true
		case *loop.Alloc, *loop.NewCell:
			f.fails, f.memory = true, true
		case *loop.Append:
			f.fails, f.memory = true, true
			f.assigned.add(s.Var)
			f.grows = append(f.grows, s.Var)
		case *loop.Call:
			f.callees, f.counts = append(f.callees, s), true
			if !f.funcs[s.Func] {
				f.funcs[s.Func] = true
				f.needs = append(f.needs, need{fn: s.Func})
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
		f.fails = f.fails || r.CanFail()
		f.expr(r)
	}
	return f
}

func (f *survey) assign(l *loop.Expr) {
	if l.Kind == loop.VarExpr {
		f.assigned.add(l.Var)
		f.counts = f.counts || l.Type == loop.IntType
	}
}

// operand looks at an operand of a statement.
func (f *survey) operand(x *loop.Expr) {
	f.nodes += int(x.Size)
	f.fails = f.fails || x.CanFail()
	if x.Has(1 << loop.SelectExpr) {
		f.choices++
	}
	f.expr(x)
}

func (f *survey) expr(x *loop.Expr) {
	if x.Kind != loop.PrimExpr {
		for _, a := range x.Args {
			f.expr(a)
		}
		return
	}
	op := f.ops[x.Prim]
	if op == nil {
		op = &opKnown{math: isMath(x.Prim)}
		f.ops[x.Prim] = op
	}
	if op.math && !op.listed && !x.Prim.Host {
		op.listed = true
		f.math = append(f.math, x.Prim)
	}
	f.fails = f.fails || dividesAlone(x)
	for _, a := range x.Args {
		f.expr(a)
	}
	if op.math && !op.needed && !smallPower(x) {
		op.needed = true
		f.needs = append(f.needs, need{op: x.Prim})
	}
}
