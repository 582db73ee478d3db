package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/bench/report"
)

func execute(args ...string) (stdout, stderr string, err error) {
	cmd := command()
	var out, progress bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(&progress)
	cmd.SetArgs(args)
	err = cmd.Execute()
	return out.String(), progress.String(), err
}

// TestRun measures two problems, as shortly as can be, and makes the page from the results.
func TestRun(t *testing.T) {
	out, progress, err := execute("--problem", "rosenbrock,ode", "--time", "1ms", "--rounds", "5", "--peers=false", "--json")
	if err != nil && !errors.Is(err, errBars) {
		t.Fatal(err)
	}
	var r report.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if len(r.Problems) != 2 || r.Problems[0].Name != "rosenbrock" || r.Problems[1].Name != "ode" {
		t.Fatalf("got %+v", r.Problems)
	}
	for _, p := range r.Problems {
		if p.HandValue.Median <= 0 || p.Grad.Median <= 0 || p.GradOverHand.Median <= 0 || p.GradOverHand.Rounds < 5 {
			t.Errorf("%s was not measured: %+v", p.Name, p)
		}
	}
	if !strings.Contains(progress, "1/2  rosenbrock") || !strings.Contains(progress, "2/2  ode") {
		t.Errorf("progress: %s", progress)
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "run.json")
	if err := os.WriteFile(file, []byte(out), 0o600); err != nil {
		t.Fatal(err)
	}
	table, _, err2 := execute("--from", file, "--docs", folder)
	if (err == nil) != (err2 == nil) {
		t.Errorf("measured: %v, read: %v", err, err2)
	}
	if !strings.Contains(table, "rosenbrock") || !strings.Contains(table, "gradient / hand-written gradient, geometric mean") {
		t.Errorf("the table lacks something\n%s", table)
	}
	if _, err := os.Stat(filepath.Join(folder, "performance.md")); err != nil {
		t.Error(err)
	}
}

func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--problem", "gmn"}, "no problem gmn; there are rosenbrock, logistic, gmm-10-5"},
		{[]string{"--rounds", "1"}, "--rounds 5 at least"},
		{[]string{"--time", "0s"}, "--time must be positive"},
		{[]string{"--from", "nosuch.json"}, "nosuch.json"},
		{[]string{"--docs", "nosuch"}, "no folder nosuch"},
		{[]string{}, "no folder ../docs for the page: run chadbench in bench/"},
		{[]string{"ode"}, "unknown command"},
	} {
		_, _, err := execute(c.args...)
		if err == nil || errors.Is(err, errBars) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: got %v, want %s", c.args, err, c.want)
		}
	}
}

func TestChoose(t *testing.T) {
	ps, err := choose([]string{"gmm", "ode"})
	if err != nil || len(ps) != 5 || ps[4].Name != "ode" {
		t.Errorf("got %d problems, %v", len(ps), err)
	}
}
