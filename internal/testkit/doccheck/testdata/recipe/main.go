// Command recipe uses the primitive that docs/architecture.md adds, sech, wherever a primitive may be used. It stands in
// the module while TestRecipe runs.
package main

import (
	"context"
	"fmt"
	"log"
	"math"
	"os"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/proptest"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

const source = "--chad:grad\ndef f [n] (x : [n]real) : real = sum [x[i] * sech (2 * x[i]) | i < n]\n"

// judge prints what checks find.
type judge struct{ found bool }

func (*judge) Helper() {}

func (j *judge) Errorf(format string, args ...any) {
	j.found = true
	log.Printf(format, args...)
}

func main() {
	log.SetFlags(0)
	j := &judge{}
	if err := try(j, os.Args[1]); err != nil {
		log.Fatal(err)
	}
	if j.found {
		os.Exit(1)
	}
}

// try compares values and gradients in the interpreter and in WebAssembly with closed forms, and writes the Go.
func try(j *judge, file string) error {
	proptest.CheckOp(j, syntax.MustOp("sech"))
	x := []float64{-1.5, 0, 0.25, 3}
	value, grad := 0.0, make([]float64, len(x))
	for i, x := range x {
		s := 1 / math.Cosh(2*x)
		value += x * s
		grad[i] = s - 2*x*s*math.Tanh(2*x)
	}
	compare := func(what string, v float64, g []float64) {
		if !(math.Abs(v-value) < 1e-14) {
			j.Errorf("%s: the value is %v, want %v", what, v, value)
		}
		for i := range g {
			if !(math.Abs(g[i]-grad[i]) < 1e-14) {
				j.Errorf("%s: element %d of the gradient is %v, want %v", what, i, g[i], grad[i])
			}
		}
	}

	m, err := chad.Parse("recipe.chad", []byte(source))
	if err != nil {
		return err
	}
	f, err := m.Func("f")
	if err != nil {
		return err
	}
	reverse, err := chad.ValueAndGrad(f)
	if err != nil {
		return err
	}
	v, err := reverse.Eval(x)
	if err != nil {
		return err
	}
	pair := v.([]any)
	compare("reverse mode", pair[0].(float64), pair[1].([]float64))
	forward, err := chad.JVP(f)
	if err != nil {
		return err
	}
	for i := range x {
		dx := make([]float64, len(x))
		dx[i] = 1
		v, err := forward.Eval(x, dx)
		if err != nil {
			return err
		}
		if pair := v.([]any); math.Abs(pair[1].(float64)-grad[i]) > 1e-14 {
			j.Errorf("forward mode: element %d is %v, want %v", i, pair[1], grad[i])
		}
	}

	src, err := chad.Generate("recipe.chad", []byte(source), "main")
	if err != nil {
		return err
	}
	src = fmt.Appendf(src, "\nfunc main() {\n\tg := make([]float64, %d)\n\tv := FGrad(%#v, g)\n\tprintln(", len(x), x)
	src = fmt.Appendf(src, "diff(v, %v)", value)
	for i, g := range grad {
		src = fmt.Appendf(src, " && diff(g[%d], %v)", i, g)
	}
	src = append(src, ")\n}\n\nfunc diff(a, b float64) bool { return -1e-14 < a-b && a-b < 1e-14 }\n"...)
	if err := os.WriteFile(file, src, 0o600); err != nil {
		return err
	}

	ctx := context.Background()
	module, err := chad.GenerateWasm("recipe.chad", []byte(source), wasmbackend.Options{})
	if err != nil {
		return err
	}
	program, err := run.New(ctx, nil, module)
	if err != nil {
		return err
	}
	fgrad, err := program.Func("fGrad")
	if err != nil {
		return err
	}
	call, err := fgrad.Bind(ctx, len(x))
	if err != nil {
		return err
	}
	in, err := call.RealsOf("x")
	if err != nil {
		return err
	}
	copy(in, x)
	if err := call.Run(ctx); err != nil {
		return err
	}
	values, err := call.RealsOf("value")
	if err != nil {
		return err
	}
	xbar, err := call.RealsOf("xbar")
	if err != nil {
		return err
	}
	compare("WebAssembly", values[0], xbar)
	return nil
}
