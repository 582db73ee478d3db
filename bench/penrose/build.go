package penrose

import (
	_ "embed"
	"errors"
	"fmt"

	"github.com/seed-4b734f86/gochad/chad"
	. "github.com/seed-4b734f86/gochad/syntax/build"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

//go:embed penrose.chad
var conventions []byte

// Gradient is the name of the derivative of the energy in modules.
const Gradient = energy + "Grad"

const energy = "energy"

// Func makes a definition of the energy: energy (x, w) = Σᵢ objectivesᵢ + w · Σⱼ max(constraintsⱼ, 0)².
// The error names the operation that has no form.
func (d *Diagram) Func() (f *chad.Func, err error) {
	lib, err := chad.Parse("penrose.chad", conventions)
	if err != nil {
		return nil, err
	}
	p := NewProgram()
	b := &builder{p: p, reals: make([]R, len(d.Nodes)), bools: make([]B, len(d.Nodes))}
	b.arrays = map[int]V{}
	b.roots = Use1[Array[Real], Array[Real]](p, lib.Program().Lookup("roots"))
	b.root = Use1[Real, Real](p, lib.Program().Lookup("root"))
	b.hold = Use1[Real, Real](p, lib.Program().Lookup("hold"))
	b.top = Use2[Real, Real, Real](p, lib.Program().Lookup("top"))
	b.bottom = Use2[Real, Real, Real](p, lib.Program().Lookup("bottom"))
	Def2(p, energy, ArrayT(p.N(d.N), RealT), RealT, RealT, func(x V, w R) R {
		for i, n := range d.Nodes {
			if err == nil {
				err = b.node(i, n, x)
			}
		}
		if err != nil {
			return Lit(0)
		}
		return b.energy(d, w)
	}).Names("x", "w")
	if err != nil {
		return nil, err
	}
	return chad.Built(p, energy)
}

// Compile is the module with the gradient of the energy, and the energy.
// The error is that of [Diagram.Func] or of the compiler.
func (d *Diagram) Compile(o wasmbackend.Options) (*wasmbackend.Module, error) {
	f, err := d.Func()
	if err != nil {
		return nil, err
	}
	g, err := chad.ValueAndGrad(f, "x")
	if err != nil {
		return nil, err
	}
	return chad.CompileWasm(o, chad.Export{Func: g, Name: Gradient, Results: []string{"value", "xbar"}})
}

// builder has the expressions of the nodes so far.
type builder struct {
	p           *Program
	reals       []R
	bools       []B
	root, hold  Fn1[Real, Real]
	top, bottom Fn2[Real, Real, Real]
	roots       Fn1[Array[Real], Array[Real]]
	arrays      map[int]V
}

func (b *builder) energy(d *Diagram, w R) R {
	sum, penalty := Lit(0), Lit(0)
	for k, i := range d.Objectives {
		if k == 0 {
			sum = b.reals[i]
		} else {
			sum = Add(sum, b.reals[i])
		}
	}
	for k, i := range d.Constraints {
		t := Square(b.max(b.reals[i], Lit(0)))
		if k == 0 {
			penalty = t
		} else {
			penalty = Add(penalty, t)
		}
	}
	switch {
	case len(d.Constraints) == 0:
		return sum
	case len(d.Objectives) == 0:
		return Mul(w, penalty)
	}
	return Add(sum, Mul(w, penalty))
}

// max is the left one if it is greater, in its derivative too.
func (b *builder) max(x, y R) R {
	return If(b.p, Less(y, x), func() R { return x }, func() R { return y })
}

func (b *builder) min(x, y R) R {
	return If(b.p, Less(x, y), func() R { return x }, func() R { return y })
}

var unary = map[string]string{
	"neg": "neg", "abs": "abs", "acos": "acos", "acosh": "acosh", "asin": "asin", "asinh": "asinh", "atan": "atan", "atanh": "atanh",
	"cbrt": "cbrt", "ceil": "ceil", "cos": "cos", "cosh": "cosh", "exp": "exp", "expm1": "expm1", "floor": "floor", "log": "log",
	"log2": "log2", "log10": "log10", "log1p": "log1p", "round": "round", "sign": "sign", "sin": "sin", "sinh": "sinh", "tan": "tan",
	"tanh": "tanh", "trunc": "trunc",
}

var binary = map[string]string{"+": "+", "-": "-", "*": "*", "/": "/", "atan2": "atan2", "pow": "pow"}

var relation = map[string]string{">": "gt", "<": "lt", ">=": "ge", "<=": "le", "===": "eq"}

func (b *builder) node(i int, n Node, x V) error {
	arg := func(k int) R { return b.reals[n.Args[k]] }
	flag := func(k int) B { return b.bools[n.Args[k]] }
	if n.Op != "const" && n.Op != "var" && n.Op != "root" {
		for _, a := range n.Args {
			if a < 0 || a >= i {
				return fmt.Errorf("penrose: node %d uses node %d", i, a)
			}
		}
	}
	if u, ok := unary[n.Op]; ok {
		b.reals[i] = Prim[Real, Real](u, arg(0))
		return nil
	}
	if o, ok := binary[n.Op]; ok {
		b.reals[i] = Prim[Real, Real](o, arg(0), arg(1))
		return nil
	}
	if r, ok := relation[n.Op]; ok {
		b.bools[i] = Prim[Real, Bool](r, arg(0), arg(1))
		return nil
	}
	switch n.Op {
	case "const":
		b.reals[i] = Lit(n.Value)
	case "var":
		b.reals[i] = AtInt(x, LitInt(n.Args[0]))
	case "squared":
		b.reals[i] = Square(arg(0))
	case "inverse":
		b.reals[i] = Div(Lit(1), arg(0))
	case "sqrt":
		b.reals[i] = b.root.Call(arg(0))
	case "max":
		b.reals[i] = b.max(arg(0), arg(1))
	case "min":
		b.reals[i] = b.min(arg(0), arg(1))
	case "addN":
		sum := Lit(0)
		for k := range n.Args {
			sum = Add(sum, arg(k))
		}
		b.reals[i] = sum
	case "maxN":
		b.reals[i] = b.extreme(n, b.max, b.top)
	case "minN":
		b.reals[i] = b.extreme(n, b.min, b.bottom)
	case "select":
		b.reals[i] = If(b.p, flag(0), func() R { return arg(1) }, func() R { return arg(2) })
	case "polyroots":
		c := Replicate(b.p.N(len(n.Args)), Lit(0))
		for k := range n.Args {
			c = Set(c, Index(b.p.N(len(n.Args)), LitInt(k)), arg(k))
		}
		b.arrays[i] = b.roots.Call(c)
	case "root":
		b.reals[i] = AtInt(b.arrays[n.Args[0]], LitInt(n.Args[1]))
	case "&&":
		b.bools[i] = And(flag(0), flag(1))
	case "||":
		b.bools[i] = Or(flag(0), flag(1))
	case "not":
		b.bools[i] = Not(flag(0))
	case "xor":
		b.bools[i] = Or(And(flag(0), Not(flag(1))), And(Not(flag(0)), flag(1)))
	default:
		return fmt.Errorf("penrose: node %d: no operation %s: %w", i, n.Op, errors.ErrUnsupported)
	}
	return nil
}

// extreme is the greatest or smallest of the arguments: the value first, held, and then the derivatives of all that
// attain it.
func (b *builder) extreme(n Node, pick func(x, y R) R, attain Fn2[Real, Real, Real]) R {
	m := b.reals[n.Args[0]]
	for _, a := range n.Args[1:] {
		m = pick(m, b.reals[a])
	}
	out := b.hold.Call(m)
	for _, a := range n.Args {
		out = attain.Call(out, b.reals[a])
	}
	return out
}

// Args are the arguments of the gradient at a reference.
func (r *Reference) Args() []any { return []any{r.X, r.Weight} }
