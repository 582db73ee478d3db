//go:build js && wasm

// Package serve gives functions in Go to scripts of browsers.
package serve

import (
	"errors"
	"fmt"
	"runtime/debug"
	"syscall/js"

	"github.com/seed-4b734f86/gochad/internal/diag"
)

// Func defines a function of so many strings, and stays for calls of it. Where f gives an error, what the function
// returns has the field error: a list of messages {text, hint, line, column, length}, with lines and columns from 1, in code
// points, and 0 where no place is known. A panic is one too.
//
// Garbage is collected when so much memory is in use, not before: a compilation leaves a few megabytes, and should
// not wait for that.
func Func(name string, params int, memory int64, f func(args []string) (any, error)) {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(memory)
	js.Global().Set(name, js.FuncOf(func(_ js.Value, args []js.Value) (result any) {
		defer func() {
			if r := recover(); r != nil {
				result = failure(fmt.Errorf("a defect of the compiler, not of what was typed, please report it: %v", r))
			}
		}()
		var texts []string
		for _, a := range args {
			if a.Type() == js.TypeString {
				texts = append(texts, a.String())
			}
		}
		if len(args) != params || len(texts) != params {
			return failure(fmt.Errorf("%s takes %d strings", name, params))
		}
		result, err := f(texts)
		if err != nil {
			return failure(err)
		}
		return result
	}))
	select {}
}

// failure is an error as scripts get it.
func failure(err error) any {
	var list *diag.Error
	if !errors.As(err, &list) {
		return map[string]any{"error": []any{message(err.Error(), "", 0, 0, 0)}}
	}
	var out []any
	for _, d := range list.List {
		length := 1
		if d.End.Line == d.Pos.Line {
			length = d.End.Col - d.Pos.Col
		}
		out = append(out, message(d.Message, d.Hint, d.Pos.Line, d.Pos.Col, length))
	}
	return map[string]any{"error": out}
}

func message(text, hint string, line, column, length int) any {
	return map[string]any{"text": text, "hint": hint, "line": line, "column": column, "length": length}
}

// Bytes are bytes as scripts get them.
func Bytes(b []byte) js.Value {
	out := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(out, b)
	return out
}
