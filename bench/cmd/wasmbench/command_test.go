package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/bench/wasmreport"
)

func execute(args ...string) (stdout string, err error) {
	cmd := command()
	var out, progress bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(&progress)
	cmd.SetArgs(args)
	err = cmd.Execute()
	return out.String(), err
}

// TestRun measures a straight line, as shortly as can be, and makes the page of it and of another run.
func TestRun(t *testing.T) {
	folder := t.TempDir()
	a, b := filepath.Join(folder, "a.json"), filepath.Join(folder, "b.json")
	if _, err := execute("--part", "programs", "--largest", "1000", "--time", "1ns", "--json", a); err != nil && !errors.Is(err, errBars) {
		t.Fatal(err)
	}
	other, err := json.Marshal(wasmreport.Report{Sizes: &wasmreport.Sizes{Call: 1e6, Gradient: 900}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(b, other, 0o600); err != nil {
		t.Fatal(err)
	}
	table, err := execute("--from", a+","+b, "--docs", folder)
	if !errors.Is(err, errBars) {
		t.Errorf("a bar is missed, but the command says %v", err)
	}
	if !strings.Contains(table, "term to callable") || !strings.Contains(table, "call through wazero") {
		t.Errorf("the table lacks something\n%s", table)
	}
	if _, err := os.Stat(filepath.Join(folder, "wasm-performance.md")); err != nil {
		t.Error(err)
	}
}

func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--part", "v9"}, "no part v9; there are v8, wazero"},
		{[]string{"--rounds", "1"}, "--rounds 5 at least"},
		{[]string{"--from", "nosuch.json"}, "nosuch.json"},
		{[]string{"--docs", "nosuch"}, "no folder nosuch"},
		{[]string{}, "no folder ../docs for the page: run wasmbench in bench/"},
		{[]string{"--part", "v8", "--web", "nosuch"}, "nosuch has no node_modules/rose: run npm ci there"},
	} {
		_, err := execute(c.args...)
		if err == nil || errors.Is(err, errBars) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: got %v, want %s", c.args, err, c.want)
		}
	}
}
