package cli

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/frontend/gosrc/load"
	"github.com/seed-4b734f86/gochad/gen"
)

// fitting is the Go file for a .chad file, as one of its package: its helpers are named for it where another .chad file of the
// folder is generated too, or a Go file that chad did not write has a name that they would take. What other generated files
// look like does not matter, so that the order of generating does not.
func (o *genOptions) fitting(g generated, src []byte, pkg string) ([]byte, error) {
	opt := chad.EmitOptions{BLAS: o.blas}
	if neighbours(g.file) {
		opt.Suffix = gen.Suffix(g.file)
	}
	out, err := opt.Generate(g.file, src, pkg)
	if err != nil || opt.Suffix != "" || !taken(filepath.Dir(g.target), pkg, out) {
		return out, err
	}
	opt.Suffix = gen.Suffix(g.file)
	return opt.Generate(g.file, src, pkg)
}

// neighbours says whether another .chad file of the folder has directives. One that cannot be read has none.
func neighbours(file string) bool {
	for _, f := range filesIn(filepath.Dir(file), ".chad") {
		if filepath.Clean(f) == filepath.Clean(file) || !readable(f) {
			continue
		}
		if src, err := readSource(f); err == nil && chad.HasDirective(src) {
			return true
		}
	}
	return false
}

// taken says whether the unexported names that out declares are names of the package pkg in the folder.
func taken(dir, pkg string, out []byte) bool {
	ours := declared("", out, false)
	for _, f := range filesIn(dir, ".go") {
		src, err := os.ReadFile(f)
		if err != nil || bytes.HasPrefix(src, []byte(load.Header)) {
			continue // go build will say what is wrong with a file that cannot be read
		}
		for name := range declared(pkg, src, true) {
			if ours[name] && !ast.IsExported(name) && name != "_" && name != "init" {
				return true
			}
		}
	}
	return false
}

// filesIn are the files of a folder with an extension; none, if it cannot be read. The folder's name may have any letters, also
// those that are patterns.
func filesIn(dir, ext string) []string {
	entries, _ := os.ReadDir(dir)
	var out []string
	for _, e := range entries {
		if filepath.Ext(e.Name()) == ext {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	return out
}

// declared are the names of package level of a Go file, with those of its imports if they are asked for, if it is of the package; an
// empty one means any.
func declared(pkg string, src []byte, imports bool) map[string]bool {
	f, _ := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	names := map[string]bool{}
	if f == nil || pkg != "" && f.Name.Name != pkg {
		return names
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				names[d.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					names[s.Name.Name] = true
				case *ast.ValueSpec:
					for _, id := range s.Names {
						names[id.Name] = true
					}
				case *ast.ImportSpec:
					names[importName(s)] = imports
				}
			}
		}
	}
	return names
}

// importName is the name of an import in its file, as far as its path tells.
func importName(s *ast.ImportSpec) string {
	if s.Name != nil {
		return s.Name.Name
	}
	p := strings.Trim(s.Path.Value, "`\"")
	return p[strings.LastIndexByte(p, '/')+1:]
}
