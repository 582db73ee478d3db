package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/access"
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

// An Access is one use of memory.
type Access struct {
	reg facts.Region
	at  access.Location
	use usage
}

// A summary is what a statement uses, the blocks inside it included.
type summary struct {
	vars    map[*loop.Var]usage // declarations count as stores
	own     map[*loop.Var]bool  // declared
	regions map[facts.Region]usage
	access  []Access
	size    int  // nodes of expressions
	loops   int  // loops inside, at any depth, the statement included
	checks  bool // it may fail
	endless bool // it may not end
}

// passes reports whether a statement may move to before another. What may not end does not pass a check: it may not end
// where that does not hold.
func (a *summary) passes(b *summary) bool { return !(a.endless && b.checks) && commute(a, b) }

// summaries are what statements of a function use.
type summaries struct {
	*access.Places
	sums   map[loop.Stmt]*summary // of statements that have been looked at
	called *facts.Callees         // nil where nobody asks what may pass what

	written map[*loop.Var][]loop.Type // what writtenTypes has found
}

// newSummaries has none yet.
func newSummaries(pl *access.Places) *summaries {
	return &summaries{Places: pl, sums: map[loop.Stmt]*summary{}}
}

// forget drops what is known of a statement, and of those in it: they have changed.
func (ss *summaries) forget(s loop.Stmt) {
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) { delete(ss.sums, s) })
}

// summary looks at a statement; its cost is the size of the statement, once.
func (ss *summaries) summary(s loop.Stmt) *summary {
	if sm := ss.sums[s]; sm != nil {
		return sm
	}
	sm := &summary{vars: map[*loop.Var]usage{}, own: map[*loop.Var]bool{}, regions: map[facts.Region]usage{}}
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) { ss.note(sm, s) })
	ss.sums[s] = sm
	return sm
}

