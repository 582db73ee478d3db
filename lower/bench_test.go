package lower_test

import (
	"fmt"
	"testing"

	"github.com/seed-4b734f86/gochad/lower"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// BenchmarkTapes reports the time per node of the target program.
func BenchmarkTapes(b *testing.B) {
	for _, n := range []int{1000, 10000, 100000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			nodes := 0
			for range b.N {
				b.StopTimer()
				p := differentiate(b, chain(n))
				nodes = 0
				for _, d := range p.Defs {
					nodes += sx.CountNodes(d.Body)
				}
				b.StartTimer()
				if _, err := lower.Tapes(p); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(nodes), "ns/node")
		})
	}
}
