package opt

import (
	"math"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// moves makes one statement of a loop that clears or copies, for which back ends have what moves memory.
//
//	for j < n { a[j] = 0.0 }     →    clear(a[0:+n])
//	for j < n { a[j] = b[j] }    →    copy(a[0:+n], b[0:+n])
//
// The two arrays share no memory: a copy of overlapping parts means something else, element by element.
var moves = Pass{ //nolint:gochecknoglobals // a constant
	Name: "memory-idioms",
	Law: "A loop that stores zeros, or the elements of another array, one after the other, clears or copies a " +
		"part of the array.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		m := &mover{f: f}
		m.block(f.Body)
	}),
}

type mover struct {
	f     *loop.Func
	in    *facts.Info // and the others, when the first candidate is there
	signs *facts.Signs
	part  map[*loop.Var]*loop.Expr // of slices that do not change, their lengths
}

func (m *mover) block(b []loop.Stmt) {
	for i, s := range b {
		loop.Blocks(s, func(b *[]loop.Stmt) { m.block(*b) })
		if l, ok := s.(*loop.For); ok && len(l.Body) == 1 && l.Par == nil {
			if moved := m.move(l); moved != nil {
				b[i] = moved
			}
		}
	}
}

// move is what stands for l, or nil.
func (m *mover) move(l *loop.For) loop.Stmt {
	s, ok := l.Body[0].(*loop.Assign)
	if !ok || len(s.Lhs) != 1 {
		return nil
	}
	dst := m.elements(s.Lhs[0], l)
	if dst == nil {
		return nil
	}
	if v := s.Rhs[0]; v.IsConst() && v.I == 0 && math.Float64bits(v.F) == 0 {
		if m.look(); !m.signs.NotNegative(l.N) {
			return nil
		}
		return &loop.Clear{Dst: m.first(dst, l.N)}
	}
	src := m.elements(s.Rhs[0], l)
	if src == nil {
		return nil
	}
	if m.look(); !m.signs.NotNegative(l.N) || m.in.MayShare(facts.RootOf(dst), facts.RootOf(src)) {
		return nil
	}
	return &loop.Copy{Dst: m.first(dst, l.N), Src: m.first(src, l.N)}
}

// elements is the array of which e is the element of an iteration of l, if it is the same in every one; otherwise nil.
func (m *mover) elements(e *loop.Expr, l *loop.For) *loop.Expr {
	if e.Kind != loop.IndexExpr || e.Type.IsArray() || !e.Type.IsNumber() || !e.Args[1].IsVar(l.Var) {
		return nil
	}
	a := e.Args[0]
	same := facts.RootOf(a) != nil && !a.CanFail()
	a.EachVar(func(v *loop.Var) { same = same && v != l.Var })
	if !same || !l.N.IsAtom() {
		return nil
	}
	return a
}

// look learns about the function.
func (m *mover) look() {
	if m.in != nil {
		return
	}
	m.in, m.signs, m.part = facts.Analyse(m.f), facts.ExactSigns(m.f), map[*loop.Var]*loop.Expr{}
	loop.Walk(m.f.Body, func(s loop.Stmt) {
		if s, ok := s.(*loop.Let); ok && s.Rhs.Kind == loop.SliceExpr && !m.in.Mutable(s.Var) &&
			(s.Rhs.Args[2].IsConst() || s.Rhs.Args[2].Kind == loop.VarExpr && !m.in.Mutable(s.Rhs.Args[2].Var)) {
			m.part[s.Var] = s.Rhs.Args[2]
		}
	})
}

// first is the part of an array with the first n elements.
func (m *mover) first(a, n *loop.Expr) *loop.Expr {
	if a.Kind == loop.VarExpr && m.part[a.Var] != nil && loop.Equal(m.part[a.Var], n) {
		return a
	}
	return loop.Slice(a, loop.IntConst(0), n)
}
