//go:build js && wasm

// The command shows programs at all stages, as the fourth demonstration of the page runs it, in a worker: GOOS=js
// GOARCH=wasm. It has the emitter of Go, so that it is larger than the compiler of the others, and is fetched when that
// demonstration is used. It defines the function chadStages (program, definition, mode) and stays for calls of it. What it
// returns has either the field error, as package serve makes it, or defs, def, and stages {name, about, text, failed}.
package main

import (
	"syscall/js"

	"github.com/seed-4b734f86/gochad/examples/web/stages"
	"github.com/seed-4b734f86/gochad/internal/gowasm/serve"
)

// A quarter of the memory that the page allows this program.
const memory = 64 << 20

func main() {
	serve.Func("chadStages", 3, memory, func(args []string) (any, error) {
		r, err := stages.Show(args[0], args[1], args[2])
		if err != nil {
			return nil, err
		}
		var defs, shown []any
		for _, d := range r.Defs {
			defs = append(defs, d)
		}
		for _, s := range r.Stages {
			shown = append(shown, map[string]any{"name": s.Name, "about": s.About, "text": s.Text, "failed": s.Failed})
		}
		return js.ValueOf(map[string]any{"defs": defs, "def": r.Def, "stages": shown}), nil
	})
}
