package report

import (
	"bytes"
	"encoding/json"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/bench/measure"
)

func stat(v float64) measure.Stat { return measure.Stat{Median: v, Low: v, High: v, Rounds: 7} }

// good is a report in which every bar holds.
func good() *Report {
	result := func(name string) Result {
		return Result{
			Name: name, Size: "n = 3", HandValue: stat(10), HandGrad: stat(20), Value: stat(10), Grad: stat(20), JVP: stat(15),
			GradOverHand: stat(1), GradOverPrimal: stat(2), HandOverPrimal: stat(2), JVPOverPrimal: stat(1.5), ValueOverHand: stat(1), PlainOverHand: new(stat(1)),
			Steady:    map[string]measure.Memory{"value": {}, "grad": {}, "jvp": {}},
			TapeBytes: 1000, HandTape: 1000,
			Peers: []PeerResult{{Name: "other", Ns: 100, OverHand: 5}, {Name: "broken", Failed: "no such operation"}},
		}
	}
	r := &Report{Time: "1s", Problems: []Result{result("a"), result("b"), result("c"), result("steps")}}
	r.Problems[3].FewerTape = 100
	return r
}

func TestBarsHold(t *testing.T) {
	if missed := good().Missed(); missed != nil {
		t.Errorf("missed %v", missed)
	}
}

// TestEachBar breaks what one bar is about and expects that bar, and those that follow from it, to be missed.
func TestEachBar(t *testing.T) {
	all := func(f func(*Result)) func(*Report) {
		return func(r *Report) {
			for i := range r.Problems {
				f(&r.Problems[i])
			}
		}
	}
	first := func(f func(*Result)) func(*Report) { return func(r *Report) { f(&r.Problems[0]) } }
	for _, c := range []struct {
		name  string
		spoil func(*Report)
		want  []string
	}{
		{"wrong", first(func(p *Result) { p.Wrong = "no" }), []string{"wrong answers"}},
		{"hand mean", all(func(p *Result) { p.GradOverHand = stat(1.31) }), []string{"gradient / hand-written gradient, geometric mean"}},
		{"hand worst", first(func(p *Result) { p.GradOverHand = stat(4.1) }), []string{"gradient / hand-written gradient, geometric mean", "gradient / hand-written gradient, worst"}},
		{"not measured", first(func(p *Result) { p.GradOverHand = measure.Stat{} }), []string{"gradient / hand-written gradient, geometric mean", "gradient / hand-written gradient, worst"}},
		{"plain mean", all(func(p *Result) { p.PlainOverHand = new(stat(1.31)) }), []string{"gradient from plain Go / hand-written gradient, geometric mean"}},
		{"plain worst", first(func(p *Result) { p.PlainOverHand = new(stat(4.1)) }), []string{"gradient from plain Go / hand-written gradient, geometric mean", "gradient from plain Go / hand-written gradient, worst"}},
		{"plain missing", first(func(p *Result) { p.PlainOverHand = nil }), []string{"gradient from plain Go / hand-written gradient, geometric mean", "gradient from plain Go / hand-written gradient, worst"}},
		{"plain allocs", first(func(p *Result) { p.Steady["plain"] = measure.Memory{Allocs: 1} }), []string{"allocations of a gradient from plain Go"}},
		{"cost median", all(func(p *Result) { p.GradOverPrimal = stat(2.3) }), []string{"gradient / hand-written primal, median"}},
		{"cost worst", first(func(p *Result) { p.GradOverPrimal = stat(10.1) }), []string{"gradient / hand-written primal, worst"}},
		{"jvp median", all(func(p *Result) { p.JVPOverPrimal = stat(2.3) }), []string{"JVP / hand-written primal, median"}},
		{"jvp worst", first(func(p *Result) { p.JVPOverPrimal = stat(3.3) }), []string{"JVP / hand-written primal, worst"}},
		{"allocations", first(func(p *Result) { p.Steady["grad"] = measure.Memory{Allocs: 1} }), []string{"allocations of a gradient, steady state"}},
		{"allocations of the jvp", first(func(p *Result) { p.Steady["jvp"] = measure.Memory{Allocs: 1} }), []string{"allocations of a JVP, steady state"}},
		{"tape", all(func(p *Result) { p.TapeBytes = 1501 }), []string{"tape bytes / hand-written tape bytes, median", "growth of its memory as the steps grow 100-fold"}},
		{"tape against none", all(func(p *Result) { p.HandTape = 0 }), []string{"tape bytes / hand-written tape bytes, median"}},
		{"checkpointed", func(r *Report) { r.Problems[3].GradOverPrimal = stat(4.6) }, []string{"checkpointed gradient / hand-written primal"}},
		{"growth", func(r *Report) { r.Problems[3].FewerTape = 90 }, []string{"growth of its memory as the steps grow 100-fold"}},
	} {
		r := good()
		c.spoil(r)
		var got []string
		for _, b := range r.Missed() {
			got = append(got, b.What)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: missed %q, want %q", c.name, got, c.want)
		}
	}
}

// TestShown looks for what each form must show.
func TestShown(t *testing.T) {
	r := good()
	r.Problems[1].Wrong, r.Problems[1].GradOverHand = "the value is 1, want 2", stat(31.25)
	var table strings.Builder
	if err := r.Table(&table); err != nil {
		t.Fatal(err)
	}
	page := r.Markdown(map[string]string{"b": "It copies."})
	for _, want := range []string{"the value is 1, want 2", "31.2", "other", "failed"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("the table lacks %q\n%s", want, &table)
		}
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q\n%s", want, page)
		}
	}
	for _, want := range []string{"It copies.", "no such operation", "**31.2**", "| 1000 B |"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q\n%s", want, page)
		}
	}
	if strings.Contains(page, "- **a**") {
		t.Error("a is not behind")
	}
}

func TestJSON(t *testing.T) {
	r := good()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	back := new(Report)
	if err := json.Unmarshal(text, back); err != nil || !reflect.DeepEqual(r, back) {
		t.Errorf("%v: got %+v, want %+v", err, back, r)
	}
}

func TestDocs(t *testing.T) {
	folder := t.TempDir()
	if err := good().WriteDocs(folder, nil); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"cost", "peers"} {
		picture, err := os.ReadFile(filepath.Join(folder, "performance", name+".png"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := png.Decode(bytes.NewReader(picture)); err != nil {
			t.Error(err)
		}
		svg, err := os.ReadFile(filepath.Join(folder, "performance", name+".svg"))
		if err != nil || !strings.Contains(string(svg), "steps") {
			t.Errorf("%s.svg does not name the problems (%v)", name, err)
		}
	}
	page, err := os.ReadFile(filepath.Join(folder, "performance.md"))
	if err != nil || !strings.Contains(string(page), "| a | n = 3 |") {
		t.Errorf("the page has no row for a (%v)", err)
	}
}

func TestNumbers(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 1: "1", 1.05: "1.05", 12.34: "12.3", 1234.5: "1234", math.Inf(1): "–"} {
		if got := number(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
	for ns, want := range map[float64]string{5.7: "5.7 ns", 1400: "1.4 µs", 2.6e6: "2.6 ms", 3e9: "3 s", 999.6e3: "1 ms", 999.4e3: "999 µs"} {
		if got := duration(ns); got != want {
			t.Errorf("%v: %s, want %s", ns, got, want)
		}
	}
}
