package syntax_test

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"math/rand"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/testkit/ridders"
	"github.com/seed-4b734f86/gochad/semantics"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// Laws of the table:
//
//	complete   every row has a meaning, a cost, one Go lowering, and a sample domain where it varies
//	partials   a real result has a partial for every real parameter, unless the row is flat
//	right      each partial is what differences of the meaning say, over the whole domain
//	linear     what Joint and LinearIn promise holds of the meaning
//	helpers    the Go source of each helper stands on its own

func TestTableComplete(t *testing.T) {
	for _, o := range sx.Ops() {
		if o.Eval == nil || o.Cost <= 0 {
			t.Errorf("%s: no meaning or no cost", o)
		}
		forms := 0
		for _, set := range []bool{o.Go.Op != "", o.Go.Func != "", o.Go.Conv != ""} {
			if set {
				forms++
			}
		}
		if forms != 1 {
			t.Errorf("%s: %d Go lowerings", o, forms)
		}
		for i, p := range o.Params {
			if p != sx.Real {
				continue
			}
			if o.Result == sx.Real && (len(o.Domain) != len(o.Params) || o.Domain[i].Lo >= o.Domain[i].Hi) {
				t.Errorf("%s: no domain for parameter %d", o, i)
			}
		}
		checkPartials(t, o)
	}
}

func checkPartials(t *testing.T, o *sx.Op) {
	if o.Result != sx.Real {
		if o.Partials != nil {
			t.Errorf("%s: a derivative of a result that does not vary", o)
		}
		return
	}
	if o.Partials == nil {
		t.Errorf("%s: no partials", o)
		return
	}
	vars, args := arguments(o)
	y := sx.NewVar("y", sx.Real)
	ds := o.Partials(args, sx.Ref(y))
	if len(ds) != len(o.Params) {
		t.Errorf("%s: %d partials", o, len(ds))
		return
	}
	for i, d := range ds {
		if varies := o.Params[i] == sx.Real && !o.Flat; varies != (d != nil) && !(varies && constantIn(o, i)) {
			t.Errorf("%s: partial %d is there: %v, wanted: %v", o, i, d != nil, varies)
		}
		if d == nil {
			continue
		}
		if d.Type() != sx.Real || !sx.IsSource(d) {
			t.Errorf("%s: partial %d is no real source term", o, i)
		}
		if err := sx.Verify(d, append(vars, y)...); err != nil {
			t.Errorf("%s: partial %d: %v", o, i, err)
		}
	}
}

func arguments(o *sx.Op) ([]*sx.Var, []sx.Term) {
	vars, args := make([]*sx.Var, len(o.Params)), make([]sx.Term, len(o.Params))
	for i, p := range o.Params {
		vars[i] = sx.NewVar(fmt.Sprintf("x%d", i), p)
		args[i] = sx.Ref(vars[i])
	}
	return vars, args
}

// value is the value of o at xs.
func value(o *sx.Op, xs []float64) float64 {
	vs := make([]sx.Value, len(xs))
	for i, x := range xs {
		vs[i] = sx.Value{F: x, I: int64(x)}
	}
	v, err := o.Eval(vs)
	if err != nil {
		return math.NaN()
	}
	return v.F
}

// partial is ∂o/∂xᵢ at xs by the table; 0 where the table says so.
func partial(t *testing.T, o *sx.Op, i int, xs []float64) float64 {
	t.Helper()
	vars, args := arguments(o)
	y := sx.NewVar("y", sx.Real)
	d := o.Partials(args, sx.Ref(y))[i]
	if d == nil {
		return 0
	}
	env := &semantics.Env{Vars: map[*sx.Var]semantics.Value{y: semantics.Real(value(o, xs))}}
	for k, x := range xs {
		env.Vars[vars[k]] = semantics.Real(x)
		if o.Params[k] == sx.Int {
			env.Vars[vars[k]] = semantics.Int(x)
		}
	}
	v, err := semantics.Eval(d, env)
	if err != nil {
		t.Fatalf("%s: %v", o, err)
	}
	return float64(v.(semantics.Real))
}

// samples are points of the domain of o: its corners, its middle, and random ones.
func samples(o *sx.Op, n int) [][]float64 {
	rng := rand.New(rand.NewSource(1))
	out := make([][]float64, n)
	for k := range out {
		out[k] = make([]float64, len(o.Params))
		for i, d := range o.Domain {
			f := rng.Float64()
			if k < 1<<len(o.Params) {
				f = float64(k >> i & 1)
			}
			x := d.Lo + f*(d.Hi-d.Lo)
			if o.Params[i] == sx.Int {
				x = math.Round(x)
			}
			out[k][i] = x
		}
	}
	return out
}

func TestPartials(t *testing.T) {
	for _, o := range sx.Ops() {
		if o.Result != sx.Real {
			continue
		}
		used, worst := 0, 0.0
		for _, xs := range samples(o, 60) {
			if o.Smooth != nil && !o.Smooth(xs) {
				continue
			}
			used++
			for i, p := range o.Params {
				if p == sx.Real {
					worst = math.Max(worst, partialError(t, o, i, xs))
				}
			}
		}
		if used < 8 {
			t.Errorf("%s: differenced at %d points only", o, used)
		}
		t.Logf("%-10s %d points, error %.1e", o, used, worst)
	}
}

