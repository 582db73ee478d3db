// Package live compiles a formula of two variables, with its derivatives, or a program of the page, to a WebAssembly module, inside a web page or
// outside.
//
// It is built with the tag chadslim, without the emitters of Go and what they import, so that the compiler stays small
// enough to be sent to a browser; a test of package site checks that.
package live

import (
	"errors"
	"fmt"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/examples/web/formula"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// Bounds on what is compiled. The time is bounded by whoever runs the compiler, who can end it.
const (
	// MaxModule is the size of a module in bytes.
	MaxModule = 512 << 10
	// MaxPages is the memory of a module, in pages of 64 KiB.
	MaxPages = 256
)

// A Result is a formula, compiled. Its module exports value (x, y), gradient (x, y) and hessian (p), where p has two
// elements; docs/wasm-abi.md describes how they are called. Loops in it call the host, which can end them.
type Result struct {
	Module []byte
	// Shown is how the formula was understood.
	Shown string
	// Gradient is what was compiled: a term for the value and the gradient.
	Gradient string
}

// Compile compiles a formula. It takes milliseconds for one that a person types.
// The error is a *diag.Error, whose messages have places in the formula, or says what cannot be compiled.
func Compile(text string) (*Result, error) {
	f, ds := formula.Read(text)
	if err := ds.Err(); err != nil {
		return nil, err
	}
	m, err := chad.Parse("", []byte(f.Program+point))
	if err != nil {
		var list *diag.Error
		if errors.As(err, &list) {
			return nil, f.Place(list.List).Err()
		}
		return nil, err
	}
	return compile(m, f.Shown)
}

// MaxProgram is the number of bytes that a program may have.
const MaxProgram = 20000

// Program compiles what the directives of a program of the text language ask for. Loops in the module call the host, which
// can end them. The error is a *diag.Error, or says what cannot be compiled.
func Program(text, name string) (*Result, error) {
	if len(text) > MaxProgram {
		return nil, fmt.Errorf("the program has %d bytes, %d are allowed", len(text), MaxProgram)
	}
	m, err := chad.GenerateWasm(name, []byte(text),
		wasmbackend.Options{Name: name, Yield: true, MaxPages: MaxPages, WithoutNames: true})
	if err != nil {
		return nil, err
	}
	return encoded(m)
}

// encoded is a module that is not too large.
func encoded(m *wasmbackend.Module) (*Result, error) {
	code := m.Code.Encode()
	if len(code) > MaxModule {
		return nil, fmt.Errorf("the derivatives take %d bytes of code, %d are allowed", len(code), MaxModule)
	}
	return &Result{Module: code}, nil
}

// point is the formula as a function of a vector, by which there is a matrix of second derivatives.
const point = `
def point (p : [2]real) : real = ` + formula.Name + ` (p[0], p[1])
`

func compile(m *chad.Module, shown string) (*Result, error) {
	f, err := m.Func(formula.Name)
	if err != nil {
		return nil, err
	}
	vector, err := m.Func("point")
	if err != nil {
		return nil, err
	}
	grad, err := chad.ValueAndGrad(f)
	if err != nil {
		return nil, err
	}
	hessian, err := chad.Hessian(vector)
	if err != nil {
		return nil, err
	}
	module, err := chad.CompileWasm(wasmbackend.Options{Name: "formula", Yield: true, MaxPages: MaxPages, WithoutNames: true},
		chad.Export{Func: f, Name: "value", Results: []string{"value"}},
		chad.Export{Func: grad, Name: "gradient", Results: []string{"value", "dx", "dy"}},
		chad.Export{Func: hessian, Name: "hessian", Results: []string{"hessian"}})
	if err != nil {
		return nil, err
	}
	r, err := encoded(module)
	if err != nil {
		return nil, err
	}
	r.Shown, r.Gradient = shown, grad.String()
	return r, nil
}
