package vectors

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
)

// IntOps are the primitives on ints in vectors, on operands in their order; shifts are by constants.
var IntOps = map[string]encode.Op{ //nolint:gochecknoglobals // a table
	"iadd": encode.I64x2Add, "isub": encode.I64x2Sub, "ineg": encode.I64x2Neg,
	"iand": encode.V128And, "ior": encode.V128Or, "ixor": encode.V128Xor, "iandnot": encode.V128Andnot,
	"inot": encode.V128Not,
	"ilt":  encode.I64x2LtS, "ile": encode.I64x2LeS, "igt": encode.I64x2GtS, "ige": encode.I64x2GeS,
	"ieq": encode.I64x2Eq, "ine": encode.I64x2Ne,
	"ishl": encode.I64x2Shl, "ishr": encode.I64x2ShrS, "iushr": encode.I64x2ShrU,
	"ult": encode.I64x2LtS, "ule": encode.I64x2LeS, // of operands with the other sign
}

// HasBody reports whether statements have a form on vectors, except for one side of branches.
func HasBody(b []loop.Stmt) bool {
	for _, s := range b {
		switch s := s.(type) {
		case *loop.Let:
			if s.Var.Type.IsArray() || !HasExpr(s.Rhs) {
				return false
			}
		case *loop.Assign:
			for i, l := range s.Lhs {
				if l.Kind != loop.VarExpr || !HasExpr(s.Rhs[i]) {
					return false
				}
			}
		case *loop.AddTo:
			if s.Lhs.Kind != loop.VarExpr || s.Lhs.Type != loop.RealType || !HasExpr(s.Rhs) {
				return false
			}
		case *loop.If:
			if !HasExpr(s.Cond) || !HasBody(s.Then) && !HasBody(s.Else) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// HasExpr reports whether an expression has a form on vectors.
func HasExpr(x *loop.Expr) bool {
	switch x.Kind {
	case loop.ConstExpr, loop.VarExpr:
		return !x.Type.IsArray()
	case loop.IndexExpr:
		return x.Args[0].Kind == loop.VarExpr && HasExpr(x.Args[1])
	case loop.SelectExpr:
	case loop.PrimExpr:
		_, real := Ops[x.Prim.Name]
		_, test := Tests[x.Prim.Name]
		_, lane := IntOps[x.Prim.Name]
		switch x.Prim.Name {
		case "bits", "frombits", "copysign", "real", "square":
		case "ishl", "ishr", "iushr":
			if !x.Args[1].IsConst() || x.Args[1].I < 0 || x.Args[1].I > 63 {
				return false
			}
		case "imul":
			if c := x.Args[1]; !c.IsConst() || c.I <= 0 || c.I&(c.I-1) != 0 {
				return false
			}
		default:
			if !real && !test && !lane {
				return false
			}
		}
	default:
		return false
	}
	for _, a := range x.Args {
		if !HasExpr(a) {
			return false
		}
	}
	return true
}
