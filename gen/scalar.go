package gen

import (
	"strconv"
	"strings"

	"github.com/seed-4b734f86/gochad/syntax"
)

// prim emits a primitive on scalars.
func (e *emitter) prim(t *syntax.Prim) *expr {
	args := make([]*expr, len(t.Args))
	for i, a := range t.Args {
		args[i] = e.eval(a, nil)[0]
	}
	return e.apply(t, args)
}

// apply writes a primitive of arguments that are emitted already.
func (e *emitter) apply(t *syntax.Prim, args []*expr) *expr {
	form := t.Op.Go
	switch {
	case form.Op != "":
		if x := fold(t.Op, args); x != nil {
			return x
		}
		return e.operator(t, args)
	case form.Conv != "":
		return call("", form.Conv, args...)
	case form.Func == "powi" && args[1].kind == litExpr && args[0].cheap():
		if x := smallPower(args[0], args[1].text); x != nil {
			return x
		}
		e.g.helper(form.Func, form.Helper)
	case form.Helper != "":
		e.g.helper(form.Func, form.Helper)
	}
	return call(form.Pkg, form.Func, args...)
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
func (e *emitter) operator(t *syntax.Prim, args []*expr) *expr {
	op := t.Op.Go.Op
	if len(args) == 1 {
		return unary(op, args[0])
	}
	a, b := args[0], args[1]
	if op == "&&" || op == "||" {
		return logical(op, a, b)
	}
	switch t.Op {
	case syntax.OpIntDiv, syntax.OpIntMod:
		if b.kind == litExpr && b.text != "0" {
			break
		}
		fn, src := "intDiv", intDivHelper
		if t.Op == syntax.OpIntMod {
			fn, src = "intMod", intModHelper
		}
		e.g.helper(fn, src)
		return call("", fn, a, b, strLit(position(t.At)+"integer division by zero"))
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

// fold computes an operator on literals: Go would compute with exact
// constants and refuse overflow, the language rounds and wraps.
func fold(op *syntax.Op, args []*expr) *expr {
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

// toIdx checks an int against a size.
func (e *emitter) toIdx(t *syntax.ToIdx) *expr {
	i := e.eval(t.Arg, nil)[0]
	if t.Shifts() {
		return shifted(i, t.Offset)
	}
	return e.checked(t, i)
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
	at := "index"
	if t.At != nil {
		at = posText(t.At)
	}
	return call("", "checkIndex", i, e.size(t.Len), strLit(at))
}

// index is the index of an access to an array: Go's own bounds check serves
// where the program names no position.
func (e *emitter) indexOf(t syntax.Term) *expr {
	if c, ok := t.(*syntax.ToIdx); ok && c.At == nil && !c.Shifts() {
		return e.eval(c.Arg, nil)[0]
	}
	return e.eval(t, nil)[0]
}

func posText(p *syntax.Pos) string {
	s := strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Col)
	if p.File == "" {
		return s
	}
	return strings.ToValidUTF8(p.File, "?") + ":" + s
}

// call emits a call of another definition.
func (e *emitter) call(t *syntax.Call, d []dest) []*expr {
	f := e.g.funcs[t.Def]
	hints := e.hints(t.Type(), "t")
	var args []*expr
	for k, v := range t.Def.Sizes {
		if !e.g.lengthGiven(t.Def, v) {
			args = append(args, e.size(t.Sizes[k]))
		}
	}
	for _, a := range t.Args {
		args = append(args, e.eval(a, nil)...)
	}
	ls := e.g.leaves(t.Type())
	if len(ls) == 0 {
		return nil
	}
	bufs := e.buffers(hints, ls, d)
	s := &stmt{kind: declStmt}
	out := make([]*expr, len(ls))
	var scalar int
	for i, b := range bufs {
		if out[i] = b.lv; b.lv != nil {
			args = append(args, b.lv)
			s.keep = true
		} else {
			scalar++
		}
	}
	c := call("", f.name, args...)
	s.exprs = e.one(c)
	switch {
	case scalar == 0:
		s.kind = exprStmt
	case len(ls) == 1:
		return e.deliver(e.one(c), ls, d)
	default:
		for i := range out {
			if out[i] == nil {
				id := e.newIdent(hints[i])
				s.ids, out[i] = append(s.ids, id), use(id)
			}
		}
	}
	e.out.add(s)
	return e.deliver(out, ls, d)
}

// lengthGiven reports whether a function that is not exported finds the size
// v as the length of a parameter.
func (g *generator) lengthGiven(d *syntax.Def, v *syntax.SizeVar) bool {
	for _, p := range d.Params {
		for _, l := range g.leaves(p.Type) {
			if !l.array() {
				continue
			}
			if w, ok := l.dims[0].IsVar(); ok && v == w {
				return true
			}
		}
	}
	return false
}
