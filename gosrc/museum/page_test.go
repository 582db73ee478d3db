package museum

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/internal/diag"
)

var update = flag.Bool("update", false, "write docs/museum.md")

const page = "../../docs/museum.md"

// A refusal is of a program of testdata/refused.txtar, whose function in mended.go is the mend.
type refusal struct {
	code diag.Code
	line string // the first that a message is about
	mend string
}

var refused = map[string]refusal{
	"SineSeries":    {"io", "fmt.Println(i)", "without the prints"},
	"GlobalBuffer":  {"global-write", "data[0] = x", "with the array as a parameter"},
	"TraitArgument": {"interface-call", "func TraitArgument(num Cool) float64 { return num.Gen() }", "with the concrete type as the parameter"},
	"MapCache":      {"map-value", `cache["shifted"] = cache["scaled"] + p[0]`, "with numbers as keys"},
	"CaughtValue":   {"recover", "_ = recover()", "with an error for the panic"},
	"ThreadedForce": {"goroutine", "wg.Add(1)", "with calls for goroutines"},
	"NoisyRelu":     {"impure-call", "v *= 0.125 + rand.Float64()*(1.0/3-0.125)", "with the random numbers as a parameter"},
}

// inOtherTests are what TestExhibits cannot check: TestWritten and TestCubedRows do.
var inOtherTests = map[string]bool{"ShiftInPlace": true, "ReturnInLoop": true, "CubedRows": true}

// A report is a line of reports.txt.
type report struct{ function, system, address, program, wrong string }

// reports reads reports.txt: what has an empty address is the name of a cause, for those that follow.
func reports(t *testing.T) []report {
	text, err := os.ReadFile("reports.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all []report
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		field := strings.Split(line, " | ")
		switch len(field) {
		case 1:
			all = append(all, report{function: line})
		case 5:
			all = append(all, report{field[0], field[1], field[2], field[3], field[4]})
		default:
			t.Fatalf("%q", line)
		}
	}
	return all
}

// TestPage prints docs/museum.md. What it says of a function, a test has found: it is right, or refused and right as
// mended.
func TestPage(t *testing.T) {
	right, mended := exhibits(), mends()
	var table strings.Builder
	seen, count, refusals := map[string]bool{}, 0, 0
	for _, r := range reports(t) {
		if r.address == "" {
			fmt.Fprintf(&table, "\n## %s\n\n| Function | System | Report | Its program | What was wrong | Here |\n|---|---|---|---|---|---|\n", r.function)
			continue
		}
		if seen[r.function] || seen[r.address] {
			t.Errorf("%s is there twice", r.function)
		}
		seen[r.function], seen[r.address] = true, true
		count++
		_, isRight := right[r.function]
		no, isRefused := refused[r.function]
		_, isMended := mended[r.function]
		verdict := "right"
		switch {
		case isRefused && isMended && !isRight:
			verdict = fmt.Sprintf("refused ([%s](gosrc-refused.md#%s)); right %s", no.code, no.code, no.mend)
			refusals++
		case isRefused || isMended || isRight == inOtherTests[r.function]:
			t.Errorf("%s is right %t, refused %t, mended %t", r.function, isRight, isRefused, isMended)
		}
		part := strings.Split(r.address, "/") // owner/repository/issues/number
		fmt.Fprintf(&table, "| `%s` | %s | [%s/%s#%s](https://github.com/%s) | %s | %s | %s |\n",
			r.function, r.system, part[0], part[1], part[3], r.address, r.program, r.wrong, verdict)
	}
	if count != 100 || refusals != len(refused) || refusals > 15 {
		t.Errorf("%d reports, %d refused of %d", count, refusals, len(refused))
	}
	head, err := os.ReadFile("testdata/page.md")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer("RIGHT", fmt.Sprint(count-refusals), "REFUSED", fmt.Sprint(refusals)).Replace(string(head)) + table.String()
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(page)
	if err != nil || string(have) != want {
		t.Errorf("docs/museum.md is stale (%v): go test ./gosrc/museum -run Page -update", err)
	}
}

// TestRefused tries the programs that are refused, as they were written before anything was tried.
func TestRefused(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/refused.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	files := append(archive.Files, txtar.File{Name: "go.mod", Data: []byte("module example.com/museum\n\ngo 1.26\n")})
	for _, f := range files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	opt := gosrc.Options{}
	opt.Load.Dir = dir
	_, err = gosrc.Plan(t.Context(), []string{"./..."}, opt)
	first := map[string]diag.Diagnostic{} // by folder
	var messages *diag.Error
	if !errors.As(err, &messages) {
		t.Fatalf("no messages with places: %v", err)
	}
	for _, d := range messages.List {
		folder := filepath.Base(filepath.Dir(d.Pos.File))
		if _, ok := first[folder]; !ok {
			first[folder] = d
		}
	}
	for name, want := range refused {
		d := first[strings.ToLower(name)]
		if d.Code != want.code || strings.TrimSpace(d.Line) != want.line || d.Hint == "" {
			t.Errorf("%s: %+v, want %+v", name, d, want)
		}
	}
	if len(first) != len(refused) || len(archive.Files) != len(refused) {
		t.Errorf("%d of %d programs are refused, want %d", len(first), len(archive.Files), len(refused))
	}
}

// TestGenerated generates the package again.
func TestGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a hundred functions")
	}
	jobs, err := gosrc.Plan(t.Context(), []string{"."}, gosrc.Options{})
	if err != nil || len(jobs) != 7 {
		t.Fatal(len(jobs), err)
	}
	for _, j := range jobs {
		if !bytes.Equal(j.Old, j.New) {
			t.Errorf("%s is stale: run script/generate", j.Target)
		}
	}
}
