package penrose_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/bench/penrose"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// BenchmarkCompile is what a diagram costs from its graph to a module: go test ./penrose -bench Compile/fig9 -penrose
// FOLDER.
func BenchmarkCompile(b *testing.B) {
	if *folder == "" {
		b.Skip("say where the diagrams are: -penrose FOLDER")
	}
	ds, err := penrose.Read(*folder)
	if err != nil {
		b.Fatal(err)
	}
	for _, d := range ds {
		b.Run(d.ID, func(b *testing.B) {
			for b.Loop() {
				if _, err := d.Compile(wasmbackend.Options{WithoutNames: true}); err != nil {
					b.Skip(err)
				}
			}
		})
	}
}
