package wasmbackend_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/mathlib"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// Functions of the library that take two arguments at a time give what they give one at a time, to the last bit:
// everywhere, at the edges of their domains, and where one argument is at an edge and the other is not.
func TestPairMath(t *testing.T) {
	ctx := context.Background()
	names := []string{}
	var text strings.Builder
	for _, op := range syntax.Ops() {
		if _, ok := mathlib.Lookup(op.Name); !ok || op.Result != syntax.Real || op.Host {
			continue
		}
		args := []string{}
		for k, q := range op.Params {
			if q == syntax.Real {
				args = append(args, []string{"x[i]", "y[i]", "x[i] - y[i]"}[k])
			}
		}
		if len(args) < len(op.Params) {
			continue
		}
		fmt.Fprintf(&text, "export func f%d(x []real, y []real) {\n\tvar n int = len(x)\n\tvar z []real = new(n)\n\tfor i < n {\n\t\tz[i] = %s(%s)\n\t}\n\treturn z\n}\n\n", len(names), op.Name, strings.Join(args, ", "))
		names = append(names, op.Name)
	}
	prog, err := loop.Read("math", text.String())
	if err != nil {
		t.Fatal(err)
	}
	var programs [2]*run.Program
	paired := map[string]bool{}
	for k := range programs {
		m := compiled(t, wasmbackend.Options{Scalar: k == 1, Yield: true}, prog)
		for _, f := range m.Code.Funcs {
			for i, name := range names {
				if k == 0 && f.Name == fmt.Sprintf("f%d", i) {
					for _, in := range f.Body {
						paired[name] = paired[name] || in.Op.Name() == "f64x2.mul"
					}
				}
			}
		}
		if programs[k], err = run.New(ctx, newEngine(t), m); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"exp", "log", "log1p", "expm1", "sin", "cos", "tanh", "exp2"} {
		if !paired[name] {
			t.Errorf("%s does not take two arguments at a time", name)
		}
	}
	x, y := pairPoints()
	for i, name := range names {
		var zs [2][]float64
		for k, p := range programs {
			f, err := p.Func(fmt.Sprintf("f%d", i))
			if err != nil {
				t.Fatal(err)
			}
			got, err := f.Leaves(ctx, nil, []loop.Value{x, y})
			if err != nil {
				t.Fatal(name, err)
			}
			zs[k] = got[0].([]float64)
		}
		for j := range x {
			if name == "exp" && math.Abs(x[j]) < 700 && math.Abs(zs[0][j]/math.Exp(x[j])-1) > 1e-15 {
				t.Fatalf("exp(%v) is %v", x[j], zs[0][j])
			}
			if a, b := math.Float64bits(zs[0][j]), math.Float64bits(zs[1][j]); a != b && !(zs[0][j] != zs[0][j] && zs[1][j] != zs[1][j]) {
				t.Fatalf("%s(%v, %v), of %v: in pairs %v, alone %v", name, x[j], y[j], x[max(0, j-1):min(len(x), j+2)], zs[0][j], zs[1][j])
			}
		}
	}
}

// Where bounds are checked by instructions, the first access to a table at an address, in a function on vectors,
// reaches as far as those that follow: wazero checks it once.
func TestPairReach(t *testing.T) {
	for _, name := range []string{"exp", "log", "tanh", "sin", "expm1", "log1p"} {
		p, err := loop.Read("reach", fmt.Sprintf("export func f(x []real) {\n\tvar z []real = new(len(x))\n\tfor i < len(x) {\n\t\tz[i] = %s(x[i])\n\t}\n\treturn z\n}\n", name))
		if err != nil {
			t.Fatal(err)
		}
		m := compiled(t, wasmbackend.Options{Yield: true}, p)
		sizes := map[string]int64{"v128.load64_zero": 8, "f64.load": 8, "i32.load8_u": 1}
		for _, f := range m.Code.Funcs {
			if f.Name != "f" {
				continue
			}
			accesses := 0
			reach := map[int64]int64{} // by local
			for i, in := range f.Body {
				switch n := in.Op.Name(); {
				case n == "local.set" || n == "local.tee":
					delete(reach, in.A)
				case sizes[n] > 0 && f.Body[i-1].Op.Name() == "local.get":
					if n == "v128.load64_zero" {
						accesses++
					}
					end, known := in.B+sizes[n], reach[f.Body[i-1].A]
					if known > 0 && end > known {
						t.Errorf("%s: what reaches to %d is read at an address that was checked to %d", name, end, known)
					}
					reach[f.Body[i-1].A] = max(end, known)
				}
			}
			if accesses < 2 {
				t.Errorf("%s: %d accesses to tables", name, accesses)
			}
		}
	}
}

// pairPoints are arguments: runs of each magnitude, then all of them mixed with edges.
func pairPoints() (x, y []float64) {
	r := rand.New(rand.NewPCG(1, 2))
	edges := []float64{
		0, math.Copysign(0, -1), 1, -1, 2, 0.5, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, -math.MaxFloat64, 5e-324, -5e-324, 1e-310,
		700, -700, 709.8, -745.2, 6400, 1e300, 0.0625, 1.0625, 0.9375, 0.03125, 19.0, 22.0, 1e-20, 1 - 1e-16, math.Pi, math.Pi / 2,
	}
	draw := []func() float64{
		func() float64 { return r.NormFloat64() },
		func() float64 { return r.Float64() },
		func() float64 { return 20 * r.NormFloat64() },
		func() float64 { return math.Exp(10 * r.NormFloat64()) },
		func() float64 { return 1 + 0.1*r.NormFloat64() },
		func() float64 { return math.Float64frombits(r.Uint64()) },
		func() float64 { return edges[r.IntN(len(edges))] },
	}
	add := func(d func() float64) { x, y = append(x, d()), append(y, d()) }
	for _, d := range draw {
		for range 200 {
			add(d)
		}
	}
	for range 1501 {
		add(draw[r.IntN(len(draw))])
	}
	return x, y
}
