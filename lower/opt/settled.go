package opt

import (
	"math"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// settled remembers functions that a pass has found nothing to do in, so that it need not look again while they stay as
// they are.
type settled map[*loop.Func]uint64

// note remembers f as it is.
func (s *settled) note(f *loop.Func) {
	if *s == nil {
		*s = settled{}
	}
	(*s)[f] = fingerprint(f)
}

// same reports whether f is as it was remembered. It may be wrong once in 2⁶⁴ times, and then something is not
// optimised.
func (s settled) same(f *loop.Func) bool {
	old, ok := s[f]
	return ok && old == fingerprint(f)
}

// fingerprint is a number of all that a function says, in the order of its text.
func fingerprint(f *loop.Func) uint64 {
	p := &printed{h: uint64(len(f.Params))}
	p.declared, p.operand = p.variable, func(e **loop.Expr, _ bool) { p.expr(*e) }
	p.inner = func(b *[]loop.Stmt) { p.block(*b) }
	for _, q := range f.Params {
		p.flag(q.Out)
		p.flag(q.Adds)
		p.flag(q.Shared)
		p.flag(q.Owned)
		p.variable(q.Var)
	}
	p.block(f.Body)
	for _, r := range f.Results {
		p.expr(r)
	}
	return p.h
}

// printed is the fingerprint so far.
type printed struct {
	h        uint64
	declared func(*loop.Var)
	operand  func(**loop.Expr, bool)
	inner    func(*[]loop.Stmt)
}

func (p *printed) add(n uint64) {
	h := (p.h ^ n) * 0x9e3779b97f4a7c15
	p.h = h ^ h>>29
}

func (p *printed) flag(b bool) {
	if b {
		p.add(1)
	} else {
		p.add(2)
	}
}

func (p *printed) variable(v *loop.Var) {
	if v == nil {
		p.add(3)
		return
	}
	p.add(v.ID())
	if len(v.Flat) > 0 {
		p.add(uint64(len(v.Flat)))
		for _, n := range v.Flat {
			p.expr(n)
		}
	}
}

func (p *printed) text(s string) {
	p.add(uint64(len(s)))
	for _, c := range []byte(s) {
		p.add(uint64(c))
	}
}

func (p *printed) expr(e *loop.Expr) {
	p.add(uint64(e.Kind) + 16)
	switch e.Kind {
	case loop.VarExpr:
		p.add(e.Var.ID())
		return
	case loop.ConstExpr:
		p.add(math.Float64bits(e.F))
		p.add(uint64(e.I))
		p.add(uint64(e.Type.Base)<<8 + uint64(e.Type.Rank))
		return
	case loop.PrimExpr, loop.DivExpr:
		p.text(e.Prim.Name)
	case loop.TagExpr, loop.FieldExpr:
		p.add(uint64(e.Ctor))
		p.add(uint64(e.Field))
	}
	for _, a := range e.Args {
		p.expr(a)
	}
}

func (p *printed) block(block []loop.Stmt) {
	p.add(uint64(len(block)))
	for _, t := range block {
		p.statement(t)
	}
}

func (p *printed) statement(t loop.Stmt) {
	switch t := t.(type) {
	case *loop.Let:
		p.variable(t.Var)
		p.expr(t.Rhs)
		return
	case *loop.Alloc:
		p.add(101)
		p.flag(t.Dirty)
	case *loop.NewCell:
		p.add(102)
		p.add(uint64(t.Ctor))
	case *loop.Assign:
		p.add(103)
		p.add(uint64(len(t.Lhs)))
	case *loop.AddTo:
		p.add(104)
		p.flag(t.Free)
	case *loop.Append:
		p.add(105)
		p.variable(t.Var)
	case *loop.For:
		p.add(106)
		p.flag(t.Down)
		p.flag(t.Vector)
	case *loop.Call:
		p.add(107)
		p.text(t.Func.Name)
		p.add(uint64(len(t.Vars)))
		for _, v := range t.Vars {
			p.variable(v)
		}
		p.add(uint64(len(t.Args)))
	case *loop.Copy:
		p.add(108)
	case *loop.Clear:
		p.add(109)
	case *loop.While:
		p.add(110)
	case *loop.If:
		p.add(111)
	case *loop.Switch:
		p.add(112)
		p.add(uint64(len(t.Cases)))
	case *loop.Check:
		p.add(113)
	}
	loop.Declared(t, p.declared)
	loop.Operands(t, p.operand)
	loop.Blocks(t, p.inner)
}
