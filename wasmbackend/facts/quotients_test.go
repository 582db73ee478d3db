package facts

import (
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// The sharper range of a quotient has all quotients of what is in the ranges, and its ends are among them or 0.
func TestSharperQuotients(t *testing.T) {
	a, b := loop.NewVar("a", loop.IntType), loop.NewVar("b", loop.IntType)
	e := loop.Prim(syntax.OpIntDiv, loop.Use(a), loop.Use(b))
	const most = 9
	for lo := int64(-most); lo <= most; lo++ {
		for hi := lo; hi <= most; hi++ {
			for least := int64(1); least <= 4; least++ {
				for greatest := least; greatest <= 4; greatest++ {
					f := &loop.Func{Name: "f", Params: []loop.Param{{Var: a}, {Var: b}}}
					r := NewRanges(f, map[*loop.Var]Interval{a: {lo, hi}, b: {least, greatest}}).Sharper
					got := r.Expr(e)
					want := Interval{0, 0}
					for x := lo; x <= hi; x++ {
						for y := least; y <= greatest; y++ {
							want = want.union(Interval{x / y, x / y})
						}
					}
					if got != want {
						t.Fatalf("[%d, %d] / [%d, %d]: %v, want %v", lo, hi, least, greatest, got, want)
					}
				}
			}
		}
	}
}
