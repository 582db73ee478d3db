package load

import (
	"fmt"
	"go/ast"
	"go/token"

	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/syntax"
)

// tooLarge reports types that a package declares which are made of more than [syntax.MaxParts] others, those that stand
// in them several times counted as often: structs of structs of structs double. Go's own type checker looks at each of
// them, so that it is not asked.
func (p *Package) tooLarge() (ds diag.List) {
	specs := map[string]*ast.TypeSpec{}
	for _, f := range p.Syntax {
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE {
				for _, s := range g.Specs {
					if s, ok := s.(*ast.TypeSpec); ok {
						specs[s.Name.Name] = s
					}
				}
			}
		}
	}
	const most = syntax.MaxParts + 1
	known := map[*ast.TypeSpec]int{}
	var parts func(x ast.Expr) int
	parts = func(x ast.Expr) int {
		switch x := x.(type) {
		case *ast.ParenExpr:
			return parts(x.X)
		case *ast.ArrayType:
			if x.Len != nil { // an array is a loop in what is generated, however long it is
				return min(most, 1+parts(x.Elt))
			}
		case *ast.StructType:
			n := 1
			for _, f := range x.Fields.List {
				n = min(most, n+max(1, len(f.Names))*parts(f.Type))
			}
			return n
		case *ast.Ident:
			s := specs[x.Name]
			if s == nil {
				return 1
			}
			if _, ok := known[s]; !ok {
				known[s] = 1 // where it contains itself, which is an error of Go
				known[s] = parts(s.Type)
			}
			return known[s]
		}
		return 1
	}
	for _, f := range p.Syntax {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.TYPE {
				continue
			}
			for _, s := range g.Specs {
				s, ok := s.(*ast.TypeSpec)
				if !ok || parts(s.Name) < most {
					continue
				}
				return append(ds, p.World.Diagnose(s.Name.Pos(), s.Name.End(), CodeType,
					fmt.Sprintf("the type %s is made of more than %d others: those that stand in it several times "+
						"count as often", s.Name.Name, syntax.MaxParts),
					"put what stands in it several times into a pointer or into a slice"))
			}
		}
	}
	return nil
}
