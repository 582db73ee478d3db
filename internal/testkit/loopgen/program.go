// Package loopgen makes random programs of the loop language and arguments for them, for the laws of passes on loops.
package loopgen

import (
	"fmt"
	"math/rand/v2"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// maker makes random loop programs that mostly run to their end: indices are small, loops count.
type maker struct {
	*rand.Rand
	cell    *loop.Cell
	funcs   []*loop.Func
	scope   []*loop.Var
	fixed   map[*loop.Var]bool // never assigned
	own     map[*loop.Var]bool // memory of the function
	results map[*loop.Var]bool // that are memory of the function
	units   bool               // loops over unit vectors
	sums    *rand.Rand         // decides on shared parameters, beside all other decisions
	shared  map[*loop.Var]bool // parameters that may overlap
	count   int
}

var (
	realArray = loop.RealType.Array()
	intArray  = loop.IntType.Array()
	rowsType  = realArray.Array()
)

// Program is a random program, the same for the same seed; the last function calls others. A few are not well formed:
// run [loop.Verify] first.
func Program(seed uint64) *loop.Program { return random(seed, false) }

// UnitLoops is Program with loops over unit vectors, as matrices of derivatives have them.
func UnitLoops(seed uint64) *loop.Program { return random(seed, true) }

func random(seed uint64, units bool) *loop.Program {
	m := &maker{units: units, Rand: rand.New(rand.NewPCG(seed, 7)), fixed: map[*loop.Var]bool{},
		own: map[*loop.Var]bool{}, results: map[*loop.Var]bool{},
		sums: rand.New(rand.NewPCG(seed, 8)), shared: map[*loop.Var]bool{}}
	m.cell = &loop.Cell{Name: "list", Nil: 0}
	m.cell.Ctors = []loop.Ctor{{Name: "empty"}, {Name: "node", Fields: []loop.Field{
		{Name: "x", Type: loop.RealType}, {Name: "rest", Type: loop.RefTo(m.cell)}, {Name: "ys", Type: realArray}}}}
	p := &loop.Program{Cells: []*loop.Cell{m.cell}}
	for i := range 1 + m.IntN(3) {
		p.Funcs = append(p.Funcs, m.function(fmt.Sprintf("f%d", i)))
		m.funcs = p.Funcs
	}
	return p
}

func pick[T any](m *maker, of ...T) T { return of[m.IntN(len(of))] }

func (m *maker) typ() loop.Type {
	t := pick(m, loop.RealType, loop.RealType, loop.RealType, loop.IntType, loop.BoolType, realArray, realArray,
		intArray, rowsType)
	if m.IntN(14) == 0 {
		t = loop.RefTo(m.cell)
	}
	return t
}

func (m *maker) newVar(t loop.Type) *loop.Var {
	m.count++
	return loop.NewVar(fmt.Sprintf("v%d", m.count), t)
}

func (m *maker) declare(t loop.Type) *loop.Var {
	v := m.newVar(t)
	m.scope = append(m.scope, v)
	return v
}

func (m *maker) function(name string) *loop.Func {
	m.scope = nil
	f := &loop.Func{Name: name}
	n := m.declare(loop.IntType)
	m.fixed[n] = true
	f.Params = append(f.Params, loop.Param{Var: n})
	for range 2 + m.IntN(4) {
		v := m.declare(m.typ())
		out := v.Type.Rank == 1 && m.IntN(3) == 0
		if v.Type == rowsType && m.IntN(2) == 0 {
			v.Flat = []*loop.Expr{loop.IntConst(2)}
		}
		shared := (out || v.Type == rowsType && v.Flat == nil) && m.sums.IntN(2) == 0
		out = out || shared
		f.Params = append(f.Params, loop.Param{Var: v, Out: out, Adds: shared, Shared: shared})
		m.fixed[v], m.shared[v] = true, shared
		m.own[v] = out
	}
	f.Body = append(m.alloc(), m.block(3)...)
	for range 1 + m.IntN(3) {
		t := m.typ()
		if v := m.one(func(v *loop.Var) bool { return v.Type == t && v.Flat == nil }); v != nil {
			m.results[v] = t.IsArray() && m.own[v]
			f.Results = append(f.Results, loop.Use(v))
		}
	}
	return f
}

func (m *maker) block(depth int) (b []loop.Stmt) {
	n := len(m.scope)
	for range 1 + m.IntN(4+depth) {
		b = append(b, m.stmt(depth)...)
	}
	if depth < 3 {
		m.scope = m.scope[:n:n]
	}
	return b
}

// one finds a variable in scope that fits, or nil.
func (m *maker) one(fits func(*loop.Var) bool) *loop.Var {
	for _, i := range m.Perm(len(m.scope)) {
		if fits(m.scope[i]) {
			return m.scope[i]
		}
	}
	return nil
}

func (m *maker) small() *loop.Expr { return loop.IntConst(int64(2 + m.IntN(2))) }

func (m *maker) stmt(depth int) []loop.Stmt {
	if depth > 0 && m.IntN(3) == 0 {
		return m.control(depth - 1)
	}
	if m.units && depth > 0 && m.IntN(4) == 0 {
		return m.unitLoop()
	}
	switch m.IntN(10) {
	case 0, 1, 2:
		t := m.typ()
		e := m.expr(t, 3)
		v := m.declare(t)
		if t.IsArray() && m.IntN(3) > 0 { // a view, never another, which may be written as what it is of
			m.fixed[v] = true
			m.own[v] = m.ownMemory(e) && !m.shared[e.Root()]
		}
		return []loop.Stmt{&loop.Let{Var: v, Rhs: e}}
	case 3:
		return m.alloc()
	case 4:
		s := &loop.NewCell{Var: m.newVar(loop.RefTo(m.cell)), Ctor: 1}
		for _, f := range m.cell.Ctors[1].Fields {
			e := m.expr(f.Type, 1)
			if f.Type.IsArray() && !m.ownMemory(e) {
				e = loop.Nil(f.Type)
			}
			s.Fields = append(s.Fields, e)
		}
		m.scope = append(m.scope, s.Var)
		m.own[s.Var], m.fixed[s.Var] = true, true
		return []loop.Stmt{s}
	case 5, 6:
		s := &loop.Assign{}
		for range 1 + m.IntN(2) {
			if l := m.place(nil); l != nil && (len(s.Lhs) == 0 || l.Root() != s.Lhs[0].Root()) {
				e := m.expr(l.Type, 2)
				if l.Type.IsArray() && l.Kind != loop.VarExpr && !m.ownMemory(e) {
					continue
				}
				s.Lhs, s.Rhs = append(s.Lhs, l), append(s.Rhs, e)
			}
		}
		if s.Lhs == nil {
			return nil
		}
		return []loop.Stmt{s}
	case 7:
		if l := m.place(func(t loop.Type) bool { return t == loop.RealType || t == loop.IntType }); l != nil {
			return []loop.Stmt{&loop.AddTo{Lhs: l, Rhs: m.expr(l.Type, 2), Free: m.IntN(2) == 0}}
		}
	case 8:
		return m.bulk()
	default:
		return m.call()
	}
	return nil
}

func (m *maker) alloc() []loop.Stmt {
	v := m.newVar(pick(m, realArray, realArray, intArray, rowsType))
	s := &loop.Alloc{Var: v, Dims: []*loop.Expr{m.small()}}
	if m.IntN(3) == 0 {
		s.Dims[0] = m.length()
	}
	if v.Type.Rank == 2 {
		n := m.small()
		s.Dims = append(s.Dims, n)
		if m.IntN(2) == 0 {
			v.Flat = []*loop.Expr{n}
		}
	}
	m.scope = append(m.scope, v)
	m.fixed[v], m.own[v] = true, true
	return []loop.Stmt{s}
}

// length is a length or a number from 1 to 4.
func (m *maker) length() *loop.Expr {
	if v := m.one(func(v *loop.Var) bool { return v.Type.IsArray() }); v != nil && m.IntN(2) == 0 {
		return loop.Len(loop.Use(v))
	}
	return loop.Add(loop.Prim(syntax.MustOp("iand"), m.expr(loop.IntType, 1), loop.IntConst(3)), loop.IntConst(1))
}

func (m *maker) index() *loop.Expr {
	if m.IntN(3) == 0 {
		return loop.IntConst(int64(m.IntN(2)))
	}
	return loop.Prim(syntax.MustOp("iand"), m.expr(loop.IntType, 1), loop.IntConst(1))
}

// element is an element or row of v, with a check.
func (m *maker) element(v *loop.Var, rank int) *loop.Expr {
	e := loop.Use(v)
	for k := 0; int(e.Type.Rank) > rank; k++ {
		n := loop.Len(e)
		if v.Flat != nil && k > 0 {
			n = v.Flat[k-1]
		}
		e = loop.Index(e, loop.CheckIndex(m.index(), n, "e"))
	}
	return e
}

// place is something to store into: a variable, an element, a row or a field.
func (m *maker) place(fits func(loop.Type) bool) *loop.Expr {
	if r := m.one(func(v *loop.Var) bool {
		return v.Type.Base == loop.Ref && v.Type.Rank == 0 && m.own[v]
	}); r != nil && m.IntN(2) == 0 && (fits == nil || fits(loop.RealType)) {
		if m.IntN(2) == 0 {
			ys := loop.FieldOf(loop.Use(r), 1, 2)
			return loop.Index(ys, loop.CheckIndex(m.index(), loop.Len(ys), "ys"))
		}
		return loop.FieldOf(loop.Use(r), 1, 0)
	}
	v := m.one(func(v *loop.Var) bool { return !m.fixed[v] && (fits == nil || fits(v.Type)) && v.Flat == nil })
	if v != nil && m.IntN(2) == 0 {
		return loop.Use(v)
	}
	local := m.one(func(v *loop.Var) bool {
		return m.own[v] && v.Type.IsArray() && (fits == nil || fits(v.Type.Scalar()))
	})
	if local == nil {
		return nil
	}
	if fits == nil && local.Type.Rank == 2 && local.Flat == nil && m.IntN(3) == 0 && !m.shared[local] {
		return m.element(local, 1)
	}
	return m.element(local, 0)
}

// ownMemory reports whether an array is memory that the function may write.
func (m *maker) ownMemory(e *loop.Expr) bool {
	for e.Kind == loop.IndexExpr || e.Kind == loop.SliceExpr {
		e = e.Args[0]
	}
	switch e.Kind {
	case loop.VarExpr:
		return m.own[e.Var]
	case loop.FieldExpr:
		return e.Args[0].Kind == loop.VarExpr && m.own[e.Args[0].Var]
	}
	return e.IsNilConst()
}

func (m *maker) bulk() []loop.Stmt {
	v := m.one(func(v *loop.Var) bool { return m.own[v] && v.Type.Rank == 1 })
	if v == nil {
		return nil
	}
	switch m.IntN(3) {
	case 0:
		return []loop.Stmt{&loop.Clear{Dst: loop.Use(v)}}
	case 1:
		w := m.declare(v.Type)
		m.own[w], m.fixed[w] = true, true
		return []loop.Stmt{&loop.Alloc{Var: w, Dims: []*loop.Expr{m.small()}},
			&loop.Append{Var: w, Val: m.expr(v.Type.Scalar(), 1)}}
	}
	n := loop.IntConst(2)
	return []loop.Stmt{&loop.Copy{Dst: loop.Slice(loop.Use(v), loop.IntConst(0), n),
		Src: loop.Slice(m.expr(v.Type, 0), loop.IntConst(0), n)}}
}

func (m *maker) call() []loop.Stmt {
	if len(m.funcs) == 0 {
		return nil
	}
	s := &loop.Call{Func: pick(m, m.funcs...)}
	var before []loop.Stmt
	used := map[*loop.Var]bool{}
	var sums []*loop.Expr // arguments that others may overlap
	for _, p := range s.Func.Params {
		if p.Shared {
			if x := m.overlapping(p.Var.Type, sums); x != nil {
				s.Args = append(s.Args, x)
				continue
			}
		}
		switch {
		case p.Out:
			v := m.one(func(v *loop.Var) bool {
				return m.own[v] && v.Type == p.Var.Type && v.Flat == nil && !used[v] && (p.Shared || !m.shared[v])
			})
			if v == nil || m.IntN(3) == 0 {
				v = m.declare(p.Var.Type)
				m.fixed[v], m.own[v] = true, true
				dims := []*loop.Expr{m.small()}
				if v.Type.Rank == 2 {
					dims = append(dims, loop.IntConst(2))
				}
				before = append(before, &loop.Alloc{Var: v, Dims: dims})
			}
			used[v] = true
			s.Args = append(s.Args, loop.Use(v))
			if p.Shared {
				sums = append(sums, loop.Use(v))
			}
		case p.Var.Flat != nil:
			v := m.declare(p.Var.Type)
			m.fixed[v], m.own[v] = true, true
			v.Flat = []*loop.Expr{loop.IntConst(2)}
			before = append(before, &loop.Alloc{Var: v, Dims: []*loop.Expr{m.small(), loop.IntConst(2)}})
			s.Args = append(s.Args, loop.Use(v))
		default:
			s.Args = append(s.Args, nil)
		}
	}
	for i, p := range s.Func.Params {
		if s.Args[i] != nil {
			continue
		}
		s.Args[i] = m.constant(p.Var.Type)
		if v := m.one(func(v *loop.Var) bool {
			return v.Type == p.Var.Type && v.Flat == nil && !(len(used) > 0 && v.Type.IsArray())
		}); v != nil {
			s.Args[i] = loop.Use(v)
		}
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
			m.scope = append(m.scope, v)
		}
	}
	for i, r := range s.Func.Results {
		if v := s.Vars[i]; v != nil && m.results[r.Var] {
			m.own[v], m.fixed[v] = true, true
		}
	}
	return append(before, s)
}

