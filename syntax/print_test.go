package syntax_test

import (
	"strings"
	"testing"

	. "github.com/seed-4b734f86/gochad/syntax"
)

func lets(body Term, binds ...Bind) Term { return NewLet(binds, body) }

func bind(x *Var, t Term) Bind { return Bind{Var: x, Rhs: t} }

func v(name string, t Type) *Var { return NewVar(name, t) }

func check(t *testing.T, o PrintOptions, term Term, want string) {
	t.Helper()
	want = strings.TrimPrefix(want, "\n")
	if got := o.String(term); got != want {
		t.Errorf("printed\n%s\nwant\n%s", got, want)
	}
}

// The programs and derivatives of CHAD Fig. 1, built by hand.
func TestPrintFigure1(t *testing.T) {
	x, y, z, w, p := v("x", Real), v("y", Real), v("z", Real), v("w", Real), v("v", NewTupleType(Real, Real, Real))
	binds := []Bind{
		bind(y, Mul(RealLit(2), Ref(x))), bind(z, Mul(Ref(x), Ref(y))), bind(w, Apply1("cos", Ref(z))),
		bind(p, NewTuple(Ref(y), Ref(z), Ref(w))),
	}
	check(t, PrintOptions{}, NewLet(binds, Ref(p)), `
let y = 2 * x
    z = x * y
    w = cos z
    v = ⟨y, z, w⟩ in
    v`)
	dx, dy, dz, dw, dp := v("x'", Real), v("y'", Real), v("z'", Real), v("w'", Real), v("v'", p.Type)
	lin := NewLinLam(dx, lets(Ref(dp),
		bind(dy, Mul(RealLit(2), Ref(dx))),
		bind(dz, Add(Mul(Ref(dx), Ref(y)), Mul(Ref(x), Ref(dy)))),
		bind(dw, Mul(Neg(Apply1("sin", Ref(z))), Ref(dz))),
		bind(dp, NewTuple(Ref(dy), Ref(dz), Ref(dw)))))
	check(t, PrintOptions{}, NewLet(binds, NewTuple(Ref(p), lin)), `
let y = 2 * x
    z = x * y
    w = cos z
    v = ⟨y, z, w⟩ in
    ⟨v, λ̲x'.
      let y' = 2 * x'
          z' = x' * y + x * y'
          w' = -sin z * z'
          v' = ⟨y', z', w'⟩ in
          v'⟩`)
	check(t, PrintOptions{ASCII: true}, NewTuple(Ref(x), NewLam(z, Ref(z))), `(x, \z. z)`)
}

// CHAD Fig. 2 (a) and (b), with array functions read back from build.
func TestPrintFigure2(t *testing.T) {
	n := SizeOfVar(NewSizeVar("n"))
	vec := NewArrayType(n, Real)
	x, z, f, zs, ys := v("x", Real), v("z", Real), v("f", NewFuncType(Real, Real)), v("zs", vec), v("ys", vec)
	prog := lets(Ref(ys),
		bind(f, NewLam(z, Add(Mul(Ref(x), Ref(z)), RealLit(1)))),
		bind(zs, Replicate(n, Ref(x))),
		bind(ys, MapArray(func(e Term) Term { return NewApp(Ref(f), e) }, Ref(zs))))
	check(t, PrintOptions{Sugar: true}, prog, `
let f = λz. x * z + 1
    zs = replicate n x
    ys = map f zs in
    ys`)
	check(t, PrintOptions{}, prog, `
let f = λz. x * z + 1
    zs = [x | i < n]
    ys = [f zs[i] | i < n] in
    ys`)
	xs := v("xs", vec)
	check(t, PrintOptions{Sugar: true}, ZipWith(func(a, b Term) Term { return Mul(a, b) }, Ref(xs), Ref(ys)),
		`zipWith (λx y. x * y) xs ys`)
	check(t, PrintOptions{Sugar: true}, ZipWith(func(a, b Term) Term { return NewTuple(a, b) }, Ref(xs), Ref(ys)), `zip xs ys`)
	check(t, PrintOptions{Sugar: true}, NewSum(MapArray(func(a Term) Term { return Apply1("exp", a) }, Ref(xs))), `sum (map exp xs)`)
	check(t, PrintOptions{Sugar: true}, Iota(n), `iota n`)
	check(t, PrintOptions{Sugar: true}, Reverse(Ref(xs)), `[xs[n - 1 - int i] | i < n]`)
	e := v("e", Real)
	i := v("i", NewIdxType(n))
	check(t, PrintOptions{Sugar: true}, NewBuild(n, i, lets(Mul(Ref(e), Ref(e)), bind(e, NewIndex(Ref(xs), Ref(i))))), `map (λe. e * e) xs`)
}

func TestPrintOperators(t *testing.T) {
	x, y, b := Ref(v("x", Real)), Ref(v("y", Real)), Ref(v("b", Bool))
	pow := func(a, b Term) Term { return NewPrim(MustOp("pow"), a, b) }
	fn := Ref(v("f", NewFuncType(Real, Real)))
	for _, c := range []struct {
		t    Term
		want string
	}{
		{Sub(x, Sub(y, x)), "x - (y - x)"},
		{Sub(Sub(x, y), x), "x - y - x"},
		{Mul(Add(x, y), x), "(x + y) * x"},
		{Neg(Neg(x)), "-(-x)"},
		{Neg(pow(x, y)), "-x ^ y"},
		{pow(Neg(x), y), "(-x) ^ y"},
		{pow(pow(x, y), x), "(x ^ y) ^ x"},
		{pow(x, pow(y, x)), "x ^ y ^ x"},
		{Mul(x, RealLit(-1)), "x * -1"},
		{Mul(RealLit(2), RealLit(3)), "2.0 * 3.0"},
		{RealLit(2), "2.0"},
		{NewTuple(RealLit(-0.5), IntLit(-3)), "⟨-0.5, -3⟩"},
		{NewApp(fn, Neg(x)), "f (-x)"},
		{NewApp(fn, NewApp(fn, x)), "f (f x)"},
		{NewIf(b, x, Apply1("exp", Neg(y))), "if b then x else exp (-y)"},
		{Add(x, NewIf(b, x, y)), "x + (if b then x else y)"},
		{NewPrim(MustOp("not"), NewPrim(MustOp("lt"), x, y)), "not (x < y)"},
		{NewPrim(MustOp("max"), x, y), "max (x, y)"},
		{Add(NewZero(Real), NewPlus(x, y, x)), "0̲ + (x + y + x)"},
	} {
		check(t, PrintOptions{}, c.t, c.want)
	}
}
