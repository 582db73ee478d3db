package load

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/seed-4b734f86/gochad/internal/diag"
)

// A Checked is a package that somebody else has parsed, with comments, and type-checked: an analysis driver.
type Checked struct {
	Fset  *token.FileSet
	Files []*ast.File
	Types *types.Package
	Sizes types.Sizes
	// Module is the path of the module, if it is known: other packages of it are loaded when they are asked for.
	Module string
	// ReadFile gives the text of a file.
	ReadFile func(name string) ([]byte, error)
}

// Of makes a package of a checked one, with its directives. It is checked once more, without generated files and with
// what stands for them, against the same imports. What it calls in other packages of its module is read from their
// folders when it is asked for. more is as [Options].More. The messages are about directives.
//
// The error is about a file that cannot be read.
func Of(c *Checked, more func(f *File, qualifier types.Qualifier) string) (*Package, diag.List, error) {
	w := &World{
		opt: Options{More: more}, sizes: c.Sizes, given: map[string]*types.Package{},
		Fset: c.Fset, meta: map[string]*packages.Package{}, byID: map[string]*Package{},
		sources: map[string]*diag.Source{},
	}
	p := &Package{
		Path: c.Types.Path(), ID: c.Types.Path(), Name: c.Types.Name(), World: w, Fset: c.Fset,
		meta: &packages.Package{ID: c.Types.Path()}, checked: true,
	}
	for _, i := range c.Types.Imports() {
		w.given[i.Path()] = i
	}
	if v := c.Types.GoVersion(); v != "" {
		p.Module = &packages.Module{Path: c.Module, GoVersion: strings.TrimPrefix(v, "go")}
	}
	for _, syntax := range c.Files {
		name := c.Fset.File(syntax.FileStart).Name()
		text, err := c.ReadFile(name)
		if err != nil {
			return nil, nil, err
		}
		p.Dir = filepath.Dir(name)
		if bytes.HasPrefix(text, []byte(Header)) {
			p.Generated = append(p.Generated, name)
			continue
		}
		src := diag.NewSource(filepath.Base(name), text)
		w.sources[name] = src
		f := &File{Path: name, Name: src.Name, Target: TargetName(name), Source: src, Syntax: syntax, Package: p}
		p.Files = append(p.Files, f)
		p.errs = append(p.errs, f.directives()...)
	}
	w.opt.Dir = p.Dir
	p.closure = []*Package{p}
	p.elsewhere = lazily(c.Module, p.Dir)
	p.check()
	return p, p.errs, nil
}

// lazily finds packages of a module, each when it is first asked for.
func lazily(module, dir string) func(path string) *Package {
	found := map[string]*Package{}
	return func(path string) *Package {
		if module == "" || path != module && !hasPathPrefix(path, module) {
			return nil
		}
		if p, ok := found[path]; ok {
			return p
		}
		found[path] = nil
		w, err := List([]string{path}, Options{Dir: dir})
		if err != nil || len(w.Packages) == 0 || len(w.Check(w.Packages[0])) > 0 {
			return nil
		}
		found[path] = w.Packages[0]
		return found[path]
	}
}

func hasPathPrefix(path, module string) bool {
	return len(path) > len(module) && path[:len(module)] == module && path[len(module)] == '/'
}
