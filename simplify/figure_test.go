package simplify

import (
	"testing"

	"github.com/seed-4b734f86/gochad/syntax"
)

func real1(name string) *syntax.Var { return syntax.NewVar(name, syntax.Real) }

// linMap is λ̲v. f v from and to the given types.
func linMap(t syntax.Type, f func(v syntax.Term) syntax.Term) syntax.Term {
	v := syntax.NewVar("v", t)
	return syntax.NewLinLam(v, f(syntax.Ref(v)))
}

// figure1d is the reverse derivative of CHAD Fig. 1(b) as the functor makes it:
// one linear map for each operation, applied once in the final linear function.
func figure1d() (params []*syntax.Var, t syntax.Term) {
	x1, x2, x3, x4 := real1("x1"), real1("x2"), real1("x3"), real1("x4")
	r := syntax.Ref
	var s, l syntax.Spine
	mul := func(name string, a, b syntax.Term) (*syntax.VarRef, *syntax.VarRef) {
		y := s.Let(name, syntax.Mul(a, b))
		return y, s.Let(name+"'", linMap(syntax.Real, func(v syntax.Term) syntax.Term {
			return syntax.NewTuple(syntax.Mul(b, v), syntax.Mul(a, v))
		}))
	}
	add := func(name string, a, b syntax.Term) (*syntax.VarRef, *syntax.VarRef) {
		y := s.Let(name, syntax.Add(a, b))
		return y, s.Let(name+"'", linMap(syntax.Real, func(v syntax.Term) syntax.Term { return syntax.NewTuple(v, v) }))
	}
	p, dp := mul("p", r(x1), r(x4))
	q, dq := mul("p", syntax.RealLit(2), r(x2))
	y, dy := add("y", p, q)
	z, dz := mul("z", y, r(x3))
	w, dw := add("w", z, r(x4))
	v := s.Let("v", syntax.Apply1("sin", w))
	dv := s.Let("v'", linMap(syntax.Real, func(c syntax.Term) syntax.Term { return syntax.Mul(syntax.Apply1("cos", w), c) }))

	vb := real1("vbar")
	pull := func(name string, f *syntax.VarRef, c syntax.Term) (syntax.Term, syntax.Term) {
		g := l.Let("g", syntax.NewLinApp(f, c))
		return l.Let(name, syntax.NewProj(0, g)), l.Let(name, syntax.NewProj(1, g))
	}
	wb := l.Let("wbar", syntax.NewLinApp(dv, r(vb)))
	zb, c4 := pull("c", dw, wb)
	yb, c3 := pull("c", dz, zb)
	pb, qb := pull("c", dy, yb)
	_, c2 := pull("c", dq, qb)
	c1, c4b := pull("c", dp, pb)
	x4b := l.Let("x4bar", syntax.NewPlus(c4b, c4))
	ctx := syntax.NewTuple(c1, c2, c3, x4b)
	body := s.In(syntax.NewTuple(v, syntax.NewLinLam(vb, l.In(ctx))))
	return []*syntax.Var{x1, x2, x3, x4}, body
}

func TestFigure1d(t *testing.T) {
	_, in := figure1d()
	t.Log(syntax.String(in))
	out, rep, err := Term(in, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(syntax.String(out), rep.Rounds)
	for _, l := range rep.Lines() {
		t.Log(l)
	}
}
