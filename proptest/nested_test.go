package proptest

import (
	"errors"
	"flag"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

var (
	manyNested  = flag.Int("nested", 10, "how many programs TestNested takes")
	firstNested = flag.Int64("firstnested", 0, "the first seed of TestNested")
)

// TestNested: what an operator of package chad gives can be given to any other, for programs with loops, recursion,
// data and functions: the tangent of it is what differences say, and the cotangent is the transpose of the tangent.
func TestNested(t *testing.T) {
	looked, compared, failed := 0, 0, 0
	for seed := *firstNested; seed < *firstNested+int64(*manyNested); seed++ {
		n, smooth, err := nested(seed)
		switch {
		case errors.Is(err, ErrDiscard):
			failed++
		case err != nil:
			t.Errorf("seed %d: %v", seed, err)
		}
		looked, compared = looked+n, compared+smooth
	}
	t.Logf("%d derivatives of derivatives, %d compared with differences; %d programs have no value or run too long", looked, compared, failed)
	if compared < looked/3 || failed > *manyNested/4+2 {
		t.Errorf("of %d derivatives %d were compared, %d programs failed", looked, compared, failed)
	}
}

func nested(seed int64) (looked, smooth int, err error) {
	c := Config{Seed: seed, RealEntry: true, Size: []int{2, 4, 8}[seed%3]}
	s := Generate(c)
	built := withTotal(s)
	total, err := chad.Built(finished{built}, "total")
	if err != nil {
		return 0, 0, err
	}
	vec, err := chad.Built(finished{built}, "vec")
	if err != nil {
		return 0, 0, err
	}
	type derived struct {
		name string
		f    *chad.Func
	}
	var all []derived
	add := func(name string, f *chad.Func, e error) {
		if e != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", name, e))
			return
		}
		all = append(all, derived{name, f})
	}
	for _, o := range []struct {
		name   string
		derive func(*chad.Func, ...string) (*chad.Func, error)
	}{{"Grad", chad.Grad}, {"ValueAndGrad", chad.ValueAndGrad}, {"HVP", chad.HVP}, {"VMap", chad.VMap}, {"JVP", chad.JVP}} {
		f, e := o.derive(total)
		add(o.name, f, e)
	}
	f, e := chad.Tangent(vec)
	add("Tangent", f, e)
	f, e = chad.VJP(vec)
	add("VJP", f, e)
	f, e = chad.Cotangents(vec, chad.Seed{Kind: chad.SeedParam})
	add("Cotangents", f, e)
	for _, p := range s.Entry.Params {
		if rank(p.Type) <= 1 {
			f, e := chad.Hessian(total, p.Name)
			add("Hessian", f, e)
			f, e = chad.Jacobian(vec, p.Name)
			add("Jacobian", f, e)
			break
		}
	}
	if err != nil {
		return 0, 0, fmt.Errorf("%w\n%s", err, syntax.ProgramString(built))
	}
	rng := rand.New(rand.NewSource(seed))
	for _, d := range all {
		ok, err := derivedAgain(rng, d.f)
		if err != nil {
			return looked, smooth, fmt.Errorf("derivatives of %s: %w\n%s", d.name, err, syntax.ProgramString(built))
		}
		if looked++; ok {
			smooth++
		}
	}
	return looked, smooth, nil
}

// derivedAgain holds the derivatives of f against differences at a random point; ok is false where these say nothing.
func derivedAgain(rng *rand.Rand, f *chad.Func) (ok bool, err error) {
	jvp, err := chad.JVP(f)
	if err != nil {
		return false, fmt.Errorf("JVP: %w", err)
	}
	vjp, err := chad.VJP(f)
	if err != nil {
		return false, fmt.Errorf("VJP: %w", err)
	}
	d := f.Def()
	sizes := make([]int64, len(d.Sizes))
	for i := range sizes {
		sizes[i] = int64(1 + rng.Intn(3))
	}
	env := sizingOf(d, sizes)
	var args, dirs []semantics.Value
	var dir []float64
	for _, p := range d.Params {
		v := randomValue(rng, p.Type, env, 3)
		args = append(args, v)
		dirs = append(dirs, eachReal(v, func(float64) float64 { dir = append(dir, 2*rng.Float64()-1); return dir[len(dir)-1] }))
	}
	eval := semantics.Evaluator{Fuel: 20 * evalFuel}
	y, err := eval.CallSized(d, sizes, args...)
	if err != nil {
		return false, fmt.Errorf("%w: the program fails: %w", ErrDiscard, err)
	}
	pushed, err := eval.CallSized(jvp.Def(), sizes, slices.Concat(args, dirs)...)
	if err := tooLong(err); err != nil {
		return false, fmt.Errorf("JVP: %w", err)
	}
	tangent := realsOf(pushed)[len(realsOf(y)):]
	var w []float64
	seed := eachReal(y, func(float64) float64 { w = append(w, 2*rng.Float64()-1); return w[len(w)-1] })
	pulled, err := eval.CallSized(vjp.Def(), sizes, append(slices.Clone(args), seed)...)
	if err := tooLong(err); err != nil {
		return false, fmt.Errorf("VJP: %w", err)
	}
	cotangent := realsOf(pulled)[len(w):]
	if !finite(realsOf(y), tangent, cotangent) {
		return false, nil
	}
	if left, a := dot(tangent, w); len(cotangent) == len(dir) {
		if right, b := dot(cotangent, dir); !(left-right <= 1e-8*(1+a+b) && right-left <= 1e-8*(1+a+b)) {
			return false, fmt.Errorf("at %v along %v, with weights %v: the tangent gives %v, the cotangent %v", flatten(args), dir, w, left, right)
		}
	} else {
		return false, fmt.Errorf("%d cotangents for %d numbers", len(cotangent), len(dir))
	}
	s, err := differences(func(h float64) (semantics.Value, error) {
		moves := make([]semantics.Value, len(args))
		k := 0
		for i, v := range args {
			n := len(realsOf(v))
			moves[i] = moved(v, dir[k:k+n], h)
			k += n
		}
		return eval.CallSized(d, sizes, moves...)
	})
	if err != nil || !s.smooth {
		return false, nil //nolint:nilerr // the neighbourhood has points without a value
	}
	if worst, k := s.close(tangent); worst > 1 {
		return true, fmt.Errorf("at %v along %v: the tangent is %v, differences say %v ± %g (%d)", flatten(args), dir, tangent, s.value, s.err[k], k)
	}
	return true, nil
}
