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
	// [] [expReduce expOuter expScale]
	// // exp is e^x.
	// func exp(x float64) float64 {
	// 	k, r := expReduce(x)
	// 	if expOuter(k) {
	// 		return expEdge(x)
	// 	}
	// 	s, t := expScale(k, r)
	// 	return s + t
	// }
}
