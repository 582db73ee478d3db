package facts

import (
	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// mostWaiting is the number of declarations that wait for a branch at a time.
const mostWaiting = 32

// FirstUses are declarations whose variables nothing has used since.
type FirstUses struct {
	lets  []*loop.Let
	place paged.Table[int32] // by variable: 1 + its place in lets
	// first says, while a branch is looked at, what it does first with each of them.
	first uses
}

type uses [mostWaiting]firstUse

// firstUse is what statements do first with a variable.
type firstUse uint8

const (
	untouched firstUse = iota
	assigned
	otherwise
)

// Find calls found for the declarations of a block whose first value nothing reads, since a branch after them assigns
// the variable on both sides first. It is linear in the size of the block, except for blocks inside, which are looked at
// once for each block around them that has such declarations before them.
func (w *FirstUses) Find(b []loop.Stmt, found func(*loop.Var)) {
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
				w.meet(w.walk(s), func(l *loop.Let) { found(l.Var) })
			}
		}
	}
	w.clear()
}

func (w *FirstUses) add(l *loop.Let) {
	if len(w.lets) == mostWaiting {
		w.clear()
	}
	w.lets = append(w.lets, l)
	*w.place.At(l.Var.ID()) = int32(len(w.lets))
}

func (w *FirstUses) clear() {
	for _, l := range w.lets {
		*w.place.At(l.Var.ID()) = 0
	}
	w.lets = w.lets[:0]
}

// reads drops the declarations whose variables e reads.
func (w *FirstUses) reads(e *loop.Expr) {
	e.EachVar(func(v *loop.Var) {
		if k := w.place.Get(v.ID()); k > 0 {
			w.drop(k)
		}
	})
}

func (w *FirstUses) drop(k int32) {
	*w.place.At(w.lets[k-1].Var.ID()) = 0
	last := len(w.lets) - 1
	if int(k-1) != last {
		w.lets[k-1] = w.lets[last]
		*w.place.At(w.lets[k-1].Var.ID()) = k
	}
	w.lets = w.lets[:last]
}

// meet calls found for the declarations whose variables are assigned first, and keeps those that are not touched.
func (w *FirstUses) meet(first uses, found func(*loop.Let)) {
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
func (w *FirstUses) walk(b ...loop.Stmt) uses {
	outer := w.first
	w.first = uses{}
	for _, s := range b {
		w.statement(s)
	}
	out := w.first
	w.first = outer
	return out
}

func (w *FirstUses) use(v *loop.Var, as firstUse) {
	if k := w.place.Get(v.ID()); k > 0 && w.first[k-1] == untouched {
		w.first[k-1] = as
	}
}

func (w *FirstUses) read(e *loop.Expr) { e.EachVar(func(v *loop.Var) { w.use(v, otherwise) }) }

func (w *FirstUses) statement(s loop.Stmt) {
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
