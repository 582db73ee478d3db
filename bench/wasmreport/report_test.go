package wasmreport_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/bench/wasmreport"
)

func sample() *wasmreport.Report {
	return &wasmreport.Report{
		Node: "v20",
		Problems: []wasmreport.Problem{
			{Name: "rosenbrock-100", Ns: 110, Others: []wasmreport.Other{
				{Name: "hand:scalar", Ns: 202, Over: 0.54}, {Name: "hand:simd", Ns: 100, Over: 1.1},
				{Name: "rose:loop", Ns: 1100, Over: 0.1}, {Name: "rose:calls", Ns: 660, Over: 1. / 6}, {Name: "rose:unrolled", Failed: "too large"},
			}},
			{Name: "packing", Ns: 4800, Others: []wasmreport.Other{{Name: "hand:packing", Ns: 2400, Over: 2}, {Name: "rose:loop", Ns: 19_200, Over: 0.25}}},
		},
		Hessian:     1.2,
		Engine:      []wasmreport.Engine{{Name: "ode", Go: 10, Wasm: 12, Over: 1.2}, {Name: "mlp", Go: 10, Wasm: 9, Over: 0.9, Exp: true, Gonum: true}},
		Simulations: []wasmreport.Simulation{{Name: "billiards", Primal: 1, Grad: 7, Over: 7, Memory: 1 << 20, Most: 8 << 20}},
		Diagrams: []wasmreport.Diagram{
			{ID: "small", Nodes: 100, Ns: 100, Rose: 900, RoseIndex: 500, C: 100, Build: 12, Compile: 10, First: 1, RoseBuild: 20, RoseFirst: 1, Bytes: 100, CBytes: 60},
			{ID: "large", Nodes: 90_000, Ns: 1000, RoseIndex: 2000, Build: 2500, Compile: 2000, First: 60, Bytes: 100, Wrong: "result 3"},
		},
		Programs: []wasmreport.Program{{Ops: 1000, Compile: 5, Engine: 1}, {Ops: 1_000_000, Compile: 9000}},
		Sizes:    &wasmreport.Sizes{Call: 80, Empty: 30, Gradient: 900, Glue: 3900},
	}
}

// The bars say what holds.
func TestBars(t *testing.T) {
	want := map[string]bool{
		"V8: answers that differ": true, "V8: baselines, times over those known, after the machine, worst": true,
		"V8: gradient / module by hand, worst": false, "Rose / gradient, median": true, "Rose / gradient, least": true,
		"product with a Hessian / gradient":       true,
		"wazero: gradient / generated Go, median": true, "wazero: gradient / generated Go with many exponentials, worst": true,
		"diagrams: wrong gradients": false, "diagrams: gradient / straight-line C, median": true, "diagrams: module / straight-line C, bytes, worst": true,
		"diagrams: build and first call / Rose's, median": true, "diagrams: first call, ms, worst": false, "diagrams: the largest from graph to module, ms": false,
		"diagrams below 10³ nodes: Rose / gradient, median": true, "diagrams 10³ to 10⁴ nodes: Rose / gradient, median": false,
		"diagrams 10⁴ nodes and more: Rose / gradient, median": false,
		"billiards: gradient / primal":                         false, "billiards: memory, MiB": true, "billiards: wrong answers": true,
		"term to callable, ms for 1000 operations, of 1000": true, "a straight line of 1000000 operations: wrong answers": true,
		"call through wazero, ns beyond an empty one": true, "module of Rosenbrock's gradient, bytes without names and ABI": true,
		"script for browsers, minified, bytes": true,
	}
	bars := sample().Bars()
	if len(bars) != len(want) {
		t.Errorf("%d bars, want %d", len(bars), len(want))
	}
	for _, b := range bars {
		holds, ok := want[b.What]
		if !ok || holds != b.Holds() {
			t.Errorf("%s: %v %v, limit %v", b.What, b.Got, b.Holds(), b.Limit)
		}
	}
	r := sample()
	r.Problems[0].Others[0].Ns = 4000 // a baseline that is far off
	r.Problems[1].Others[0].Wrong = "result 1 differs"
	for _, b := range r.Bars() {
		if strings.HasPrefix(b.What, "V8: answers") || strings.HasPrefix(b.What, "V8: baselines") {
			if b.Holds() {
				t.Errorf("%s holds", b.What)
			}
		}
	}
}

// The fastest of the others counts.
func TestFastest(t *testing.T) {
	p := &sample().Problems[0]
	if p.Hand() != 1.1 || p.Rose() < 5.9 || p.Rose() > 6.1 {
		t.Errorf("hand %v, Rose %v", p.Hand(), p.Rose())
	}
	d := &sample().Diagrams[0]
	if d.OverRose(3) != 9 || d.OverRose(1) != 5 {
		t.Error("Rose's lesser time counts")
	}
}

// The page has all sections and its plots, and says what failed.
func TestDocs(t *testing.T) {
	folder := t.TempDir()
	if err := sample().WriteDocs(folder); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(folder, "wasm-performance.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"## Bars", "too large", "## In wazero", "billiards", "large **wrong**: result 3", "| 1000000 |", "Hessian", "The median is 0.90 where Go calls gonum, whose loops are in assembly, and 1.20 elsewhere"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, plot := range []string{"wasm-v8", "wasm-wazero", "wasm-penrose"} {
		if info, err := os.Stat(filepath.Join(folder, "performance", plot+".svg")); err != nil || info.Size() == 0 {
			t.Errorf("no plot %s: %v", plot, err)
		}
	}
}
