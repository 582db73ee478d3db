package gosrc_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/packages"

	"github.com/seed-4b734f86/gochad/gosrc"
)

// TestGonum derives the test functions of gonum's package optimize/functions, as their authors wrote them, and compares
// with the gradients that they wrote by hand, at random points.
//
// Nothing of gonum is in this repository: its source is read from where the go command keeps it. The Func methods, and
// what they call, are copied byte for byte, with a directive above. The Grad methods are used twice: as they are, for
// the value wanted, and rewritten to compute with absolute values, for the size of the terms that add up to it.
func TestGonum(t *testing.T) {
	t.Parallel()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax}, "gonum.org/v1/gonum/optimize/functions")
	if err != nil || len(pkgs) != 1 || len(pkgs[0].Errors) > 0 {
		t.Fatal("gonum's functions cannot be loaded", err)
	}
	p := pkgs[0]
	dir := t.TempDir()
	write := func(name string, text []byte) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	read := func(name string) []byte {
		t.Helper()
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	// The same versions of modules as here.
	write("go.mod", bytes.Replace(read("../go.mod"), []byte("module github.com/seed-4b734f86/gochad"), []byte("module example.com/oracle"), 1))
	write("go.sum", read("../go.sum"))

	both := withGrad(p)
	if len(both) < 27 {
		t.Fatalf("only %d functions with gradients: %v", len(both), both)
	}
	directives := 0
	for i, f := range p.Syntax {
		text := read(p.GoFiles[i])
		out, n := copied(p.Fset, f, text, both)
		directives += n
		if out != nil {
			write(filepath.Base(p.GoFiles[i]), out)
		}
	}
	if directives != len(both) {
		t.Fatalf("%d directives for %d functions", directives, len(both))
	}
	apply(t, dir, plan(t, dir, gosrc.Options{}))

	write("terms/terms.go", read("testdata/oracle/terms.go.txt"))
	for i, f := range p.Syntax { // changes the syntax, hence last
		if out := sizes(t, p, f, both); out != nil {
			write("terms/"+filepath.Base(p.GoFiles[i]), out)
		}
	}
	write("oracle_test.go", read("testdata/oracle/oracle_test.go.txt"))
	var b strings.Builder
	fmt.Fprintf(&b, "package functions\n\nimport (\n\t\"gonum.org/v1/gonum/optimize/functions\"\n\n\t\"example.com/oracle/terms\"\n)\n\nvar oracles = []oracle{\n")
	for _, name := range both {
		of := func(pkg, arg string) string { // the function with its parameters, in one of the three packages
			switch name {
			case "MinimalSurface": // the boundary is computed
				return pkg + "NewMinimalSurface(5, 6)"
			case "Plassmann":
				return fmt.Sprintf("%sPlassmann{L: %s, Beta: %s}", pkg, fmt.Sprintf(arg, "39"), fmt.Sprintf(arg, "0.01"))
			case "YanaiOzawaKaneko":
				return fmt.Sprintf("%sYanaiOzawaKaneko{Beta1: %s, Beta2: %s}", pkg, fmt.Sprintf(arg, "0.01"), fmt.Sprintf(arg, "0.001"))
			}
			return pkg + name + "{}"
		}
		ours, theirs, terms := of("", "%s"), of("functions.", "%s"), of("terms.", "terms.Lit(%s)")
		fmt.Fprintf(&b, "\t{%q, %s.Func, %s.Func, %s.FuncGrad, func(g, x []float64) { %s.Grad(g, x) }, func(g, x []terms.R) { %s.Grad(g, x) }},\n",
			name, ours, theirs, ours, theirs, terms)
	}
	write("oracles_test.go", []byte(b.String()+"}\n"))
	for _, args := range [][]string{{"vet", "."}, {"test", "-v", "-vet=off", "."}} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", args[0], err, out)
		}
		t.Logf("%s", out)
	}
}

