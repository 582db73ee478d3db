package rulesamples

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/seed-4b734f86/gochad/semantics"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// Meaning is what a term evaluates to when random values of the seed stand for its free
// variables, as text, and the cost of that. Functions are applied to random
// arguments. Two terms with one list of free variables that mean the same give the same text.
// The error is that of the evaluator.
func Meaning(u sx.Term, free []*sx.Var, seed uint64) (text string, cost int64, err error) {
	var ev semantics.Evaluator
	v, err := ev.Eval(u, randomEnv(seed, free))
	if err != nil {
		return "", 0, err
	}
	text, err = observe(&ev, v, u.Type(), rand.New(rand.NewPCG(seed, 1)))
	return text, ev.Cost.Ops + ev.Cost.Loads + ev.Cost.Stores, err
}

func observe(ev *semantics.Evaluator, v semantics.Value, ty sx.Type, r *rand.Rand) (string, error) {
	switch ty := ty.(type) {
	case *sx.FuncType, *sx.LFunType:
		from, to := ends(ty)
		w, err := ev.Apply(v, random(r, from))
		if err != nil {
			return "", err
		}
		return observe(ev, w, to, r)
	case *sx.TupleType:
		if tup, ok := v.(*semantics.Tuple); ok {
			parts := make([]string, len(tup.Elems))
			for i, e := range tup.Elems {
				part, err := observe(ev, e, ty.Elems[i], r)
				if err != nil {
					return "", err
				}
				parts[i] = part
			}
			return strings.Join(parts, ", "), nil
		}
	}
	n, err := semantics.Normal(v, ty, nil)
	if err != nil {
		return "", err
	}
	return rounded(n), nil
}

// rounded prints a value with ten digits.
func rounded(v semantics.Value) string {
	switch v := v.(type) {
	case semantics.Real:
		return strconv.FormatFloat(float64(v)+0, 'g', 10, 64)
	case *semantics.Array:
		s := "["
		for i := range v.Len() {
			s += rounded(v.At(i)) + " "
		}
		return s + "]"
	}
	return semantics.Format(v)
}

func ends(t sx.Type) (from, to sx.Type) {
	switch t := t.(type) {
	case *sx.FuncType:
		return t.Param, t.Result
	case *sx.LFunType:
		return t.Dom, t.Cod
	}
	return nil, nil
}

func randomEnv(seed uint64, free []*sx.Var) *semantics.Env {
	r := rand.New(rand.NewPCG(seed, 0))
	env := &semantics.Env{Vars: map[*sx.Var]semantics.Value{}}
	for _, x := range free {
		env.Vars[x] = random(r, x.Type)
	}
	return env
}

// random is a value of a type; functions are scalings.
func random(r *rand.Rand, t sx.Type) semantics.Value {
	switch t := t.(type) {
	case *sx.Scalar:
		switch t {
		case sx.Real:
			return semantics.Real(float64(r.IntN(41)-20) / 8)
		case sx.Bool:
			return semantics.Bool(r.IntN(2) == 0)
		}
		return semantics.Int(r.IntN(7) - 3)
	case *sx.IdxType:
		n, _ := t.Bound.Lit()
		return semantics.Int(r.IntN(int(n)))
	case *sx.TupleType:
		es := make([]semantics.Value, len(t.Elems))
		for i, e := range t.Elems {
			es[i] = random(r, e)
		}
		return semantics.NewTuple(es...)
	case *sx.ArrayType:
		n, _ := t.Len.Lit()
		vs := make([]semantics.Value, n)
		xs := make([]float64, n)
		for i := range vs {
			vs[i] = random(r, t.Elem)
			if x, ok := vs[i].(semantics.Real); ok {
				xs[i] = float64(x)
			}
		}
		if t.Elem == sx.Real {
			return semantics.Reals(xs...)
		}
		return semantics.Values(vs...)
	case *sx.DynType:
		return random(r, sx.NewArrayType(sx.SizeLit(int64(r.IntN(4))), t.Elem))
	case *sx.FuncType:
		return semantics.GoFunc(scaling(r))
	case *sx.LFunType:
		w := random(r, t.Cod)
		if t.Cod == sx.Real {
			return semantics.GoLFun(scaling(r))
		}
		return semantics.GoLFun(func(semantics.Value) (semantics.Value, error) { return w, nil })
	case *sx.CopowerType:
		return semantics.Summand(random(r, t.Key), random(r, t.Val))
	case *sx.SumType:
		tag := r.IntN(len(t.Variants))
		return &semantics.Inj{Tag: tag, Arg: random(r, t.Variants[tag])}
	}
	panic(fmt.Sprintf("no random value of type %s", t))
}

func scaling(r *rand.Rand) func(semantics.Value) (semantics.Value, error) {
	k := float64(r.IntN(9) - 4)
	return func(v semantics.Value) (semantics.Value, error) {
		if x, ok := v.(semantics.Real); ok {
			return semantics.Real(k * float64(x)), nil
		}
		return semantics.Real(0), nil
	}
}
