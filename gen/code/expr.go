package code

import (
	"math"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
)

// An Ident is a Go variable of the emitted function. Its name is fixed when it
// is declared; reads counts those that use its value, so that
// variables nobody reads can be left out.
type Ident struct {
	Name  string
	reads int
	Fixed bool // read or written by the caller
	Param bool // a parameter of the function
}

// An ExprKind says what an expression is.
type ExprKind uint8

// The kinds of expressions.
const (
	IdentExpr ExprKind = iota
	LitExpr            // Text, or a real with val
	BinaryExpr
	UnaryExpr
	CallExpr  // [Pkg.]Text(Args)
	IndexExpr // Args[0][Args[1]]
	SliceExpr // Args[0][:Args[1]], or Args[0][Args[1]:Args[2]]
	RestExpr  // Args[0][Args[1]:]
	FieldExpr // Args[0].Text
	TypedExpr // Text is a Go type: make, composite literals, conversions
	ApplyExpr // Args[0](Args[1:])
	FuncExpr  // func(Params) Result { Body }
)

// An Expr is a Go expression without effects. Expressions are immutable and
// may be shared; a compound one is emitted at most once for each use.
type Expr struct {
	Kind   ExprKind
	Ident  *Ident
	Text   string
	Pkg    string
	Fields []string // of a composite literal
	Func   *Closure
	Args   []*Expr
	val    float64
	real   bool // a real literal
	Size   int  // nodes
}

