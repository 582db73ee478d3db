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
