package loop

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seed-4b734f86/gochad/syntax"
)

// maker makes random well-typed programs.
type maker struct {
	*rand.Rand
	cells []*Cell
	funcs []*Func
	scope []*Var
	fixed map[*Var]bool // never assigned
	own   map[*Var]bool // new arrays
	loops int           // while loops that the statement at hand is in
}

func randomProgram(seed uint64) *Program {
	m := &maker{Rand: rand.New(rand.NewPCG(seed, 1)), fixed: make(map[*Var]bool), own: make(map[*Var]bool)}
	m.cells = []*Cell{{Name: "c", Nil: 0}, {Name: "c", Linear: true, Nil: -1}}
	for _, c := range m.cells {
		c.Ctors = []Ctor{{Name: "empty"}, {Name: "node", Fields: []Field{{"x", RealType}, {"x", RefTo(c)}, {"y", RealType.Array()}}}}
	}
	p := &Program{Cells: m.cells}
	for i := range 1 + m.IntN(3) {
		p.Funcs = append(p.Funcs, m.function(fmt.Sprintf("f%d", i/2)))
		m.funcs = p.Funcs
	}
	return p
}

func pick[T any](m *maker, of []T) T { return of[m.IntN(len(of))] }

func (m *maker) name() string { return pick(m, []string{"x", "x", "y", "i", "for", "x_2", ""}) }

func (m *maker) typ() Type {
	t := pick(m, []Type{RealType, RealType, IntType, BoolType, RefTo(pick(m, m.cells))})
	t.Rank = pick(m, []int32{0, 0, 0, 1, 1, 2})
	return t
}

func (m *maker) newVar(t Type) *Var { return NewVar(m.name(), t) }

func (m *maker) function(name string) *Func {
	m.scope, m.loops = nil, 0
	f := &Func{Name: name}
	for range m.IntN(5) {
		v := m.newVar(m.typ())
		f.Params = append(f.Params, Param{Var: v, Out: v.Type.Rank == 1 && v.Type.Base <= Bool && m.IntN(3) == 0})
		m.fixed[v] = true
		m.scope = append(m.scope, v)
	}
	f.Body = m.block(3)
	for range m.IntN(4) {
		f.Results = append(f.Results, m.expr(m.typ(), 0))
	}
	f.Exported = !slices.ContainsFunc(f.Results, func(r *Expr) bool { return r.Type.IsArray() })
	return f
}

func (m *maker) block(depth int) (b []Stmt) {
	n := len(m.scope)
	for range m.IntN(5 + depth) {
		b = append(b, m.stmt(depth)...)
	}
	if depth < 3 {
		m.scope = m.scope[:n:n]
	}
	return b
}

// one finds a variable in scope that fits, or nil.
func (m *maker) one(fits func(*Var) bool) *Var {
	for _, i := range m.Perm(len(m.scope)) {
		if fits(m.scope[i]) {
			return m.scope[i]
		}
	}
	return nil
}

func (m *maker) declare(v *Var) *Var { m.scope = append(m.scope, v); return v }

func (m *maker) stmt(depth int) []Stmt {
	if depth > 0 && m.IntN(3) == 0 {
		return m.control(depth - 1)
	}
	switch m.IntN(9) {
	case 0, 1:
		t := m.typ()
		e := m.expr(t, 3)
		return []Stmt{&Let{Var: m.declare(m.newVar(t)), Rhs: e}}
	case 2:
		return m.alloc()
	case 3:
		c := m.IntN(2)
		k := max(m.IntN(2), 1-c) // the first constructor of the first cell is nil
		s := &NewCell{Var: m.newVar(RefTo(m.cells[c])), Ctor: k}
		for _, f := range m.cells[c].Ctors[k].Fields {
			s.Fields = append(s.Fields, m.expr(f.Type, 1))
		}
		m.declare(s.Var)
		return []Stmt{s}
	case 4:
		s := &Assign{}
		for range 1 + m.IntN(2) {
			if l := m.place(nil); l != nil && !slices.ContainsFunc(s.Lhs, func(k *Expr) bool { return Equal(k, l) }) {
				s.Lhs, s.Rhs = append(s.Lhs, l), append(s.Rhs, m.expr(l.Type, 2))
			}
		}
		if s.Lhs == nil {
			return nil
		}
		return []Stmt{s}
	case 5:
		if l := m.place(func(t Type) bool { return t == RealType || t == IntType }); l != nil {
			return []Stmt{&AddTo{Lhs: l, Rhs: m.expr(l.Type, 2), Free: m.IntN(2) == 0}}
		}
	case 6:
		return m.bulk()
	case 7:
		return m.call()
	default:
		s := &Check{Cond: m.expr(BoolType, 2), Text: pick(m, []string{"", "a \"text\"", "é\n\x00"})}
		if m.IntN(2) == 0 {
			s.Name, s.Got, s.Want = "a", m.expr(IntType, 1), m.expr(IntType, 1)
		}
		return []Stmt{s}
	}
	return nil
}

