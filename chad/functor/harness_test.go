package functor_test

import (
	"math"
	"testing"

	"github.com/seed-4b734f86/gochad/chad/dual"
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/internal/testkit/ridders"
	"github.com/seed-4b734f86/gochad/semantics"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// A program is a definition of x : [n]real with real result, and the
// definitions that it calls.
type program struct {
	def  *sx.Def
	more []*sx.Def
}

// newProgram makes a program of a body over x : [n]real.
func newProgram(n int, body func(x sx.Term) sx.Term, more ...*sx.Def) *program {
	x := sx.NewVar("x", sx.NewArrayType(sx.SizeLit(int64(n)), sx.Real))
	d := &sx.Def{Name: "f", Params: []*sx.Var{x}, Result: sx.Real}
	d.Body = sx.ANF(body(sx.Ref(x)))
	return &program{d, more}
}

// gradients are the gradients of a program at a point by each mode.
type gradients struct {
	value                  float64
	forward, reverse, dual []float64
}

// gradients evaluates the three derivatives, each verified first.
func (p *program) gradients(t *testing.T, point []float64) gradients {
	t.Helper()
	fwd, rev := functors(functor.Options{})
	var g gradients
	lf := p.linear(t, fwd, point, &g.value)
	lr := p.linear(t, rev, point, &g.value)
	back := apply(t, lr, semantics.Real(1))
	for i := range point {
		e := make([]float64, len(point))
		e[i] = 1
		g.forward = append(g.forward, real(apply(t, lf, semantics.Reals(e...))))
		g.reverse = append(g.reverse, component(back, i))
		g.dual = append(g.dual, p.dual(t, point, e))
	}
	return g
}

func apply(t *testing.T, f, x semantics.Value) semantics.Value {
	t.Helper()
	v, err := semantics.Apply(f, x)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// linear is the linear half of the derivative at a point.
func (p *program) linear(t *testing.T, f *functor.Functor, point []float64, val *float64) semantics.Value {
	t.Helper()
	d, err := f.Definition(p.def, []bool{true})
	if err != nil {
		t.Fatalf("%s: %v", f.Mode.Name(), err)
	}
	if err := sx.VerifyProgram(&sx.Program{Defs: sx.Reachable(p.def, d.Def)}); err != nil {
		t.Fatalf("%s: %v\n%s", f.Mode.Name(), err, sx.String(d.Def.Body))
	}
	v, l := split(t, d.Def, point)
	*val = v
	return l
}

// dual is the derivative along e by dual numbers.
func (p *program) dual(t *testing.T, point, e []float64) float64 {
	t.Helper()
	d := dual.New()
	x := p.def.Params[0]
	dx := sx.NewVar("dx", x.Type)
	v := d.Pair(p.def.Body, map[*sx.Var]sx.Term{x: sx.Ref(dx)})
	return real(p.eval(t, sx.NewProj(1, v), map[*sx.Var]semantics.Value{
		x: semantics.Reals(point...), dx: semantics.Reals(e...),
	}))
}

// eval evaluates a term that may hold operators.
func (p *program) eval(t *testing.T, term sx.Term, vars map[*sx.Var]semantics.Value) semantics.Value {
	t.Helper()
	v := &sx.Def{Name: "v", Result: term.Type()}
	var args []semantics.Value
	for _, x := range sx.FreeVars(term) {
		v.Params = append(v.Params, x)
		args = append(args, vars[x])
	}
	v.Body = sx.ANF(term)
	_, rev := functors(functor.Options{})
	out, err := rev.Definition(v, make([]bool, len(v.Params)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := semantics.Call(out.Def, args...)
	if err != nil {
		t.Fatalf("%v\n%s", err, sx.String(out.Def.Body))
	}
	return r.(*semantics.Tuple).Elems[0]
}

// value is the program at a point.
func (p *program) value(t *testing.T, point []float64) float64 {
	t.Helper()
	return real(p.eval(t, p.def.Body, map[*sx.Var]semantics.Value{p.def.Params[0]: semantics.Reals(point...)}))
}

// differences is the gradient by Richardson extrapolation, with its error.
func (p *program) differences(t *testing.T, point []float64) (g, bound []float64) {
	t.Helper()
	for i := range point {
		d, e := ridders.Derivative(func(y float64) float64 {
			at := append([]float64{}, point...)
			at[i] = y
			return p.value(t, at)
		}, point[i], 0.01)
		g, bound = append(g, d), append(bound, e)
	}
	return g, bound
}

// expect wants all modes to give one gradient, exactly up to rounding.
func (g gradients) expect(t *testing.T, want ...float64) {
	t.Helper()
	for mode, got := range map[string][]float64{"forward": g.forward, "reverse": g.reverse, "dual": g.dual} {
		for i, w := range want {
			if !near(got[i], w, 1e-12) {
				t.Errorf("%s: ∂%d = %v, want %v", mode, i, got[i], w)
			}
		}
	}
}

// near is equality to a relative tolerance, NaN and infinities equal to themselves.
func near(a, b, tol float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= tol*math.Max(1, math.Abs(b))
}

// check compares all modes with differences.
func (p *program) check(t *testing.T, point []float64) {
	t.Helper()
	g := p.gradients(t, point)
	if v := p.value(t, point); v != g.value {
		t.Errorf("primal %v, want %v", g.value, v)
	}
	want, bound := p.differences(t, point)
	for mode, got := range map[string][]float64{"forward": g.forward, "reverse": g.reverse, "dual": g.dual} {
		for i, w := range want {
			if e := math.Abs(got[i] - w); math.IsNaN(e) || e > 20*bound[i]+1e-9*math.Max(1, math.Abs(w)) {
				t.Errorf("%s: ∂%d = %v, differences say %v ± %.1e", mode, i, got[i], w, bound[i])
			}
		}
	}
}