// withGrad lists the types of a package that have methods Func and Grad.
func withGrad(p *packages.Package) (out []string) {
	for _, name := range p.Types.Scope().Names() {
		named, ok := p.Types.Scope().Lookup(name).Type().(*types.Named)
		if !ok || types.IsInterface(named) {
			continue
		}
		set := types.NewMethodSet(types.NewPointer(named))
		if set.Lookup(p.Types, "Func") != nil && set.Lookup(p.Types, "Grad") != nil {
			out = append(out, name)
		}
	}
	return out
}

// receiver is the name of the type that a method belongs to.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	x := d.Recv.List[0].Type
	if s, ok := x.(*ast.StarExpr); ok {
		x = s.X
	}
	return x.(*ast.Ident).Name
}

// kept lists the declarations that belong to some types: the types, their methods but for some, and functions that make
// one.
func kept(f *ast.File, of []string, without ...string) (out []ast.Decl) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			if s, ok := d.Specs[0].(*ast.TypeSpec); ok && slices.Contains(of, s.Name.Name) {
				out = append(out, d)
			}
		case *ast.FuncDecl:
			if slices.Contains(of, receiver(d)) && !slices.Contains(without, d.Name.Name) || slices.Contains(of, strings.TrimPrefix(d.Name.Name, "New")) {
				out = append(out, d)
			}
		}
	}
	return out
}

// imports are the imports of a file that some of its declarations use.
func imports(f *ast.File, decls []ast.Decl) (out []string) {
	used := map[string]bool{}
	for _, d := range decls {
		ast.Inspect(d, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok {
					used[x.Name] = true
				}
			}
			return true
		})
	}
	for _, s := range f.Imports {
		if name := strings.Trim(s.Path.Value, `"`); used[name[strings.LastIndex(name, "/")+1:]] {
			out = append(out, s.Path.Value)
		}
	}
	return out
}

// copied is a file with the declarations of some types, byte for byte, but for gradients; above each Func is a
// directive.
func copied(fset *token.FileSet, f *ast.File, text []byte, of []string) (out []byte, directives int) {
	decls := kept(f, of, "Grad", "Hess", "Minima")
	if len(decls) == 0 {
		return nil, 0
	}
	var b bytes.Buffer
	b.WriteString("package functions\n\n")
	for _, path := range imports(f, decls) {
		fmt.Fprintf(&b, "import %s\n", path)
	}
	for _, d := range decls {
		b.WriteString("\n")
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Name.Name == "Func" {
			b.WriteString("//chad:grad wrt=x\n")
			directives++
		}
		b.Write(text[fset.Position(d.Pos()).Offset:fset.Position(d.End()).Offset])
		b.WriteString("\n")
	}
	return b.Bytes(), directives
}

// sizes is a file with the declarations of some types, but for Func, where real numbers are of type R of
// testdata/oracle/terms.go.txt. It changes the syntax of the file.
func sizes(t *testing.T, p *packages.Package, f *ast.File, of []string) []byte {
	t.Helper()
	decls := kept(f, of, "Func", "Hess", "Minima")
	if len(decls) == 0 {
		return nil
	}
	var b bytes.Buffer
	b.WriteString("package terms\n\n")
	rewrite := rewriter{info: p.TypesInfo, types: map[ast.Expr]types.TypeAndValue{}}
	var texts bytes.Buffer
	for i, d := range decls {
		switch d := d.(type) { // comments would end up in odd places
		case *ast.FuncDecl:
			d.Doc = nil
		case *ast.GenDecl:
			d.Doc = nil
		}
		decls[i] = astutil.Apply(d, rewrite.pre, rewrite.post).(ast.Decl)
		if err := format.Node(&texts, p.Fset, decls[i]); err != nil {
			t.Fatal(err)
		}
		texts.WriteString("\n\n")
	}
	for _, path := range imports(f, decls) {
		fmt.Fprintf(&b, "import %s\n", path)
	}
	return append(b.Bytes(), texts.Bytes()...)
}

