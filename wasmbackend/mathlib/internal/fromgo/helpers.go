package fromgo

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/syntax"
)

const (
	// HelpersFile is the file of the functions that are taken from the primitive table.
	HelpersFile = "helpers.go"
	// IndexFile is the file that says which functions are those of primitives.
	IndexFile = "index.go"
)

// Helpers is the text of [HelpersFile], nil for no file: the functions of those of the primitives ops for which the folder has none, as
// the table has them for the Go back end. Calls of package math are calls of the functions of the folder, and products
// are not fused. refused are the primitives that have no such text, and why: they are functions of the standard
// library, or written in more of Go than is translated. The error is that of the other files.
func Helpers(dir string, ops []*syntax.Op) (text []byte, refused map[*syntax.Op]error, err error) {
	names, err := sources(dir)
	if err != nil {
		return nil, nil, err
	}
	names = slices.DeleteFunc(names, func(name string) bool { // what is made of these functions, and they themselves
		return filepath.Base(name) == HelpersFile || filepath.Base(name) == IndexFile
	})
	t, err := load(names, nil)
	if err != nil {
		return nil, nil, err
	}
	names = append(names, HelpersFile)
	refused = map[*syntax.Op]error{}
	var funcs []string
	imports := map[string]bool{}
	for _, op := range ops {
		if t.pkg.Scope().Lookup(op.Name) != nil {
			continue
		}
		fn, err := helper(names, op)
		if err != nil {
			refused[op] = err
			continue
		}
		funcs = append(funcs, fn)
		for _, path := range op.Go.Imports {
			imports[path] = imports[path] || strings.Contains(fn, path[strings.LastIndex(path, "/")+1:]+".")
		}
	}
	if len(funcs) == 0 {
		return nil, refused, nil
	}
	var b bytes.Buffer
	b.WriteString(Header + "package functions\n\n// These are the helpers of the primitive table that have no other text here.\n\n")
	for _, path := range []string{"math", "math/bits"} {
		if imports[path] {
			fmt.Fprintf(&b, "import %q\n", path)
		}
	}
	b.WriteString("\n" + strings.Join(funcs, "\n\n"))
	text, err = format.Source(b.Bytes())
	if err != nil {
		return nil, nil, fmt.Errorf("functions/%s: %w", HelpersFile, err)
	}
	return text, refused, nil
}

// helper is the function of a primitive, as the Go back end has it, in the part of Go that is translated. The last of
// the files is where it stands.
func helper(names []string, op *syntax.Op) (_ string, err error) {
	if op.Go.Helper == "" {
		return "", errors.New("its Go form is a function of the standard library, which is not translated")
	}
	text, head, err := renamed(op)
	if err != nil {
		return "", err
	}
	t, err := load(names, []byte(head+text))
	if err != nil {
		return "", err
	}
	var edits []edit
	file := t.files[len(t.files)-1]
	for _, e := range t.fusable(file) {
		from, to := t.fset.Position(e.Pos()).Offset-len(head), t.fset.Position(e.End()).Offset-len(head)
		edits = append(edits, edit{from, from, "float64("}, edit{to, to, ")"})
	}
	text = apply(text, edits)
	if t, err = load(names, []byte(head+text)); err != nil {
		return "", err
	}
	defer stop.Recover(&err)
	t.collect(t.files)
	return text, nil
}

// renamed is the source of a primitive's Go form under the name of the primitive, with functions of the library in
// place of those of package math that are primitives, and what stands before it in a file.
func renamed(op *syntax.Op) (text, head string, err error) {
	head = "package functions\n\n"
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, HelpersFile, head+op.Go.Helper, 0)
	if err != nil {
		return "", "", fmt.Errorf("fromgo: %w", err)
	}
	offset := func(n ast.Node) int { return fset.Position(n.Pos()).Offset - len(head) }
	var edits []edit
	// The comment begins with the name that the helper has in the table.
	if strings.HasPrefix(op.Go.Helper, "// "+op.Go.Func+" ") {
		edits = append(edits, edit{3, 3 + len(op.Go.Func), op.Name})
	}
	packages := map[string]bool{} // that are still named
	ast.Inspect(f.Decls[0], func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			x, ok := n.X.(*ast.Ident)
			if !ok {
				return true
			}
			if name := named(x.Name, n.Sel.Name); name != "" {
				edits = append(edits, edit{offset(n), offset(n.Sel) + len(n.Sel.Name), name})
			} else {
				packages[x.Name] = true
			}
			return false
		case *ast.Ident:
			if n.Name == op.Go.Func {
				edits = append(edits, edit{offset(n), offset(n) + len(n.Name), op.Name})
			}
		}
		return true
	})
	for _, path := range op.Go.Imports {
		if packages[path[strings.LastIndex(path, "/")+1:]] {
			head += fmt.Sprintf("import %q\n", path)
		}
	}
	return apply(op.Go.Helper, edits), head + "\n", nil
}

// named is the primitive that a function of the standard library is, "" where it is one operation or none.
func named(pkg, fn string) string {
	if pkg != "math" || natives[pkg+"."+fn] != "" {
		return ""
	}
	for _, op := range syntax.Ops() {
		if op.Go.Pkg == pkg && op.Go.Func == fn {
			return op.Name
		}
	}
	return ""
}

// An edit puts text in the place of a piece of a source.
type edit struct {
	from, to int
	text     string
}

func apply(src string, edits []edit) string {
	slices.SortStableFunc(edits, func(a, b edit) int { return a.from - b.from })
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.WriteString(src[at:e.from] + e.text)
		at = e.to
	}
	return b.String() + src[at:]
}

// Index is the text of functions/index.go: which function of the folder is that of which primitive.
//
// The error is that of the files.
func Index(dir string) ([]byte, error) {
	names, err := sources(dir)
	if err != nil {
		return nil, err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return filepath.Base(name) == IndexFile })
	t, err := load(names, nil)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString(Header + "package functions\n")
	for _, kind := range []struct{ name, doc, typ string }{
		{"Unary", "the functions of one real", "func(x float64) float64"},
		{"Binary", "the functions of two reals", "func(x float64, y float64) float64"},
		{"IntReal", "the functions of an int and a real", "func(n int, x float64) float64"},
	} {
		typ, err := types.Eval(t.fset, nil, token.NoPos, "("+kind.typ+")(nil)")
		if err != nil {
			return nil, fmt.Errorf("fromgo: %w", err)
		}
		fmt.Fprintf(&b, "\n// %s are %s.\nvar %s = map[string]%s{\n", kind.name, kind.doc, kind.name, kind.typ)
		for _, op := range syntax.Ops() {
			if o := t.pkg.Scope().Lookup(op.Name); o != nil && types.Identical(o.Type(), typ.Type) {
				fmt.Fprintf(&b, "%q: %s,\n", op.Name, op.Name)
			}
		}
		b.WriteString("}\n")
	}
	text, err := format.Source(b.Bytes())
	if err != nil {
		return nil, fmt.Errorf("functions/%s: %w", IndexFile, err)
	}
	return text, nil
}
