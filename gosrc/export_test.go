package gosrc

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc/load"
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

// BLAS are settings that are not the usual ones.
var BLAS = chad.EmitOptions{BLAS: true}

// Marked is what Mark adds to files.
const Marked = "// from the cache"

// Mark adds a comment to all files in the cache.
func (c *Cache) Mark(t *testing.T) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(c.dir, "go", "??", "*.json"))
	if err != nil || len(names) == 0 {
		t.Fatal("nothing in the cache", err)
	}
	for _, name := range names {
		key := filepath.Base(filepath.Dir(name)) + strings.TrimSuffix(filepath.Base(name), ".json")
		out := c.get(key)
		for k := range out.Files {
			out.Files[k] = append(out.Files[k], "\n"+Marked+"\n"...)
		}
		c.put(key, out)
	}
}
