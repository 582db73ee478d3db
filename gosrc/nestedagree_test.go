package gosrc_test

import (
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/internal/part"
)

// TestNestedCorpus derives, for functions of the corpus that return a number, a function that calls the gradient and
// makes a number of the value and of all that is in it. Its derivatives, to the third order of the function, are those
// of differences.
func TestNestedCorpus(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/corpus\n\ngo 1.26\n")
	names, err := filepath.Glob("testdata/corpus/*.go")
	if err != nil || len(names) == 0 {
		t.Fatal("no functions", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		write(filepath.Base(name), string(text))
	}
	callers := callers(t, dir, some(t, "testdata/corpus", uint32(part.Pick(18, 6))))
	if len(callers) < part.N(60, part.Pick(3, 8)) {
		t.Fatalf("only %d functions", len(callers))
	}
	apply(t, dir, plan(t, dir, gosrc.Options{}))
	write("nested.go", "package corpus\n\n"+strings.Join(callers, "\n"))
	var chosen []string
	for _, m := range regexp.MustCompile(`func (Nested\w+)`).FindAllStringSubmatch(strings.Join(callers, ""), -1) {
		chosen = append(chosen, m[1])
	}
	targets := direct(t, dir, "", chosen...)
	apply(t, dir, plan(t, dir, gosrc.Options{}))
	for _, name := range []string{"agree_test.go", "agree_use_test.go", "agree_hostile_test.go", "spoil_test.go"} {
		harness, err := os.ReadFile("testdata/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		write(name, string(harness))
	}
	write("targets_test.go", "package corpus\n\nvar targets = []target{\n"+strings.Join(targets, "")+"}\n")
	// The gradient that is called is compiled with what calls it, so that sums may come in another order.
	write("rounding_test.go", "package corpus\n\nfunc init() { tolerance = 1e-11 }\n")
	cmd := exec.Command("go", "test", "-vet=off", "-gcflags=-N -l -dwarf=false", "-run", "TestAgree", ".")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// callers puts //chad:grad above functions of a package, and gives the texts of functions that call the gradients.
func callers(t *testing.T, dir string, names []string) (out []string) {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: dir}, ".")
	if err != nil || len(pkgs[0].Errors) > 0 {
		t.Fatal(err, pkgs[0].Errors)
	}
	p := pkgs[0]
	for i, f := range p.Syntax {
		text, err := os.ReadFile(p.GoFiles[i])
		if err != nil {
			t.Fatal(err)
		}
		decls := slices.Clone(f.Decls)
		slices.Reverse(decls)
		for _, d := range decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			name := fd.Name.Name
			if fd.Recv != nil || fd.Type.TypeParams != nil || outside[name] != "" || pointless[name] != "" || steps[name] != "" ||
				!slices.Contains(names, name) {
				continue
			}
			sig := p.TypesInfo.Defs[fd.Name].Type().(*types.Signature)
			if caller := callerOf(name, sig, types.RelativeTo(p.Types)); caller != "" {
				out = append(out, caller)
				text = slices.Insert(text, p.Fset.Position(fd.Pos()).Offset, []byte("//\n//chad:grad\n")...)
			}
		}
		if err := os.WriteFile(p.GoFiles[i], text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(out)
	return out
}

// callerOf is the text of a function that calls the gradient of another; empty where buffers for that are not written
// in a line.
func callerOf(name string, sig *types.Signature, q types.Qualifier) string {
	if sig.Variadic() || sig.Results().Len() != 1 || !isFloat(sig) {
		return ""
	}
	var params, args, makes, bars, adds []string
	for i := range sig.Params().Len() {
		T := sig.Params().At(i).Type()
		x, b := fmt.Sprintf("p%d", i), fmt.Sprintf("b%d", i)
		params, args = append(params, x+" "+types.TypeString(T, q)), append(args, x)
		switch types.TypeString(T, q) {
		case "int", "bool", "[]int":
		case "float64":
			makes, bars = append(makes, "\tvar "+b+" float64\n"), append(bars, "&"+b)
			adds = append(adds, "\ts += 0.5 * "+b+"\n")
		case "[]float64":
			makes, bars = append(makes, "\t"+b+" := make([]float64, len("+x+"))\n"), append(bars, b)
			adds = append(adds, "\tfor i, v := range "+b+" {\n\t\ts += v / float64(i+2)\n\t}\n")
		case "[][]float64":
			makes = append(makes, "\t"+b+" := make([][]float64, len("+x+"))\n\tfor i := range "+x+" {\n\t\t"+b+
				"[i] = make([]float64, len("+x+"[i]))\n\t}\n")
			bars = append(bars, b)
			adds = append(adds, "\tfor i := range "+b+" {\n\t\tfor j, v := range "+b+"[i] {\n\t\t\ts += v / float64(i+j+2)\n\t\t}\n\t}\n")
		default:
			a, ok := T.Underlying().(*types.Array)
			if !ok || types.TypeString(a.Elem(), q) != "float64" {
				return ""
			}
			makes, bars = append(makes, "\tvar "+b+" "+types.TypeString(T, q)+"\n"), append(bars, "&"+b)
			adds = append(adds, "\tfor i, v := range "+b+" {\n\t\ts += v / float64(i+2)\n\t}\n")
		}
	}
	if len(bars) == 0 {
		return ""
	}
	return fmt.Sprintf("// Nested%s calls %sGrad.\nfunc Nested%s(%s) float64 {\n%s\ts := 0.25 * %sGrad(%s)\n%s\treturn s\n}\n", name, name, name,
		strings.Join(params, ", "), strings.Join(makes, ""), name, strings.Join(append(args, bars...), ", "), strings.Join(adds, ""))
}
