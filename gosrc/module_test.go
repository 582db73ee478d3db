package gosrc_test

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/internal/part"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// compileModule compiles the package in a folder.
func compileModule(t *testing.T, dir string) (*wasmbackend.Module, error) {
	t.Helper()
	pkgs, err := load.Packages([]string{"."}, load.Options{Dir: dir, More: gosrc.Adapters})
	if err != nil || len(pkgs) != 1 {
		t.Fatal(len(pkgs), err)
	}
	m, ds := gosrc.Module(pkgs[0], wasmbackend.Options{})
	return m, ds.Err()
}

const springs = `
-- go.mod --
module example.com/springs

go 1.26
-- springs.go --
package springs

import "errors"

// A Chain is masses on a line.
type Chain struct {
	K    float64
	Rest []float64
}

// Energy is that of the springs between masses at x.
//
//chad:grad wrt=c.K,x
//chad:hvp wrt=x
func (c *Chain) Energy(x []float64) float64 {
	e := 0.0
	for i := range c.Rest {
		d := x[i+1] - x[i] - c.Rest[i]
		e += c.K * d * d / 2
	}
	return e
}

// Step moves x along v, and gives the greatest place.
//
//chad:func name=Move
func Step(x, v []float64, dt float64) (most float64, err error) {
	if dt < 0 {
		return 0, errors.New("time runs forward")
	}
	if dt > 9 {
		panic("too far")
	}
	for i := range x {
		x[i] += dt * v[i]
		most = max(most, x[i])
	}
	return most, nil
}
-- other.go --
package springs

// Area is x·y.
//
//chad:vjp name=AreaBack
func Area(x, y float64) float64 { return x * y }
`

// Functions of all files of a package are in its module: structs are taken apart, what is written is a result, a panic
// a failure.
func TestModule(t *testing.T) {
	m, err := compileModule(t, module(t, springs))
	if err != nil {
		t.Fatal(err)
	}
	p, err := run.New(t.Context(), nil, m)
	if err != nil {
		t.Fatal(err)
	}
	call := func(name string, sizes []int, args ...loop.Value) ([]loop.Value, error) {
		t.Helper()
		f, err := p.Func(name)
		if err != nil {
			t.Fatal(err)
		}
		return f.Leaves(t.Context(), sizes, args)
	}
	// Two springs of lengths 1 and 2, at 0, 2, 3: pulled by 1, pushed by 1.
	got, err := call("chainEnergyGrad", []int{2, 3}, 4.0, []float64{1, 2}, []float64{0, 2, 3})
	if err != nil || got[0] != 4.0 || got[1] != 1.0 || !same(got[2], -4, 8, -4) {
		t.Errorf("chainEnergyGrad gives %v, %v", got, err)
	}
	got, err = call("chainEnergyHVP", []int{2, 3}, 4.0, []float64{1, 2}, []float64{0, 2, 3}, []float64{1, 0, 0})
	if err != nil || got[0] != 4.0 || got[1] != -4.0 || !same(got[2], 4, -4, 0) {
		t.Errorf("chainEnergyHVP gives %v, %v", got, err)
	}
	got, err = call("move", []int{2, 2}, []float64{1, 2}, []float64{3, -1}, 2.0)
	if err != nil || got[0] != 7.0 || got[1] != int64(0) || !same(got[2], 7, 0) {
		t.Errorf("move gives %v, %v", got, err)
	}
	if got, err := call("move", []int{2, 2}, []float64{1, 2}, []float64{3, -1}, -2.0); err != nil || got[1] == int64(0) {
		t.Errorf("move gives %v, %v, want an error that is not 0", got, err)
	}
	if got, err := call("move", []int{2, 2}, []float64{1, 2}, []float64{3, -1}, 10.0); err == nil || !strings.Contains(err.Error(), "springs.go:32:3: what is required") {
		t.Errorf("move gives %v, %v", got, err)
	}
	if got, err := call("areaBack", nil, 2.0, 3.0, 10.0); err != nil || got[0] != 6.0 || got[1] != 30.0 || got[2] != 20.0 {
		t.Errorf("areaBack gives %v, %v", got, err)
	}
	want := map[string]string{
		"areaBack": "value xbar ybar", "chainEnergyGrad": "value cKbar xbar", "chainEnergyHVP": "value dvalue xproduct", "move": "most err x_ status",
	}
	for _, f := range m.ABI().Functions {
		var names []string
		for _, r := range f.Results {
			names = append(names, r.Name)
		}
		if got := strings.Join(names, " "); got != want[f.Name] {
			t.Errorf("the results of %s are called %s, want %s", f.Name, got, want[f.Name])
		}
	}
}

func same(x loop.Value, want ...float64) bool {
	got, ok := x.([]float64)
	if !ok || len(got) != len(want) {
		return false
	}
	for i := range got {
		if got[i] != want[i] {
			return false
		}
	}
	return true
}

