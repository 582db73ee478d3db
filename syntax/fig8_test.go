package syntax_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	. "github.com/seed-4b734f86/gochad/syntax"
)

func apply(t *testing.T, f Term, x semantics.Value) string {
	t.Helper()
	if err := Verify(f); err != nil {
		t.Fatal(err)
	}
	fv, err := semantics.Eval(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	y, err := semantics.Apply(fv, x)
	if err != nil {
		t.Fatal(err)
	}
	return semantics.Format(y)
}

func transposed(t *testing.T, f *LinLam) *LinLam {
	t.Helper()
	g, err := TransposeLinear(f)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The meaning of each operation of CHAD Fig. 8, with values by hand.
func TestFig8(t *testing.T) {
	two := RealLit(2)
	scale := func(k Term) Term { return LScale(k) }
	pow := semantics.GoFunc(func(x semantics.Value) (semantics.Value, error) { return x.(semantics.Real) * 10, nil })
	pair := semantics.NewTuple(semantics.Real(3), semantics.Real(4))
	for _, r := range []struct {
		name string
		f    Term
		x    semantics.Value
		want string
	}{
		{"lop", LOp(OpMul, 1, RealLit(5), nil), semantics.Real(3), "15"},
		{"lid", LId(Real), semantics.Real(3), "3"},
		{"composition", LCompose(LPair(LId(Real), LScale(two)), LSnd(Real, Real)), semantics.Real(3), "6"},
		{"zero", LZero(Real, Real), semantics.Real(3), "0"},
		{"plus", LPlus(LScale(two), LId(Real)), semantics.Real(3), "9"},
		{"lswap and leval", LCompose(LSwap(Real, Real, scale), LEval(RealLit(7), Real)), semantics.Real(3), "21"},
		{"leval", LEval(two, Real), pow, "20"},
		{"singleton and fold", LCompose(LSingleton(two, Real), LCopowFold(Real, Real, scale)), semantics.Real(3), "6"},
		{"lfst", LFst(Real, Real), pair, "3"},
		{"lsnd", LSnd(Real, Real), pair, "4"},
		{"join", LJoin(LScale(two), LId(Real)), pair, "10"},
		{"build", LBuild(SizeLit(2), Real, func(Term) Term { return LScale(two) }), semantics.Real(3), "[6, 6]"},
		{"buildT", LBuildT(SizeLit(2), Real, func(Term) Term { return LScale(two) }), semantics.Reals(3, 4), "14"},
	} {
		if got := apply(t, r.f, r.x); got != r.want {
			t.Errorf("%s: got %s, want %s", r.name, got, r.want)
		}
	}
}

// The rules for transposition of Coconut Fig. 4, left and right side at random points.
func TestTransposeLaws(t *testing.T) {
	n := SizeLit(3)
	three := NewTupleType(Real, Real)
	s := func(k float64) *LinLam { return LScale(RealLit(k)) }
	p := func() *LinLam { return LPair(s(2), s(-3)) } // real ⊸ real * real
	j := func() *LinLam { return LJoin(s(5), s(7)) }  // real * real ⊸ real
	row := func(i Term) Term {
		return LScale(Add(RealLit(1), Apply1("real", NewFromIdx(i))))
	}
	for _, r := range []struct {
		law         string
		left, right *LinLam
	}{
		{"(m₁ ∘ m₂)ᵀ = m₂ᵀ ∘ m₁ᵀ", transposed(t, LCompose(p(), j())), LCompose(transposed(t, j()), transposed(t, p()))},
		{"[m₁; m₂]ᵀ = m₁ᵀ ⋈ m₂ᵀ", transposed(t, LPair(s(2), s(3))), LJoin(transposed(t, s(2)), transposed(t, s(3)))},
		{"(m₁ ⋈ m₂)ᵀ = [m₁ᵀ; m₂ᵀ]", transposed(t, j()), LPair(transposed(t, s(5)), transposed(t, s(7)))},
		{"(m₁ ⊕ m₂)ᵀ = m₁ᵀ ⊕ m₂ᵀ", transposed(t, LPlus(p(), p())), LPlus(transposed(t, p()), transposed(t, p()))},
		{"0ᵀ = 0", transposed(t, LZero(Real, three)), LZero(three, Real)},
		{"1ᵀ = 1", transposed(t, LId(three)), LId(three)},
		{"S(k)ᵀ = S(k)", transposed(t, s(4)), s(4)},
		{"(mᵀ)ᵀ = m", transposed(t, transposed(t, LCompose(p(), LFst(Real, Real)))), LCompose(p(), LFst(Real, Real))},
		{"B(n, λi. m)ᵀ = B'(n, λi. mᵀ)", transposed(t, LBuild(n, Real, row)), LBuildT(n, Real, row)},
		{"B'(n, λi. m)ᵀ = B(n, λi. mᵀ)", transposed(t, LBuildT(n, Real, row)), LBuild(n, Real, row)},
		{"L(λi. m)ᵀ = L'(λi. mᵀ)", transposed(t, LLambda(Real, Real, func(k Term) Term { return LScale(k) })),
			LLambdaT(Real, Real, func(k Term) Term { return LScale(k) })},
		{"L'(λi. m)ᵀ = L(λi. mᵀ), at 2", LCompose(transposed(t, LLambdaT(Real, Real, func(k Term) Term { return LScale(k) })), LEval(RealLit(2), Real)),
			LCompose(LLambda(Real, Real, func(k Term) Term { return LScale(k) }), LEval(RealLit(2), Real))},
		{"projᵢᵀ = coprojᵢ", transposed(t, LFst(Real, Real)), LCoproj(three.(*TupleType), 0)},
	} {
		if !reflect.DeepEqual(r.left.Type(), r.right.Type()) {
			t.Errorf("%s: types %s and %s", r.law, r.left.Type(), r.right.Type())
			continue
		}
		rnd := rand.New(rand.NewPCG(3, 4))
		for range 3 {
			x := sample(rnd, r.left.Type().(*LFunType).Dom)
			if a, b := apply(t, r.left, x), apply(t, r.right, x); a != b {
				t.Errorf("%s: %s and %s for\n%s\n%s", r.law, a, b, String(r.left), String(r.right))
			}
		}
	}
}
