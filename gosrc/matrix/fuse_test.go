package matrix_test

import (
	"bytes"
	"context"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/packages"
)

// fuser is what the files call where a compiler may fuse a product with an addition.
const fuser = `package m

import "math"

func fuse(x, y, z float64) float64 { return math.FMA(x, y, z) }
`

// fuse rewrites generated files as a compiler may that fuses all that it may, of functions whose products are all
// rounded by conversions: their values must stay what they are.
func (b *batch) fuse(ctx context.Context) {
	wanted := map[string]bool{}
	for _, c := range b.left() {
		if c.Rounded {
			wanted[target(c)] = true
		}
	}
	if len(wanted) == 0 {
		return
	}
	b.write("fuse.go", fuser)
	conf := &packages.Config{Context: ctx, Mode: packages.LoadSyntax, Dir: b.dir, BuildFlags: []string{"-gcflags=-N -l"}}
	pkgs, err := packages.Load(conf, ".")
	if err != nil || len(pkgs) != 1 {
		b.defects = append(b.defects, "the package cannot be read")
		return
	}
	p := pkgs[0]
	for i, tree := range p.Syntax {
		base := filepath.Base(p.CompiledGoFiles[i])
		if !wanted[base] {
			continue
		}
		f := &fusion{info: p.TypesInfo, made: map[types.Object]ast.Expr{}}
		f.look(tree)
		astutil.Apply(tree, nil, f.visit)
		var out bytes.Buffer
		if err := format.Node(&out, p.Fset, tree); err != nil {
			b.defects = append(b.defects, err.Error())
			return
		}
		b.write(base, out.String())
	}
}

// A fusion is a file that is rewritten.
type fusion struct {
	info *types.Info
	made map[types.Object]ast.Expr // variables that are products, all their lives
}

// look finds the variables that are products of what does not change.
func (f *fusion) look(tree *ast.File) {
	changed := map[types.Object]bool{}
	defined := map[types.Object]ast.Expr{}
	change := func(x ast.Expr) {
		if id, ok := x.(*ast.Ident); ok {
			changed[f.info.Uses[id]] = true
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, x := range n.Lhs {
				id, ok := x.(*ast.Ident)
				if obj := f.info.Defs[id]; ok && obj != nil && len(n.Lhs) == len(n.Rhs) {
					defined[obj] = n.Rhs[i]
					continue
				}
				change(x)
			}
		case *ast.IncDecStmt:
			change(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				change(n.X)
			}
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				change(n.Key)
				change(n.Value)
			}
		}
		return true
	})
	for obj, x := range defined {
		product, ok := f.product(x)
		steady := func(x ast.Expr) bool {
			id, is := ast.Unparen(x).(*ast.Ident)
			if _, lit := ast.Unparen(x).(*ast.BasicLit); lit {
				return true
			}
			return is && f.info.Uses[id] != nil && !changed[f.info.Uses[id]]
		}
		if ok && !changed[obj] && steady(product.X) && steady(product.Y) {
			f.made[obj] = product
		}
	}
}

func (f *fusion) float(x ast.Expr) bool {
	t, ok := f.info.TypeOf(x).(*types.Basic)
	return ok && t.Kind() == types.Float64 && f.info.Types[x].Value == nil
}

// product is an expression as one, if it is.
func (f *fusion) product(x ast.Expr) (*ast.BinaryExpr, bool) {
	p, ok := ast.Unparen(x).(*ast.BinaryExpr)
	return p, ok && p.Op == token.MUL && f.float(p)
}

// factors are those of a product, or of a variable that is one; x may have a sign.
func (f *fusion) factors(x ast.Expr) (a, b ast.Expr, ok bool) {
	x = ast.Unparen(x)
	if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.SUB {
		a, b, ok := f.factors(u.X)
		return minus(a), b, ok
	}
	if id, ok := x.(*ast.Ident); ok && f.made[f.info.Uses[id]] != nil {
		x = f.made[f.info.Uses[id]]
	}
	if p, ok := f.product(x); ok {
		return p.X, p.Y, true
	}
	return nil, nil, false
}

func minus(x ast.Expr) ast.Expr { return &ast.UnaryExpr{Op: token.SUB, X: &ast.ParenExpr{X: x}} }

func fused(a, b, c ast.Expr) ast.Expr {
	return &ast.CallExpr{Fun: ast.NewIdent("fuse"), Args: []ast.Expr{a, b, c}}
}

// sum is x + y or x - y with a product fused, if there is one.
func (f *fusion) sum(x, y ast.Expr, op token.Token) (ast.Expr, bool) {
	if a, b, ok := f.factors(y); ok {
		if op == token.SUB {
			a = minus(a)
		}
		return fused(a, b, x), true
	}
	if a, b, ok := f.factors(x); ok {
		if op == token.SUB {
			y = minus(y)
		}
		return fused(a, b, y), true
	}
	return nil, false
}

func (f *fusion) visit(c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.BinaryExpr:
		if n.Op == token.ADD || n.Op == token.SUB {
			if e, ok := f.sum(n.X, n.Y, n.Op); ok && f.float(n) {
				c.Replace(e)
			}
		}
	case *ast.AssignStmt:
		if id, ok := n.Lhs[0].(*ast.Ident); ok && f.made[f.info.Defs[id]] != nil && c.Index() >= 0 { // may have no use left
			c.InsertAfter(&ast.AssignStmt{Lhs: []ast.Expr{ast.NewIdent("_")}, Tok: token.ASSIGN, Rhs: []ast.Expr{ast.NewIdent(id.Name)}})
		}
		i := slices.Index([]token.Token{token.ADD_ASSIGN, token.SUB_ASSIGN}, n.Tok)
		if i < 0 || !f.float(n.Lhs[0]) {
			break
		}
		if e, ok := f.sum(n.Lhs[0], n.Rhs[0], []token.Token{token.ADD, token.SUB}[i]); ok {
			n.Tok, n.Rhs[0] = token.ASSIGN, e
		}
	}
	return true
}
