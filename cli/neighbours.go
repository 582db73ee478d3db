package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	goversion "go/version"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gen"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/internal/diag"
)

// fitting is the Go file for a .chad file, as one of its package: its helpers are named for it where another .chad file
// of the folder is generated too, or a Go file that chad did not write has a name that they would take. What other
// generated files look like does not matter, so that the order of generating does not. It says which language it is in
// where its module is of an older one.
func (o *genOptions) fitting(ctx context.Context, g generated, src []byte, pkg string) ([]byte, error) {
	opt := chad.EmitOptions{BLAS: o.blas}
	theirs := theirNames(filepath.Dir(g.target), pkg)
	suffix := gen.Suffix(g.file)
	for longer := true; longer; {
		longer = false
		for n := range theirs {
			longer = longer || strings.HasSuffix(n, suffix)
		}
		if longer {
			suffix = "_" + suffix
		}
	}
	if neighbours(g.file) {
		opt.Suffix = suffix
	}
	out, err := opt.GenerateContext(ctx, g.file, src, pkg)
	if err == nil && opt.Suffix == "" && taken(theirs, out) {
		opt.Suffix = suffix
		out, err = opt.GenerateContext(ctx, g.file, src, pkg)
	}
	if err == nil && older(filepath.Dir(g.target)) {
		out = bytes.Replace(out, []byte("\n\n"), []byte("\n\n//go:build "+load.Language+"\n\n"), 1)
	}
	return out, err
}

// older says whether the module of a folder is of an older language than what is generated.
func older(dir string) bool {
	dir, err := filepath.Abs(dir)
	for err == nil {
		text, none := os.ReadFile(filepath.Join(dir, "go.mod"))
		if none == nil {
			mod, err := modfile.ParseLax("go.mod", text, nil)
			return err == nil && (mod.Go == nil || goversion.Compare("go"+mod.Go.Version, load.Language) < 0)
		}
		if dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	return false
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

// taken says whether unexported names that out declares are among theirs.
func taken(theirs map[string]bool, out []byte) bool {
	for n := range namesIn("", out, declared) {
		if theirs[n.name] && !ast.IsExported(n.name) {
			return true
		}
	}
	return false
}

// theirNames are the names of package level, and of imports, in the Go files of a folder that chad did not write.
func theirNames(dir, pkg string) map[string]bool {
	names := map[string]bool{}
	for _, f := range filesIn(dir, ".go") {
		src, err := os.ReadFile(f)
		if err != nil || bytes.HasPrefix(src, []byte(load.Header)) {
			continue // go build will say what is wrong with a file that cannot be read
		}
		for _, of := range []func(*ast.File, func(*ast.Ident)){declared, imported} {
			for n := range namesIn(f, src, of) {
				if n.pkg == pkg {
					names[n.name] = true
				}
			}
		}
	}
	return names
}

// A named is a name of package level.
type named struct{ dir, pkg, name string }

// again finds what .chad files make, or import, that something else in their package is called, too.
func again(all []generated) error {
	fresh := map[string][]byte{} // what this run makes
	where := map[named]string{}  // a .chad file, or a place in Go
	var from []generated
	for _, g := range all {
		fresh[filepath.Clean(g.target)] = g.new
		if filepath.Ext(g.file) == ".chad" && g.new != nil {
			from = append(from, g)
		}
	}
	var errs []error
	read := map[string]bool{}
	for _, g := range from { // Go files know each other
		dir := filepath.Dir(g.target)
		if read[dir] {
			continue
		}
		read[dir] = true
		for _, f := range filesIn(dir, ".go") {
			src, ok := fresh[filepath.Clean(f)]
			if slices.ContainsFunc(from, func(g generated) bool {
				return filepath.Clean(g.target) == filepath.Clean(f)
			}) {
				continue
			}
			if !ok {
				src, _ = os.ReadFile(f) // go build will say what is wrong with a file that cannot be read
			}
			if !left(f, src) {
				for n, pos := range namesIn(f, src, declared) {
					where[n] = pos.String()
				}
			}
		}
	}
	for _, g := range from {
		for n := range namesIn(g.target, g.new, declared) {
			if other := where[n]; other != "" {
				errs = append(errs, nameError(g.file, n.name, other))
			}
			where[n] = g.file
		}
	}
	for _, g := range from { // nothing in a package may be called as what a file imports
		for n := range namesIn(g.target, g.new, imported) {
			if other := where[n]; other != "" {
				errs = append(errs, nameError(g.file, n.name, other))
			}
		}
	}
	slices.SortFunc(errs, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(errs...)
}

// namesIn are names in a Go file.
func namesIn(file string, src []byte, of func(*ast.File, func(*ast.Ident))) map[named]token.Position {
	names := map[named]token.Position{}
	fset := token.NewFileSet()
	if f, _ := parser.ParseFile(fset, file, src, parser.SkipObjectResolution); f != nil {
		of(f, func(id *ast.Ident) {
			if id.Name != "_" && id.Name != "init" {
				names[named{filepath.Dir(filepath.Clean(file)), f.Name.Name, id.Name}] = fset.Position(id.Pos())
			}
		})
	}
	return names
}

// left says whether a file is what was generated for one that is no longer there.
func left(file string, src []byte) bool {
	from := load.SourceOf(src)
	if !bytes.HasPrefix(src, []byte(load.Header)) || from == "" {
		return false
	}
	_, err := os.Stat(filepath.Join(filepath.Dir(file), from))
	return err != nil
}

var definition = regexp.MustCompile(`(?m)^(?:def|data)[ \t]+([\pL\pN_']+)`)

// nameError says that what is made of a definition in a .chad file has a name that is taken.
func nameError(file, name, where string) error {
	text, err := readSource(file)
	if err != nil {
		return err
	}
	src := diag.NewSource(file, text)
	from, to := 0, 0
	for _, m := range definition.FindAllSubmatchIndex(text, -1) { // the one whose name it begins with, most of all
		if own := string(text[m[2]:m[3]]); strings.HasPrefix(strings.ToLower(name), strings.ToLower(own)) &&
			len(own) > to-from {
			from, to = m[2], m[3]
		}
	}
	return diag.List{src.Diagnose(from, to, "name-taken",
		fmt.Sprintf("the Go name %s is taken: %s has one, in the same package", name, where),
		"rename one of the two, or put both files into one")}.Err()
}

// filesIn are the files of a folder with an extension; none, if it cannot be read. The folder's name may have any
// letters, also those that are patterns.
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

// declared yields the names of package level of a Go file.
func declared(f *ast.File, yield func(*ast.Ident)) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				yield(d.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					yield(s.Name)
				case *ast.ValueSpec:
					for _, id := range s.Names {
						yield(id)
					}
				}
			}
		}
	}
}

// imported yields the names of the packages that a Go file imports.
func imported(f *ast.File, yield func(*ast.Ident)) {
	for _, s := range f.Imports {
		yield(&ast.Ident{NamePos: s.Pos(), Name: importName(s)})
	}
}

// importName is the name of an import in its file, as far as its path tells.
func importName(s *ast.ImportSpec) string {
	if s.Name != nil {
		return s.Name.Name
	}
	p := strings.Trim(s.Path.Value, "`\"")
	return p[strings.LastIndexByte(p, '/')+1:]
}
