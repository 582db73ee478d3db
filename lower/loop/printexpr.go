package loop

import (
	"math"
	"strconv"

	"github.com/seed-4b734f86/gochad/syntax"
)

// The precedences of operators that the text form needs to know beside those of the primitive table.
const (
	comparePrec = 4 // comparisons do not associate
	unaryPrec   = 8 // prefix operators and negative constants
	powerPrec   = 9
)

func (p *printer) list(es []*Expr) {
	for i, e := range es {
		if i > 0 {
			p.text(", ")
		}
		p.expr(e, 0)
	}
}

// expr writes e, in parentheses when it binds less tightly than prec. It is total, so that
// messages about broken programs can show them.
func (p *printer) expr(e *Expr, prec int) {
	if e == nil {
		p.text("?")
		return
	}
	switch e.Kind {
	case VarExpr:
		p.text(p.varName(e.Var))
	case ConstExpr:
		p.constant(e, prec)
	case PrimExpr:
		p.prim(e, prec)
	case IndexExpr:
		p.expr(e.arg(0), powerPrec+1)
		p.text("[")
		p.expr(e.arg(1), 0)
		p.text("]")
	case SliceExpr:
		p.expr(e.arg(0), powerPrec+1)
		p.text("[")
		p.expr(e.arg(1), 0)
		p.text(":+")
		p.expr(e.arg(2), 0)
		p.text("]")
	case LenExpr:
		p.apply("len", e)
	case CheckExpr:
		p.apply("inrange", e)
	case DivExpr:
		p.apply(opName(e.Prim), e)
	case TagExpr:
		p.apply("tag", e)
	case FieldExpr:
		p.field(e)
	case IsNilExpr:
		p.apply("isnil", e)
	case SelectExpr:
		p.apply("select", e)
	default:
		p.apply("?", e)
	}
}

// arg is an operand, or nil when there is none.
func (e *Expr) arg(i int) *Expr {
	if i >= len(e.Args) {
		return nil
	}
	return e.Args[i]
}

// apply writes the operands in parentheses, and the text of a check or division after them.
func (p *printer) apply(name string, e *Expr) {
	p.text(name + "(")
	p.list(e.Args)
	if e.Kind == CheckExpr || e.Kind == DivExpr {
		p.text(", ")
		p.quoted(e.Text())
	}
	p.text(")")
}

func opName(op *syntax.Op) string {
	if op == nil {
		return "?"
	}
	return op.Name
}

func (p *printer) prim(e *Expr, prec int) {
	op := e.Prim
	if op == nil || op.Infix == "" || len(e.Args) != len(op.Params) || !fits(op, e.Args) {
		p.apply(opName(op), e)
		return
	}
	own, left, right := op.Prec, op.Prec, op.Prec+1
	switch {
	case isPrefix(op):
		own = unaryPrec
	case own == comparePrec || own == powerPrec:
		left = own + 1
	}
	if own < prec {
		p.text("(")
	}
	if isPrefix(op) {
		p.text(op.Infix)
		if a := e.Args[0]; a.Kind == ConstExpr || startsWithNumber(a) {
			p.text("(")
			p.expr(a, 0)
			p.text(")")
		} else {
			p.expr(a, unaryPrec)
		}
	} else {
		p.expr(e.Args[0], left)
		p.text(" " + op.Infix + " ")
		p.expr(e.Args[1], right)
	}
	if own < prec {
		p.text(")")
	}
}

// startsWithNumber reports whether e is a power of a constant, which a minus before would enter.
func startsWithNumber(e *Expr) bool {
	return e.Kind == PrimExpr && e.Prim != nil && e.Prim.Prec == powerPrec && e.arg(0) != nil &&
		e.arg(0).Kind == ConstExpr
}

// fits reports whether the operands have the types of the primitive, from which the reader finds
// it when it is written as an operator.
func fits(op *syntax.Op, args []*Expr) bool {
	for i, a := range args {
		if a == nil || a.Type != scalarOf(op.Params[i]) {
			return false
		}
	}
	return true
}

func (p *printer) field(e *Expr) {
	r := e.arg(0)
	p.expr(r, powerPrec+1)
	ctor, field := "?", "?"
	if r != nil && r.Type.Cell != nil {
		n := p.cellName(r.Type.Cell)
		if e.Ctor >= 0 && int(e.Ctor) < len(n.ctors) {
			ctor = n.ctors[e.Ctor]
			if e.Field >= 0 && int(e.Field) < len(n.fields[e.Ctor]) {
				field = n.fields[e.Ctor][e.Field]
			}
		}
	}
	p.text("." + ctor + "." + field)
}

func (p *printer) constant(e *Expr, prec int) {
	var s string
	switch {
	case !e.Type.IsNumber():
		p.text("nil(")
		p.typ(e.Type, nil)
		p.text(")")
		return
	case e.Type.Base == Real:
		s = formatReal(e.F)
	case e.Type.Base == Bool:
		s = strconv.FormatBool(e.I != 0)
	default:
		s = strconv.FormatInt(e.I, 10)
	}
	if s[0] == '-' && prec > unaryPrec {
		s = "(" + s + ")"
	}
	p.text(s)
}

// formatReal writes all bits of a real: 1.0, 2.5e-07, -0.0, inf, nan, and nan(0x7ff8000000000007)
// for a NaN that is not Go's.
func formatReal(f float64) string {
	if bits := math.Float64bits(f); math.IsNaN(f) && bits != math.Float64bits(math.NaN()) {
		return "nan(0x" + strconv.FormatUint(bits, 16) + ")"
	}
	return syntax.RealText(f)
}
