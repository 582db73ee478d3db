package load

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/seed-4b734f86/gochad/internal/diag"
)

// Check parses and type-checks a package and, before it, the packages that it imports from the user's modules. It
// resolves what the directives name. The messages are about the Go code of any of these packages and about directives;
// they are nil for a package that has been found right.
func (w *World) Check(p *Package) diag.List {
	if p.checked {
		return p.errs
	}
	p.checked = true
	order, err := w.closure(p)
	p.closure = order
	if err != nil {
		p.errs = append(p.errs, diag.Diagnostic{Code: CodeList, Message: err.Error()})
		return p.errs
	}
	ds := w.missing(order)
	if len(ds) == 0 {
		ds = w.loadExports(order)
	}
	if len(ds) > 0 {
		p.errs = append(p.errs, ds...)
		return p.errs
	}
	for _, q := range order {
		if q == p || !q.checked {
			q.checked = true
			q.check()
		}
		if len(q.errs) > 0 { // what imports it would have errors for want of it
			if q != p {
				p.errs = append(p.errs, q.errs...)
			}
			break
		}
	}
	return p.errs
}

// closure lists the packages from source that p needs, itself last, each behind what it imports.
func (w *World) closure(p *Package) (order []*Package, err error) {
	seen := map[string]bool{}
	var visit func(m *packages.Package) error
	visit = func(m *packages.Package) error {
		if seen[m.ID] || !w.isLocal(m) && m != p.meta {
			return nil
		}
		seen[m.ID] = true
		for _, path := range sortedKeys(m.Imports) {
			if err := visit(m.Imports[path]); err != nil {
				return err
			}
		}
		q, err := w.source(m)
		if err != nil {
			return err
		}
		order = append(order, q)
		return nil
	}
	return order, visit(p.meta)
}

// missing are the errors of the go command about packages and what they import: imports that are not found, cycles.
// Those of the parser are left to ours.
func (w *World) missing(order []*Package) (ds diag.List) {
	seen := map[string]bool{}
	var add func(m *packages.Package)
	add = func(m *packages.Package) {
		if seen[m.ID] {
			return
		}
		seen[m.ID] = true
		for _, e := range m.Errors {
			if e.Kind != packages.ParseError && e.Kind != packages.TypeError {
				ds = append(ds, w.listError(e))
			}
		}
		for _, path := range sortedKeys(m.Imports) {
			add(m.Imports[path])
		}
	}
	for _, p := range order {
		add(p.meta)
	}
	return ds
}

// isLocal reports whether a package is read from source: one of a main module, of a module in a workspace, or of one
// that a replace directive finds in a folder; and variants of packages for tests.
func (w *World) isLocal(m *packages.Package) bool {
	if len(m.GoFiles) == 0 { // unsafe, C, and what is not found
		return false
	}
	if w.elsewhere { // each is read by itself
		return false
	}
	if m.ForTest != "" {
		return true
	}
	if m.Module == nil {
		return !isStandard(m)
	}
	return m.Module.Main || m.Module.Replace != nil && m.Module.Replace.Version == ""
}

// isStandard reports whether a package without a module is of the standard library: its folder is in GOROOT, and the
// first part of its path has no dot.
func isStandard(m *packages.Package) bool {
	first, _, _ := strings.Cut(m.PkgPath, "/")
	return !strings.Contains(first, ".") && m.PkgPath != "command-line-arguments"
}

// check type-checks a package whose imports are known, twice if it has directives: for what the functions they ask for
// look like, and then with them.
func (p *Package) check() {
	w := p.World
	broken := p.broken
	for _, f := range p.Files {
		ds := f.parse()
		broken = broken || len(ds) > 0
		p.errs = append(p.errs, ds...)
		if f.Syntax != nil {
			p.Syntax = append(p.Syntax, f.Syntax)
		}
	}
	if broken {
		return
	}
	if ds := p.tooLarge(); len(ds) > 0 {
		p.errs = append(p.errs, ds...)
		return
	}
	files := p.Syntax
	if p.Concerned() {
		p.types(files) // as far as it goes
		p.resolve()
		stubs, ds := p.stubs()
		p.errs = append(append(append(p.errs, p.names()...), p.meanings()...), ds...)
		if len(p.errs) == 0 {
			p.errs = append(p.errs, p.sums()...)
			files = p.Syntax
		}
		if len(p.errs) > 0 {
			return
		}
		p.Stubs = stubs
		files = append(slices.Clip(files), stubs...)
	}
	p.errs = append(p.errs, w.typeErrors(p.types(files))...)
	p.resolve()
	if len(p.errs) == 0 {
		p.errs = append(p.errs, p.meanings()...) // again, for the objects of this time
	}
}

// types runs the type checker.
func (p *Package) types(files []*ast.File) (errs []types.Error) {
	w := p.World
	info := &types.Info{
		Types:        map[ast.Expr]types.TypeAndValue{},
		Instances:    map[*ast.Ident]types.Instance{},
		Defs:         map[*ast.Ident]types.Object{},
		Uses:         map[*ast.Ident]types.Object{},
		Implicits:    map[ast.Node]types.Object{},
		Selections:   map[*ast.SelectorExpr]*types.Selection{},
		Scopes:       map[ast.Node]*types.Scope{},
		FileVersions: map[*ast.File]string{},
	}
	sizes := w.sizes
	if sizes == nil {
		sizes = types.SizesFor("gc", build.Default.GOARCH)
	}
	conf := &types.Config{
		Importer:    importer{p},
		Sizes:       sizes,
		FakeImportC: true,
		Error: func(err error) {
			if e, ok := err.(types.Error); ok { //nolint:errorlint // the type checker reports types.Error itself
				errs = append(errs, e)
			}
		},
	}
	if m := p.Module; m != nil && m.GoVersion != "" {
		conf.GoVersion = "go" + m.GoVersion
	}
	pkg := types.NewPackage(p.Path, p.Name)
	_ = types.NewChecker(conf, w.Fset, pkg, info).Files(files) // the errors are in errs
	p.Types, p.TypesInfo = pkg, info
	return errs
}

// importer finds the types of what a package imports.
type importer struct{ p *Package }

// Import finds a package by the path that an import declaration names.
func (i importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := i.p.World.given[path]; p != nil {
		return p, nil
	}
	m := i.p.meta.Imports[path]
	if m == nil {
		return nil, fmt.Errorf("package %s is not found", path)
	}
	w := i.p.World
	if w.isLocal(m) {
		if q := w.byID[m.ID]; q != nil && q.Types != nil {
			return q.Types, nil
		}
		return nil, fmt.Errorf("package %s has errors", path)
	}
	return w.export.pkg(m.PkgPath)
}
