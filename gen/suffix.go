package gen

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
)

// Suffix is what the unexported names of a file generated from source end with, if they have to differ from those of
// other files of its package: an underscore and the name of the file without its extension, as letters, digits and
// underscores. Files of different names have different ones. Underscores before it make others, which are those of no
// file: the go command passes files over whose names begin with one.
func Suffix(source string) string {
	source = filepath.Base(source)
	source = strings.TrimSuffix(source, filepath.Ext(source))
	var b strings.Builder
	b.WriteByte('_')
	for i, r := range source {
		plain := r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
		if !plain || escape.MatchString(source[i:]) {
			fmt.Fprintf(&b, "x%x_", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// escape is what stands for another letter in a suffix, at its beginning.
var escape = regexp.MustCompile(`^x[0-9a-f]+_`)

// suffixed appends suffix to the unexported names that the file declares at the level of the package, and to the first
// words of their comments.
func suffixed(src []byte, suffix string) ([]byte, error) {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, "", src, parser.ParseComments)
	if err != nil {
		return nil, fmt.Errorf("gen: %w", err)
	}
	hidden := func(id *ast.Ident) bool {
		return id != nil && id.Name != "_" && !id.IsExported() && id.Obj != nil && id.Obj == tree.Scope.Lookup(id.Name)
	}
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && hidden(d.Name) {
				sayso(d.Doc, d.Name.Name, suffix)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if t, ok := s.(*ast.TypeSpec); ok && hidden(t.Name) {
					sayso(d.Doc, t.Name.Name, suffix)
				}
			}
		}
	}
	var ids []*ast.Ident
	fields := map[*ast.Ident]bool{} // in literals of structures; the parser takes them for what else has their name
	ast.Inspect(tree, func(n ast.Node) bool {
		if kv, ok := n.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				fields[id] = true
			}
		}
		if id, ok := n.(*ast.Ident); ok && hidden(id) && !fields[id] {
			ids = append(ids, id)
		}
		return true
	})
	for _, id := range ids { // only now: hidden looks names up
		id.Name += suffix
	}
	var out bytes.Buffer
	if err := format.Node(&out, fset, tree); err != nil {
		return nil, fmt.Errorf("gen: %w", err)
	}
	return out.Bytes(), nil
}

// sayso renames the first word of a comment.
func sayso(doc *ast.CommentGroup, name, suffix string) {
	if doc == nil {
		return
	}
	if rest, ok := strings.CutPrefix(doc.List[0].Text, "// "+name+" "); ok {
		doc.List[0].Text = "// " + name + suffix + " " + rest
	}
}
