package versus_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The modules are what wat2wasm makes of the text.
func TestHandModules(t *testing.T) {
	tool, err := exec.LookPath("wat2wasm")
	if err != nil {
		t.Skip("no wat2wasm")
	}
	texts, err := filepath.Glob("hand/*.wat")
	if err != nil || len(texts) == 0 {
		t.Fatal("no texts", err)
	}
	for _, text := range texts {
		out := filepath.Join(t.TempDir(), "out.wasm")
		if msg, err := exec.Command(tool, text, "-o", out).CombinedOutput(); err != nil {
			t.Fatalf("%s: %s", text, msg)
		}
		got, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(strings.TrimSuffix(text, ".wat") + ".wasm")
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what stands in the module: wat2wasm %s -o … (%v)", text, text, err)
		}
	}
}
