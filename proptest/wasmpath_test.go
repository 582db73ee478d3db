package proptest

import (
	"context"
	"flag"
	"testing"

	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

var manyModules = flag.Int("modules", 120, "how many programs TestWasm compiles")

// TestWasm: modules run by wazero agree with the evaluators, the loops' to the last bit.
func TestWasm(t *testing.T) {
	ctx := context.Background()
	engine, err := run.NewEngine(ctx, run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close(ctx) //nolint:errcheck // the test is over
	for _, c := range []struct {
		name string
		c    Config
		o    wasmbackend.Options
	}{
		{"values", Config{}, wasmbackend.Options{Scalar: true}},
		{"derivatives", Config{RealEntry: true}, wasmbackend.Options{Scalar: true}},
		{"derivatives with yields and the math of the host", Config{RealEntry: true}, wasmbackend.Options{HostMath: true, Yield: true, Scalar: true}},
		{"derivatives two reals at a time", Config{RealEntry: true}, wasmbackend.Options{HostMath: true}},
		{"derivatives in parts", Config{RealEntry: true}, wasmbackend.Options{HostMath: true, Scalar: true, SplitOver: 70}},
	} {
		t.Run(c.name, func(t *testing.T) {
			ran, err := WasmAgree(ctx, Real(), engine, c.o, c.c, *manyModules)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d modules of %d programs", ran, *manyModules)
			if ran < *manyModules/2 {
				t.Errorf("only %d programs ran", ran)
			}
		})
	}
}
