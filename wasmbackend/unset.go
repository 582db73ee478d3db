package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// A value that a branch chooses is a variable in the loop language, declared with some constant and assigned on both
// sides. Straight-line programs have thousands of them, so that the module does without the constant, eleven bytes, and
// chooses without a branch where both values are there.

// unset finds the declarations of a block whose first value nothing reads, since a branch behind them assigns the
// variable on both sides first: no code is written for that value. It is linear in the size of the block, but for
// blocks inside, which are looked at once for each block around them that has such declarations before them.
func (e *emitter) unset(b []loop.Stmt) {
	w := &e.waiting
	for _, s := range b {
		switch s := s.(type) {
		case *loop.Let:
			if len(w.lets) > 0 {
				w.reads(s.Rhs)
			}
			if s.Rhs.IsConst() && s.Var.Type.IsNumber() {
				w.add(s)
			}
		default:
			if len(w.lets) > 0 {
				w.meet(w.walk(s), func(l *loop.Let) { *e.unsets.At(l.Var.ID()) = true })
			}
		}
	}
	w.clear()
}

// mostWaiting is the number of declarations that wait for a branch at a time.
const mostWaiting = 32

// pendings are declarations whose variables nothing has used since.
type pendings struct {
	lets  []*loop.Let
	place paged.Table[int32] // by variable: 1 + its place in lets
	// first says, while a branch is looked at, what it does first with each of them.
	first firstUses
}

type firstUses [mostWaiting]firstUse

// firstUse is what statements do first with a variable.
type firstUse uint8

const (
	untouched firstUse = iota
	assigned
	otherwise
)

func (w *pendings) add(l *loop.Let) {
	if len(w.lets) == mostWaiting {
		w.clear()
	}
	w.lets = append(w.lets, l)
	*w.place.At(l.Var.ID()) = int32(len(w.lets))
}

func (w *pendings) clear() {
	for _, l := range w.lets {
		*w.place.At(l.Var.ID()) = 0
	}
	w.lets = w.lets[:0]
}

// reads drops the declarations whose variables e reads.
func (w *pendings) reads(e *loop.Expr) {
	e.EachVar(func(v *loop.Var) {
		if k := w.place.Get(v.ID()); k > 0 {
			w.drop(k)
		}
	})
}

func (w *pendings) drop(k int32) {
	*w.place.At(w.lets[k-1].Var.ID()) = 0
	last := len(w.lets) - 1
	if int(k-1) != last {
		w.lets[k-1] = w.lets[last]
		*w.place.At(w.lets[k-1].Var.ID()) = k
	}
	w.lets = w.lets[:last]
}

// meet calls found for the declarations whose variables are assigned first, and keeps those that are not touched.
func (w *pendings) meet(first firstUses, found func(*loop.Let)) {
	kept := w.lets[:0]
	for i, l := range w.lets {
		at := w.place.At(l.Var.ID())
		switch *at = 0; first[i] {
		case assigned:
			found(l)
		case untouched:
			kept = append(kept, l)
			*at = int32(len(kept))
		case otherwise:
		}
	}
	w.lets = kept
}

// walk is what statements do first with the variables.
func (w *pendings) walk(b ...loop.Stmt) firstUses {
	outer := w.first
	w.first = firstUses{}
	for _, s := range b {
		w.statement(s)
	}
	out := w.first
	w.first = outer
	return out
}

func (w *pendings) use(v *loop.Var, as firstUse) {
	if k := w.place.Get(v.ID()); k > 0 && w.first[k-1] == untouched {
		w.first[k-1] = as
	}
}

func (w *pendings) read(e *loop.Expr) { e.EachVar(func(v *loop.Var) { w.use(v, otherwise) }) }

func (w *pendings) statement(s loop.Stmt) {
	switch s := s.(type) {
	case *loop.Assign:
		for _, r := range s.Rhs {
			w.read(r)
		}
		for _, l := range s.Lhs {
			if l.Kind != loop.VarExpr {
				w.read(l)
			}
		}
		for _, l := range s.Lhs {
			if l.Kind == loop.VarExpr {
				w.use(l.Var, assigned)
			}
		}
	case *loop.If:
		w.read(s.Cond)
		a, b := w.walk(s.Then...), w.walk(s.Else...)
		for i := range w.lets {
			switch {
			case w.first[i] != untouched || a[i] == untouched && b[i] == untouched:
			case a[i] == assigned && b[i] == assigned:
				w.first[i] = assigned
			default:
				w.first[i] = otherwise
			}
		}
	default:
		loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
			loop.Operands(s, func(x **loop.Expr, _ bool) { w.read(*x) })
			if a, ok := s.(*loop.Append); ok {
				w.use(a.Var, otherwise)
			}
		})
	}
}

// chosen is a branch that gives one number variable a value and does nothing else, as a choice between two values; ok
// is false for all others.
func (e *emitter) chosen(s *loop.If) (v *loop.Var, a, b *loop.Expr, ok bool) {
	side := func(b []loop.Stmt) (*loop.Var, *loop.Expr) {
		if len(b) != 1 {
			return nil, nil
		}
		t, ok := b[0].(*loop.Assign)
		if !ok || len(t.Lhs) != 1 || t.Lhs[0].Kind != loop.VarExpr || !t.Lhs[0].Type.IsNumber() {
			return nil, nil
		}
		return t.Lhs[0].Var, t.Rhs[0]
	}
	v, a = side(s.Then)
	w, b := side(s.Else)
	return v, a, b, v != nil && v == w
}
