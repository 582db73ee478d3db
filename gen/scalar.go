package gen

import (
	"strconv"
	"strings"

	"github.com/seed-4b734f86/gochad/syntax"
)

// apply writes a primitive of arguments that are emitted already.
func (e *emitter) apply(t *syntax.Prim, args []*expr) *expr {
	if x := fold(t.Op, args); x != nil {
		return x
	}
	if b := args[len(args)-1]; t.Op.Divides && (b.kind != litExpr || b.text == "0") {
		return e.g.division(t.Op, args[0], b, position(t.At)+"integer division by zero")
	}
	if t.Op.Requires {
		e.g.helper("required", requiredHelper)
		return call("", "required", args[0], args[1], strLit(position(t.At)+"what is required does not hold"))
	}
	return e.g.primitive(t.Op, args)
}

// primitive writes a primitive; a division by zero is not checked.
func (g *generator) primitive(op *syntax.Op, args []*expr) *expr {
	form := op.Go
	switch {
	case g.opt.Elementary && g.elementary(op):
		return call("", op.Name, args...)
	case form.Op != "":
		return operator(op, args)
	case form.Shift != "" && args[1].kind == litExpr && len(args[1].text) <= 2 && args[1].text <= "63" &&
		args[1].text[0] != '-':
		return binary(form.Shift, args[0], args[1])
	case form.Conv != "":
		return call("", form.Conv, args...)
	case form.Func == "powi" && args[1].kind == litExpr && args[0].cheap():
		if x := smallPower(args[0], args[1].text); x != nil {
			return x
		}
		g.helper(form.Func, form.Helper)
	case form.Helper != "":
		g.helper(form.Func, form.Helper)
	}
	return call(form.Pkg, form.Func, args...)
}

// division is a quotient or remainder of ints that fails with the text where b is 0.
func (g *generator) division(op *syntax.Op, a, b *expr, text string) *expr {
	fn := divisions[op.Name]
	g.helper(fn.name, fn.source)
	return call("", fn.name, a, b, strLit(text))
}

// smallPower multiplies out x^2 and x^3.
func smallPower(x *expr, n string) *expr {
	switch n {
	case "2":
		return binary("*", x, x)
	case "3":
		return binary("*", binary("*", x, x), x)
	}
	return nil
}

// operator writes an operator of Go, where Go means the same.
func operator(o *syntax.Op, args []*expr) *expr {
	op := o.Go.Op
	if len(args) == 1 {
		return unary(op, args[0])
	}
	a, b := args[0], args[1]
	if op == "&&" || op == "||" {
		return logical(op, a, b)
	}
	switch o {
	case syntax.OpIntAdd, syntax.OpIntSub:
		if b.kind == litExpr && b.text == "0" {
			return a
		}
	case syntax.OpAdd:
		if b.kind == unaryExpr {
			return binary("-", a, b.args[0])
		}
		if a.kind == unaryExpr {
			return binary("-", b, a.args[0])
		}
	case syntax.OpSub:
		if b.kind == unaryExpr {
			return binary("+", a, b.args[0])
		}
	}
	return binary(op, a, b)
}

// logical is a chain of && or || without the repetitions that go vet refuses.
func logical(op string, a, b *expr) *expr {
	if b.kind == binaryExpr && b.text == op {
		return logical(op, logical(op, a, b.args[0]), b.args[1])
	}
	for c := a; ; c = c.args[0] {
		chain := c.kind == binaryExpr && c.text == op
		if same(c, b) || chain && same(c.args[1], b) {
			return a
		}
		if !chain {
			return binary(op, a, b)
		}
	}
}

// divisions are the helpers for the primitives that divide.
var divisions = map[string]struct{ name, source string }{
	"idiv": {"intDiv", intDivHelper}, "imod": {"intMod", intModHelper},
	"udiv": {"uintDiv", uintDivHelper}, "umod": {"uintMod", uintModHelper},
}

const requiredHelper = `// required is t where c holds, and panics with the message elsewhere.
func required(c bool, t int, msg string) int {
	if !c {
		panic(msg)
	}
	return t
}`

const intDivHelper = `// intDiv is a / b rounded toward zero; a zero b panics with the message.
func intDiv(a, b int, msg string) int {
	if b == 0 {
		panic(msg)
	}
	return a / b
}`

const intModHelper = `// intMod is a % b with the sign of a; a zero b panics with the message.
func intMod(a, b int, msg string) int {
	if b == 0 {
		panic(msg)
	}
	return a % b
}`

const uintDivHelper = `// uintDiv is a / b of numbers without sign; a zero b panics with the message.
func uintDiv(a, b int, msg string) int {
	if b == 0 {
		panic(msg)
	}
	return int(uint(a) / uint(b))
}`

const uintModHelper = `// uintMod is a % b of numbers without sign; a zero b panics with the message.
func uintMod(a, b int, msg string) int {
	if b == 0 {
		panic(msg)
	}
	return int(uint(a) % uint(b))
}`

// fold computes an exact operation on literals: Go would compute with exact
// constants and refuse overflow, the language rounds and wraps.
func fold(op *syntax.Op, args []*expr) *expr {
	if op.Result == syntax.Real && !op.Exact {
		return nil
	}
	vals := make([]syntax.Value, len(args))
	for i, a := range args {
		if a.kind != litExpr {
			return nil
		}
		vals[i] = litValue(a)
	}
	v, err := op.Eval(vals)
	if err != nil {
		return nil
	}
	switch op.Result {
	case syntax.Real:
		return realLit(v.F)
	case syntax.Int:
		return intLit(v.I)
	}
	return boolLit(v.I != 0)
}

func litValue(a *expr) syntax.Value {
	switch {
	case a.real:
		return syntax.Value{F: a.val}
	case a.text == "true":
		return syntax.Value{I: 1}
	}
	n, _ := strconv.ParseInt(a.text, 10, 64) // false is 0 too
	return syntax.Value{I: n}
}

// shifted is an index plus a literal.
func shifted(i *expr, offset int64) *expr {
	if offset == 0 {
		return i
	}
	return binary("+", i, intLit(offset))
}

func (e *emitter) checked(t *syntax.ToIdx, i *expr) *expr {
	if n, ok := t.Len.Lit(); ok && i.kind == litExpr {
		if k, err := strconv.ParseInt(i.text, 10, 64); err == nil && 0 <= k && k < n {
			return i
		}
	}
	e.g.helper("checkIndex", checkIndexHelper)
	e.g.helper("indexError", indexErrorHelper)
	at := "index"
	if t.At != nil {
		at = posText(t.At)
	}
	return call("", "checkIndex", i, e.size(t.Len), strLit(at))
}

func posText(p *syntax.Pos) string {
	s := strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Col)
	if p.File == "" {
		return s
	}
	return strings.ToValidUTF8(p.File, "?") + ":" + s
}

// zeroLit is the zero of a scalar type.
func zeroLit(t *syntax.Scalar) *expr {
	switch t {
	case syntax.Real:
		return realLit(0)
	case syntax.Bool:
		return boolLit(false)
	}
	return intLit(0)
}

func scalarType(t *syntax.Scalar) string {
	switch t {
	case syntax.Real:
		return "float64"
	case syntax.Int:
		return "int"
	}
	return "bool"
}
