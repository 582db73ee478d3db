package gc

import (
	"strings"

	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

const (
	// operandLive is how many reals a loop has in use at once, at least, whose constants are read from memory. There
	// are 15 registers for them.
	operandLive = 20
	// operandFields is the number of constants, at least: Go's compiler takes structs of four fields apart into
	// variables.
	operandFields = 5
)

// Operands moves the real constants of an innermost loop in which too many reals are in use at once into a struct,
// which a statement declares; there is none for other loops. Go's compiler keeps such a struct in memory and its fields
// are operands of instructions. The constants would have registers otherwise, and the variables of the loop, for which
// the next operation waits, would go to memory and back.
//
//	for i := range n {                     fixed := struct{ a, b, … float64 }{a, b, …}
//	  y := a*x + b                         for i := range n {
//	  …                                →     y := fixed.a*x + fixed.b
//	}                                        …
//	                                       }
func Operands(body []loop.Stmt, names *code.Scopes, ident func(*loop.Var) *code.Ident) (decl *code.Stmt,
	fields map[*loop.Var]*code.Expr) {
	consts, live := facts.Pressure(body)
	if len(consts) < operandFields || live < operandLive {
		return nil, nil
	}
	k := &code.Ident{Name: names.Fresh("fixed")}
	literal := &code.Expr{Kind: code.TypedExpr, Size: 1}
	fields = map[*loop.Var]*code.Expr{}
	var all []string
	for _, v := range consts {
		id := ident(v)
		all = append(all, id.Name)
		literal.Args = append(literal.Args, code.Use(id))
		fields[v] = code.Node(code.FieldExpr, id.Name, code.Use(k))
	}
	literal.Text = "struct{ " + strings.Join(all, ", ") + " float64 }"
	return &code.Stmt{Kind: code.DeclStmt, Idents: []*code.Ident{k}, Exprs: []*code.Expr{literal}}, fields
}
