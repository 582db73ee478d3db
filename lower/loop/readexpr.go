package loop

import (
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/seed-4b734f86/gochad/syntax"
)

// operator is what finds a primitive written as an operator.
type operator struct {
	mark        string
	left, right Type // left is zero-ranked but of base Ref for prefix operators
}

var prefix = Type{Base: Ref}

// operators maps them to their primitives, and marks to precedences.
var operators = sync.OnceValues(func() (map[operator]*syntax.Op, map[string]int) {
	ops, prec := make(map[operator]*syntax.Op), make(map[string]int)
	for _, op := range syntax.Ops() {
		switch {
		case isPrefix(op):
			ops[operator{op.Infix, prefix, scalarOf(op.Params[0])}] = op
		case isInfix(op):
			ops[operator{op.Infix, scalarOf(op.Params[0]), scalarOf(op.Params[1])}] = op
			prec[op.Infix] = op.Prec
		}
	}
	return ops, prec
})

func (r *reader) exprs() (es []*Expr) {
	for {
		es = append(es, r.expr())
		if !r.got(",") {
			return es
		}
	}
}

func (r *reader) expr() *Expr { return r.binary(0) }

// binary reads operators that bind at least as tightly as least, by precedence climbing.
func (r *reader) binary(least int) *Expr {
	r.deeper()
	_, precOf := operators()
	left := r.unary()
	for {
		t := r.tok()
		prec, ok := precOf[r.word()]
		if !ok || t.kind != markToken || prec < least {
			r.depth--
			return left
		}
		r.at++
		next := prec + 1
		if prec == powerPrec {
			next = unaryPrec // powers associate to the right, and may have a negative exponent
		}
		left = r.operate(t, left, r.binary(next))
		if prec == comparePrec && r.tok().kind == markToken && precOf[r.word()] == comparePrec {
			r.fail(r.tok(), "write parentheses", "comparisons do not associate")
		}
	}
}

func (r *reader) operate(t token, a, b *Expr) *Expr {
	ops, _ := operators()
	op := ops[operator{r.textOf(t), a.Type, b.Type}]
	if op == nil {
		r.fail(t, "", "no %s of %s and %s", r.textOf(t), a.Type, b.Type)
	}
	return Prim(op, a, b)
}

// unary reads prefix operators. A minus before a number belongs to it, unless a power follows.
func (r *reader) unary() *Expr {
	t := r.tok()
	if t.kind != markToken || r.word() != "-" && r.word() != "!" {
		return r.postfix()
	}
	if r.word() == "-" && r.at+2 < len(r.toks) && r.textOf(r.toks[r.at+2]) != "^" {
		if k := r.toks[r.at+1].kind; k == numberToken || r.peek() == "inf" {
			r.at++
			return r.number("-")
		}
	}
	r.at++
	a := r.binary(unaryPrec)
	ops, _ := operators()
	op := ops[operator{r.textOf(t), prefix, a.Type}]
	if op == nil {
		r.fail(t, "", "no %s of %s", r.textOf(t), a.Type)
	}
	return Prim(op, a)
}

// number reads a number with the sign that stood before it.
func (r *reader) number(sign string) *Expr {
	t := r.tok()
	s := r.textOf(t)
	r.at++
	if s == "inf" {
		return RealConst(math.Inf(1 - 2*len(sign)))
	}
	if strings.ContainsAny(s, ".e") && !strings.HasPrefix(s, "0x") {
		f, err := strconv.ParseFloat(sign+s, 64)
		if err != nil {
			r.fail(t, "", "%s is not a real", s)
		}
		return RealConst(f)
	}
	n, err := strconv.ParseInt(sign+s, 10, 64)
	if err != nil {
		r.fail(t, "write 1.0 for the real", "%s is not an int of 64 bits", sign+s)
	}
	return IntConst(n)
}

// postfix reads an operand with its indices, views and fields.
func (r *reader) postfix() *Expr {
	e := r.primary()
	for r.tok().kind == markToken {
		t := r.tok()
		switch {
		case r.got("["):
			if !e.Type.IsArray() {
				r.fail(t, "", "index into a %s", e.Type)
			}
			i := r.expr()
			if r.got(":+") {
				e = Slice(e, i, r.expr())
			} else {
				e = Index(e, i)
			}
			r.want("]")
		case r.got("."):
			e = r.field(e, t)
		default:
			return e
		}
	}
	return e
}

func (r *reader) field(e *Expr, at token) *Expr {
	c := e.Type.Cell
	if e.Type.Base != Ref || e.Type.IsArray() || c == nil {
		r.fail(at, "", "field of a %s", e.Type)
	}
	i := r.ctor(c)
	r.want(".")
	s, t := r.name("a field")
	for j, f := range c.Ctors[i].Fields {
		if f.Name == s {
			return FieldOf(e, i, j)
		}
	}
	r.fail(t, "", "constructor %s has no field %s", c.Ctors[i].Name, s)
	return nil
}

func (r *reader) ctor(c *Cell) int {
	s, t := r.name("a constructor")
	for i, k := range c.Ctors {
		if k.Name == s {
			return i
		}
	}
	r.fail(t, "", "cell %s has no constructor %s", c.Name, s)
	return 0
}

func (r *reader) primary() *Expr {
	t := r.tok()
	switch t.kind {
	case numberToken:
		return r.number("")
	case markToken:
		if r.got("(") {
			e := r.expr()
			r.want(")")
			return e
		}
	case nameToken:
		return r.named()
	}
	r.unexpected("an expression")
	return nil
}

func (r *reader) named() *Expr {
	switch {
	case r.word() == "inf":
		return r.number("")
	case r.got("true"):
		return BoolConst(true)
	case r.got("false"):
		return BoolConst(false)
	case r.got("nan"):
		return r.nan()
	case r.got("nil"):
		r.want("(")
		at := r.tok()
		t, flat := r.typ()
		if flat != nil {
			r.fail(at, "write [][]real", "an empty array has no lengths")
		}
		if t.IsNumber() {
			r.fail(at, "write 0, 0.0 or false", "nil of a %s", t)
		}
		r.want(")")
		return Nil(t)
	case r.peek() == "(":
		return r.apply()
	}
	s, t := r.name("an expression")
	v := r.vars[s]
	if v == nil {
		r.fail(t, "", "unknown variable %s", s)
	}
	return Use(v)
}

// nan reads what may follow the word: the bits of one that is not Go's.
func (r *reader) nan() *Expr {
	if !r.got("(") {
		return RealConst(math.NaN())
	}
	t := r.tok()
	bits, err := strconv.ParseUint(r.word(), 0, 64)
	if f := math.Float64frombits(bits); err == nil && math.IsNaN(f) {
		r.at++
		r.want(")")
		return RealConst(f)
	}
	r.fail(t, "write nan, or nan(0x7ff8000000000001)", "not the bits of a NaN")
	return nil
}
