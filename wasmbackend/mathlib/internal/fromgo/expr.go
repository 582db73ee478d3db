package fromgo

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"math/bits"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

func prim(name string, args ...*loop.Expr) *loop.Expr { return loop.Prim(syntax.MustOp(name), args...) }

// atom names the value of e.
func (b *body) atom(e *loop.Expr) *loop.Expr {
	if e.IsAtom() {
		return e
	}
	v := loop.NewVar("t", e.Type)
	b.put(&loop.Let{Var: v, Rhs: e})
	return loop.Use(v)
}

func (b *body) atoms(es []*loop.Expr) []*loop.Expr {
	out := make([]*loop.Expr, len(es))
	for i, e := range es {
		v := loop.NewVar("t", e.Type) // variables too, since they may change
		b.put(&loop.Let{Var: v, Rhs: e})
		out[i] = loop.Use(v)
	}
	return out
}

func (b *body) expr(x ast.Expr) *loop.Expr {
	tv := b.info.Types[x]
	if tv.Value != nil {
		return b.literal(x, tv.Type, tv.Value)
	}
	switch x := x.(type) {
	case *ast.ParenExpr:
		return b.expr(x.X)
	case *ast.Ident:
		v := b.vars[b.info.Uses[x]]
		if v == nil {
			b.fail(x, "%s is no variable here", x.Name)
		}
		return loop.Use(v)
	case *ast.UnaryExpr:
		return b.unary(x)
	case *ast.BinaryExpr:
		l, r := b.expr(x.X), b.expr(x.Y)
		return b.binary(x, x.Op, b.info.Types[x.X].Type, l, r)
	case *ast.IndexExpr:
		return b.element(x, b.table(b.info.Uses[x.X.(*ast.Ident)]), b.expr(x.Index), "")
	case *ast.SelectorExpr:
		if id, ok := x.X.(*ast.Ident); ok {
			if r, ok := b.rows[b.info.Uses[id]]; ok {
				return b.element(x, r.tab, r.index, x.Sel.Name)
			}
		}
		if i, ok := x.X.(*ast.IndexExpr); ok {
			return b.element(x, b.table(b.info.Uses[i.X.(*ast.Ident)]), b.expr(i.Index), x.Sel.Name)
		}
	case *ast.CallExpr:
		rs := b.call(x)
		if len(rs) != 1 {
			b.fail(x, "%d values for one", len(rs))
		}
		return rs[0]
	}
	b.fail(x, "an expression %T", x)
	return nil
}

func (b *body) literal(x ast.Expr, g types.Type, v constant.Value) *loop.Expr {
	switch b.typ(x, g) {
	case loop.RealType:
		f, _ := constant.Float64Val(v)
		return loop.RealConst(f)
	case loop.BoolType:
		return loop.BoolConst(constant.BoolVal(v))
	}
	return loop.IntConst(intValue(v))
}

// element is a field of a row of a table.
func (b *body) element(x ast.Node, tab *table, i *loop.Expr, field string) *loop.Expr {
	col, ok := tab.column[field]
	if !ok {
		b.fail(x, "no field %s", field)
	}
	array, width := tab.ints, tab.width[0]
	if tab.isReal[field] {
		array, width = tab.reals, tab.width[1]
	}
	return loop.Index(loop.Use(b.arrays[array]), loop.Add(loop.Mul(i, loop.IntConst(int64(width))), loop.IntConst(int64(col))))
}

func (b *body) unary(x *ast.UnaryExpr) *loop.Expr {
	e := b.expr(x.X)
	switch x.Op {
	case token.SUB:
		if e.Type == loop.RealType {
			return prim("neg", e)
		}
		return prim("ineg", e)
	case token.XOR:
		return prim("inot", e)
	case token.NOT:
		return prim("not", e)
	}
	b.fail(x, "the operator %s", x.Op)
	return nil
}