// What cannot be in a module is said at its directive.
func TestModuleErrors(t *testing.T) {
	for want, src := range map[string]string{
		"m.go:4:1: F has no result that varies": "//chad:grad\nfunc F(x float64) int { return int(x) }",
	} {
		_, err := compileModule(t, module(t, "-- go.mod --\nmodule example.com/m\n\ngo 1.26\n-- m.go --\npackage m\n\n// F is one.\n"+src+"\n"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// The functions of the corpus are compiled to a module, where gradients and tangents agree. Without -whole, a part of
// them is.
func TestModuleCorpus(t *testing.T) {
	dir := t.TempDir()
	names, err := filepath.Glob("testdata/corpus/*.go")
	if err != nil || len(names) == 0 {
		t.Fatal("no functions", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(name)), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/corpus\n\ngo 1.26\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	direct(t, dir, "", some(t, "testdata/corpus", 6)...)
	m, err := compileModule(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	p, err := run.New(t.Context(), nil, m)
	if err != nil {
		t.Fatal(err)
	}
	agreed := 0
	for _, b := range m.Blocks {
		name, ok := strings.CutSuffix(b.Name, "Grad")
		if ok && forwardAndBack(t, p, name) {
			agreed++
		}
	}
	t.Logf("%d of %d exports are gradients that agree with tangents", agreed, len(m.Blocks))
	if agreed < part.N(40, 6) {
		t.Errorf("only %d gradients", agreed)
	}
}

// forwardAndBack compares the gradient of a function with its tangent in a random direction, at a random point where it
// has values.
func forwardAndBack(t *testing.T, p *run.Program, name string) bool {
	t.Helper()
	grad, err := p.Func(name + "Grad")
	if err != nil {
		t.Fatal(err)
	}
	jvp, err := p.Func(name + "JVP")
	if err != nil {
		t.Fatal(err)
	}
	for try := range uint64(40) {
		r := rand.New(rand.NewPCG(try, 3))
		var sizes []int
		n := 1 + r.IntN(4)
		for range grad.Block().Sizes {
			sizes = append(sizes, n)
		}
		var args []loop.Value
		for i := range jvp.Block().Leaves {
			if l := &jvp.Block().Leaves[i]; !l.Result {
				args = append(args, randomLeaf(r, l, sizes, jvp.Block()))
			}
		}
		primals := 0
		for i := range grad.Block().Leaves {
			if !grad.Block().Leaves[i].Result {
				primals++
			}
		}
		back, err1 := grad.Leaves(t.Context(), sizes, args[:primals])
		forward, err2 := jvp.Leaves(t.Context(), sizes, args)
		if err1 != nil || err2 != nil {
			if (err1 == nil) != (err2 == nil) && !strings.Contains(err1.Error()+err2.Error(), "size") {
				t.Errorf("%s: the gradient says %v, the tangent %v", name, err1, err2)
				return false
			}
			continue
		}
		dirs := args[primals:]
		bars := back[len(back)-len(dirs):]
		sum, scale := 0.0, 0.0
		for i := range dirs {
			xs, ys := flat(dirs[i], nil), flat(bars[i], nil)
			for k := range xs {
				sum += xs[k] * ys[k]
				scale += math.Abs(xs[k] * ys[k])
			}
		}
		tangent := flat(forward[len(forward)-1], nil)
		if _, ok := forward[len(forward)-1].(float64); !ok || math.IsNaN(sum) || math.IsInf(sum, 0) {
			continue
		}
		if !(math.Abs(sum-tangent[0]) <= 1e-9*max(1, scale)) {
			t.Errorf("%s%v: the gradient gives %v, the tangent is %v", name, args, sum, tangent[0])
		}
		return true
	}
	return false
}

// randomLeaf is a random value of a leaf at sizes.
func randomLeaf(r *rand.Rand, l *wasmbackend.Leaf, sizes []int, b *wasmbackend.Block) loop.Value {
	us := make([]uint64, len(sizes))
	for i, n := range sizes {
		us[i] = uint64(n)
	}
	var make1 func(t loop.Type, dims []*syntax.Size) loop.Value
	make1 = func(t loop.Type, dims []*syntax.Size) loop.Value {
		if t.Rank == 0 {
			switch t.Base {
			case loop.Real:
				return r.NormFloat64()
			case loop.Int:
				return r.Int64N(4)
			}
			return r.IntN(2) == 0
		}
		n := int64(2)
		if dims[0] != nil {
			n, _ = dims[0].Eval(b.Env(us))
		}
		switch {
		case t.Rank > 1:
			out := []loop.Value{}
			for range n {
				out = append(out, make1(t.Elem(), dims[1:]))
			}
			return out
		case t.Base == loop.Real:
			out := make([]float64, n)
			for i := range out {
				out[i] = r.NormFloat64()
			}
			return out
		case t.Base == loop.Int:
			out := make([]int64, n)
			for i := range out {
				out[i] = r.Int64N(4)
			}
			return out
		}
		return make([]bool, n)
	}
	return make1(l.Type(), l.Dims())
}

// flat are the reals of a value.
func flat(x loop.Value, out []float64) []float64 {
	switch x := x.(type) {
	case float64:
		return append(out, x)
	case []float64:
		return append(out, x...)
	case []loop.Value:
		for _, y := range x {
			out = flat(y, out)
		}
	}
	return out
}
