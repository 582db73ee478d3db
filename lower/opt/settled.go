package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// settled remembers functions that a pass has found nothing to do in, so that it need not look again while they stay as they are.
type settled map[*loop.Func]*snapshot

// note remembers f as it is.
func (s *settled) note(f *loop.Func) {
	if *s == nil {
		*s = settled{}
	}
	(*s)[f] = snapshotOf(f)
}

// same reports whether f is as it was remembered.
func (s settled) same(f *loop.Func) bool {
	old := s[f]
	return old != nil && old.equal(snapshotOf(f))
}

// A snapshot is all that a function says, in the order of its text. Expressions, which never change, stand for themselves.
type snapshot struct {
	stmts []loop.Stmt
	exprs []*loop.Expr
	vars  []*loop.Var
	more  []int32 // numbers of statements in blocks, and flags of statements
}

func (s *snapshot) equal(t *snapshot) bool {
	return slices.Equal(s.more, t.more) && slices.Equal(s.exprs, t.exprs) && slices.Equal(s.vars, t.vars) && slices.Equal(s.stmts, t.stmts)
}

func snapshotOf(f *loop.Func) *snapshot {
	s := &snapshot{}
	for _, p := range f.Params {
		s.flag(p.Out)
		s.variable(p.Var)
	}
	s.block(f.Body)
	s.exprs = append(s.exprs, f.Results...)
	return s
}

func (s *snapshot) flag(b bool) {
	if b {
		s.more = append(s.more, 1)
	} else {
		s.more = append(s.more, 0)
	}
}

func (s *snapshot) variable(v *loop.Var) {
	s.vars = append(s.vars, v)
	if v != nil {
		s.more = append(s.more, int32(len(v.Flat)))
		s.exprs = append(s.exprs, v.Flat...)
	}
}

func (s *snapshot) block(block []loop.Stmt) {
	s.more = append(s.more, int32(len(block)))
	for _, t := range block {
		s.statement(t)
	}
}

func (s *snapshot) statement(t loop.Stmt) {
	s.stmts = append(s.stmts, t)
	switch t := t.(type) {
	case *loop.Let:
		s.variable(t.Var)
		s.exprs = append(s.exprs, t.Rhs)
		return
	case *loop.Alloc:
		s.flag(t.Dirty)
	case *loop.NewCell:
		s.more = append(s.more, int32(t.Ctor))
	case *loop.Assign:
		s.more = append(s.more, int32(len(t.Lhs)))
	case *loop.AddTo:
		s.flag(t.Free)
	case *loop.Append:
		s.vars = append(s.vars, t.Var)
	case *loop.For:
		s.flag(t.Down)
		s.flag(t.Vector)
	case *loop.Call:
		s.vars = append(s.vars, t.Vars...)
		s.more = append(s.more, int32(len(t.Vars)), int32(len(t.Args)))
	}
	loop.Declared(t, s.variable)
	loop.Operands(t, func(e **loop.Expr, _ bool) { s.exprs = append(s.exprs, *e) })
	loop.Blocks(t, func(b *[]loop.Stmt) { s.block(*b) })
}