func (m *maker) control(depth int) []loop.Stmt {
	switch m.IntN(4) {
	case 0, 1:
		s := &loop.For{Var: m.newVar(loop.IntType), N: m.length(), Down: m.IntN(2) == 0}
		n := len(m.scope)
		m.fixed[s.Var] = true
		m.scope = append(m.scope, s.Var)
		s.Body = m.block(depth)
		m.scope = m.scope[:n:n]
		return []loop.Stmt{s}
	case 2:
		c := m.newVar(loop.IntType)
		m.fixed[c] = true
		s := &loop.While{}
		n := len(m.scope)
		s.Head = m.block(0)
		m.scope = m.scope[:n:n]
		s.Cond = loop.Prim(syntax.MustOp("ilt"), loop.Use(c), m.length())
		if m.IntN(2) == 0 {
			s.Cond = loop.Prim(syntax.MustOp("and"), s.Cond, m.expr(loop.BoolType, 2))
		}
		s.Body = append(m.block(depth), &loop.AddTo{Lhs: loop.Use(c), Rhs: loop.IntConst(1)})
		return []loop.Stmt{&loop.Let{Var: c, Rhs: loop.IntConst(0)}, s}
	case 3:
		if m.IntN(2) == 0 {
			s := &loop.Switch{Tag: m.expr(loop.IntType, 2)}
			for range 1 + m.IntN(3) {
				s.Cases = append(s.Cases, m.block(depth))
			}
			return []loop.Stmt{s}
		}
	}
	s := &loop.If{Cond: m.expr(loop.BoolType, 2), Then: m.block(depth)}
	if m.IntN(2) == 0 {
		s.Else = m.block(depth)
	}
	return []loop.Stmt{s}
}

