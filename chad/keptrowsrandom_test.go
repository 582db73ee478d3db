package chad_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Rows of a matrix that a loop changes are what they were where something keeps them: the rows that it gives, and tapes.
func TestKeptRowsRandom(t *testing.T) {
	for seed := range uint64(60) {
		text := keptRows(rand.New(rand.NewPCG(seed, 33)))
		if f := stateFault(text, false); f != nil {
			t.Fatalf("seed %d: %v\n%s", seed, f, text)
		}
	}
}

// keptRows is a program with a loop that changes rows of a matrix, by row or by element, and keeps some as they are then.
func keptRows(r *rand.Rand) string {
	var lines []string
	rows, kept := []string{}, []string{}
	pick := func(xs ...string) string { return xs[r.IntN(len(xs))] }
	at := func() string { return pick("i", "p", "q", "0 :> idx n") }
	row := func() string {
		if len(rows) > 0 && r.IntN(3) > 0 {
			return pick(rows...)
		}
		return fmt.Sprintf("m[%s]", at())
	}
	number := func() string { return fmt.Sprintf("%s[%d :> idx 3]", row(), r.IntN(3)) }
	line := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	keep := func() {
		k := fmt.Sprintf("k%d", len(kept))
		if r.IntN(3) == 0 {
			line("%s = if %s < 0.4 then pack (%s) else pack (%s)", k, number(), row(), row())
		} else {
			line("%s = pack (%s)", k, row())
		}
		kept = append(kept, k)
	}
	for range 2 + r.IntN(5) {
		switch r.IntN(5) {
		case 0:
			v := fmt.Sprintf("r%d", len(lines))
			line("%s = m[%s]", v, at())
			rows = append(rows, v)
		case 1:
			line("m = set m (%s) [sin (%s[k]) * %s | k < 3]", at(), row(), number())
		case 2:
			line("m = set m (%s) (%s)", at(), row())
		case 3:
			a := at()
			line("m = set m (%s) (set m[%s] (%d :> idx 3) (cos %s * x[i]))", a, a, r.IntN(3), number())
		default:
			keep()
		}
	}
	if len(kept) == 0 {
		keep()
	}
	return fmt.Sprintf(`def main [n] (x : [n]real) : real =
  let m0 = [[x[i] * (0.3 + real k) | k < 3] | i < n]
      z = loop m = m0 for i < n collect (
            let p = (int i + 1) %% n :> idx n
                q = (int i + 2) %% n :> idx n
                %s
            in (m, %s))
      rows = snd z
      last = fst z
  in sum [let a = rows[i] :> [3]real in sum [sin (a[k] * x[i]) * last[i][k] | k < 3] | i < n]
`, strings.Join(lines, "\n                "), kept[r.IntN(len(kept))])
}
