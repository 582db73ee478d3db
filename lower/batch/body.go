package batch

import "github.com/seed-4b734f86/gochad/lower/loop"

// body is the body of a loop with what it uses from outside.
type body struct {
	index   *loop.Var
	all     map[*loop.Func]*aliases
	ok      bool // nothing was met that makes iterations depend on each other
	inside  map[*loop.Var]bool
	outside []*loop.Var         // in the order of their first use
	outer   map[*loop.Var]bool  // the same as a set
	views   map[*loop.Var]outer // variables inside that see memory from outside
	written map[*loop.Var]bool  // arrays from outside, at the index of the loop
	read    map[*loop.Var]bool  // arrays from outside, elsewhere too
}

// outer is memory from outside: all of an array, or its part at the index of the loop.
type outer struct {
	v  *loop.Var
	at bool
}

func newBody(l *loop.For, all map[*loop.Func]*aliases) *body {
	b := &body{index: l.Var, all: all, ok: true, inside: map[*loop.Var]bool{l.Var: true}, outer: map[*loop.Var]bool{},
		views: map[*loop.Var]outer{}, written: map[*loop.Var]bool{}, read: map[*loop.Var]bool{}}
	loop.Walk(l.Body, func(s loop.Stmt) { loop.Declared(s, func(v *loop.Var) { b.inside[v] = true }) })
	loop.Walk(l.Body, b.stmt)
	return b
}

// region is the memory from outside that an array or element is of; ok is false for memory of the iteration.
func (b *body) region(e *loop.Expr) (o outer, ok bool) {
	at := false
	for e.Kind == loop.IndexExpr || e.Kind == loop.SliceExpr {
		at = e.Kind == loop.IndexExpr && e.Args[1].IsVar(b.index)
		e = e.Args[0]
	}
	switch {
	case e.Kind != loop.VarExpr:
		return outer{}, false
	case b.inside[e.Var]:
		o, ok = b.views[e.Var]
		return o, ok
	}
	return outer{e.Var, at}, true
}

// reads notes what an expression reads.
func (b *body) reads(e *loop.Expr) {
	if e.Type.Base == loop.Ref {
		b.ok = false
	}
	switch e.Kind {
	case loop.VarExpr:
		b.uses(e.Var)
		if e.Type.IsArray() {
			b.memory(e)
		}
		return
	case loop.LenExpr: // what is in it does not matter
		b.indices(e.Args[0])
		return
	case loop.IndexExpr, loop.SliceExpr:
		b.memory(e)
		b.indices(e)
		return
	}
	for _, a := range e.Args {
		b.reads(a)
	}
}

// memory notes that memory is read.
func (b *body) memory(e *loop.Expr) {
	if o, ok := b.region(e); ok && !o.at {
		b.read[o.v] = true
	}
}

// indices notes what the indices of an array or element read, and its variable.
func (b *body) indices(e *loop.Expr) {
	for e.Kind == loop.IndexExpr || e.Kind == loop.SliceExpr {
		for _, a := range e.Args[1:] {
			b.reads(a)
		}
		e = e.Args[0]
	}
	if e.Kind != loop.VarExpr {
		b.reads(e)
		return
	}
	b.uses(e.Var)
}

func (b *body) uses(v *loop.Var) {
	if v.Type.Base == loop.Ref {
		b.ok = false
	}
	if !b.inside[v] && !b.outer[v] {
		b.outer[v] = true
		b.outside = append(b.outside, v)
		for _, n := range v.Flat {
			b.reads(n)
		}
	}
}

// writes notes that memory is written.
func (b *body) writes(e *loop.Expr) {
	b.indices(e)
	if o, ok := b.region(e); ok {
		if o.at {
			b.written[o.v] = true
		} else {
			b.ok = false
		}
	}
}

func (b *body) stmt(s loop.Stmt) {
	switch s := s.(type) {
	case *loop.Let:
		b.reads(s.Rhs)
		if s.Var.Type.IsArray() {
			if o, ok := b.region(s.Rhs); ok {
				b.views[s.Var] = o
			}
		}
	case *loop.NewCell:
		b.ok = false
	case *loop.Assign:
		for i, l := range s.Lhs {
			b.reads(s.Rhs[i])
			b.ok = b.ok && (l.Kind != loop.VarExpr || b.inside[l.Var])
			_, in := b.region(l)
			_, from := b.region(s.Rhs[i])
			b.ok = b.ok && !(l.Type.IsArray() && (in || from))
			if l.Kind != loop.VarExpr {
				b.writes(l)
			}
		}
	case *loop.AddTo:
		b.reads(s.Rhs)
		if s.Lhs.Kind == loop.VarExpr {
			b.ok = b.ok && b.inside[s.Lhs.Var]
			return
		}
		b.writes(s.Lhs)
	case *loop.Copy:
		b.reads(s.Src)
		b.writes(s.Dst)
	case *loop.Clear:
		b.writes(s.Dst)
	case *loop.Append:
		b.reads(s.Val)
		_, from := b.region(s.Val)
		b.ok = b.ok && b.inside[s.Var] && !(s.Val.Type.IsArray() && from)
	case *loop.Call:
		b.call(s)
	default:
		loop.Operands(s, func(e **loop.Expr, _ bool) { b.reads(*e) })
	}
}

func (b *body) call(s *loop.Call) {
	for i, q := range s.Func.Params {
		if q.Out {
			b.writes(s.Args[i])
		}
		if !q.Out || q.Adds {
			b.reads(s.Args[i])
		}
	}
	for k := range b.all[s.Func].shares { // results that are parts of arguments
		if k[0] >= len(s.Args) || k[1] < len(s.Args) {
			continue
		}
		if _, from := b.region(s.Args[k[0]]); from {
			b.ok = false
		}
	}
	for _, v := range s.Vars {
		if v != nil && v.Type.Base == loop.Ref {
			b.ok = false
		}
	}
}