func (m *maker) constant(t loop.Type) *loop.Expr {
	switch t {
	case loop.RealType:
		return loop.RealConst(pick(m, 0.5, -2, 1, 3))
	case loop.IntType:
		return loop.IntConst(int64(m.IntN(4)))
	case loop.BoolType:
		return loop.BoolConst(m.IntN(2) == 0)
	}
	return loop.Nil(t)
}

// expr makes an expression of a type, about depth deep.
func (m *maker) expr(t loop.Type, depth int) *loop.Expr {
	if v := m.one(func(v *loop.Var) bool { return v.Type == t && v.Flat == nil }); v != nil &&
		(t == realArray && depth == 0 || m.IntN(3) > 0) {
		return loop.Use(v)
	}
	if depth <= 0 {
		return m.constant(t)
	}
	depth--
	switch m.IntN(5) {
	case 0, 1:
		if v := m.one(func(v *loop.Var) bool {
			return v.Type.Rank > t.Rank && v.Type.Scalar() == t.Scalar() && (v.Flat == nil || t.Rank == 0)
		}); v != nil {
			return m.element(v, int(t.Rank))
		}
	case 2:
		if t.Rank == 1 {
			return loop.Slice(m.expr(t, depth), loop.IntConst(0), loop.IntConst(2))
		}
		if t.IsNumber() {
			return loop.Select(m.expr(loop.BoolType, depth), m.expr(t, depth), m.expr(t, depth))
		}
	case 3:
		if r := m.one(func(v *loop.Var) bool { return v.Type.Base == loop.Ref && v.Type.Rank == 0 }); r != nil {
			switch t {
			case loop.BoolType:
				return loop.IsNil(loop.Use(r))
			case loop.IntType:
				return loop.TagOf(loop.Use(r))
			case loop.RealType, realArray, r.Type:
				if m.own[r] {
					return loop.FieldOf(loop.Use(r), 1, map[loop.Type]int{loop.RealType: 0, r.Type: 1, realArray: 2}[t])
				}
			}
		}
	}
	op := func(name string, args ...*loop.Expr) *loop.Expr { return loop.Prim(syntax.MustOp(name), args...) }
	switch t {
	case loop.RealType:
		switch m.IntN(4) {
		case 0:
			return op("sin", m.expr(t, depth))
		case 1:
			return loop.Prim(syntax.OpMul, m.expr(t, depth), m.expr(t, depth))
		}
		return loop.Prim(syntax.OpAdd, m.expr(t, depth), m.expr(t, depth))
	case loop.IntType:
		if m.IntN(2) == 0 {
			return m.length()
		}
		return loop.Prim(syntax.OpIntAdd, m.expr(t, depth), m.expr(t, depth))
	case loop.BoolType:
		if m.IntN(3) == 0 {
			return loop.Not(m.expr(t, depth))
		}
		return op("lt", m.expr(loop.RealType, depth), m.expr(loop.RealType, depth))
	}
	if v := m.one(func(v *loop.Var) bool { return v.Type == t && v.Flat == nil }); v != nil {
		return loop.Use(v)
	}
	return m.constant(t)
}

