package set

import (
	"fmt"
	"testing"
)

func TestSets(t *testing.T) {
	if s := Of([]int{1, 2}, []int{2, 3}); len(s) != 3 || !s[1] || !s[2] || !s[3] {
		t.Error(s)
	}
	if s := By([]int{10, 21, 11}, func(x int) int { return x % 10 }); len(s) != 2 || !s[0] || !s[1] {
		t.Error(s)
	}
	var s Ordered[string]
	for _, x := range []string{"b", "a", "b"} {
		if s.Add(x) == (x == "b" && len(s.List) == 2) {
			t.Error(x)
		}
	}
	if fmt.Sprint(s.List) != "[b a]" || !s.Has("a") || s.Has("c") {
		t.Error(s)
	}
}