// A Closure is a function literal.
type Closure struct {
	Params []*Ident
	Types  []string
	Result string
	Body   []*Stmt
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

func (e *Expr) prec() int {
	switch e.Kind {
	case BinaryExpr:
		return binaryPrec(e.Text)
	case UnaryExpr:
		return precUnary
	case LitExpr:
		if strings.HasPrefix(e.Text, "-") {
			return precUnary
		}
	}
	return precAtom
}

// Node is an expression of a kind over others.
func Node(kind ExprKind, text string, args ...*Expr) *Expr {
	e := &Expr{Kind: kind, Text: text, Args: args, Size: 1}
	for _, a := range args {
		e.Size += a.Size
	}
	return e
}

// Use is the value of a variable.
func Use(id *Ident) *Expr { return &Expr{Kind: IdentExpr, Ident: id, Size: 1} }

// IntLit is an int literal.
func IntLit(n int64) *Expr { return &Expr{Kind: LitExpr, Text: strconv.FormatInt(n, 10), Size: 1} }

// BoolLit is true or false.
func BoolLit(b bool) *Expr { return &Expr{Kind: LitExpr, Text: strconv.FormatBool(b), Size: 1} }

// StrLit is a quoted string.
func StrLit(s string) *Expr { return &Expr{Kind: LitExpr, Text: strconv.Quote(s), Size: 1} }

// NilLit is nil.
func NilLit() *Expr { return &Expr{Kind: LitExpr, Text: "nil", Size: 1} }

// RealLit is a real literal of shortest digits that read back as f. Values that
// Go cannot write as constants are calls of package math.
func RealLit(f float64) *Expr {
	switch {
	case math.IsNaN(f):
		return mathCall("NaN")
	case math.IsInf(f, 1):
		return mathCall("Inf", IntLit(1))
	case math.IsInf(f, -1):
		return mathCall("Inf", IntLit(-1))
	case f == 0 && math.Signbit(f):
		return mathCall("Copysign", IntLit(0), IntLit(-1))
	}
	return &Expr{Kind: LitExpr, Text: strconv.FormatFloat(f, 'g', -1, 64), val: f, real: true, Size: 1}
}

func mathCall(fn string, args ...*Expr) *Expr { return Call("math", fn, args...) }

// Call is a call of a function, of the package of a path if that is not empty.
func Call(pkg, fn string, args ...*Expr) *Expr {
	e := Node(CallExpr, fn, args...)
	e.Pkg = pkg
	return e
}

// Binary is a op b.
func Binary(op string, a, b *Expr) *Expr { return Node(BinaryExpr, op, a, b) }

// Unary is op a.
func Unary(op string, a *Expr) *Expr { return Node(UnaryExpr, op, a) }

// Index is a[i].
func Index(a, i *Expr) *Expr { return Node(IndexExpr, "", a, i) }

// LenOf is len(a).
func LenOf(a *Expr) *Expr { return Call("", "len", a) }

// Atom reports whether e may be written several times without repeating work.
func (e *Expr) Atom() bool { return e.Kind == IdentExpr || e.Kind == LitExpr }

// cheap reports whether e is an atom or an element of a variable.
func (e *Expr) cheap() bool {
	return e.Atom() || e.Kind == IndexExpr && e.Args[0].Kind == IdentExpr && e.Args[1].Atom()
}

// IsZero reports whether e is the real literal zero, not minus zero.
func (e *Expr) IsZero() bool { return e.Kind == LitExpr && e.real && e.val == 0 }

// IsZeroLit reports whether x is a literal of zero, real or int.
func IsZeroLit(x *Expr) bool { return x.IsZero() || x.Kind == LitExpr && x.Text == "0" }

// Same reports whether two expressions are written alike.
func Same(a, b *Expr) bool {
	if a == b {
		return true
	}
	if a.Kind != b.Kind || a.Ident != b.Ident || a.Text != b.Text || a.Pkg != b.Pkg || len(a.Args) != len(b.Args) {
		return false
	}
	for i := range a.Args {
		if !Same(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}

// EachIdent calls yield for the variables that e reads.
func (e *Expr) EachIdent(yield func(*Ident)) {
	if e.Kind == IdentExpr {
		yield(e.Ident)
	}
	for _, a := range e.Args {
		a.EachIdent(yield)
	}
	if e.Kind == FuncExpr {
		EachRead(e.Func.Body, yield)
	}
}

// EachRead calls yield for the variables that statements read or assign.
func EachRead(stmts []*Stmt, yield func(*Ident)) {
	for _, s := range stmts {
		for _, x := range s.Lhs {
			x.EachIdent(yield)
		}
		for _, x := range s.Exprs {
			x.EachIdent(yield)
		}
		EachRead(s.Body, yield)
		EachRead(s.Alt, yield)
		for _, c := range s.Cases {
			EachRead(c, yield)
		}
	}
}

// goText is the literal as Go writes it where its type must show: 1.0, not 1.
func (e *Expr) goText() string {
	if e.real && !strings.ContainsAny(e.Text, ".e") {
		return e.Text + ".0"
	}
	return e.Text
}

// Code renders e. Real literals are written short when the context gives
// their type.
func (e *Expr) Code(typed bool) *jen.Statement {
	switch e.Kind {
	case IdentExpr:
		return jen.Id(e.Ident.Name)
	case LitExpr:
		if typed {
			return jen.Id(e.Text)
		}
		return jen.Id(e.goText())
	case UnaryExpr:
		return jen.Op(e.Text).Add(e.Args[0].bracket(precUnary+1, typed))
	case BinaryExpr:
		p := binaryPrec(e.Text)
		inner := typed && p >= precAdd || e.Args[0].Kind != LitExpr || e.Args[1].Kind != LitExpr
		return e.Args[0].bracket(p, inner).Op(e.Text).Add(e.Args[1].bracket(p+1, inner))
	case IndexExpr:
		return e.Args[0].bracket(precAtom, true).Index(e.Args[1].Code(true))
	case SliceExpr:
		if len(e.Args) == 3 {
			return e.Args[0].bracket(precAtom, true).Index(e.Args[1].Code(true).Op(":").Add(e.Args[2].Code(true)))
		}
		return e.Args[0].bracket(precAtom, true).Index(jen.Op(":").Add(e.Args[1].Code(true)))
	case RestExpr:
		return e.Args[0].bracket(precAtom, true).Index(e.Args[1].Code(true).Op(":"))
	case FieldExpr:
		return e.Args[0].bracket(precAtom, true).Dot(e.Text)
	case TypedExpr:
		return e.typedCode()
	case FuncExpr:
		return e.Func.code()
	}
	args := make([]jen.Code, len(e.Args))
	for i, a := range e.Args {
		args[i] = a.Code(e.Pkg != "" || e.Text != "min" && e.Text != "max")
	}
	if e.Kind == ApplyExpr {
		return jen.Add(args[0]).Call(args[1:]...)
	}
	if strings.Contains(e.Text, ".") {
		return Source(e.Text).Call(args...)
	}
	if e.Pkg != "" {
		return jen.Qual(e.Pkg, e.Text).Call(args...)
	}
	return jen.Id(e.Text).Call(args...)
}

func (c *Closure) code() *jen.Statement {
	params := make([]jen.Code, len(c.Params))
	for i, p := range c.Params {
		params[i] = jen.Id(p.Name).Add(Source(c.Types[i]))
	}
	f := jen.Func().Params(params...)
	if c.Result != "" {
		f.Add(Source(c.Result))
	}
	return f.Block(Print(c.Body)...)
}

// typedCode renders make([]T, n…), []T{…} and &T{…}.
func (e *Expr) typedCode() *jen.Statement {
	args := make([]jen.Code, len(e.Args))
	for i, a := range e.Args {
		args[i] = a.Code(true)
	}
	if strings.HasPrefix(e.Text, "make ") {
		return jen.Make(append([]jen.Code{Source(e.Text[5:])}, args...)...)
	}
	for i, f := range e.Fields {
		args[i] = jen.Id(f).Op(":").Add(args[i])
	}
	return Source(e.Text).Values(args...)
}

func (e *Expr) bracket(min int, typed bool) *jen.Statement {
	if e.prec() < min {
		return jen.Parens(e.Code(typed))
	}
	return e.Code(typed)
}
