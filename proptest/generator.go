package proptest

import (
	"fmt"
	"math/rand"

	"github.com/seed-4b734f86/gochad/syntax"
)

// realCap bounds every real in a random program: each producer of a real
// brings its result back below it (see tame), so that values and derivatives
// stay where finite differences mean something.
const realCap = 4

// intCap bounds every int in a random program.
const intCap = 12

// maxMult bounds the number of times that the innermost body of nested loops runs.
const maxMult = 24

// A form is one way to produce a term of a type.
type form struct {
	name   string
	needs  Features
	weight int
	// iterates marks forms that run their parts several times.
	iterates bool
	// fits reports whether the form can produce a type.
	fits func(g *generator, ty syntax.Type) bool
	// goal is a type that the form can produce, for spines that ask for the form.
	goal func(g *generator) syntax.Type
	// build produces a term of a type that fits, of about fuel nodes.
	build func(g *generator, ty syntax.Type, fuel int) syntax.Term
}

// A generator makes one program.
type generator struct {
	rng   *rand.Rand
	cfg   Config
	prog  *syntax.Program
	forms []form
	used  map[string]int

	vars  []*syntax.Var  // in scope, innermost last
	sizes []*syntax.Size // size variables in scope that are at least 1

	depth  int // nesting of terms
	mult   int // how often the term being made runs
	derivs int // nesting of derivative operators
	checks int // nesting of checkpoints
	names  int
	spent  int // nodes asked for, over all definitions
}

func (g *generator) on(f Features) bool { return g.cfg.Features&f == f }

func (g *generator) enabled(fs []form) []form {
	var out []form
	for _, f := range fs {
		if g.on(f.needs) {
			out = append(out, f)
		}
	}
	return out
}

func (g *generator) chance(p float64) bool { return g.rng.Float64() < p }

// oneOf picks one of its arguments.
func oneOf[T any](g *generator, xs ...T) T { return xs[g.rng.Intn(len(xs))] }

func (g *generator) name(hint string) string {
	g.names++
	return fmt.Sprintf("%s%d", hint, g.names)
}

func (g *generator) fresh(hint string, t syntax.Type) *syntax.Var {
	return syntax.NewVar(g.name(hint), t)
}

// within runs f with more variables in scope.
func (g *generator) within(f func() syntax.Term, xs ...*syntax.Var) syntax.Term {
	n := len(g.vars)
	g.vars = append(g.vars, xs...)
	t := f()
	g.vars = g.vars[:n]
	return t
}

// repeated runs f with terms in it counted as running n times.
func (g *generator) repeated(n *syntax.Size, f func() syntax.Term) syntax.Term {
	old := g.mult
	if k, ok := n.Lit(); ok {
		g.mult *= int(max(k, 1))
	} else {
		g.mult *= 3
	}
	t := f()
	g.mult = old
	return t
}

// let gives t a name, unless it is an atom, for a use of it in f.
func (g *generator) let(hint string, t syntax.Term, f func(x syntax.Term) syntax.Term) syntax.Term {
	if syntax.IsAtom(t) {
		return f(t)
	}
	x := g.fresh(hint, t.Type())
	return syntax.NewLet([]syntax.Bind{{Var: x, Rhs: t}}, f(syntax.Ref(x)))
}

// lam is λx. f x.
func (g *generator) lam(param syntax.Type, f func(x syntax.Term) syntax.Term) syntax.Term {
	x := g.fresh("x", param)
	return syntax.NewLam(x, g.within(func() syntax.Term { return f(syntax.Ref(x)) }, x))
}

// term makes a random term of a type, of about fuel nodes.
func (g *generator) term(ty syntax.Type, fuel int) syntax.Term {
	if fuel <= 0 || g.depth >= g.cfg.Depth {
		return g.leaf(ty)
	}
	g.depth++
	defer func() { g.depth-- }()
	if fuel <= 2 && g.chance(0.5) {
		return g.leaf(ty)
	}
	var fit []form
	total := 0
	for _, f := range g.forms {
		if f.iterates && g.mult > maxMult || !f.fits(g, ty) {
			continue
		}
		fit = append(fit, f)
		total += f.weight
	}
	if total == 0 {
		return g.leaf(ty)
	}
	k := g.rng.Intn(total)
	for _, f := range fit {
		if k -= f.weight; k < 0 {
			return g.make(f, ty, fuel)
		}
	}
	return g.leaf(ty)
}

func (g *generator) make(f form, ty syntax.Type, fuel int) syntax.Term {
	g.used[f.name]++
	g.spent++
	return f.build(g, ty, fuel-1)
}

// candidates are the variables in scope of a type.
func (g *generator) candidates(ty syntax.Type) []*syntax.Var {
	var out []*syntax.Var
	for _, x := range g.vars {
		if x.Type == ty {
			out = append(out, x)
		}
	}
	return out
}

// leaf is a smallest term of a type: a variable if there is one.
func (g *generator) leaf(ty syntax.Type) syntax.Term {
	if ty == syntax.Real {
		return g.realLeaf()
	}
	if xs := g.candidates(ty); len(xs) > 0 && g.chance(0.9) {
		return syntax.Ref(oneOf(g, xs...))
	}
	return g.smallest(ty)
}

// smallest is a small closed-form term of a type.
func (g *generator) smallest(ty syntax.Type) syntax.Term {
	switch ty := ty.(type) {
	case *syntax.Scalar:
		switch ty {
		case syntax.Real:
			return g.realLeaf()
		case syntax.Int:
			return syntax.IntLit(int64(g.rng.Intn(6) - 1))
		default:
			return syntax.BoolLit(g.chance(0.5))
		}
	case *syntax.IdxType:
		return g.index(ty.Bound)
	case *syntax.TupleType:
		elems := make([]syntax.Term, len(ty.Elems))
		for i, e := range ty.Elems {
			elems[i] = g.leaf(e)
		}
		return syntax.NewTupleOf(ty, elems...)
	case *syntax.SumType:
		k := g.rng.Intn(len(ty.Variants))
		return syntax.NewInj(ty, k, g.leaf(ty.Variants[k]))
	case *syntax.Data:
		return g.data(ty, 1)
	case *syntax.FuncType:
		return g.lam(ty.Param, func(syntax.Term) syntax.Term { return g.leaf(ty.Result) })
	case *syntax.ArrayType:
		return g.build(ty.Len, func(syntax.Term) syntax.Term { return g.leaf(ty.Elem) })
	case *syntax.DynType:
		return syntax.NewPack(g.smallest(syntax.NewArrayType(syntax.SizeLit(2), ty.Elem)))
	default:
		panic(fmt.Sprintf("proptest: no term of type %s", ty))
	}
}

// build is [ f i | i < n ], i in scope in f.
func (g *generator) build(n *syntax.Size, f func(i syntax.Term) syntax.Term) syntax.Term {
	i := g.fresh("i", syntax.NewIdxType(n))
	body := g.within(func() syntax.Term {
		return g.repeated(n, func() syntax.Term { return f(syntax.Ref(i)) })
	}, i)
	return syntax.NewBuild(n, i, body)
}

// share divides fuel by k.
func share(fuel, k int) int { return (fuel + k - 1) / max(k, 1) }
