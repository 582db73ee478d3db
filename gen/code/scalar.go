package code

import (
	"strconv"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Primitive writes a primitive; a division by zero is not checked.
func (f *File) Primitive(op *syntax.Op, args []*Expr) *Expr {
	form := op.Go
	switch {
	case f.Elementary && f.elementary(op):
		return Call("", op.Name, args...)
	case form.Op != "":
		return operator(op, args)
	case form.Shift != "" && args[1].Kind == LitExpr && len(args[1].Text) <= 2 && args[1].Text <= "63" &&
		args[1].Text[0] != '-':
		return Binary(form.Shift, args[0], args[1])
	case form.Conv != "":
		return Call("", form.Conv, args...)
	case form.Func == "powi" && args[1].Kind == LitExpr && args[0].cheap():
		if x := smallPower(args[0], args[1].Text); x != nil {
			return x
		}
		f.Helper(form.Func, form.Helper)
	case form.Helper != "":
		f.Helper(form.Func, form.Helper)
	}
	return Call(form.Pkg, form.Func, args...)
}

// Division is a quotient or remainder of ints that fails with the text where b is 0.
func (f *File) Division(op *syntax.Op, a, b *Expr, text string) *Expr {
	fn := divisions[op.Name]
	f.Helper(fn.name, fn.source)
	return Call("", fn.name, a, b, StrLit(text))
}

// smallPower multiplies out x^2 and x^3.
func smallPower(x *Expr, n string) *Expr {
	switch n {
	case "2":
		return Binary("*", x, x)
	case "3":
		return Binary("*", Binary("*", x, x), x)
	}
	return nil
}

// operator writes an operator of Go, where Go means the same.
func operator(o *syntax.Op, args []*Expr) *Expr {
	op := o.Go.Op
	if len(args) == 1 {
		return Unary(op, args[0])
	}
	a, b := args[0], args[1]
	if op == "&&" || op == "||" {
		return Logical(op, a, b)
	}
	switch o {
	case syntax.OpIntAdd, syntax.OpIntSub:
		if b.Kind == LitExpr && b.Text == "0" {
			return a
		}
	case syntax.OpAdd:
		if b.Kind == UnaryExpr {
			return Binary("-", a, b.Args[0])
		}
		if a.Kind == UnaryExpr {
			return Binary("-", b, a.Args[0])
		}
	case syntax.OpSub:
		if b.Kind == UnaryExpr {
			return Binary("+", a, b.Args[0])
		}
	}
	return Binary(op, a, b)
}

// Logical is a chain of && or || without the repetitions that go vet refuses.
func Logical(op string, a, b *Expr) *Expr {
	if b.Kind == BinaryExpr && b.Text == op {
		return Logical(op, Logical(op, a, b.Args[0]), b.Args[1])
	}
	for c := a; ; c = c.Args[0] {
		chain := c.Kind == BinaryExpr && c.Text == op
		if Same(c, b) || chain && Same(c.Args[1], b) {
			return a
		}
		if !chain {
			return Binary(op, a, b)
		}
	}
}

// divisions are the helpers for the primitives that divide.
var divisions = map[string]struct{ name, source string }{
	"idiv": {"intDiv", intDivHelper}, "imod": {"intMod", intModHelper},
	"udiv": {"uintDiv", uintDivHelper}, "umod": {"uintMod", uintModHelper},
}

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

// Fold computes an exact operation on literals: Go would compute with exact
// constants and refuse overflow, the language rounds and wraps.
func Fold(op *syntax.Op, args []*Expr) *Expr {
	if op.Result == syntax.Real && !op.Exact {
		return nil
	}
	vals := make([]syntax.Value, len(args))
	for i, a := range args {
		if a.Kind != LitExpr {
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
		return RealLit(v.F)
	case syntax.Int:
		return IntLit(v.I)
	}
	return BoolLit(v.I != 0)
}

func litValue(a *Expr) syntax.Value {
	switch {
	case a.real:
		return syntax.Value{F: a.val}
	case a.Text == "true":
		return syntax.Value{I: 1}
	}
	n, _ := strconv.ParseInt(a.Text, 10, 64) // false is 0 too
	return syntax.Value{I: n}
}
