package paged_test

import (
	"math/rand"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/paged"
)

// A table behaves like a map.
func TestTable(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	var table paged.Table[int]
	want := map[uint64]int{}
	for i := range 10_000 {
		if i == 5_000 {
			table.Reset()
			clear(want)
		}
		id := uint64(r.Intn(500)) * uint64(1+r.Intn(3)*77)
		if r.Intn(2) == 0 {
			*table.At(id)++
			want[id]++
		}
		if got := table.Get(id); got != want[id] {
			t.Fatalf("%d: %d, want %d", id, got, want[id])
		}
	}
}
