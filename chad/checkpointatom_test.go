package chad_test

import "testing"

// A checkpoint of what has a name is another variable, with a place of its own in the context, also right behind the
// one that it is of.
func TestCheckpointOfAName(t *testing.T) {
	for _, text := range []string{
		`def main [n] (x : [n]real) : real =
  let y = 0.7 * x[0]
      c = 0.5 <= (checkpoint sqrt do y)
      z = checkpoint sqrt do x in
  (if c then 1.0 else y) + z[imod (1, n)]
`,
		`def main [n] (x : [n]real) : real =
  let y = sin x[0]
      z = checkpoint y
      w = checkpoint z in
  y * z + w * x[0]
`,
		`def main [n] (x : [n]real) : real =
  let a = map (\v. v * v) x
      b = checkpoint sqrt do a in
  a[0] * b[n - 1 :> idx n]
`,
	} {
		if f := stateFault(text, false); f != nil {
			t.Errorf("%v\n%s", f, text)
		}
	}
}
