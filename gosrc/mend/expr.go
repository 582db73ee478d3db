package mend

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"go/version"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// AsConstant puts a call of a function of another package into a function that is marked //chad:nodiff. What goes in and
// comes out are ints and bools, in which nothing varies.
func (c *Change) AsConstant(call *ast.CallExpr, f *types.Func) {
	sig := f.Signature()
	if sig.Recv() != nil || sig.Variadic() || sig.TypeParams().Len() > 0 || sig.Results().Len() != 1 ||
		!discrete(sig.Results().At(0).Type()) || len(call.Args) != sig.Params().Len() {
		c.failed = true
		return
	}
	var params, args []string
	for p := range sig.Params().Variables() {
		if !discrete(p.Type()) {
			c.failed = true
			return
		}
		name := p.Name()
		if name == "" || name == "_" {
			name = "x"
		}
		params, args = append(params, name+" "+p.Type().String()), append(args, name)
	}
	pkg := c.Package(f.Pkg().Path(), call.Pos())
	first, n := utf8.DecodeRuneInString(f.Name())
	name := c.Fresh(string(unicode.ToLower(first)) + f.Name()[n:])
	if c.inTests(name) {
		c.failed = true
	}
	c.Replace(call.Fun.Pos(), call.Fun.End(), name)
	c.Append("//chad:nodiff" + c.Newline() + "func " + name + "(" + strings.Join(params, ", ") + ") " +
		sig.Results().At(0).Type().String() + " { return " + pkg + "." + f.Name() + "(" + strings.Join(args, ", ") + ") }")
}

// discrete reports whether a type is a predeclared one of ints or bools.
func discrete(T types.Type) bool {
	b, ok := types.Unalias(T).(*types.Basic)
	return ok && b.Info()&(types.IsInteger|types.IsBoolean) != 0
}

// outer is the node around an expression, without parentheses.
func (c *Change) outer(e ast.Expr) ast.Node {
	path := c.Path(e)
	for _, n := range path[min(1, len(path)):] {
		if _, ok := n.(*ast.ParenExpr); !ok {
			return n
		}
	}
	return nil
}

// EmptyString makes a comparison of the length of a string with 0 one of the string with "".
func (c *Change) EmptyString(length, s ast.Expr) {
	b, ok := c.outer(length).(*ast.BinaryExpr)
	if T, is := c.Info.TypeOf(s).Underlying().(*types.Basic); !ok || !is || T.Info()&types.IsString == 0 {
		c.failed = true
		return
	}
	op, other := b.Op, b.Y
	if ast.Unparen(b.X) != length { // 0 < len(s) is len(s) > 0
		other = b.X
		op = map[token.Token]token.Token{token.LSS: token.GTR, token.GTR: token.LSS, token.LEQ: token.GEQ, token.GEQ: token.LEQ,
			token.EQL: token.EQL, token.NEQ: token.NEQ}[op]
	}
	switch {
	case c.isConst(other, 0) && (op == token.EQL || op == token.LEQ) || c.isConst(other, 1) && op == token.LSS:
		c.Around(b, s, "", ` == ""`)
	case c.isConst(other, 0) && (op == token.NEQ || op == token.GTR) || c.isConst(other, 1) && op == token.GEQ:
		c.Around(b, s, "", ` != ""`)
	default:
		c.failed = true
	}
}

// MathBits makes *(*uint64)(unsafe.Pointer(&x)) math.Float64bits(x), and the same for 32 bits and the other way.
func (c *Change) MathBits(conv *ast.CallExpr) {
	star, ok := c.outer(conv).(*ast.StarExpr)
	if !ok || len(conv.Args) != 1 || !c.read(star) {
		c.failed = true
		return
	}
	inner, ok := ast.Unparen(conv.Args[0]).(*ast.CallExpr)
	if !ok || len(inner.Args) != 1 || !isUnsafePointer(c.Info.TypeOf(inner)) {
		c.failed = true
		return
	}
	and, ok := ast.Unparen(inner.Args[0]).(*ast.UnaryExpr)
	if !ok || and.Op != token.AND {
		c.failed = true
		return
	}
	names := map[[2]string]string{
		{"float64", "uint64"}: "Float64bits", {"float32", "uint32"}: "Float32bits",
		{"uint64", "float64"}: "Float64frombits", {"uint32", "float32"}: "Float32frombits",
	}
	name := names[[2]string{c.Info.TypeOf(and.X).String(), c.Info.TypeOf(star).String()}]
	if name == "" {
		c.failed = true
		return
	}
	c.Around(star, and.X, c.Package("math", star.Pos())+"."+name+"(", ")")
}

