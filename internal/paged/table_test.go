package paged_test

import (
	"math/rand"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/paged"
)

// A table behaves like a map: with numbers close together, from the front and from the back, and with numbers far
// apart.
func TestTable(t *testing.T) {
	for name, number := range map[string]func(i int, r *rand.Rand) uint64{
		"few":       func(_ int, r *rand.Rand) uint64 { return uint64(r.Intn(200)) },
		"near":      func(_ int, r *rand.Rand) uint64 { return uint64(r.Intn(500)) * uint64(1+r.Intn(3)*77) },
		"upwards":   func(i int, r *rand.Rand) uint64 { return uint64(100*i + r.Intn(5000)) },
		"downwards": func(i int, r *rand.Rand) uint64 { return uint64(100*(10_000-i) + r.Intn(5000)) },
		"far":       func(_ int, r *rand.Rand) uint64 { return 1<<uint(r.Intn(60)) + uint64(r.Intn(100)) },
		"between":   func(_ int, r *rand.Rand) uint64 { return uint64(r.Intn(9))<<24 + uint64(r.Intn(100)) },
		"closer":    func(_ int, r *rand.Rand) uint64 { return uint64(r.Intn(12)*700)<<13 + uint64(r.Intn(100)) },
	} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewSource(1))
			var table paged.Table[int]
			want := map[uint64]int{}
			var ids []uint64
			for i := range 10_000 {
				switch {
				case i%1000 == 500:
					table.Reset()
					clear(want)
				case i%4000 == 2000:
					old := table
					table = old.Clone()
					old.Reset()
				}
				id := number(i, r)
				if r.Intn(4) == 0 && len(ids) > 0 {
					id = ids[r.Intn(len(ids))]
				}
				ids = append(ids, id)
				if r.Intn(2) == 0 {
					*table.At(id)++
					want[id]++
				}
				if got := table.Get(id); got != want[id] {
					t.Fatalf("%d: %d, want %d", id, got, want[id])
				}
			}
			for id, n := range want {
				if got := *table.At(id); got != n {
					t.Fatalf("at the end, %d: %d, want %d", id, got, n)
				}
			}
		})
	}
}
