package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
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

// TestFrom makes the tables from results.
func TestFrom(t *testing.T) {
	dir := t.TempDir()
	file, page := filepath.Join(dir, "run.json"), filepath.Join(dir, "wild.md")
	text := `{"Entries": [{"Name": "a", "Module": "x.y/a@v1.0.0", "Open": {"right": 1, "refused": 1}, "Held": {"refused": 7}}],
		"Results": [{"Entry": "a", "Package": "x.y/a", "Name": "F", "Status": "right", "Bits": true},
			{"Entry": "a", "Package": "x.y/a", "Name": "G", "Status": "refused", "Message": "a goto statement", "Place": "a.go:1:2"}]}`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	table, err := execute("--from", file, "--markdown", page)
	if err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"2 functions of 1 modules were tried: 1 right, 0 wrong, 1 refused, 0 else", "a, held", "a goto statement"} {
		if !strings.Contains(table, want) || !strings.Contains(string(written), want) {
			t.Errorf("no %q in\n%s\nor\n%s", want, table, written)
		}
	}
}

func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--entry", "nosuch"}, "no entry nosuch"},
		{[]string{"--only", "nosuch"}, "no function of wild/list.tsv matches nosuch"},
		{[]string{"--only", "("}, "missing closing"},
		{[]string{"--from", "nosuch.json"}, "nosuch.json"},
		{[]string{"nosuch"}, "unknown command"},
	} {
		_, err := execute(c.args...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: got %v, want %s", c.args, err, c.want)
		}
	}
}