func isUnsafePointer(T types.Type) bool {
	b, ok := T.(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

// read reports whether an expression is only read: neither it nor a part of it is assigned, or its address taken.
func (c *Change) read(e ast.Expr) bool {
	path := c.Path(e)
	for i, n := range path {
		if i+1 == len(path) {
			break
		}
		switch in := path[i+1].(type) {
		case *ast.ParenExpr, *ast.StarExpr:
		case *ast.SelectorExpr:
			if s := c.Info.Selections[in]; s == nil || s.Kind() != types.FieldVal {
				return false // a method may have the address
			}
		case *ast.IndexExpr:
			if in.X != n {
				return true
			}
		case *ast.UnaryExpr:
			return in.Op != token.AND
		case *ast.SliceExpr:
			return in.X != n
		case *ast.IncDecStmt:
			return false
		case *ast.AssignStmt:
			for _, l := range in.Lhs {
				if l == n {
					return false
				}
			}
			return true
		case *ast.RangeStmt:
			return in.Key != n && in.Value != n
		default:
			return true
		}
	}
	return true
}

// ToArray makes *(*[N]T)(s) and (*[N]T)(s)[i] conversions to the array itself, where they are only read.
func (c *Change) ToArray(conv *ast.CallExpr) {
	p, ok := ast.Unparen(conv.Fun).(*ast.StarExpr)
	if !ok || !c.since("go1.20") {
		c.failed = true
		return
	}
	from := conv.Pos()
	switch in := c.outer(conv).(type) {
	case *ast.StarExpr:
		from = in.Pos()
		if !c.read(in) || in.X != ast.Expr(conv) {
			c.failed = true
		}
	case *ast.IndexExpr:
		if ast.Unparen(in.X) != ast.Expr(conv) || !c.read(in) {
			c.failed = true
		}
	default:
		c.failed = true
	}
	c.Replace(from, p.X.Pos(), "")
	c.Replace(p.X.End(), conv.Lparen, "")
}

// since reports whether the package is written in a version of Go or a later one.
func (c *Change) since(v string) bool {
	return c.Types.GoVersion() == "" || version.Compare(c.Types.GoVersion(), v) >= 0
}

// Hoist puts a call into a statement of its own before the one that it is in. No other call is beside it there, and no
// condition decides about it.
func (c *Change) Hoist(call *ast.CallExpr) {
	s := c.Statement(call)
	if _, tuple := c.Info.TypeOf(call).(*types.Tuple); s == nil || tuple || c.jumps(call) {
		c.failed = true
		return
	}
	switch s := s.(type) {
	case *ast.ReturnStmt, *ast.AssignStmt, *ast.ExprStmt, *ast.IncDecStmt:
	case *ast.IfStmt:
		if s.Init != nil || !within(call, s.Cond) {
			c.failed = true
		}
	default:
		c.failed = true
	}
	for _, n := range c.Path(call)[1:] {
		if n == ast.Node(s) {
			break
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			c.failed = true
		case *ast.BinaryExpr:
			if (n.Op == token.LAND || n.Op == token.LOR) && within(call, n.Y) {
				c.failed = true
			}
		}
	}
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if !within(call, n) && !c.idleCall(n) {
				c.failed = true
			}
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				c.failed = true
			}
		}
		return true
	})
	name := c.Fresh("t")
	c.Insert(s.Pos(), name+" := "+c.Source(call)+c.Newline()+c.Indent(s.Pos()))
	c.Replace(call.Pos(), call.End(), name)
}

