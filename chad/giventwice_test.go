package chad_test

import "testing"

// An array that a call is given twice, for two parameters that it changes, is changed in no place that both have: by
// the laws of TestRandomStates.
func TestGivenTwice(t *testing.T) {
	for name, text := range map[string]string{
		"to itself": `def f [n] (k : int, v : [n]real, w : [n]real, i : idx n) : ([n]real, [n]real) =
  if k < 1 then (w, v) else
  let r = f (k - 1, w, w, i)
      u = set r.2 (0 :> idx n) (sin r.2[i])
  in (u, v)
def main [n] (x : [n]real) : real =
  let r = f (3, x, [sin x[i] | i < n], 1 :> idx n) in sum r.2 + sum [r.1[i] * x[i] | i < n]
`,
		"by a loop, its state": `def f [n] (k : int, v : [n]real, w : [n]real, i : idx n) : ([n]real, [n]real) =
  if k < 1 then (set v i (sin w[0 :> idx n]), set w (0 :> idx n) (sin v[i])) else f (k - 1, set w i (v[i] * v[i]), v, i)
def main [n] (x : [n]real) : real =
  let s = loop s = x for i < n do (f (2, s, s, i)).1 in sum s
`,
		"a part of what it gave": `def f [n] (k : int, v : [n]real, w : [n]real, i : idx n) : ([n]real, [n]real) =
  if k < 1 then (set v i (sin w[0 :> idx n]), set w (0 :> idx n) (sin v[i])) else
  let r = f (k - 1, v, w, i) in f (k - 1, r.1, r.1, i)
def main [n] (x : [n]real) : real =
  let r = f (2, x, x, 1 :> idx n) in sum r.1 + sum [r.2[i] * x[i] | i < n]
`,
	} {
		if f := stateFault(text, true); f != nil {
			t.Errorf("%s: %v", name, f)
		}
	}
}
