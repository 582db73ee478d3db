package chad_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime/debug"
	"slices"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/eval"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt"
)

// The laws of a function of a []float64, at points in general position and at such with ties:
//
//	value     as placed = after the passes = by the interpreter of imperative programs = what is beside the gradient
//	gradient  as placed = after the passes = after those of fast math = the JVP, as placed and after the passes
//	          = central differences, where the slopes to both sides are equal
//	HVP       = central differences of the gradient, where those of two widths are equal
type nestFunc struct {
	flow                          *flow.Func
	placed, value                 *chad.Loops
	gradPlaced, grad, gradFast    *chad.Loops
	tangentPlaced, tangent, twice *chad.Loops
}

// A nestFault says which law a function breaks, and how.
type nestFault struct{ law, what string }

// breaks reports a fault out of the depth of the laws.
func breaks(law, format string, args ...any) { panic(&nestFault{law, fmt.Sprintf(format, args...)}) }

// catchFault, deferred, makes a fault of what breaks reports, and of any other panic.
func catchFault(fault **nestFault) {
	switch r := recover().(type) {
	case nil:
	case *nestFault:
		*fault = r
	default:
		*fault = &nestFault{"panic", fmt.Sprintf("%v\n%s", r, debug.Stack())}
	}
}

// nestFault is what is wrong with a function, nil if nothing is.
func (p *goProgram) nestFault(name string, compared *int) (fault *nestFault) {
	defer catchFault(&fault)
	f := p.compile(name)
	for _, n := range []int{4, 1, 3, 5} {
		for k := range 4 {
			f.check(nestPoint(n, k), k < 2, compared)
		}
	}
	return nil
}

// nestPoint is the k-th point of length n: two in general position, one of equal numbers, one of zeros and ones. Those
// in general position are drawn at random: numbers of a regular sequence are equally spaced, so that sums of them are
// equal.
func nestPoint(n, k int) []float64 {
	x := make([]float64, n)
	rng := rand.New(rand.NewPCG(uint64(n), uint64(k)))
	for i := range x {
		switch k {
		case 2:
			x[i] = 0.7
		case 3:
			x[i] = []float64{0, 1, math.Copysign(0, -1), 1}[i%4]
		default:
			x[i] = 0.3 + rng.Float64()
		}
	}
	return x
}

func (p *goProgram) compile(name string) *nestFunc {
	def := p.stages.Roots[name]
	of, err := p.module.Func(def)
	if err != nil {
		breaks("definition", "%v", err)
	}
	derived := func(f *chad.Func, err error) *chad.Func {
		if err != nil {
			breaks("derivative", "%v", err)
		}
		return f
	}
	loops := func(f *chad.Func, passes *opt.Options) *chad.Loops {
		l, err := chad.NewLoops(f, passes)
		if err != nil {
			breaks("loops", "%v", err)
		}
		return l
	}
	plain, grad := derived(of.Plain()), derived(chad.ValueAndGrad(of))
	jvp, hvp := derived(chad.JVP(of)), derived(chad.HVP(of))
	i := slices.IndexFunc(p.stages.Flow.Funcs, func(f *flow.Func) bool { return f.Name == name })
	passes := &opt.Options{}
	return &nestFunc{
		flow:          p.stages.Flow.Funcs[i],
		placed:        loops(plain, nil),
		value:         loops(plain, passes),
		gradPlaced:    loops(grad, nil),
		grad:          loops(grad, passes),
		gradFast:      loops(grad, &opt.Options{FastMath: true, Jam: true}),
		tangentPlaced: loops(jvp, nil),
		tangent:       loops(jvp, passes),
		twice:         loops(hvp, passes),
	}
}