func (m *maker) alloc() []Stmt {
	v := m.newVar(pick(m, []Type{RealType, IntType, BoolType}).Array())
	s := &Alloc{Var: v, Dims: []*Expr{m.small()}, Dirty: m.IntN(4) == 0}
	for range m.IntN(3) {
		v.retype(v.Type.Array())
	}
	if v.Type.Rank > 1 && m.IntN(2) == 0 {
		for range v.Type.Rank - 1 {
			n := m.constantLength()
			v.Flat, s.Dims = append(v.Flat, n), append(s.Dims, n)
		}
	} else if m.IntN(2) == 0 {
		for len(s.Dims) < int(v.Type.Rank) {
			s.Dims = append(s.Dims, m.small())
		}
	}
	m.fixed[v], m.own[v] = true, true
	m.declare(v)
	return []Stmt{s}
}

func (m *maker) small() *Expr { return IntConst(int64(m.IntN(4))) }

// constantLength is a length that no statement changes.
func (m *maker) constantLength() *Expr {
	if v := m.one(func(v *Var) bool { return m.fixed[v] && !m.own[v] && v.Type.Rank == 1 }); v != nil && m.IntN(2) == 0 {
		return Len(Use(v))
	}
	return m.small()
}

// place is something to store into: a variable, an element or a field.
func (m *maker) place(fits func(Type) bool) *Expr {
	v := m.one(func(v *Var) bool { return !m.fixed[v] && (fits == nil || fits(v.Type)) && v.Flat == nil })
	if v != nil && m.IntN(2) == 0 {
		return Use(v)
	}
	local := m.one(func(v *Var) bool {
		return m.own[v] && (fits == nil || fits(v.Type.Scalar()))
	})
	if local == nil {
		return nil
	}
	e := Use(local)
	for e.Type.IsArray() {
		e = Index(e, CheckIndex(m.expr(IntType, 1), Len(e), "p"))
		if e.Type.IsArray() && local.Flat != nil {
			e = m.flatElement(local)
		}
	}
	return e
}

func (m *maker) flatElement(v *Var) *Expr {
	e := Index(Use(v), CheckIndex(m.expr(IntType, 1), Len(Use(v)), "p"))
	for _, n := range v.Flat {
		e = Index(e, CheckIndex(m.expr(IntType, 1), n, "q"))
	}
	return e
}

func (m *maker) bulk() []Stmt {
	v := m.one(func(v *Var) bool {
		return m.own[v] && v.Type.Rank == 1
	})
	if v == nil {
		return nil
	}
	switch m.IntN(3) {
	case 0:
		return []Stmt{&Clear{Dst: Use(v)}}
	case 1:
		return []Stmt{&Append{Var: v, Val: m.expr(v.Type.Scalar(), 1)}}
	}
	return []Stmt{&Copy{Dst: Slice(Use(v), IntConst(0), IntConst(0)), Src: Slice(m.expr(v.Type, 0), IntConst(0), IntConst(0))}}
}

func (m *maker) call() []Stmt {
	if len(m.funcs) == 0 {
		return nil
	}
	s := &Call{Func: pick(m, m.funcs)}
	var before []Stmt
	for _, p := range s.Func.Params {
		if !p.Out {
			s.Args = append(s.Args, m.expr(p.Var.Type, 1))
			continue
		}
		v := m.newVar(p.Var.Type)
		m.fixed[v] = true
		before = append(before, &Alloc{Var: v, Dims: []*Expr{m.small()}})
		s.Args = append(s.Args, Use(v))
	}
	for _, r := range s.Func.Results {
		if m.IntN(4) == 0 {
			s.Vars = append(s.Vars, nil)
			continue
		}
		s.Vars = append(s.Vars, m.newVar(r.Type))
	}
	for _, v := range s.Vars {
		if v != nil {
			m.declare(v)
		}
	}
	return append(before, s)
}

