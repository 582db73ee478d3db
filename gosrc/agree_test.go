package gosrc_test

import (
	"flag"
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

var (
	// outside are the functions of the corpus that chad gen refuses, and why.
	outside = map[string]string{"TakeShown": "corpus.Beyond says why", "TakeAliased": "corpus.Beyond says why",
		"Bits": "a real is made of bits"}
	// pointless are those that have no derivative anywhere.
	pointless = map[string]string{"MinusZero": "infinite everywhere", "Special": "infinite everywhere"}
	// steps are those whose derivative is one by convention only.
	steps = map[string]string{
		"Bits":  "floats as bits are integers, which do not vary",
		"Reals": "constant but for steps",
		"Hold":  "its result does not depend on its argument",
	}
)

// TestCorpus derives the functions of the corpus.
//
// Of the statements that are generated for all of them nearly all are run, but for those that no test can run
// (exceptions, in unrun_test.go).
func TestCorpus(t *testing.T) {
	covered := 99.7
	if !part.More() { // what few functions leave is a greater part of it
		covered = 99
	}
	names := slices.DeleteFunc(some(t, "testdata/corpus", corpusShare()),
		func(name string) bool { return strings.HasPrefix(name, "Complex") }) // TestComplex has more of that kind
	agree(t, "testdata/corpus", part.N(60, part.Pick(5, 10)), covered, names...)
}

// corpusShare says that one function of the corpus in so many is taken by default.
func corpusShare() uint32 { return uint32(part.Pick(12, 6)) }

// some are the functions of a folder that are taken by default, one in k.
func some(t *testing.T, folder string, k uint32) (names []string) {
	t.Helper()
	files, err := filepath.Glob(folder + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range exportedFunc.FindAllSubmatch(text, -1) {
			if part.Of(string(m[1]), k) {
				names = append(names, string(m[1]))
			}
		}
	}
	return names
}

var exportedFunc = regexp.MustCompile(`(?m)^func ([A-Z]\w*)\(`)

// agreeSome is agree for all functions of a folder with -whole, and by default for one in k, of which nobody counts the
// statements that are run.
func agreeSome(t *testing.T, folder string, k uint32, least int, covered float64) {
	t.Helper()
	if part.Whole() {
		agree(t, folder, least, covered)
		return
	}
	chosen := some(t, folder, k)
	if len(chosen) == 0 {
		chosen = some(t, folder, 1)[:1]
	}
	agree(t, folder, 1, 0, chosen...)
}

// TestAlgorithms derives algorithms as textbooks have them.
func TestAlgorithms(t *testing.T) { agreeSome(t, "testdata/algorithms", 4, 18, 99) }

// rewritten are functions that may write their arguments, though hardly ever.
var rewritten = map[string]bool{}

// unlaid are functions for which there is no problem=flat, though layable sees no reason: they write a parameter by
// another name, or numbers of 32 bits are inside a type.
var unlaid = []string{
	"Windowed", "LateShared", "Windows", "Cleared", "Scratch", "Filter", "Overwritten", "MoveAll", "Pointers", "Hold", "Getters", "TakeLeave",
	"Written", "InPlace", "Blocks",
}

// wasteful are functions that compute what nobody uses.
var wasteful = map[string]bool{}

var race = flag.Bool("derivatives.race", false, "test the generated functions with the race detector, which needs a C compiler")

// TestOptional derives functions that are given nil at times.
func TestOptional(t *testing.T) { agree(t, "testdata/optional", 9, 99) }

// TestPointers derives functions whose results have pointers in them.
func TestPointers(t *testing.T) { agree(t, "testdata/pointers", 2, 99) }

// TestComplex derives functions over complex numbers.
func TestComplex(t *testing.T) { agreeSome(t, "testdata/complex", 6, 40, 96) }

// TestMapsInMaps derives functions with maps in maps; most statements that are not run are of tables that do not grow.
func TestMapsInMaps(t *testing.T) {
	if !part.Whole() { // two functions, and 27,000 lines for them
		t.Skip("with -whole")
	}
	agree(t, "testdata/mapsinmaps", 2, 83)
}

var keep = flag.String("derivatives.keep", "", "a folder, empty at first, in which the generated packages of TestCorpus and its like stay")

var folder = flag.String("derivatives.folder", "", "derive the functions of this folder alone")

// TestFolder derives functions that somebody is about to write, or to cut down.
func TestFolder(t *testing.T) {
	if *folder == "" {
		t.Skip("no -derivatives.folder")
	}
	agree(t, *folder, 1, 0)
}

// TestRagged derives functions of rows that differ in length.
func TestRagged(t *testing.T) { agreeSome(t, "testdata/ragged", 4, 9, 95) }

// TestLoose derives functions of slices in structs in slices, that differ in length. Of 7,787 statements 230 are not
// run.
func TestLoose(t *testing.T) { agreeSome(t, "testdata/loose", 5, 8, 96.9) }

var allMatrices = flag.Bool("matrices", false, "TestMat derives all functions over gonum's matrices")

// TestMat derives functions over gonum's matrices; by default those that use the most of them.
func TestMat(t *testing.T) {
	least := 20
	var chosen []string
	if !*allMatrices {
		least = 3
		chosen = []string{"Solved", "Views", "GaussianProcess"}
		if part.Whole() {
			least, chosen = 6, append(chosen, "Products", "Determinants", "CholSolve", "InPlace")
		}
	}
	agree(t, "testdata/mat", least, 81, chosen...)
}

// vetting is how generated code is vetted, together with what it is made of.
var vetting = []string{"vet", "-assign=false"}

// agree generates grad, vjp, jvp and hvp for all functions of a folder that have derivatives, at least so many,
// compiles the result, and lets testdata/agree_test.go.txt compare them with each other and with the functions, and
// agree_use_test.go.txt and agree_hostile_test.go.txt try what is around them. Of the generated statements, covered
// percent are run at least (unrun_test.go); with -v it is told of what kind the others are.
func agree(t *testing.T, folder string, least int, covered float64, chosen ...string) {
	t.Parallel()
	dir := t.TempDir()
	if *keep != "" {
		dir = filepath.Join(*keep, filepath.Base(folder))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	names, err := filepath.Glob(folder + "/*.go")
	if err != nil || len(names) == 0 {
		t.Fatal("no functions", err)
	}
	write := func(name string, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if more, err := os.ReadFile(folder + "/special_test.go.txt"); err == nil { // for what gonum's types need
		write("special_test.go", string(more))
		sums, err := os.ReadFile("../go.sum")
		if err != nil {
			t.Fatal(err)
		}
		write("go.sum", string(sums))
		write("go.mod", "module example.com/corpus\n\ngo 1.26\n\nrequire gonum.org/v1/gonum v0.17.0\n")
	} else {
		write("go.mod", "module example.com/corpus\n\ngo 1.26\n")
	}
	for _, name := range names {
		if base := filepath.Base(name); !strings.HasSuffix(base, "_test.go") {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			write(base, string(text))
		}
	}
	keys := ""
	if strings.HasSuffix(folder, "ragged") || strings.HasSuffix(folder, "loose") {
		keys = " ragged=x"
	}
	targets := direct(t, dir, keys, chosen...)
	if len(targets) < least {
		t.Fatalf("only %d functions", len(targets))
	}
	apply(t, dir, plan(t, dir, gosrc.Options{}))
	problems(t, dir, targets)
	for _, name := range []string{"agree_test.go", "agree_use_test.go", "agree_hostile_test.go", "spoil_test.go"} {
		harness, err := os.ReadFile("testdata/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		write(name, string(harness))
	}
	write("targets_test.go", "package corpus\n\nvar targets = []target{\n"+strings.Join(targets, "")+"}\n")
	// vet is run before, with what it may say of random functions; compiling takes most of the time
	test := []string{"test", "-vet=off", "-gcflags=-N -l -dwarf=false", "."}
	if *race {
		test[2] = "-race"
	}
	measured := covered > 0 || *unrun
	if measured {
		test = slices.Insert(test, 1, "-coverprofile=cover.out")
	}
	steps := [][]string{test}
	if part.More() { // TestModules vets by default
		steps = [][]string{append(vetting, "."), test}
	}
	for _, args := range steps {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOGC=400")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", args[0], err, out)
		}
	}
	if !measured {
		return
	}
	if percent := coverage(t, dir); percent < covered {
		t.Errorf("only %.2f %% of the generated statements are run", percent)
	}
}

// direct writes directives above the functions of a package that vary, the chosen ones if any are named, and lists them
// as the harness wants them.
func direct(t *testing.T, dir, keys string, chosen ...string) (targets []string) {
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
			if !ok || fd.Recv != nil || !fd.Name.IsExported() || fd.Type.TypeParams != nil || outside[fd.Name.Name] != "" || pointless[fd.Name.Name] != "" || len(chosen) > 0 && !slices.Contains(chosen, fd.Name.Name) {
				continue
			}
			sig := p.TypesInfo.Defs[fd.Name].Type().(*types.Signature)
			results := floats(sig.Results())
			if floats(sig.Params()) == 0 || results == 0 {
				continue
			}
			name := fd.Name.Name
			target := fmt.Sprintf("name: %q, f: %s, jvp: %sJVP, vjp: %sVJP, work: New%sWorkspace, steps: %t, writes: %t, unused: %t", name, name, name, name, name, steps[name] != "", rewritten[name], wasteful[name])
			lines := "//\n//chad:vjp" + keys + "\n//chad:jvp" + keys + "\n"
			if results == 1 && isFloat(sig) {
				target += fmt.Sprintf(", grad: %sGrad, hvp: %sHVP", name, name)
				flat := ""
				nested := strings.HasPrefix(name, "Nested") // what it calls may write its parameters
				if len(targets)%2 == 0 && layable(sig, fd, p.TypesInfo) && !rewritten[name] && !nested && !slices.Contains(unlaid, name) {
					flat = " problem=flat"
				}
				lines += "//chad:grad" + keys + flat + "\n//chad:hvp" + keys + "\n"
			}
			at := p.Fset.Position(fd.Pos()).Offset
			text = slices.Insert(text, at, []byte(lines)...)
			targets = append(targets, "\t{"+target+"},\n")
		}
		if err := os.WriteFile(p.GoFiles[i], text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(targets)
	return targets
}

// layable reports whether problem=flat is for a function, as far as can be seen from its text: it returns one float64,
// or that and an error, has no numbers of 32 bits, and writes no parameter itself.
func layable(sig *types.Signature, fd *ast.FuncDecl, info *types.Info) bool {
	results := sig.Results()
	if n := results.Len(); n > 2 || n == 2 && results.At(1).Type().String() != "error" || results.At(0).Type().String() != "float64" {
		return false
	}
	params := map[types.Object]bool{}
	for v := range sig.Params().Variables() {
		params[v] = true
		if narrow.MatchString(types.TypeString(v.Type().Underlying(), nil)) {
			return false
		}
	}
	writes := false
	written := func(e ast.Expr) {
		for inside := false; ; inside = true {
			switch x := ast.Unparen(e).(type) {
			case *ast.IndexExpr:
				e = x.X
			case *ast.SelectorExpr:
				e = x.X
			case *ast.StarExpr:
				e = x.X
			case *ast.Ident:
				writes = writes || inside && params[info.Uses[x]]
				return
			default:
				return
			}
		}
	}
	ast.Inspect(fd.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				written(e)
			}
		case *ast.IncDecStmt:
			written(n.X)
		}
		return true
	})
	return !writes
}

