package gosrc

import (
	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/frontend/gosrc/load"
	"github.com/seed-4b734f86/gochad/internal/diag"
)

// Generate makes the texts of the generated files of a checked package, by their base names, one for each file of it
// with directives that ask for functions. The messages have places in the user's files; when there are any, there are
// no texts.
func Generate(p *load.Package, opt chad.EmitOptions) (map[string][]byte, diag.List) {
	var ds diag.List
	for _, f := range p.Files {
		for _, d := range f.Directives {
			if d.Generates() {
				ds = append(ds, p.World.Diagnose(d.Pos, d.End, "go-source", "functions of Go packages cannot be translated by this build of chad", ""))
			}
		}
	}
	return nil, ds
}

// stubs declares what directives ask for.
func stubs(f *load.File) ([]byte, []load.Import) { return load.Declarations(f) }
