//go:build js && wasm

// The command is the compiler as the page runs it, in a worker: GOOS=js GOARCH=wasm, tags chadslim. It defines the
// function chadCompile (text, name) and stays for calls of it. The text is a formula where the name is empty, and otherwise
// the program of the demonstration of that name. What it returns has either the field error, as package page makes it, or
// module, and of a formula shown and gradient.
package main

import (
	"syscall/js"

	"github.com/seed-4b734f86/gochad/examples/web/live"
	"github.com/seed-4b734f86/gochad/examples/web/page"
)

func main() {
	page.Serve("chadCompile", 2, func(args []string) (any, error) {
		r, err := compile(args[0], args[1])
		if err != nil {
			return nil, err
		}
		module := js.Global().Get("Uint8Array").New(len(r.Module))
		js.CopyBytesToJS(module, r.Module)
		return map[string]any{"module": module, "shown": r.Shown, "gradient": r.Gradient}, nil
	})
}

func compile(text, name string) (*live.Result, error) {
	if name == "" {
		return live.Compile(text)
	}
	return live.Program(text, name)
}
