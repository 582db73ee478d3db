package proptest

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand"

	"github.com/seed-4b734f86/gochad/syntax"
)

// A wide number is a real of 53 bits whose exponent has no bounds, or an infinity or NaN; or an int or bool. Terms
// evaluated with them are what they would be if nothing overflowed on the way, and nothing was lost below the least of
// all numbers.
type wide struct {
	b *big.Float
	f float64 // where b is nil
	i int64
}

// errNotWide says that a primitive has no wide form, at arguments that are no float64.
var errNotWide = errors.New("no wide form")

func wideOf(x float64) wide {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return wide{f: x}
	}
	return wide{b: new(big.Float).SetPrec(53).SetFloat64(x)}
}

// ordinary is x as a float64, and whether it is one: neither too large nor, unless it is 0, so small that bits are
// lost.
func (x wide) ordinary() (float64, bool) {
	if x.b == nil {
		return x.f, true
	}
	f, _ := x.b.Float64()
	return f, x.b.Sign() == 0 || !math.IsInf(f, 0) && math.Abs(f) >= 0x1p-1022
}

func newWide() *big.Float { return new(big.Float).SetPrec(53) }

// wideOps are the primitives with a wide form, for finite arguments.
var wideOps = map[string]func(x []*big.Float) (*big.Float, error){
	"+":      func(x []*big.Float) (*big.Float, error) { return wideSum(x[0], x[1]), nil },
	"-":      func(x []*big.Float) (*big.Float, error) { return wideSum(x[0], newWide().Neg(x[1])), nil },
	"*":      func(x []*big.Float) (*big.Float, error) { return newWide().Mul(x[0], x[1]), nil },
	"gmul":   func(x []*big.Float) (*big.Float, error) { return newWide().Mul(x[0], x[1]), nil },
	"neg":    func(x []*big.Float) (*big.Float, error) { return newWide().Neg(x[0]), nil },
	"abs":    func(x []*big.Float) (*big.Float, error) { return newWide().Abs(x[0]), nil },
	"square": func(x []*big.Float) (*big.Float, error) { return newWide().Mul(x[0], x[0]), nil },
	"fma": func(x []*big.Float) (*big.Float, error) {
		p := new(big.Float).SetPrec(106).Mul(x[0], x[1])
		return wideSum(p, x[2]), nil
	},
	"/": func(x []*big.Float) (*big.Float, error) {
		if x[1].Sign() == 0 {
			return nil, errNotWide
		}
		return newWide().Quo(x[0], x[1]), nil
	},
	"sqrt": func(x []*big.Float) (*big.Float, error) {
		if x[0].Sign() < 0 {
			return nil, errNotWide
		}
		return newWide().Sqrt(x[0]), nil
	},
	"hypot": func(x []*big.Float) (*big.Float, error) {
		a := new(big.Float).SetPrec(120).Mul(x[0], x[0])
		b := new(big.Float).SetPrec(120).Mul(x[1], x[1])
		return newWide().Sqrt(wideSum(a, b)), nil
	},
	"relu": func(x []*big.Float) (*big.Float, error) {
		if x[0].Sign() < 0 {
			return newWide(), nil
		}
		return x[0], nil
	},
	"max": func(x []*big.Float) (*big.Float, error) {
		if x[0].Cmp(x[1]) < 0 {
			return x[1], nil
		}
		return x[0], nil
	},
	"min": func(x []*big.Float) (*big.Float, error) {
		if x[0].Cmp(x[1]) < 0 {
			return x[0], nil
		}
		return x[1], nil
	},
	"exp": func(x []*big.Float) (*big.Float, error) { return wideExp(x[0]) },
	"log": func(x []*big.Float) (*big.Float, error) {
		if x[0].Sign() <= 0 {
			return nil, errNotWide
		}
		m := newWide()
		e := x[0].MantExp(m)
		f, _ := m.Float64()
		return newWide().SetFloat64(math.Log(f) + float64(e)*math.Ln2), nil
	},
	"powi": nil, // below
}

// wideSum is x + y; package big makes a number as long as the exponents are apart.
func wideSum(x, y *big.Float) *big.Float {
	const apart = 200
	switch {
	case y.Sign() == 0 || x.Sign() != 0 && x.MantExp(nil)-y.MantExp(nil) > apart:
		return newWide().Set(x)
	case x.Sign() == 0 || y.MantExp(nil)-x.MantExp(nil) > apart:
		return newWide().Set(y)
	}
	return newWide().Add(x, y)
}

func wideExp(x *big.Float) (*big.Float, error) {
	f, _ := x.Float64()
	if math.Abs(f) > 1e8 {
		return nil, errNotWide
	}
	k := math.Round(f / math.Ln2)
	m := newWide().SetFloat64(math.Exp(f - k*math.Ln2))
	return m.SetMantExp(m, int(k)), nil
}

