// Package doccheck reads Go sources for the tests that keep the documentation
// whole: every exported identifier has a comment, and every place that a page
// under docs/ names exists.
package doccheck

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A Source is the parsed Go files of a module, without those of tests,
// generated files and nested modules.
type Source struct {
	root  string
	fset  *token.FileSet
	files map[string]*ast.File // by slash-separated path from the root
}

// Load parses all packages below root. The error names the file that does not parse.
func Load(root string) (*Source, error) {
	s := &Source{root: root, fset: token.NewFileSet(), files: map[string]*ast.File{}}
	return s, filepath.WalkDir(root, s.visit)
}

func (s *Source) visit(path string, d fs.DirEntry, err error) error {
	if err != nil {
		return err
	}
	name := d.Name()
	if d.IsDir() {
		nested := path != s.root && exists(filepath.Join(path, "go.mod"))
		if nested || name == "testdata" || strings.HasPrefix(name, ".") && path != s.root {
			return filepath.SkipDir
		}
		return nil
	}
	if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
		return nil
	}
	f, err := parser.ParseFile(s.fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	rel, err := filepath.Rel(s.root, path)
	if err != nil {
		return err
	}
	s.files[filepath.ToSlash(rel)] = f
	return nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Files lists the paths of all files, sorted.
func (s *Source) Files() []string {
	return slices.Sorted(maps.Keys(s.files))
}

// Undocumented lists exported identifiers without a comment and packages
// without one, as file:line: name. Generated files are left out.
func (s *Source) Undocumented() []string {
	var out []string
	packages := map[string]bool{}
	for _, path := range s.Files() {
		f := s.files[path]
		dir := filepath.ToSlash(filepath.Dir(path))
		packages[dir] = packages[dir] || f.Doc != nil
		if ast.IsGenerated(f) {
			continue
		}
		for _, d := range f.Decls {
			for _, id := range exported(d) {
				out = append(out, fmt.Sprintf("%s:%d: %s", path, s.fset.Position(id.Pos()).Line, id.Name))
			}
		}
	}
	for dir, ok := range packages {
		if !ok {
			out = append(out, dir+": package comment")
		}
	}
	slices.Sort(out)
	return out
}

// SilentErrors lists exported functions that return an error and whose comment
// does not say when.
func (s *Source) SilentErrors() []string {
	var out []string
	for _, path := range s.Files() {
		for _, d := range s.files[path].Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() || !exportedReceiver(f) || !returnsError(f) ||
				ast.IsGenerated(s.files[path]) {
				continue
			}
			if !saysError.MatchString(f.Doc.Text()) {
				out = append(out, fmt.Sprintf("%s:%d: %s", path, s.fset.Position(f.Pos()).Line, f.Name.Name))
			}
		}
	}
	return out
}

var saysError = regexp.MustCompile(`(?i)\berr|\bfail|\brefus|\bmust\b|\bunless\b`)

func returnsError(f *ast.FuncDecl) bool {
	if f.Type.Results == nil {
		return false
	}
	results := f.Type.Results.List
	id, ok := results[len(results)-1].Type.(*ast.Ident)
	return ok && id.Name == "error"
}

// exported lists what a declaration exports without a comment.
func exported(d ast.Decl) []*ast.Ident {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Doc == nil && d.Name.IsExported() && exportedReceiver(d) {
			return []*ast.Ident{d.Name}
		}
	case *ast.GenDecl:
		var out []*ast.Ident
		for _, sp := range d.Specs {
			switch sp := sp.(type) {
			case *ast.TypeSpec:
				if d.Doc == nil && sp.Doc == nil && sp.Comment == nil && sp.Name.IsExported() {
					out = append(out, sp.Name)
				}
				if sp.Name.IsExported() {
					out = append(out, members(sp.Type)...)
				}
			case *ast.ValueSpec:
				for _, id := range sp.Names {
					if d.Doc == nil && sp.Doc == nil && sp.Comment == nil && id.IsExported() {
						out = append(out, id)
					}
				}
			}
		}
		return out
	}
	return nil
}

// members lists the exported methods of an interface type without a comment. Fields of
// structs may be explained by the comment of the struct.
func members(t ast.Expr) []*ast.Ident {
	i, ok := t.(*ast.InterfaceType)
	if !ok {
		return nil
	}
	var out []*ast.Ident
	for _, m := range i.Methods.List {
		if m.Doc != nil || m.Comment != nil {
			continue
		}
		for _, id := range m.Names {
			if id.IsExported() {
				out = append(out, id)
			}
		}
	}
	return out
}

func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	return ast.IsExported(receiver(d))
}

// receiver is the name of the type that a method belongs to.
func receiver(d *ast.FuncDecl) string {
	t := d.Recv.List[0].Type
	for {
		switch u := t.(type) {
		case *ast.StarExpr:
			t = u.X
		case *ast.IndexExpr:
			t = u.X
		case *ast.IndexListExpr:
			t = u.X
		case *ast.Ident:
			return u.Name
		default:
			return ""
		}
	}
}

// Declares reports whether a file declares name at top level: a function, a
// type, a variable or a constant, or Type.method.
func (s *Source) Declares(path, name string) bool {
	f := s.files[path]
	if f == nil {
		return false
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			full := d.Name.Name
			if d.Recv != nil {
				full = receiver(d) + "." + full
			}
			if full == name {
				return true
			}
		case *ast.GenDecl:
			for _, sp := range d.Specs {
				switch sp := sp.(type) {
				case *ast.TypeSpec:
					if sp.Name.Name == name {
						return true
					}
				case *ast.ValueSpec:
					if slices.ContainsFunc(sp.Names, func(id *ast.Ident) bool { return id.Name == name }) {
						return true
					}
				}
			}
		}
	}
	return false
}

// A Span is where a declaration stands in its file, in bytes.
type Span struct{ From, To int }

// Text is where the function or method, as Type.Method, stands in a file, with its comment.
func (s *Source) Text(path, name string) (Span, bool) {
	f := s.files[path]
	if f == nil {
		return Span{}, false
	}
	for _, d := range f.Decls {
		d, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		full := d.Name.Name
		if d.Recv != nil {
			full = receiver(d) + "." + full
		}
		if full == name {
			from := d.Pos()
			if d.Doc != nil {
				from = d.Doc.Pos()
			}
			return Span{s.fset.Position(from).Offset, s.fset.Position(d.End()).Offset}, true
		}
	}
	return Span{}, false
}
