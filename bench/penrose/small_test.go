package penrose_test

import (
	"compress/gzip"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/bench/penrose"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// small is a diagram made up for this test: the energy x₀² + x₁x₂ + √x₂ + √x₃ + max(x₁, x₄) + maxN(x₁, x₄) + (x₁ < x₂ ?
// x₅ : 0) with the constraint x₀ - 1 ≤ 0. At the reference its terms are 9 + 8 + 2 + 0 + 2 + 2 + 5, and the penalty
// 10·2² = 40. The gradient by hand: of √0 it is 0.5/1e-5, the tie of max goes to the right, that of maxN to both, so
// that x₁ gets 4 + 0 + 1 and x₄ 1 + 1.
const small = `{"id": "small", "n": 6,
"nodes": [["var", 0], ["var", 1], ["var", 2], ["var", 3], ["var", 4], ["var", 5], ["const", 1], ["const", 0],
	["squared", 0], ["*", 1, 2], ["sqrt", 2], ["sqrt", 3], ["max", 1, 4], ["maxN", 1, 4], ["<", 1, 2], ["select", 14, 5, 7], ["-", 0, 6]],
"objectives": [8, 9, 10, 11, 12, 13, 15], "constraints": [16],
"refs": [{"point": "x0", "x": [3, 2, 4, 0, 2, 5], "weight": 10, "phi": 68, "grad": [46, 5, 2.25, 50000, 2, 1]}]}`

const index = "id,nodes_after_cse,rose_raw_us,ref_c_wasm_us,rose_compile_ms,rose_first_call_ms,rose_wasm_bytes,ref_wasm_bytes\nsmall,17,1,1,1,1,1,1\n"

func folderWith(t *testing.T, diagram string) string {
	t.Helper()
	dir := t.TempDir()
	var b strings.Builder
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(diagram)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"small.json.gz": b.String(), "index.csv": index} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A diagram means what Penrose means by it, also where no folder of diagrams is at hand.
func TestSmall(t *testing.T) {
	ds, err := penrose.Read(folderWith(t, small))
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	m, err := ds[0].Compile(wasmbackend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := run.New(ctx, nil, m)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close(ctx) //nolint:errcheck // the test is over
	fn, err := p.Func("energyGrad")
	if err != nil {
		t.Fatal(err)
	}
	c, err := fn.Bind(ctx)
	if err != nil {
		t.Fatal(err)
	}
	x, err := c.Reals(0)
	if err != nil {
		t.Fatal(err)
	}
	r := ds[0].Refs[0]
	copy(x, r.X)
	c.SetReal(1, r.Weight)
	if err := c.Run(ctx); err != nil {
		t.Fatal(err)
	}
	g, err := c.Reals(3)
	if err != nil {
		t.Fatal(err)
	}
	if bad := r.Differ(append([]float64{c.Real(2)}, g...)); bad != "" {
		t.Error(bad)
	}
}

// A file that is no diagram is an error, not a panic.
func TestMistakes(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{`["squared", 0]`, `["squared", 8]`, "8 is no earlier node"},
		{`["var", 5]`, `["var", 6]`, "no variable"},
		{`[16]`, `[17]`, "no node 17"},
		{`"x": [3,`, `"x": [`, "5 numbers for 6 variables"},
		{`"nodes": [`, `"nodes": [[], `, "empty node"},
	} {
		_, err := penrose.Read(folderWith(t, strings.Replace(small, c.from, c.to, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.to, err, c.want)
		}
	}
}
