package syntax_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	. "github.com/seed-4b734f86/gochad/syntax"
)

// dot is ⟨a, b⟩ for a : t and b : Dual(t). Powers pair with copowers:
// ⟨g, Σ !k ⊗ v⟩ = Σ ⟨g k, v⟩.
func dot(t *testing.T, ty Type, a, b semantics.Value) float64 {
	t.Helper()
	if isZero(a) || isZero(b) {
		return 0
	}
	var sum float64
	switch ty := ty.(type) {
	case *Scalar:
		return float64(a.(semantics.Real)) * float64(b.(semantics.Real))
	case *TupleType:
		for i, e := range ty.Elems {
			sum += dot(t, e, a.(*semantics.Tuple).Elems[i], b.(*semantics.Tuple).Elems[i])
		}
	case *ArrayType:
		x, y := a.(*semantics.Array), b.(*semantics.Array)
		for i := range x.Len() {
			sum += dot(t, ty.Elem, x.At(i), y.At(i))
		}
	case *DynType:
		x, y := a.(*semantics.Array), b.(*semantics.Array)
		for i := range min(x.Len(), y.Len()) {
			sum += dot(t, ty.Elem, x.At(i), y.At(i))
		}
	case *SumType:
		x, y := a.(*semantics.Inj), b.(*semantics.Inj)
		return dot(t, ty.Variants[x.Tag], x.Arg, y.Arg)
	case *FuncType:
		for _, e := range b.(*semantics.Copower).Entries() {
			v, err := semantics.Apply(a, e.Key)
			if err != nil {
				t.Fatal(err)
			}
			sum += dot(t, ty.Result, v, e.Val)
		}
	case *CopowerType:
		return dot(t, NewFuncType(ty.Key, ty.Val), b, a)
	default:
		t.Fatalf("no pairing at %s", ty)
	}
	return sum
}

func isZero(v semantics.Value) bool { _, ok := v.(semantics.Zero); return ok }

// sample is a random value of a linear type; arrays have length 3.
func sample(r *rand.Rand, ty Type) semantics.Value {
	switch ty := ty.(type) {
	case *TupleType:
		vs := make([]semantics.Value, len(ty.Elems))
		for i, e := range ty.Elems {
			vs[i] = sample(r, e)
		}
		return semantics.NewTuple(vs...)
	case *ArrayType:
		return sampleArray(r, ty.Elem)
	case *DynType:
		return sampleArray(r, ty.Elem)
	case *SumType:
		return &semantics.Inj{Tag: 1, Arg: sample(r, ty.Variants[1])}
	case *FuncType:
		k := sample(r, ty.Result)
		return semantics.GoFunc(func(x semantics.Value) (semantics.Value, error) {
			if f, ok := k.(semantics.Real); ok {
				return semantics.Real(float64(f) * math.Sin(1+float64(x.(semantics.Real)))), nil
			}
			return k, nil
		})
	case *CopowerType:
		return semantics.Summand(semantics.Real(r.NormFloat64()), sample(r, ty.Val))
	}
	return semantics.Real(r.NormFloat64())
}

func sampleArray(r *rand.Rand, elem Type) semantics.Value {
	if elem == Real {
		return semantics.Reals(r.NormFloat64(), r.NormFloat64(), r.NormFloat64())
	}
	return semantics.Values(sample(r, elem), sample(r, elem), sample(r, elem))
}

// checkTranspose verifies ⟨f x, y⟩ = ⟨x, fᵀ y⟩ at random x and y, and that fᵀ is well-formed.
func checkTranspose(t *testing.T, f *LinLam, env *semantics.Env, free ...*Var) {
	t.Helper()
	if err := Verify(f, free...); err != nil {
		t.Fatal(err)
	}
	ft, err := TransposeLinear(f)
	if err != nil {
		t.Fatal(err)
	}
	// In one program: the transpose must not share binders with f.
	if err := Verify(NewTuple(f, ft), free...); err != nil {
		t.Fatalf("the transpose is not well-formed: %v\n%s", err, String(ft))
	}
	ty := f.Type().(*LFunType)
	if got := ft.Type().(*LFunType); got.Dom != Dual(ty.Cod) || got.Cod != Dual(ty.Dom) {
		t.Fatalf("the transpose has type %s", got)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		x, y := sample(r, ty.Dom), sample(r, Dual(ty.Cod))
		apply := func(f Term, x semantics.Value) semantics.Value {
			t.Helper()
			fv, err := semantics.Eval(f, env)
			if err != nil {
				t.Fatal(err)
			}
			v, err := semantics.Apply(fv, x)
			if err != nil {
				t.Fatalf("%v in\n%s", err, String(f))
			}
			return v
		}
		a, b := dot(t, ty.Cod, apply(f, x), y), dot(t, ty.Dom, x, apply(ft, y))
		if math.Abs(a-b) > 1e-9*(1+math.Abs(a)) {
			t.Fatalf("⟨f x, y⟩ = %v, ⟨x, fᵀ y⟩ = %v for\n%s\nand its transpose\n%s", a, b, String(f), String(ft))
		}
		if a == 0 {
			t.Errorf("both products are 0: the case shows nothing")
		}
	}
}

