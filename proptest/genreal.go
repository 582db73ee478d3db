package proptest

import (
	"math"

	"github.com/seed-4b734f86/gochad/syntax"
)

// real makes a real term of magnitude at most realCap.
func (g *generator) real(fuel int) syntax.Term { return g.term(syntax.Real, fuel) }

// literal is a real constant with two digits.
func (g *generator) literal() syntax.Term {
	k := g.rng.Intn(39) - 19
	if k == 0 {
		k = 7
	}
	return syntax.RealLit(float64(k) / 10)
}

// realLeaf is a real variable, a real inside a variable of another type, or a literal.
func (g *generator) realLeaf() syntax.Term {
	if g.chance(0.12) {
		return g.literal()
	}
	var out []syntax.Term
	for _, x := range g.vars {
		if t := g.path(syntax.Ref(x)); t != nil {
			out = append(out, t)
		}
	}
	if len(out) == 0 {
		return g.literal()
	}
	// Later variables are more often the interesting ones.
	k := max(g.rng.Intn(len(out)), g.rng.Intn(len(out)))
	return out[k]
}

// path is a real that projections and indices reach from t, or nil.
func (g *generator) path(t syntax.Term) syntax.Term {
	switch ty := t.Type().(type) {
	case *syntax.Scalar:
		if ty == syntax.Real {
			return t
		}
	case *syntax.TupleType:
		for _, k := range g.rng.Perm(len(ty.Elems)) {
			if u := g.path(syntax.NewProj(k, t)); u != nil {
				return u
			}
		}
	case *syntax.ArrayType:
		if g.nonEmpty(ty.Len) {
			return g.path(syntax.NewIndex(t, g.index(ty.Len)))
		}
	}
	return nil
}

// tame brings a real of magnitude at most bound below realCap.
func (g *generator) tame(t syntax.Term, bound float64) syntax.Term {
	switch {
	case bound <= realCap:
		return t
	case bound <= 2*realCap && g.chance(0.4):
		return syntax.Apply1(oneOf(g, "sin", "cos", "tanh", "atan"), t)
	case g.chance(0.15):
		return g.let("r", t, func(x syntax.Term) syntax.Term {
			return syntax.Div(x, syntax.Add(syntax.RealLit(1), syntax.Mul(x, x)))
		})
	}
	scale := math.Floor(100*realCap/bound) / 100
	if scale == 0 {
		return syntax.Apply1("sin", syntax.Mul(syntax.RealLit(0.05), t))
	}
	return syntax.Mul(syntax.RealLit(scale), t)
}

// into maps a real of magnitude at most realCap smoothly into an interval.
func (g *generator) into(t syntax.Term, iv syntax.Interval) syntax.Term {
	mid, half := (iv.Lo+iv.Hi)/2, 0.95*(iv.Hi-iv.Lo)/2
	switch g.rng.Intn(4) {
	case 0:
		t = syntax.Mul(syntax.RealLit(half), syntax.Apply1(oneOf(g, "sin", "tanh"), t))
	default:
		t = syntax.Mul(syntax.RealLit(half/realCap), t)
	}
	if mid == 0 {
		return t
	}
	return syntax.Add(syntax.RealLit(mid), t)
}

// everywhere lists the primitives that take their arguments as they come.
var everywhere = map[string]bool{
	"+": true, "-": true, "*": true, "neg": true, "sin": true, "cos": true, "tanh": true, "atan": true,
	"erf": true, "asinh": true, "abs": true, "sign": true, "floor": true, "ceil": true, "round": true,
	"trunc": true, "max": true, "min": true,
}

// apply makes a term with a primitive at its head.
func (g *generator) apply(op *syntax.Op, fuel int) syntax.Term {
	g.used["op:"+op.Name]++
	args := make([]syntax.Term, len(op.Params))
	for i, p := range op.Params {
		args[i] = g.argument(op, i, p, share(fuel, len(args)))
	}
	t := syntax.NewPrim(op, args...)
	switch op.Result {
	case syntax.Real:
		return g.tame(t, opBound(op))
	case syntax.Int:
		return g.tameInt(t, op)
	default:
		return t
	}
}

