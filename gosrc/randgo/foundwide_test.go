package randgo_test

import (
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/randgo"
)

// Functions whose derivatives were once wrong, cut down, as TestWideDerivatives found them.
var foundWide = map[string]string{
	// Arms of a case gave what a call had added to a copy of the state; the state was added to by the next call, and
	// then overwritten.
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
	"W22": `
type w22S0 struct {
	a0 string
	b0 [][]float64
}
type w22S1 struct {
	a1 w22S0
	b1 w22S0
	w22S0
}
type w22I interface {
	val(t float64) float64
	upd(t float64)
}
func (v *w22S0) val(t float64) (r float64) {
	return r
}
func (v *w22S1) upd(t float64) {
	r := t
	_ = r
}
type w22H struct {
	many []w22I
	opt *w22S0
}
func W22(x []float64, m [][]float64, a, b float64, n int, p P) (r float64, q P) {
	var rec25 func(int, float64) float64
	rec25 = func(k26 int, t27 float64) float64 {
		if k26 <= 0 {
			return t27
		}
		a = b
		t28 := []func(float64) float64{}
		_ = t28
		return a
	}
	r = rec25(at(n, 4), a)
	for i31, e32 := range x {
		_, _ = i31, e32
		var o33 *w22H
		if !(n == -1) {
			if len(m) > 1 {
				o33 = &w22H{many: []w22I{&w22S1{a1: w22S0{b0: make([][]float64, 3)}, b1: w22S0{b0: m[:1:1]}, }}, opt: &w22S0{a0: "sq", b0: [][]float64{make([]float64, 4), []float64{e32, e32, r}}}}
			}
		}
		if o33 == nil {
			m[0][0] -= 0.5*m[at(n, len(m))][at(2, len(m[0]))]
			var i38 w22I
			_ = i38
		} else {
				for i39, e40 := range o33.many {
					r += 0.2*float64(i39) + e40.val(0.3)
				}
				r += 0.3
				if o33.opt != nil {
					if o33.opt.a0 == "exp" {
						r *= 0.9
					}
					r += float64(len(o33.opt.b0))
				}
		}
	}
	for i41, e42 := range m {
		r += 0.1 * float64(i41)
		for i43, e44 := range e42 {
			r += float64(i43)
			r += 1.1 * e44
		}
	}
	r += 0.7 * b
	r += 1.1 * a
	for i45, e46 := range x {
		r += 0.1 * float64(i45)
		r += 1.1 * e46
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
