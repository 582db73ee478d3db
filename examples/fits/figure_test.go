package fits_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/examples/fits"
	"github.com/seed-4b734f86/gochad/examples/fits/fitted"
)

// TestFigure wants figure.svg to be what is drawn now, and its colours on dark pages to be for all colours that it
// has.
func TestFigure(t *testing.T) {
	r, err := fits.Compare(fitted.Models())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "figure.svg")
	if err := fits.WritePlot(path, r); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, style, _ := strings.Cut(string(got), "<style>")
	style, picture, _ := strings.Cut(style, "</style>")
	for _, kind := range []string{"fill:#", "stroke:#"} {
		for _, after := range strings.Split(picture, kind)[1:] {
			if colour := kind + after[:6]; !strings.Contains(style, `"`+colour+`"`) {
				t.Fatalf("%s has no colour on dark pages", colour)
			}
		}
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("rounding is that of another machine")
	}
	want, err := os.ReadFile("figure.svg")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("figure.svg is stale: go run ./cmd/demo -quiet -plot figure.svg")
	}
}
