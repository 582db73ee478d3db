package chad

import (
	"math"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/opt"
)

// A loop whose next state is another array than its state, with an element or row that it reads in its state: that is
// read before the other array is stored there.
func TestNextStateIsAnotherArray(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       func(x []float64) float64
	}{
		{"an element", `
def main [n] (x : [n]real) : real =
  let y = loop s = x for i < n do set x i (sin s[1 :> idx n]) in y[2 :> idx n]`,
			func(x []float64) float64 { return math.Sin(math.Sin(x[1])) }},
		{"a row", `
def main [n] (x : [n]real) : real =
  let a = [[x[i] | j < n] | i < n]
      b = [[3 * x[i] | j < n] | i < n]
      y = loop s = b for i < n do set a i s[max (0, int i - 1)] in y[2][0]`,
			func(x []float64) float64 { return 3 * x[0] }},
		{"an element of a row", `
def main [n] (x : [n]real) : real =
  let a = [[x[i] | j < n] | i < n]
      y = loop s = a for i < n do set a i (set a[i] (0 :> idx n) (sin s[max (0, int i - 1)][0])) in y[2][0]`,
			func(x []float64) float64 { return math.Sin(math.Sin(math.Sin(x[0]))) }},
	} {
		m, err := Parse("state.chad", []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		x := []float64{0.9, 0.5, 1.2}
		b := NewBound(t, m, "main")
		if y, _ := b.Value(t, x); math.Abs(y-c.want(x)) > 1e-12 {
			t.Errorf("%s: %v, want %v", c.name, y, c.want(x))
		}
		b.CheckDifferences(t, 3)
	}
}

// In the pullback of this, the next state and the output of a loop body are both what an inner loop gives, whose first
// state holds the array of the state in the place of the output, and zeros in its own.
func TestOutputIsTheStateBefore(t *testing.T) {
	m, err := Parse("state.chad", []byte(`
def main [n] (x : [n]real) : real =
  let y = loop s = x for i < n do (snd (let p = (s, x) in (loop q = p for j < n do q))) in
  sum x + sum y`))
	if err != nil {
		t.Fatal(err)
	}
	NewBound(t, m, "main").CheckDifferences(t, 3)
}

// The array in a sum is named where its length is compared, in a loop, and then kept outside of that loop.
func TestNameInInnerBlock(t *testing.T) {
	m, err := Parse("name.chad", []byte(`
data shape = A [?]real | B real

def main [n] (x : [n]real) : real =
  let s = loop s = A x for i < n do A x
      y = loop y = x for i < n do x
      z = loop z = (x, 0.5) for i < n do
            ((case s of
                A a -> (let w = [a[int j] | j < n] in (if y[(n - 1 :> idx n)] > 0.7 then x else w))
              | B b -> x), sin 0.5) in
  sum x + snd z + sum [(fst z)[e] * 0.5 | e < n]`))
	if err != nil {
		t.Fatal(err)
	}
	NewBound(t, m, "main").CheckDifferences(t, 3)
}

// The next state of an array is another one, that has a name, and what the array was is read after it has been named.
func TestNamedNextState(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       func(x []float64) float64
	}{
		{"by the output", `
def main [n] (x : [n]real) : real =
  let v = set x (n - 1 :> idx n) 0.5
      q = if sum x < 100 then (v, x) else (x, x)
      y = snd (loop s = q for i < n down collect ((snd s, snd s), (fst s)[i])) in
  y[n - 1] + x[0] * y[n - 2]`,
			func(x []float64) float64 { return 0.5 + x[0]*x[1] }},
		{"by another part of the state", `
def main [n] (x : [n]real) : real =
  let v = set x (0 :> idx n) 0.5
      q = if sum x < 100 then ((v, x), 0.0) else ((x, x), 0.0) in
  snd (loop s = q for i < n do
    (let t = snd (fst s)
         u = snd s + sin (fst (fst s))[i] * x[i] in
     ((t, t), u + u * t[i])))`,
			func(x []float64) float64 {
				r := 0.0
				for i, xi := range x {
					e := xi
					if i == 0 {
						e = 0.5
					}
					r += math.Sin(e) * xi
					r += r * xi
				}
				return r
			}},
	} {
		m, err := Parse("state.chad", []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		x := []float64{0.9, 0.25, 1.2}
		b := NewBound(t, m, "main")
		if y, _ := b.Value(t, x); math.Abs(y-c.want(x)) > 1e-12 {
			t.Errorf("%s: %v, want %v", c.name, y, c.want(x))
		}
		b.CheckDifferences(t, 3)
	}
}