// IsNaNOrInf makes x != x math.IsNaN(x), and x == math.Inf(1) math.IsInf(x, 1).
func (c *Change) IsNaNOrInf(e *ast.BinaryExpr) {
	not := map[bool]string{true: "!"}
	x, y := ast.Unparen(e.X), ast.Unparen(e.Y)
	switch {
	case types.ExprString(x) == types.ExprString(y) && c.calm(x):
		c.kept = append(c.kept, [2]token.Pos{x.Pos(), x.End()})
		c.Around(e, x, not[e.Op == token.EQL]+c.Package("math", e.Pos())+".IsNaN(", ")")
	case c.infinity(y) != "":
		c.Around(e, x, not[e.Op == token.NEQ]+c.Package("math", e.Pos())+".IsInf(", ", "+c.infinity(y)+")")
	case c.infinity(x) != "":
		c.Around(e, y, not[e.Op == token.NEQ]+c.Package("math", e.Pos())+".IsInf(", ", "+c.infinity(x)+")")
	default:
		c.failed = true
	}
	if b, ok := c.Info.TypeOf(x).(*types.Basic); !ok || b.Kind() != types.Float64 {
		c.failed = true
	}
}

// calm reports whether an expression gives the same twice: it has no call but those of package math.
func (c *Change) calm(e ast.Expr) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			ok = ok && c.idleCall(n)
		case *ast.FuncLit:
			ok = false
		case *ast.UnaryExpr:
			ok = ok && n.Op != token.ARROW
		}
		return ok
	})
	return ok
}

// infinity is the sign of an infinity, as math.IsInf takes it, or empty for other values.
func (c *Change) infinity(e ast.Expr) string {
	call, path, name := c.callee(e)
	if path != "math" || name != "Inf" || len(call.Args) != 1 {
		return ""
	}
	v := c.Info.Types[call.Args[0]].Value
	if v == nil {
		return ""
	}
	if constant.Sign(v) < 0 {
		return "-1"
	}
	return "1"
}

// SignBit makes reals with another sign bit, made of their bits, calls of math.Abs and math.Copysign.
func (c *Change) SignBit(e *ast.CallExpr) {
	_, path, name := c.callee(e)
	if path != "math" || name != "Float64frombits" || len(e.Args) != 1 {
		c.failed = true
		return
	}
	b, ok := ast.Unparen(e.Args[0]).(*ast.BinaryExpr)
	if !ok {
		c.failed = true
		return
	}
	bits, mask := b.X, b.Y
	if c.Info.Types[bits].Value != nil && b.Op != token.AND_NOT {
		bits, mask = mask, bits
	}
	of, path, name := c.callee(bits)
	v := c.Info.Types[mask].Value
	if path != "math" || name != "Float64bits" || v == nil {
		c.failed = true
		return
	}
	m, exact := constant.Uint64Val(constant.ToInt(v))
	const sign = 1 << 63
	switch {
	case !exact:
		c.failed = true
	case b.Op == token.AND_NOT && m == sign, b.Op == token.AND && m == math.MaxUint64&^sign:
		c.Around(e, of.Args[0], c.Package("math", e.Pos())+".Abs(", ")")
	case b.Op == token.OR && m == sign:
		c.Around(e, of.Args[0], c.Package("math", e.Pos())+".Copysign(", ", -1)")
	default:
		c.failed = true
	}
}

// FullCapacity takes the third index out of s[a:b:cap(s)] in the statement that begins at a place: without it, the
// capacity is the same.
func (c *Change) FullCapacity(at token.Pos) {
	found := false
	ast.Inspect(c.Syntax, func(n ast.Node) bool {
		s, ok := n.(ast.Stmt)
		if !ok || s.Pos() != at || found {
			return !found
		}
		ast.Inspect(s, func(n ast.Node) bool {
			x, ok := n.(*ast.SliceExpr)
			if !ok || x.Max == nil {
				return true
			}
			call, ok := ast.Unparen(x.Max).(*ast.CallExpr)
			if ok && c.Info.Types[call.Fun].IsBuiltin() && len(call.Args) == 1 && steady(x.X) &&
				types.ExprString(call.Fun) == "cap" && types.ExprString(call.Args[0]) == types.ExprString(x.X) {
				c.kept = append(c.kept, [2]token.Pos{call.Args[0].Pos(), call.Args[0].End()})
				c.Replace(x.High.End(), x.Rbrack, "")
				found = true
			}
			return true
		})
		return !found
	})
	c.failed = c.failed || !found
}
