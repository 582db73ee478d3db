//go:build js && wasm

// The command is the compiler as the page runs it, in a worker: GOOS=js GOARCH=wasm, tags chadslim. It defines the
// function chadCompile (text, name) and stays for calls of it. The text is a formula where the name is empty, and otherwise
// the program of the demonstration of that name. What it returns has either the field error, as package serve makes it, or
// module, and of a formula shown and gradient.
package main

import (
	"github.com/seed-4b734f86/gochad/examples/web/live"
	"github.com/seed-4b734f86/gochad/internal/gowasm/serve"
)

// A quarter of the memory that the page allows the compiler.
const memory = 64 << 20

func main() {
	serve.Func("chadCompile", 2, memory, func(args []string) (any, error) {
		r, err := compile(args[0], args[1])
		if err != nil {
			return nil, err
		}
		return map[string]any{"module": serve.Bytes(r.Module), "shown": r.Shown, "gradient": r.Gradient}, nil
	})
}

func compile(text, name string) (*live.Result, error) {
	if name == "" {
		return live.Compile(text)
	}
	return live.Program(text, name)
}
