package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/access"
	"github.com/seed-4b734f86/gochad/lower/opt/affine"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/lower/opt/nest"
	"github.com/seed-4b734f86/gochad/syntax"
)

var loopInvariants = Pass{ //nolint:gochecknoglobals // a constant
	Name: "loop-invariant-code-motion",
	Law: "An expression whose variables and memory no statement of a loop changes has one value in all iterations. " +
		"What can fail or leave bounds moves out only where every iteration computes it and the loop runs, " +
		"or where it cannot fail: a row at the index of an outer loop is there, and one whose index is known to be " +
		"in range.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		m := &motion{
			Surroundings: nest.SurroundingsIn(f), fast: o.FastMath, rows: nest.RowsIn(f), there: affine.RowsThere(f),
		}
		f.Body = m.block(f.Body)
	}),
}

// speculate is the cost up to which an expression moves out of a branch that may not be taken.
const speculate = 4

// motion moves expressions out of loops, inner loops first: what leaves an inner loop
// is a statement of the outer one, and leaves that in turn.
type motion struct {
	*nest.Surroundings
	fast  bool
	rows  *nest.Rows                          // of the function as it was, or nil
	there map[*loop.While]map[*loop.Expr]bool // rows that can be had even if the loop does not run
}

func (m *motion) block(block []loop.Stmt) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(block))
	for _, s := range block {
		switch s := s.(type) {
		case *loop.For:
			m.Enter(s)
			s.Body = m.block(s.Body)
			m.Leave(s)
			out = append(out, m.count(s)...)
		case *loop.While:
			loop.Blocks(s, func(b *[]loop.Stmt) { *b = m.block(*b) })
			h := m.hoister(m.In.Effects(s), []loop.Stmt{s})
			h.there = m.there[s]
			s.Head = h.block(s.Head, false)
			s.Cond = h.operand(s.Cond, false)
			s.Body = h.block(s.Body, true)
			out = append(append(append(out, h.free...), h.bound...), s)
		default:
			m.Blocks(s, func(b *[]loop.Stmt) { *b = m.block(*b) })
			out = append(out, s)
		}
	}
	return out
}

// count moves out of a counted loop.
func (m *motion) count(s *loop.For) []loop.Stmt {
	h := m.hoister(m.In.Effects(s), s.Body)
	s.Body = h.block(s.Body, false)
	return m.Around(s, h.free, h.bound, nil)
}

// A hoister moves the invariants of one loop.
type hoister struct {
	*motion
	ef     *facts.Effects
	body   []loop.Stmt
	there  map[*loop.Expr]bool
	stores map[facts.Region]loopStores
	late   map[*loop.Var]bool // declared in bound
	made   map[uint64][]*loop.Let
	free   []loop.Stmt // can stand before the loop whether it runs or not
	bound  []loop.Stmt // only if the loop runs
}

func (m *motion) hoister(ef *facts.Effects, body []loop.Stmt) *hoister {
	return &hoister{motion: m, ef: ef, body: body, stores: map[facts.Region]loopStores{}, late: map[*loop.Var]bool{},
		made: map[uint64][]*loop.Let{}}
}

// block goes through statements; maybe says that an iteration may leave them out.
func (h *hoister) block(block []loop.Stmt, maybe bool) []loop.Stmt {
	out := block[:0:0]
	for _, s := range block {
		if l, ok := s.(*loop.Let); ok && h.let(l, maybe) {
			continue
		}
		facts.EachOperand(s, func(e **loop.Expr) { *e = h.operand(*e, maybe) })
		switch s := s.(type) {
		case *loop.For:
			s.Body = h.block(s.Body, maybe || !h.Runs(s.N))
		case *loop.While:
			s.Head = h.block(s.Head, maybe)
			s.Body = h.block(s.Body, true)
		default:
			loop.Blocks(s, func(b *[]loop.Stmt) { *b = h.block(*b, true) })
		}
		out = append(out, s)
	}
	return out
}

// let moves a declaration as it stands and reports whether it did.
func (h *hoister) let(s *loop.Let, maybe bool) bool {
	e, v := h.expr(s.Rhs, maybe)
	if v.moves && !h.In.Mutable(s.Var) && bindable(e) {
		s.Rhs = e
		h.declare(s, v.bound)
		delete(h.ef.Vars, s.Var)
		return true
	}
	if v.moves {
		e = h.out(e, v)
	}
	s.Rhs = e
	return false
}

func (h *hoister) declare(s *loop.Let, bound bool) {
	if bound {
		h.late[s.Var] = true
		h.bound = append(h.bound, s)
		return
	}
	h.free = append(h.free, s)
}

func (h *hoister) operand(e *loop.Expr, maybe bool) *loop.Expr {
	e, v := h.expr(e, maybe)
	if v.moves {
		return h.out(e, v)
	}
	return e
}

// A verdict says whether an expression can move before the loop.
type verdict struct {
	moves bool
	bound bool // only if the loop runs
	cost  int
}