// check holds the laws at a point; smooth says that it is in general position.
func (f *nestFunc) check(x []float64, smooth bool, compared *int) {
	equal := func(law string, got, want, tol float64) {
		if !within(got, want, tol) {
			breaks(law, "%v, want %v at %v", got, want, x)
		}
	}
	value := number(f.value, x)
	want, err := f.interpret(x)
	if err != nil {
		breaks("value interpreted", "%v at %v", err, x)
	}
	equal("value", value, want, 1e-12)
	equal("value as placed", number(f.placed, x), want, 1e-12)
	results := runs(f.grad, x)
	equal("value beside the gradient", results[0].(float64), want, 1e-12)
	grad := results[1].([]float64)
	if slices.ContainsFunc(grad, func(g float64) bool { return math.Abs(g) > 1e4 }) {
		return // chaos, in which what is lost in rounding shows
	}
	placed, fast := runs(f.gradPlaced, x)[1].([]float64), runs(f.gradFast, x)[1].([]float64)
	for i, g := range grad {
		equal("gradient as placed", placed[i], g, 1e-9)
		equal("gradient of fast math", fast[i], g, 1e-9)
		equal("tangent as placed", last(runs(f.tangentPlaced, x, unit(len(x), i))).(float64), g, 1e-8)
		equal("tangent", last(runs(f.tangent, x, unit(len(x), i))).(float64), g, 1e-8)
		if smooth {
			*compared += f.differences(x, i, value, g)
		}
	}
}

// differences compares derivatives by one number of x, and says how many.
func (f *nestFunc) differences(x []float64, i int, value, g float64) (compared int) {
	to := func(h float64) []float64 {
		y := slices.Clone(x)
		y[i] += h
		return y
	}
	equal := func(law string, got, want float64) {
		if !within(got, want, 1e-4) {
			breaks(law, "%v, want %v at %v by [%d]", got, want, x, i)
		}
		compared++
	}
	const h = 1e-5
	if up, down := (number(f.value, to(h))-value)/h, (value-number(f.value, to(-h)))/h; within(up, down, 1e-3) {
		equal("gradient by differences", g, (up+down)/2)
	}
	slopes := func(h float64) []float64 {
		up, down := runs(f.grad, to(h))[1].([]float64), runs(f.grad, to(-h))[1].([]float64)
		for k := range up {
			up[k] = (up[k] - down[k]) / (2 * h)
		}
		return up
	}
	wide, narrow := slopes(h), slopes(h/5)
	for k, have := range last(runs(f.twice, x, unit(len(x), i))).([]float64) {
		if within(wide[k], narrow[k], 1e-4) {
			equal("HVP by differences", have, wide[k])
		}
	}
	return compared
}

// interpret is the value by the interpreter of imperative programs.
func (f *nestFunc) interpret(x []float64) (float64, error) {
	vals, err := eval.Call(f.flow, []eval.Value{eval.From(reflect.ValueOf(slices.Clone(x)), f.flow.Params[0].Type)})
	if err != nil {
		return 0, err
	}
	return vals[0].Flat(f.flow.Results[0].Type)[0].F, nil
}

// number is the first result of loops.
func number(l *chad.Loops, x []float64) float64 { return runs(l, x)[0].(float64) }

// runs is what loops return at copies of the arguments.
func runs(l *chad.Loops, args ...[]float64) []loop.Value {
	var vals []loop.Value
	for _, a := range args {
		vals = append(vals, slices.Clone(a))
	}
	out, err := l.Run(vals...)
	if err != nil {
		breaks("run", "%v at %v", err, args)
	}
	return out
}

func last(vals []loop.Value) loop.Value { return vals[len(vals)-1] }

func unit(n, i int) []float64 {
	e := make([]float64, n)
	e[i] = 1
	return e
}

// within compares numbers that may be NaN.
func within(a, b, tol float64) bool {
	if math.IsNaN(a) || math.IsNaN(b) {
		return math.IsNaN(a) == math.IsNaN(b)
	}
	return a == b || math.Abs(a-b) <= tol*(1+math.Abs(a)+math.Abs(b))
}
