// Package site builds the page of examples/web and serves it. What it builds are files for any server of static files;
// docs/playground.md is the guide.
package site

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/examples/web/live"
	"github.com/seed-4b734f86/gochad/internal/atomicfile"
	"github.com/seed-4b734f86/gochad/internal/gowasm"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/web"
)

//go:embed static
var static embed.FS

//go:embed models
var models embed.FS

// First is the formula that the page shows before anybody has edited it. It is compiled when the page is built, so that
// the compiler is fetched by those only who edit.
const First = "sin x cos y + x²/10"

// A Weight is the size of a file, and of what is sent of it where that is compressed, in bytes.
type Weight struct {
	Raw    int `json:"raw"`
	Packed int `json:"packed,omitempty"`
}

// Weights are what the page says that it weighs.
type Weights struct {
	Compiler  Weight `json:"compiler"`
	Explorer  Weight `json:"explorer"`
	Linkage   Weight `json:"linkage"`
	Billiards Weight `json:"billiards"`
	First     Weight `json:"first"`
	// Page is all else but the first formula: the document, style, scripts, and the glue of the modules.
	Page int `json:"page"`
}

// commands are the packages of the commands that the page runs, and compilerPackage is the one that most use.
const (
	commands        = "github.com/seed-4b734f86/gochad/examples/web/"
	compilerPackage = commands + "compiler"
)

// CompilerPages bounds the memory of the compiler in the page, in pages of 64 KiB: 256 MiB.
const CompilerPages = 4096

// The marks between which the table of weights stands in the guide.
const (
	tableBegins = "<!-- sizes, by go run ./examples/web/build -sizes docs/playground.md -->\n"
	tableEnds   = "<!-- end of sizes -->\n"
)

// Table is the weights as the guide has them.
func (w *Weights) Table() string {
	mega := func(n int) string { return fmt.Sprintf("%.2f MB", float64(n)/1e6) }
	kilo := func(n int) string { return fmt.Sprintf("%.1f kB", float64(n)/1e3) }
	return "| | raw | gzip |\n|---|---|---|\n" +
		"| the compiler | " + mega(w.Compiler.Raw) + " | " + mega(w.Compiler.Packed) + " |\n" +
		"| the compiler of card 4 | " + mega(w.Explorer.Raw) + " | " + mega(w.Explorer.Packed) + " |\n" +
		"| `linkage.wasm` | " + kilo(w.Linkage.Raw) + " | |\n" +
		"| `billiards.wasm` | " + kilo(w.Billiards.Raw) + " | |\n" +
		"| the first formula | " + kilo(w.First.Raw) + " | |\n" +
		"| all else: document, style, scripts, the programs as text | " + kilo(w.Page) + " | |\n"
}

// Noted is the guide with the table of weights in place of the one that it has. The error says that it has none.
func (w *Weights) Noted(guide string) (string, error) {
	before, rest, ok := strings.Cut(guide, tableBegins)
	_, after, ends := strings.Cut(rest, tableEnds)
	if !ok || !ends {
		return "", fmt.Errorf("the guide has no lines %s and %s", strings.TrimSpace(tableBegins), strings.TrimSpace(tableEnds))
	}
	return before + tableBegins + w.Table() + tableEnds + after, nil
}

// Build writes the page into a folder, which is made if there is none: all files or none. It runs the go command to
// compile the compiler, in the module of the current folder. The error is that of the file system, of the go command,
// or of a model.
func Build(ctx context.Context, dir string) (*Weights, error) {
	files, w, err := Files(ctx)
	if err != nil {
		return nil, err
	}
	var changes []atomicfile.Change
	for name, content := range files {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return nil, err
		}
		changes = append(changes, atomicfile.Change{Name: to, Data: content, Perm: 0o666})
	}
	return w, atomicfile.Apply(changes)
}

// Files are the files of the page by name, and what they weigh.
// The error is that of Build.
func Files(ctx context.Context) (map[string][]byte, *Weights, error) {
	out := map[string][]byte{}
	w := &Weights{}
	if err := addStatic(out); err != nil {
		return nil, nil, err
	}
	for name, weight := range map[string]*Weight{"linkage": &w.Linkage, "billiards": &w.Billiards} {
		size, err := addModel(out, name)
		if err != nil {
			return nil, nil, err
		}
		weight.Raw = size
	}
	for _, content := range out {
		w.Page += len(content)
	}
	w.Page -= w.Linkage.Raw + w.Billiards.Raw
	if err := addFirst(out); err != nil {
		return nil, nil, err
	}
	w.First.Raw = len(out["models/formula.wasm"])
	var err error
	if w.Compiler, err = addProgram(ctx, out, "compiler", gowasm.Slim); err != nil {
		return nil, nil, err
	}
	if w.Explorer, err = addProgram(ctx, out, "explorer", ""); err != nil {
		return nil, nil, err
	}
	out["sizes.json"], err = json.Marshal(w)
	return out, w, err
}

// addProgram compiles a command of the page for browsers, and takes along what starts it.
func addProgram(ctx context.Context, out map[string][]byte, name, tags string) (Weight, error) {
	p, err := gowasm.Build(ctx, commands+name, tags, CompilerPages)
	if err != nil {
		return Weight{}, err
	}
	out[name+".wasm.gz"], out["wasm_exec.js"] = p.Packed, p.Exec
	return Weight{Raw: p.Raw, Packed: len(p.Packed)}, nil
}

func addStatic(out map[string][]byte) error {
	out["start.js"] = gowasm.Starter
	return fs.WalkDir(static, "static", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := static.ReadFile(name)
		if err != nil {
			return err
		}
		if path.Ext(name) == ".html" {
			content = bytes.ReplaceAll(content, []byte(`content="CSP"`), []byte(`content="`+metaPolicy()+`"`))
		}
		out[strings.TrimPrefix(name, "static/")] = content
		return nil
	})
}

// addModel does what chad wasm --strip does, and gives the size of the module.
func addModel(out map[string][]byte, name string) (int, error) {
	file := "models/" + name + ".chad"
	src, err := models.ReadFile(file)
	if err != nil {
		return 0, err
	}
	m, err := chad.GenerateWasm(file, src, wasmbackend.Options{Name: name, WithoutNames: true})
	if err != nil {
		return 0, err
	}
	files, err := web.Files(name, m)
	if err != nil {
		return 0, err
	}
	out["models/"+name+".chad"] = src // shown by the page
	size := 0
	for _, f := range files {
		switch path.Ext(f.Name) {
		case ".ts": // nobody compiles against this page
			continue
		case ".wasm":
			size = len(f.Content)
		}
		out["models/"+f.Name] = f.Content
	}
	return size, nil
}

// addFirst compiles the formula that is shown first.
func addFirst(out map[string][]byte) error {
	r, err := live.Compile(First)
	if err != nil {
		return fmt.Errorf("the first formula: %w", err)
	}
	out["models/formula.wasm"] = r.Module
	out["models/formula.json"], err = json.Marshal(map[string]string{"formula": First, "shown": r.Shown, "gradient": r.Gradient})
	return err
}
