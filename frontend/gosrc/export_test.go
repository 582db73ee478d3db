package gosrc

import (
	"testing"

	"github.com/seed-4b734f86/gochad/frontend/gosrc/load"
)

// Loaded is the package of a folder, with what stands for generated functions.
func Loaded(t *testing.T, dir string) *load.Package {
	t.Helper()
	pkgs, err := load.Packages([]string{"."}, load.Options{Dir: dir, More: Adapters})
	if err != nil {
		t.Fatal(err)
	}
	return pkgs[0]
}
