package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// Ways in which a statement uses a variable or a region of memory.
type usage uint8

const (
	reads usage = 1 << iota
	stores
	adds // additions whose order does not matter
)

// clash reports whether two uses of the same thing may not change places.
func clash(a, b usage) bool {
	return (a|b)&stores != 0 || (a|b)&adds != 0 && a|b != adds
}

// An access is one use of memory.
type access struct {
	reg facts.Region
	at  location
	use usage
}

// A summary is what a statement uses, the blocks inside it included.
type summary struct {
	vars    map[*loop.Var]usage // declarations count as stores
	own     map[*loop.Var]bool  // declared
	regions map[facts.Region]usage
	access  []access
	size    int  // nodes of expressions
	loops   int  // loops inside, at any depth, the statement included
	checks  bool // it may fail
	endless bool // it may not end
}

// passes reports whether a statement may move to before another. What may not end does not pass a check: it may not end
// where that does not hold.
func (a *summary) passes(b *summary) bool { return !(a.endless && b.checks) && commute(a, b) }

// summary looks at a statement; its cost is the size of the statement, once.
func (pl *places) summary(s loop.Stmt) *summary {
	if sm := pl.sums[s]; sm != nil {
		return sm
	}
	sm := &summary{vars: map[*loop.Var]usage{}, own: map[*loop.Var]bool{}, regions: map[facts.Region]usage{}}
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) { pl.note(sm, s) })
	pl.sums[s] = sm
	return sm
}

// note records what s itself, without the blocks inside, uses.
func (pl *places) note(sm *summary, s loop.Stmt) {
	loop.Declared(s, func(v *loop.Var) {
		sm.vars[v] |= stores
		sm.own[v] = true
	})
	add, _ := s.(*loop.AddTo)
	loop.Operands(s, func(e **loop.Expr, read bool) {
		sm.size += int((*e).Size)
		sm.checks = sm.checks || (*e).CanFail()
		if read && (add == nil || e != &add.Lhs) {
			pl.noteRead(sm, *e)
		} else {
			pl.noteTarget(sm, s, *e)
		}
	})
	switch s := s.(type) {
	case *loop.For:
		sm.loops++
	case *loop.While:
		sm.loops++
		sm.endless = true
	case *loop.Check:
		sm.checks = sm.checks || !s.Given
		pl.noteRest(sm, s)
	case *loop.Call:
		sm.checks = sm.checks || pl.called == nil || pl.called.Fails.By(s.Func)
		sm.endless = pl.called == nil || pl.called.Endless.By(s.Func)
		pl.noteRest(sm, s)
	case *loop.Assign:
		for _, l := range s.Lhs {
			pl.noteStore(sm, l, stores)
		}
	case *loop.AddTo:
		use := stores | reads
		if s.Free || s.Lhs.Type == loop.IntType {
			use = adds
		}
		pl.noteStore(sm, s.Lhs, use)
	case *loop.Copy:
		pl.noteWhole(sm, s.Dst, stores)
		pl.noteWhole(sm, s.Src, reads)
	case *loop.Clear:
		pl.noteWhole(sm, s.Dst, stores)
	default:
		pl.noteRest(sm, s)
	}
}

// noteRest records the effects of calls and appends. New memory is no effect: only
// what reads the declared variable gets at it.
func (pl *places) noteRest(sm *summary, s loop.Stmt) {
	switch s := s.(type) {
	case *loop.Append:
		sm.vars[s.Var] |= reads | stores
		pl.noteAt(sm, facts.Region{Class: pl.Class(s.Var), Type: s.Var.Type.Elem()}, location{}, stores)
	case *loop.Call:
		for i, a := range s.Args {
			if a.Type.IsArray() {
				use := reads
				if s.Func.Params[i].Out {
					use = reads | stores
				}
				pl.noteWhole(sm, a, use)
			}
			if v := facts.RootOf(a); v != nil && a.Type.Base == loop.Ref { // and whatever its cells have
				for _, t := range pl.writtenTypes()[pl.Class(v)] {
					pl.noteAt(sm, facts.Region{Class: pl.Class(v), Type: t}, location{}, reads)
				}
			}
		}
		pl.Writes(s, func(r facts.Region) {
			if pl.outNumbers(s, r) {
				return // recorded above, with its place
			}
			pl.noteAt(sm, r, location{}, reads|stores)
		}, nil)
	}
}

