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
	factor    = 30                     // by which a size grows
	slowest   = 120 * time.Millisecond // that a call may take, as estimated
	leastHeld = 64                     // bytes that even what holds nothing counts for
)

// grow measures what becomes of time and memory as size i grows from a base. The base is the largest of some between
// the small sizes and the default ones from which nothing becomes too large.
func grow(p blind.Problem, i int) blindreport.Growth {
	out := blindreport.Growth{Size: p.Sizes[i]}
	out.Base, out.Factor = base(p, i)
	if out.Factor < factor {
		out.Cut = fmt.Sprintf("only %d-fold: more would take too long", out.Factor)
	}
	before := costs(p, out.Base)
	after := costs(p, with(out.Base, i, out.Factor))
	out.Time, out.Bytes = after.time/before.time, after.bytes/before.bytes
	return out
}

// base is from which sizes, and how many times, size i grows.
func base(p blind.Problem, i int) (sizes []int, times int) {
	for _, sizes := range [][]int{p.Default, between(p, 0.5), between(p, 0.25), p.Small} {
		if fits(p, sizes, i, factor) {
			return sizes, factor
		}
	}
	times = factor / 2
	for times > 3 && !fits(p, p.Small, i, times) {
		times = max(3, times*2/3)
	}
	return p.Small, times
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

// fits estimates from a small step whether the problem stays small enough as size i grows.
func fits(p blind.Problem, base []int, i, times int) bool {
	const step = 2
	var took, held [2]float64
	for k, sizes := range [][]int{base, with(base, i, step)} {
		c := p.New(sizes).(blind.Generated)
		_, hand, chad := calls(c)
		held[k] = max(measure.First(chad).Bytes, measure.First(hand).Bytes)
		clock, best := measure.CPU(), slowest+1
		for range 3 {
			start := clock()
			chad()
			best = min(best, clock()-start)
		}
		if took[k] = float64(best); best > slowest {
			return false
		}
	}
	far := func(v [2]float64) float64 {
		return v[0] * math.Pow(max(1, v[1]/max(v[0], 1)), math.Log(float64(times))/math.Log(step))
	}
	return far(took) <= float64(slowest) && far(held) <= largest
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
