package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

var loopInvariants = Pass{ //nolint:gochecknoglobals // a constant
	Name: "licm",
	Law: "An expression whose variables and memory no statement of a loop changes has one value in all iterations. " +
		"What can fail or leave bounds moves out only where every iteration computes it and the loop runs, " +
		"or where it cannot fail: a row at the index of an outer loop is there.",
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		m := &motion{in: Analyse(f), index: map[*loop.Var]bool{}}
		m.lengths = m.in.Lengths()
		f.Body = m.block(f.Body)
	}),
}

// speculate is the cost up to which an expression moves out of a branch that may not be taken.
const speculate = 4

// motion moves expressions out of loops, inner loops first: what leaves an inner loop
// is a statement of the outer one, and leaves that in turn.
type motion struct {
	in      *Info
	index   map[*loop.Var]bool // variables of counted loops around
	running []*loop.Expr       // trip counts of the loops around: they are positive
	lengths Lengths
}

func (m *motion) block(block []loop.Stmt) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(block))
	for _, s := range block {
		switch s := s.(type) {
		case *loop.For:
			m.index[s.Var] = true
			m.running = append(m.running, s.N)
			s.Body = m.block(s.Body)
			m.running = m.running[:len(m.running)-1]
			delete(m.index, s.Var)
			out = append(out, m.count(s)...)
		case *loop.While:
			loop.Blocks(s, func(b *[]loop.Stmt) { *b = m.block(*b) })
			h := m.hoister(m.in.Effects(s))
			s.Head = h.block(s.Head, false)
			s.Cond = h.operand(s.Cond, false)
			s.Body = h.block(s.Body, true)
			out = append(append(append(out, h.free...), h.bound...), s)
		default:
			loop.Blocks(s, func(b *[]loop.Stmt) { *b = m.block(*b) })
			out = append(out, s)
		}
	}
	return out
}

// count moves out of a counted loop. What needs the loop to run goes into a branch with it.
func (m *motion) count(s *loop.For) []loop.Stmt {
	h := m.hoister(m.in.Effects(s))
	s.Body = h.block(s.Body, false)
	out := h.free
	if len(h.bound) == 0 || m.runs(s.N) {
		return append(append(out, h.bound...), s)
	}
	if !s.N.IsAtom() {
		n := loop.NewVar("n", loop.IntType)
		out = append(out, &loop.Let{Var: n, Rhs: s.N})
		s.N = loop.Use(n)
	}
	return append(out, &loop.If{Cond: positive(s.N), Then: append(h.bound, s)})
}

// runs reports whether a loop with n iterations is known to run: n is a positive constant or the count of
// a loop around.
func (m *motion) runs(n *loop.Expr) bool {
	if n.IsConst() {
		return n.I > 0
	}
	for _, r := range m.running {
		if loop.Equal(n, r) && m.in.Fixed(n) {
			return true
		}
	}
	return false
}

// A hoister moves the invariants of one loop.
type hoister struct {
	*motion
	ef    *Effects
	late  map[*loop.Var]bool // declared in bound
	made  map[uint64][]*loop.Let
	free  []loop.Stmt // can stand before the loop whether it runs or not
	bound []loop.Stmt // only if the loop runs
}

func (m *motion) hoister(ef *Effects) *hoister {
	return &hoister{motion: m, ef: ef, late: map[*loop.Var]bool{}, made: map[uint64][]*loop.Let{}}
}

// block goes through statements; maybe says that an iteration may leave them out.
func (h *hoister) block(block []loop.Stmt, maybe bool) []loop.Stmt {
	out := block[:0:0]
	for _, s := range block {
		if l, ok := s.(*loop.Let); ok && h.let(l, maybe) {
			continue
		}
		operandsOf(s, func(e **loop.Expr) { *e = h.operand(*e, maybe) })
		switch s := s.(type) {
		case *loop.For:
			s.Body = h.block(s.Body, maybe || !h.runs(s.N))
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
	if v.moves && !h.in.Mutable(s.Var) && bindable(e) {
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
	v := verdict{moves: true, cost: costOf(e)}
	args := make([]*loop.Expr, len(e.Args))
	parts := make([]verdict, len(e.Args))
	changed := false
	for i, a := range e.Args {
		args[i], parts[i] = h.expr(a, maybe || i > 0 && lazy(e))
		changed = changed || args[i] != a
		v.moves = v.moves && parts[i].moves
		v.bound = v.bound || parts[i].bound
		v.cost += parts[i].cost
	}
	v.bound = v.bound || !h.safe(e)
	if r, ok := h.in.Region(e); ok {
		v.moves = v.moves && !h.ef.Regions[r]
	} else if e.Kind == loop.IndexExpr || e.Kind == loop.FieldExpr {
		v.moves = false
	}
	if maybe && (v.bound || v.cost > speculate) {
		v.moves = false
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
	k := hashOf(e)
	for _, l := range h.made[k] {
		if loop.Equal(l.Rhs, e) {
			return loop.Use(l.Var)
		}
	}
	s := &loop.Let{Var: h.in.Fresh(hintOf(e), e.Type, rootOf(e)), Rhs: e}
	h.made[k] = append(h.made[k], s)
	h.declare(s, v.bound)
	return loop.Use(s.Var)
}

// cheap reports whether e costs no more in the loop than a variable.
func cheap(e *loop.Expr) bool {
	if trivial(e) {
		return true
	}
	return e.Kind == loop.PrimExpr && e.Type == loop.BoolType && len(e.Args) > 0 && e.Args[0].IsAtom() && e.Args[len(e.Args)-1].IsAtom()
}

// safe reports whether the operation of e, apart from its operands, neither fails nor leaves bounds,
// wherever its operands are known.
func (h *hoister) safe(e *loop.Expr) bool {
	switch e.Kind {
	case loop.CheckExpr, loop.DivExpr, loop.FieldExpr:
		return false
	case loop.IndexExpr:
		i := e.Args[1]
		return i.Kind == loop.VarExpr && h.index[i.Var] || h.lengths.Within(e.Args[0], i)
	case loop.SliceExpr:
		return h.rowOf(e)
	case loop.PrimExpr:
		return e.Prim.Name != "idiv" && e.Prim.Name != "imod"
	}
	return true
}

// rowOf reports whether a slice is row i of a flat array, for the index i of a loop: a[i*m : i*m+m].
func (h *hoister) rowOf(e *loop.Expr) bool {
	lo, n := e.Args[1], e.Args[2]
	if lo.Kind == loop.VarExpr && h.index[lo.Var] {
		return n.IsConst() && n.I == 1
	}
	if lo.Kind != loop.PrimExpr || lo.Prim.Name != "imul" || lo.Args[0].Kind != loop.VarExpr {
		return false
	}
	return h.index[lo.Args[0].Var] && loop.Equal(lo.Args[1], n)
}
