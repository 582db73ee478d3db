package cli

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// What encode writes decode reads back, for random values of types of every kind.
func TestValuesRoundTrip(t *testing.T) {
	tree := syntax.NewData("tree", false)
	tree.Define(
		syntax.Ctor{Name: "Leaf", Arg: syntax.Unit},
		syntax.Ctor{Name: "Node", Arg: syntax.NewTupleType(tree, syntax.Real, tree)},
	)
	three := syntax.NewArrayType(syntax.SizeLit(3), syntax.Real)
	types := []syntax.Type{
		syntax.Real, syntax.Int, syntax.Bool, syntax.Unit, three, tree,
		syntax.NewArrayType(syntax.SizeLit(2), three),
		syntax.NewArrayType(syntax.SizeLit(0), syntax.Bool),
		syntax.NewTupleType(syntax.Real, syntax.NewTupleType(syntax.Int, three)),
		syntax.NewSumType(syntax.Real, syntax.NewTupleType(syntax.Bool, tree)),
		syntax.NewSumType(syntax.Unit, syntax.Int, syntax.Real),
		syntax.NewArrayType(syntax.SizeLit(2), tree),
	}
	k := checker{options: &checkOptions{size: 3, span: []float64{-1, 1}}, rng: rand.New(rand.NewPCG(1, 1))}
	for _, typ := range types {
		for range 100 {
			v, err := k.random(typ, 0)
			if err != nil {
				t.Fatalf("%s: %v", typ, err)
			}
			text := encode(v, typ)
			w, err := decode(text, typ)
			if err != nil || encode(w, typ) != text || !semantics.Close(v, w, 0) {
				t.Fatalf("%s: %s was read as %s (%v)", typ, text, encode(w, typ), err)
			}
		}
	}
}

func TestRealsRoundTrip(t *testing.T) {
	for _, x := range []float64{
		0, math.Copysign(0, -1), 1, -1.5, 0.1, 1e21, 1e20, 123456789012345678, 1e-6, 9e-7,
		math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1), math.Inf(-1), math.NaN(),
	} {
		v, err := decode(realJSON(x), syntax.Real)
		if err != nil {
			t.Errorf("%v: %v", x, err)
			continue
		}
		if y := float64(v.(semantics.Real)); math.Float64bits(x) != math.Float64bits(y) && !(x != x && y != y) {
			t.Errorf("%v was written %s and read as %v", x, realJSON(x), y)
		}
	}
}

// A defect is an error with exit code 2 and a request to report it, never a crash.
func TestPanicIsReported(t *testing.T) {
	var out, errs bytes.Buffer
	broken := &cobra.Command{Use: "broken", RunE: func(*cobra.Command, []string) error { panic("a broken invariant") }}
	if code := Run([]string{"broken"}, strings.NewReader(""), &out, &errs, broken); code != ExitError {
		t.Errorf("exit code %d", code)
	}
	if !strings.HasPrefix(errs.String(), "chad: internal error: a broken invariant\n") || !strings.Contains(errs.String(), "report") {
		t.Errorf("got %s", errs.String())
	}
}
