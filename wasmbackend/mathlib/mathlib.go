// Package mathlib has the real functions of the primitive table as functions of the loop language, for
// back ends whose machine lacks them: WebAssembly has sqrt, but no exp. Nothing here calls a host.
//
// The functions are written in Go, in package functions, which is their reference build and
// runs wherever Go runs; internal/fromgo translates that text to mathlib.loop. Both compute the
// same bits. docs/wasm-math.md has their accuracy.
package mathlib

import (
	_ "embed"
	"fmt"
	"sync"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

//go:generate go run ./internal/generate

//go:embed mathlib.loop
var source string

// A Func is a function of a program of the loop language. Its parameters are those of the primitive, and
// then one array of reals or ints for each table; its result is that of the primitive. It may call other functions of the program.
type Func struct {
	Prog   *loop.Program
	Fn     *loop.Func
	Tables []*Table
}

// A Table is constant data: Reals or Ints, the other is nil. Functions that share a table have one pointer.
type Table struct {
	Name  string
	Reals []float64
	Ints  []int64
}

// library is the program, read once.
var library = sync.OnceValue(func() map[string]*Func {
	p, err := loop.Read("mathlib.loop", source)
	if err != nil {
		panic(fmt.Sprintf("mathlib: %v", err)) // a test reads it too
	}
	out := make(map[string]*Func, len(p.Funcs))
	for _, f := range p.Funcs {
		out[f.Name] = &Func{p, f, tablesOf[f.Name]}
	}
	return out
})

// Lookup is the function of the primitive of that name; false if there is none, in particular if the
// primitive is one operation of every machine. All functions are of one program, which
// is shared and must not be changed. The first call takes some milliseconds, others constant time.
func Lookup(op string) (*Func, bool) {
	f, ok := library()[op]
	return f, ok
}
