package stream_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed-4b734f86/gochad/stream"
)

var theta = []float64{0.3, -1.1, 0.7}

// examples are random rows, whose terms differ so much that the order of additions shows.
func examples(n int) [][]float64 {
	r := rand.New(rand.NewPCG(3, uint64(n)))
	out := make([][]float64, n)
	for i := range out {
		out[i] = []float64{float64(2*r.IntN(2) - 1)}
		for range theta {
			out[i] = append(out[i], math.Exp(r.NormFloat64())*r.NormFloat64())
		}
	}
	return out
}

func rowsOf(data [][]float64) iter.Seq2[[]float64, error] { return stream.Of(slices.Values(data)) }

// check fails if goroutines are left: those of a bubble have to end before it does.
func check(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, f)
}

// An exact sum has the bits of a plain loop, however it is split.
func TestExact(t *testing.T) {
	for _, n := range []int{0, 1, 2, 7, 300} {
		data := examples(n)
		want := newExact(theta)()
		for _, row := range data {
			want.Add(row)
		}
		for _, parts := range []int{1, 2, 3, 8} {
			for _, batch := range []int{1, 3, 64, 1000} {
				check(t, func(t *testing.T) {
					got, err := stream.Sum(t.Context(), rowsOf(data), newExact(theta), (*exact).Add,
						stream.Parts(parts), stream.Batch(batch))
					if err != nil {
						t.Fatal(err)
					}
					if got.n != n || !slices.Equal(got.bits(), want.bits()) {
						t.Errorf("%d rows, %d parts, batches of %d: %d rows, or other bits", n, parts, batch, got.n)
					}
				})
			}
		}
	}
}

// A plain sum has the bits that its doc comment says: batch k is of part k mod p. Schedules change nothing.
func TestWhichPart(t *testing.T) {
	data := examples(1000)
	different := map[string]bool{}
	for _, parts := range []int{1, 2, 3, 5} {
		for _, batch := range []int{7, 256} {
			var states []*plain
			for i, row := range data {
				k := i / batch % parts
				if k == len(states) {
					states = append(states, newPlain(theta)())
				}
				states[k].Add(row)
			}
			for _, s := range states[1:] {
				if err := states[0].Merge(s); err != nil {
					t.Fatal(err)
				}
			}
			want := states[0].bits()
			different[fmt.Sprint(want)] = true
			for seed := range uint64(5) {
				r := rand.New(rand.NewPCG(seed, 0))
				got, err := stream.Sum(t.Context(), func(yield func([]float64, error) bool) {
					for _, row := range data {
						if r.IntN(50) == 0 {
							runtime.Gosched()
						}
						if !yield(row, nil) {
							return
						}
					}
				}, newPlain(theta), func(s *plain, row []float64) {
					if math.Float64bits(row[1])%31 == seed {
						runtime.Gosched()
					}
					s.Add(row)
				}, stream.Parts(parts), stream.Batch(batch))
				if err != nil || !slices.Equal(got.bits(), want) {
					t.Fatalf("%d parts, batches of %d: %v, %v, want %v", parts, batch, err, got.bits(), want)
				}
			}
		}
	}
	if len(different) < 4 {
		t.Errorf("only %d different results: these rows show nothing", len(different))
	}
}

// An example is a row of a type of its own, of which there is one that the iterator changes.
type example struct {
	values []float64
	shard  string
	index  int
}

func (e *example) Place() (string, int) { return e.shard, e.index }

func (e *example) CopyTo(dst **example) {
	if *dst == nil {
		*dst = &example{}
	}
	values := append((*dst).values[:0], e.values...)
	**dst = *e
	(*dst).values = values
}

// sharded are rows of shards of the given lengths, each in the memory of the one before.
func sharded(data [][]float64, names []string, lengths []int) iter.Seq2[*example, error] {
	return func(yield func(*example, error) bool) {
		e := &example{}
		i := 0
		for k, n := range lengths {
			for j := range n {
				e.shard, e.index, e.values = names[k], j, append(e.values[:0], data[i]...)
				i++
				if !yield(e, nil) {
					return
				}
			}
		}
	}
}