// writtenTypes are the types of what statements of the function write, by class.
func (pl *places) writtenTypes() map[*loop.Var][]loop.Type {
	if pl.written == nil {
		pl.written = map[*loop.Var][]loop.Type{}
		loop.Walk(pl.body, func(s loop.Stmt) {
			pl.Writes(s, func(r facts.Region) {
				if !slices.Contains(pl.written[r.Class], r.Type) {
					pl.written[r.Class] = append(pl.written[r.Class], r.Type)
				}
			}, nil)
		})
	}
	return pl.written
}

// outNumbers reports whether a region that a call writes is one of the numbers of an Out argument.
func (pl *places) outNumbers(s *loop.Call, r facts.Region) bool {
	for _, v := range s.Vars {
		if v != nil && facts.Holds(v.Type) && pl.Class(v) == r.Class {
			return false
		}
	}
	for i, a := range s.Args { // the arrays in its cells are recorded nowhere
		if v := facts.RootOf(a); v != nil && s.Func.Params[i].Owned && pl.Class(v) == r.Class {
			return false
		}
	}
	return r.Type.IsNumber()
}

func (pl *places) noteAt(sm *summary, r facts.Region, at location, use usage) {
	sm.regions[r] |= use
	sm.access = append(sm.access, access{r, at, use})
}

// noteWhole records a use of all elements of an array, at all depths.
func (pl *places) noteWhole(sm *summary, a *loop.Expr, use usage) {
	v := facts.RootOf(a)
	if v == nil {
		return
	}
	at := pl.locate(a)
	pl.noteAt(sm, facts.Region{Class: pl.Class(v), Type: a.Type.Scalar()}, at, use)
	if !pl.stored[pl.Class(v)] {
		return
	}
	for t := a.Type; t.Rank > 1; {
		t = t.Elem()
		pl.noteAt(sm, facts.Region{Class: pl.Class(v), Type: t}, location{}, reads)
	}
}

// noteTarget records what has to be read to know where an Assign, AddTo, Copy or Clear goes.
func (pl *places) noteTarget(sm *summary, s loop.Stmt, l *loop.Expr) {
	if _, assign := s.(*loop.Assign); assign && l.Kind == loop.VarExpr {
		return
	}
	if l.Type.IsNumber() && l.Kind == loop.VarExpr {
		return
	}
	facts.EachRead(l, func(v *loop.Var) { sm.vars[v] |= reads })
	for _, a := range l.Args {
		pl.noteMemory(sm, a)
	}
}

// noteStore records the target of an Assign or AddTo; subscripts are noted as operands.
func (pl *places) noteStore(sm *summary, l *loop.Expr, use usage) {
	if l.Kind == loop.VarExpr {
		sm.vars[l.Var] |= use
		return
	}
	if r, ok := pl.Region(l); ok {
		pl.noteAt(sm, r, pl.locate(l), use)
	}
}

// noteRead records what an expression reads.
func (pl *places) noteRead(sm *summary, e *loop.Expr) {
	facts.EachRead(e, func(v *loop.Var) { sm.vars[v] |= reads })
	pl.noteMemory(sm, e)
}

func (pl *places) noteMemory(sm *summary, e *loop.Expr) {
	switch e.Kind {
	case loop.IndexExpr, loop.FieldExpr, loop.TagExpr:
		r, ok := pl.Region(e)
		if ok && (e.Type.IsNumber() || pl.stored[r.Class]) {
			at := location{}
			if e.Kind == loop.IndexExpr {
				at = pl.locate(e)
			}
			pl.noteAt(sm, r, at, reads)
		}
	}
	for _, a := range e.Args {
		pl.noteMemory(sm, a)
	}
}
