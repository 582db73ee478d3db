package chad

import (
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/proptest"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// TestPaperRoute runs random programs through what chad show prints: names,
// reading rules and lets for display change neither types nor meaning.
func TestPaperRoute(t *testing.T) {
	compared := 0
	for seed := range int64(120) {
		features := proptest.AllFeatures
		if seed%2 == 0 {
			features = proptest.LoopFree
		}
		s := proptest.Generate(proptest.Config{Seed: seed, Size: 10, Features: features, RealEntry: true})
		f := &Func{prog: s.Program, def: s.Entry}
		if _, err := f.active(nil); err != nil {
			continue
		}
		for _, mode := range Modes() {
			if comparePaperRoute(t, f, mode, seed) {
				compared++
			}
		}
	}
	if compared < 100 {
		t.Errorf("only %d derivatives compared", compared)
	}
}

func comparePaperRoute(t *testing.T, f *Func, mode string, seed int64) bool {
	t.Helper()
	_, plain, err := f.paperRoute(ShowOptions{Mode: mode, Stage: "chad"})
	if err != nil {
		t.Fatalf("seed %d %s: %v", seed, mode, err)
	}
	p, shown, err := f.paperRoute(ShowOptions{Mode: mode, Stage: "simplified"})
	if err != nil {
		t.Fatalf("seed %d %s: %v", seed, mode, err)
	}
	if err := syntax.VerifyProgram(p); err != nil {
		t.Fatalf("seed %d %s: %v", seed, mode, err)
	}
	if showDefs(sugar, p, shown) == "" {
		t.Fatal("nothing printed")
	}
	args, ok := arguments(f.def, seed)
	if !ok {
		return false
	}
	want, ok := outcome(t, plain, args)
	if !ok {
		return false
	}
	if got, _ := outcome(t, shown, args); got == nil || !semantics.Close(got, want, 1e-9) {
		t.Errorf("seed %d %s: shown as\n%s\nwhich means %s and should mean %s", seed, mode, showDefs(sugar, p, shown), semantics.Format(got), semantics.Format(want))
	}
	return true
}

// arguments draws reals, and arrays of two reals.
func arguments(d *syntax.Def, seed int64) ([]semantics.Value, bool) {
	rng := rand.New(rand.NewPCG(uint64(seed), 1))
	var out []semantics.Value
	for _, x := range d.Params {
		switch ty := x.Type.(type) {
		case *syntax.Scalar:
			if ty != syntax.Real {
				return nil, false
			}
			out = append(out, semantics.Real(2*rng.Float64()-1))
		case *syntax.ArrayType:
			n, lit := ty.Len.Lit()
			if ty.Elem != syntax.Real {
				return nil, false
			}
			if !lit {
				n = 2
			}
			xs := make([]float64, n)
			for i := range xs {
				xs[i] = 2*rng.Float64() - 1
			}
			out = append(out, semantics.Reals(xs...))
		default:
			return nil, false
		}
	}
	return out, true
}

// outcome is the primal, and the linear function applied to ones, of a derivative.
func outcome(t *testing.T, d *syntax.Def, args []semantics.Value) (semantics.Value, bool) {
	t.Helper()
	v, err := semantics.Call(d, args...)
	if err != nil {
		return nil, false
	}
	result, ok := v.(*semantics.Tuple)
	pair, isPair := d.Result.(*syntax.TupleType)
	if !ok || !isPair {
		return v, true
	}
	lin, ok := pair.Elems[1].(*syntax.LFunType)
	if !ok {
		return v, true
	}
	seed, ok := ones(lin.Dom)
	if !ok {
		return result.Elems[0], true
	}
	w, err := semantics.Apply(result.Elems[1], seed)
	if err != nil {
		return nil, false
	}
	return semantics.NewTuple(result.Elems[0], w), true
}

// ones is a (co)tangent made of ones, for types without sizes, sums and functions.
func ones(t syntax.Type) (semantics.Value, bool) {
	switch t := t.(type) {
	case *syntax.Scalar:
		if t == syntax.Bool { // a mark
			return semantics.Bool(true), true
		}
		return semantics.Real(1), t == syntax.Real
	case *syntax.TupleType:
		elems := make([]semantics.Value, len(t.Elems))
		for i, e := range t.Elems {
			v, ok := ones(e)
			if !ok {
				return nil, false
			}
			elems[i] = v
		}
		return semantics.NewTuple(elems...), true
	default:
		return nil, false
	}
}
