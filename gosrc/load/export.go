package load

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"

	"github.com/seed-4b734f86/gochad/internal/diag"
)

// exports reads the types of packages from the export data that the go command has.
type exports struct {
	fset  *token.FileSet
	load  func(paths []string) ([]*packages.Package, error) // asks the go command
	files map[string]string                                 // by path
	types map[string]*types.Package
	fails map[string]string // why there is no file
}

func newExports(w *World) *exports {
	cfg := w.config(packages.NeedName | packages.NeedExportFile)
	return &exports{
		fset: w.Fset, files: map[string]string{}, types: map[string]*types.Package{"unsafe": types.Unsafe},
		load:  func(paths []string) ([]*packages.Package, error) { return packages.Load(cfg, paths...) },
		fails: map[string]string{},
	}
}

// pkg is the package of a path, read when it is first asked for.
func (x *exports) pkg(path string) (*types.Package, error) {
	if p := x.types[path]; p != nil && p.Complete() {
		return p, nil
	}
	name := x.files[path]
	if name == "" {
		return nil, fmt.Errorf("package %s cannot be compiled: %s", path, cmp.Or(x.fails[path], "no export data"))
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	r, err := gcexportdata.NewReader(bufio.NewReader(f))
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(r, x.fset, x.types, path)
}

// loadExports asks the go command for the export data of what the packages import from other modules. It compiles what
// is not in its cache.
func (w *World) loadExports(order []*Package) diag.List {
	if w.export == nil {
		w.export = newExports(w)
	}
	need := map[string]bool{}
	for _, p := range order {
		if p.Types != nil {
			continue
		}
		for _, m := range p.meta.Imports {
			if path := m.PkgPath; !w.isLocal(m) && path != "unsafe" && path != "C" && w.export.files[path] == "" &&
				len(m.Errors) == 0 {
				need[path] = true
			}
		}
	}
	if len(need) == 0 {
		return nil
	}
	pkgs, err := w.export.load(slices.Sorted(maps.Keys(need)))
	if err != nil {
		return driverList(w.driver(err))
	}
	for _, p := range pkgs {
		w.export.files[p.PkgPath] = p.ExportFile
		for _, e := range p.Errors {
			w.export.fails[p.PkgPath] = strings.TrimSpace(e.Msg)
		}
	}
	return nil
}

func driverList(err error) diag.List {
	var list *diag.Error
	if errors.As(err, &list) {
		return list.List
	}
	return diag.List{{Code: CodeList, Message: err.Error()}}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
