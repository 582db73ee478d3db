package gosrc_test

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/internal/part"
)

// TestTraceAgrees traces functions at points where their generated VJPs have been run: the values are the same bit for
// bit, and the gradients but for rounding.
func TestTraceAgrees(t *testing.T) {
	t.Parallel()
	var chosen []string
	for _, name := range some(t, "testdata/corpus", 6) {
		if part.Of(name+" traced", 3) {
			chosen = append(chosen, name)
		}
	}
	traceAgrees(t, "testdata/corpus", "", false, part.N(2000, part.Pick(50, 100)), chosen...)
}

// TestTraceAgreesNested does the same for functions that call gradients.
func TestTraceAgreesNested(t *testing.T) {
	t.Parallel()
	var chosen []string
	for i, name := range some(t, "testdata/corpus", 6) {
		if part.Of(name+" nested", 9) && (!part.Whole() || i%6 == 0) { // generating all takes gigabytes
			chosen = append(chosen, name)
		}
	}
	traceAgrees(t, "testdata/corpus", "", true, 20, chosen...)
}

// TestTraceAgreesElsewhere does the same for the other folders of functions.
func TestTraceAgreesElsewhere(t *testing.T) {
	if !part.Whole() {
		t.Skip("with -whole")
	}
	for folder, keys := range map[string]string{"algorithms": "", "pointers": "", "mapsinmaps": "", "ragged": " ragged=x",
		"loose": " ragged=x", "optional": ""} {
		t.Run(folder, func(t *testing.T) { traceAgrees(t, "testdata/"+folder, keys, false, 1) })
	}
}

func traceAgrees(t *testing.T, folder, keys string, nested bool, least int, chosen ...string) {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/corpus\n\ngo 1.26\n")
	names, err := filepath.Glob(folder + "/*.go")
	if err != nil || len(names) == 0 {
		t.Fatal("no functions", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		write(filepath.Base(name), string(text))
	}
	if nested {
		callers := callers(t, dir, chosen)
		if len(callers) == 0 {
			t.Fatal("no functions that call gradients")
		}
		apply(t, dir, plan(t, dir, gosrc.Options{}))
		write("nested.go", "package corpus\n\n"+strings.Join(callers, "\n"))
		chosen = nil
		for _, m := range regexp.MustCompile(`func (Nested\w+)`).FindAllStringSubmatch(strings.Join(callers, ""), -1) {
			chosen = append(chosen, m[1])
		}
	}
	targets := slices.DeleteFunc(direct(t, dir, keys, chosen...), func(s string) bool {
		return strings.Contains(s, `name: "KeepsErrors"`) // its argument is no JSON: a pointer to an error that is nil
	})
	apply(t, dir, plan(t, dir, gosrc.Options{}))
	for _, name := range []string{"agree_test.go", "record_test.go"} {
		harness, err := os.ReadFile("testdata/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		write(name, string(harness))
	}
	write("targets_test.go", "package corpus\n\nvar targets = []target{\n"+strings.Join(targets, "")+"}\n")
	cmd := exec.Command("go", "test", "-vet=off", "-gcflags=-N -l -dwarf=false", "-run", "TestRecord", ".")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	compareTraces(t, dir, least)
}

// A traceRecord is what testdata/record_test.go.txt writes.
type traceRecord struct {
	Func            string
	Args, Cot       []any
	Value, Gradient []string
}

func compareTraces(t *testing.T, dir string, least int) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "records.json"))
	if err != nil {
		t.Fatal(err)
	}
	var records []traceRecord
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&records); err != nil {
		t.Fatal(err)
	}
	w, err := load.List([]string{"."}, load.Options{Dir: dir, More: gosrc.Adapters})
	if err != nil {
		t.Fatal(err)
	}
	p := w.Packages[0]
	if ds := w.Check(p); len(ds) > 0 {
		t.Fatal(ds.Err())
	}
	compared, failed := 0, map[string]bool{}
	for _, r := range records {
		if failed[r.Func] {
			continue
		}
		ask := gosrc.Tracing{Func: r.Func, Args: r.Args, Limit: 1e6, Cotangent: r.Cot[0]}
		if len(r.Cot) > 1 {
			ask.Cotangent = r.Cot
		}
		got, err := gosrc.Trace(t.Context(), p, ask)
		if err != nil {
			failed[r.Func] = true
			t.Errorf("%s%v: %v", r.Func, r.Args, err)
			continue
		}
		if problem := agrees(got, &r); problem != "" {
			failed[r.Func] = true
			t.Errorf("%s%v: %s", r.Func, r.Args, problem)
		}
		compared++
	}
	t.Logf("%d points compared", compared)
	if compared < least {
		t.Errorf("only %d points compared", compared)
	}
}

// agrees compares a trace with what was recorded.
func agrees(got *gosrc.Traced, r *traceRecord) string {
	for i, v := range got.Value {
		want, err := strconv.ParseFloat(r.Value[i], 64)
		exact := strconv.FormatFloat(v, 'g', -1, 64) == r.Value[i]
		if err != nil || !exact && !(strings.HasPrefix(r.Func, "Nested") && math.Abs(v-want) <= 1e-9*max(1, math.Abs(want))) {
			return "the values are " + strconv.FormatFloat(v, 'g', -1, 64) + " and " + r.Value[i]
		}
	}
	cots := got.Cotangents()
	if len(cots) != len(r.Gradient) {
		return strconv.Itoa(len(cots)) + " numbers in the gradient, generated are " + strconv.Itoa(len(r.Gradient))
	}
	for i, c := range cots {
		want, err := strconv.ParseFloat(r.Gradient[i], 64)
		tol := 1e-9
		if want == float64(float32(want)) { // generated code rounds what is of type float32
			tol = 1e-6
		}
		if err != nil || math.Abs(c-want) > tol*max(1, math.Abs(want)) || finite(c) != finite(want) {
			return "a gradient is " + strconv.FormatFloat(c, 'g', -1, 64) + ", generated is " + r.Gradient[i]
		}
	}
	return ""
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
