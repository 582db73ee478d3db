package gosrc_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/gosrc/randgo"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/internal/testkit/samecode"
)

var (
	optionFiles = flag.Int("optionfiles", 3, "how many random files TestOptions makes")
	firstOption = flag.Uint64("firstoption", 1, "the seed of the first of them")
	keepOptions = flag.String("keepoptions", "", "a folder, empty at first, in which they stay, and what is generated for them")
)

// A randomFile is one that TestOptions makes.
type randomFile struct {
	seed    uint64
	refused map[int]bool // functions, by number
	*randgo.File
}

// kept are the functions that are not refused, by number.
func (f *randomFile) kept(yield func(int, *randgo.Asked) bool) {
	for k := range f.Funcs {
		if !f.refused[k] && !yield(k, &f.Funcs[k]) {
			return
		}
	}
}

// companion has a loop that runs in parts, for the setting parallel, which is an error where there is none.
const companion = `
//chad:vjp
func Companion(x []float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = math.Exp(math.Sin(v)) * math.Cos(v*v)
	}
	return y
}
`

// text is the file with the functions that are kept. The lines of others are empty.
func (f *randomFile) text(keep func(k int) bool) string {
	var b strings.Builder
	b.WriteString(strings.Replace(randgo.Header, "package main", "package opt\n\n"+f.emit(), 1) + randgo.WideHeader + f.Helpers)
	if f.parallel() {
		b.WriteString(companion)
	}
	for i := range f.Funcs {
		a := &f.Funcs[i]
		at := strings.Index(a.Text, "func "+a.Name+"(")
		text := "\n" + a.Text[:at]
		for _, ask := range a.Asks {
			text += ask.String() + "\n"
		}
		text += a.Text[at:]
		if !keep(i) {
			text = strings.Repeat("\n", strings.Count(text, "\n"))
		}
		b.WriteString(text)
	}
	return b.String()
}

func (f *randomFile) emit() string {
	if len(f.Settings) == 0 {
		return ""
	}
	return "//chad:emit " + strings.Join(f.Settings, " ") + "\n"
}

func (f *randomFile) parallel() bool {
	return slices.ContainsFunc(f.Settings, func(s string) bool { return strings.HasPrefix(s, "parallel=") })
}

