package simplify_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// caseChain is n cases, each of the sum that the one before gives.
func caseChain(n int) string {
	var s strings.Builder
	s.WriteString("data t = L real | R real def f (x : real, y : real) : real =\n  let s0 = if x > y then L x else R y\n")
	for k := range n {
		fmt.Fprintf(&s, "      s%d = case s%d of L a -> R (sin a * y) | R b -> L (b + x * %d.0)\n", k+1, k, k+1)
	}
	fmt.Fprintf(&s, "  in case s%d of L a -> a * x | R b -> b", n)
	return s.String()
}

// All arms of a chain of cases go to the branches that choose the first of them, in few rounds, and what moves does not
// grow with the square of their number.
func TestCaseChain(t *testing.T) {
	made := func(n int) uint64 {
		p := loaded(t, caseChain(n))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		q, rep, err := simplify.Program(p, simplify.Options{})
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Fatal(err)
		}
		if err := sx.VerifyProgram(q); err != nil {
			t.Fatal(err)
		}
		cases := 0
		sx.EachNode(q.Lookup("f").Body, func(c sx.Term) {
			if _, ok := c.(*sx.Case); ok {
				cases++
			}
		})
		if cases > 0 || rep.Times("caseIf") != n+1 || rep.Rounds > 32 {
			t.Errorf("%d cases: %d left, caseIf %d times, %d rounds", n, cases, rep.Times("caseIf"), rep.Rounds)
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	if few, many := made(200), made(3200); many > 40*few {
		t.Errorf("%d bytes for 3200 cases, %d for 200", many, few)
	}
}
