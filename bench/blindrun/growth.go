package blindrun

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/seed-4b734f86/gochad/bench/blind"
	"github.com/seed-4b734f86/gochad/bench/blindreport"
	"github.com/seed-4b734f86/gochad/bench/measure"
)

const (
	slowest   = 120 * time.Millisecond // that a call may take, as estimated
	leastHeld = 64                     // bytes that even what holds nothing counts for
)

// factors are by how much a size grows, step by step.
var factors = []int{1, 2, 4, 8, 15, 30}

// grow measures what becomes of time and memory as size i grows from a base. The base is the largest of some between
// the small sizes and the default ones from which nothing becomes too large; else the size grows less.
func grow(p blind.Problem, i int) blindreport.Growth {
	out := blindreport.Growth{Size: p.Sizes[i]}
	most := factors[len(factors)-1]
	for _, base := range [][]int{p.Default, between(p, 0.5), between(p, 0.25), p.Small} {
		if factor := reach(p, base, i); factor > out.Factor {
			out.Base, out.Factor = base, factor
		}
		if out.Factor == most {
			break
		}
	}
	if out.Factor < most {
		out.Cut = fmt.Sprintf("only %d-fold: more would be too slow or too large", out.Factor)
	}
	before := costs(p, out.Base)
	after := costs(p, with(out.Base, i, out.Factor))
	out.Time, out.Bytes = after.time/before.time, after.bytes/before.bytes
	return out
}

// reach is the largest factor by which size i may grow; what the next costs is estimated from the last two.
func reach(p blind.Problem, base []int, i int) int {
	last := first(p, base)
	for k := 1; k < len(factors); k++ {
		now := first(p, with(base, i, factors[k]))
		if now.time > float64(slowest) || now.bytes > largest {
			return factors[k-1]
		}
		if k+1 == len(factors) {
			break
		}
		before, here, next := float64(factors[k-1]), float64(factors[k]), float64(factors[k+1])
		step := math.Log(next/here) / math.Log(here/before)
		time := now.time * math.Pow(max(1, now.time/last.time), step)
		bytes := now.bytes * math.Pow(max(1, now.bytes/last.bytes), step)
		if time > float64(slowest) || bytes > largest {
			return factors[k]
		}
		last = now
	}
	return factors[len(factors)-1]
}

// between has sizes between the small ones (0) and the default ones (1).
func between(p blind.Problem, share float64) []int {
	out := slices.Clone(p.Small)
	for i, n := range p.Default {
		out[i] = int(math.Round(float64(out[i]) * math.Pow(float64(n)/float64(out[i]), share)))
	}
	return out
}

func with(base []int, i, factor int) []int {
	out := slices.Clone(base)
	out[i] *= factor
	return out
}

type cost struct{ time, bytes float64 }

// costs are the generated gradient's time over the primal's, and its bytes over the hand-written gradient's.
func costs(p blind.Problem, sizes []int) cost {
	c := p.New(sizes).(blind.Generated)
	primal, hand, chad := calls(c)
	own, theirs := measure.First(chad).Bytes, measure.First(hand).Bytes
	times := measure.Interleave(measure.Options{Time: 60 * time.Millisecond, Rounds: 11}, primal, chad)
	return cost{measure.Ratio(times[1], times[0]).Median, max(own, leastHeld) / max(theirs, leastHeld)}
}
