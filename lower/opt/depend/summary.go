package depend

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/access"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// A Usage is a set of ways in which a statement uses a variable or a region of memory.
type Usage uint8

// The ways.
const (
	Reads Usage = 1 << iota
	Stores
	Adds // additions whose order does not matter
)

// Clash reports whether two uses of the same thing may not change places.
func Clash(a, b Usage) bool {
	return (a|b)&Stores != 0 || (a|b)&Adds != 0 && a|b != Adds
}

// An Access is one use of memory.
type Access struct {
	Reg facts.Region
	At  access.Location
	Use Usage
}

// A Summary is what a statement uses, the blocks inside it included.
type Summary struct {
	Vars    map[*loop.Var]Usage // declarations count as stores
	Own     map[*loop.Var]bool  // declared
	Regions map[facts.Region]Usage
	Access  []Access
	Size    int  // nodes of expressions
	Loops   int  // loops inside, at any depth, the statement included
	Checks  bool // it may fail
	Endless bool // it may not end
}

// Passes reports whether a statement may move to before another. What may not end does not pass a check: it may not end
// where that does not hold.
func (a *Summary) Passes(b *Summary) bool { return !(a.Endless && b.Checks) && Commute(a, b) }

// Summaries are what statements of a function use.
type Summaries struct {
	*access.Places
	sums   map[loop.Stmt]*Summary // of statements that have been looked at
	Called *facts.Callees         // nil where nobody asks what may pass what

	body    []loop.Stmt               // of the function
	written map[*loop.Var][]loop.Type // what writtenTypes has found
}

// Of is for the statements of a function; it has looked at none yet.
func Of(pl *access.Places) *Summaries {
	return &Summaries{Places: pl, sums: map[loop.Stmt]*Summary{}, body: pl.Func.Body}
}

// Forget drops what is known of a statement, and of those in it: they have changed.
func (ss *Summaries) Forget(s loop.Stmt) {
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) { delete(ss.sums, s) })
}

// Summary looks at a statement; its cost is the size of the statement, once.
func (ss *Summaries) Summary(s loop.Stmt) *Summary {
	if sm := ss.sums[s]; sm != nil {
		return sm
	}
	sm := &Summary{Vars: map[*loop.Var]Usage{}, Own: map[*loop.Var]bool{}, Regions: map[facts.Region]Usage{}}
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) { ss.note(sm, s) })
	ss.sums[s] = sm
	return sm
}

// note records what s itself, without the blocks inside, uses.
func (ss *Summaries) note(sm *Summary, s loop.Stmt) {
	loop.Declared(s, func(v *loop.Var) {
		sm.Vars[v] |= Stores
		sm.Own[v] = true
	})
	add, _ := s.(*loop.AddTo)
	loop.Operands(s, func(e **loop.Expr, read bool) {
		sm.Size += int((*e).Size)
		sm.Checks = sm.Checks || (*e).CanFail()
		if read && (add == nil || e != &add.Lhs) {
			ss.noteRead(sm, *e)
		} else {
			ss.noteTarget(sm, s, *e)
		}
	})
	switch s := s.(type) {
	case *loop.For:
		sm.Loops++
	case *loop.While:
		sm.Loops++
		sm.Endless = true
	case *loop.Check:
		sm.Checks = sm.Checks || !s.Given
		ss.noteRest(sm, s)
	case *loop.Call:
		sm.Checks = sm.Checks || ss.Called == nil || ss.Called.Fails.By(s.Func)
		sm.Endless = ss.Called == nil || ss.Called.Endless.By(s.Func)
		ss.noteRest(sm, s)
	case *loop.Assign:
		for _, l := range s.Lhs {
			ss.noteStore(sm, l, Stores)
		}
	case *loop.AddTo:
		use := Stores | Reads
		if s.Free || s.Lhs.Type == loop.IntType {
			use = Adds
		}
		ss.noteStore(sm, s.Lhs, use)
	case *loop.Copy:
		ss.noteWhole(sm, s.Dst, Stores)
		ss.noteWhole(sm, s.Src, Reads)
	case *loop.Clear:
		ss.noteWhole(sm, s.Dst, Stores)
	default:
		ss.noteRest(sm, s)
	}
}

