package translate

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// bitsCall applies a function of package math/bits that counts; false when it is none. Unsigned numbers of fewer than
// 64 bits are extended by zeros.
func (f *fn) bitsCall(obj *types.Func, x []flow.Expr, n ast.Node) ([]flow.Expr, bool) {
	name := strings.TrimRight(obj.Name(), "0123456789")
	width := int64(64)
	if digits := obj.Name()[len(name):]; digits != "" {
		w, err := strconv.Atoi(digits)
		if err != nil {
			return nil, false
		}
		width = int64(w)
	}
	count := func(op string) flow.Expr { return f.op(op, flow.Int, n, x[0]) }
	var out flow.Expr
	switch name {
	case "OnesCount":
		out = count("popcnt")
	case "Len":
		out = f.op("isub", flow.Int, n, intLit(64), count("clz"))
	case "LeadingZeros":
		out = f.op("isub", flow.Int, n, count("clz"), intLit(64-width))
	case "TrailingZeros":
		if out = count("ctz"); width < 64 {
			out = f.op("imin", flow.Int, n, out, intLit(width))
		}
	case "Reverse":
		out = f.reversed(x[0], 1, width, n)
	case "ReverseBytes":
		out = f.reversed(x[0], 8, width, n)
	default:
		return nil, false
	}
	return []flow.Expr{out}, true
}

// reversed has the groups of so many bits of a number of some width in reverse order: neighbours change places, then
// pairs, and so on.
func (f *fn) reversed(x flow.Expr, group, width int64, n ast.Node) flow.Expr {
	t := x.Type().(*flow.Basic)
	y := retyped(x, flow.Uint64)
	op := func(name string, x, y flow.Expr) flow.Expr { return f.op(name, flow.Uint64, n, x, y) }
	lit := func(i int64) flow.Expr { return &flow.Lit{Typ: flow.Uint64, I: i} }
	for ; group < width; group *= 2 {
		mask := lit(int64(^uint64(0) / (1<<uint(group) + 1))) // every other group
		y = f.hold(y, n)
		up := op("ishl", op("iand", y, mask), lit(group))
		y = op("ior", up, op("iand", op("iushr", y, lit(group)), mask))
	}
	return retyped(y, t)
}
