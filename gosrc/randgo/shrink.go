package randgo

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
)

// Shrink makes the text of a function smaller as long as it fails: statements go, blocks take the place of the
// statement around them, and operands that of expressions. What fails is asked about need not compile.
func Shrink(text string, fails func(text string) bool) string {
	for changed := true; changed; {
		changed = false
		for i := 0; ; i++ {
			list := edits(text)
			if i >= len(list) {
				break
			}
			if e := list[i]; fails(e.in(text)) {
				text, changed = e.in(text), true
				i--
			}
		}
	}
	return text
}

// An edit puts another text in the place of a part.
type edit struct {
	from, to int
	with     string
}

func (e edit) in(text string) string { return text[:e.from] + e.with + text[e.to:] }

// edits are ways to make a text smaller, those that take most away first.
func edits(text string) []edit {
	const header = "package p\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", header+text, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	at := func(p token.Pos) int { return fset.Position(p).Offset - len(header) }
	var list []edit
	replace := func(n ast.Node, by ...ast.Node) {
		for _, b := range by {
			list = append(list, edit{at(n.Pos()), at(n.End()), text[at(b.Pos()):at(b.End())]})
		}
	}
	inner := func(n ast.Node, b *ast.BlockStmt) {
		list = append(list, edit{at(n.Pos()), at(n.End()), text[at(b.Lbrace)+1 : at(b.Rbrace)]})
	}
	remove := func(stmts []ast.Stmt) {
		for _, s := range stmts {
			list = append(list, edit{at(s.Pos()), at(s.End()), ""})
		}
	}
	for _, d := range file.Decls {
		list = append(list, edit{at(d.Pos()), at(d.End()), ""})
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			for i, e := range n.Elts {
				to := at(e.End())
				if i+1 < len(n.Elts) {
					to = at(n.Elts[i+1].Pos())
				}
				list = append(list, edit{at(e.Pos()), to, ""})
			}
		case *ast.SwitchStmt:
			remove(n.Body.List)
		case *ast.TypeSwitchStmt:
			remove(n.Body.List)
		case *ast.BlockStmt:
			remove(n.List)
		case *ast.StructType:
			for _, f := range n.Fields.List {
				list = append(list, edit{at(f.Pos()), at(f.End()), ""})
			}
		case *ast.CaseClause:
			remove(n.Body)
		case *ast.IfStmt:
			inner(n, n.Body)
			if b, ok := n.Else.(*ast.BlockStmt); ok {
				inner(n, b)
				list = append(list, edit{at(n.Body.End()), at(n.End()), ""})
			}
		case *ast.ForStmt:
			inner(n, n.Body)
		case *ast.RangeStmt:
			inner(n, n.Body)
		case *ast.BinaryExpr:
			replace(n, n.X, n.Y)
		case *ast.ParenExpr:
			replace(n, n.X)
		case *ast.CallExpr:
			for _, a := range n.Args {
				replace(n, a)
			}
		case *ast.IndexExpr:
			if _, ok := n.Index.(*ast.BasicLit); !ok {
				list = append(list, edit{at(n.Index.Pos()), at(n.Index.End()), "0"})
			}
		}
		return true
	})
	slices.SortStableFunc(list, func(a, b edit) int { return cmp.Compare(b.gain(), a.gain()) })
	return slices.DeleteFunc(list, func(e edit) bool { return e.gain() <= 0 })
}

// gain is by how much the text becomes shorter.
func (e edit) gain() int { return e.to - e.from - len(e.with) }