// unitLoop is a loop over unit vectors that fills arrays. Now and then an iteration meets another.
func (m *maker) unitLoop() []loop.Stmt {
	n, rows, sums := m.newVar(loop.IntType), m.newVar(rowsType), m.newVar(realArray)
	if m.IntN(2) == 0 {
		rows.Flat = []*loop.Expr{loop.IntConst(2)}
	}
	m.fixed[n], m.fixed[rows], m.fixed[sums] = true, true, true
	out := []loop.Stmt{&loop.Let{Var: n, Rhs: loop.Add(m.length(), loop.IntConst(int64(m.IntN(5))))},
		&loop.Alloc{Var: rows, Dims: []*loop.Expr{loop.Use(n), loop.IntConst(2)}}, &loop.Alloc{Var: sums,
			Dims: []*loop.Expr{loop.Use(n)}}}
	scope, own, fixed := m.scope, m.own, m.fixed
	if m.IntN(6) > 0 { // nothing from outside is written
		m.own, m.fixed = map[*loop.Var]bool{}, map[*loop.Var]bool{}
		for _, v := range scope {
			m.fixed[v] = true
		}
	}
	s := &loop.For{Var: m.newVar(loop.IntType), N: loop.Use(n)}
	if m.IntN(4) == 0 {
		s.N = loop.IntConst(int64(2 + m.IntN(9)))
		out[0] = &loop.Let{Var: n, Rhs: s.N}
	}
	i := loop.Use(s.Var)
	e := m.newVar(realArray)
	m.scope = append(m.scope[:len(scope):len(scope)], s.Var, e)
	m.fixed[s.Var], m.fixed[e], m.own[e] = true, true, true
	s.Body = []loop.Stmt{&loop.Alloc{Var: e, Dims: []*loop.Expr{loop.Use(n)}},
		&loop.AddTo{Lhs: loop.Index(loop.Use(e), i), Rhs: loop.RealConst(1)}}
	s.Body = append(s.Body, m.block(1)...)
	at := loop.Index(loop.Index(loop.Use(rows), i), m.index())
	s.Body = append(s.Body, &loop.AddTo{Lhs: at, Rhs: m.expr(loop.RealType, 2), Free: true},
		&loop.Assign{Lhs: []*loop.Expr{loop.Index(loop.Use(sums), i)}, Rhs: []*loop.Expr{m.expr(loop.RealType, 2)}})
	if m.IntN(8) == 0 {
		s.Body = append(s.Body, &loop.AddTo{Lhs: at, Rhs: loop.Index(loop.Use(sums), loop.IntConst(0))})
	}
	m.scope, m.own, m.fixed = append(scope, n, rows, sums), own, fixed
	m.own[rows], m.own[sums] = true, true
	return append(out, s)
}

// overlapping is one of the shared arguments of a call or a row of one, of type t, or nil.
func (m *maker) overlapping(t loop.Type, sums []*loop.Expr) *loop.Expr {
	for _, i := range m.sums.Perm(len(sums)) {
		x := sums[i]
		for x.Type.Rank > t.Rank && x.Var != nil && x.Var.Flat == nil {
			x = loop.Index(x, loop.IntConst(int64(m.sums.IntN(2))))
		}
		if x.Type == t && m.sums.IntN(4) > 0 {
			return x
		}
	}
	return nil
}
