package chad_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A derivative in reverse mode, what it calls inlined, shares no binder with the definition that it is of, nor with
// another derivative of it: the functor reads terms that are not copied for it.
func TestOwnBinders(t *testing.T) {
	var files []string
	for _, glob := range []string{"../examples/fits/models/*/*.chad", "../text/testdata/*/*.chad", "testdata/hostile/*.chad", "testdata/*.chad"} {
		found, err := filepath.Glob(glob)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	seen := 0
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m, err := chad.Parse(file, src)
		if err != nil {
			continue // of what is refused
		}
		for _, name := range m.Names() {
			f, err := m.Func(name)
			if err != nil {
				t.Fatal(err)
			}
			owner := map[*syntax.Var]string{}
			for _, d := range m.Program().Defs {
				noBinderTwice(t, owner, d, file)
			}
			for range 2 {
				g, err := chad.VJP(f)
				if err != nil {
					break
				}
				seen++
				noBinderTwice(t, owner, g.Def(), file)
			}
		}
	}
	if seen < 100 {
		t.Errorf("%d derivatives", seen)
	}
}

// noBinderTwice adds the binders of d to owner.
func noBinderTwice(t *testing.T, owner map[*syntax.Var]string, d *syntax.Def, file string) {
	t.Helper()
	bind := func(x *syntax.Var) {
		if by, ok := owner[x]; ok {
			t.Fatalf("%s: %s binds %s, as %s does", file, d.Name, x.Name, by)
		}
		owner[x] = d.Name
	}
	for _, x := range d.Params {
		bind(x)
	}
	syntax.EachNode(d.Body, func(s syntax.Term) { syntax.Binders(s, bind) })
}
