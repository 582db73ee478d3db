package proptest

import (
	"fmt"
	"math"

	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A Property is a law of the system about every program.
type Property struct {
	Name string
	Law  string
	// Features that the programs may use.
	Features Features
	// Check reports how the law fails on a sample; an error that wraps ErrDiscard says
	// that the sample does not decide.
	Check func(sys *System, s *Sample) error
}

// Properties returns the laws in the order in which a mutant meets them.
func Properties() []Property {
	return []Property{
		{"primitives", "each row of the primitive table is consistent, its partials agree with differences", 0,
			checkPrimitives},
		{"typed", "every stage of a program passes the verifier", AllFeatures, checkTyped},
		{"primal", "the first component of D(f)(x) is f(x)", AllFeatures, checkPrimal},
		{"forward", "forward mode agrees with finite differences", AllFeatures, checkForward},
		{"transpose", "⟨Jv, w⟩ = ⟨v, Jᵀw⟩ for forward mode's J and reverse mode's Jᵀ", AllFeatures, checkTranspose},
		{"linear", "f(a·v + b·w) = a·f(v) + b·f(w) for the linear halves of both modes", AllFeatures, checkLinear},
		{"simplified", "simplification keeps meanings", AllFeatures, checkSimplified},
		{"cheaper", "simplification keeps meanings and never raises the cost that the evaluator counts", AllFeatures,
			checkCheaper},
		{"betaEta", "βη-equal programs have equal derivatives", AllFeatures, checkBetaEta},
		{"tapes", "the compiled route agrees with the paper route", AllFeatures, checkTapes},
		{"size", "the size of D(t) is linear in that of t", AllFeatures, checkSize},
		{"operators", "programs with jvp and vjp inside differentiate like others", AllFeatures | Operators,
			checkOperators},
	}
}

func checkTyped(sys *System, s *Sample) error {
	if err := syntax.VerifyProgram(s.Program); err != nil {
		return fmt.Errorf("source: %w", err)
	}
	in, err := sys.instantiate(s)
	if err != nil {
		return err
	}
	if err := syntax.VerifyProgram(in.Program); err != nil {
		return fmt.Errorf("in A-normal form: %w", err)
	}
	for _, f := range []*functor.Functor{in.fwd, in.rev} {
		d, err := in.derive(f)
		if err != nil {
			return err
		}
		for _, st := range []struct {
			name string
			pass func(*syntax.Program) (*syntax.Program, error)
		}{
			{"derivative", func(p *syntax.Program) (*syntax.Program, error) { return p, nil }},
			{"simplified", sys.Simplify},
			{"tapes", sys.Tapes},
			{"tapes simplified", sys.Simplify},
		} {
			if d, err = d.then(st.pass); err != nil {
				return fmt.Errorf("%s %s: %w", f.Mode.Name(), st.name, err)
			}
			if err := syntax.VerifyProgram(d.prog); err != nil {
				return fmt.Errorf("%s %s: %w", f.Mode.Name(), st.name, err)
			}
		}
	}
	return nil
}

func checkPrimal(sys *System, s *Sample) error {
	in, err := sys.instantiate(s)
	if err != nil {
		return err
	}
	want, err := in.call(in.plain, nil, 0)
	if err != nil {
		return err
	}
	for _, f := range []*functor.Functor{in.fwd, in.rev} {
		l, err := in.linearised(f)
		if err != nil {
			return fmt.Errorf("%s: %w", f.Mode.Name(), err)
		}
		if d := distance(want, l.value); d > 1e-12 {
			return fmt.Errorf("%s: value %s, want %s", f.Mode.Name(), semantics.Format(l.value), semantics.Format(want))
		}
	}
	return nil
}

// distance is the greatest scaled difference of the reals of two values of one
// shape, infinite when the shapes differ.
func distance(a, b semantics.Value) float64 {
	if !sameShape(a, b) {
		return math.Inf(1)
	}
	return distances(realsOf(a), realsOf(b))
}

func distances(xs, ys []float64) float64 {
	if len(xs) != len(ys) {
		return math.Inf(1)
	}
	worst := 0.0
	for k := range xs {
		d := math.Abs(xs[k]-ys[k]) / (1 + math.Abs(xs[k]))
		if math.IsNaN(xs[k]) && math.IsNaN(ys[k]) || xs[k] == ys[k] {
			d = 0
		}
		if !(d <= worst) {
			worst = d
		}
	}
	return worst
}

func checkForward(sys *System, s *Sample) error {
	in, err := sys.instantiate(s)
	if err != nil {
		return err
	}
	l, err := in.linearised(in.fwd)
	if err != nil {
		return err
	}
	dir := in.direction()
	want, err := in.slopeAlong(dir)
	if err != nil {
		return err
	}
	if !want.smooth {
		return fmt.Errorf("%w: near a kink", ErrDiscard)
	}
	got, err := in.push(l, dir)
	if err != nil {
		return err
	}
	if d, k := want.close(got); d > 1 {
		return fmt.Errorf("derivative of component %d is %v, differences say %v ± %v", k, at(got, k), at(want.value, k),
			at(want.err, k))
	}
	return nil
}

func at(xs []float64, k int) float64 {
	if k < 0 || k >= len(xs) {
		return math.NaN()
	}
	return xs[k]
}

func dot(xs, ys []float64) (sum, scale float64) {
	for k := range xs {
		sum += xs[k] * ys[k]
		scale += math.Abs(xs[k] * ys[k])
	}
	return sum, scale
}

func checkTranspose(sys *System, s *Sample) error {
	in, err := sys.instantiate(s)
	if err != nil {
		return err
	}
	f, err := in.linearised(in.fwd)
	if err != nil {
		return err
	}
	r, err := in.linearised(in.rev)
	if err != nil {
		return err
	}
	return in.transposed(f, r)
}

// transposed is the dot-product test of two derivatives at the same point.
func (in *instance) transposed(f, r *linearised) error {
	for range 2 {
		v := in.direction()
		w := in.cotangent(f.value)
		jv, err := in.push(f, v)
		if err != nil {
			return err
		}
		jtw, err := in.pull(r, w)
		if err != nil {
			return err
		}
		left, scale := dot(jv, w)
		right := 0.0
		for i := range v {
			d, s := dot(v[i], jtw[i])
			right += d
			scale += s
		}
		if d := math.Abs(left - right); !(d <= 1e-9*(1+scale)) {
			return fmt.Errorf("⟨Jv, w⟩ = %v but ⟨v, Jᵀw⟩ = %v", left, right)
		}
	}
	return nil
}

func checkLinear(sys *System, s *Sample) error {
	in, err := sys.instantiate(s)
	if err != nil {
		return err
	}
	f, err := in.linearised(in.fwd)
	if err != nil {
		return err
	}
	push := func(v [][]float64) ([]float64, error) { return in.push(f, v) }
	if err := homomorphic(push, in.direction(), in.direction()); err != nil {
		return fmt.Errorf("forward: %w", err)
	}
	r, err := in.linearised(in.rev)
	if err != nil {
		return err
	}
	pull := func(w [][]float64) ([]float64, error) {
		parts, err := in.pull(r, w[0])
		var out []float64
		for _, p := range parts {
			out = append(out, p...)
		}
		return out, err
	}
	w, u := in.cotangent(r.value), in.cotangent(r.value)
	if err := homomorphic(pull, [][]float64{w}, [][]float64{u}); err != nil {
		return fmt.Errorf("reverse: %w", err)
	}
	return nil
}

// homomorphic checks f(2v − 3w) = 2f(v) − 3f(w).
func homomorphic(f func([][]float64) ([]float64, error), v, w [][]float64) error {
	const a, b = 2, -3
	sum := make([][]float64, len(v))
	for i := range v {
		for k := range v[i] {
			sum[i] = append(sum[i], a*v[i][k]+b*w[i][k])
		}
	}
	var ys [3][]float64
	for i, x := range [][][]float64{v, w, sum} {
		y, err := f(x)
		if err != nil {
			return err
		}
		ys[i] = y
	}
	scale := 1.0
	for k := range ys[0] {
		scale = math.Max(scale, math.Abs(a*ys[0][k])+math.Abs(b*ys[1][k]))
	}
	for k := range ys[0] {
		want := a*ys[0][k] + b*ys[1][k]
		if d := math.Abs(ys[2][k] - want); !(d <= 1e-9*scale) {
			return fmt.Errorf("not linear: component %d is %v, want %v", k, ys[2][k], want)
		}
	}
	return nil
}