func TestTransposeLinear(t *testing.T) {
	n := NewSizeVar("n")
	sz := SizeOfVar(n)
	vec := NewArrayType(sz, Real)
	c, b, a, is := v("c", Real), v("b", Bool), v("a", vec), v("is", NewArrayType(sz, NewIdxType(sz)))
	free := []*Var{c, b, a, is}
	env := &semantics.Env{
		Vars: map[*Var]semantics.Value{
			c: semantics.Real(1.5), b: semantics.Bool(true), a: semantics.Reals(0.5, -2, 3),
			is: semantics.Values(semantics.Int(2), semantics.Int(2), semantics.Int(1)),
		},
		Sizes: map[*SizeVar]int64{n: 3},
	}
	two := NewTupleType(Real, Real).(*TupleType)
	three := NewTupleType(Real, vec, Real).(*TupleType)
	lsum := NewLinearSumType(Real, two)
	pow, cop := NewFuncType(Real, Real), NewCopowerType(Real, Real)
	at := func(i int64) Term { return NewToIdx(nil, sz, IntLit(i)) }
	bindLet := func(rhs Term, f Fn) Term {
		x := v("y", rhs.Type())
		return lets(f(Ref(x)), bind(x, rhs))
	}
	loop := func(down bool, out Output, init Term, f func(i, s Term) Term) Term {
		i, s := v("i", NewIdxType(sz)), v("s", init.Type())
		return NewLoop(sz, down, out, i, s, init, f(Ref(i), Ref(s)))
	}
	lam := func(ty Type, f Fn) *LinLam {
		x := v("u", ty)
		return NewLinLam(x, f(Ref(x)))
	}
	rows := []struct {
		name string
		f    *LinLam
	}{
		{"identity", lam(Real, func(u Term) Term { return u })},
		{"scale", lam(Real, func(u Term) Term { return Mul(Ref(c), u) })},
		{"quotient", lam(Real, func(u Term) Term { return Div(Mul(u, Ref(c)), Ref(c)) })},
		{"guarded", lam(Real, func(u Term) Term { return NewPrim(OpGMul, Ref(c), u) })},
		{"pair", lam(Real, func(u Term) Term { return NewTuple(u, Neg(u)) })},
		{"join", lam(two, func(u Term) Term { return Sub(NewProj(0, u), Mul(Ref(c), NewProj(1, u))) })},
		{"coproj", lam(vec, func(u Term) Term { return NewCoproj(three, 1, u) })},
		{"proj", lam(three, func(u Term) Term { return NewProj(1, u) })},
		{"spine", lam(two, func(u Term) Term {
			return bindLet(Add(NewProj(0, u), NewProj(1, u)), func(x Term) Term {
				return bindLet(Mul(Ref(c), Ref(c)), func(k Term) Term {
					return bindLet(Mul(k, x), func(z Term) Term { return NewTuple(z, x, Add(z, x)) })
				})
			})
		})},
		{"if", lam(two, func(u Term) Term { return NewIf(Ref(b), NewProj(0, u), Neg(NewProj(1, u))) })},
		{"if zero", lam(two, func(u Term) Term { return NewIf(Ref(b), NewProj(1, u), NewZero(Real)) })},
		{"case", lam(two, func(u Term) Term {
			l, r := v("l", Real), v("r", Bool)
			return NewCase(NewInj(NewSumType(Real, Bool), 0, Ref(c)), Arm{Var: l, Body: Mul(Ref(l), NewProj(0, u))}, Arm{Var: r, Body: NewProj(1, u)})
		})},
		{"map", lam(vec, func(u Term) Term {
			return BuildArray(sz, func(i Term) Term { return Mul(NewIndex(Ref(a), i), NewIndex(u, i)) })
		})},
		{"replicate", lam(Real, func(u Term) Term { return Replicate(sz, u) })},
		{"sum", lam(vec, func(u Term) Term { return NewSum(u) })},
		{"gather", lam(vec, func(u Term) Term { return Gather(u, Ref(is)) })},
		{"histogram", lam(vec, func(u Term) Term { return ScatterAdd(u, Ref(is), u) })},
		{"onehot", lam(Real, func(u Term) Term { return NewOneHot(sz, at(1), u) })},
		{"set", lam(NewTupleType(vec, Real), func(u Term) Term { return NewSet(NewProj(0, u), at(2), NewProj(1, u)) })},
		{"literal", lam(two, func(u Term) Term { return NewArrayLit(Real, NewProj(1, u), NewZero(Real), NewProj(0, u)) })},
		{"two in a build", lam(two, func(u Term) Term {
			return BuildArray(sz, func(i Term) Term { return Add(NewProj(0, u), Mul(NewIndex(Ref(a), i), NewProj(1, u))) })
		})},
		{"loop", lam(Real, func(u Term) Term {
			return loop(false, NoOutput, u, func(i, s Term) Term { return Mul(NewIndex(Ref(a), i), s) })
		})},
		{"loop with others", lam(two, func(u Term) Term {
			return loop(true, NoOutput, NewProj(0, u), func(i, s Term) Term {
				return Add(Mul(NewIndex(Ref(a), i), s), NewProj(1, u))
			})
		})},
		{"loop from zero", lam(two, func(u Term) Term {
			return loop(false, NoOutput, NewZero(Real), func(i, s Term) Term {
				return NewPlus(s, s, Mul(NewIndex(Ref(a), i), NewProj(1, u)), NewProj(0, u))
			})
		})},
		{"collect", lam(two, func(u Term) Term {
			return loop(false, Collect, NewProj(0, u), func(i, s Term) Term {
				return NewTuple(Mul(NewIndex(Ref(a), i), s), NewTuple(s, NewProj(1, u)))
			})
		})},
		{"accumulate", lam(two, func(u Term) Term {
			return loop(true, Accumulate, NewProj(0, u), func(i, s Term) Term {
				return NewTuple(Mul(NewIndex(Ref(a), i), s), Add(s, NewProj(1, u)))
			})
		})},
		{"injection", lam(two, func(u Term) Term { return NewInj(lsum, 1, u) })},
		{"uninjection", lam(lsum, func(u Term) Term { return NewUninj(1, u) })},
		{"power applied", lam(pow, func(u Term) Term { return NewApp(u, Ref(c)) })},
		{"power made", lam(Real, func(u Term) Term {
			y := v("y", Real)
			return NewLam(y, Mul(Ref(y), u))
		})},
		{"singleton", lam(Real, func(u Term) Term { return NewSingleton(Ref(c), u) })},
		{"fold", lam(cop, func(u Term) Term {
			k, w := v("k", Real), v("w", Real)
			return NewCopowerCase(u, k, w, NewTuple(Mul(Ref(k), Ref(w)), Ref(w)))
		})},
		{"composition", lam(Real, func(u Term) Term {
			return NewLinApp(lam(Real, func(x Term) Term { return NewTuple(x, Mul(Ref(c), x)) }), NewLinApp(lam(Real, Neg), u))
		})},
		{"named functions", lam(two, func(u Term) Term {
			return bindLet(lam(Real, func(x Term) Term { return Mul(Ref(c), x) }), func(f Term) Term {
				return bindLet(lam(Real, func(x Term) Term { return NewLinApp(f, NewLinApp(f, x)) }), func(g Term) Term {
					return Add(NewLinApp(g, NewProj(0, u)), NewLinApp(g, NewProj(1, u)))
				})
			})
		})},
		{"pack", lam(vec, func(u Term) Term { return NewPack(u) })},
		{"unpack", lam(NewDynType(Real), func(u Term) Term { return NewLinearCoerce(nil, u, vec) })},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) { checkTranspose(t, r.f, env, free...) })
	}
}

