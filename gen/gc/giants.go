package gc

import (
	"strconv"

	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/split"
)

// splitOver nodes are some 2,000 statements, which take Go's compiler half a second, twice as many twice that and more.
const (
	splitOver   = 20_000
	splitParams = 40
)

// SplitGiants takes giant functions apart, those with blocks of over nodes, or as many as Go's compiler can do with if
// that is 0. It gives the lengths of frames, see package split.
func SplitGiants(p *loop.Program, over int, name func(hint string) string) map[*loop.Var]int64 {
	if over <= 0 {
		over = splitOver
	}
	parts := split.Program(p, split.Options{Over: over, Part: over / 7, Params: splitParams,
		Name: func(f *loop.Func, k int) string {
			return name(code.LocalName(f.Name) + "Part" + strconv.Itoa(k))
		}})
	return parts.Frames
}
