package chad_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/loop/loopval"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// modelSizes are the sizes of the benchmarks' models that must fit together; all others are 4.
var modelSizes = map[string]map[string]int{"gmm": {"l": 6}}

// The gradients of the benchmarks' models, run by wazero, agree with the evaluator.
func TestWasmModels(t *testing.T) {
	paths, err := filepath.Glob("../bench/models/*/*.chad")
	if err != nil || len(paths) < 13 {
		t.Fatal("too few models", len(paths), err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".chad")
		t.Run(name, func(t *testing.T) {
			src, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			agreesAsModule(t, path, string(src), wasmbackend.Options{Yield: true}, modelSizes[name])
		})
	}
}

// agreesAsModule compares the functions that a text asks for, in wazero, with the evaluator; fixed are sizes that must
// be so.
func agreesAsModule(t *testing.T, path, text string, opt wasmbackend.Options, fixed map[string]int) {
	t.Helper()
	ctx := context.Background()
	m, err := chad.GenerateWasm(path, []byte(text), opt)
	if err != nil {
		t.Fatal(err)
	}
	prog, err := run.New(ctx, nil, m)
	if err != nil {
		t.Fatal(err)
	}
	defer prog.Close(ctx) //nolint:errcheck // the test is over
	for _, b := range m.Blocks {
		f, err := prog.Func(b.Name)
		if err != nil {
			t.Fatal(err)
		}
		for try := range uint64(3) {
			agreeAtRandom(t, f, fixed, try)
		}
	}
}

// agreeAtRandom calls a function of a module, and its definition in the evaluator, with random arguments.
func agreeAtRandom(t *testing.T, f *run.Func, fixed map[string]int, seed uint64) {
	t.Helper()
	ctx := context.Background()
	b := f.Block()
	r := rand.New(rand.NewPCG(seed, 5))
	sizes := loopval.Sizes{}
	var given []int
	for _, n := range b.Def().Sizes {
		k := 4
		if fixed[n.Name] > 0 {
			k = fixed[n.Name]
		}
		sizes[n] = int64(k)
		given = append(given, k)
	}
	var leaves []loop.Value
	for i := range b.Leaves {
		if l := &b.Leaves[i]; !l.Result {
			leaves = append(leaves, randomLeaf(r, l.Type(), l.Dims(), sizes))
		}
	}
	got, err := f.Leaves(ctx, given, leaves)
	if err != nil {
		t.Fatalf("%s: %v", b.Name, err)
	}
	rest := leaves
	var args []semantics.Value
	for _, p := range b.Def().Params {
		ts, err := loopval.Types(p.Type, func(*syntax.Data) *loop.Cell { return nil })
		if err != nil {
			t.Fatal(err)
		}
		v, err := loopval.Unflatten(rest[:len(ts)], p.Type, sizes)
		if err != nil {
			t.Fatal(err)
		}
		args, rest = append(args, v), rest[len(ts):]
	}
	want, err := semantics.Call(b.Def(), args...)
	if err != nil {
		t.Fatal(err)
	}
	v, err := loopval.Unflatten(got, b.Def().Result, sizes)
	if err != nil {
		t.Fatal(err)
	}
	if want, err = semantics.Normal(want, b.Def().Result, sizes); err != nil {
		t.Fatal(err)
	}
	if !semantics.Close(want, v, 1e-9) {
		t.Errorf("%s is %s, the evaluator says %s", b.Name, semantics.Format(v), semantics.Format(want))
	}
}

func randomLeaf(r *rand.Rand, t loop.Type, dims []*syntax.Size, sizes loopval.Sizes) loop.Value {
	if t.Rank == 0 {
		switch t.Base {
		case loop.Real:
			return 0.2 + r.Float64()
		case loop.Int:
			return 1 + r.Int64N(3)
		}
		return r.IntN(2) == 0
	}
	n, err := dims[0].Eval(func(v *syntax.SizeVar) (int64, bool) { k, ok := sizes[v]; return k, ok })
	if err != nil {
		panic(err)
	}
	var rows []loop.Value
	var reals []float64
	var ints []int64
	for range n {
		switch x := randomLeaf(r, t.Elem(), dims[1:], sizes).(type) {
		case float64:
			reals = append(reals, x)
		case int64:
			ints = append(ints, x)
		default:
			rows = append(rows, x)
		}
	}
	switch {
	case t.Rank > 1:
		return rows
	case t.Base == loop.Real:
		return reals
	}
	return ints
}
