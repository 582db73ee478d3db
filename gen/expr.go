package gen

import (
	"math"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
)

// An ident is a Go variable of the emitted function. Its name is fixed when it
// is declared; reads counts the expressions that use its value, so that
// variables nobody reads can be left out.
type ident struct {
	name  string
	reads int
	fixed bool // read or written by the caller
	param bool // a parameter of the function
}

type exprKind uint8

const (
	identExpr exprKind = iota
	litExpr            // text, or a real with val
	binaryExpr
	unaryExpr
	callExpr  // [pkg.]text(args)
	indexExpr // args[0][args[1]]
	sliceExpr // args[0][:args[1]], or args[0][args[1]:args[2]]
	restExpr  // args[0][args[1]:]
	fieldExpr // args[0].text
	typedExpr // text is a Go type: make, composite literals, conversions
	applyExpr // args[0](args[1:])
	funcExpr  // func(params) result { body }
)

// An expr is a Go expression without effects. Expressions are immutable and
// may be shared; a compound one is emitted at most once for each use.
type expr struct {
	kind     exprKind
	id       *ident
	text     string
	pkg      string
	fields   []string // of a composite literal
	fn       *closure
	args     []*expr
	val      float64
	real     bool // a real literal
	volatile bool // reads an array that is updated in place
	size     int  // nodes
}

// A closure is a function literal.
type closure struct {
	params []*ident
	types  []string
	result string
	body   []*stmt
}

// Precedences of Go; greater binds tighter.
const (
	precOr = iota + 1
	precAnd
	precCmp
	precAdd
	precMul
	precUnary
	precAtom
)

func binaryPrec(op string) int {
	switch op {
	case "*", "/", "%", "&", "&^", "<<", ">>":
		return precMul
	case "+", "-", "|", "^":
		return precAdd
	case "&&":
		return precAnd
	case "||":
		return precOr
	}
	return precCmp
}

func (e *expr) prec() int {
	switch e.kind {
	case binaryExpr:
		return binaryPrec(e.text)
	case unaryExpr:
		return precUnary
	case litExpr:
		if strings.HasPrefix(e.text, "-") {
			return precUnary
		}
	}
	return precAtom
}

func node(kind exprKind, text string, args ...*expr) *expr {
	e := &expr{kind: kind, text: text, args: args, size: 1}
	for _, a := range args {
		e.size += a.size
		e.volatile = e.volatile || a.volatile
	}
	return e
}

func use(id *ident) *expr { return &expr{kind: identExpr, id: id, size: 1} }

func intLit(n int64) *expr { return &expr{kind: litExpr, text: strconv.FormatInt(n, 10), size: 1} }

func boolLit(b bool) *expr { return &expr{kind: litExpr, text: strconv.FormatBool(b), size: 1} }

func strLit(s string) *expr { return &expr{kind: litExpr, text: strconv.Quote(s), size: 1} }

func nilLit() *expr { return &expr{kind: litExpr, text: "nil", size: 1} }

// realLit is a real literal of shortest digits that read back as f. Values that
// Go cannot write as constants are calls of package math.
func realLit(f float64) *expr {
	switch {
	case math.IsNaN(f):
		return mathCall("NaN")
	case math.IsInf(f, 1):
		return mathCall("Inf", intLit(1))
	case math.IsInf(f, -1):
		return mathCall("Inf", intLit(-1))
	case f == 0 && math.Signbit(f):
		return mathCall("Copysign", intLit(0), intLit(-1))
	}
	return &expr{kind: litExpr, text: strconv.FormatFloat(f, 'g', -1, 64), val: f, real: true, size: 1}
}

func mathCall(fn string, args ...*expr) *expr { return call("math", fn, args...) }

func call(pkg, fn string, args ...*expr) *expr {
	e := node(callExpr, fn, args...)
	e.pkg = pkg
	return e
}

func binary(op string, a, b *expr) *expr { return node(binaryExpr, op, a, b) }

func unary(op string, a *expr) *expr { return node(unaryExpr, op, a) }

func index(a, i *expr) *expr { return node(indexExpr, "", a, i) }

func lenOf(a *expr) *expr { return call("", "len", a) }

// atom reports whether e may be written several times without repeating work.
func (e *expr) atom() bool { return e.kind == identExpr || e.kind == litExpr }

// cheap reports whether e is an atom or an element of a variable.
func (e *expr) cheap() bool {
	return e.atom() || e.kind == indexExpr && e.args[0].kind == identExpr && e.args[1].atom()
}

