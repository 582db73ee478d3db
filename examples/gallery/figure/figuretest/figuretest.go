// Package figuretest keeps what is committed of an example equal to what it does now.
package figuretest

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
)

// Example wants the README of an example to show its model and what it prints, and figure.svg to be what it draws, to
// the byte. Where Go's compiler may fuse products with sums, digits that depend on rounding can differ, so that it
// does not look at the last two there.
func Example(t *testing.T, run func() (report string, svg []byte, err error)) {
	t.Helper()
	report, svg, err := run()
	if err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	readme, model := read(t, "README.md"), read(t, "model.go")
	_, model, _ = strings.Cut(model, "//go:generate go tool chad gen .\n\n")
	if !strings.Contains(readme, "```go\n"+model+"```\n") {
		t.Error("README.md does not show model.go, from its first declaration on")
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("rounding is that of another machine")
	}
	if !strings.Contains(readme, "```text\n"+report+"```\n") {
		t.Errorf("README.md does not show what is printed:\n%s", report)
	}
	if read(t, "figure.svg") != string(svg) {
		t.Error("figure.svg is not what is drawn now; script/generate draws it again")
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
