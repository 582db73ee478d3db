package fromgo_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/mathlib/internal/fromgo"
)

func dir(t *testing.T, src string) string {
	t.Helper()
	d := t.TempDir()
	if err := os.WriteFile(filepath.Join(d, "f.go"), []byte("package functions\n\n"+src), 0o600); err != nil {
		t.Fatal(err)
	}
	return d
}

// The functions have names of primitives, since others are not translated by themselves.
const example = `
import "math"

var rows = [2]struct { a float64; n int64; b float64 }{{1, 2, 3}, {4, 5, 6}}

const third = 1.0 / 3

func half(x float64) (h, r float64) {
	h = float64(x * 0.5)
	return h, x - h
}

func exp(x float64) float64 {
	if x < 0 {
		return -x
	} else if x == 0 {
		x = 1
	}
	s, k := 0.0, uint64(3)
	for i := range 4 {
		s += float64(float64(i) * x)
	}
	for ; k > 0; k -= 1 {
		s++
	}
	e := &rows[k%2]
	switch h, r := half(s); {
	case math.Abs(h) > 100:
		return h
	case r != h:
		s = r
	default:
		s = e.a + e.b + float64(e.n) + rows[1].b
	}
	return s + third
}
`

func TestMeaning(t *testing.T) {
	lib, err := fromgo.Dir(dir(t, example))
	if err != nil {
		t.Fatal(err)
	}
	f := lib.Funcs["exp"]
	if len(f.Tables) != 2 {
		t.Fatalf("%d tables", len(f.Tables))
	}
	// By hand: 0+x+2x+3x, and 3; halves are equal; 1 + 3 + 2 + 6 and a third.
	for x, want := range map[float64]float64{-3: 3, 0: 12 + 1.0/3, 2: 12 + 1.0/3, 40: 121.5} {
		out, _, err := loop.Eval(lib.Prog, f.Fn, []loop.Value{x, f.Tables[0].Reals, f.Tables[1].Ints}, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if out[0] != want {
			t.Errorf("f(%v) = %v, want %v\n%s", x, out[0], want, lib.Prog)
		}
	}
}

func TestRefused(t *testing.T) {
	for src, want := range map[string]string{
		"func exp(x float64) float64 { return x*x + 1 }":                        "f.go:3:38: a product that may be fused: write float64(x * x)",
		"func exp(x float64) float64 { for x > 1 { return x }; return 1 }":      "a return inside of a loop",
		"func exp(x float64) float64 { var a [2]float64; return a[0] + x }":     "a value of type [2]float64",
		"import \"math\"\n\nfunc exp(x float64) float64 { return math.Sin(x) }": "a call of an unknown function",
		"func exp(n int) int { return 7 / n }":                                  "a division by what may be 0",
		"func exp(x float64) float64 { return y }":                              "undefined: y",
		"func exp(n int) int { if n < 1 { return 0 }; return exp(n - 1) }":      "recursion",
	} {
		if _, err := fromgo.Dir(dir(t, src)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n\tgives %v, want %s", src, err, want)
		}
	}
}