// Rows that use memory again are copied: a pointer by its method, a []float64 by itself.
func TestCopies(t *testing.T) {
	data := examples(500)
	want := newExact(theta)()
	for _, row := range data {
		want.Add(row)
	}
	got, err := stream.Sum(t.Context(), sharded(data, []string{"a", "b"}, []int{123, 377}), newExact(theta),
		func(s *exact, e *example) { s.Add(e.values) }, stream.Parts(3), stream.Batch(10))
	if err != nil || !slices.Equal(got.bits(), want.bits()) {
		t.Errorf("pointers: %v", err)
	}
	got, err = stream.Sum(t.Context(), func(yield func([]float64, error) bool) {
		var row []float64
		for _, r := range data {
			if row = append(row[:0], r...); !yield(row, nil) {
				return
			}
		}
	}, newExact(theta), (*exact).Add, stream.Parts(3), stream.Batch(10))
	if err != nil || !slices.Equal(got.bits(), want.bits()) {
		t.Errorf("slices: %v", err)
	}
}

// An interface has the place of what it holds.
func TestInterfaceRows(t *testing.T) {
	data := examples(40)
	data[33][2] = math.NaN()
	rows := func(yield func(stream.Placed, error) bool) {
		for i, row := range data {
			if !yield(&example{row, "s", i}, nil) {
				return
			}
		}
	}
	add := func(s *plain, r stream.Placed) { s.Add(r.(*example).values) }
	_, err := stream.Sum(t.Context(), rows, newPlain(theta), add)
	if want := `shard "s", example 33: not finite`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// A NaN is reported with its shard and its number there. Of several, the first row that has one is.
func TestNaN(t *testing.T) {
	names := []string{"c", "a", "b", "empty", "d"} // not in the order of names, which the label goes by
	lengths := []int{40, 1, 25, 0, 60}
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		data := examples(126)
		first := len(data)
		for range 1 + r.IntN(3) {
			i := r.IntN(len(data))
			data[i][1+r.IntN(3)] = []float64{math.NaN(), math.Inf(1), math.Inf(-1)}[r.IntN(3)]
			data[i][0] = 1
			if v := loss(theta, data[i], func(int, float64) {}); math.IsNaN(v) || math.IsInf(v, 0) {
				first = min(first, i)
			}
		}
		want := "<nil>"
		if first < len(data) {
			k, i := 0, first
			for i >= lengths[k] {
				i -= lengths[k]
				k++
			}
			want = fmt.Sprintf("shard %q, example %d: not finite", names[k], i)
		}
		parts, batch := 1+r.IntN(4), 1+r.IntN(40)
		s, err := stream.Sum(t.Context(), sharded(data, names, lengths), newPlain(theta),
			func(s *plain, e *example) {
				if r := e.index % 7; r == 0 {
					runtime.Gosched()
				}
				s.Add(e.values)
			}, stream.Parts(parts), stream.Batch(batch))
		if fmt.Sprint(err) != want || (err == nil) != (s != nil) {
			t.Fatalf("%d parts, batches of %d: %v, want %s", parts, batch, err, want)
		}
	}
}

