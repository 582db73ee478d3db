package elementary

import (
	"embed"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed exp*.go log*.go tanh*.go sin*.go cos*.go circle*.go sigmoid*.go softplus*.go
var files embed.FS

// A unit is one file of functions or tables.
type unit struct {
	source   string   // without package clause and imports
	declared []string // its package-level names, in order
	imports  []string
	needs    []string // other units, directly
}

// units are the files by their names, without extension.
var units = sync.OnceValue(func() map[string]*unit {
	all := map[string]*unit{}
	home := map[string]string{}
	unresolved := map[string][]*ast.Ident{}
	entries, _ := files.ReadDir(".")
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), ".go")
		if strings.HasSuffix(name, "_test") {
			continue
		}
		text, _ := files.ReadFile(e.Name())
		u, f := read(e.Name(), strings.ReplaceAll(string(text), "\r\n", "\n"))
		all[name], unresolved[name] = u, f.Unresolved
		for _, d := range u.declared {
			home[d] = name
		}
	}
	for name, u := range all {
		for _, id := range unresolved[name] {
			if h, ok := home[id.Name]; ok && !slices.Contains(u.needs, h) {
				u.needs = append(u.needs, h)
			}
		}
	}
	return all
})

// read takes a file apart.
func read(name, text string) (*unit, *ast.File) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, parser.ParseComments)
	if err != nil {
		panic("elementary: " + err.Error()) // it is compiled too
	}
	u := &unit{}
	end := f.Name.End()
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			u.declared = append(u.declared, d.Name.Name)
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				end = d.End()
			}
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.ImportSpec:
					path, _ := strconv.Unquote(s.Path.Value)
					u.imports = append(u.imports, path)
				case *ast.ValueSpec:
					for _, id := range s.Names {
						u.declared = append(u.declared, id.Name)
					}
				}
			}
		}
	}
	u.source = strings.TrimSpace(text[fset.Position(end).Offset:])
	return u, f
}

// Source is the Go source of a function of this package, such as exp, with its comment
// and without package clause and imports, and the names of the further sources that it
// needs to compile: functions and tables, each after its own needs, none twice. Source
// serves those names too. It takes time linear in the package once, then constant time.
func Source(name string) (src string, deps []string, ok bool) {
	name = strings.ToLower(name)
	u, ok := units()[name]
	if !ok {
		return "", nil, false
	}
	seen := map[string]bool{name: true}
	var visit func(u *unit)
	visit = func(u *unit) {
		for _, n := range u.needs {
			if !seen[n] {
				seen[n] = true
				visit(units()[n])
				deps = append(deps, n)
			}
		}
	}
	visit(u)
	return u.source, deps, true
}

// Imports are the import paths that one source by itself needs: math and math/bits at most.
func Imports(name string) []string {
	if u, ok := units()[strings.ToLower(name)]; ok {
		return slices.Clone(u.imports)
	}
	return nil
}

// Declared are the package-level names that one source by itself declares, its functions
// first among them: a generated file that includes it has them taken.
func Declared(name string) []string {
	if u, ok := units()[strings.ToLower(name)]; ok {
		return slices.Clone(u.declared)
	}
	return nil
}

// Names are the names of all sources, sorted.
func Names() []string { return slices.Sorted(maps.Keys(units())) }
