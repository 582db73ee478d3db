package measure

import (
	"runtime"
	"time"
)

// Options says how long to measure.
type Options struct {
	Time   time.Duration // for each function, all rounds together; about
	Rounds int           // at most; slow functions get fewer, but MinRounds at least
	Clock  Clock         // CPU when nil
}

// MinRounds is how many rounds every function gets.
const MinRounds = 5

// Rounds holds the nanoseconds for one call of each function: Rounds[i][r] is function i in round r.
type Rounds [][]float64

// Interleave runs the functions in rounds. It takes about opt.Time for each.
func Interleave(opt Options, fns ...func()) Rounds {
	if opt.Clock == nil {
		opt.Clock = CPU()
	}
	calls := make([]int, len(fns))
	slowest := time.Duration(0)
	for i, f := range fns {
		var one time.Duration
		calls[i], one = Calibrate(opt.Clock, f, opt.Time/time.Duration(opt.Rounds))
		slowest = max(slowest, one)
	}
	rounds := opt.Rounds
	if slowest > 0 {
		rounds = min(rounds, max(MinRounds, int(opt.Time/slowest)))
	}
	out := make(Rounds, len(fns))
	runtime.GC() // not in each round: it would empty pools of workspaces
	for r := range rounds {
		for k := range fns {
			i := (k + r) % len(fns)
			out[i] = append(out[i], float64(batch(opt.Clock, fns[i], calls[i]).Nanoseconds())/float64(calls[i]))
		}
	}
	return out
}

// Calibrate finds how many calls fill a batch of the given time, one at least, and how long a call takes.
func Calibrate(clock Clock, f func(), want time.Duration) (calls int, one time.Duration) {
	f() // warms the caches and the workspace
	for n := 1; ; n *= 4 {
		took := batch(clock, f, n)
		if took >= want/4 || n >= 1<<28 {
			one = took / time.Duration(n)
			return max(1, int(float64(want)/max(float64(took), 1)*float64(n))), one
		}
	}
}

func batch(clock Clock, f func(), n int) time.Duration {
	start := clock()
	for range n {
		f()
	}
	return clock() - start
}
