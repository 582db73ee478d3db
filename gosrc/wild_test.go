package gosrc

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc/load"
)

var (
	wild = flag.String("wild", "gonum.org/v1/gonum/num/quat",
		"packages of modules in the module cache, of which every function is differentiated")
	wildVerbose = flag.Bool("wild.verbose", false, "log what becomes of each function")
)

// hang is far longer than any function takes.
const hang = 5 * time.Minute

// Code that nobody wrote for chad: every function of some packages gets a directive, whatever it does. Each is either
// refused at a place in the text, or generated; none makes chad panic or hang, and what is generated compiles.
func TestWild(t *testing.T) {
	for _, path := range strings.Split(*wild, ",") {
		t.Run(path, func(t *testing.T) {
			dir := wildCopy(t, path)
			world, err := load.List([]string{"."}, load.Options{Dir: dir})
			if err != nil {
				t.Fatal(err)
			}
			p := world.Packages[0]
			if ds := world.Check(p); len(ds) > 0 {
				t.Fatalf("%v", ds)
			}
			roots, ds := rootsOf(p)
			if len(ds) > 0 {
				t.Fatalf("%v", ds)
			}
			var fine []*root
			for _, r := range roots {
				if wildFunction(t, p, r) {
					fine = append(fine, r)
				}
			}
			t.Logf("%d of %d functions are accepted", len(fine), len(roots))
			if len(fine) == 0 {
				t.Error("nothing is")
			}
			out, ds := attempt(t.Context(), p, fine, map[*types.Func]bool{}, chad.EmitOptions{}, false)
			if len(ds) > 0 {
				t.Fatalf("each alone is accepted, but not all together: %v", ds)
			}
			for name, text := range out.Files {
				if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			wildGo(t, dir, "vet", ".")
		})
	}
}

// wildFunction reports whether a function is accepted.
func wildFunction(t *testing.T, p *load.Package, r *root) bool {
	t.Helper()
	type outcome struct {
		fine    bool
		message string
	}
	done := make(chan outcome, 1)
	go func() {
		_, ds := attempt(t.Context(), p, []*root{r}, map[*types.Func]bool{}, chad.EmitOptions{}, true)
		o := outcome{fine: len(ds) == 0}
		for _, d := range ds {
			if o.message += d.String() + "\n"; !d.Pos.IsValid() {
				o.message += "(a defect: no place)\n"
			}
		}
		done <- o
	}()
	select {
	case o := <-done:
		if strings.Contains(o.message, "a defect") {
			t.Errorf("%s: %s", r.fn.FullName(), o.message)
		} else if *wildVerbose {
			t.Logf("%s: fine: %v\n%s", r.fn.FullName(), o.fine, o.message)
		}
		return o.fine
	case <-time.After(hang):
		t.Errorf("%s: not done in %v", r.fn.FullName(), hang)
		return false
	}
}

// wildCopy copies a package, with those of its module that it imports, into a module, and puts a directive above each
// of its functions that has results and numbers. It returns the folder of the package.
func wildCopy(t *testing.T, path string) string {
	t.Helper()
	type listed struct {
		ImportPath, Dir string
		Module          *struct{ Path string }
	}
	out, err := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,Module", path).Output()
	if err != nil {
		t.Fatalf("go list %s: %v", path, err)
	}
	var all []listed
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var l listed
		if err := d.Decode(&l); err != nil {
			t.Fatal(err)
		}
		all = append(all, l)
	}
	module := all[len(all)-1].Module // dependencies come first
	if module == nil {
		t.Fatalf("%s is in no module", path)
	}
	base := t.TempDir()
	folder := func(path string) string {
		return filepath.Join(base, filepath.FromSlash(strings.TrimPrefix(path, module.Path)))
	}
	for _, l := range all {
		if l.Module == nil || l.Module.Path != module.Path {
			continue
		}
		names, _ := filepath.Glob(filepath.Join(l.Dir, "*"))
		for _, name := range names {
			ext := filepath.Ext(name)
			if strings.HasSuffix(name, "_test.go") || ext != ".go" && ext != ".s" && ext != ".h" {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if ext == ".go" && l.ImportPath == path {
				text = wildDirectives(t, name, text)
			}
			if err := os.MkdirAll(folder(l.ImportPath), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(folder(l.ImportPath), filepath.Base(name)), text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	mod := fmt.Sprintf("module %s\n\ngo 1.26.0\n", module.Path)
	if err := os.WriteFile(filepath.Join(base, "go.mod"), []byte(mod), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder(path)
}

// wildDirectives puts a directive above the functions of a file.
func wildDirectives(t *testing.T, name string, text []byte) []byte {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range slices.Backward(f.Decls) {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil || fn.Type.TypeParams != nil || fn.Type.Results == nil || fn.Name.Name == "_" {
			continue
		}
		at := fset.Position(fn.Type.Func).Offset
		text = slices.Insert(text, at, []byte("//chad:vjp\n")...)
	}
	return text
}

func wildGo(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out[:min(len(out), 3000)])
	}
}