func (e *expr) isZero() bool { return e.kind == litExpr && e.real && e.val == 0 }

// same reports whether two expressions are written alike.
func same(a, b *expr) bool {
	if a == b {
		return true
	}
	if a.kind != b.kind || a.id != b.id || a.text != b.text || a.pkg != b.pkg || len(a.args) != len(b.args) {
		return false
	}
	for i := range a.args {
		if !same(a.args[i], b.args[i]) {
			return false
		}
	}
	return true
}

// eachIdent calls yield for the variables that e reads.
func (e *expr) eachIdent(yield func(*ident)) {
	if e.kind == identExpr {
		yield(e.id)
	}
	for _, a := range e.args {
		a.eachIdent(yield)
	}
	if e.kind == funcExpr {
		eachRead(e.fn.body, yield)
	}
}

// eachRead calls yield for the variables that statements read or assign.
func eachRead(stmts []*stmt, yield func(*ident)) {
	for _, s := range stmts {
		for _, x := range s.lhs {
			x.eachIdent(yield)
		}
		for _, x := range s.exprs {
			x.eachIdent(yield)
		}
		eachRead(s.body, yield)
		eachRead(s.alt, yield)
		for _, c := range s.cases {
			eachRead(c, yield)
		}
	}
}

// goText is the literal as Go writes it where its type must show: 1.0, not 1.
func (e *expr) goText() string {
	if e.real && !strings.ContainsAny(e.text, ".e") {
		return e.text + ".0"
	}
	return e.text
}

// code renders e. Real literals are written short when the context gives
// their type.
func (e *expr) code(typed bool) *jen.Statement {
	switch e.kind {
	case identExpr:
		return jen.Id(e.id.name)
	case litExpr:
		if typed {
			return jen.Id(e.text)
		}
		return jen.Id(e.goText())
	case unaryExpr:
		return jen.Op(e.text).Add(e.args[0].bracket(precUnary+1, typed))
	case binaryExpr:
		p := binaryPrec(e.text)
		inner := typed && p >= precAdd || e.args[0].kind != litExpr || e.args[1].kind != litExpr
		return e.args[0].bracket(p, inner).Op(e.text).Add(e.args[1].bracket(p+1, inner))
	case indexExpr:
		return e.args[0].bracket(precAtom, true).Index(e.args[1].code(true))
	case sliceExpr:
		if len(e.args) == 3 {
			return e.args[0].bracket(precAtom, true).Index(e.args[1].code(true).Op(":").Add(e.args[2].code(true)))
		}
		return e.args[0].bracket(precAtom, true).Index(jen.Op(":").Add(e.args[1].code(true)))
	case restExpr:
		return e.args[0].bracket(precAtom, true).Index(e.args[1].code(true).Op(":"))
	case fieldExpr:
		return e.args[0].bracket(precAtom, true).Dot(e.text)
	case typedExpr:
		return e.typedCode()
	case funcExpr:
		return e.fn.code()
	}
	args := make([]jen.Code, len(e.args))
	for i, a := range e.args {
		args[i] = a.code(e.pkg != "" || e.text != "min" && e.text != "max")
	}
	if e.kind == applyExpr {
		return jen.Add(args[0]).Call(args[1:]...)
	}
	if strings.Contains(e.text, ".") {
		return rawSource(e.text).Call(args...)
	}
	if e.pkg != "" {
		return jen.Qual(e.pkg, e.text).Call(args...)
	}
	return jen.Id(e.text).Call(args...)
}

func (c *closure) code() *jen.Statement {
	params := make([]jen.Code, len(c.params))
	for i, p := range c.params {
		params[i] = jen.Id(p.name).Add(rawSource(c.types[i]))
	}
	f := jen.Func().Params(params...)
	if c.result != "" {
		f.Add(rawSource(c.result))
	}
	return f.Block(printStmts(c.body)...)
}

// typedCode renders make([]T, n…), []T{…} and &T{…}.
func (e *expr) typedCode() *jen.Statement {
	args := make([]jen.Code, len(e.args))
	for i, a := range e.args {
		args[i] = a.code(true)
	}
	if strings.HasPrefix(e.text, "make ") {
		return jen.Make(append([]jen.Code{rawSource(e.text[5:])}, args...)...)
	}
	for i, f := range e.fields {
		args[i] = jen.Id(f).Op(":").Add(args[i])
	}
	return rawSource(e.text).Values(args...)
}

func (e *expr) bracket(min int, typed bool) *jen.Statement {
	if e.prec() < min {
		return jen.Parens(e.code(typed))
	}
	return e.code(typed)
}
