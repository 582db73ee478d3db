package randgo_test

import (
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/frontend/gosrc/randgo"
)

// Functions whose derivatives were once wrong, cut down, as TestWideDerivatives found them.
var foundWide = map[string]string{
	// Arms of a case gave what a call had added to a copy of the state; the state was added to by the next call, and then overwritten.
	"W113": `
type w113S0 struct{ a0 float64 }

type w113S1 struct {
	b1 string
	w113S0
}

func (v w113S0) val(t float64) (r float64) { return r }

func w113f0(arg0 *w113S0, arg1 w113S1, arg2 []float64) (r float64, q0 string, q1 w113S0) {
	f6 := arg1.val
	r += f6(r)
	for i7, e8 := range arg2 {
		r += float64(i7)
		r += e8
	}
	return
}

func W113(x []float64, m [][]float64, a, b float64, n int, p P) (r float64, q P) {
	k9 := 0
	for k9 < 3 {
		k9 += 2
		do24 := func(t11 float64) float64 {
			m12 := make(map[int]*w113S0, 2)
			for i14 := range 4 {
				_ = i14
				p15, ok := m12[0]
				if !ok {
					p15 = &w113S0{}
					m12[0] = p15
				}
				f16 := func(t17 float64) float64 { return r }
				t11 += f16(a)
				v19, v20, v21 := w113f0(&w113S0{}, w113S1{b1: "exp"}, x)
				r += v19
				if v20 == "exp" {
				}
				r += v21.a0
			}
			return t11
		}
		r = do24(a)
		y25 := do24(r)
		r += y25
		m26 := map[int]*w113S0{}
		r += float64(len(m26))
		copy(x, x[1:])
	}
	return r, p
}
`,
}

func TestFoundWide(t *testing.T) {
	for name, text := range foundWide {
		p := checked(t, randgo.Header+randgo.WideHeader+text)
		if msg, why, some := wideDerives(p, name, rand.New(rand.NewPCG(10, 1)), new(int)); msg != "" || why != "" || !some {
			t.Errorf("%s: %s %s, compared: %v", name, msg, why, some)
		}
	}
}
