package text

import "github.com/seed-4b734f86/gochad/syntax"

// implicit is fixpoint f x or root f x: the solution of x = f x, or of f x = 0, from a start x. Each
// use becomes a definition of its own, for what f captures, with the derivative of the implicit function theorem.
func (e *elab) implicit(name string, s Span, args []Expr, want *ty) gen {
	t := newMeta()
	if w := want.repr(); w.kind != kMeta {
		t = want
	}
	start := e.expr(args[1], t)
	before, f := e.fn1(args[0], t, t)
	return e.convert(s, func() syntax.Term {
		var b block
		before(&b)
		x0 := b.atom("start", start())
		m := &syntax.Implicit{
			Name: name, At: e.pos(s), Param: syntax.NewVar(paramName(args[0]), e.resolve(t)), Start: x0,
			SolveT: e.used(Library().Lookup("solveT")),
		}
		if name == "root" {
			m.Equation = syntax.RootOf
		}
		m.Body = f(syntax.Ref(m.Param))
		call, err := m.Call()
		if err != nil {
			e.errorf(args[0].Range(), CodeDerivative, "", "%s %s: %v", name, m.Param.Name, err)
			return b.in(x0)
		}
		return b.in(call)
	}, t, want)
}
