package chad

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt"
	"github.com/seed-4b734f86/gochad/syntax"
)

func flat(v any) (out []float64) {
	switch v := v.(type) {
	case float64:
		return []float64{v}
	case []any:
		for _, e := range v {
			out = append(out, flat(e)...)
		}
		return out
	}
	panic(fmt.Sprintf("%T", v))
}

func TestScratch(t *testing.T) {
	paths, _ := filepath.Glob(os.Getenv("SCRATCH"))
	for _, p := range paths {
		t.Run(filepath.Base(p), func(t *testing.T) {
			src, _ := os.ReadFile(p)
			m, err := Parse(p, src)
			if err != nil {
				t.Fatal(err)
			}
			f, err := m.Func("f")
			if err != nil {
				t.Fatal(err)
			}
			type der struct {
				name string
				f    *Func
				l    []*Loops
			}
			mk := func(name string, g *Func, err error) der {
				if err != nil {
					t.Fatal(name, err)
				}
				if err := syntax.VerifyProgram(g.Program()); err != nil {
					t.Fatal(name, err)
				}
				d := der{name: name, f: g}
				for i, o := range []*opt.Options{nil, {}} {
					l, err := NewLoops(g, o)
					if err != nil {
						t.Error(name, "loops", i, err)
						continue
					}
					d.l = append(d.l, l)
				}
				return d
			}
			plain, e1 := f.Plain()
			P := mk("plain", plain, e1)
			g, e1 := ValueAndGrad(f)
			G := mk("grad", g, e1)
			j, e1 := JVP(f)
			J := mk("jvp", j, e1)
			h, e1 := HVP(f)
			var H der
			if e1 != nil {
				t.Log("hvp", e1)
			} else {
				H = mk("hvp", h, e1)
			}
			agree := func(what string, got, want []float64, tol float64) {
				t.Helper()
				if len(got) != len(want) {
					t.Errorf("%s: %v want %v", what, got, want)
					return
				}
				for i := range got {
					if d := math.Abs(got[i] - want[i]); !(d <= tol*(1+math.Abs(want[i]))) && !(math.IsNaN(got[i]) && math.IsNaN(want[i])) {
						t.Errorf("%s: %v want %v", what, got, want)
						return
					}
				}
			}
			run := func(d der, args ...float64) []float64 {
				var as []any
				for _, a := range args {
					as = append(as, a)
				}
				ev := as
				if d.name == "hvp" {
					ev = []any{as[0], as[1], []any{as[2], as[3]}}
				}
				v, err := d.f.Eval(ev...)
				if err != nil {
					t.Errorf("%s %v: %v", d.name, args, err)
					return nil
				}
				want := flat(v)
				for i, l := range d.l {
					ls := make([]loop.Value, len(as)); for k, a := range as { ls[k] = a }; got, err := l.Run(ls...)
					if err != nil {
						t.Errorf("%s %v loops %d: %v", d.name, args, i, err)
						continue
					}
					var fl []float64
					for _, g := range got {
						fl = append(fl, g.(float64))
					}
					agree(fmt.Sprint(d.name, args, " loops ", i), fl, want, 1e-12)
				}
				return want
			}
			for _, pt := range [][2]float64{{0.7, 0.4}, {-0.6, 1.3}, {1.9, -0.5}, {0.2, 0.9}} {
				x, y, eps := pt[0], pt[1], 1e-5
				v, err := f.Eval(x, y)
				if err != nil {
					t.Error("source", err)
					continue
				}
				V := flat(v)
				agree(fmt.Sprint("plain vs source ", pt), run(P, x, y), V, 0)
				gr := run(G, x, y)
				if len(gr) != 3 {
					continue
				}
				val := func(x, y float64) float64 { v, _ := f.Eval(x, y); return flat(v)[0] }
				dx, dy := (val(x+eps, y)-val(x-eps, y))/(2*eps), (val(x, y+eps)-val(x, y-eps))/(2*eps)
				agree(fmt.Sprint("grad vs fd ", pt), gr, []float64{V[0], dx, dy}, 1e-6)
				a, b := 0.3, -0.8
				jv := run(J, x, y, a, b)
				agree(fmt.Sprint("jvp vs grad ", pt), jv, []float64{V[0], a*gr[1] + b*gr[2]}, 1e-10)
				if H.f != nil {
					up, dn := run(der{name: "grad", f: G.f}, x+eps*a, y+eps*b), run(der{name: "grad", f: G.f}, x-eps*a, y-eps*b)
					agree(fmt.Sprint("hvp ", pt), run(H, x, y, a, b), []float64{(up[1] - dn[1]) / (2 * eps), (up[2] - dn[2]) / (2 * eps)}, 1e-5)
				}
			}
		})
	}
}
