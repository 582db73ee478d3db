package ahead_test

import (
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/ahead"
)

// The numbers come in their order, each with what it was prepared to, on one goroutine and on several.
func TestEach(t *testing.T) {
	for _, procs := range []int{1, 2, 8} {
		old := runtime.GOMAXPROCS(procs)
		for _, n := range []int{0, 1, 2, 1000} {
			next := 0
			ahead.Each(n, func(i int) int { return i * i }, func(i, x int) {
				if i != next || x != i*i {
					t.Fatalf("%d processors: %d comes with %d, want %d with %d", procs, i, x, next, next*next)
				}
				next++
			})
			if next != n {
				t.Fatalf("%d processors: %d of %d were used", procs, next, n)
			}
		}
		runtime.GOMAXPROCS(old)
	}
}

// No more is prepared than is used soon.
func TestWindow(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	var prepared atomic.Int64
	ahead.Each(1000, func(i int) int { prepared.Add(1); return i }, func(i, _ int) {
		if k := prepared.Load(); k > int64(i)+9 {
			t.Fatalf("%d were prepared when %d was used", k, i)
		}
	})
}

// A panic comes where the number is used: those before it have been, none behind it is.
func TestPanic(t *testing.T) {
	for _, procs := range []int{1, 4} {
		func() {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
			last := -1
			defer func() {
				if r := recover(); r != "seven" || last != 6 {
					t.Errorf("%d processors: panic %v after %d, want seven after 6", procs, r, last)
				}
			}()
			ahead.Each(100, func(i int) int {
				if i >= 7 {
					panic([]string{"seven", "later"}[min(i-7, 1)])
				}
				return i
			}, func(i, _ int) { last = i })
		}()
	}
}
