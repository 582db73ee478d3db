package measure

import (
	"math"
	"sync"
	"testing"
	"time"
)

// fake is a clock that only moves when told.
type fake struct{ now time.Duration }

func (f *fake) clock() time.Duration { return f.now }

// takes is a function that takes d by the clock.
func (f *fake) takes(d time.Duration) func() { return func() { f.now += d } }

func TestInterleave(t *testing.T) {
	var f fake
	opt := Options{Time: 1100 * time.Microsecond, Rounds: 11, Clock: f.clock}
	times := Interleave(opt, f.takes(100), f.takes(300))
	if len(times[0]) != 11 || len(times[1]) != 11 {
		t.Fatalf("%d and %d rounds", len(times[0]), len(times[1]))
	}
	if a, b := Median(times[0]), Median(times[1]); a != 100 || b != 300 {
		t.Errorf("medians %v and %v ns, want 100 and 300", a, b)
	}
	if r := Ratio(times[1], times[0]).Median; r != 3 {
		t.Errorf("ratio %v, want 3", r)
	}
}

// TestSlowPhase has a machine that is slow for a while: it slows all functions of a round.
func TestSlowPhase(t *testing.T) {
	var f fake
	slow := func(d time.Duration) func() {
		return func() {
			if f.now > time.Millisecond && f.now < 8*time.Millisecond {
				d := 7 * d
				f.now += d
				return
			}
			f.now += d
		}
	}
	times := Interleave(Options{Time: 2 * time.Millisecond, Rounds: 51, Clock: f.clock}, slow(100), slow(200))
	if r := Ratio(times[1], times[0]).Median; math.Abs(r-2) > 1e-9 {
		t.Errorf("ratio %v, want 2", r)
	}
}

// TestSlowFunction gets the fewest rounds that a median needs.
func TestSlowFunction(t *testing.T) {
	var f fake
	times := Interleave(Options{Time: 10, Rounds: 100, Clock: f.clock}, f.takes(time.Second), f.takes(1))
	if n := len(times[0]); n != MinRounds {
		t.Errorf("%d rounds, want %d", n, MinRounds)
	}
}

func TestSummary(t *testing.T) {
	s := Summary([]float64{5, 1, 4, 2, 3})
	if s.Median != 3 || s.Low != 2 || s.High != 4 || s.Rounds != 5 {
		t.Errorf("got %+v", s)
	}
	if m := Median([]float64{1, 2}); m != 1.5 {
		t.Errorf("median %v, want 1.5", m)
	}
	for _, none := range [][]float64{nil, {1, math.NaN(), 2}} {
		if m := Median(none); !math.IsNaN(m) {
			t.Errorf("median of %v: %v", none, m)
		}
	}
}

var sink [][]float64

func TestMemory(t *testing.T) {
	each := func() { sink = append(sink[:0], make([]float64, 128), make([]float64, 128)) }
	each() // sink itself
	if m := Steady(each, 10); m.Allocs != 2 || m.Bytes != 2048 {
		t.Errorf("two arrays: %+v", m)
	}
	var workspace []float64
	once := func() {
		if workspace == nil {
			workspace = make([]float64, 128)
		}
	}
	if m := First(once); m.Allocs != 1 || m.Bytes != 1024 {
		t.Errorf("first call: %+v", m)
	}
	if m := Steady(once, 10); m.Allocs != 0 || m.Bytes != 0 {
		t.Errorf("steady state: %+v", m)
	}
}

// TestPool expects the first call to find the pool empty, however warm it was.
func TestPool(t *testing.T) {
	pool := sync.Pool{New: func() any { return new([128]float64) }}
	f := func() { pool.Put(pool.Get()) }
	f()
	if m := First(f); m.Bytes < 1024 {
		t.Errorf("first call: %+v", m)
	}
	if m := Steady(f, 10); m.Allocs != 0 {
		t.Errorf("steady state: %+v", m)
	}
}

func TestCPU(t *testing.T) {
	clock := CPU()
	before, x := clock(), 1.0
	for clock() == before { // ends because the loop itself takes time
		x = math.Sqrt(x + 1)
	}
	if clock() < before || x < 0 {
		t.Error("the clock runs backwards")
	}
}