func (m *maker) control(depth int) []Stmt {
	switch m.IntN(4) {
	case 0:
		s := &For{Var: m.newVar(IntType), N: m.expr(IntType, 1), Down: m.IntN(2) == 0}
		if m.IntN(4) > 0 {
			s.N = m.small()
		}
		n := len(m.scope)
		m.fixed[s.Var] = true
		m.declare(s.Var)
		s.Body = m.block(depth)
		m.scope = m.scope[:n:n]
		return []Stmt{s}
	case 1:
		s := &While{}
		n := len(m.scope)
		s.Head = m.statements(depth)
		s.Cond = m.expr(BoolType, 2)
		s.Body = m.statements(depth)
		m.scope = m.scope[:n:n]
		return []Stmt{s}
	case 2:
		s := &If{Cond: m.expr(BoolType, 2), Then: m.block(depth)}
		if m.IntN(2) == 0 {
			s.Else = m.block(depth)
		}
		return []Stmt{s}
	}
	s := &Switch{Tag: m.expr(IntType, 2)}
	for range 1 + m.IntN(3) {
		s.Cases = append(s.Cases, m.block(depth))
	}
	return []Stmt{s}
}

// statements is a block whose variables stay in scope.
func (m *maker) statements(depth int) (b []Stmt) {
	for range m.IntN(4) {
		b = append(b, m.stmt(depth)...)
	}
	return b
}

var reals = []float64{0, math.Copysign(0, -1), 1, -2.5, 1e300, 5e-324, math.Inf(1), math.Inf(-1), math.NaN(),
	math.Float64frombits(0xfff8_0000_0000_0007), 0.1, 123456789}

func (m *maker) constant(t Type) *Expr {
	switch {
	case t == RealType:
		return RealConst(pick(m, reals))
	case t == IntType:
		return IntConst(pick(m, []int64{0, 1, 2, 3, -1, math.MaxInt64, math.MinInt64}))
	case t == BoolType:
		return BoolConst(m.IntN(2) == 0)
	}
	return Nil(t)
}

// expr makes an expression of a type, about depth deep.
func (m *maker) expr(t Type, depth int) *Expr {
	if v := m.one(func(v *Var) bool { return v.Type == t && v.Flat == nil }); v != nil && m.IntN(3) > 0 {
		return Use(v)
	}
	if depth <= 0 {
		return m.constant(t)
	}
	depth--
	switch m.IntN(8) {
	case 0:
		if v := m.one(func(v *Var) bool { return v.Type == t.Array() && v.Flat == nil }); v != nil {
			return Index(Use(v), CheckIndex(m.expr(IntType, depth), Len(Use(v)), "e"))
		}
		if v := m.one(func(v *Var) bool { return v.Flat != nil && v.Type.Scalar() == t }); v != nil {
			return m.flatElement(v)
		}
	case 1:
		if t.IsArray() {
			return Slice(m.expr(t, depth), IntConst(0), IntConst(0))
		}
		if t.IsNumber() {
			return Select(m.expr(BoolType, depth), m.expr(t, depth), m.expr(t, depth))
		}
	}
	switch t {
	case RealType, IntType, BoolType:
		return m.scalar(t, depth)
	}
	return m.constant(t)
}

func (m *maker) scalar(t Type, depth int) *Expr {
	cell := func() *Expr { return m.expr(RefTo(pick(m, m.cells)), depth) }
	switch {
	case t == IntType && m.IntN(4) == 0:
		return TagOf(cell())
	case t == IntType && m.IntN(4) == 0:
		return Div(syntax.MustOp(pick(m, []string{"idiv", "imod"})), m.expr(t, depth), m.expr(t, depth), "by 0")
	case t == IntType && m.IntN(4) == 0:
		return Len(m.expr(RealType.Array(), depth))
	case t == BoolType && m.IntN(4) == 0:
		return IsNil(cell())
	}
	var ops []*syntax.Op
	for _, op := range syntax.Ops() {
		if scalarOf(op.Result) == t && (op.Infix != "" || op.Cost < 10) {
			ops = append(ops, op)
		}
	}
	op := pick(m, ops)
	args := make([]*Expr, len(op.Params))
	for i, p := range op.Params {
		args[i] = m.expr(scalarOf(p), depth)
	}
	return Prim(op, args...)
}

// Random programs read back as what was printed, and structurally the same.
func TestRoundTripRandom(t *testing.T) {
	for seed := range uint64(600) {
		p := randomProgram(seed)
		text := p.String()
		q, err := Read("random", text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if again := q.String(); again != text {
			t.Fatalf("seed %d:\n%s\nreads back as\n%s", seed, text, again)
		}
		if where := differ(p, q); where != "" {
			t.Fatalf("seed %d: reads back with another %s\n%s", seed, where, text)
		}
	}
}