// noteRest records the effects of calls and appends. New memory is no effect: only
// what reads the declared variable gets at it.
func (ss *Summaries) noteRest(sm *Summary, s loop.Stmt) {
	switch s := s.(type) {
	case *loop.Append:
		sm.Vars[s.Var] |= Reads | Stores
		ss.noteAt(sm, facts.Region{Class: ss.Class(s.Var), Type: s.Var.Type.Elem()}, access.Location{}, Stores)
	case *loop.Call:
		for i, a := range s.Args {
			if a.Type.IsArray() {
				use := Reads
				if s.Func.Params[i].Out {
					use = Reads | Stores
				}
				ss.noteWhole(sm, a, use)
			}
			if v := facts.RootOf(a); v != nil && a.Type.Base == loop.Ref { // and whatever its cells have
				for _, t := range ss.writtenTypes()[ss.Class(v)] {
					ss.noteAt(sm, facts.Region{Class: ss.Class(v), Type: t}, access.Location{}, Reads)
				}
			}
		}
		ss.Writes(s, func(r facts.Region) {
			if ss.outNumbers(s, r) {
				return // recorded above, with its place
			}
			ss.noteAt(sm, r, access.Location{}, Reads|Stores)
		}, nil)
	}
}

// writtenTypes are the types of what statements of the function write, by class.
func (ss *Summaries) writtenTypes() map[*loop.Var][]loop.Type {
	if ss.written == nil {
		ss.written = map[*loop.Var][]loop.Type{}
		loop.Walk(ss.body, func(s loop.Stmt) {
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
func (ss *Summaries) outNumbers(s *loop.Call, r facts.Region) bool {
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

func (ss *Summaries) noteAt(sm *Summary, r facts.Region, at access.Location, use Usage) {
	sm.Regions[r] |= use
	sm.Access = append(sm.Access, Access{r, at, use})
}

// noteWhole records a use of all elements of an array, at all depths.
func (ss *Summaries) noteWhole(sm *Summary, a *loop.Expr, use Usage) {
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
		ss.noteAt(sm, facts.Region{Class: ss.Class(v), Type: t}, access.Location{}, Reads)
	}
}

// noteTarget records what has to be read to know where an Assign, AddTo, Copy or Clear goes.
func (ss *Summaries) noteTarget(sm *Summary, s loop.Stmt, l *loop.Expr) {
	if _, assign := s.(*loop.Assign); assign && l.Kind == loop.VarExpr {
		return
	}
	if l.Type.IsNumber() && l.Kind == loop.VarExpr {
		return
	}
	facts.EachRead(l, func(v *loop.Var) { sm.Vars[v] |= Reads })
	for _, a := range l.Args {
		ss.noteMemory(sm, a)
	}
}

// noteStore records the target of an Assign or AddTo; subscripts are noted as operands.
func (ss *Summaries) noteStore(sm *Summary, l *loop.Expr, use Usage) {
	if l.Kind == loop.VarExpr {
		sm.Vars[l.Var] |= use
		return
	}
	if r, ok := ss.Region(l); ok {
		ss.noteAt(sm, r, ss.Locate(l), use)
	}
}

// noteRead records what an expression reads.
func (ss *Summaries) noteRead(sm *Summary, e *loop.Expr) {
	facts.EachRead(e, func(v *loop.Var) { sm.Vars[v] |= Reads })
	ss.noteMemory(sm, e)
}

func (ss *Summaries) noteMemory(sm *Summary, e *loop.Expr) {
	switch e.Kind {
	case loop.IndexExpr, loop.FieldExpr, loop.TagExpr:
		r, ok := ss.Region(e)
		if ok && (e.Type.IsNumber() || ss.Stored[r.Class]) {
			at := access.Location{}
			if e.Kind == loop.IndexExpr {
				at = ss.Locate(e)
			}
			ss.noteAt(sm, r, at, Reads)
		}
	}
	for _, a := range e.Args {
		ss.noteMemory(sm, a)
	}
}