func (g *generator) argument(op *syntax.Op, i int, p syntax.Type, fuel int) syntax.Term {
	t := g.term(p, fuel)
	switch {
	case p == syntax.Int && op.Divides && i == 1:
		return syntax.NewPrim(syntax.MustOp("imax"), t, syntax.IntLit(1))
	case p == syntax.Int && op.Domain != nil: // the exponent of powi
		iv := op.Domain[i]
		lo, hi := syntax.IntLit(int64(iv.Lo)), syntax.IntLit(int64(iv.Hi))
		return syntax.NewPrim(syntax.MustOp("imin"), hi, syntax.NewPrim(syntax.MustOp("imax"), lo, t))
	case p != syntax.Real || op.Domain == nil || everywhere[op.Name]:
		return t
	}
	iv := op.Domain[i]
	if op.Smooth != nil && iv.Lo < 0 && iv.Hi > 0 {
		iv.Lo = iv.Hi / 16 // constant zeros must not meet the singular points of hypot and atan2
	}
	return g.into(t, iv)
}

func (g *generator) tameInt(t syntax.Term, op *syntax.Op) syntax.Term {
	switch op.Name {
	case "idiv", "imod", "ineg", "imin", "imax", "iand", "iandnot", "ishr", "sext8", "sext16", "sext32", "int":
	default: // what may leave the range of the operands
		g.used["op:imod"]++
		return syntax.NewPrim(syntax.OpIntMod, t, syntax.IntLit(int64(5+g.rng.Intn(4))))
	}
	return t
}

// opBound bounds |op| over the arguments that apply feeds it, by trying a grid.
func opBound(op *syntax.Op) float64 {
	if op.Name == "real" {
		return intCap
	}
	const steps = 24
	var args [3]syntax.Value
	bound := 0.0
	at := func(i, k int) syntax.Value {
		iv := syntax.Interval{Lo: -realCap, Hi: realCap}
		if op.Domain != nil && !everywhere[op.Name] {
			iv = op.Domain[i]
		}
		x := iv.Lo + (iv.Hi-iv.Lo)*float64(k)/steps
		return syntax.Value{F: x, I: int64(math.Round(x))}
	}
	for j := 0; j <= steps; j++ {
		args[0] = at(0, j)
		for k := 0; k <= steps; k++ {
			if len(op.Params) == 2 {
				args[1] = at(1, k)
			}
			if v, err := op.Eval(args[:len(op.Params)]); err == nil {
				bound = math.Max(bound, math.Abs(v.F))
			}
		}
	}
	return 1.05 * bound
}

// kinked reports whether a primitive is not smooth in its domain.
func kinked(op *syntax.Op) bool { return op.Smooth != nil }

// rough reports whether a primitive jumps everywhere, where differences say nothing.
func rough(op *syntax.Op) bool { return op.Rounded || op.Name == "bits" || op.Name == "bits32" }

// opFor picks a primitive with a result of type ty, plain arithmetic more often.
func (g *generator) opFor(ty syntax.Type) *syntax.Op {
	if ty == syntax.Real && g.chance(0.35) {
		return oneOf(g, syntax.OpAdd, syntax.OpSub, syntax.OpMul, syntax.OpMul)
	}
	var fit []*syntax.Op
	for _, op := range syntax.Ops() {
		if op.Result == ty && (g.on(Kinks) || !kinked(op)) && !rough(op) {
			fit = append(fit, op)
		}
	}
	return oneOf(g, fit...)
}

// index is an index of type idx n, for n at least 1.
func (g *generator) index(n *syntax.Size) syntax.Term {
	if xs := g.candidates(syntax.NewIdxType(n)); len(xs) > 0 && g.chance(0.8) {
		return syntax.Ref(oneOf(g, xs...))
	}
	if k, ok := n.Lit(); ok && g.chance(0.7) {
		return syntax.NewToIdx(nil, n, syntax.IntLit(g.rng.Int63n(max(k, 1))))
	}
	if g.chance(0.5) {
		return syntax.NewToIdx(nil, n, syntax.IntLit(0))
	}
	k := syntax.NewPrim(syntax.MustOp("imax"), syntax.IntLit(0), g.leaf(syntax.Int))
	return syntax.NewToIdx(nil, n, syntax.NewPrim(syntax.OpIntMod, k, syntax.NewSizeOf(n)))
}