// One array is two parts of a state, of which one changes.
func TestOneArrayTwice(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"made in a branch of the first state", `
def main [n] (x : [n]real) : real =
  let u = {u = [0.5 | j < n], w = x}
      y = loop s = (if u.w[2 :> idx n] < 0.41 then ((x, 0.5), x) else ((u.u, 0.5), u.u)) for i < n do (fst s, x) in
  (fst (fst y))[0 :> idx n] * x[1 :> idx n]`},
		{"the array of the state of a loop around, of which one part is kept", `
def main [n] (x : [n]real) : real =
  let y = loop s = x for i < n down do
        (let v = [s | r < n] in
         snd (loop q = ((v[i], 0.5), s) for j < n down collect (let w = snd q in ((fst q, x + fst (fst q)), w[i])))) in
  y[n - 1 :> idx n]`},
		{"the array of the state of a loop around, of which one part is updated", `
def main [n] (x : [n]real) : real =
  let y = loop s = (0.5, x) for i < n do
        (0.5, snd (loop q = ((snd s, snd s), (x, 0.5)) for j < n collect
          (((set (fst (fst q)) (2 :> idx n) 0.5, snd (fst q)), snd q), (snd (fst q))[j]))) in
  sum (snd y)`},
	} {
		m, err := Parse("state.chad", []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		f, err := m.Func("main")
		if err != nil {
			t.Fatal(err)
		}
		x := []float64{0.9, 0.25, 1.2}
		want, err := f.Eval(x)
		if err != nil {
			t.Fatal(err)
		}
		b := NewBound(t, m, "main")
		if y, _ := b.Value(t, x); math.Abs(y-want.(float64)) > 1e-12 {
			t.Errorf("%s: %v, want %v", c.name, y, want)
		}
		jvp, err := JVP(f)
		if err != nil {
			t.Fatal(err)
		}
		l, err := NewLoops(jvp, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range x {
			dx := make([]float64, len(x))
			dx[i] = 1
			terms, err := jvp.Eval(x, dx)
			if err != nil {
				t.Fatal(err)
			}
			got, err := l.Run([]float64{0.9, 0.25, 1.2}, dx)
			if err != nil {
				t.Fatal(err)
			}
			if want := terms.([]any)[1].(float64); math.Abs(got[1].(float64)-want) > 1e-12 {
				t.Errorf("%s: the tangent by x[%d] is %v, want %v", c.name, i, got[1], want)
			}
		}
		b.CheckDifferences(t, 3)
	}
}

// Two values of a data type are made of one pair: the statements that make them have lists of their own.
func TestTwoOfOnePair(t *testing.T) {
	m, err := Parse("pair.chad", []byte(`
data shape = A (real, real) | B real

def main [n] (x : [n]real) : real =
  let w = loop w = (x[0 :> idx n], 2.0) for i < n do (snd w * x[i], fst w)
      s = loop s = B 1.0 for i < n do (if x[i] > 0.5 then A w else (if x[i] > 0.1 then A w else s)) in
  case s of A a -> fst a + snd a + x[1 :> idx n] | B b -> b`))
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Func("main")
	if err != nil {
		t.Fatal(err)
	}
	for _, passes := range []*opt.Options{nil, {}} {
		l, err := NewLoops(f, passes)
		if err != nil {
			t.Fatal(err)
		}
		got, err := l.Run([]float64{0.9, 0.25, 1.2})
		if want := 2*0.9*1.2 + 0.9*0.25 + 0.25; err != nil || math.Abs(got[0].(float64)-want) > 1e-12 {
			t.Errorf("%v, want %v %v", got, want, err)
		}
	}
	NewBound(t, m, "main").CheckDifferences(t, 3)
}
