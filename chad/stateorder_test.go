package chad

import (
	"math"
	"testing"
)

// A loop whose next state is another array than its state, with an element or row that it reads in its state: that is read before the
// other array is stored there.
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
		if y, _ := BoundValue(t, m, "main", x); math.Abs(y-c.want(x)) > 1e-12 {
			t.Errorf("%s: %v, want %v", c.name, y, c.want(x))
		}
		CheckDifferences(t, m, "main", 3)
	}
}

// In the pullback of this, the next state and the output of a loop body are both what an inner loop gives, whose first state holds the
// array of the state in the place of the output, and zeros in its own.
func TestOutputIsTheStateBefore(t *testing.T) {
	m, err := Parse("state.chad", []byte(`
def main [n] (x : [n]real) : real =
  let y = loop s = x for i < n do (snd (let p = (s, x) in (loop q = p for j < n do q))) in
  sum x + sum y`))
	if err != nil {
		t.Fatal(err)
	}
	CheckDifferences(t, m, "main", 3)
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
	CheckDifferences(t, m, "main", 3)
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
		if y, _ := BoundValue(t, m, "main", x); math.Abs(y-c.want(x)) > 1e-12 {
			t.Errorf("%s: %v, want %v", c.name, y, c.want(x))
		}
		CheckDifferences(t, m, "main", 3)
	}
}
