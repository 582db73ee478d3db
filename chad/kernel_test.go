package chad_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
)

const kernelSrc = `
--chad:func
def mul [n, k, m] (a : [n][k]real, b : [k][m]real) : [n][m]real = matmul a b
--chad:vjp
def products [n] (a : [n][n]real, b : [n][n]real) : [n][n]real = matmul (matmulT (a, b), tmatmul (a, b))
--chad:grad
def general [n] (a : [n][n]real, b : [n][n]real) : real = logdet a + trace (solveMatrix (a, solveMatrixT (b, a)))
--chad:grad
--chad:hvp
def definite [n] (a : [n][n]real, b : [n]real) : real =
  let s = matmulT (a, a) in logdetSPD s + dot (b, solveSPD (s, b)) + trace (solveLower (cholesky s, a))
--chad:func
def indefinite [n] (a : [n][n]real) : [n][n]real = cholesky a
`

const kernelMain = `package main

import (
	"fmt"
	"math"
	"math/rand"

	"kernels/gonum"
	"kernels/loops"
)

func random(r *rand.Rand, n, m int) [][]float64 {
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, m)
		for j := range a[i] {
			a[i][j] = r.NormFloat64()
		}
	}
	return a
}

func compare(what string, n int, a, b [][]float64) {
	for i := range a {
		for j := range a[i] {
			x, y := a[i][j], b[i][j]
			if !(math.Abs(x-y) <= 1e-7*(1+math.Abs(x))) && !(math.IsNaN(x) && math.IsNaN(y)) {
				fmt.Println(what, n, i, j, x, y)
				return
			}
		}
	}
}

func one(x ...float64) [][]float64 { return [][]float64{x} }

func main() {
	r := rand.New(rand.NewSource(1))
	for _, n := range []int{0, 1, 7, 33, 40} {
		a, b, v := random(r, n, n), random(r, n, n), make([]float64, n)
		for i := range v {
			a[i][i] += 4
			b[i][i] += 9
			v[i] = r.NormFloat64()
		}
		w := random(r, n, n+3)
		compare("mul", n, loops.Mul(a, w), gonum.Mul(a, w))
		compare("empty", n, loops.Mul(a, random(r, n, 0)), gonum.Mul(a, random(r, n, 0)))
		x, y, z := loops.ProductsVJP(a, b, b)
		p, q, s := gonum.ProductsVJP(a, b, b)
		compare("products", n, x, p)
		compare("products", n, y, q)
		compare("products", n, z, s)
		x, y, p, q = random(r, n, n), random(r, n, n), random(r, n, n), random(r, n, n)
		compare("general", n, one(loops.GeneralGrad(a, b, x, y)), one(gonum.GeneralGrad(a, b, p, q)))
		compare("general", n, x, p)
		compare("general", n, y, q)
		f, g := make([]float64, n), make([]float64, n)
		compare("definite", n, one(loops.DefiniteGrad(a, v, x, f)), one(gonum.DefiniteGrad(a, v, p, g)))
		compare("definite", n, x, p)
		compare("definite", n, one(f...), one(g...))
		loops.DefiniteHVP(a, v, b, v, x, f)
		gonum.DefiniteHVP(a, v, b, v, p, g)
		compare("definite", n, x, p)
		compare("definite", n, one(f...), one(g...))
		for i := range a {
			b[i][i] = -1
		}
		compare("indefinite", n, loops.Indefinite(b), gonum.Indefinite(b))
	}
	fmt.Println("compared")
}
`

// The routines of gonum and our loops give the same numbers, where the routines run and
// where they do not, and without the option the code imports no gonum.
func TestKernels(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles Go")
	}
	dir := t.TempDir()
	write := func(name string, text []byte) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	loops, err := chad.Generate("kernels.chad", []byte(kernelSrc), "loops")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(loops), "gonum") {
		t.Error("the code imports gonum though it was not asked to")
	}
	routines, err := chad.EmitOptions{BLAS: true}.Generate("kernels.chad", []byte(kernelSrc), "gonum")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Gemm", "GemmNT", "GemmTN", "Getrf", "Getrs", "GetrsT", "Potrf", "Trsm", "TrsmT"} {
		if !strings.Contains(string(routines), "&& blas"+name+"(") {
			t.Errorf("no call of blas%s", name)
		}
	}
	sum, err := os.ReadFile("../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	write("loops/loops.go", loops)
	write("gonum/gonum.go", routines)
	write("main.go", []byte(kernelMain))
	write("go.sum", sum)
	write("go.mod", []byte("module kernels\n\ngo 1.26.0\n\nrequire gonum.org/v1/gonum v0.17.0\n"))
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil || string(out) != "compared\n" {
		t.Errorf("%v\n%.4000s", err, out)
	}
}
