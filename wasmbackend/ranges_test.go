package wasmbackend_test

import (
	"fmt"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// What a while loop counts with is below its bound there; a variable that gets the same sum elsewhere, as one expression that both share, is not.
func TestSharedSteps(t *testing.T) {
	p, err := loop.Read("steps", "export func f(a int, c bool) {\nvar v int = a\nloop {\nwhile v < 100\nv = v + 1\n}\nvar w int = 0\nif c {\nw = v + 1\n}\nreturn v, w\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	var steps []*loop.Assign
	loop.Walk(p.Funcs[0].Body, func(s loop.Stmt) {
		if a, ok := s.(*loop.Assign); ok {
			steps = append(steps, a)
		}
	})
	if len(steps) != 2 {
		t.Fatal(len(steps), "assignments")
	}
	steps[1].Rhs[0] = steps[0].Rhs[0]
	m, err := wasmbackend.CompileLoops(wasmbackend.Options{}, p)
	if err != nil {
		t.Fatal(err)
	}
	engine := newEngine(t)
	for _, a := range []int64{-7, 1 << 40} {
		t.Run(fmt.Sprint(a), func(t *testing.T) { sameAsEval(t, engine, p, m, []loop.Value{a, true}) })
	}
}

// Quotients are as large as what is divided, divided by the least divisor: numbers that are small again are kept in 32 bits, and nothing is lost.
func TestQuotients(t *testing.T) {
	p, err := loop.Read("quotients", `export func f(x []real) {
		var q int = 0
		var r int = 0
		var s int = 0
		for i < len(x) {
			var big int = imin(i, 3) * 90000000000
			var up int = big / imax(2, imin(i, 1000))
			var below int = (1 - big) / imax(2, imin(i, 1000))
			q = q * 3 + big / 90000000000
			r = r * 3 + up
			s = s * 3 + below
		}
		return q, r, s
	}
	`)
	if err != nil {
		t.Fatal(err)
	}
	m, err := wasmbackend.CompileLoops(wasmbackend.Options{Yield: true}, p)
	if err != nil {
		t.Fatal(err)
	}
	sameAsEval(t, newEngine(t), p, m, []loop.Value{make([]float64, 9)})
}
