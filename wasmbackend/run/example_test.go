package run_test

import (
	"context"
	"fmt"
	"log"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// A formula that is known at run time only: its gradient, as machine code.
func Example() {
	ctx := context.Background()
	formula := "--chad:grad\ndef f [n] (x : [n]real) : real = sum [sin x[i] * x[i] | i < n]"
	module, err := chad.GenerateWasm("formula.chad", []byte(formula), wasmbackend.Options{Yield: true})
	if err != nil {
		log.Fatal(err)
	}
	program, err := run.New(ctx, nil, module)
	if err != nil {
		log.Fatal(err)
	}
	grad, err := program.Func("fGrad")
	if err != nil {
		log.Fatal(err)
	}
	call, err := grad.Bind(ctx, 3) // memory for n = 3
	if err != nil {
		log.Fatal(err)
	}
	defer call.Release()
	x, err := call.RealsOf("x")
	if err != nil {
		log.Fatal(err)
	}
	copy(x, []float64{0, 1, 2})
	if err := call.Run(ctx); err != nil {
		log.Fatal(err)
	}
	value, err := call.RealsOf("value")
	if err != nil {
		log.Fatal(err)
	}
	xbar, err := call.RealsOf("xbar")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.4f %.4f\n", value, xbar)
	// Output: [2.6601] [0.0000 1.3818 0.0770]
}
