package proptest

import "github.com/seed-4b734f86/gochad/syntax"

// smoothUnary are the primitives that definitions with derivatives of their own are made of.
var smoothUnary = []string{"sin", "cos", "tanh", "atan", "erf", "asinh"}

// custom makes c(x, y) = op(x) · y / 2 with its own derivative attached,
// ⟨dx, dy⟩ ↦ (op'(x) · y · dx + op(x) · dy) / 2, and calls it.
func (g *generator) custom(_ syntax.Type, fuel int) syntax.Term {
	op := syntax.MustOp(oneOf(g, smoothUnary...))
	g.used["op:"+op.Name]++
	param := func(h string) *syntax.Var { return g.fresh(h, syntax.Real) }
	x, y := param("x"), param("y")
	half := func(t syntax.Term) syntax.Term { return syntax.Mul(syntax.RealLit(0.5), t) }
	d := &syntax.Def{
		Name: g.name("c"), Params: []*syntax.Var{x, y}, Result: syntax.Real,
		Body: half(syntax.Mul(syntax.NewPrim(op, syntax.Ref(x)), syntax.Ref(y))),
	}
	u, v, du, dv := param("x"), param("y"), param("dx"), param("dy")
	var s syntax.Spine
	z := s.Let(g.name("z"), syntax.NewPrim(op, syntax.Ref(u)))
	slope := syntax.Mul(op.Partials([]syntax.Term{syntax.Ref(u)}, z)[0], syntax.Ref(v))
	times := syntax.Mul
	if len(g.prog.Defs)%2 == 0 { // no draw of its own, which would change all programs
		lin := g.scaling()
		times = func(k, v syntax.Term) syntax.Term { return syntax.NewCall(nil, lin, nil, k, v) }
	}
	body := s.In(half(syntax.Add(times(slope, syntax.Ref(du)), times(z, syntax.Ref(dv)))))
	d.Custom = &syntax.CustomJVP{Params: []*syntax.Var{u, v}, Tangents: []*syntax.Var{du, dv}, Body: body}
	g.prog.Defs = append(g.prog.Defs, d)
	return syntax.NewCall(nil, d, nil, g.real(fuel/2), g.real(fuel/2))
}

// scaling makes l(k, v) = k · v with its adjoint in v, which is itself.
func (g *generator) scaling() *syntax.Def {
	g.used["adjoint"]++
	param := func(h string) *syntax.Var { return g.fresh(h, syntax.Real) }
	k, v, l, w := param("k"), param("v"), param("k"), param("w")
	d := &syntax.Def{
		Name: g.name("l"), Params: []*syntax.Var{k, v}, Result: syntax.Real,
		Body: syntax.Mul(syntax.Ref(k), syntax.Ref(v)),
	}
	d.Adjoints = []*syntax.Adjoint{{Wrt: []bool{false, true}, Rule: &syntax.CustomJVP{
		Params: []*syntax.Var{l}, Tangents: []*syntax.Var{w},
		Body: syntax.NewCall(nil, d, nil, syntax.Ref(l), syntax.Ref(w)),
	}}}
	g.prog.Defs = append(g.prog.Defs, d)
	return d
}
