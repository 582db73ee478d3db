package chad_test

import (
	"math"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
)

// An index that fails where it is not below a limit is checked once, against the lesser of limit and length, and the
// error tells the index that was asked for.
func TestIndexBelowLimit(t *testing.T) {
	m, err := chad.Parse("below.chad", []byte("def f [n] (x : [n]real, i : int, m : int) : real =\n  x[index n (if i < m then i else -1)]\n"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Func("f")
	if err != nil {
		t.Fatal(err)
	}
	plain, err := f.Plain()
	if err != nil {
		t.Fatal(err)
	}
	l, err := chad.NewLoops(plain, nil)
	if err != nil {
		t.Fatal(err)
	}
	if text := l.String(); !strings.Contains(text, "inrange(i, imin(n, m)") {
		t.Errorf("no single check:\n%s", text)
	}
	x := []float64{1, 2, 3}
	for _, i := range []int64{math.MinInt64, -1, 0, 1, 2, 3, math.MaxInt64} {
		for _, m := range []int64{math.MinInt64, -1, 0, 1, 2, 3, 4, math.MaxInt64} {
			want, fails := f.Eval(x, int(i), int(m))
			got, err := l.Run(x, i, m)
			if (err != nil) != (fails != nil) || err == nil && got[0] != want {
				t.Errorf("i = %d, m = %d: %v, %v, want %v, %v", i, m, got, err, want, fails)
			}
		}
	}
}
