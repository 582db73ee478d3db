//go:build js && wasm

// The command is the compiler of programs that are written in TypeScript: GOOS=js GOARCH=wasm, tags chadslim. It defines
// the function chadProgram (text) and stays for calls of it. What it returns has either the field error, as package serve
// makes it, or module, the bytes of a module.
package main

import (
	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/internal/gowasm/serve"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// A quarter of the memory that the compiler may have.
const memory = 256 << 20

func main() {
	serve.Func("chadProgram", 1, memory, func(args []string) (any, error) {
		m, err := chad.GenerateWasm("program", []byte(args[0]), wasmbackend.Options{Name: "program", WithoutNames: true})
		if err != nil {
			return nil, err
		}
		return map[string]any{"module": serve.Bytes(m.Code.Encode())}, nil
	})
}
