package proptest

import (
	"context"
	"errors"
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/testkit/v8"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

var (
	manyModules = flag.Int("modules", 15, "how many programs TestWasm compiles")
	firstModule = flag.Int64("firstmodule", 0, "the first seed of TestWasm")
)

// TestWasm: modules run by wazero agree with the evaluators, the loops' to the last bit but for the order of sums that
// have none where two reals are taken at a time, and with V8, where there is Node, to the last bit of NaN.
func TestWasm(t *testing.T) {
	ctx := context.Background()
	engine, err := run.NewEngine(ctx, run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close(ctx) //nolint:errcheck // the test is over
	node, err := v8.Start()
	if err != nil && !errors.Is(err, v8.ErrNoNode) {
		t.Fatal(err)
	}
	if node != nil {
		defer node.Close() //nolint:errcheck // the test is over
	}
	used := map[string]int{}
	for _, c := range []struct {
		name string
		c    Config
		o    wasmbackend.Options
	}{
		{"values", Config{}, wasmbackend.Options{Scalar: true}},
		{"derivatives", Config{RealEntry: true}, wasmbackend.Options{Scalar: true}},
		{"derivatives with yields and the math of the host, two reals at a time", Config{RealEntry: true}, wasmbackend.Options{HostMath: true, Yield: true}},
		{"derivatives with yields, iterations side by side", Config{RealEntry: true}, wasmbackend.Options{Jam: true, Yield: true}},
		{"derivatives two reals at a time", Config{RealEntry: true}, wasmbackend.Options{}},
		{"derivatives in parts", Config{RealEntry: true}, wasmbackend.Options{Scalar: true, SplitOver: 70}},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := &WasmCheck{System: Real(), Engine: engine, Node: node, Options: c.o, Used: used}
			ran, err := k.Agree(ctx, c.c, *firstModule, *firstModule+int64(*manyModules))
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d modules of %d programs, %d in V8", ran, *manyModules, k.InV8)
			if ran < *manyModules/2 {
				t.Errorf("only %d programs ran", ran)
			}
			if node != nil && !c.o.HostMath && !c.o.Yield && k.InV8 != ran {
				t.Errorf("V8 ran %d of %d modules", k.InV8, ran)
			}
		})
	}
	var names []string
	for name := range used {
		names = append(names, name)
	}
	slices.Sort(names)
	t.Logf("%d operations: %s", len(names), strings.Join(names, ", "))
}
