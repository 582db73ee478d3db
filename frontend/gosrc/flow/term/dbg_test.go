package term_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"testing"

	"github.com/seed-4b734f86/gochad/frontend/gosrc/flow/own"
	"github.com/seed-4b734f86/gochad/frontend/gosrc/flow/term"
	"github.com/seed-4b734f86/gochad/frontend/gosrc/translate"
	"github.com/seed-4b734f86/gochad/syntax"
)

func TestDbg(t *testing.T) {
	fset := token.NewFileSet()
	p := &translate.Package{Fset: fset, ReadFile: os.ReadFile, Info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
		FileVersions: map[*ast.File]string{}, Implicits: map[ast.Node]types.Object{}, Scopes: map[ast.Node]*types.Scope{},
	}}
	file, err := parser.ParseFile(fset, os.Getenv("FILE"), nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Skip()
	}
	p.Syntax = append(p.Syntax, file)
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	p.Types, err = conf.Check("x", fset, p.Syntax, p.Info)
	if err != nil {
		t.Fatal(err)
	}
	fn := p.Types.Scope().Lookup(os.Getenv("FN")).(*types.Func)
	ref, ds := translate.Translate(p, []translate.Root{{Func: fn}})
	if len(ds) > 0 {
		t.Fatal(ds.Err())
	}
	val, ds := own.Resolve(ref.Program)
	if len(ds) > 0 {
		t.Fatal(ds.Err())
	}
	t.Log("\n" + val.Program.String())
	r, ds := term.Program(val.Program)
	if len(ds) > 0 {
		t.Fatal(ds.Err())
	}
	for _, d := range r.Program.Defs {
		t.Log(d.Name, d.Result, "\n"+syntax.String(d.Body))
	}
}
