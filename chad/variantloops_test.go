package chad

import (
	"math"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/opt"
)

// A state whose array is there in one variant only is copied from a variable, which is nil in the other: the evaluator
// of loops refuses to copy from an array of another length, and of elements that are copied in a loop the first is out
// of range.
func TestLoopsWithArraysOfVariants(t *testing.T) {
	m, err := Parse("variants.chad", []byte(`def counted (x : real, n : int) : real =
  let s : real + [3]real = inl x
      s = loop s = s for i < n do
            let r : real + [3]real = if int i % 2 == 0 then inl (x * x) else inr [x, sin x, x * x]
                q : real + [3]real = if int i % 3 == 0 then inr [cos x, x, 2 * x] else inl (x + 1)
                b = case r of inl a -> a > 0.5 | inr v -> v[0] > 0.3 in
            if b then q else r in
  case s of inl a -> a | inr v -> v[0] * v[1] + v[2]

def tested (x : real, n : int) : real =
  let s : real + [3]real = inl x
      (k, s) = loop (k, s) = (0, s) while k < n do
                 let r : real + [3]real = if k % 2 == 0 then inl (x * x) else inr [x, sin x, x * x]
                     b = case r of inl a -> a < 0.5 | inr v -> v[0] > 0.3 in
                 (k + 1, if b then r else s) in
  case s of inl a -> a | inr v -> v[0] * v[1] + v[2]
`))
	if err != nil {
		t.Fatal(err)
	}
	x := 0.7
	sin, cos := math.Sin(x), math.Cos(x)
	array := [2]float64{x*sin + x*x, sin + x*cos + 2*x} // of [x, sin x, x²]
	for name, want := range map[string][][2]float64{
		// r is x² ≤ ½ in even steps, and in odd ones an array, for which q stands: x+1.
		"counted": {{x, 1}, {x * x, 2 * x}, {x + 1, 1}, {x * x, 2 * x}, {cos*x + 2*x, cos - x*sin + 2}},
		"tested":  {{x, 1}, {x * x, 2 * x}, array, {x * x, 2 * x}, array},
	} {
		compareLoops(t, m, name, want)
	}
}

// The same where the value is an argument of a function, of which a size may be that of the array.
func TestLoopsWithArraysOfVariantsAsArguments(t *testing.T) {
	x := 0.7
	z, dz := x, 1.0 // of 60 steps, which is too long to be inlined
	for range 60 {
		z, dz = math.Sin(0.1+z), dz*math.Cos(0.1+z)
	}
	m, err := Parse("arguments.chad", []byte(`def pick (r : real + [3]real, x : real, n : int) : real + [3]real =
  let z = `+strings.Repeat("sin (0.1 + ", 60)+"x"+strings.Repeat(")", 60)+` in
  loop s = (inl z : real + [3]real) for i < n do
    let b = case s of inl a -> a < 9 | inr v -> v[0] > 3 in
    if b then r else s

def picked (x : real, n : int) : real =
  let r = pick ((if n > 2 then inl (x * x) else inr [x, x, x]), x, n)
      s = pick (r, x, 1) in
  case s of inl a -> a | inr v -> v[0] * v[1] + v[2]

def sized [n] (r : real + [n]real, x : real) : real =
  let z = `+strings.Repeat("sin (0.1 + ", 60)+"x"+strings.Repeat(")", 60)+` in
  case r of inl a -> (a + z) * real n | inr v -> sum v

def size (x : real, n : int) : real =
  sized ((if n > 2 then inl x else inr [x, x, x]), x) + sized ((inl x : real + [4]real), x)
`))
	if err != nil {
		t.Fatal(err)
	}
	four := [2]float64{4 * (x + z), 4 * (1 + dz)}
	for name, want := range map[string][][2]float64{
		"picked": {{z, dz}, {x*x + x, 2*x + 1}, {x*x + x, 2*x + 1}, {x * x, 2 * x}, {x * x, 2 * x}},
		"size":   {0: {3*x + four[0], 3 + four[1]}, 3: {3*(x+z) + four[0], 3*(1+dz) + four[1]}},
	} {
		compareLoops(t, m, name, want)
	}
}

// compareLoops compares the values and derivatives of a function of a real and a number, at 0.7 and the numbers that
// there are values for, with the loops of its gradient.
func compareLoops(t *testing.T, m *Module, name string, want [][2]float64) {
	t.Helper()
	f, err := m.Func(name)
	if err != nil {
		t.Fatal(err)
	}
	grad, err := ValueAndGrad(f)
	if err != nil {
		t.Fatal(err)
	}
	for stage, passes := range map[string]*opt.Options{"place": nil, "all passes": {}} {
		l, err := NewLoops(grad, passes)
		if err != nil {
			t.Fatal(err)
		}
		for n, w := range want {
			if w == [2]float64{} {
				continue
			}
			got, err := l.Run(0.7, int64(n))
			if err != nil {
				t.Errorf("%s of %d, %s: %v", name, n, stage, err)
				continue
			}
			for k, g := range got {
				if !agrees(g.(float64), w[k], 1e-12) {
					t.Errorf("%s of %d, %s: %v, want %v", name, n, stage, got, w)
				}
			}
		}
	}
}
