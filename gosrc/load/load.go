package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/seed-4b734f86/gochad/internal/diag"
)

// Options say how packages are loaded. The zero value loads those of the current folder's module.
type Options struct {
	// Context ends the go commands that are run; nil is one that does not end.
	Context context.Context
	// Dir is the folder that relative patterns start from; empty is the current one.
	Dir string
	// Tags are build tags, separated by commas, as go build's flag has them.
	Tags string
	// SkipExcluded leaves out packages of which build constraints exclude all files, as the go command does for
	// patterns with "...". Otherwise they are errors.
	SkipExcluded bool
	// Chooses is what the command is told by which of the functions is meant, as in "--func Price", or empty.
	Chooses string
	// Env is the environment of the go command; nil is that of the process.
	Env []string
	// More declares what else is generated for a file, besides the functions and workspaces that [Declarations]
	// declares: it returns the text of declarations without bodies. The types of the package are known as far as they
	// can be without generated functions. Nil is nothing more.
	More func(f *File, qualifier types.Qualifier) string
}

// Packages loads the packages that the patterns name and checks those that have directives. It returns all of them;
// those without directives are only listed. The error is a [*diag.Error] with positions where the packages are at
// fault.
//
// Costs, for a module of a few packages with the go command's cache warm: about 0.1 s to list and 0.1 s to find
// export data, and the time to parse and check the packages of the user's modules that are reached.
func Packages(patterns []string, opt Options) ([]*Package, error) {
	w, err := List(patterns, opt)
	if err != nil {
		return nil, err
	}
	var ds diag.List
	for _, p := range w.Packages {
		if p.Concerned() {
			ds = append(ds, w.Check(p)...)
		}
	}
	return w.Packages, ds.Err()
}

const listMode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps |
	packages.NeedModule | packages.NeedTypesSizes | packages.NeedForTest

// List finds the packages that the patterns name, with their imports and directives. Directory names, patterns with
// "..." and import paths are those of the go command; a file name, x.go, stands for its package.
// The error is about patterns that match nothing, folders without Go files and broken go.mod files; errors in packages
// and in their directives are left to [World.Check].
func List(patterns []string, opt Options) (*World, error) {
	if opt.Dir == "" {
		dir, err := os.Getwd()
		if err != nil {
			return nil, err
		}
		opt.Dir = dir
	}
	w := &World{
		Fset: token.NewFileSet(), opt: opt,
		byID: map[string]*Package{}, sources: map[string]*diag.Source{},
	}
	patterns, err := queries(patterns, opt.Dir)
	if err != nil {
		return nil, err
	}
	roots, err := w.list(patterns, nil)
	if err != nil {
		return nil, err
	}
	if overlay := w.emptied(); len(overlay) > 0 {
		if roots, err = w.list(patterns, overlay); err != nil {
			return nil, err
		}
	}
	if err := w.choose(roots); err != nil {
		return nil, err
	}
	return w, nil
}

// queries makes patterns of the go command of what a user writes: existing folders get ./, and files are queries. The
// error is about a file that there is not.
func queries(patterns []string, dir string) (out []string, err error) {
	for _, p := range patterns {
		abs := p
		if !filepath.IsAbs(abs) {
			abs = filepath.Join(dir, p)
		}
		info, err := os.Stat(abs)
		none := errors.Is(err, os.ErrNotExist)
		switch {
		case none && (strings.HasSuffix(p, ".go") || strings.HasPrefix(p, ".") && !strings.Contains(p, "...")):
			return nil, absent(p, abs)
		case strings.HasSuffix(p, ".go"):
			out = append(out, "file="+abs)
		case err == nil && info.IsDir() && !filepath.IsAbs(p) && p[0] != '.':
			out = append(out, "./"+filepath.ToSlash(p))
		default:
			out = append(out, p)
		}
	}
	return out, nil
}

// list runs the go command.
func (w *World) list(patterns []string, overlay map[string][]byte) ([]*packages.Package, error) {
	cfg := w.config(listMode)
	cfg.Tests = true
	cfg.Overlay = overlay
	roots, err := packages.Load(cfg, patterns...)
	if err != nil {
		return nil, w.driver(err)
	}
	w.meta = map[string]*packages.Package{}
	packages.Visit(roots, nil, func(p *packages.Package) {
		w.meta[p.ID] = p
		if p.TypesSizes != nil {
			w.sizes = p.TypesSizes
		}
	})
	return roots, nil
}

