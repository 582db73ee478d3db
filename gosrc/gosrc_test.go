package gosrc_test

import (
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"

	"github.com/seed-4b734f86/gochad/gosrc"
)

// module writes the files of an archive, in txtar's format, to a new folder.
func module(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(text)).Files {
		name := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func plan(t *testing.T, dir string, opt gosrc.Options) []gosrc.Job {
	t.Helper()
	opt.Load.Dir = dir
	jobs, err := gosrc.Plan(t.Context(), []string{"./..."}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return jobs
}

// apply writes what a plan has to write.
func apply(t *testing.T, dir string, jobs []gosrc.Job) {
	t.Helper()
	for _, j := range jobs {
		if err := os.WriteFile(filepath.Join(dir, j.Target), j.New, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

const shapes = `
-- go.mod --
module example.com/m

go 1.26
-- m.go --
package m

import "math/big"

type Vec []float64

type Params struct {
	W     []float64
	B     float64
	Count int
	Inner struct{ M [2]float64 }
}

type Model struct {
	P Params
	K float64
}

//chad:grad
//chad:vjp
//chad:jvp
//chad:hvp
//chad:jacobian
//chad:hessian
//chad:func name=FPlain
func F(x []float64, y float64, n int, _ bool) float64 {
	s := y
	for i := range x {
		s += x[i] * y * x[i]
	}
	return s
}

//chad:grad wrt=p.W,p.Inner
//chad:grad wrt=p name=ByParams
//chad:vjp
//chad:jvp wrt=p.B
func G(p Params, a [3]float64, z float32) float64 {
	s := p.B + p.Inner.M[1]*float64(z)
	for i, w := range p.W {
		s += w * w * a[i%3]
	}
	return s
}

//chad:grad
//chad:vjp
//chad:jvp
func H(v Vec, m [][]float64, q *Params) (float64, error) {
	s := q.B
	for i := range v {
		s += v[i] * m[i][0]
	}
	return s, nil
}

//chad:vjp
//chad:jvp
//chad:jacobian of=b wrt=x
func Two(x []float64, k float64) (a float64, b []float64) {
	b = make([]float64, len(x))
	for i := range x {
		b[i] = k * x[i]
		a += b[i]
	}
	return a, b
}

//chad:grad
//chad:grad wrt=m name=ByModel
//chad:jvp
//chad:hvp wrt=x
func (m *Model) Loss(x []float64) float64 {
	s := m.K
	for _, v := range x {
		s += v * v * m.P.B
	}
	return s
}

//chad:grad
func (m Model) value(x float64) float64 { return m.K * x }

//chad:grad
//chad:hessian
func Point(x []float64, scale float64, _ big.Word) float64 {
	s := 0.0
	for _, v := range x {
		s += scale * v * v * v
	}
	return s
}

//chad:grad
func variadic(k float64, xs ...float64) float64 {
	s := 0.0
	for _, v := range xs {
		s += k * v
	}
	return s
}

//chad:grad inst=float64
//chad:grad inst=float32 name=SquareGrad32
func Square[T float32 | float64](x T) T { return x * x }
`

// The declarations that stand for generated functions before these exist are those of the functions.
func TestStubs(t *testing.T) {
	dir := module(t, shapes)
	stubs := gosrc.Loaded(t, dir)
	apply(t, dir, plan(t, dir, gosrc.Options{}))
	real, err := packages.Load(&packages.Config{Mode: packages.LoadTypes | packages.NeedDeps | packages.NeedSyntax | packages.NeedTypesInfo, Dir: dir}, ".")
	if err != nil || len(real[0].Errors) > 0 {
		t.Fatal(err, real[0].Errors)
	}
	compared := 0
	for _, name := range stubs.Types.Scope().Names() {
		obj := stubs.Types.Scope().Lookup(name)
		if !strings.HasSuffix(stubs.Fset.Position(obj.Pos()).Filename, "_chad.go") {
			if n, ok := obj.Type().(*types.Named); ok {
				compared += compare(t, n, real[0].Types.Scope().Lookup(name).Type())
			}
			continue
		}
		other := real[0].Types.Scope().Lookup(name)
		if other == nil {
			t.Errorf("%s is not generated", name)
			continue
		}
		compared++
		if sig, ok := obj.Type().(*types.Signature); ok {
			if got, want := shape(sig), shape(other.Type().(*types.Signature)); got != want {
				t.Errorf("%s is declared as %s, generated as %s", name, got, want)
			}
			continue
		}
		compared += compare(t, obj.Type().(*types.Named), other.Type())
	}
	if compared < 60 {
		t.Errorf("only %d declarations", compared)
	}
	for _, name := range real[0].Types.Scope().Names() {
		obj := real[0].Types.Scope().Lookup(name)
		if obj.Exported() && stubs.Types.Scope().Lookup(name) == nil {
			t.Errorf("%s is generated and was not declared", name)
		}
	}
}

// compare compares the methods of two types.
func compare(t *testing.T, a *types.Named, b types.Type) int {
	methods := func(x types.Type) (out []string) {
		for m := range types.NewMethodSet(types.NewPointer(x)).Methods() {
			if m.Obj().Exported() || strings.HasSuffix(m.Obj().Name(), "Grad") && !strings.HasPrefix(m.Obj().Name(), "run") {
				out = append(out, m.Obj().Name()+shape(m.Type().(*types.Signature)))
			}
		}
		return out
	}
	got, want := methods(a), methods(b)
	if !slices.Equal(got, want) {
		t.Errorf("methods of %s are declared as\n%s\ngenerated as\n%s", a.Obj().Name(), strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	return len(got)
}

// shape is a signature without the names of parameters.
func shape(s *types.Signature) string {
	tuple := func(ts *types.Tuple) string {
		var out []string
		for v := range ts.Variables() {
			out = append(out, types.TypeString(v.Type(), (*types.Package).Name))
		}
		return "(" + strings.Join(out, ", ") + ")"
	}
	return fmt.Sprintf("%s%s%s", tparams(s), tuple(s.Params()), tuple(s.Results()))
}

func tparams(s *types.Signature) string {
	if s.TypeParams().Len() == 0 {
		return ""
	}
	var out []string
	for p := range s.TypeParams().TypeParams() {
		out = append(out, p.Constraint().String())
	}
	return "[" + strings.Join(out, ", ") + "]"
}
