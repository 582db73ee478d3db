package own_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/own"
	"github.com/seed-4b734f86/gochad/gosrc/testdata/corpus"
	"github.com/seed-4b734f86/gochad/gosrc/translate"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/internal/part"
)

var corpusPackage = sync.OnceValues(func() (*translate.Package, error) {
	fset := token.NewFileSet()
	names, err := filepath.Glob("../../testdata/corpus/*.go")
	if err != nil {
		return nil, err
	}
	p := &translate.Package{Fset: fset, ReadFile: os.ReadFile, Info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
		FileVersions: map[*ast.File]string{}, Implicits: map[ast.Node]types.Object{}, Scopes: map[ast.Node]*types.Scope{},
	}}
	for _, name := range names {
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.Syntax = append(p.Syntax, file)
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	p.Types, err = conf.Check("corpus", fset, p.Syntax, p.Info)
	return p, err
})

// Functions of the corpus that have no value form, with the code of the message; [corpus.Beyond] has the reasons.
var refusedCorpus = map[string]diag.Code{"Funcs": own.CodeFunctions, "TakeShown": own.CodeStale, "TakeAliased": own.CodeStale}

// Every function of the front end's corpus is accepted, but for those above, and means the same in both forms.
func TestCorpus(t *testing.T) {
	p, err := corpusPackage()
	if err != nil {
		t.Fatal(err)
	}
	for name := range corpus.All {
		if !part.Of(name, 4) && refusedCorpus[name] == "" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			ref, list := translate.Translate(p, []translate.Root{{Func: p.Types.Scope().Lookup(name).(*types.Func)}})
			if len(list) > 0 {
				t.Fatal(list.Err())
			}
			f := ref.Roots[0].Flow
			res, list := own.Resolve(ref.Program, f)
			code, refused := refusedCorpus[name]
			if refused != (corpus.Beyond[name] != "") {
				t.Fatal("corpus.Beyond and the list here disagree")
			}
			if refused {
				if len(list) == 0 || list[0].Code != code {
					t.Fatalf("got %v, want a message %s", list, code)
				}
				return
			}
			if len(list) > 0 {
				t.Fatal(list.Err())
			}
			both := &flow.Program{Funcs: []*flow.Func{f}}
			res.Program.Funcs[0] = res.Funcs[f]
			agree(t, both, res, 40, 3)
		})
	}
}
