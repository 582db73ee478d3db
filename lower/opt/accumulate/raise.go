package accumulate

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// The cotangent of an array that a loop replaces, since it gets longer at times, is a copy of the one before, made
// behind what the body adds to it:
//
//	var w []real = nil                          var y []real = new(n)
//	if c {                                      copy(y, z)
//	  var a []real = new(n)                     if c {
//	  a[k] +~= v                                  y[k] +~= v
//	  w = a                                →    }
//	} else {
//	  var b []real = new(n)
//	  w = b
//	}
//	var y []real = new(n)
//	copy(y, z)
//	for i < n { y[i] +~= w[i] }
//
// The copy of z is the same before, if nothing on the way writes z. Then y is there when it is added to.

// raise makes the array that w adds to before the one that it adds, and tries again to add to it right away.
func (sh *shadow) raise(block []loop.Stmt, b int, w whole) ([]loop.Stmt, bool) {
	if w.copy || w.dst.Kind != loop.VarExpr || w.dst.Var.Flat != nil {
		return nil, false
	}
	p := sh.begins(block, b, w.src)
	if p < 0 {
		return nil, false
	}
	part, ok := sh.raised(block[p:b], w.dst.Var)
	if !ok {
		return nil, false
	}
	part = append(part, block[b])
	next, ok := sh.forward(part, b-p, w)
	if ok {
		sh.uses[w.src] = 0
	} else if next, ok = sh.intoBranches(part, b-p, w); !ok {
		return nil, false
	}
	return slices.Concat(block[:p], next, block[b+1:]), true
}

// begins is where, before b, an array that is added is made, or a variable that branches give it to declared; -1 where
// it is not near.
func (sh *shadow) begins(block []loop.Stmt, b int, src *loop.Var) int {
	for a := b - 1; a >= max(0, b-shadowWindow); a-- {
		switch s := block[a].(type) {
		case *loop.Alloc:
			if s.Var == src {
				return a
			}
		case *loop.Let:
			if s.Var == src {
				return a
			}
		}
	}
	return -1
}

// raised is a list of statements with those that make y, a copy of another array, in front of the others; nothing that
// they read changes on the way.
func (sh *shadow) raised(list []loop.Stmt, y *loop.Var) ([]loop.Stmt, bool) {
	at := slices.IndexFunc(list, func(s loop.Stmt) bool {
		c, ok := s.(*loop.Copy)
		return ok && c.Dst.IsVar(y)
	})
	if at < 0 {
		return nil, false
	}
	m := &making{in: sh.in, reads: map[*loop.Var]bool{}, declared: map[*loop.Var]bool{}, assigned: map[*loop.Var]bool{}}
	var early, rest []loop.Stmt
	for i := at; i >= 0; i-- {
		if i < at && !m.concerns(list[i]) {
			rest = append(rest, list[i])
			continue
		}
		if !m.take(list[i]) {
			return nil, false
		}
		early = append(early, list[i])
	}
	if !m.declared[y] || !m.steady(rest) {
		return nil, false
	}
	slices.Reverse(early)
	slices.Reverse(rest)
	return slices.Concat(early, rest, list[at+1:]), true
}

// A making is the statements that make an array, found from the last one backwards.
type making struct {
	in                        *facts.Info
	reads, declared, assigned map[*loop.Var]bool
}

// concerns reports whether a statement that stands before those of the making gives something a value that they read,
// or checks that.
func (m *making) concerns(s loop.Stmt) (found bool) {
	if c, ok := s.(*loop.Check); ok {
		loop.Operands(c, func(e **loop.Expr, _ bool) {
			facts.EachRead(*e, func(v *loop.Var) { found = found || m.reads[v] })
		})
		return found
	}
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		loop.Declared(s, func(v *loop.Var) { found = found || m.reads[v] })
		for _, e := range facts.Targets(s) {
			v := e.Root()
			found = found || v != nil && m.reads[v]
		}
	})
	return found
}

// take adds a statement to the making; it reports whether that is of a kind that a making may have.
func (m *making) take(s loop.Stmt) bool {
	plain := true
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		switch s.(type) {
		case *loop.Let, *loop.Alloc, *loop.Assign, *loop.Check, *loop.Copy, *loop.If:
		default:
			plain = false
		}
		loop.Declared(s, func(v *loop.Var) { m.declared[v] = true })
		for _, e := range facts.Targets(s) {
			if v := e.Root(); v != nil {
				m.assigned[v] = true
			} else {
				plain = false
			}
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) { facts.EachRead(*e, func(v *loop.Var) { m.reads[v] = true }) })
	})
	return plain
}

// steady reports whether the making may come before the statements of rest: it changes only what it makes, of which
// these know nothing yet, and they change nothing that it reads, also no array that is declared with it and that they
// fill, as calls do.
func (m *making) steady(rest []loop.Stmt) bool {
	for v := range m.assigned {
		if !m.declared[v] || mentioned(rest, v) {
			return false
		}
	}
	ef := m.in.Effects(rest...)
	for v := range m.reads {
		if m.assigned[v] {
			continue // the statements of rest do not know it
		}
		if ef.Vars[v] {
			return false
		}
		for t := v.Type; t.IsArray(); {
			if t = t.Elem(); ef.Regions[facts.Region{Class: m.in.Class(v), Type: t}] {
				return false
			}
		}
		if v.Type.Scalar().Base == loop.Ref {
			return false
		}
	}
	return true
}
