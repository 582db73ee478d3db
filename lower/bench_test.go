package lower_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/seed-4b734f86/gochad/lower"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// straight is a spine of n products.
func straight(n int) *sx.Def {
	return define("f", sx.Real, func(x sx.Term) sx.Term {
		var s sx.Spine
		y := x
		for range n {
			y = s.Let("y", sx.Mul(y, x))
		}
		return s.In(y)
	})
}

// BenchmarkTapes reports the time per node of the target program.
func BenchmarkTapes(b *testing.B) {
	for _, shape := range []struct {
		name string
		make func(n int) *sx.Def
	}{{"straight", straight}, {"branches", chain}} {
		for _, n := range []int{1000, 10000, 100000} {
			b.Run(fmt.Sprint(shape.name, "/", n), func(b *testing.B) {
				nodes := 0
				for range b.N {
					b.StopTimer()
					p := differentiate(b, shape.make(n))
					nodes = 0
					for _, d := range p.Defs {
						nodes += sx.CountNodes(d.Body)
					}
					b.StartTimer()
					if _, err := lower.Tapes(context.Background(), p); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(nodes), "ns/node")
			})
		}
	}
}
