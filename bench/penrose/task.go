package penrose

import (
	"strings"

	"github.com/seed-4b734f86/gochad/bench/wasm"
	"github.com/seed-4b734f86/gochad/bench/web"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// Task is the gradient at the references of the diagram, one contender each, for V8, and with rose that of Rose at the
// first of them. Files are written into a folder. The error is about the files.
func (d *Diagram) Task(folder string, m *wasmbackend.Module, rose bool) (web.Task, error) {
	t := web.Task{Name: d.ID}
	for _, r := range d.Refs {
		i, err := wasm.Image(folder, strings.ReplaceAll(d.ID, "/", "_"), m, Gradient, nil, r.Args())
		if err != nil {
			return t, err
		}
		t.Contenders = append(t.Contenders, web.Contender{Name: r.Point, Image: i})
	}
	if rose {
		r := d.Refs[0]
		t.Contenders = append(t.Contenders, web.Contender{Name: "rose", Rose: &web.Rose{
			Name: "penrose", Options: map[string]any{"file": d.File, "weight": r.Weight}, Args: []any{r.X},
		}})
	}
	return t, nil
}
