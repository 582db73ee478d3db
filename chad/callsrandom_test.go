package chad

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

var (
	callPrograms = flag.Int("calls", 6, "random programs of TestRandomCalls")
	firstCall    = flag.Uint64("firstcall", 1, "the seed of the first of them")
)

// Gradients of random definitions that call each other, recursively and with the same array, or an array that a loop
// updates, for several parameters, are those that differences give, and keep the operation bound.
func TestRandomCalls(t *testing.T) {
	for seed := *firstCall; seed < *firstCall+uint64(*callPrograms); seed++ {
		text := callsProgram(rand.New(rand.NewPCG(seed, 9)))
		m, err := Parse("calls.chad", []byte(text))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		b := NewBound(t, m, "main")
		b.CheckDifferences(t, 5)
		for _, n := range []int{5, 150} {
			primal, grad := b.Counts(t, n)
			CheckBound(t, n, n, primal, grad)
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, text)
		}
	}
}

// callsProgram has some recursive definitions with arrays as parameters, and a loop that calls them.
func callsProgram(r *rand.Rand) string {
	var b strings.Builder
	pick := func(s ...string) string { return s[r.IntN(len(s))] }
	arrays := make([]int, 1+r.IntN(3))
	for i := range arrays {
		arrays[i] = 1 + r.IntN(3)
	}
	call := func(f int, k string, from []string, index string) string {
		args := []string{k}
		for range arrays[f] {
			args = append(args, pick(from...))
		}
		return fmt.Sprintf("f%d (%s, %s)", f, strings.Join(args, ", "), index)
	}
	var number func(depth int, from []string, index []string, k string) string
	number = func(depth int, from, index []string, k string) string {
		switch c := r.IntN(8); {
		case depth > 0 && c < 3:
			return fmt.Sprintf("(%s * %s)", number(depth-1, from, index, k), number(depth-1, from, index, k))
		case depth > 0 && c < 5:
			return fmt.Sprintf("(%s + %s)", number(depth-1, from, index, k), number(depth-1, from, index, k))
		case c == 5:
			return "sin " + fmt.Sprintf("(%s)", number(depth-1, from, index, k))
		case c == 6 && k != "":
			return call(r.IntN(len(arrays)), k, from, pick(index...))
		}
		return fmt.Sprintf("%s[%s]", pick(from...), pick(index...))
	}
	for f, n := range arrays {
		var params, names []string
		for i := range n {
			names = append(names, fmt.Sprintf("a%d", i))
			params = append(params, fmt.Sprintf("a%d : [n]real", i))
		}
		index := []string{"i", "0 :> idx n", "1 :> idx n"}
		fmt.Fprintf(&b, "def f%d [n] (k : int, %s, i : idx n) : real =\n  if k < 1 then %s\n", f, strings.Join(params, ", "), number(2, names, index, ""))
		fmt.Fprintf(&b, "  else %s + sin (%s) / 4\n", number(2, names, index, ""), call(r.IntN(len(arrays)), "k - 1", names, pick(index...)))
	}
	b.WriteString("def main [n] (x : [n]real) : real =\n  let y = [sin x[i] | i < n]\n")
	from, index := []string{"x", "y"}, []string{"i", "0 :> idx n"}
	if r.IntN(2) == 0 {
		fmt.Fprintf(&b, "      z = loop z = y for i < n do set z i (%s / 3)\n", number(2, []string{"x", "y", "z"}, index, "2"))
		from = append(from, "z", "z")
	}
	end := number(2, from, index, "2")
	if r.IntN(2) == 0 {
		fmt.Fprintf(&b, "  in loop s = 0.5 for i < n do sin (s + %s)\n", end)
	} else {
		fmt.Fprintf(&b, "  in sum [%s | i < n]\n", end)
	}
	return b.String()
}