// partialError compares the table with differences at one point and gives the relative error.
func partialError(t *testing.T, o *sx.Op, i int, xs []float64) float64 {
	along := func(x float64) float64 {
		ys := append([]float64{}, xs...)
		ys[i] = x
		return value(o, ys)
	}
	h := 0.03
	for o.Smooth != nil && h > 1e-4 && !smoothBetween(o, i, xs, h) {
		h /= 2
	}
	want, bound := ridders.Derivative(along, xs[i], h)
	got := partial(t, o, i, xs)
	scale := math.Max(1, math.Abs(want))
	if o.Rounded {
		bound = 1e-5
	}
	if bound > 1e-5*scale {
		t.Errorf("%s%v: differences in %d do not settle: %v ± %v", o, xs, i, want, bound)
	}
	if e := math.Abs(got - want); math.IsNaN(e) || e > 20*bound+1e-11*scale {
		t.Errorf("∂%d %s%v = %v, differences say %v ± %.1e", i, o, xs, got, want, bound)
	}
	return math.Abs(got-want) / scale
}

// smoothBetween looks for a kink within h of the point.
func smoothBetween(o *sx.Op, i int, xs []float64, h float64) bool {
	for k := -64; k <= 64; k++ {
		ys := append([]float64{}, xs...)
		ys[i] += h * float64(k) / 64
		if !o.Smooth(ys) {
			return false
		}
	}
	return true
}

func TestLinearityPromises(t *testing.T) {
	for _, o := range sx.Ops() {
		for _, xs := range samples(o, 10) {
			if o.Joint != nil {
				want := 0.0
				for i, c := range o.Joint {
					want += c * xs[i]
				}
				if o.Rounded {
					want = value(o, []float64{want})
				}
				if value(o, xs) != want {
					t.Errorf("%s%v is not the joint combination %v", o, xs, want)
				}
			}
			for _, i := range o.LinearIn {
				twice := append([]float64{}, xs...)
				twice[i] *= 2
				zero := append([]float64{}, xs...)
				zero[i] = 0
				if value(o, twice) != 2*value(o, xs) || value(o, zero) != 0 {
					t.Errorf("%s is not linear in %d at %v", o, i, xs)
				}
			}
		}
	}
}

// TestHelpers checks each helper in a package of its own, with its imports and nothing else.
func TestHelpers(t *testing.T) {
	fset := token.NewFileSet()
	imp := importer.ForCompiler(fset, "source", nil)
	for _, o := range sx.Ops() {
		if o.Go.Helper == "" {
			continue
		}
		var b strings.Builder
		b.WriteString("package p\n\n")
		for _, path := range o.Go.Imports {
			fmt.Fprintf(&b, "import %q\n\n", path)
		}
		b.WriteString(o.Go.Helper + "\n")
		if !strings.HasPrefix(o.Go.Helper, "// "+o.Go.Func+" ") {
			t.Errorf("%s: the helper has no comment:\n%s", o, o.Go.Helper)
		}
		file, err := parser.ParseFile(fset, o.Name+".go", b.String(), parser.ParseComments)
		if err != nil {
			t.Errorf("%s: %v", o, err)
			continue
		}
		pkg, err := (&types.Config{Importer: imp}).Check("p", fset, []*ast.File{file}, nil)
		if err != nil {
			t.Errorf("%s: %v", o, err)
			continue
		}
		if got, want := pkg.Scope().Lookup(o.Go.Func).Type().String(), signature(o); stripNames(got) != want {
			t.Errorf("%s: helper %s, wants %s", o, got, want)
		}
		if src, err := format.Source([]byte(b.String())); err != nil || string(src) != b.String() {
			t.Errorf("%s: the helper is not formatted", o)
		}
	}
}

func goType(t sx.Type) string {
	switch t {
	case sx.Real:
		return "float64"
	case sx.Bool:
		return "bool"
	}
	return "int"
}

func signature(o *sx.Op) string {
	var ps []string
	for _, p := range o.Params {
		ps = append(ps, goType(p))
	}
	return "func(" + strings.Join(ps, ", ") + ") " + goType(o.Result)
}

// stripNames drops the names of parameters from a function type.
func stripNames(s string) string {
	in, out, _ := strings.Cut(strings.TrimPrefix(s, "func("), ")")
	var ps []string
	for _, p := range strings.Split(in, ", ") {
		ps = append(ps, p[strings.LastIndex(p, " ")+1:])
	}
	return "func(" + strings.Join(ps, ", ") + ")" + out
}

// constantIn reports whether an operation, up to rounding, does not depend on its parameter i.
func constantIn(o *sx.Op, i int) bool {
	x := make([]sx.Value, len(o.Params))
	for k, d := range o.Domain {
		x[k] = sx.Value{F: d.Lo + 0.3*(d.Hi-d.Lo), I: int64(d.Lo + 0.3*(d.Hi-d.Lo))}
	}
	var first float64
	for step := range 9 {
		x[i].F = o.Domain[i].Lo + (o.Domain[i].Hi-o.Domain[i].Lo)*float64(step)/8
		v, err := o.Eval(x)
		if err != nil || step > 0 && math.Abs(v.F-first) > 1e-6 {
			return false
		}
		first = v.F
	}
	return true
}