func (w *World) config(mode packages.LoadMode) *packages.Config {
	cfg := &packages.Config{Mode: mode, Context: w.opt.Context, Dir: w.opt.Dir, Env: w.opt.Env, Fset: w.Fset}
	if w.opt.Tags != "" {
		cfg.BuildFlags = []string{"-tags=" + w.opt.Tags}
	}
	return cfg
}

// emptied is an overlay that takes generated files out of the go command's sight, if one of them, broken or left over
// from another package, keeps it from seeing the packages.
func (w *World) emptied() map[string][]byte {
	overlay := map[string][]byte{}
	for _, p := range w.meta {
		if len(p.Errors) == 0 {
			continue
		}
		for _, name := range generatedIn(p.Dir) {
			overlay[name] = []byte("//go:build ignore\n\npackage ignored\n")
		}
	}
	return overlay
}

// generatedIn lists the Go files in a folder that carry our header.
func generatedIn(dir string) []string {
	if dir == "" {
		return nil
	}
	names, err := filepath.Glob(filepath.Join(globQuote(dir), "*"+suffixOfTarget+"*.go"))
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(names, func(name string) bool { return !isGenerated(name) })
}

func globQuote(dir string) string {
	var b strings.Builder
	for _, r := range dir {
		if strings.ContainsRune(`*?[\`, r) && filepath.Separator != '\\' {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// isGenerated reports whether a file begins with our header.
func isGenerated(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	buf := make([]byte, len(Header))
	n, _ := f.Read(buf)
	return string(buf[:n]) == Header
}

// choose makes the packages of the world from the roots of the listing.
func (w *World) choose(roots []*packages.Package) error {
	var ds diag.List
	variant := map[string]*packages.Package{} // by path: the package with the test files in it
	for _, r := range roots {
		if r.ForTest != "" && r.PkgPath == r.ForTest {
			variant[r.PkgPath] = r
		}
	}
	for _, r := range roots {
		if strings.HasSuffix(r.ID, ".test") && r.Name == "main" {
			continue
		}
		if r.ForTest != "" && r.PkgPath == r.ForTest {
			continue // in the place of the package, if at all
		}
		if len(r.GoFiles) == 0 && variant[r.PkgPath] == nil {
			if !w.opt.SkipExcluded || len(r.IgnoredFiles) == 0 {
				ds = append(ds, w.listErrors(r)...)
			}
			continue
		}
		p, err := w.source(r)
		if err != nil {
			return err
		}
		if v := variant[r.PkgPath]; v != nil && r.ForTest == "" {
			q, err := w.source(v)
			if err != nil {
				return err
			}
			if len(q.directives()) > len(p.directives()) {
				p = q
			}
		}
		w.Packages = append(w.Packages, p)
	}
	return ds.Err()
}

// source reads the files of a package and the directives in them.
func (w *World) source(m *packages.Package) (*Package, error) {
	if p := w.byID[m.ID]; p != nil {
		return p, nil
	}
	p := &Package{
		Path: m.PkgPath, Name: m.Name, ID: m.ID, Dir: m.Dir, Module: m.Module, World: w, Fset: w.Fset, meta: m,
	}
	w.byID[m.ID] = p
	if p.Dir == "" && len(m.GoFiles) > 0 {
		p.Dir = filepath.Dir(m.GoFiles[0])
	}
	p.Generated = generatedIn(p.Dir)
	for _, name := range m.GoFiles {
		src := w.sources[name]
		if src == nil {
			text, err := os.ReadFile(name)
			if err != nil {
				return nil, fmt.Errorf("cannot read %s: %w", w.Display(name), errors.Unwrap(err))
			}
			src = diag.NewSource(w.Display(name), text)
		}
		if bytes.HasPrefix(src.Text, []byte(Header)) {
			continue
		}
		w.sources[name] = src
		f := &File{Path: name, Name: src.Name, Target: TargetName(name), Source: src, Package: p}
		p.Files = append(p.Files, f)
		if mentions(src.Text) {
			ds := f.parse()
			p.broken = p.broken || len(ds) > 0
			p.errs = append(append(p.errs, ds...), f.directives()...)
		}
	}
	return p, nil
}

// parse parses the file once. What the parser could make of a broken file is kept.
func (f *File) parse() diag.List {
	if f.Syntax != nil {
		return nil
	}
	fset := f.Package.Fset
	syntax, err := parser.ParseFile(fset, f.Path, f.Source.Text, parser.ParseComments|parser.SkipObjectResolution)
	f.Syntax = syntax
	return f.scanErrors(err)
}

func (p *Package) directives() []*Directive {
	var out []*Directive
	for _, f := range p.Files {
		out = append(out, f.Directives...)
	}
	return out
}
