package chad_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/seed-4b734f86/gochad/chad"
)

// The library of matrices against gonum and against closed forms. That derivatives agree with
// differences on every route, emitted Go too, is in testdata/hostile/matrices.chad.

const matrixSrc = `
def mul [n, k, m] (a : [n][k]real, b : [k][m]real) : [n][m]real = matmul a b
def sol [n] (a : [n][n]real, b : [n]real) : [n]real = solve (a, b)
def solT [n] (a : [n][n]real, b : [n]real) : [n]real = solveT (a, b)
def inv [n] (a : [n][n]real) : [n][n]real = inverse a
def dt [n] (a : [n][n]real) : real = det a
def ld [n] (a : [n][n]real) : real = logdet a
def chol [n] (a : [n][n]real) : [n][n]real = cholesky a
def lds [n] (a : [n][n]real) : real = logdetSPD a
def solS [n] (a : [n][n]real, b : [n]real) : [n]real = solveSPD (a, b)
def form [n] (a : [n][n]real, b : [n]real, c : [n]real) : real = dot (c, solve (a, b))
`

func matrixFunc(t *testing.T, name string) *chad.Func {
	t.Helper()
	m, err := chad.Parse("matrix.chad", []byte(matrixSrc))
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Func(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func call(t *testing.T, f *chad.Func, args ...any) any {
	t.Helper()
	y, err := f.Eval(args...)
	if err != nil {
		t.Fatal(err)
	}
	return y
}

// rows is a matrix as the interpreter takes it.
func rows(a mat.Matrix) [][]float64 {
	n, m := a.Dims()
	out := make([][]float64, n)
	for i := range out {
		out[i] = make([]float64, m)
		for j := range out[i] {
			out[i][j] = a.At(i, j)
		}
	}
	return out
}

// numbers flattens what the interpreter gives.
func numbers(x any) []float64 {
	switch x := x.(type) {
	case float64:
		return []float64{x}
	case []float64:
		return x
	case [][]float64:
		var out []float64
		for _, r := range x {
			out = append(out, r...)
		}
		return out
	case []any:
		var out []float64
		for _, e := range x {
			out = append(out, numbers(e)...)
		}
		return out
	}
	return []float64{math.NaN()}
}

func near(t *testing.T, what string, got, want any) {
	t.Helper()
	g, w := numbers(got), numbers(want)
	if len(g) != len(w) {
		t.Errorf("%s: got %v, want %v", what, got, want)
		return
	}
	for i := range g {
		if !(math.Abs(g[i]-w[i]) <= 1e-9*(1+math.Abs(w[i]))) {
			t.Errorf("%s: number %d is %v, want %v", what, i, g[i], w[i])
			return
		}
	}
}

func random(rng *rand.Rand, n, m int) *mat.Dense {
	a := mat.NewDense(n, m, nil)
	for i := range n {
		for j := range m {
			a.Set(i, j, rng.NormFloat64())
		}
	}
	return a
}

func vector(rng *rand.Rand, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = rng.NormFloat64()
	}
	return out
}

func TestMatricesAgainstGonum(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	for n := 1; n <= 6; n++ {
		a, b, v := random(rng, n, n), random(rng, n, n+1), vector(rng, n)
		var c, inv, spd mat.Dense
		c.Mul(a, b)
		near(t, "matmul", call(t, matrixFunc(t, "mul"), rows(a), rows(b)), rows(&c))
		var x mat.VecDense
		if err := x.SolveVec(a, mat.NewVecDense(n, v)); err != nil {
			t.Fatal(err)
		}
		near(t, "solve", call(t, matrixFunc(t, "sol"), rows(a), v), x.RawVector().Data)
		var y mat.VecDense
		if err := y.SolveVec(a.T(), mat.NewVecDense(n, v)); err != nil {
			t.Fatal(err)
		}
		near(t, "solveT", call(t, matrixFunc(t, "solT"), rows(a), v), y.RawVector().Data)
		if err := inv.Inverse(a); err != nil {
			t.Fatal(err)
		}
		near(t, "inverse", call(t, matrixFunc(t, "inv"), rows(a)), rows(&inv))
		near(t, "det", call(t, matrixFunc(t, "dt"), rows(a)), mat.Det(a))
		logdet, _ := mat.LogDet(a)
		near(t, "logdet", call(t, matrixFunc(t, "ld"), rows(a)), logdet)

		spd.Mul(a, a.T())
		sym := mat.NewSymDense(n, nil)
		for i := range n {
			for j := i; j < n; j++ {
				sym.SetSym(i, j, spd.At(i, j))
			}
		}
		var ch mat.Cholesky
		if !ch.Factorize(sym) {
			t.Fatal("not positive definite")
		}
		var l mat.TriDense
		ch.LTo(&l)
		near(t, "cholesky", call(t, matrixFunc(t, "chol"), rows(&spd)), rows(&l))
		near(t, "logdetSPD", call(t, matrixFunc(t, "lds"), rows(&spd)), ch.LogDet())
		var z mat.VecDense
		if err := ch.SolveVecTo(&z, mat.NewVecDense(n, v)); err != nil {
			t.Fatal(err)
		}
		near(t, "solveSPD", call(t, matrixFunc(t, "solS"), rows(&spd), v), z.RawVector().Data)
	}
}

// Second derivatives in closed form. With X = A⁻¹, the Hessian of log |det A| takes V to −(X V X)ᵀ;
// that of cᵀ A⁻¹ b takes it to w (X V x)ᵀ + (Xᵀ Vᵀ w) xᵀ, for x = A⁻¹ b and w = A⁻ᵀ c.
func TestSecondDerivativesInClosedForm(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	const n = 4
	a, v := random(rng, n, n), random(rng, n, n)
	var inv mat.Dense
	if err := inv.Inverse(a); err != nil {
		t.Fatal(err)
	}
	hvp, err := chad.HVP(matrixFunc(t, "ld"))
	if err != nil {
		t.Fatal(err)
	}
	var xv, xvx mat.Dense
	xv.Mul(&inv, v)
	xvx.Mul(&xv, &inv)
	xvx.Scale(-1, &xvx)
	near(t, "Hessian of logdet", call(t, hvp, rows(a), rows(v)), rows(xvx.T()))

	bs, cs := vector(rng, n), vector(rng, n)
	var x, w, xvX, vw mat.VecDense
	x.MulVec(&inv, mat.NewVecDense(n, bs))
	w.MulVec(inv.T(), mat.NewVecDense(n, cs))
	xvX.MulVec(&xv, &x)
	vw.MulVec(xv.T(), mat.NewVecDense(n, cs)) // Vᵀ Xᵀ c = Vᵀ w
	vw.MulVec(inv.T(), &vw)
	var want, part mat.Dense
	want.Outer(1, &w, &xvX)
	part.Outer(1, &vw, &x)
	want.Add(&want, &part)
	if hvp, err = chad.HVP(matrixFunc(t, "form"), "a"); err != nil {
		t.Fatal(err)
	}
	near(t, "Hessian of cᵀ A⁻¹ b", call(t, hvp, rows(a), bs, cs, rows(v)), rows(&want))
}

// What happens where there is no solution is documented: IEEE arithmetic goes on.
func TestMatricesWithoutSolution(t *testing.T) {
	finite := func(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
	singular := [][]float64{{1, 2}, {2, 4}}
	if x := numbers(call(t, matrixFunc(t, "sol"), singular, []float64{1, 1})); finite(x[0]) || finite(x[1]) {
		t.Errorf("solution of a singular system: %v", x)
	}
	if d := call(t, matrixFunc(t, "dt"), singular); d != 0.0 {
		t.Errorf("determinant of a singular matrix: %v", d)
	}
	if d := call(t, matrixFunc(t, "ld"), singular); !math.IsInf(d.(float64), -1) {
		t.Errorf("log-determinant of a singular matrix: %v", d)
	}
	if d := call(t, matrixFunc(t, "dt"), [][]float64{{0, 1, 2}, {0, 3, 4}, {0, 5, 6}}); d != 0.0 {
		t.Errorf("determinant of a singular matrix: %v", d)
	}
	l := call(t, matrixFunc(t, "chol"), [][]float64{{4, 0, 0}, {0, -1, 0}, {0, 0, 1}})
	if x := numbers(l); x[0] != 2 || !math.IsNaN(x[4]) {
		t.Errorf("Cholesky factor of an indefinite matrix: %v", l)
	}
	if x := numbers(call(t, matrixFunc(t, "lds"), [][]float64{{1, 2}, {2, 1}})); !math.IsNaN(x[0]) {
		t.Errorf("logdetSPD of an indefinite matrix: %v", x)
	}
}

// The value and its derivatives share one factorisation, in the emitted code.
func TestFactoredOnce(t *testing.T) {
	src := "--chad:grad\n--chad:hvp\ndef f [n] (a : [n][n]real, b : [n]real) : real = logdet a + dot (b, solve (a, b))\n"
	out, err := chad.Generate("f.chad", []byte(src), "p")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"FGrad", "FHVP"} {
		_, body, _ := strings.Cut(string(out), "Workspace) "+name+"(")
		body, _, _ = strings.Cut(body, "\n}\n")
		if k := strings.Count(body, "\tlu("); k != 1 {
			t.Errorf("%s factors %d times:\n%s", name, k, body)
		}
	}
	if k := strings.Count(string(out), "\nfunc lu("); k != 1 {
		t.Errorf("%d functions for one factorisation:\n%s", k, out)
	}
}

// An adjoint that is not the transpose is noticed by the test that chad check makes.
func TestWrongAdjoint(t *testing.T) {
	src := `
def twice [n] (x : [n]real) : [n]real = [2 * x[i] | i < n]
adjoint twice x w = [3 * w[i] | i < n]
def id2 [n] (x : [n]real) : [n]real = [2 * x[i] | i < n]
derivative id2 (x, dx) = twice dx
`
	m, err := chad.Parse("f.chad", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	f, _ := m.Func("id2")
	jvp, err := chad.JVP(f)
	if err != nil {
		t.Fatal(err)
	}
	vjp, err := chad.VJP(f)
	if err != nil {
		t.Fatal(err)
	}
	x := []float64{1}
	forth, back := numbers(call(t, jvp, x, x))[1], numbers(call(t, vjp, x, x))[1]
	if forth != 2 || back != 3 {
		t.Errorf("forward %v, back %v: the rules were not used", forth, back)
	}
}
