package functor_test

import (
	"testing"

	sx "github.com/seed-4b734f86/gochad/syntax"
)

// listType is data list = Nil | Cons (real, list).
func listType() *sx.Data {
	l := sx.NewData("list", false)
	return l.Define(sx.Ctor{Name: "Nil", Arg: sx.Unit}, sx.Ctor{Name: "Cons", Arg: sx.NewTupleType(sx.Real, l)})
}

func plus1(n sx.Term) sx.Term { return sx.NewPrim(sx.OpIntAdd, n, sx.IntLit(1)) }

// toList makes the list of the elements of [3]real from i on.
func toList(list *sx.Data) *sx.Def {
	a, i := sx.NewVar("a", sx.NewArrayType(sx.SizeLit(3), sx.Real)), sx.NewVar("i", sx.Int)
	d := &sx.Def{Name: "toList", Params: []*sx.Var{a, i}, Result: list}
	head := sx.NewIndex(sx.Ref(a), sx.NewToIdx(nil, sx.SizeLit(3), sx.Ref(i)))
	rest := sx.NewCall(nil, d, nil, sx.Ref(a), plus1(sx.Ref(i)))
	d.Body = sx.ANF(sx.NewIf(prim("ilt", sx.Ref(i), sx.IntLit(3)),
		sx.NewInj(list, 1, sx.NewTuple(head, rest)), sx.NewInj(list, 0, sx.UnitTerm())))
	return d
}

// foldList is Nil → 0, Cons (h, t) → f h (foldList t).
func foldList(name string, list *sx.Data, f func(h, r sx.Term) sx.Term) *sx.Def {
	l := sx.NewVar("l", list)
	d := &sx.Def{Name: name, Params: []*sx.Var{l}, Result: sx.Real}
	vs, _ := sx.Variants(list)
	u, c := sx.NewVar("u", vs[0]), sx.NewVar("c", vs[1])
	d.Body = sx.ANF(sx.NewCase(sx.Ref(l), sx.Arm{Var: u, Body: lit(0)}, sx.Arm{Var: c,
		Body: let("r", sx.NewCall(nil, d, nil, sx.NewProj(1, sx.Ref(c))), func(r sx.Term) sx.Term { return f(sx.NewProj(0, sx.Ref(c)), r) })}))
	return d
}

func TestLists(t *testing.T) {
	list := listType()
	from := toList(list)
	squares := foldList("squares", list, func(h, r sx.Term) sx.Term { return sx.Add(sx.Mul(h, h), r) })
	horner := foldList("horner", list, func(h, r sx.Term) sx.Term { return sx.Add(h, sx.Mul(r, lit(10))) })
	p := newProgram(3, func(x sx.Term) sx.Term {
		return let("l", sx.NewCall(nil, from, nil, x, sx.IntLit(0)), func(l sx.Term) sx.Term {
			return sx.Mul(sx.NewCall(nil, squares, nil, l), sx.NewCall(nil, horner, nil, l))
		})
	}, from, squares, horner)
	p.check(t, []float64{0.5, 0.25, 2})
	// s = 14, h = 321: ∂ᵢ = 2xᵢ·321 + 14·10ⁱ.
	p.gradients(t, []float64{1, 2, 3}).expect(t, 656, 1424, 3326)
}

