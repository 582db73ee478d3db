package proptest

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/seed-4b734f86/gochad/syntax"
)

// programs is the number of random programs that every property and the statistics look at.
const programs = 1000

// sourceVariants are the variants of syntax.Term that source programs have, with
// the kinds of loops, size bindings and records that stats tells apart.
var sourceVariants = []string{
	"Const", "VarRef", "Let", "Tuple", "Proj", "Lam", "App", "Inj", "Case", "If", "Call", "Prim",
	"Build", "Loop", "While", "Sum", "ArrayLit", "Index", "OneHot", "Set",
	"SizeOf", "ToIdx", "FromIdx", "Coerce", "Pack", "DynLen", "FilterIdx",
	"Zero", "Plus", "Loop down", "Loop collect", "SizeBinding", "Record",
	"Checkpoint whole", "Checkpoint sqrt", "Checkpoint binomial",
}

// TestStatistics holds the generator to what makes its programs worth trying: a median of 40 nodes,
// 80 % of programs with a gradient that is not zero, every construct in 100
// of 1,000 programs, and in 20 % closures that escape.
func TestStatistics(t *testing.T) {
	seen := map[string]int{}
	var nodes []int
	escaping, active, skipped := 0, 0, 0
	for seed := range int64(programs) {
		s := Generate(Config{Seed: seed})
		if err := syntax.VerifyProgram(s.Program); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		nodes = append(nodes, Nodes(s.Program))
		for k := range Variants(s.Program) {
			seen[k]++
		}
		for k := range s.Used {
			seen[k]++
		}
		if Escapes(s.Program) {
			escaping++
		}
		switch varies, err := hasGradient(s); {
		case errors.Is(err, ErrDiscard):
			t.Log(seed, err)
			skipped++
		case err != nil:
			t.Errorf("seed %d: %v", seed, err)
		case varies:
			active++
		}
	}
	slices.Sort(nodes)
	t.Logf("nodes: median %d, 10 %% below %d, 10 %% above %d; %d with a gradient (%d undecided), %d with escaping closures",
		nodes[programs/2], nodes[programs/10], nodes[programs*9/10], active, skipped, escaping)
	if nodes[programs/2] < 40 {
		t.Errorf("median of %d nodes, want 40", nodes[programs/2])
	}
	if skipped > programs/20 {
		t.Errorf("%d programs fail, run too long or have a kink at their point", skipped)
	}
	if active < programs*8/10 {
		t.Errorf("%d programs have a gradient, want %d", active, programs*8/10)
	}
	if escaping < programs*2/10 {
		t.Errorf("%d programs have closures that escape, want %d", escaping, programs*2/10)
	}
	for _, name := range constructs() {
		if seen[name] < programs/10 {
			t.Errorf("%s is in %d programs, want %d", name, seen[name], programs/10)
		}
	}
}

// constructs are all the names that the statistics count.
func constructs() []string {
	out := slices.Clone(sourceVariants)
	g := &generator{cfg: Config{}.withDefaults()}
	for _, f := range g.enabled(allForms()) {
		out = append(out, f.name)
	}
	for _, op := range syntax.Ops() {
		if !rough(op) {
			out = append(out, "op:"+op.Name)
		}
	}
	return out
}

// hasGradient reports whether differences of the evaluator say that a program varies.
func hasGradient(s *Sample) (bool, error) {
	in, err := Real().instantiate(s)
	if err != nil {
		return false, err
	}
	d, err := in.slopeAlong(in.direction())
	if err != nil {
		return false, err
	}
	if !d.smooth {
		return false, fmt.Errorf("%w: near a kink", ErrDiscard)
	}
	return slices.ContainsFunc(d.value, func(x float64) bool { return x != 0 }), nil
}

// TestOperatorStatistics does the same for programs with derivative operators inside.
func TestOperatorStatistics(t *testing.T) {
	seen := map[string]int{}
	for seed := range int64(programs) {
		s := Generate(Config{Seed: seed, Features: AllFeatures | Operators})
		for k := range s.Used {
			seen[k]++
		}
	}
	for _, name := range []string{"jvp", "vjp", "grad"} {
		if seen[name] < programs/10 {
			t.Errorf("%s is in %d programs, want %d", name, seen[name], programs/10)
		}
	}
}

// TestSwitches checks that features that are off do not occur.
func TestSwitches(t *testing.T) {
	for seed := range int64(100) {
		none := Variants(Generate(Config{Seed: seed, Plain: true}).Program)
		for _, name := range []string{"Lam", "App", "Inj", "Case", "If", "Call", "Build", "Loop", "While", "Deriv"} {
			if none[name] > 0 {
				t.Errorf("seed %d: a straight-line program has a %s", seed, name)
			}
		}
		first := Variants(Generate(Config{Seed: seed, Features: FirstOrder}).Program)
		free := Variants(Generate(Config{Seed: seed, Features: LoopFree}).Program)
		for _, name := range []string{"Lam", "App"} {
			if first[name] > 0 {
				t.Errorf("seed %d: a first-order program has a %s", seed, name)
			}
		}
		for _, name := range []string{"Build", "Loop", "While", "Sum"} {
			if free[name] > 0 {
				t.Errorf("seed %d: a loop-free program has a %s", seed, name)
			}
		}
	}
}

// TestDeterminism: a configuration gives one program.
func TestDeterminism(t *testing.T) {
	for seed := range int64(20) {
		a, b := Generate(Config{Seed: seed}), Generate(Config{Seed: seed})
		if syntax.ProgramString(a.Program) != syntax.ProgramString(b.Program) {
			t.Fatalf("seed %d gives two programs", seed)
		}
	}
}
