package proptest

import "github.com/seed-4b734f86/gochad/syntax"

// The data types of random programs.
var (
	listData = syntax.NewData("list", false)
	treeData = syntax.NewData("tree", false)
	tagData  = syntax.NewData("tag", false)
)

var (
	sumReal = syntax.NewSumType(syntax.Real, syntax.NewTupleType(syntax.Real, syntax.Real))
	sumUnit = syntax.NewSumType(syntax.Unit, syntax.Real)
	sum3    = syntax.NewSumType(syntax.Real, syntax.Int, syntax.Unit)
	pair    = syntax.NewTupleType(syntax.Real, syntax.Real)
	point   = syntax.NewRecordType([]string{"x", "y"}, []syntax.Type{syntax.Real, syntax.Real})
	mixed   = syntax.NewTupleType(syntax.Real, syntax.Int, syntax.Bool)
	realFun = syntax.NewFuncType(syntax.Real, syntax.Real)
)

func init() { //nolint:gochecknoinits // recursive types need two steps
	listData.Define(
		syntax.Ctor{Name: "Nil", Arg: syntax.Unit},
		syntax.Ctor{Name: "Cons", Arg: syntax.NewTupleType(syntax.Real, listData)})
	treeData.Define(
		syntax.Ctor{Name: "Leaf", Arg: syntax.Real},
		syntax.Ctor{Name: "Node", Arg: syntax.NewTupleType(treeData, treeData)})
	tagData.Define(
		syntax.Ctor{Name: "Red", Arg: syntax.Unit},
		syntax.Ctor{Name: "Green", Arg: syntax.Int},
		syntax.Ctor{Name: "Blue", Arg: pair})
}

// size is a size in scope, at least 1.
func (g *generator) size() *syntax.Size {
	if len(g.sizes) > 0 && g.chance(0.4) {
		n := oneOf(g, g.sizes...)
		if g.chance(0.2) {
			return n.Add(syntax.SizeLit(1))
		}
		return n
	}
	return syntax.SizeLit(int64(1 + g.rng.Intn(4)))
}

// nonEmpty reports whether n is known to be at least 1.
func (g *generator) nonEmpty(n *syntax.Size) bool {
	if k, ok := n.Lit(); ok {
		return k > 0
	}
	for _, m := range g.sizes {
		if k, ok := n.Sub(m).Lit(); ok && k >= 0 {
			return true
		}
	}
	return false
}

func array(n *syntax.Size, elem syntax.Type) *syntax.ArrayType { return syntax.NewArrayType(n, elem) }

// realArray is [n]real for a random n.
func (g *generator) realArray() syntax.Type { return array(g.size(), syntax.Real) }

// flatType is a small type without functions, all of whose values are known
// by their type: reals, tuples and arrays of them.
func (g *generator) flatType() syntax.Type {
	switch k := g.rng.Intn(10); {
	case k < 5:
		return syntax.Real
	case k < 6:
		return pair
	case k < 7:
		return point
	case k < 9 && g.on(Arrays):
		return g.realArray()
	case g.on(Arrays) && g.chance(0.3):
		return array(g.size(), pair)
	}
	return syntax.NewTupleType(syntax.Real, pair)
}

// dataType is a type without functions.
func (g *generator) dataType() syntax.Type {
	for {
		switch g.rng.Intn(12) {
		case 0:
			return syntax.Int
		case 1:
			return syntax.Bool
		case 2:
			return mixed
		case 3, 4:
			if g.on(SumTypes) {
				return oneOf[syntax.Type](g, sumReal, sumUnit, sum3)
			}
		case 5:
			if g.on(DataTypes) {
				return g.declare(oneOf(g, listData, treeData, tagData))
			}
		case 6:
			if g.on(Dynamic | Arrays) {
				return syntax.NewDynType(syntax.Real)
			}
		case 7:
			if g.on(Arrays) {
				return array(g.size(), oneOf[syntax.Type](g, syntax.Int, pair, g.realArray(), g.realArray()))
			}
		case 8:
			if g.on(Arrays | SumTypes) {
				return array(g.size(), sumReal)
			}
		default:
			return g.flatType()
		}
	}
}

// funcType is a function type, of order up to 2.
func (g *generator) funcType() *syntax.FuncType {
	param := oneOf[syntax.Type](g, syntax.Real, syntax.Real, syntax.Real, pair, g.flatType(), g.dataType(), realFun)
	result := oneOf[syntax.Type](g, syntax.Real, syntax.Real, syntax.Real, pair, g.flatType(), realFun)
	return syntax.NewFuncType(param, result)
}

// anyType is a random type of the language.
func (g *generator) anyType() syntax.Type {
	k := g.rng.Intn(10)
	switch {
	case k < 3 && g.on(HigherOrder):
		f := g.funcType()
		switch g.rng.Intn(6) {
		case 0:
			return syntax.NewTupleType(f, syntax.Real)
		case 1:
			if g.on(Arrays) {
				return array(g.size(), f)
			}
		case 2:
			if g.on(SumTypes) {
				return syntax.NewSumType(f, syntax.Real)
			}
		}
		return f
	case k < 6:
		return g.flatType()
	}
	return g.dataType()
}

// declare lists a data type in the program when it is first used.
func (g *generator) declare(d *syntax.Data) *syntax.Data {
	for _, e := range g.prog.Data {
		if e == d {
			return d
		}
	}
	g.prog.Data = append(g.prog.Data, d)
	return d
}

// data is a value of a data type of at most that depth.
func (g *generator) data(d *syntax.Data, depth int) syntax.Term {
	g.declare(d)
	switch d {
	case listData:
		if depth <= 0 || g.chance(0.1) {
			return syntax.NewInj(d, 0, syntax.UnitTerm())
		}
		return syntax.NewInj(d, 1, syntax.NewTuple(g.real(1), g.dataOrVar(d, depth-1)))
	case treeData:
		if depth <= 0 || g.chance(0.2) {
			return syntax.NewInj(d, 0, g.real(1))
		}
		return syntax.NewInj(d, 1, syntax.NewTuple(g.data(d, depth-1), g.data(d, depth-2)))
	default:
		k := g.rng.Intn(3)
		return syntax.NewInj(d, k, g.leaf(d.Ctors()[k].Arg))
	}
}

func (g *generator) dataOrVar(d *syntax.Data, depth int) syntax.Term {
	if xs := g.candidates(d); len(xs) > 0 && g.chance(0.2) {
		return syntax.Ref(oneOf(g, xs...))
	}
	return g.data(d, depth)
}

// allReal reports whether a type is made of reals, products and arrays only,
// so that it is its own tangent type.
func allReal(t syntax.Type) bool { return syntax.TangentType(t) == t && t != syntax.Unit && noSum(t) }

func noSum(t syntax.Type) bool {
	switch t := t.(type) {
	case *syntax.TupleType:
		for _, e := range t.Elems {
			if !noSum(e) {
				return false
			}
		}
		return true
	case *syntax.ArrayType:
		return noSum(t.Elem)
	case *syntax.Scalar:
		return true
	default:
		return false
	}
}
