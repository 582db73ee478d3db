package peer

import (
	"fmt"
	"slices"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// graph is an expression of gorgonia with its inputs; must collects the first error.
type graph struct {
	g    *gorgonia.ExprGraph
	vars []*gorgonia.Node
	err  error
}

func newGraph() *graph { return &graph{g: gorgonia.NewGraph()} }

func (b *graph) must(n *gorgonia.Node, err error) *gorgonia.Node {
	if err != nil && b.err == nil {
		b.err = err
	}
	return n
}

// input is an array with the given numbers. What is differentiated by shares its memory with data.
func (b *graph) input(name string, data []float64, shape ...int) *gorgonia.Node {
	t := tensor.New(tensor.WithShape(shape...), tensor.WithBacking(data))
	return gorgonia.NewTensor(b.g, tensor.Float64, len(shape), gorgonia.WithShape(shape...), gorgonia.WithName(name), gorgonia.WithValue(t))
}

// variable is an input that the gradient is taken by.
func (b *graph) variable(name string, data []float64, shape ...int) *gorgonia.Node {
	n := b.input(name, data, shape...)
	b.vars = append(b.vars, n)
	return n
}

// compile gives the value of y and its gradient by the variables in order, by gorgonia's tape machine.
// The machine is built once.
func (b *graph) compile(y *gorgonia.Node) (Gradient, error) {
	if b.err != nil {
		return Gradient{}, b.err
	}
	if _, err := gorgonia.Grad(y, b.vars...); err != nil {
		return Gradient{}, err
	}
	vm := gorgonia.NewTapeMachine(b.g, gorgonia.BindDualValues(b.vars...))
	run := func(bar []float64) (float64, error) {
		vm.Reset()
		if err := vm.RunAll(); err != nil {
			return 0, err
		}
		for _, v := range b.vars {
			d, err := v.Grad()
			if err != nil {
				return 0, err
			}
			flat, ok := d.Data().([]float64)
			if !ok {
				return 0, fmt.Errorf("the gradient of %s is %T", v.Name(), d.Data())
			}
			bar = bar[copy(bar, flat):]
			clear(flat) // a run adds to the gradients; a solver of gorgonia would clear them
		}
		value, ok := y.Value().Data().(float64)
		if !ok {
			return 0, fmt.Errorf("the value is %T", y.Value().Data())
		}
		return value, nil
	}
	size := 0
	for _, v := range b.vars {
		size += v.Shape().TotalSize()
	}
	if _, err := run(make([]float64, size)); err != nil {
		return Gradient{}, err
	}
	grad := func(bar []float64) float64 {
		value, err := run(bar)
		if err != nil {
			panic(err) // it ran before, on the same shapes
		}
		return value
	}
	return Gradient{Grad: grad}, nil
}

func flat(a [][]float64) []float64 { return slices.Concat(a...) }

// RosenbrockGorgonia is Rosenbrock's function by slices.
func RosenbrockGorgonia(x []float64) (Gradient, error) {
	b := newGraph()
	n := len(x)
	v := b.variable("x", x, n)
	head := b.must(gorgonia.Slice(v, gorgonia.S(0, n-1)))
	tail := b.must(gorgonia.Slice(v, gorgonia.S(1, n)))
	one, hundred := gorgonia.NewConstant(1.0), gorgonia.NewConstant(100.0)
	s := b.must(gorgonia.Square(b.must(gorgonia.Sub(tail, b.must(gorgonia.Square(head))))))
	t := b.must(gorgonia.Square(b.must(gorgonia.Sub(head, one))))
	return b.compile(b.must(gorgonia.Sum(b.must(gorgonia.Add(b.must(gorgonia.Mul(s, hundred)), t)))))
}

// LogisticGorgonia is logistic regression by theta.
func LogisticGorgonia(theta []float64, x [][]float64, y []float64) (Gradient, error) {
	b := newGraph()
	t := b.variable("theta", theta, len(theta))
	m, labels := b.input("x", flat(x), len(x), len(theta)), b.input("y", y, len(y))
	z := b.must(gorgonia.Mul(m, t))
	loss := b.must(gorgonia.Sub(b.must(gorgonia.Softplus(z)), b.must(gorgonia.HadamardProd(labels, z))))
	return b.compile(b.must(gorgonia.Sum(loss)))
}

// LeastSquaresGorgonia is least squares by theta.
func LeastSquaresGorgonia(theta []float64, a [][]float64, rhs []float64) (Gradient, error) {
	b := newGraph()
	t := b.variable("theta", theta, len(theta))
	m, r := b.input("a", flat(a), len(a), len(theta)), b.input("b", rhs, len(rhs))
	res := b.must(gorgonia.Square(b.must(gorgonia.Sub(b.must(gorgonia.Mul(m, t)), r))))
	return b.compile(b.must(gorgonia.Mul(b.must(gorgonia.Sum(res)), gorgonia.NewConstant(0.5))))
}

// LogSumExpGorgonia subtracts the largest element as a constant, which leaves the derivative as it is.
func LogSumExpGorgonia(x []float64) (Gradient, error) {
	b := newGraph()
	v := b.variable("x", x, len(x))
	top := gorgonia.NewConstant(slices.Max(x))
	s := b.must(gorgonia.Sum(b.must(gorgonia.Exp(b.must(gorgonia.Sub(v, top))))))
	return b.compile(b.must(gorgonia.Add(b.must(gorgonia.Log(s)), top)))
}

// MLPGorgonia is the network with one hidden layer; vars are w1, b1, w2, b2, one after the other.
func MLPGorgonia(vars []float64, d, h, o int, x, y [][]float64) (Gradient, error) {
	b := newGraph()
	take := func(n int) (part []float64) {
		part, vars = vars[:n], vars[n:]
		return part
	}
	w1, b1 := b.variable("w1", take(h*d), h, d), b.variable("b1", take(h), 1, h)
	w2, b2 := b.variable("w2", take(o*h), o, h), b.variable("b2", take(o), 1, o)
	n := len(x)
	in, labels := b.input("x", flat(x), n, d), b.input("y", flat(y), n, o)
	layer := func(x, w, bias *gorgonia.Node) *gorgonia.Node {
		z := b.must(gorgonia.Mul(x, b.must(gorgonia.Transpose(w))))
		return b.must(gorgonia.BroadcastAdd(z, bias, nil, []byte{0}))
	}
	if b.err != nil {
		return Gradient{}, b.err
	}
	z := layer(b.must(gorgonia.Tanh(layer(in, w1, b1))), w2, b2)
	// The exponents of this problem are small: no maximum is subtracted.
	lse := b.must(gorgonia.Sum(b.must(gorgonia.Log(b.must(gorgonia.Sum(b.must(gorgonia.Exp(z)), 1))))))
	fit := b.must(gorgonia.Sum(b.must(gorgonia.HadamardProd(labels, z))))
	scale := gorgonia.NewConstant(1 / float64(n))
	return b.compile(b.must(gorgonia.Mul(b.must(gorgonia.Sub(lse, fit)), scale)))
}
