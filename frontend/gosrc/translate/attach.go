package translate

import (
	"go/ast"
	"go/types"

	"github.com/seed-4b734f86/gochad/frontend/gosrc/flow"
)

// attach gives a function the derivative that the user wrote for it.
func (t *translator) attach(f *fn, decl *ast.FuncDecl, obj *types.Func) {}

// attached is the function with a derivative written by hand for one that has no source here, or nil.
func (f *fn) attached(obj *types.Func) *flow.Func { return nil }

// shelf is the translation's own version of a function of a library.
func (f *fn) shelf(obj *types.Func) (*flow.Func, bool) { return nil, false }

func (f *fn) shelfDecl(obj *types.Func) (*ast.FuncDecl, bool) { return nil, false }
