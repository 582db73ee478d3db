package wrap

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"

	"github.com/seed-4b734f86/gochad/gen"
)

// A sum that is kept as bytes is for the code that made it. Which code that is, is asked of the cores that compute it,
// and of all that these mention: other functions of the file may change without harm.

// coreFile is the code of all cores of a file.
type coreFile struct {
	fset  *token.FileSet
	text  []byte
	decls map[string][]ast.Decl // by name; methods by that of their type
	roots map[*fn][]string      // what a function calls
}

func newCoreFile(text []byte) (*coreFile, error) {
	c := &coreFile{fset: token.NewFileSet(), text: text, decls: map[string][]ast.Decl{}, roots: map[*fn][]string{}}
	file, err := parser.ParseFile(c.fset, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, d := range file.Decls {
		for _, name := range declares(d) {
			c.decls[name] = append(c.decls[name], d)
		}
	}
	return c, nil
}

// root says that a function calls a core.
func (c *coreFile) root(w *fn, core gen.Core) {
	c.roots[w] = append(c.roots[w], cmp.Or(core.Memory, core.Name))
}

// declares are the names that a declaration is found by.
func declares(d ast.Decl) (out []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return []string{d.Name.Name}
		}
		ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				out = append(out, id.Name)
			}
			return true
		})
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				out = append(out, spec.Name.Name)
			case *ast.ValueSpec:
				for _, id := range spec.Names {
					out = append(out, id.Name)
				}
			}
		}
	}
	return out
}

// places stand in messages of panics, and move with the lines of the file.
var places = regexp.MustCompile(`\.go:\d+:\d+`)

// of is the text of the cores of some functions, some of which may be nil, and of what they mention.
func (c *coreFile) of(fns []*fn) []byte {
	var names []string
	for _, w := range fns {
		if w != nil {
			names = append(names, c.roots[w]...)
		}
	}
	var all []ast.Decl
	for seen := map[string]bool{}; len(names) > 0; {
		name := names[len(names)-1]
		names = names[:len(names)-1]
		if seen[name] {
			continue
		}
		seen[name] = true
		for _, d := range c.decls[name] {
			all = append(all, d)
			ast.Inspect(d, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && !seen[id.Name] && c.decls[id.Name] != nil {
					names = append(names, id.Name)
				}
				return true
			})
		}
	}
	slices.SortFunc(all, func(a, b ast.Decl) int { return int(a.Pos() - b.Pos()) })
	var out []byte
	for _, d := range slices.Compact(all) {
		out = append(out, c.text[c.fset.Position(d.Pos()).Offset:c.fset.Position(d.End()).Offset]...)
	}
	return places.ReplaceAll(out, nil)
}