// TestTrees maps a tree to a tree and adds up the leaves.
func TestTrees(t *testing.T) {
	tree := sx.NewData("tree", false)
	tree.Define(sx.Ctor{Name: "Leaf", Arg: sx.Real}, sx.Ctor{Name: "Node", Arg: sx.NewTupleType(tree, tree)})
	leaf := func(x sx.Term) sx.Term { return sx.NewInj(tree, 0, x) }
	node := func(a, b sx.Term) sx.Term { return sx.NewInj(tree, 1, sx.NewTuple(a, b)) }
	fold := func(name string, res sx.Type, onLeaf func(x, k sx.Term) sx.Term, onNode func(a, b sx.Term) sx.Term) *sx.Def {
		v, k := sx.NewVar("v", tree), sx.NewVar("k", sx.Real)
		d := &sx.Def{Name: name, Params: []*sx.Var{v, k}, Result: res}
		a, b := sx.NewVar("a", sx.Real), sx.NewVar("b", sx.NewTupleType(tree, tree))
		side := func(i int) sx.Term { return sx.NewCall(nil, d, nil, sx.NewProj(i, sx.Ref(b)), sx.Ref(k)) }
		d.Body = sx.ANF(sx.NewCase(sx.Ref(v), sx.Arm{Var: a, Body: onLeaf(sx.Ref(a), sx.Ref(k))},
			sx.Arm{Var: b, Body: onNode(side(0), side(1))}))
		return d
	}
	scale := fold("scale", tree, func(x, k sx.Term) sx.Term { return leaf(sx.Mul(x, k)) }, node)
	total := fold("total", sx.Real, func(x, k sx.Term) sx.Term { return sx.Add(sx.Mul(x, x), k) }, sx.Add)
	p := newProgram(3, func(x sx.Term) sx.Term {
		return unpacked(x, 3, func(x []sx.Term) sx.Term {
			v := node(leaf(x[0]), node(leaf(x[1]), leaf(x[0])))
			return sx.NewCall(nil, total, nil, sx.NewCall(nil, scale, nil, v, x[2]), x[1])
		})
	}, scale, total)
	// k²(2a² + b²) + 3b
	p.gradients(t, []float64{2, 3, 5}).expect(t, 25*8, 25*6+3, 10*17)
	p.check(t, []float64{2, 3, 5})
}

// TestCustom attaches a derivative that is not the true one, to see that it is
// the one used, in both modes and inside operators.
func TestCustom(t *testing.T) {
	z, w := sx.NewVar("z", sx.Real), sx.NewVar("w", sx.Real)
	cz, cw, dz, dw := sx.NewVar("z", sx.Real), sx.NewVar("w", sx.Real), sx.NewVar("dz", sx.Real), sx.NewVar("dw", sx.Real)
	d := &sx.Def{Name: "g", Params: []*sx.Var{z, w}, Result: sx.Real, Body: sx.ANF(sx.Mul(sx.Ref(z), sx.Ref(w)))}
	// The pushforward is 3·z·dz + 7·w·dw.
	d.Custom = &sx.CustomJVP{
		Params: []*sx.Var{cz, cw}, Tangents: []*sx.Var{dz, dw},
		Body: sx.ANF(sx.Add(sx.Mul(sx.Mul(lit(3), sx.Ref(cz)), sx.Ref(dz)), sx.Mul(sx.Mul(lit(7), sx.Ref(cw)), sx.Ref(dw)))),
	}
	g := func(a, b sx.Term) sx.Term { return sx.NewCall(nil, d, nil, a, b) }
	p := newProgram(2, func(x sx.Term) sx.Term { return sx.Mul(lit(2), g(at(x, 0), at(x, 1))) }, d)
	p.gradients(t, []float64{2, 5}).expect(t, 12, 70)
	same := newProgram(1, func(x sx.Term) sx.Term {
		return let("a", at(x, 0), func(a sx.Term) sx.Term { return g(a, a) })
	}, d)
	same.gradients(t, []float64{2}).expect(t, 20)
	// d/dx of 3·x is 3, of the derivative in z alone.
	inside := newProgram(2, func(x sx.Term) sx.Term {
		return grad(func(y sx.Term) sx.Term { return g(y, at(x, 1)) }, at(x, 0))
	}, d)
	inside.gradients(t, []float64{2, 5}).expect(t, 3, 0)
}

