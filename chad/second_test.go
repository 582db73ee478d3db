package chad_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/semantics"
)

const secondSrc = `
def rosenbrock [n] (x : [n]real) : real =
  sum [let a = x[i + 1] - x[int i] ^ 2 in 100 * a ^ 2 + (1 - x[int i]) ^ 2 | i < n - 1]

def softplus (z : real) : real = if z > 0 then z + log1p (exp (-z)) else log1p (exp z)

def logistic [n, k] (theta : [k]real, x : [n][k]real, y : [n]real) : real =
  sum [let z = sum [theta[j] * x[i][j] | j < k] in softplus z - y[i] * z | i < n]

-- Planets on a line of time: n bodies in the plane, symplectic steps, the energy at the end.
def force [n] (q : [n](real, real), i : idx n) : (real, real) =
  let (xi, yi) = q[i] in
  loop (fx, fy) = (0.0, 0.0) for j < n do
    let (xj, yj) = q[j]
        dx = xj - xi
        dy = yj - yi
        r2 = dx * dx + dy * dy + 0.05
        w = 1 / (r2 * sqrt r2) in
    (fx + w * dx, fy + w * dy)

def nbody [n] (q0 : [n](real, real)) : real =
  let v0 = [(0.0, 0.0) | i < n]
      (q, v) = loop (q, v) = (q0, v0) for t < 5 do
        let v1 = [let (fx, fy) = force (q, i)
                      (vx, vy) = v[i] in (vx + 0.01 * fx, vy + 0.01 * fy) | i < n] in
        ([let (x, y) = q[i]
              (vx, vy) = v1[i] in (x + 0.01 * vx, y + 0.01 * vy) | i < n], v1) in
  sum [let (vx, vy) = v[i] in vx * vx + vy * vy | i < n]
`

func second(t testing.TB, name string) *chad.Func {
	t.Helper()
	m, err := chad.Parse("second.chad", []byte(secondSrc))
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Func(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func must[T any](t testing.TB, v T, err error) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func points(n int, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 7))
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.Float64()*2 - 0.5
	}
	return x
}

func TestHessianRosenbrock(t *testing.T) {
	f := second(t, "rosenbrock")
	g, err := chad.Hessian(f)
	h := must(t, g, err)
	x := points(5, 1)
	got := must(t, must2(h.Eval(x)), nil)
	n := len(x)
	want := make([][]float64, n)
	for i := range want {
		want[i] = make([]float64, n)
	}
	for i := range n - 1 {
		want[i][i] += 1200*x[i]*x[i] - 400*x[i+1] + 2
		want[i][i+1] -= 400 * x[i]
		want[i+1][i] -= 400 * x[i]
		want[i+1][i+1] += 200
	}
	compare(t, got, want)
}

func TestHessianLogistic(t *testing.T) {
	f := second(t, "logistic")
	h, err := chad.Hessian(f, "theta")
	if err != nil {
		t.Fatal(err)
	}
	const n, k = 6, 3
	theta := points(k, 2)
	x := make([][]float64, n)
	y := make([]float64, n)
	for i := range x {
		x[i] = points(k, uint64(10+i))
		y[i] = float64(i % 2)
	}
	want := make([][]float64, k)
	for a := range want {
		want[a] = make([]float64, k)
	}
	for i := range x {
		z := 0.0
		for j := range theta {
			z += theta[j] * x[i][j]
		}
		p := 1 / (1 + math.Exp(-z))
		for a := range want {
			for b := range want {
				want[a][b] += p * (1 - p) * x[i][a] * x[i][b]
			}
		}
	}
	compare(t, must2(h.Eval(theta, x, y)), want)
}

func must2(v any, err error) any {
	if err != nil {
		return err
	}
	return v
}

func compare(t *testing.T, got any, want [][]float64) {
	t.Helper()
	rows, ok := got.([][]float64)
	if !ok {
		t.Fatalf("got %T %v", got, got)
	}
	for i := range want {
		for j := range want[i] {
			if math.Abs(rows[i][j]-want[i][j]) > 1e-9*(1+math.Abs(want[i][j])) {
				t.Errorf("[%d][%d] = %v, want %v", i, j, rows[i][j], want[i][j])
			}
		}
	}
}

func cost(t *testing.T, f *chad.Func, args ...any) float64 {
	t.Helper()
	e := new(semantics.Evaluator)
	if _, err := e.CallGo(f.Def(), args...); err != nil {
		t.Fatalf("%s: %v\n%s", f.Name(), err, f)
	}
	return float64(e.Cost.Total())
}

func TestHVPCost(t *testing.T) {
	for _, c := range []struct {
		name  string
		sizes []int
	}{{"rosenbrock", []int{10, 100, 1000}}, {"nbody", []int{3, 6, 12}}} {
		f := second(t, c.name)
		g, err := chad.ValueAndGrad(f)
		if err != nil {
			t.Fatal(err)
		}
		h, err := chad.HVP(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range c.sizes {
			var x, v any = points(n, 3), points(n, 4)
			if c.name == "nbody" {
				x, v = pairs(points(2*n, 3)), pairs(points(2*n, 4))
			}
			cf, cg, ch := cost(t, f, x), cost(t, g, x), cost(t, h, x, v)
			t.Logf("%s n=%d: value %.0f, gradient %.0f (%.2f×), HVP %.0f (%.2f× gradient)", c.name, n, cf, cg, cg/cf, ch, ch/cg)
			if ch > 3*cg {
				t.Errorf("%s n=%d: HVP costs %.2f× the gradient", c.name, n, ch/cg)
			}
		}
	}
}

func pairs(x []float64) [][2]float64 {
	out := make([][2]float64, len(x)/2)
	for i := range out {
		out[i] = [2]float64{x[2*i], x[2*i+1]}
	}
	return out
}