var (
	realOps = map[token.Token]string{
		token.ADD: "+", token.SUB: "-", token.MUL: "*", token.QUO: "/", token.EQL: "eq", token.NEQ: "ne",
		token.LSS: "lt", token.LEQ: "le", token.GTR: "gt", token.GEQ: "ge",
	}
	intOps = map[token.Token]string{
		token.ADD: "iadd", token.SUB: "isub", token.MUL: "imul", token.EQL: "ieq", token.NEQ: "ine",
		token.LSS: "ilt", token.LEQ: "ile", token.GTR: "igt", token.GEQ: "ige", token.AND: "iand", token.OR: "ior", token.XOR: "ixor",
		token.AND_NOT: "iandnot", token.SHL: "ishl", token.SHR: "ishr",
	}
	boolOps = map[token.Token]string{token.LAND: "and", token.LOR: "or"}
)

// binary is an operation on values of Go type g.
func (b *body) binary(x ast.Node, op token.Token, g types.Type, l, r *loop.Expr) *loop.Expr {
	switch l.Type {
	case loop.BoolType:
		if name, ok := boolOps[op]; ok {
			return prim(name, l, r)
		}
		if op == token.EQL {
			l, r = b.atom(l), b.atom(r)
			return prim("or", prim("and", l, r), prim("not", prim("or", l, r)))
		}
	case loop.RealType:
		if name, ok := realOps[op]; ok {
			return prim(name, l, r)
		}
	default:
		if e := b.integers(x, op, unsigned(g), l, r); e != nil {
			return e
		}
	}
	b.fail(x, "the operator %s", op)
	return nil
}

func (b *body) integers(x ast.Node, op token.Token, unsigned bool, l, r *loop.Expr) *loop.Expr {
	if unsigned {
		switch op {
		case token.SHR:
			return prim("iushr", l, r)
		case token.LSS:
			return prim("ult", l, r)
		case token.LEQ:
			return prim("ule", l, r)
		case token.GTR:
			return prim("ult", r, l)
		case token.GEQ:
			return prim("ule", r, l)
		}
	}
	if op == token.QUO || op == token.REM {
		n := uint64(r.I)
		if !r.IsConst() || n == 0 {
			b.fail(x, "a division by what may be 0")
		}
		switch {
		case unsigned && n&(n-1) == 0 && op == token.REM:
			return prim("iand", l, loop.IntConst(int64(n-1)))
		case unsigned && n&(n-1) == 0:
			return prim("iushr", l, loop.IntConst(int64(bits.TrailingZeros64(n))))
		case unsigned && op == token.REM:
			return prim("umod", l, r)
		case unsigned:
			return prim("udiv", l, r)
		case op == token.REM:
			return prim("imod", l, r)
		}
		return prim("idiv", l, r)
	}
	name, ok := intOps[op]
	if !ok {
		return nil
	}
	switch name { // with constants folded
	case "iadd":
		return loop.Add(l, r)
	case "isub":
		return loop.Sub(l, r)
	case "imul":
		return loop.Mul(l, r)
	}
	return prim(name, l, r)
}

// natives are the functions of the standard library that are one operation.
var natives = map[string]string{
	"math.Float64bits": "bits", "math.Float64frombits": "frombits", "math.Abs": "abs", "math.Sqrt": "sqrt", "math.Floor": "floor",
	"math.Ceil": "ceil", "math.Trunc": "trunc", "math.RoundToEven": "round", "math.Copysign": "copysign",
	"bits.LeadingZeros64": "clz", "bits.TrailingZeros64": "ctz",
}

// wide are the functions of math/bits that a function of the package stands for.
var wide = map[string]string{"bits.Mul64": "mul64", "bits.Add64": "add64", "bits.Sub64": "sub64"}

