package own_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/flow/own"
)

// manyWindows has n windows of one slice, each with checks.
func manyWindows(n int) string {
	var b strings.Builder
	b.WriteString("func F(x []float64, k int) float64 {\n s := 0.0\n")
	for i := range n {
		fmt.Fprintf(&b, "w%d := x[k&%d:]\n s += w%d[0]\n", i, i&3, i)
	}
	return b.String() + "return s\n}\n"
}

// manyCases has n cases in each other, with variables of their own.
func manyCases(n int) string {
	var b strings.Builder
	b.WriteString("func F(x []float64, k int) float64 {\n switch k {\n")
	for i := range n {
		fmt.Fprintf(&b, "case %d: w := x[k&%d:]; return w[0]\n", i, i&3)
	}
	return b.String() + "}\nreturn 0\n}\n"
}

// Twice as many take twice the time.
func BenchmarkScale(b *testing.B) {
	for name, text := range map[string]func(int) string{"windows": manyWindows, "cases": manyCases} {
		for _, n := range []int{500, 1000, 2000, 4000} {
			if name == "cases" {
				n /= 10
			}
			b.Run(fmt.Sprint(name, " ", n), func(b *testing.B) {
				p := program(b, text(n))
				for b.Loop() {
					if _, list := own.Resolve(p); len(list) > 0 {
						b.Fatal(list.Err())
					}
				}
			})
		}
	}
}
