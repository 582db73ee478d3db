package chad_test

import "testing"

// Programs that TestRandomStates found, cut down, for faults of passes that have been mended.
func TestFoundStates(t *testing.T) {
	for name, text := range map[string]string{
		"an element of a triangle is a result": `
def main [n] (x : [n]real) : real =
  let a = [x | r < n]
      p = loop s = {u = x, w = x} for i < n down sum ({u = x, w = x}, a)
      b = set p.2 (2 :> idx n) [0.5 | j < n] in
  b[0 :> idx n][0 :> idx n]`,
		"an element of an array that a loop stores in is a result": `
def main [n] (x : [n]real) : real =
  let v = loop s = ((x, x), (x, 0.5)) for i < n do
            ((x, set (snd (fst s)) i (snd (snd s))), (set x (1 :> idx n) (if (snd (fst s))[2 :> idx n] < 0.73 then 0.5 else (snd (fst s))[i]), 0.5)) in
  ([snd (fst v) | j < n])[n - 1 :> idx n][0 :> idx n]`,
		"two counts of rows of a stack": `
def main [n] (x : [n]real) : real =
  let v = loop s = (inl x : [n]real + real) for i < n down do
            let p = [x | r < n] in
            snd (loop q = (0, s) while fst q < 2 do
              let t = snd q in (fst q + 1, if x[i] < 0.73 then t else (if p[1 :> idx n][1 :> idx n] < 1.1 then t else s))) in
  case v of inl a -> 0.5 | inr b -> x[2 :> idx n]`,
	} {
		t.Run(name, func(t *testing.T) {
			if f := stateFault(text, true); f != nil {
				t.Error(f)
			}
		})
	}
}
