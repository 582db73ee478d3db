package syntax_test

import (
	"slices"
	"testing"

	. "github.com/seed-4b734f86/gochad/syntax"
)

func names(xs []*Var) []string {
	var out []string
	for _, x := range xs {
		out = append(out, x.Name)
	}
	return out
}

func TestFreeVars(t *testing.T) {
	x, y, z, b := v("x", Real), v("y", Real), v("z", Real), v("b", NewSumType(Real, Real))
	arr := v("a", NewArrayType(SizeLit(3), Real))
	fun := v("f", NewFuncType(Real, Real))
	l, r, u := v("l", Real), v("r", Real), v("u", Real)
	for _, c := range []struct {
		t    Term
		want []string
	}{
		{RealLit(1), nil},
		{Add(Ref(y), Add(Ref(x), Ref(y))), []string{"y", "x"}},
		{lets(Add(Ref(z), Ref(x)), bind(z, Ref(y))), []string{"y", "x"}},
		{NewLam(z, NewApp(Ref(fun), Ref(z))), []string{"f"}},
		{NewCase(Ref(b), Arm{Var: l, Body: Ref(l)}, Arm{Var: r, Body: Ref(x)}), []string{"b", "x"}},
		{MapArray(func(e Term) Term { return Mul(e, Ref(y)) }, Ref(arr)), []string{"a", "y"}},
		{LoopFor(SizeLit(2), Ref(x), func(_, s Term) Term { return Mul(s, Ref(y)) }), []string{"x", "y"}},
		{NewLinLam(u, Mul(Ref(x), Ref(u))), []string{"x"}},
	} {
		if got := names(FreeVars(c.t)); !slices.Equal(got, c.want) {
			t.Errorf("%s: free %v, want %v", String(c.t), got, c.want)
		}
	}
}

// Every node, so that Mapper, Children and Binders meet each shape.
func everyNode() []Term {
	n := NewSizeVar("n")
	sz := SizeOfVar(n)
	idx := NewIdxType(sz)
	vec := NewArrayType(sz, Real)
	x, b, a, i, d := Ref(v("x", Real)), Ref(v("b", Bool)), Ref(v("a", vec)), Ref(v("i", idx)), Ref(v("d", NewDynType(Real)))
	two := NewTupleType(Real, Real).(*TupleType)
	rec := NewRecordType([]string{"p", "q"}, []Type{Real, Real})
	sum, lsum := NewSumType(Real, Bool), NewLinearSumType(Real, two)
	def := &Def{Name: "f", Sizes: []*SizeVar{NewSizeVar("k")}, Result: Real}
	def.Params = []*Var{v("y", NewArrayType(SizeOfVar(def.Sizes[0]), Real))}
	lam := func(ty Type, f Fn) *Lam { y := v("y", ty); return NewLam(y, f(Ref(y))) }
	id := func(t Term) Term { return t }
	y, l, r, s, j, k, w, m := v("y", Real), v("l", Real), v("r", Bool), v("s", Real), v("j", idx), v("k", Real), v("w", Real), NewSizeVar("m")
	s2, s3, j2, j3, y2, u := v("s", Real), v("s", Real), v("j", idx), v("j", idx), v("y", Real), v("u", Real)
	return []Term{
		RealLit(1), x, NewLet([]Bind{{Var: y, Rhs: x}, {Size: m, Rhs: IntLit(2)}}, NewTuple(Ref(y), NewSizeOf(SizeOfVar(m)))),
		NewTuple(x, b), NewTupleOf(rec, x, x), NewProj(1, NewTuple(x, b)), lam(Real, id), NewApp(lam(Real, id), x),
		NewInj(sum, 0, x), NewCase(NewInj(sum, 0, x), Arm{Var: l, Body: Ref(l)}, Arm{Var: r, Body: x}), NewIf(b, x, x),
		NewCall(nil, def, []*Size{sz}, a), Mul(x, x), NewDeriv(VJP, y2, Ref(y2), x, x),
		NewBuild(sz, j, x), NewLoop(sz, true, Collect, j2, s, x, NewTuple(Ref(s), Ref(s))), NewWhile(nil, s2, x, b, Ref(s2)),
		NewWhileCollect(nil, s3, x, b, NewTuple(Ref(s3), x)),
		NewSum(a), NewArrayLit(Real, x, x), NewIndex(a, i), NewOneHot(sz, i, x), NewSet(a, i, x),
		NewSizeOf(sz), NewToIdx(nil, sz, IntLit(0)), NewFromIdx(i), NewCoerce(nil, d, vec), NewLinearCoerce(nil, d, vec), NewPack(a),
		NewDynLen(d), NewFilterIdx(sz, j3, b), NewZero(vec), NewPlus(x, x, x),
		NewLinLam(u, Ref(u)), NewLinApp(linear(), x), NewCoproj(two, 1, x), NewUninj(1, NewZero(lsum)),
		NewSingleton(x, x), NewCopowerCase(NewSingleton(x, x), k, w, Ref(w)),
	}
}

func linear() Term { u := v("u", Real); return NewLinLam(u, Ref(u)) }

// Mapping with the identity returns the node itself; a copy with other binders is another node,
// α-equal, well-formed beside the original, and mentions the same free variables.
func TestMapper(t *testing.T) {
	for _, n := range everyNode() {
		var m Mapper
		if m.Map(n) != n || MapChildren(n, func(c Term) Term { return c }) != n {
			t.Errorf("%s: the identity copies", NodeName(n))
		}
		binders := 0
		Binders(n, func(*Var) { binders++ })
		c := Refresh(n)
		if !Equal(n, c) || Hash(n) != Hash(c) {
			t.Errorf("%s: a copy differs: %s and %s", NodeName(n), String(n), String(c))
		}
		if (binders > 0) && c == n {
			t.Errorf("%s: the copy shares binders", NodeName(n))
		}
		free := FreeVars(n)
		if !slices.Equal(names(free), names(FreeVars(c))) {
			t.Errorf("%s: other free variables", NodeName(n))
		}
		pair := NewTuple(n, c)
		wrapped := pair
		if err := verifyOpen(wrapped, free); err != nil {
			t.Error(err)
		}
	}
}

