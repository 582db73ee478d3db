package part

import (
	"strconv"
	"testing"
)

func TestOf(t *testing.T) {
	taken := 0
	for i := range 6000 {
		if Of("case"+strconv.Itoa(i), 6) {
			taken++
		}
	}
	if taken < 900 || taken > 1100 {
		t.Errorf("%d of 6000 are taken, 1000 wanted, about", taken)
	}
	*whole = true
	defer func() { *whole = false }()
	if !Of("a", 1<<30) || !Of("b", 1<<30) || N(7, 3) != 7 || !Whole() {
		t.Error("-whole takes all")
	}
}

func TestPick(t *testing.T) {
	for value, want := range map[string]int{"": 3, "less": 3, "more": 7} {
		t.Setenv("CHADTESTS", value)
		if got := Pick(3, 7); got != want || More() != (want == 7) {
			t.Errorf("with CHADTESTS=%s: %d, %t", value, got, More())
		}
	}
	t.Setenv("CHADTESTS", "")
	*whole = true
	defer func() { *whole = false }()
	if !More() {
		t.Error("-whole takes more, too")
	}
}
