package numbers

import (
	"slices"
	"testing"
)

func TestTo(t *testing.T) {
	if got := To(3); !slices.Equal(got, []int{0, 1, 2}) {
		t.Error(got)
	}
}
