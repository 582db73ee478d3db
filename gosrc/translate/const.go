package translate

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// constant is a literal of a constant that gets its type here.
func (f *fn) constant(v constant.Value, T types.Type, n ast.Node) flow.Expr {
	ft := f.translator.typ(T)
	if isComplex(ft) {
		return complexConstant(v, ft)
	}
	b, ok := ft.(*flow.Basic)
	if !ok {
		return f.bad(n, ft, "unsupported", "a constant of type %s", T)
	}
	switch b.Kind {
	case flow.KindReal:
		return &flow.Lit{Typ: b, F: constReal(v, b)}
	case flow.KindInt:
		if b == flow.StringT {
			return f.text(v)
		}
		i, _ := constant.Int64Val(constant.ToInt(v))
		return &flow.Lit{Typ: b, I: i}
	case flow.KindUint:
		u, _ := constant.Uint64Val(constant.ToInt(v))
		return &flow.Lit{Typ: b, I: int64(u)}
	case flow.KindBool:
		return boolLit(constant.BoolVal(v))
	case flow.KindError: // a constant of a type with an Error method
		return &flow.Lit{Typ: b, I: 1}
	case flow.KindOpaque:
	}
	return zero(ft)
}

// constReal rounds an exact constant to a type, once.
func constReal(v constant.Value, t *flow.Basic) float64 {
	v = constant.ToFloat(v)
	if v.Kind() != constant.Float && v.Kind() != constant.Int {
		v = constant.Real(v)
	}
	if t == flow.Real32 {
		x, _ := constant.Float32Val(v)
		return float64(x)
	}
	x, _ := constant.Float64Val(v)
	return x
}

// constInt is the value of an integer constant; false when there is none, or it does not fit.
func constInt(v constant.Value) (int, bool) {
	if v == nil {
		return 0, false
	}
	i, exact := constant.Int64Val(constant.ToInt(v))
	return int(i), exact
}

// maxLetters bounds how long a constant string may be of which the letters are asked for: each is an expression.
const maxLetters = 1 << 12

// letters are the bytes or runes of a constant string, as a slice of type T; nil if T is another type.
func letters(v constant.Value, T types.Type, ft flow.Type) flow.Expr {
	s, ok := T.Underlying().(*types.Slice)
	if !ok || len(constant.StringVal(v)) > maxLetters {
		return nil
	}
	elem, ok := s.Elem().Underlying().(*types.Basic)
	if !ok || elem.Kind() != types.Byte && elem.Kind() != types.Rune {
		return nil
	}
	out := &flow.Lits{Typ: ft}
	add := func(i int64) {
		out.Elems = append(out.Elems, &flow.Lit{Typ: ft.(*flow.Slice).Elem.(*flow.Basic), I: i})
	}
	for _, r := range constant.StringVal(v) {
		if elem.Kind() == types.Rune {
			add(int64(r))
		}
	}
	if elem.Kind() == types.Byte {
		for _, b := range []byte(constant.StringVal(v)) {
			add(int64(b))
		}
	}
	return out
}
