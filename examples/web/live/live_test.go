package live_test

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/seed-4b734f86/gochad/examples/web/live"
)

// The module of a formula has the derivatives that are worked out by hand here.
func TestCompile(t *testing.T) {
	r, err := live.Compile("x² sin y + e^x")
	if err != nil {
		t.Fatal(err)
	}
	t.Log(len(r.Module), r.Gradient)
	x, y := 0.7, -1.3
	e := math.Exp(x)
	got := callModule(t, r.Module, x, y)
	want := []float64{
		x*x*math.Sin(y) + e,
		x*x*math.Sin(y) + e, 2*x*math.Sin(y) + e, x * x * math.Cos(y),
		2*math.Sin(y) + e, 2 * x * math.Cos(y), 2 * x * math.Cos(y), -x * x * math.Sin(y),
	}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-12 {
			t.Errorf("number %d is %v, want %v", i, got[i], want[i])
		}
	}
}

// callModule is the value, the value with the gradient, and the Hessian row by row. It knows the layout of the blocks
// from docs/wasm-abi.md.
func callModule(t *testing.T, code []byte, x, y float64) []float64 {
	t.Helper()
	ctx := context.Background()
	rt := wazero.NewRuntime(ctx)
	defer rt.Close(ctx) //nolint:errcheck // the test is over
	if _, err := rt.NewHostModuleBuilder("env").NewFunctionBuilder().WithFunc(func() int32 { return 0 }).Export("yield").Instantiate(ctx); err != nil {
		t.Fatal(err)
	}
	mod, err := rt.Instantiate(ctx, code)
	if err != nil {
		t.Fatal(err)
	}
	const base = 1 << 15
	call := func(name string, at, out int) []float64 {
		mem := mod.Memory()
		mem.WriteFloat64Le(base, x)
		mem.WriteFloat64Le(base+8, y)
		s, err := mod.ExportedFunction(name).Call(ctx, api.EncodeI32(base))
		if err != nil || s[0] != 0 {
			t.Fatal(name, s, err)
		}
		var all []float64
		for i := range out {
			v, _ := mem.ReadFloat64Le(uint32(base + at + 8*i))
			all = append(all, v)
		}
		return all
	}
	var out []float64
	out = append(out, call("value", 16, 1)...)
	out = append(out, call("gradient", 16, 3)...)
	return append(out, call("hessian", 16, 4)...)
}

// A program becomes a module that imports the question whether it may go on; what is wrong with one has its place.
func TestProgram(t *testing.T) {
	const program = "--chad:grad\ndef f (x : real) : real = (loop s = x while s < 9 do s * s) * x\n"
	r, err := live.Program(program, "f")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(r.Module, []byte("fGrad")) || !bytes.Contains(r.Module, []byte("yield")) {
		t.Error("the module has no fGrad, or does not ask")
	}
	for text, want := range map[string]string{
		strings.Replace(program, "* x\n", "* y\n", 1):                     "f:2:63: unknown name y",
		"def f (x : real) : real = x":                                     "nothing to generate",
		program + strings.Repeat(" ", live.MaxProgram+1-len(program)):     "20001 bytes, 20000 are allowed",
		"--chad:grad\ndef f (x : [3]real) : [3]real = [2 * x[i] | i < 3]": "f:",
	} {
		if _, err := live.Program(text, "f"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want %s", text, err, want)
		}
	}
}
