package blindrun

import (
	"fmt"
	"slices"
	"time"

	"github.com/seed-4b734f86/gochad/bench/blind"
	"github.com/seed-4b734f86/gochad/bench/measure"
	"github.com/seed-4b734f86/gochad/bench/report"
)

const (
	longest = 2 * time.Second // that a call may take, as estimated
	largest = 500e6           // bytes that it may hold
)

// affordable are the default sizes, or the largest below them at which a generated gradient that grows faster than it
// should can still be run. Then it says why.
func affordable(p blind.Problem) (sizes []int, cut string) {
	const steps = 6
	sizes = p.Small
	last := first(p, sizes)
	for i := 1; i <= steps; i++ {
		next := between(p, float64(i)/steps)
		if slices.Equal(next, sizes) {
			continue
		}
		now := first(p, next)
		sizes = next
		if i == steps {
			break
		}
		took, held := now.time*max(1, now.time/last.time), now.bytes*max(1, now.bytes/last.bytes)
		if took > float64(longest) {
			return sizes, "the default sizes would take too long: next " + report.Duration(took)
		}
		if held > largest {
			return sizes, fmt.Sprintf("the default sizes would take too much memory: next %s", report.Bytes(int(held)))
		}
		last = now
	}
	return sizes, ""
}

// first is what the first call of the generated gradient allocates, and how long it or the second takes.
func first(p blind.Problem, sizes []int) cost {
	_, _, chad := calls(p.New(sizes).(blind.Generated))
	clock := measure.CPU()
	start := clock()
	bytes := max(measure.First(chad).Bytes, leastHeld)
	took := clock() - start
	if took < longest {
		start = clock()
		chad()
		took = clock() - start
	}
	return cost{max(1, float64(took)), bytes}
}