// A rewriter makes expressions of real numbers calls of functions on R.
type rewriter struct {
	info  *types.Info
	types map[ast.Expr]types.TypeAndValue // of what was put in
}

func (r rewriter) of(x ast.Expr) types.TypeAndValue {
	if tv, ok := r.types[x]; ok {
		return tv
	}
	return r.info.Types[x]
}

func (r rewriter) real(x ast.Expr) bool {
	b, ok := r.typeOf(x).(*types.Basic)
	return ok && b.Kind() == types.Float64
}

func (r rewriter) typeOf(x ast.Expr) types.Type {
	if tv := r.of(x); tv.Type != nil {
		return tv.Type.Underlying()
	}
	if id, ok := x.(*ast.Ident); ok {
		if obj := r.info.ObjectOf(id); obj != nil {
			return obj.Type().Underlying()
		}
	}
	return nil
}

func call(name string, args ...ast.Expr) ast.Expr {
	return &ast.CallExpr{Fun: ast.NewIdent(name), Args: args}
}

// pre replaces constants, from outside.
func (r rewriter) pre(c *astutil.Cursor) bool {
	x, ok := c.Node().(ast.Expr)
	if !ok || r.of(x).Value == nil || !r.real(x) {
		return true
	}
	lit := call("Lit", x)
	r.types[lit] = types.TypeAndValue{Type: types.Typ[types.Float64]}
	c.Replace(lit)
	return false
}

// post replaces operations, from inside.
func (r rewriter) post(c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.Ident:
		if r.info.Uses[n] == types.Universe.Lookup("float64") {
			n.Name = "R"
		}
	case *ast.BinaryExpr:
		if !r.real(n.X) {
			break
		}
		if name := map[token.Token]string{token.ADD: "add", token.SUB: "sub", token.MUL: "mul", token.QUO: "quo"}[n.Op]; name != "" {
			r.replace(c, n, call(name, n.X, n.Y))
			break
		}
		n.X, n.Y = &ast.SelectorExpr{X: n.X, Sel: ast.NewIdent("v")}, &ast.SelectorExpr{X: n.Y, Sel: ast.NewIdent("v")}
	case *ast.UnaryExpr:
		if n.Op == token.SUB && r.real(n) {
			r.replace(c, n, call("neg", n.X))
		}
	case *ast.CallExpr:
		if sel, ok := n.Fun.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == "math" {
				r.replace(c, n, call(strings.ToLower(sel.Sel.Name), n.Args...))
			}
		}
		if r.info.Types[n.Fun].IsType() && r.real(n) {
			if r.real(n.Args[0]) {
				r.replace(c, n, n.Args[0])
			} else {
				r.replace(c, n, call("Lit", &ast.CallExpr{Fun: ast.NewIdent("float64"), Args: n.Args}))
			}
		}
	case *ast.AssignStmt:
		if name := map[token.Token]string{token.ADD_ASSIGN: "add", token.SUB_ASSIGN: "sub", token.MUL_ASSIGN: "mul", token.QUO_ASSIGN: "quo"}[n.Tok]; name != "" && r.real(n.Lhs[0]) {
			n.Tok, n.Rhs[0] = token.ASSIGN, call(name, n.Lhs[0], n.Rhs[0])
		}
	case *ast.IncDecStmt:
		if r.real(n.X) {
			name := map[token.Token]string{token.INC: "add", token.DEC: "sub"}[n.Tok]
			c.Replace(&ast.AssignStmt{Lhs: []ast.Expr{n.X}, Tok: token.ASSIGN, Rhs: []ast.Expr{call(name, n.X, call("Lit", &ast.BasicLit{Kind: token.INT, Value: "1"}))}})
		}
	}
	return true
}

func (r rewriter) replace(c *astutil.Cursor, from, to ast.Expr) {
	r.types[to] = r.of(from)
	c.Replace(to)
}