func TestTransposeRefuses(t *testing.T) {
	real1 := func() *Var { return v("u", Real) }
	f := v("f", NewLFunType(Real, Real))
	g, u, w := v("g", f.Type), real1(), real1()
	for _, r := range []struct {
		f    *LinLam
		want string
	}{
		{NewLinLam(u, NewLinApp(Ref(f), Ref(u))), "no transpose of this LinApp: the function applied is not known"},
		{NewLinLamAsserted(u, Ref(u), "because"), "no transpose of this LinLam: its linearity is asserted"},
		{NewLinLam(u, NewLinApp(NewLinLamAsserted(w, Ref(w), "because"), Ref(u))), "its linearity is asserted"},
		{NewLinLam(g, Ref(g)), "the type real ⊸ real has no dual"},
		{NewLinLam(u, Apply1("sin", Ref(u))), "no transpose of this Prim: sin is not linear in what depends"},
	} {
		ft, err := TransposeLinear(r.f)
		if err == nil || !strings.Contains(err.Error(), r.want) {
			t.Errorf("%s: got %v, %v, want %s", String(r.f), ft, err, r.want)
		}
	}
}

// The transpose is linear in the size of the term, and walks spines with a loop.
func TestTransposeLongSpine(t *testing.T) {
	n := 100_000
	u := v("u", Real)
	binds := make([]Bind, n)
	last := u
	for i := range binds {
		y := v("y", Real)
		binds[i] = Bind{Var: y, Rhs: NewPlus(Ref(last), Mul(RealLit(2), Ref(u)))}
		last = y
	}
	f := NewLinLam(u, NewLet(binds, Ref(last)))
	ft, err := TransposeLinear(f)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := CountNodes(f), CountNodes(ft); b > 3*a {
		t.Errorf("the transpose of %d nodes has %d", a, b)
	}
	// u + n · 2u = (2n + 1) u
	fv, err := semantics.Eval(ft, nil)
	if err != nil {
		t.Fatal(err)
	}
	if y, err := semantics.Apply(fv, semantics.Real(1)); err != nil || y != semantics.Real(2*n+1) {
		t.Errorf("got %v, %v", y, err)
	}
}