// widePrim is a primitive at wide numbers; noisy is one at ordinary numbers, with an error of some last bits.
func widePrim(op *syntax.Op, xs []wide) (wide, error) {
	plain, in := true, make([]syntax.Value, len(xs))
	finite := true
	for i, x := range xs {
		f, ok := x.ordinary()
		in[i] = syntax.Value{F: f, I: x.i}
		plain = plain && ok
		finite = finite && (op.Params[i] != syntax.Real || x.b != nil)
	}
	if f := wideOps[op.Name]; f != nil && finite {
		args := make([]*big.Float, len(xs))
		for i, x := range xs {
			args[i] = x.b
		}
		b, err := f(args)
		if err == nil {
			return wide{b: b}, nil
		}
	}
	switch op.Name { // comparisons
	case "lt", "le", "gt", "ge", "eq", "ne":
		if finite {
			c := xs[0].b.Cmp(xs[1].b)
			yes := map[string]bool{"lt": c < 0, "le": c <= 0, "gt": c > 0, "ge": c >= 0, "eq": c == 0, "ne": c != 0}[op.Name]
			return wide{i: truth(yes)}, nil
		}
	case "sign":
		if finite {
			return wideOf(float64(xs[0].b.Sign())), nil
		}
	case "powi":
		if finite && xs[1].i >= 0 && xs[1].i < 20 {
			p := newWide().SetInt64(1)
			for range xs[1].i {
				p.Mul(p, xs[0].b)
			}
			return wide{b: p}, nil
		}
	}
	if !plain {
		return wide{}, errNotWide
	}
	v, err := op.Eval(in)
	if err != nil {
		return wide{}, err
	}
	if op.Result == syntax.Real {
		return wideOf(v.F), nil
	}
	return wide{i: v.I}, nil
}

// exactOps are primitives that do not round.
var exactOps = map[string]bool{
	"neg": true, "abs": true, "relu": true, "max": true, "min": true, "mathmax": true, "mathmin": true, "copysign": true, "sign": true, "floor": true,
	"ceil": true, "round": true, "trunc": true, "roundaway": true, "logb": true, "frexpfrac": true, "modffrac": true, "nextafter": true, "ldexp": true,
}

func noisy(rng *rand.Rand) evaluator {
	return func(op *syntax.Op, xs []wide) (wide, error) {
		in := make([]syntax.Value, len(xs))
		for i, x := range xs {
			f, _ := x.ordinary()
			in[i] = syntax.Value{F: f, I: x.i}
		}
		v, err := op.Eval(in)
		if err != nil || op.Result != syntax.Real {
			return wide{i: v.I}, err
		}
		if !exactOps[op.Name] {
			v.F *= 1 + 0x1p-51*(2*rng.Float64()-1)
		}
		return wideOf(v.F), nil
	}
}

// A wideValue is a wide number or a tuple.
type wideValue struct {
	n     wide
	elems []wideValue
}

// evaluator evaluates terms of straight lines of scalars, with a meaning of primitives.
type evaluator func(op *syntax.Op, xs []wide) (wide, error)

func (prim evaluator) eval(t syntax.Term, env map[*syntax.Var]wideValue) (wideValue, error) {
	switch t := t.(type) {
	case *syntax.VarRef:
		v, ok := env[t.Var]
		if !ok {
			return v, fmt.Errorf("%s is not there", t.Var.Name)
		}
		return v, nil
	case *syntax.Const:
		w := wideOf(t.F)
		w.i = t.I
		return wideValue{n: w}, nil
	case *syntax.Zero:
		return wideZero(t.Type()), nil
	case *syntax.Let:
		for _, b := range t.Binds {
			v, err := prim.eval(b.Rhs, env)
			if err != nil {
				return v, err
			}
			env[b.Var] = v
		}
		return prim.eval(t.Body, env)
	case *syntax.If:
		c, err := prim.eval(t.Cond, env)
		if err != nil {
			return c, err
		}
		if c.n.i != 0 {
			return prim.eval(t.Then, env)
		}
		return prim.eval(t.Else, env)
	case *syntax.Tuple:
		var out wideValue
		for _, e := range t.Elems {
			v, err := prim.eval(e, env)
			if err != nil {
				return v, err
			}
			out.elems = append(out.elems, v)
		}
		return out, nil
	case *syntax.Proj:
		v, err := prim.eval(t.Arg, env)
		if err != nil {
			return v, err
		}
		return v.elems[t.Index], nil
	case *syntax.Plus:
		sum, err := prim.eval(t.Terms[0], env)
		for _, e := range t.Terms[1:] {
			if err != nil {
				return sum, err
			}
			var v wideValue
			if v, err = prim.eval(e, env); err == nil {
				sum.n, err = prim(syntax.OpAdd, []wide{sum.n, v.n})
			}
		}
		return sum, err
	case *syntax.Prim:
		xs := make([]wide, len(t.Args))
		for i, a := range t.Args {
			v, err := prim.eval(a, env)
			if err != nil {
				return v, err
			}
			xs[i] = v.n
		}
		n, err := prim(t.Op, xs)
		return wideValue{n: n}, err
	}
	return wideValue{}, fmt.Errorf("%w of %T", errNotWide, t)
}

func wideZero(t syntax.Type) wideValue {
	out := wideValue{n: wideOf(0)}
	if t, ok := t.(*syntax.TupleType); ok {
		for _, e := range t.Elems {
			out.elems = append(out.elems, wideZero(e))
		}
	}
	return out
}

// reals lists the numbers in a value.
func (v wideValue) reals() []wide {
	if v.elems == nil {
		return []wide{v.n}
	}
	var out []wide
	for _, e := range v.elems {
		out = append(out, e.reals()...)
	}
	return out
}