var narrow = regexp.MustCompile("float32|complex64")

// problems adds what makes the adapters for package optimize, of the functions that have one.
func problems(t *testing.T, dir string, targets []string) {
	t.Helper()
	made := map[string]bool{}
	files, err := filepath.Glob(filepath.Join(dir, "*_chad.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range makesProblem.FindAllSubmatch(text, -1) {
			made[string(m[1])] = true
		}
	}
	for i, target := range targets {
		if name := strings.Split(target, `"`)[1]; made[name] {
			targets[i] = strings.TrimSuffix(target, "},\n") + fmt.Sprintf(", problem: New%sProblem},\n", name)
		}
	}
}

var makesProblem = regexp.MustCompile(`(?m)^func New(\w+)Problem\(`)

func isFloat(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsFloat != 0 {
			return true
		}
	}
	return false
}

// floats counts the variables with floats in their types.
func floats(vars *types.Tuple) (n int) {
	for v := range vars.Variables() {
		if hasFloat(v.Type()) {
			n++
		}
	}
	return n
}

func hasFloat(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsFloat|types.IsComplex) != 0
	case *types.Slice:
		return hasFloat(u.Elem())
	case *types.Array:
		return hasFloat(u.Elem())
	case *types.Pointer:
		return hasFloat(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if hasFloat(f.Type()) {
				return true
			}
		}
	}
	return false
}
