//go:build js && wasm

// The command is the compiler as the page runs it, in a worker: GOOS=js GOARCH=wasm, tags chadslim. It defines the
// function chadCompile (formula) and stays for calls of it. What it returns has either the field error, a list of
// messages {text, hint, column, length}, with columns in code points from 1 and 0 where no place is known, or module,
// shown and gradient.
package main

import (
	"errors"
	"fmt"
	"runtime/debug"
	"syscall/js"

	"github.com/seed-4b734f86/gochad/examples/web/live"
	"github.com/seed-4b734f86/gochad/internal/diag"
)

// Garbage is collected when this much memory is in use, not before: a compilation leaves a few megabytes, and should
// not wait for that. The bound that the page has on the memory of the compiler is four times this.
const memoryLimit = 64 << 20

func main() {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(memoryLimit)
	js.Global().Set("chadCompile", js.FuncOf(func(_ js.Value, args []js.Value) (result any) {
		defer func() {
			if r := recover(); r != nil {
				result = failure(fmt.Errorf("a defect of the compiler, not of the formula, please report it: %v", r))
			}
		}()
		if len(args) != 1 || args[0].Type() != js.TypeString {
			return failure(errors.New("chadCompile takes a string"))
		}
		r, err := live.Compile(args[0].String())
		if err != nil {
			return failure(err)
		}
		module := js.Global().Get("Uint8Array").New(len(r.Module))
		js.CopyBytesToJS(module, r.Module)
		return map[string]any{"module": module, "shown": r.Shown, "gradient": r.Gradient}
	}))
	select {}
}

// failure is an error as the page shows it.
func failure(err error) any {
	var list *diag.Error
	if !errors.As(err, &list) {
		return map[string]any{"error": []any{message(err.Error(), "", 0, 0)}}
	}
	var out []any
	for _, d := range list.List {
		out = append(out, message(d.Message, d.Hint, d.Pos.Col, d.End.Col-d.Pos.Col))
	}
	return map[string]any{"error": out}
}

func message(text, hint string, column, length int) any {
	return map[string]any{"text": text, "hint": hint, "column": column, "length": length}
}
