// Package growth is for tests of what must take work in proportion to the size of its input. They compare the memory
// that is asked for at two sizes, which is a count: it is the same on a machine that others use. What goes over all
// again and again without memory of its own shows in benchmarks alone.
package growth

import (
	"runtime"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/internal/cputime"
)

// A Work is done at a size: the function that it gives is what counts, and what it is made of does not.
type Work func(n int) func()

// Bytes is the memory that work asks for, of whatever is given back or not.
func Bytes(w Work, n int) uint64 {
	run := w(n)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	run()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// Linear reports work that asks for more memory at the size many than four times its share of that at few, and more
// than a megabyte.
func Linear(t testing.TB, name string, few, many int, w Work) {
	t.Helper()
	const slack = 1 << 20
	a, b := Bytes(w, few), Bytes(w, many)
	if most := a*4*uint64(many)/uint64(few) + slack; b > most {
		t.Errorf("%s: %d bytes for %d, %d for %d: more than %d", name, a, few, b, many, most)
	}
}

// Bench reports the processor time for each unit of the size many, and how many times as long that is as at few.
func Bench(b *testing.B, few, many int, w Work) {
	b.Helper()
	took := func(n int) float64 {
		run := w(n)
		begin := cputime.Now()
		run()
		return float64(cputime.Now()-begin) / float64(n)
	}
	small, large := float64(time.Hour), float64(time.Hour)
	for b.Loop() {
		small, large = min(small, took(few)), min(large, took(many))
	}
	b.ReportMetric(large, "ns/unit")
	b.ReportMetric(large/small, "ratio")
}
