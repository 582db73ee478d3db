package gosrc_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/internal/diag"
)

// What of complex numbers is refused gives one message each, at its place.
func TestComplexRefused(t *testing.T) {
	sums, err := os.ReadFile("../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/refused\n\ngo 1.26\n\nrequire gonum.org/v1/gonum v0.17.0\n",
		"go.sum": string(sums),
		"text/text.go": `package text

import "fmt"

//chad:grad
func Letters(z complex128) float64 {
	return real(z) * float64(len(fmt.Sprint(complex(real(z)*imag(z), 1)*z/(z-1))))
}
`,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for folder, want := range map[string]string{
		"text": "the result depends on this value, of type string",
	} {
		opt := gosrc.Options{}
		opt.Load.Dir = dir
		_, err := gosrc.Plan(t.Context(), []string{"./" + folder}, opt)
		var messages *diag.Error
		if !errors.As(err, &messages) || len(messages.List) != 1 || !strings.Contains(messages.List[0].Message, want) ||
			messages.List[0].Hint == "" {
			t.Errorf("%s: %v, want %s", folder, err, want)
		}
	}
}