// call is a call: a conversion, an operation, or a function of the package, written out if it is straight.
func (b *body) call(x *ast.CallExpr) []*loop.Expr {
	if b.info.Types[x.Fun].IsType() {
		return []*loop.Expr{b.convert(x)}
	}
	var o types.Object
	switch f := x.Fun.(type) {
	case *ast.Ident:
		o = b.info.Uses[f]
		if _, ok := o.(*types.Builtin); ok {
			return []*loop.Expr{b.builtin(x, f.Name)}
		}
	case *ast.SelectorExpr:
		name := f.X.(*ast.Ident).Name + "." + f.Sel.Name
		switch op := natives[name]; {
		case op != "":
			return []*loop.Expr{prim(op, b.args(x)...)}
		case name == "math.Inf":
			sign, _ := constant.Int64Val(b.info.Types[x.Args[0]].Value)
			return []*loop.Expr{loop.RealConst(math.Inf(int(sign)))}
		case name == "math.NaN":
			return []*loop.Expr{loop.RealConst(math.NaN())}
		}
		o = b.pkg.Scope().Lookup(wide[name])
	}
	d := b.decls[o]
	if d == nil {
		b.fail(x, "a call of an unknown function")
	}
	if straight(d) {
		return b.inline(x, o, d)
	}
	f := b.function(o)
	if f.Fn.Body == nil && f.Fn.Results == nil {
		b.fail(x, "recursion")
	}
	c := &loop.Call{Func: f.Fn, Args: b.args(x)}
	for _, t := range f.Tables {
		c.Args = append(c.Args, loop.Use(b.arrays[t]))
	}
	var out []*loop.Expr
	for _, r := range f.Fn.Results {
		v := loop.NewVar("t", r.Type)
		c.Vars = append(c.Vars, v)
		out = append(out, loop.Use(v))
	}
	b.put(c)
	return out
}

func (b *body) args(x *ast.CallExpr) []*loop.Expr {
	if call, ok := x.Args[0].(*ast.CallExpr); ok && len(x.Args) == 1 {
		return b.call(call)
	}
	var out []*loop.Expr
	for _, a := range x.Args {
		out = append(out, b.expr(a))
	}
	return out
}

// builtin is min or max of reals or ints, or the length of a table.
func (b *body) builtin(x *ast.CallExpr, name string) *loop.Expr {
	if name != "min" && name != "max" || len(x.Args) != 2 {
		b.fail(x, "the function %s", name)
	}
	l, r := b.expr(x.Args[0]), b.expr(x.Args[1])
	if l.Type == loop.IntType {
		if unsigned(b.info.Types[x].Type) {
			b.fail(x, "%s without sign", name)
		}
		name = "i" + name
	}
	return prim(name, l, r)
}

// inline writes a function out.
func (b *body) inline(x *ast.CallExpr, o types.Object, d *ast.FuncDecl) []*loop.Expr {
	sig := o.Type().(*types.Signature)
	args := b.args(x)
	for i := range args {
		p := sig.Params().At(i)
		v := loop.NewVar(p.Name(), args[i].Type)
		b.put(&loop.Let{Var: v, Rhs: args[i]})
		b.vars[p] = v
	}
	ret, results := b.ret, b.results
	b.whole(d, sig)
	out := b.results
	b.ret, b.results = ret, results
	return out
}

// convert is a conversion between numbers.
func (b *body) convert(x *ast.CallExpr) *loop.Expr {
	to, from := b.info.Types[x.Fun].Type, b.info.Types[x.Args[0]].Type
	e := b.expr(x.Args[0])
	switch wanted := b.typ(x, to); {
	case wanted == e.Type:
		return e
	case wanted == loop.RealType && unsigned(from):
		return prim("ureal", e)
	case wanted == loop.RealType:
		return prim("real", e)
	case wanted == loop.IntType && unsigned(to):
		return prim("uint", e)
	case wanted == loop.IntType:
		return prim("int", e)
	}
	b.fail(x, "a conversion to %s", to)
	return nil
}