// note records what s itself, without the blocks inside, uses.
func (ss *summaries) note(sm *summary, s loop.Stmt) {
	loop.Declared(s, func(v *loop.Var) {
		sm.vars[v] |= stores
		sm.own[v] = true
	})
	add, _ := s.(*loop.AddTo)
	loop.Operands(s, func(e **loop.Expr, read bool) {
		sm.size += int((*e).Size)
		sm.checks = sm.checks || (*e).CanFail()
		if read && (add == nil || e != &add.Lhs) {
			ss.noteRead(sm, *e)
		} else {
			ss.noteTarget(sm, s, *e)
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
		ss.noteRest(sm, s)
	case *loop.Call:
		sm.checks = sm.checks || ss.called == nil || ss.called.Fails.By(s.Func)
		sm.endless = ss.called == nil || ss.called.Endless.By(s.Func)
		ss.noteRest(sm, s)
	case *loop.Assign:
		for _, l := range s.Lhs {
			ss.noteStore(sm, l, stores)
		}
	case *loop.AddTo:
		use := stores | reads
		if s.Free || s.Lhs.Type == loop.IntType {
			use = adds
		}
		ss.noteStore(sm, s.Lhs, use)
	case *loop.Copy:
		ss.noteWhole(sm, s.Dst, stores)
		ss.noteWhole(sm, s.Src, reads)
	case *loop.Clear:
		ss.noteWhole(sm, s.Dst, stores)
	default:
		ss.noteRest(sm, s)
	}
}

// noteRest records the effects of calls and appends. New memory is no effect: only
// what reads the declared variable gets at it.
func (ss *summaries) noteRest(sm *summary, s loop.Stmt) {
	switch s := s.(type) {
	case *loop.Append:
		sm.vars[s.Var] |= reads | stores
		ss.noteAt(sm, facts.Region{Class: ss.Class(s.Var), Type: s.Var.Type.Elem()}, access.Location{}, stores)
	case *loop.Call:
		for i, a := range s.Args {
			if a.Type.IsArray() {
				use := reads
				if s.Func.Params[i].Out {
					use = reads | stores
				}
				ss.noteWhole(sm, a, use)
			}
			if v := facts.RootOf(a); v != nil && a.Type.Base == loop.Ref { // and whatever its cells have
				for _, t := range ss.writtenTypes()[ss.Class(v)] {
					ss.noteAt(sm, facts.Region{Class: ss.Class(v), Type: t}, access.Location{}, reads)
				}
			}
		}
		ss.Writes(s, func(r facts.Region) {
			if ss.outNumbers(s, r) {
				return // recorded above, with its place
			}
			ss.noteAt(sm, r, access.Location{}, reads|stores)
		}, nil)
	}
}

// writtenTypes are the types of what statements of the function write, by class.
func (ss *summaries) writtenTypes() map[*loop.Var][]loop.Type {
	if ss.written == nil {
		ss.written = map[*loop.Var][]loop.Type{}
		loop.Walk(ss.Func.Body, func(s loop.Stmt) {
			ss.Writes(s, func(r facts.Region) {
				if !slices.Contains(ss.written[r.Class], r.Type) {
					ss.written[r.Class] = append(ss.written[r.Class], r.Type)
				}
			}, nil)
		})
	}
	return ss.written
}

// outNumbers reports whether a region that a call writes is one of the numbers of an Out argument.
func (ss *summaries) outNumbers(s *loop.Call, r facts.Region) bool {
	for _, v := range s.Vars {
		if v != nil && facts.Holds(v.Type) && ss.Class(v) == r.Class {
			return false
		}
	}
	for i, a := range s.Args { // the arrays in its cells are recorded nowhere
		if v := facts.RootOf(a); v != nil && s.Func.Params[i].Owned && ss.Class(v) == r.Class {
			return false
		}
	}
	return r.Type.IsNumber()
}

func (ss *summaries) noteAt(sm *summary, r facts.Region, at access.Location, use usage) {
	sm.regions[r] |= use
	sm.access = append(sm.access, Access{r, at, use})
}

// noteWhole records a use of all elements of an array, at all depths.
func (ss *summaries) noteWhole(sm *summary, a *loop.Expr, use usage) {
	v := facts.RootOf(a)
	if v == nil {
		return
	}
	at := ss.Locate(a)
	ss.noteAt(sm, facts.Region{Class: ss.Class(v), Type: a.Type.Scalar()}, at, use)
	if !ss.Stored[ss.Class(v)] {
		return
	}
	for t := a.Type; t.Rank > 1; {
		t = t.Elem()
		ss.noteAt(sm, facts.Region{Class: ss.Class(v), Type: t}, access.Location{}, reads)
	}
}

// noteTarget records what has to be read to know where an Assign, AddTo, Copy or Clear goes.
func (ss *summaries) noteTarget(sm *summary, s loop.Stmt, l *loop.Expr) {
	if _, assign := s.(*loop.Assign); assign && l.Kind == loop.VarExpr {
		return
	}
	if l.Type.IsNumber() && l.Kind == loop.VarExpr {
		return
	}
	facts.EachRead(l, func(v *loop.Var) { sm.vars[v] |= reads })
	for _, a := range l.Args {
		ss.noteMemory(sm, a)
	}
}

// noteStore records the target of an Assign or AddTo; subscripts are noted as operands.
func (ss *summaries) noteStore(sm *summary, l *loop.Expr, use usage) {
	if l.Kind == loop.VarExpr {
		sm.vars[l.Var] |= use
		return
	}
	if r, ok := ss.Region(l); ok {
		ss.noteAt(sm, r, ss.Locate(l), use)
	}
}

// noteRead records what an expression reads.
func (ss *summaries) noteRead(sm *summary, e *loop.Expr) {
	facts.EachRead(e, func(v *loop.Var) { sm.vars[v] |= reads })
	ss.noteMemory(sm, e)
}

func (ss *summaries) noteMemory(sm *summary, e *loop.Expr) {
	switch e.Kind {
	case loop.IndexExpr, loop.FieldExpr, loop.TagExpr:
		r, ok := ss.Region(e)
		if ok && (e.Type.IsNumber() || ss.Stored[r.Class]) {
			at := access.Location{}
			if e.Kind == loop.IndexExpr {
				at = ss.Locate(e)
			}
			ss.noteAt(sm, r, at, reads)
		}
	}
	for _, a := range e.Args {
		ss.noteMemory(sm, a)
	}
}
