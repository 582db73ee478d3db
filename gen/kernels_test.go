package gen_test

import (
	"os"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// newBLASCompare is a comparison of Go that calls gonum.
func newBLASCompare(t *testing.T) *compare {
	t.Helper()
	c := newCompare(t)
	c.blas = true
	mod, err := os.ReadFile(c.dir + "/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	c.write(t, "go.mod", string(mod)+"\nrequire gonum.org/v1/gonum v0.17.0\n")
	sum, err := os.ReadFile("../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	c.write(t, "go.sum", string(sum))
	return c
}

// TestKernels compares Go that calls gonum, and the gradients of what it computes, with the evaluator, on arrays of
// none to many elements. Each function of gonum that is meant to be called is.
func TestKernels(t *testing.T) {
	c := newBLASCompare(t)
	c.kernels(t)
	all := strings.Join(c.sources, "\n")
	for _, fn := range []string{"Dot", "Sum", "AddScaled", "ScaleTo", "AddConst", "Add"} {
		if !strings.Contains(all, "floats."+fn+"(") {
			t.Errorf("floats.%s is never called", fn)
		}
	}
	for _, fn := range []string{"blasRankOne", "blasRowDots"} { // and blasRowSums in bench/models/detlu
		if strings.Count(all, fn+"(") < 2 { // the function and a call
			t.Errorf("%s is never called", fn)
		}
	}
	c.finish(t)
}

// TestJam does the same with rows four at a time and no gonum.
func TestJam(t *testing.T) {
	c := newCompare(t)
	c.jam = true
	c.kernels(t)
	if !strings.Contains(strings.Join(c.sources, "\n"), "i < n-3") {
		t.Error("no loop takes four rows")
	}
	c.finish(t)
}

// kernels adds the definitions of the corpus of kernels, and their gradients.
func (c *compare) kernels(t *testing.T) {
	t.Helper()
	p := load(t, "testdata/kernels.chad")
	q, _, err := simplify.Program(p, simplify.Options{KeepNames: true})
	if err != nil {
		t.Fatal(err)
	}
	var runs []run
	for _, d := range q.Defs {
		for seed, n := range []int64{1, 2, 7, 37} {
			runs = append(runs, run{def: d, args: arguments(d, seed, n, n+3)})
		}
	}
	c.add(t, "kernels", q, runs)
	anf := load(t, "testdata/kernels.chad")
	sx.ANFProgram(anf)
	for _, d := range anf.Defs {
		if d.Result == sx.Real {
			c.addGradient(t, d)
		}
	}
}

// TestCorpusBLAS is the corpus with calls of gonum.
func TestCorpusBLAS(t *testing.T) {
	p, _, err := simplify.Program(load(t, "testdata/corpus.chad"), simplify.Options{KeepNames: true})
	if err != nil {
		t.Fatal(err)
	}
	c := newBLASCompare(t)
	var runs []run
	for _, d := range p.Defs {
		if !strings.HasPrefix(d.Name, "sub") {
			runs = append(runs, run{def: d, args: arguments(d, 0, 3, 2)}, run{def: d, args: arguments(d, 5, 1, 4)})
		}
	}
	c.add(t, "simplified", p, runs)
	c.finish(t)
}
