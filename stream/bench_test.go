package stream_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/cputime"
	"github.com/seed-4b734f86/gochad/stream"
)

// wide are examples of n features.
func wide(rows, n int) ([]float64, [][]float64) {
	r := rand.New(rand.NewPCG(1, 2))
	theta := make([]float64, n)
	for i := range theta {
		theta[i] = r.NormFloat64() / 10
	}
	data := make([][]float64, rows)
	for i := range data {
		data[i] = make([]float64, n+1)
		for j := range data[i] {
			data[i][j] = r.NormFloat64()
		}
		data[i][0] = 1
	}
	return theta, data
}

// cpu reports the processor time of an operation when its result is called.
func cpu(b *testing.B) func() {
	before := cputime.Now()
	return func() { b.ReportMetric(float64(cputime.Now()-before)/float64(b.N), "cpu-ns/op") }
}

// A kept row is not copied, for Sum copies slices only where they are rows themselves.
type kept struct{ row []float64 }

// BenchmarkRow is what a row takes: in a plain loop, by Sum in one part and two, and by Sum in two where rows are not
// copied. The state is plain, so that it is as cheap as one can be.
func BenchmarkRow(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		theta, data := wide(1000, n)
		b.Run(fmt.Sprintf("features=%d/loop", n), func(b *testing.B) {
			defer cpu(b)()
			s := newPlain(theta)()
			for i := range b.N {
				s.Add(data[i%len(data)])
			}
		})
		b.Run(fmt.Sprintf("features=%d/kept", n), func(b *testing.B) {
			defer cpu(b)()
			_, err := stream.Sum(b.Context(), func(yield func(kept, error) bool) {
				for i := range b.N {
					if !yield(kept{data[i%len(data)]}, nil) {
						return
					}
				}
			}, newPlain(theta), func(s *plain, r kept) { s.Add(r.row) }, stream.Parts(2))
			if err != nil {
				b.Fatal(err)
			}
		})
		for _, parts := range []int{1, 2} {
			b.Run(fmt.Sprintf("features=%d/parts=%d", n, parts), func(b *testing.B) {
				defer cpu(b)()
				_, err := stream.Sum(b.Context(), func(yield func([]float64, error) bool) {
					for i := range b.N {
						if !yield(data[i%len(data)], nil) {
							return
						}
					}
				}, newPlain(theta), (*plain).Add, stream.Parts(parts))
				if err != nil {
					b.Fatal(err)
				}
			})
		}
	}
}

// BenchmarkRanges adds rows where they are, in one part and two.
func BenchmarkRanges(b *testing.B) {
	for _, n := range []int{10, 100} {
		theta, data := wide(1<<14, n)
		for _, parts := range []int{1, 2} {
			b.Run(fmt.Sprintf("features=%d/parts=%d", n, parts), func(b *testing.B) {
				defer cpu(b)()
				_, err := stream.Sum(b.Context(), stream.Ranges(b.N), newPlain(theta), func(s *plain, r stream.Range) {
					for i := r.Lo; i < r.Hi; i++ {
						s.Add(data[i%len(data)])
					}
				}, stream.Parts(parts))
				if err != nil {
					b.Fatal(err)
				}
			})
		}
	}
}

// BenchmarkFiles is a sum over a file of 11 columns, in one part and two.
func BenchmarkFiles(b *testing.B) {
	theta, data := wide(20000, 10)
	var text strings.Builder
	for _, row := range data {
		for i, v := range row {
			if i > 0 {
				text.WriteByte(',')
			}
			text.WriteString(strconv.FormatFloat(v, 'g', 8, 64))
		}
		text.WriteByte('\n')
	}
	name := filepath.Join(b.TempDir(), "data.csv")
	if err := os.WriteFile(name, []byte(text.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	for _, parts := range []int{1, 2} {
		b.Run(fmt.Sprintf("parts=%d", parts), func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			defer cpu(b)()
			for range b.N {
				_, err := stream.Sum(b.Context(), stream.Files(name), newPlain(theta),
					func(s *plain, r stream.Row) { s.Add(r.Values) }, stream.Parts(parts))
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