// verifyOpen verifies t with the size variables of its free variables; the sizes of nodes
// without variables come into scope by a variable of a type that has them.
func verifyOpen(t Term, free []*Var) error {
	eachSize(t, func(n *SizeVar) { free = append(free, v("n", NewIdxType(SizeOfVar(n)))) })
	return Verify(t, free...)
}

// eachSize yields the size variables that t uses and does not bind.
func eachSize(t Term, yield func(*SizeVar)) {
	bound := map[*SizeVar]bool{}
	var visit func(Term)
	visit = func(t Term) {
		m := Mapper{
			Term:       func(c Term) Term { visit(c); return c },
			SizeBinder: func(n *SizeVar) *SizeVar { bound[n] = true; return n },
			Size: func(s *Size) *Size {
				s.Vars(func(n *SizeVar) {
					if !bound[n] {
						bound[n] = true
						yield(n)
					}
				})
				return s
			},
			Type: func(ty Type) Type {
				EachSizeVar(ty, func(n *SizeVar) {
					if !bound[n] {
						bound[n] = true
						yield(n)
					}
				})
				return ty
			},
		}
		m.Map(t)
	}
	visit(t)
}

func TestSubstitution(t *testing.T) {
	x, y := v("x", Real), v("y", Real)
	// No capture: the y that is put in is not the y that is bound.
	inner := v("y", Real)
	got := Subst(NewLam(inner, Add(Ref(inner), Ref(x))), x, Ref(y))
	if s := String(got); s != "λy2. y2 + y" {
		t.Errorf("got %s", s)
	}
	// Sizes change the types of binders along with the term.
	n := NewSizeVar("n")
	vec := NewArrayType(SizeOfVar(n), Real)
	a := v("a", vec)
	f := NewLam(a, NewSum(Ref(a)))
	s := Substitution{Sizes: map[*SizeVar]*Size{n: SizeLit(4)}}
	if ty := s.Apply(f).Type().String(); ty != "[4]real -> real" {
		t.Errorf("got type %s", ty)
	}
	// A term that binds, put in twice, needs Copy.
	z := v("z", Real)
	bindsTerm := NewApp(NewLam(z, Ref(z)), RealLit(1))
	c := Substitution{Vars: map[*Var]Term{x: bindsTerm}, Copy: true}
	if err := Verify(c.Apply(Add(Ref(x), Ref(x)))); err != nil {
		t.Error(err)
	}
	if Subst(f, x, Ref(y)) != Term(f) {
		t.Error("a substitution that changes nothing copies")
	}
}

func TestSizes(t *testing.T) {
	n, m := NewSizeVar("n"), NewSizeVar("m")
	N, M, one := SizeOfVar(n), SizeOfVar(m), SizeLit(1)
	// (n + 1)(n - 1) = n² - 1, by two routes to one pointer.
	if N.Add(one).Mul(N.Sub(one)) != N.Mul(N).Sub(one) {
		t.Error("equal polynomials are two")
	}
	for _, c := range []struct {
		s    *Size
		want string
	}{
		{SizeLit(0), "0"}, {N.Sub(N), "0"}, {N.Add(one), "n+1"}, {N.Mul(M).Mul(SizeLit(2)).Sub(one), "2*n*m-1"}, {SizeLit(-3), "-3"},
	} {
		if c.s.String() != c.want {
			t.Errorf("got %s, want %s", c.s, c.want)
		}
	}
	env := func(v *SizeVar) (int64, bool) { return map[*SizeVar]int64{n: 5, m: 7}[v], v == n || v == m }
	if k, err := N.Mul(M).Add(N).Sub(SizeLit(2)).Eval(env); err != nil || k != 38 {
		t.Errorf("got %d, %v", k, err)
	}
	if _, err := SizeOfVar(NewSizeVar("k")).Eval(env); err == nil {
		t.Error("an unbound size has a value")
	}
	if s := N.Mul(N).Subst(func(*SizeVar) *Size { return M.Add(one) }); s != M.Mul(M).Add(M).Add(M).Add(one) {
		t.Errorf("got %s", s)
	}
	if _, ok := N.Add(one).IsVar(); ok {
		t.Error("n+1 is no variable")
	}
}

// A substitution that is used again knows nothing of the term before.
func TestSubstitutionReset(t *testing.T) {
	x, y, z, n := v("x", Real), v("y", Real), v("z", Real), NewSizeVar("n")
	var s Substitution
	s.Put(x, Ref(y))
	s.PutSize(n, SizeLit(3))
	of := Add(Ref(x), NewPrim(MustOp("real"), NewSizeOf(SizeOfVar(n))))
	if got, want := String(s.Apply(of)), String(Add(Ref(y), NewPrim(MustOp("real"), NewSizeOf(SizeLit(3))))); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	s.Reset()
	if s.Apply(of) != of {
		t.Error("something is left of the first")
	}
	s.Fresh = true
	l := lets(Mul(Ref(z), Ref(x)), bind(z, Ref(x)))
	if got := s.Apply(l).(*Let); got.Binds[0].Var == z || String(got) != String(l) {
		t.Errorf("%s, of %s", String(got), String(l))
	}
}
