package loops

import (
	"github.com/dave/jennifer/jen"
	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/gen/gonum"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// vectorLoop writes a vector loop as a call of gonum.
func (p *emitter) vectorLoop(s *loop.For) {
	if p.matrixLoop(s) {
		return
	}
	v, ok := loop.VectorOf(s)
	if !ok {
		code.Failf("a vector loop of an unknown form")
	}
	floats := func(fn string, args ...*code.Expr) *code.Expr { return code.Call(gonum.FloatsPath, fn, args...) }
	do := func(x *code.Expr) { p.out.Add(&code.Stmt{Kind: code.ExprStmt, Exprs: []*code.Expr{x}}) }
	signed := func(x *code.Expr) *code.Expr {
		if v.Neg {
			return code.Unary("-", x)
		}
		return x
	}
	switch v.Op {
	case loop.Dot, loop.Sum:
		x := floats("Sum", p.expr(v.X))
		if v.Op == loop.Dot {
			x = floats("Dot", p.expr(v.X), p.expr(v.Y))
		}
		if p.starts[v.Acc.Var] == s {
			p.define(v.Acc.Var, x)
			return
		}
		p.out.Add(&code.Stmt{Kind: code.AssignStmt, Op: "+=", Lhs: []*code.Expr{p.expr(v.Acc)},
			Exprs: []*code.Expr{signed(x)}})
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

// kernelCall is the statement at the beginning of f that calls the routine for its
// definition, if there is one and it is allowed; names are those of the parameters.
func (g *Printer) kernelCall(f *loop.Func, names func(*loop.Var) string) jen.Code {
	if !g.opt.BLAS || f.Exported || f.Def == nil || len(f.Results) > 0 {
		return nil
	}
	var arrays []string
	for _, p := range f.Params {
		if p.Var.Type.Rank > 0 {
			arrays = append(arrays, names(p.Var))
		}
	}
	return gonum.Kernel(g.File, f.Def.Kernel, arrays)
}

// startsInKernel reports whether the first of stmts declares a sum that is 0 until a call of gonum adds to it, with
// nothing but declarations in between: the call will declare it.
func (p *emitter) startsInKernel(stmts []loop.Stmt) bool {
	l, ok := stmts[0].(*loop.Let)
	if !ok || !p.g.opt.BLAS || l.Var.Type != loop.RealType || !l.Rhs.IsZero() {
		return false
	}
	for _, s := range stmts[1:] {
		switch s := s.(type) {
		case *loop.Let:
			used := false
			s.Rhs.EachVar(func(v *loop.Var) { used = used || v == l.Var })
			if used {
				return false
			}
		case *loop.For:
			v, ok := loop.VectorOf(s)
			if !ok || !s.Vector || v.C != nil && v.C.IsVar(l.Var) {
				return false
			}
			if v.Acc == nil || v.Acc.Var != l.Var {
				continue
			}
			if !v.Neg {
				p.starts[l.Var] = s
			}
			return !v.Neg
		default:
			return false
		}
	}
	return false
}
