package wasmbackend_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"testing"

	"github.com/tetratelabs/wazero"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

func TestThin(t *testing.T) {
	src, err := os.ReadFile("../bench/models/rosenbrock/rosenbrock.chad")
	if err != nil {
		t.Fatal(err)
	}
	m, err := chad.Parse("r.chad", src)
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Func("rosenbrock")
	if err != nil {
		t.Fatal(err)
	}
	g, err := chad.ValueAndGrad(f)
	if err != nil {
		t.Fatal(err)
	}
	_, def, err := g.Compiled()
	if err != nil {
		t.Fatal(err)
	}
	mod, err := wasmbackend.Compile(wasmbackend.Options{}, wasmbackend.Export{Def: def, Name: "grad"})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(mod.Loops)
	fmt.Println(mod.Code.Text())
	code := mod.Code.Encode()
	fmt.Println(len(code))
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	inst, err := r.Instantiate(ctx, code)
	if err != nil {
		t.Fatal(err)
	}
	n := 5
	places, total, err := mod.Blocks[0].Places([]int64{int64(n)})
	fmt.Println(places, total, err)
	xs := []float64{1, 2, 3, 0.5, -1}
	base := mod.Heap
	for i, x := range xs {
		inst.Memory().WriteFloat64Le(base+uint32(places[0].Offset+8*i), x)
	}
	st, err := inst.ExportedFunction("grad").Call(ctx, uint64(base), uint64(n))
	fmt.Println(st, err)
	want, err := g.Eval(xs)
	fmt.Println(want, err)
	v, _ := inst.Memory().ReadFloat64Le(base)
	fmt.Println(v)
	for i := range xs {
		v, _ := inst.Memory().ReadFloat64Le(base + uint32(places[2].Offset+8*i))
		fmt.Print(v, " ")
	}
	_ = math.Pi
}