// expr rewrites e, and says whether it moves as a whole; if not, its parts that do have moved.
func (h *hoister) expr(e *loop.Expr, maybe bool) (*loop.Expr, verdict) {
	switch e.Kind {
	case loop.VarExpr:
		return e, verdict{moves: !h.ef.Vars[e.Var] && len(e.Var.Flat) == 0, bound: h.late[e.Var]}
	case loop.ConstExpr:
		return e, verdict{moves: true}
	}
	v := verdict{moves: true, cost: facts.Cost(e)}
	args := make([]*loop.Expr, len(e.Args))
	parts := make([]verdict, len(e.Args))
	changed := false
	for i, a := range e.Args {
		args[i], parts[i] = h.expr(a, maybe || i > 0 && facts.Lazy(e))
		changed = changed || args[i] != a
		v.moves = v.moves && parts[i].moves
		v.bound = v.bound || parts[i].bound
		v.cost += parts[i].cost
	}
	v.bound = v.bound || !h.Safe(e) && !h.there[e]
	if r, ok := h.In.Region(e); ok {
		v.moves = v.moves && (!h.ef.Regions[r] || h.elsewhere(e, r))
	} else if e.Kind == loop.IndexExpr || e.Kind == loop.FieldExpr {
		v.moves = false
	}
	if maybe && (v.bound || v.cost > speculate) {
		v.moves = false
	}
	if h.fast && !v.moves && e.Kind == loop.PrimExpr && e.Prim == syntax.OpDiv && parts[1].moves &&
		!args[1].IsConst() && !maybe {
		parts[1].cost += e.Prim.Cost
		inverse := h.out(loop.Prim(syntax.OpDiv, loop.RealConst(1), args[1]), parts[1])
		if parts[0].moves {
			args[0] = h.out(args[0], parts[0])
		}
		return loop.Prim(syntax.OpMul, args[0], inverse), v
	}
	if !v.moves {
		for i, p := range parts {
			if b := args[i]; p.moves {
				args[i] = h.out(b, p)
				changed = changed || args[i] != b
			}
		}
	}
	if changed {
		e = e.With(args)
	}
	return e, v
}

// out is a variable, declared before the loop, for e, or e itself where that is as good.
func (h *hoister) out(e *loop.Expr, v verdict) *loop.Expr {
	if cheap(e) || !bindable(e) {
		return e
	}
	k := facts.Hash(e)
	for _, l := range h.made[k] {
		if loop.Equal(l.Rhs, e) {
			return loop.Use(l.Var)
		}
	}
	s := &loop.Let{Var: h.In.Fresh(hintOf(e), e.Type, facts.RootOf(e)), Rhs: e}
	h.made[k] = append(h.made[k], s)
	h.declare(s, v.bound)
	return loop.Use(s.Var)
}

// cheap reports whether e costs no more in the loop than a variable.
func cheap(e *loop.Expr) bool {
	if trivial(e) {
		return true
	}
	return e.Kind == loop.PrimExpr && e.Type == loop.BoolType && len(e.Args) > 0 && e.Args[0].IsAtom() &&
		e.Args[len(e.Args)-1].IsAtom()
}

// mostStores bounds the places that an element is compared with.
const mostStores = 16

// loopStores is where a loop writes to a region; known is false where that is not known, or in too many places.
type loopStores struct {
	at    []access.Location
	known bool
}

// elsewhere reports whether all that the loop writes to the region of an element is in other rows, or other elements.
func (h *hoister) elsewhere(e *loop.Expr, r facts.Region) bool {
	if h.rows == nil || e.Kind != loop.IndexExpr || e.Type.IsArray() || e.CanFail() {
		return false
	}
	at := h.rows.Locate(e)
	if at.Root == nil || h.ef.Vars[at.Root] {
		return false
	}
	st, ok := h.stores[r]
	if !ok {
		st = h.storesTo(r)
		h.stores[r] = st
	}
	for _, w := range st.at {
		if !h.rows.PartsApart(at, w, h.ef) {
			return false
		}
	}
	return st.known
}

// storesTo finds the places, whole rows among them, where the loop writes to a region.
func (h *hoister) storesTo(r facts.Region) loopStores {
	st := loopStores{known: true}
	add := func(place *loop.Expr) {
		at := h.rows.Locate(place)
		st.at = append(st.at, at)
		st.known = st.known && at.Root != nil && len(st.at) <= mostStores
	}
	loop.Walk(h.body, func(s loop.Stmt) {
		if !st.known {
			return
		}
		var places []*loop.Expr
		switch s := s.(type) {
		case *loop.Assign:
			places = s.Lhs
		case *loop.AddTo:
			places = []*loop.Expr{s.Lhs}
		case *loop.Copy:
			add(s.Dst)
		case *loop.Clear:
			add(s.Dst)
		default:
			h.In.Writes(s, func(w facts.Region) { st.known = st.known && w != r }, nil)
		}
		for _, l := range places {
			if w, ok := h.In.Region(l); ok && w == r {
				add(l)
			}
		}
	})
	return st
}
