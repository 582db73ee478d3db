package doccheck_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/part"
)

// TestRecipe adds a primitive as docs/architecture.md says, by its row in its one file, in an overlay of this module.
// What go generate makes of that for WebAssembly is overlaid too. A program then takes it from source to derivative, Go
// and WebAssembly.
func TestRecipe(t *testing.T) {
	if !part.More() {
		t.Skip("compiles most of the module once more: CHADTESTS=more does it")
	}
	raw, err := os.ReadFile(root + "/docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(string(raw), "\n## How to add a primitive\n")
	if !ok {
		t.Fatal("no recipe")
	}
	var code []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "## ") {
			break
		}
		if line, ok := strings.CutPrefix(line, "    "); ok {
			code = append(code, line)
		}
	}
	if len(code) != 3 { // the row, and a function with its comment
		t.Fatalf("the recipe has the code\n%s", strings.Join(code, ""))
	}
	module, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	overlay := map[string]string{}
	put := func(path, text string) {
		file := filepath.Join(home, strings.ReplaceAll(path, "/", "_"))
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		overlay[filepath.Join(module, filepath.FromSlash(path))] = file
	}
	read := func(file string) string {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	command := func(dir, name string, args ...string) string {
		t.Helper()
		c := exec.CommandContext(t.Context(), name, args...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	builds := func(pkg string) string {
		t.Helper()
		list, err := json.Marshal(map[string]any{"Replace": overlay})
		if err != nil {
			t.Fatal(err)
		}
		file, out := filepath.Join(home, "overlay.json"), filepath.Join(home, filepath.Base(pkg)+".exe")
		if err := os.WriteFile(file, list, 0o600); err != nil {
			t.Fatal(err)
		}
		command(module, "go", "build", "-overlay", file, "-o", out, pkg)
		return out
	}

	const table = "syntax/primelem.go"
	rows := read(filepath.Join(module, table))
	const before = `		real1("tanh",`
	if !strings.Contains(rows, before) {
		t.Fatal("no row of tanh in " + table)
	}
	put(table, strings.Replace(rows, before, code[0]+before, 1)+"\n"+code[1]+code[2])
	generate := builds("./wasmbackend/mathlib/internal/generate")
	const lib = "wasmbackend/mathlib"
	dir := filepath.Join(home, "mathlib")
	if err := os.CopyFS(filepath.Join(dir, "functions"), os.DirFS(filepath.Join(module, lib, "functions"))); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time its own files are there
		if out := command(dir, generate); out != "" {
			t.Error(out)
		}
	}
	for _, name := range []string{"mathlib.loop", "tables.go", "functions/helpers.go", "functions/index.go"} {
		put(lib+"/"+name, read(filepath.Join(dir, name)))
	}
	const program = "internal/testkit/doccheck/recipe"
	put(program+"/main.go", read("testdata/recipe/main.go"))
	made := filepath.Join(home, "made")
	if err := os.Mkdir(made, 0o700); err != nil {
		t.Fatal(err)
	}
	if out := command(home, builds("./"+program), filepath.Join(made, "main.go")); out != "" {
		t.Error(out)
	}
	if out := command(made, "go", "run", "main.go"); out != "true\n" {
		t.Errorf("the generated Go prints %q", out)
	}
}
