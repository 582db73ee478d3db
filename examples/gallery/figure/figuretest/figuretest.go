// Package figuretest compares figures with those that are committed.
package figuretest

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"runtime"
	"testing"
)

// Same wants a file to have just this figure. Where Go's compiler may fuse products with sums, digits that depend on
// rounding can differ, so that it only wants the figure to be XML there.
func Same(t *testing.T, path string, svg []byte) {
	t.Helper()
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("rounding is that of another machine")
	}
	have, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, svg) {
		t.Errorf("%s is not the figure that is drawn now; script/generate draws it again", path)
	}
}
