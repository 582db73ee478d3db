package wasmbackend_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// Loops that are run in pairs give what they give one by one; where iterations depend on each other they are not, or
// only where bounds are checked (Yield). The numbers are small integers, on which sums are exact in any order.
func TestPairLoops(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/pairs.txtar")
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	for _, file := range ar.Files {
		t.Run(file.Name, func(t *testing.T) {
			p, err := loop.Read(file.Name, string(file.Data))
			if err != nil {
				t.Fatal(err)
			}
			p.Funcs[0].Exported = true
			for _, o := range []wasmbackend.Options{{}, {Yield: true}, {Scalar: true}} {
				m := compiled(t, o, p)
				if got, want := pairs(m), (strings.HasPrefix(file.Name, "yes") || strings.HasPrefix(file.Name, "checked") && o.Yield) && !o.Scalar; got != want {
					t.Errorf("in pairs: %v, want %v", got, want)
				}
				prog, err := run.New(ctx, newEngine(t), m)
				if err != nil {
					t.Fatal(err)
				}
				f, err := prog.Func("f")
				if err != nil {
					t.Fatal(err)
				}
				for n := range 20 {
					x := make([]float64, n)
					for i := range x {
						x[i] = float64((i*i+3*i)%17 - 8)
					}
					args := []loop.Value{x, 3.0}
					want, _, err := loop.Eval(p, p.Funcs[0], args, 0)
					if err != nil {
						t.Fatal(err)
					}
					got, err := f.Leaves(ctx, nil, args)
					if err != nil || showAll(got) != showAll(want) {
						t.Errorf("%d elements: got %s %v, want %s", n, showAll(got), err, showAll(want))
					}
				}
			}
		})
	}
}

// pairs reports whether the function f computes with vectors.
func pairs(m *wasmbackend.Module) bool {
	for _, f := range m.Code.Funcs {
		for _, i := range f.Body {
			if f.Name == "f" && (i.Op == encode.F64x2Mul || i.Op == encode.F64x2Add || i.Op == encode.F64x2Div) {
				return true
			}
		}
	}
	return false
}

// A sum of no terms, or of zeros with a sign, is what it began with, to the sign.
func TestPairSumOfNothing(t *testing.T) {
	const text = `
export func f(x []real, z real) {
	var s real = z
	for i < len(x) {
		s +~= x[i] * 1.0
	}
	var t real = z
	for vector i < len(x) {
		t +~= x[i]
	}
	return s, t
}
`
	p, err := loop.Read("sums", text)
	if err != nil {
		t.Fatal(err)
	}
	m, err := wasmbackend.CompileLoops(wasmbackend.Options{}, p)
	if err != nil || !pairs(m) {
		t.Fatal(err, "no vectors")
	}
	prog, err := run.New(context.Background(), newEngine(t), m)
	if err != nil {
		t.Fatal(err)
	}
	f, err := prog.Func("f")
	if err != nil {
		t.Fatal(err)
	}
	zero := math.Copysign(0, -1)
	for n := range 20 {
		got, err := f.Leaves(context.Background(), nil, []loop.Value{slices.Repeat([]float64{zero}, n), zero})
		if err != nil {
			t.Fatal(err)
		}
		for k, y := range got {
			if y := y.(float64); y != 0 || !math.Signbit(y) {
				t.Errorf("%d zeros: sum %d is %v", n, k, y)
			}
		}
	}
}

// Where bounds are checked and addresses are many, a short body stands in a loop for eight pairs, and for four, two and
// one that are left; a longer one for four at most.
func TestPairCopies(t *testing.T) {
	for _, c := range []struct {
		term   string
		copies int
	}{{"a[i]", 8 + 4 + 2 + 1}, {"(1.0 + q * sqrt(2.0 + q * sqrt(3.0 + q * sqrt(4.0 + q * sqrt(q))))) * a[i]", 4 + 2 + 1}} {
		p, err := loop.Read("copies", strings.ReplaceAll(`export func f(a []real, x []real, y []real, z []real, q real) {
	var n int = len(a)
	check n == len(x) && n == len(y) && n == len(z), "lengths"
	var s real = 0.0
	var t real = 0.0
	var u real = 0.0
	for i < n {
		s +~= x[i]
		t +~= y[i]
		u +~= TERM * z[i]
	}
	return s, t, u
}
`, "TERM", c.term))
		if err != nil {
			t.Fatal(err)
		}
		loads := 0
		for _, f := range compiled(t, wasmbackend.Options{Yield: true}, p).Code.Funcs {
			for _, i := range f.Body {
				if i.Op.Name() == "v128.load" {
					loads++
				}
			}
		}
		if loads != 4*c.copies {
			t.Errorf("%s: %d loads of vectors, want %d", c.term, loads, 4*c.copies)
		}
	}
}