// generatedTexts are what is generated for texts, each the file opt.go of a package, or the messages.
func generatedTexts(t *testing.T, dir string, texts []string) (out [][]byte, ds []diag.List) {
	t.Helper()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/opt\n\ngo 1.26\n")
	for i, text := range texts {
		write(t, filepath.Join(dir, fmt.Sprintf("p%05d", i), "opt.go"), text)
	}
	w, err := load.List([]string{"./..."}, load.Options{Dir: dir, More: gosrc.Adapters})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range w.Packages {
		if errs := w.Check(p); len(errs) > 0 {
			t.Fatalf("%v\n%s", errs.Err(), brief(texts[len(out)]))
		}
		files, errs := gosrc.Generate(p, chad.EmitOptions{})
		out, ds = append(out, files["opt_chad.go"]), append(ds, errs)
	}
	return out, ds
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestOptions generates random files of several functions under random settings. What is generated for a function, one
// by chance of each file, is what is generated for it alone, up to the names of helpers; compiled, all agree with their
// functions and with differences (testdata/options_test.go.txt).
func TestOptions(t *testing.T) {
	const batch = 60
	sum := &optionTally{refused: map[string]int{}, run: map[string]int{}}
	for from := 0; from < *optionFiles; from += batch {
		t.Run(fmt.Sprintf("from%d", *firstOption+uint64(from)), func(t *testing.T) {
			var files []*randomFile
			for i := from; i < min(from+batch, *optionFiles); i++ {
				seed := *firstOption + uint64(i)
				files = append(files, &randomFile{seed, map[int]bool{}, randgo.Files(rand.New(rand.NewPCG(seed, 30)), fmt.Sprintf("F%d", seed))})
			}
			testFiles(t, files, sum)
		})
	}
	t.Log(sum)
}

// Where a function is refused, nothing is said of others without a loop that can run in parts, which one of the file
// has.
func TestRefusedBesideParts(t *testing.T) {
	text := "package opt\n\nimport \"math\"\n\n//chad:emit parallel=2\n" + companion + `
//chad:grad
func Serial(x []float64) float64 {
	s := x[0]
	for _, v := range x {
		s = math.Sin(s * v)
	}
	return s
}
`
	refused := `
//chad:grad
func Refused(x []float64) float64 {
	c := make(chan float64, 1)
	c <- x[0]
	return <-c
}
`
	_, ds := generatedTexts(t, t.TempDir(), []string{text, text + refused})
	if len(ds[0]) > 0 {
		t.Error(ds[0].Err())
	}
	if len(ds[1]) == 0 {
		t.Error("channels are taken")
	}
	for _, d := range ds[1] {
		if d.Code == gosrc.CodeEmit || d.Code == gosrc.CodeDerive {
			t.Error(d.Message)
		}
	}
}

// An optionTally counts what TestOptions has done.
type optionTally struct {
	files, funcs, alone int
	refused             map[string]int // functions, by kind and message
	run                 map[string]int // what the compiled test counts
}

func (s *optionTally) String() string {
	refused := 0
	for _, n := range s.refused {
		refused += n
	}
	return fmt.Sprintf("%d functions in %d files, %d of them made alone too; %d refused: %v; run: %v", s.funcs, s.files, s.alone, refused, s.refused, s.run)
}

func testFiles(t *testing.T, files []*randomFile, sum *optionTally) {
	dir := t.TempDir()
	if *keepOptions != "" {
		dir = *keepOptions
	}
	all := together(t, dir, files, sum)
	var texts []string
	var which []int
	for _, f := range files {
		sum.files++
		sum.funcs += len(f.Funcs)
		k := int(f.seed % uint64(len(f.Funcs)))
		for f.refused[k] && len(f.refused) < len(f.Funcs) {
			k = (k + 1) % len(f.Funcs)
		}
		texts, which = append(texts, f.text(func(i int) bool { return i == k })), append(which, k)
	}
	parts, refusals := generatedTexts(t, t.TempDir(), texts)
	for i, f := range files {
		a := f.Funcs[which[i]]
		switch {
		case all[i] == nil || f.refused[which[i]]:
		case len(refusals[i]) > 0:
			t.Errorf("seed %d: %s is taken beside others, alone: %v\n%s", f.seed, a.Name, refusals[i].Err(), brief(texts[i]))
		default:
			sum.alone++
			if got, want := samecode.Of(all[i], a.Name), samecode.Of(parts[i], a.Name); got != want {
				t.Errorf("seed %d, %v: what is generated for %s depends on its neighbours: %s\n%s", f.seed, f.Settings, a.Name, samecode.Difference(got, want), brief(texts[i]))
			}
		}
	}
	for i, f := range files {
		if all[i] != nil {
			write(t, filepath.Join(dir, fmt.Sprintf("p%05d", i), "opt.go"), f.text(func(k int) bool { return !f.refused[k] }))
			write(t, filepath.Join(dir, fmt.Sprintf("p%05d", i), "opt_chad.go"), string(all[i]))
		}
	}
	if !testing.Short() {
		compiled(t, dir, files, all, sum)
	}
}

// together generates the code for each file, without the functions that are refused.
func together(t *testing.T, dir string, files []*randomFile, sum *optionTally) [][]byte {
	t.Helper()
	all := make([][]byte, len(files))
	var left []int
	for i := range files {
		left = append(left, i)
	}
	for len(left) > 0 {
		var texts []string
		for _, i := range left {
			texts = append(texts, files[i].text(func(k int) bool { return !files[i].refused[k] }))
		}
		out, refusals := generatedTexts(t, t.TempDir(), texts)
		var again []int
		for n, i := range left {
			f, ds := files[i], refusals[n]
			if len(ds) == 0 {
				all[i] = out[n]
				continue
			}
			k := f.at(texts[n], ds[0].Pos.Line)
			if ds[0].Code == gosrc.CodeDefect || k < 0 {
				t.Errorf("seed %d: %v\n%s", f.seed, ds.Err(), brief(texts[n]))
				continue
			}
			sum.refused[fmt.Sprintf("%s: %s", f.Funcs[k].Kind, ds[0].Message)]++
			if f.refused[k] = true; len(f.refused) < len(f.Funcs) {
				again = append(again, i)
			}
		}
		left = again
	}
	return all
}

// at is the number of the function of which the text has a line, or less than 0.
func (f *randomFile) at(text string, line int) int {
	at := 0
	for range line {
		at += strings.Index(text[at:], "\n") + 1
	}
	for k := range f.kept {
		if strings.Index(text, "func "+f.Funcs[k].Name+"(")+len(f.Funcs[k].Text) > at {
			return k
		}
	}
	return -1
}

// compiled runs what is generated for files, each the package of its number.
func compiled(t *testing.T, dir string, files []*randomFile, all [][]byte, sum *optionTally) {
	t.Helper()
	var b, imports strings.Builder
	for i, f := range files {
		if all[i] == nil || len(f.refused) == len(f.Funcs) {
			continue
		}
		pkg := fmt.Sprintf("p%05d", i)
		fmt.Fprintf(&imports, "\t%s %q\n", pkg, "example.com/opt/"+pkg)
		file, err := parser.ParseFile(token.NewFileSet(), "opt_chad.go", all[i], parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		exact := !slices.Contains(f.Settings, "elementary") && !slices.Contains(f.Settings, "fastmath") && !slices.Contains(f.Settings, "blas")
		for _, a := range f.kept {
			fmt.Fprintf(&b, "\t{name: %q, f: %s.%s, work: %s.New%sWorkspace, exact: %t, wasteful: %t, hostile: %t, params: %#v, asks: []ask{\n",
				a.Name, pkg, a.Name, pkg, a.Name, exact, a.Kind == "plain" || a.Kind == "wide", a.Kind == "guards", a.Params)
			for _, ask := range a.Asks {
				wrt := ask.Wrt
				if len(wrt) == 0 {
					wrt = a.Vary
				}
				grad := ""
				if ask.Verb == "hvp" || ask.Verb == "hessian" {
					grad = fmt.Sprintf(", grad: %s.%sBase", pkg, ask.Name)
				}
				fmt.Fprintf(&b, "\t\t{verb: %q, name: %q, f: %s.%s, wrt: %#v, colors: %t, entry: %#v%s},\n",
					ask.Verb, ask.Name, pkg, ask.Name, wrt, ask.Colors, entry(file, ask.Name, len(wrt)), grad)
			}
			b.WriteString("\t}},\n")
		}
	}
	for _, name := range []string{"agree_test.go", "options_test.go", "spoil_test.go"} {
		text, err := os.ReadFile("testdata/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "all", name), string(text))
	}
	write(t, filepath.Join(dir, "all", "asked_test.go"), "package corpus\n\nimport (\n"+imports.String()+")\n\nvar targets []target\n\nvar askedFor = []asked{\n"+b.String()+"}\n")
	sums, err := os.ReadFile("../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "go.sum"), string(sums))
	write(t, filepath.Join(dir, "go.mod"), "module example.com/opt\n\ngo 1.26\n\nrequire gonum.org/v1/gonum v0.17.0\n")
	cmd := exec.Command("go", "test", "-v", "-vet=off", "-run", "Asked", "-gcflags=example.com/opt/...=-N -l -dwarf=false", "-ldflags=-s -w", "./all")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod "+os.Getenv("GOFLAGS"), "GOGC=800")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("go test: %v\n%s", err, failures(string(out), files))
	}
	for _, m := range counted.FindAllStringSubmatch(tallied.FindString(string(out)), -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			t.Fatal(err)
		}
		sum.run[m[2]] += n
	}
}

var (
	tallied = regexp.MustCompile(`\d+ points.*`)
	counted = regexp.MustCompile(`(\d+) ([a-z ]+)`)
)

// failures are what a run says of functions that fail, with their texts.
func failures(out string, files []*randomFile) string {
	var b strings.Builder
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, "=== ") && !strings.HasPrefix(line, "--- PASS") && !strings.HasPrefix(line, "    --- PASS") {
			b.WriteString(line[:min(len(line), 2000)])
		}
	}
	for _, f := range files {
		for k, a := range f.kept {
			if strings.Contains(out, "--- FAIL: TestAsked/"+a.Name+" ") {
				b.WriteString(brief(f.text(func(i int) bool { return i == k })))
			}
		}
	}
	return b.String()
}

// entry says which of the n buffers, the last parameters of a generated function, have something to say on entry, by
// its comment.
func entry(file *ast.File, name string, n int) []bool {
	out := make([]bool, n)
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv != nil || f.Name.Name != name {
			continue
		}
		_, says, _ := strings.Cut(strings.ReplaceAll(f.Doc.Text(), "\n", " "), "on entry ")
		says, _, _ = strings.Cut(says, " must hold")
		var params []string
		for _, field := range f.Type.Params.List {
			for _, id := range field.Names {
				params = append(params, id.Name)
			}
		}
		for i, p := range params[max(0, len(params)-n):] {
			out[i] = slices.Contains(strings.FieldsFunc(says, func(r rune) bool { return r == ' ' || r == ',' }), p)
		}
	}
	return out
}

// brief is the part of a file that is its own.
func brief(text string) string {
	_, own, _ := strings.Cut(text, randgo.WideHeader)
	return manyLines.ReplaceAllString(own, "\n")
}

var manyLines = regexp.MustCompile(`\n\n+`)