// TestTransposes attaches a derivative that is a definition whose transpose is another, and the other way around: a VJP
// that is given, with an operator inside, and what reverse mode makes of that.
func TestTransposes(t *testing.T) {
	vector := sx.NewTupleType(sx.Real, sx.Real)
	vars := func(last sx.Type, names ...string) (vs []*sx.Var) {
		for _, n := range names {
			vs = append(vs, sx.NewVar(n, sx.Real))
		}
		vs[len(vs)-1].Type = last
		return vs
	}
	call := func(d *sx.Def, args []*sx.Var) sx.Term { return sx.NewCall(nil, d, nil, sx.Refs(args)...) }
	d := &sx.Def{Name: "g", Params: vars(sx.Real, "z", "w"), Result: sx.Real}
	d.Body = sx.ANF(sx.Mul(sx.Ref(d.Params[0]), sx.Ref(d.Params[1])))
	// The pullback is ⟨3·w·c, 7·z·y·c⟩, where y = z·w is the value.
	pull := &sx.Def{Name: "pull", Params: vars(sx.Real, "z", "w", "y", "c"), Result: vector}
	z, w, y, c := sx.Ref(pull.Params[0]), sx.Ref(pull.Params[1]), sx.Ref(pull.Params[2]), sx.Ref(pull.Params[3])
	pull.Body = sx.ANF(sx.NewTuple(sx.Mul(lit(3), sx.Mul(w, c)),
		jvp(func(u sx.Term) sx.Term { return sx.Mul(sx.Mul(lit(7), u), sx.Mul(z, y)) }, lit(1), c)))
	push := &sx.Def{Name: "push", Params: vars(vector, "z", "w", "y", "d"), Result: sx.Real}
	u, in := sx.NewVar("u", sx.Real), push.Params
	push.Body = sx.ANF(sx.NewDeriv(sx.VJP, u, sx.NewCall(nil, pull, nil, append(sx.Refs(in[:3]), sx.Ref(u))...),
		sx.NewZero(sx.Real), sx.Ref(in[3])))
	adjoint := func(to *sx.Def, last sx.Type) []*sx.Adjoint {
		in := vars(last, "z", "w", "y", "c")
		return []*sx.Adjoint{{Wrt: []bool{false, false, false, true}, Rule: &sx.CustomJVP{
			Params: in[:3], Tangents: in[3:], Body: call(to, in),
		}}}
	}
	pull.Adjoints, push.Adjoints = adjoint(push, vector), adjoint(pull, sx.Real)
	cs, ds := vars(sx.Real, "z", "w"), vars(sx.Real, "dz", "dw")
	d.Custom = &sx.CustomJVP{Params: cs, Tangents: ds, Body: sx.ANF(sx.NewCall(nil, push, nil, sx.Ref(cs[0]), sx.Ref(cs[1]),
		call(d, cs), sx.NewTuple(sx.Refs(ds)...)))}
	g := func(x sx.Term) sx.Term { return sx.NewCall(nil, d, nil, at(x, 0), at(x, 1)) }
	p := newProgram(2, func(x sx.Term) sx.Term { return sx.Mul(lit(2), g(x)) }, d)
	p.gradients(t, []float64{2, 5}).expect(t, 2*3*5, 2*7*2*10)
}

// TestPartlyActive differentiates a definition by some of its parameters.
func TestPartlyActive(t *testing.T) {
	a, b, n := sx.NewVar("a", sx.Real), sx.NewVar("b", sx.Real), sx.NewVar("n", sx.Int)
	d := &sx.Def{Name: "h", Params: []*sx.Var{a, b, n}, Result: sx.Real}
	d.Body = sx.ANF(sx.Mul(prim("powi", sx.Ref(a), sx.Ref(n)), sx.Ref(b)))
	p := newProgram(2, func(x sx.Term) sx.Term {
		call := func(a, b sx.Term, n int64) sx.Term { return sx.NewCall(nil, d, nil, a, b, sx.IntLit(n)) }
		return sx.NewPlus(call(at(x, 0), lit(1), 2), call(lit(2), at(x, 1), 3), call(lit(3), lit(1), 1), call(at(x, 0), at(x, 1), 0))
	}, d)
	// x0² + 8·x1 + 3 + x1
	p.gradients(t, []float64{2, 5}).expect(t, 4, 9)
}