// Rows without a place are of a shard without a name, and are counted from 0.
func TestNaNWithoutShard(t *testing.T) {
	data := examples(90)
	data[71][1] = math.NaN()
	_, err := stream.Sum(t.Context(), rowsOf(data), newPlain(theta), (*plain).Add, stream.Batch(4), stream.Parts(3))
	if want := `shard "", example 71: not finite`; fmt.Sprint(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Of an error of the iterator, a NaN and a panic, the first in the order of rows is reported, however long the others
// take.
func TestFirstWins(t *testing.T) {
	errRow := errors.New("the row is bad")
	r := rand.New(rand.NewPCG(2, 2))
	seen := map[string]int{}
	for range 300 {
		data := examples(100)
		nan, boom, bad, last := r.IntN(150), r.IntN(150), r.IntN(150), 0
		if nan < len(data) {
			data[nan][1] = math.NaN()
		}
		parts, batch, slow := 1+r.IntN(4), 1+r.IntN(9), r.IntN(4)
		var got string
		check(t, func(t *testing.T) {
			defer func() {
				if v := recover(); v != nil {
					got = fmt.Sprintf("panic at %d", v.(*stream.PanicError).Index)
				}
			}()
			_, err := stream.Sum(t.Context(), func(yield func([]float64, error) bool) {
				for i, row := range data {
					last = i
					if i == bad && (!yield(nil, errRow) || !yield(nil, errors.New("a later one"))) || !yield(row, nil) {
						return
					}
				}
			}, newPlain(theta), func(s *plain, row []float64) {
				if s.next/batch%4 == slow {
					time.Sleep(time.Millisecond)
				}
				if s.next == boom {
					panic("boom")
				}
				s.Add(row)
			}, stream.Parts(parts), stream.Batch(batch))
			got = fmt.Sprint(err)
		})
		want := "<nil>"
		switch at := min(nan, boom, bad); {
		case at >= len(data):
		case at == bad: // before the row of the same number is handed out
			want = errRow.Error()
		case at == boom:
			want = fmt.Sprintf("panic at %d", boom)
		default:
			want = fmt.Sprintf("shard \"\", example %d: not finite", nan)
			// A batch is added to its end before Err is asked.
			if boom < len(data) && boom < bad && boom/batch == nan/batch {
				want = fmt.Sprintf("panic at %d", boom)
			}
		}
		if got != want {
			t.Fatalf("NaN %d, panic %d, error %d; %d parts, batches of %d: %s, want %s", nan, boom, bad, parts, batch, got, want)
		}
		if want != "<nil>" && min(nan, boom, bad)+(4*parts*parts+1)*batch < 95 && last == 99 {
			t.Errorf("all rows were read after an error at %d", min(nan, boom, bad))
		}
		seen[strings.Fields(want)[0]]++
	}
	if len(seen) != 4 {
		t.Errorf("seen %v", seen)
	}
}

// Of rows that come slowly, few are read after one with a NaN.
func TestEndsSoon(t *testing.T) {
	check(t, func(t *testing.T) {
		data := examples(1000)
		data[5][1] = math.NaN()
		begin := time.Now()
		_, err := stream.Sum(t.Context(), slow(rowsOf(data)), newPlain(theta), (*plain).Add, stream.Batch(10))
		if d := time.Since(begin); err == nil || d > 12*time.Millisecond {
			t.Errorf("%v after %v", err, d)
		}
	})
}

type errBoom struct{}

func (errBoom) Error() string { return "boom" }

// A panic has the example, what was panicked with, and where.
func TestPanic(t *testing.T) {
	check(t, func(t *testing.T) {
		defer func() {
			e, ok := recover().(*stream.PanicError)
			if !ok {
				t.Fatal("no panic")
			}
			var boom errBoom
			if e.Shard != "b" || e.Index != 4 || !errors.As(e, &boom) || !strings.Contains(string(e.Stack), "panickingAdd") {
				t.Errorf("%v", e)
			}
			if want := "stream: shard b, example 4: panic: boom\n\ngoroutine "; !strings.HasPrefix(e.Error(), want) {
				t.Errorf("got %q", e.Error())
			}
		}()
		rows := sharded(examples(50), []string{"a", "b"}, []int{20, 30})
		_, _ = stream.Sum(t.Context(), rows, newPlain(theta), panickingAdd, stream.Parts(2), stream.Batch(8))
	})
}

func panickingAdd(_ *plain, e *example) {
	if e.shard == "b" && e.index == 4 {
		panic(errBoom{})
	}
}

// runtime.Goexit in add, as t.FailNow calls it, ends the goroutine of the caller.
func TestGoexit(t *testing.T) {
	check(t, func(t *testing.T) {
		returned, ended := false, make(chan bool)
		go func() {
			defer close(ended)
			_, _ = stream.Sum(context.Background(), rowsOf(examples(5000)), newPlain(theta), func(*plain, []float64) {
				runtime.Goexit()
			}, stream.Batch(1))
			returned = true
		}()
		<-ended
		if returned {
			t.Error("Sum has returned")
		}
	})
}

// A panic of the iterator or of newState is one of the caller, and leaves no goroutine.
func TestPanicOfOthers(t *testing.T) {
	for _, which := range []string{"iterator", "newState"} {
		check(t, func(t *testing.T) {
			defer func() {
				if v := recover(); v != which {
					t.Errorf("got %v", v)
				}
			}()
			made := 0
			_, _ = stream.Sum(t.Context(), func(yield func([]float64, error) bool) {
				for i, row := range examples(50) {
					if which == "iterator" && i == 40 {
						panic(which)
					}
					if !yield(row, nil) {
						return
					}
				}
			}, func() *plain {
				if made++; which == "newState" && made == 2 {
					panic(which)
				}
				return newPlain(theta)()
			}, (*plain).Add, stream.Parts(3), stream.Batch(4))
		})
	}
}

// When the context ends, so does Sum, with its cause; the iterator is left as by break.
func TestCancel(t *testing.T) {
	cause := errors.New("enough")
	for _, parts := range []int{1, 3} {
		check(t, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			rows, left := 0, false
			_, err := stream.Sum(ctx, func(yield func([]float64, error) bool) {
				defer func() { left = true }()
				for {
					if rows++; rows == 1000 {
						cancel(cause)
					}
					if !yield([]float64{1, 2, 3, 4}, nil) {
						return
					}
				}
			}, newPlain(theta), (*plain).Add, stream.Parts(parts), stream.Batch(7))
			if !errors.Is(err, cause) || rows != 1000 || !left {
				t.Errorf("%v after %d rows", err, rows)
			}
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	rows := func(func([]float64, error) bool) { t.Error("rows were asked for") }
	_, err := stream.Sum(ctx, rows, newPlain(theta), (*plain).Add)
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// An iterator that ends with the context, and without an error, is no whole sum.
func TestCancelledIterator(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, err := stream.Sum(ctx, func(yield func([]float64, error) bool) {
		yield([]float64{1, 2, 3, 4}, nil)
		cancel()
	}, newPlain(theta), (*plain).Add)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// A context that ends while all batches wait for slow parts is noticed at once.
func TestCancelWhileWaiting(t *testing.T) {
	check(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		begin := time.Now()
		add := func(*plain, []float64) { time.Sleep(10 * time.Second) }
		_, err := stream.Sum(ctx, rowsOf(examples(5000)), newPlain(theta), add, stream.Parts(2), stream.Batch(1))
		if d := time.Since(begin); !errors.Is(err, context.DeadlineExceeded) || d > 11*time.Second {
			t.Errorf("%v after %v", err, d)
		}
	})
}

// Not more rows are held than the package comment says.
func TestBounded(t *testing.T) {
	for _, parts := range []int{1, 2, 5} {
		for _, batch := range []int{1, 16} {
			var given, added, most atomic.Int64
			data := examples(2000)
			_, err := stream.Sum(t.Context(), func(yield func([]float64, error) bool) {
				for _, row := range data {
					most.Store(max(most.Load(), given.Add(1)-added.Load()))
					if !yield(row, nil) {
						return
					}
				}
			}, newPlain(theta), func(s *plain, row []float64) {
				if s.next%50 == 0 {
					time.Sleep(time.Millisecond)
				}
				s.Add(row)
				added.Add(1)
			}, stream.Parts(parts), stream.Batch(batch))
			if limit := int64(4 * parts * batch); err != nil || most.Load() > limit+1 || most.Load() < limit/2 {
				t.Errorf("%d parts, batches of %d: %d rows, want up to %d: %v", parts, batch, most.Load(), limit, err)
			}
		}
	}
}

// Wide rows make short batches: two of 5000 numbers are more than 8192.
func TestWideRows(t *testing.T) {
	row := make([]float64, 5000)
	given, most := 0, 0
	var added atomic.Int64
	_, err := stream.Sum(t.Context(), func(yield func([]float64, error) bool) {
		for range 50 {
			given++
			most = max(most, given-int(added.Load()))
			if !yield(row, nil) {
				return
			}
		}
	}, newPlain(nil), func(s *plain, row []float64) {
		time.Sleep(time.Millisecond)
		s.Add(row)
		added.Add(1)
	}, stream.Parts(1))
	if err != nil || most > 9 {
		t.Errorf("%d rows were held: %v", most, err)
	}
}

// More rows take no more memory.
func TestAllocations(t *testing.T) {
	data := examples(1000)
	mallocs := func(times int) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := stream.Sum(t.Context(), func(yield func([]float64, error) bool) {
			for range times {
				for _, row := range data {
					if !yield(row, nil) {
						return
					}
				}
			}
		}, newPlain(theta), (*plain).Add, stream.Parts(2))
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Fatal(err)
		}
		return after.Mallocs - before.Mallocs
	}
	mallocs(1)
	few, many := mallocs(20), mallocs(200)
	if many > few+200 {
		t.Errorf("%d allocations for 20,000 rows, %d for 200,000", few, many)
	}
}

// States that do not belong together are an error, and not a wrong sum.
func TestMergeFails(t *testing.T) {
	n := 0.0
	s, err := stream.Sum(t.Context(), rowsOf(examples(50)), func() *plain {
		n++
		return newPlain([]float64{n})()
	}, (*plain).Add, stream.Parts(3), stream.Batch(5))
	if want := "stream: part 1: at [1] and at [2]"; s != nil || fmt.Sprint(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Options that mean nothing are mistakes of the program.
func TestOptions(t *testing.T) {
	for name, f := range map[string]func(){
		"parts":    func() { stream.Parts(0) },
		"batch":    func() { stream.Batch(-1) },
		"progress": func() { stream.OnProgress(0, nil) },
	} {
		func() {
			defer func() {
				if s, ok := recover().(string); !ok || !strings.HasPrefix(s, "stream: ") {
					t.Errorf("%s: %v", name, s)
				}
			}()
			f()
		}()
	}
}
