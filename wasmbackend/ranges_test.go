package wasmbackend_test

import (
	"fmt"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// What a while loop counts with is below its bound there; a variable that gets the same sum elsewhere, as one
// expression that both share, is not.
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
