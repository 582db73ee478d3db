package stream_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/stream"
)

// Ranges hold each row once, and go to the parts in turn, whatever Batch says.
func TestRanges(t *testing.T) {
	for _, n := range []int{0, 1, 255, 256, 257, 5000} {
		for _, parts := range []int{1, 2, 3} {
			var rows int64
			seen := make([]int, n)
			of, made := make([][]stream.Range, parts), 0
			_, err := stream.Sum(t.Context(), stream.Ranges(n), func() *plain {
				made++
				return &plain{n: made - 1}
			}, func(s *plain, r stream.Range) {
				of[s.n] = append(of[s.n], r)
				if s.next != r.Lo {
					t.Errorf("the next example is %d at %v", s.next, r)
				}
				for i := r.Lo; i < r.Hi; i++ {
					seen[i]++
				}
			}, stream.Parts(parts), stream.Batch(7), stream.OnProgress(time.Hour, func(p stream.Progress) { rows = p.Rows }))
			if err != nil || rows != int64(n) || slices.ContainsFunc(seen, func(k int) bool { return k != 1 }) {
				t.Errorf("%d rows in %d parts: %v, %d rows, each %v times", n, parts, err, rows, seen)
			}
			for k, ranges := range of {
				for i, r := range ranges {
					if r.Lo != 256*(i*parts+k) || r.Hi > n {
						t.Errorf("%d rows in %d parts: part %d adds %v", n, parts, k, ranges)
					}
				}
			}
		}
	}
}

// Err names the example by its number among all rows.
func TestRangesNaN(t *testing.T) {
	data := examples(1500)
	data[1234][1] = math.NaN()
	for parts := range 3 {
		_, err := stream.Sum(t.Context(), stream.Ranges(len(data)), newPlain(theta), func(s *plain, r stream.Range) {
			for _, row := range data[r.Lo:r.Hi] {
				s.Add(row)
			}
		}, stream.Parts(parts+1))
		if want := `shard "", example 1234: not finite`; fmt.Sprint(err) != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
