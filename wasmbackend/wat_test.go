package wasmbackend_test

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

var update = flag.Bool("update", false, "rewrite golden files")

// Modules in the text format, to be read: testdata/wat has the source and the module of each. The text is what the
// bytes are, as wat2wasm says, and the bytes are what wasm2wat takes.
func TestWAT(t *testing.T) {
	paths, err := filepath.Glob("testdata/wat/*.txtar")
	if err != nil || len(paths) < 5 {
		t.Fatal(len(paths), err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			ar, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			src := ar.Files[0]
			m, err := chad.GenerateWasm(src.Name, src.Data, wasmbackend.Options{Scalar: bytes.Contains(ar.Comment, []byte("Scalar")), Yield: bytes.Contains(ar.Comment, []byte("Yield"))})
			if err != nil {
				t.Fatal(err)
			}
			text := m.Code.Text()
			if *update {
				ar.Files = append(ar.Files[:1], txtar.File{Name: "wat", Data: []byte(text)})
				if err := os.WriteFile(path, txtar.Format(ar), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if len(ar.Files) < 2 || string(ar.Files[1].Data) != text {
				t.Errorf("the module is\n%s", text)
			}
			m.Code.Custom, m.Code.WithoutNames = nil, true
			code := m.Code.Encode()
			if got := wabt(t, []byte(text), "wat2wasm"); !bytes.Equal(got, code) {
				t.Errorf("wat2wasm makes %d bytes of the text, the module has %d", len(got), len(code))
			}
			if again := wabt(t, wabt(t, code, "wasm2wat"), "wat2wasm"); !bytes.Equal(again, code) {
				t.Errorf("wasm2wat and wat2wasm make %d bytes of the %d of the module", len(again), len(code))
			}
		})
	}
}

// wabt runs a tool of the WebAssembly Binary Toolkit.
func wabt(t *testing.T, input []byte, name string) []byte {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed (Debian: apt-get install wabt)", name)
	}
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	if err := os.WriteFile(in, input, 0o600); err != nil {
		t.Fatal(err)
	}
	if msg, err := exec.Command(path, in, "-o", out).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, msg)
	}
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
