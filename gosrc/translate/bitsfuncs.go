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
	default:
		return nil, false
	}
	return []flow.Expr{out}, true
}
