package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
	folder := t.TempDir()
	file := filepath.Join(folder, "run.json")
	table, progress, err := execute("--problem", "rnea,kalman", "--time", "1ms", "--rounds", "5", "--json", file)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"rnea", "kalman", "over 2 problems"} {
		if !strings.Contains(table, want) {
			t.Errorf("the table lacks %s:\n%s", want, table)
		}
	}
	if !strings.Contains(progress, "1/2  rnea") || !strings.Contains(progress, "2/2  kalman") {
		t.Errorf("progress: %s", progress)
	}
	again, _, err := execute("--from", file, "--docs", folder)
	if err != nil || again != table {
		t.Errorf("%v, and a table of\n%s", err, again)
	}
	if _, err := os.Stat(filepath.Join(folder, "blind.md")); err != nil {
		t.Error(err)
	}
}

func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--problem", "rneb"}, "no problem rneb; there are "},
		{[]string{"--rounds", "1"}, "--rounds 5 at least"},
		{[]string{"--time", "0s"}, "--time must be positive"},
		{[]string{"--from", "nosuch.json"}, "nosuch.json"},
		{[]string{"--docs", "nosuch"}, "no folder nosuch"},
		{[]string{"rnea"}, "unknown command"},
	} {
		_, _, err := execute(c.args...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: got %v, want %s", c.args, err, c.want)
		}
	}
}
