package penrose

import (
	"strings"

	"github.com/seed-4b734f86/gochad/bench/wasm"
	"github.com/seed-4b734f86/gochad/bench/web"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// Task is the gradient at the references of the diagram, one contender each, for V8. Files are written into a folder.
// The error is about the files.
func (d *Diagram) Task(folder string, m *wasmbackend.Module) (web.Task, error) {
	t := web.Task{Name: d.ID}
	for _, r := range d.Refs {
		i, err := wasm.Image(folder, strings.ReplaceAll(d.ID, "/", "_"), m, gradient, nil, r.Args())
		if err != nil {
			return t, err
		}
		t.Contenders = append(t.Contenders, web.Contender{Name: r.Point, Image: i})
	}
	return t, nil
}
