package chad_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
)

// rowUpdates is a program that changes elements of the rows of a matrix m, of numbers or pairs, by statements, which may
// read a number w, too.
func rowUpdates(pairs bool, statements ...string) string {
	elem, end := "x[i] * x[j]", "m[i][j]"
	if pairs {
		elem, end = "(x[i] * x[j], x[i])", "fst (m[i][j])"
	}
	return fmt.Sprintf(`def main [n] (x : [n]real) : real =
  let w = sum x
      m = [[%s | j < n] | i < n]
      m = loop m = m for i < n do loop m = m for j < n do
            let p = (int i + 1) %% n :> idx n
                q = (int j + 2) %% n :> idx n
                %s
            in m
  in sum [sum [%s * sin (x[i] + 0.7 * x[j]) | j < n] | i < n]
`, elem, strings.Join(statements, "\n                "), end)
}

// Derivatives of updates of rows have no arrays of their own in the inner loop, where they are placed: each is a store
// or two.
func TestRowUpdatesInPlace(t *testing.T) {
	for name, text := range map[string]string{
		// sumsInBranches: what a branch adds to another row, where the other branch adds nothing
		"a row in a branch": rowUpdates(true, "m = if fst (m[p][j]) < 0.4 then set m q (set m[q] j (sin (fst (m[q][i])), snd (m[p][q]))) else m"),
		// rowsBack: the cotangent of the row that is read for the branch and changed in it
		"a row that is given back": rowUpdates(true,
			"m = if fst (m[i][i]) < x[j] then set m i (set m[i] q (snd (m[j][i]), sin (fst (m[q][i])))) else set m i (set m[i] i (sin (fst (m[p][i])), 0.3))"),
		"an element that is given back": rowUpdates(false,
			"m = if m[q][i] < m[p][j] then set m q (set m[q] i (m[q][i] * m[p][i])) else set m q (set m[q] (0 :> idx n) m[i][i])"),
		// storedRows: a tangent that is bound before it is stored, and rows that change twice
		"a row with a name": rowUpdates(true, "m = set m p (set m[p] i (snd (m[j][i]), min (0.4, snd (m[j][p]))))"),
		"two changes":       rowUpdates(false, "m = set m q (set (set m[q] i m[j][i]) p (m[q][j] * x[i]))"),
		"two changes in branches": rowUpdates(false,
			"m = if x[i] < x[j] then set m q (set (set m[q] i (m[j][i])) p (m[i][j])) else set m p (set (set m[p] q (sin m[p][q])) i m[j][q])"),
		"pairs that read the array": rowUpdates(true, "m = set m p (set m[p] q (sin (snd (m[i][q])), x[i]))",
			"m = set m p (set (set m[p] p (sin (snd (m[j][j])), sin (fst (m[q][q])))) q (fst (m[i][j]), x[i]))"),
		"a row that is stored twice": rowUpdates(true, "m = set m p (set (set m[p] p (snd (m[p][i]), x[i])) j (sin (fst (m[q][j])), x[i]))",
			"m = set m p (set (set m[p] j (snd (m[j][i]), x[i])) p (fst (m[p][i]), fst (m[i][i])))", "m = set m p (set m[p] p (fst (m[i][p]), sin (fst (m[j][p]))))"),
		"a row that is stored, and stored again in a branch": rowUpdates(true, "m = set m p (set (set m[p] q (fst (m[p][q]), x[i])) j (sin (fst (m[j][i])), x[i]))",
			"m = if fst (m[j][q]) < fst (m[p][i]) then set m p (set m[p] j (sin (snd (m[j][q])), sin (snd (m[j][i])))) else m"),
		"an element that is added to": rowUpdates(false, "m = set m i (set m[i] j (m[i][j] + w * m[i][p]))"),
		// readsBefore: an element of the matrix as it was
		"read as it was": rowUpdates(false, "r = m[j]", "y = min (m[j][p], m[0 :> idx n][j])", "m = set m j (set r q x[i])",
			"m = set m i (set m[i] i (if y < x[j] then y else m[j][q]))"),
	} {
		if f := stateFault(text, false); f != nil {
			t.Errorf("%s: %v\n%s", name, f, text)
			continue
		}
		m, err := chad.Parse("rows.chad", []byte(text))
		if err != nil {
			t.Fatal(name, err)
		}
		f, err := m.Func("main")
		if err != nil {
			t.Fatal(name, err)
		}
		for mode, derive := range map[string]func() (*chad.Func, error){
			"gradient": func() (*chad.Func, error) { return chad.ValueAndGrad(f) },
			"tangent":  func() (*chad.Func, error) { return chad.JVP(f) },
		} {
			d, err := derive()
			if err != nil {
				t.Fatal(name, err)
			}
			l, err := chad.NewLoops(d, nil)
			if err != nil {
				t.Fatal(name, err)
			}
			for line := range strings.Lines(l.String()) {
				if strings.HasPrefix(line, "\t\t\t") && strings.Contains(line, "= new(") {
					t.Errorf("%s, %s: %s\n%s", name, mode, strings.TrimSpace(line), l)
				}
			}
		}
	}
}
