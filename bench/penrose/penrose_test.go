package penrose_test

import (
	"context"
	"flag"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/bench/penrose"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

var folder = flag.String("penrose", "", "the folder with the diagrams; they are not part of chad")

func TestDiagrams(t *testing.T) {
	if *folder == "" {
		t.Skip("say where the diagrams are: -penrose FOLDER")
	}
	ds, err := penrose.Read(*folder)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	for _, d := range ds {
		t.Run(d.ID, func(t *testing.T) {
			start := time.Now()
			f, err := d.Func()
			if err != nil {
				t.Fatal(err)
			}
			built := time.Since(start)
			_ = f
			start = time.Now()
			m, err := d.Compile(wasmbackend.Options{WithoutNames: true})
			if err != nil {
				t.Fatal(err)
			}
			compiled := time.Since(start)
			code := m.Code.Encode()
			start = time.Now()
			p, err := run.New(ctx, nil, m)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close(ctx)
			wazero := time.Since(start)
			t.Logf("%d nodes, build %v, build and compile %v, %d bytes (ref %d), wazero %v", len(d.Nodes), built, compiled, len(code), d.Row.RefLen, wazero)
			fn, err := p.Func("energyGrad")
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range d.Refs {
				c, err := fn.Bind(ctx)
				if err != nil {
					t.Fatal(err)
				}
				x, _ := c.Reals(0)
				copy(x, r.X)
				c.SetReal(1, r.Weight)
				if err := c.Run(ctx); err != nil {
					t.Fatal(err)
				}
				g, _ := c.Reals(3)
				if bad := r.Differ(append([]float64{c.Real(2)}, g...)); bad != "" {
					t.Errorf("%s: %s", r.Point, bad)
				}
				c.Release()
			}
		})
	}
}
