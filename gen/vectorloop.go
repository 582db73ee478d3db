package gen

import "github.com/seed-4b734f86/gochad/lower/loop"

// floatsPath is the package whose functions do vector loops. It checks lengths, and calls assembly directly; package
// blas64 of the same module takes longer for short arrays.
const floatsPath = "gonum.org/v1/gonum/floats"

// vectorLoop writes a vector loop as a call of gonum.
func (p *printer) vectorLoop(s *loop.For) {
	v, ok := loop.VectorOf(s)
	if !ok {
		failf("a vector loop of an unknown form")
	}
	floats := func(fn string, args ...*expr) *expr { return call(floatsPath, fn, args...) }
	do := func(x *expr) { p.out.add(&stmt{kind: exprStmt, exprs: []*expr{x}}) }
	signed := func(x *expr) *expr {
		if v.Neg {
			return unary("-", x)
		}
		return x
	}
	switch v.Op {
	case loop.Dot, loop.Sum:
		x := floats("Sum", p.expr(v.X))
		if v.Op == loop.Dot {
			x = floats("Dot", p.expr(v.X), p.expr(v.Y))
		}
		p.out.add(&stmt{kind: assignStmt, op: "+=", lhs: []*expr{p.expr(v.Acc)}, exprs: []*expr{signed(x)}})
	case loop.Axpy:
		dst, x := p.expr(v.Dst), p.expr(v.X)
		switch {
		case v.C != nil:
			do(floats("AddScaled", dst, signed(p.expr(v.C)), x))
		case v.Neg:
			do(floats("Sub", dst, x))
		default:
			do(floats("Add", dst, x))
		}
	case loop.Scale:
		c := signed(p.expr(v.C))
		if loop.Equal(v.Dst, v.X) {
			do(floats("Scale", c, p.expr(v.Dst)))
		} else {
			do(floats("ScaleTo", p.expr(v.Dst), c, p.expr(v.X)))
		}
	case loop.Shift:
		do(floats("AddConst", signed(p.expr(v.C)), p.expr(v.Dst)))
	}
}
