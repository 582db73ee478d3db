package opt

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Programs of assignments of few constants to few variables, in loops and branches, mean the same.
func TestRandomKeep(t *testing.T) {
	changed := 0
	for seed := range uint64(400) {
		text := keepProgram(rand.New(rand.NewPCG(seed, 7)))
		before, after := transformed(t, seed, text, Options{}, []Pass{keep})
		if before.String() != after.String() {
			changed++
		}
		args := func() []loop.Value { return []loop.Value{[]int64{0, 1, 1, 0}} }
		want, counts, err := loop.Eval(before, before.Funcs[0], args(), 1e5)
		if err != nil {
			t.Fatal(err)
		}
		got, less, err := loop.Eval(after, after.Funcs[0], args(), 1e5)
		if err != nil || !reflect.DeepEqual(got, want) || less.Total() > counts.Total() {
			t.Fatalf("seed %d: %v, %v, want %v\n%s\n%s", seed, got, err, want, text, after)
		}
	}
	if changed < 200 {
		t.Errorf("only %d programs changed", changed)
	}
}

// keepProgram is a function of four numbers with variables a, b and c.
func keepProgram(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("func f(x []int) {\n\tvar a int = 0\n\tvar b int = 1\n\tvar c int = 0\n")
	loops := 0
	var block func(indent string, depth int)
	block = func(indent string, depth int) {
		v := func() string { return string("abc"[r.IntN(3)]) }
		for range 1 + r.IntN(4) {
			switch k := r.IntN(10); {
			case k < 5:
				fmt.Fprintf(&b, "%s%s = %d\n", indent, v(), r.IntN(2))
			case k == 5:
				fmt.Fprintf(&b, "%sa, b = %s, %d\n", indent, v(), r.IntN(2))
			case k == 6:
				fmt.Fprintf(&b, "%s%s += x[%s]\n", indent, v(), fmt.Sprint(r.IntN(4)))
			case depth == 3:
			case k == 7:
				loops++
				fmt.Fprintf(&b, "%sfor i%d < 3 {\n", indent, loops)
				block(indent+"\t", depth+1)
				fmt.Fprintf(&b, "%s}\n", indent)
			default:
				fmt.Fprintf(&b, "%sif %s == %d {\n", indent, v(), r.IntN(2))
				block(indent+"\t", depth+1)
				fmt.Fprintf(&b, "%s} else {\n", indent)
				block(indent+"\t", depth+1)
				fmt.Fprintf(&b, "%s}\n", indent)
			}
		}
	}
	block("\t", 0)
	b.WriteString("\treturn a, b, c\n}\n")
	return b.String()
}
