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
	"slices"
	"strings"
	"sync"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

//go:generate go run ./internal/generate

//go:embed mathlib.loop
var source string

// A Func is a function of the loop language, with a program of it and all that it calls. Its parameters are those of
// the primitive, and then one array of reals or ints for each table; its result is that of the primitive. It may call
// other functions of the program.
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

// A library has the functions that were asked for, each read once, so that functions that
// several call are one pointer.
type library struct {
	mu    sync.Mutex
	text  map[string]string   // of each function
	calls map[string][]string // the functions that each calls itself
	read  map[string]*loop.Func
	found map[string]*Func
}

// newLibrary cuts the program into its functions.
var newLibrary = sync.OnceValue(func() *library {
	l := &library{text: map[string]string{}, calls: map[string][]string{}, read: map[string]*loop.Func{}, found: map[string]*Func{}}
	name, from, at := "", 0, 0
	end := func() {
		if name != "" {
			l.text[name] = source[from:at]
		}
	}
	for line := range strings.Lines(source) {
		if fn, ok := strings.CutPrefix(strings.TrimPrefix(line, "export "), "func "); ok {
			end()
			name, from = before(fn), at
		}
		if _, callee, ok := strings.Cut(line, "= call "); ok {
			l.calls[name] = append(l.calls[name], before(callee))
		}
		at += len(line)
	}
	end()
	return l
})

// before is the name that stands before a parenthesis.
func before(s string) string {
	name, _, _ := strings.Cut(s, "(")
	return name
}

// closure appends the functions that a function needs, itself last, to those of out.
func (l *library) closure(name string, out []string) []string {
	if slices.Contains(out, name) {
		return out
	}
	for _, c := range l.calls[name] {
		out = l.closure(c, out)
	}
	return append(out, name)
}

// link reads a function with all that it calls. What was read before is taken from there.
func (l *library) link(name string) *Func {
	names := l.closure(name, nil)
	var text strings.Builder
	for _, n := range names {
		text.WriteString(l.text[n])
	}
	p, err := loop.Read("mathlib.loop", text.String())
	if err != nil {
		panic(fmt.Sprintf("mathlib: %v", err)) // a test reads them all
	}
	for i, f := range p.Funcs {
		if old := l.read[f.Name]; old != nil {
			p.Funcs[i] = old
			continue
		}
		l.read[f.Name] = f
		loop.Walk(f.Body, func(s loop.Stmt) {
			if c, ok := s.(*loop.Call); ok {
				c.Func = l.read[c.Func.Name] // read before, since callees come first
			}
		})
	}
	return &Func{p, l.read[name], tablesOf[name]}
}

// Lookup is the function of the primitive of that name; false if there is none, in particular if the primitive is one
// operation of every machine. Functions share those that they call, which must not be changed. The first call for a
// primitive reads the text of its function, in less than a millisecond; others take constant time.
func Lookup(op string) (*Func, bool) {
	l := newLibrary()
	l.mu.Lock()
	defer l.mu.Unlock()
	if f := l.found[op]; f != nil {
		return f, true
	}
	if l.text[op] == "" || syntax.OpByName(op) == nil {
		return nil, false
	}
	f := l.link(op)
	l.found[op] = f
	return f, true
}
