package gen

import (
	"strings"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt"
)

const (
	// operandLive is how many reals a loop has in use at once, at least, whose constants are read from memory. There
	// are 15 registers for them.
	operandLive = 20
	// operandFields is the number of constants, at least: Go's compiler takes structs of four fields apart into
	// variables.
	operandFields = 5
)

// operands moves the real constants of an innermost loop in which too many reals are in use at once into a struct,
// which it declares, and returns what ends the loop. Go's compiler keeps such a struct in memory and its fields are
// operands of instructions. The constants would have registers otherwise, and the variables of the loop, for which the
// next operation waits, would go to memory and back.
//
//	for i := range n {                     fixed := struct{ a, b, … float64 }{a, b, …}
//	  y := a*x + b                         for i := range n {
//	  …                                →     y := fixed.a*x + fixed.b
//	}                                        …
//	                                       }
func (p *printer) operands(body []loop.Stmt) (end func()) {
	consts, live := opt.Pressure(body)
	if len(consts) < operandFields || live < operandLive {
		return func() {}
	}
	old := p.fixed
	k := &ident{name: p.names.fresh("fixed")}
	literal := &expr{kind: typedExpr, size: 1}
	p.fixed = map[*loop.Var]*expr{}
	var names []string
	for _, v := range consts {
		id := p.id(v)
		names = append(names, id.name)
		literal.args = append(literal.args, use(id))
		p.fixed[v] = node(fieldExpr, id.name, use(k))
	}
	literal.text = "struct{ " + strings.Join(names, ", ") + " float64 }"
	p.out.add(&stmt{kind: declStmt, ids: []*ident{k}, exprs: []*expr{literal}})
	return func() { p.fixed = old }
}
