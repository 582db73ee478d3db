package cli

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Values of data end at bushy constructors up to maxBush levels deep, and at maxDepth in any case.
const (
	maxBush  = 5
	maxDepth = 100
)

// mostSampled bounds the lengths of random arrays.
const mostSampled = 1 << 20

// random is a random value of a first-order type, depth data constructors deep.
func (k *checker) random(t syntax.Type, depth int) (semantics.Value, error) {
	switch t := t.(type) {
	case *syntax.Scalar:
		switch t {
		case syntax.Real:
			return k.real(), nil
		case syntax.Int:
			return semantics.Int(1 + k.rng.Int64N(3)), nil
		}
		return semantics.Bool(k.rng.IntN(2) == 0), nil
	case *syntax.IdxType:
		return semantics.Int(0), nil
	case *syntax.TupleType:
		vs, err := k.several(len(t.Elems), depth, func(i int) syntax.Type { return t.Elems[i] })
		return &semantics.Tuple{Elems: vs}, err
	case *syntax.SumType:
		tag := k.rng.IntN(len(t.Variants))
		v, err := k.random(t.Variants[tag], depth)
		return &semantics.Inj{Tag: tag, Arg: v}, err
	case *syntax.Data:
		return k.data(t, depth)
	case *syntax.ArrayType:
		n, err := t.Len.Eval(func(*syntax.SizeVar) (int64, bool) { return k.options.size, true })
		if err != nil || n < 0 {
			return nil, fmt.Errorf("with --size %d, %s has no value", k.options.size, t)
		}
		if n > mostSampled {
			return nil, fmt.Errorf("with --size %d, %s has %d elements, more than %d", k.options.size, t,
				n, mostSampled)
		}
		return k.array(t.Elem, int(n), depth)
	case *syntax.DynType:
		return k.array(t.Elem, int(k.options.size), depth)
	case *syntax.FuncType, *syntax.LFunType, *syntax.CopowerType:
	}
	return nil, fmt.Errorf("%s: no random values of this type", t)
}

// data takes, beyond maxBush, the constructor whose argument is the least bushy.
func (k *checker) data(t *syntax.Data, depth int) (semantics.Value, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("%s: its values do not end", t)
	}
	ctors := t.Ctors()
	tag := k.rng.IntN(len(ctors))
	if depth > maxBush {
		for i, c := range ctors {
			if bush(c.Arg) < bush(ctors[tag].Arg) {
				tag = i
			}
		}
	}
	v, err := k.random(ctors[tag].Arg, depth+1)
	return &semantics.Inj{Tag: tag, Arg: v}, err
}

// bush counts the data, sums and arrays in a type.
func bush(t syntax.Type) int {
	switch t := t.(type) {
	case *syntax.TupleType:
		n := 0
		for _, e := range t.Elems {
			n += bush(e)
		}
		return n
	case *syntax.Data, *syntax.SumType, *syntax.ArrayType, *syntax.DynType:
		return 1
	case *syntax.Scalar, *syntax.IdxType, *syntax.FuncType, *syntax.LFunType, *syntax.CopowerType:
	}
	return 0
}

func (k *checker) real() semantics.Real {
	lo, hi := k.options.span[0], k.options.span[1]
	return semantics.Real(lo + (hi-lo)*k.rng.Float64())
}

func (k *checker) array(elem syntax.Type, n, depth int) (semantics.Value, error) {
	if elem == syntax.Real {
		out := make([]float64, n)
		for i := range out {
			out[i] = float64(k.real())
		}
		return semantics.Reals(out...), nil
	}
	vs, err := k.several(n, depth, func(int) syntax.Type { return elem })
	return semantics.Values(vs...), err
}

func (k *checker) several(n, depth int, at func(i int) syntax.Type) ([]semantics.Value, error) {
	out := make([]semantics.Value, n)
	for i := range out {
		v, err := k.random(at(i), depth)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}
