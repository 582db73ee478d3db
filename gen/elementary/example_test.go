package elementary_test

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/gen/elementary"
)

func ExampleSource() {
	src, deps, _ := elementary.Source("exp")
	fmt.Println(deps)
	fmt.Println(elementary.Imports("exp"), elementary.Declared("expsum"))
	fmt.Println(src)
	// Output:
	// [exptable expsum expedge]
	// [math] [expReduce expScale]
	// // exp is e^x.
	// func exp(x float64) float64 {
	// 	if !(math.Abs(x) < 700) {
	// 		return expEdge(x)
	// 	}
	// 	k, r := expReduce(x)
	// 	s, t := expScale(k, r)
	// 	return s + t
	// }
}
