package matrix_test

import (
	"context"
	_ "embed"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/matrix"
	"github.com/seed-4b734f86/gochad/internal/part"
)

var (
	rows     = flag.Int("rows", part.Pick(6, 16), "how many rows, by chance, TestMatrix makes files of")
	pairs    = flag.Bool("pairs", false, "TestMatrix makes rows that have every pair of levels, instead")
	firstRow = flag.Uint64("firstrow", 1, "the seed of the first row")
	keep     = flag.String("keep", "", "a folder in which the packages stay")
	only     = flag.Int("only", -1, "the number of the only row, by chance, to make")
)

// together is how many files are in one package.
const together = 40

// languages are what the go lines of modules say.
var languages = []string{"1.26", "1.13", "1.22", "1.17", "1.26", "1.20", "1.18", "1.21"}

// A batch is the files of one package.
type batch struct {
	dir, language string
	rng           *rand.Rand
	cases         []*matrix.Case
	// refused has the messages about files that are refused; broken, what Go's compiler or vet say of what is
	// generated; wrong, what the harness says.
	refused, broken, wrong map[*matrix.Case]string
	defects                []string
}

func TestMatrix(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles Go")
	}
	sum := &batch{refused: map[*matrix.Case]string{}, broken: map[*matrix.Case]string{}, wrong: map[*matrix.Case]string{}}
	if *pairs {
		cover := matrix.Pairs(rand.New(rand.NewPCG(*firstRow, 1)))
		total := len(cover.Open())
		for round := range 4 {
			var cases []*matrix.Case
			for i, r := range cover.Rows(sensible) {
				cases = append(cases, matrix.Make(rand.New(rand.NewPCG(*firstRow+uint64(i), uint64(10+round))), r, i))
			}
			run(t, cases, sum)
			for _, c := range cases {
				if sum.refused[c] == "" {
					cover.Done(c.Row)
				}
			}
			t.Logf("round %d: %d files, %d of %d pairs left", round, len(cases), len(cover.Open()), total)
		}
		for _, p := range cover.Open() {
			t.Logf("only refused: %v", p)
		}
	} else {
		var cases []*matrix.Case
		for i := range *rows {
			rng := rand.New(rand.NewPCG(*firstRow+uint64(i), 2))
			row := matrix.Sample(rng)
			for !sensible(row) && i%20 > 0 {
				row = matrix.Sample(rng)
			}
			c := matrix.Make(rng, row, i)
			if *only >= 0 && i != *only {
				continue
			}
			cases = append(cases, c)
		}
		run(t, cases, sum)
	}
	reasons := map[string]int{}
	for c, message := range sum.refused {
		reason, _ := known(c, message)
		reasons[reason]++
	}
	t.Logf("%d files, %d refused, %d do not compile, %d are wrong; refused for: %v", len(sum.cases), len(sum.refused), len(sum.broken), len(sum.wrong), reasons)
}

// run makes packages of cases.
func run(t *testing.T, cases []*matrix.Case, sum *batch) {
	t.Helper()
	var mu sync.Mutex
	var wait sync.WaitGroup
	gate := make(chan bool, runtime.GOMAXPROCS(0))
	before := len(sum.cases)
	var old, fresh []*matrix.Case
	for _, c := range cases {
		if c.New {
			fresh = append(fresh, c)
		} else {
			old = append(old, c)
		}
	}
	for k := 0; len(old)+len(fresh) > 0; k++ {
		cases, language := &old, languages[k%len(languages)]
		if len(old) == 0 {
			cases, language = &fresh, "1.26"
		}
		n := min(together, len(*cases))
		b := &batch{language: language, refused: map[*matrix.Case]string{}, broken: map[*matrix.Case]string{}, wrong: map[*matrix.Case]string{}}
		b.cases, *cases = (*cases)[:n], (*cases)[n:]
		b.rng = rand.New(rand.NewPCG(*firstRow, uint64(k)))
		b.dir = t.TempDir()
		if *keep != "" {
			b.dir = filepath.Join(*keep, fmt.Sprintf("p%d", before+k))
			if err := os.MkdirAll(b.dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		wait.Go(func() {
			gate <- true
			defer func() { <-gate }()
			b.run(t.Context())
			mu.Lock()
			defer mu.Unlock()
			b.report(t)
			sum.cases = append(sum.cases, b.cases...)
			for c, m := range b.refused {
				sum.refused[c] = m
			}
			for c, m := range b.broken {
				sum.broken[c] = m
			}
			for c, m := range b.wrong {
				sum.wrong[c] = m
			}
		})
	}
	wait.Wait()
}

// report says what is wrong.
func (b *batch) report(t *testing.T) {
	t.Helper()
	for _, c := range b.cases {
		switch {
		case b.broken[c] != "":
			t.Errorf("does not compile: %v\n%s\n%s", c.Row, b.broken[c], c.Text)
		case b.wrong[c] != "":
			t.Errorf("is wrong: %v\n%s\n%s", c.Row, b.wrong[c], c.Text)
		case b.refused[c] != "":
			if _, ok := known(c, b.refused[c]); !ok {
				t.Errorf("is refused for no known reason: %v\n%s\n%s", c.Row, b.refused[c], c.Text)
			}
		}
	}
	for _, d := range b.defects {
		t.Error(d)
	}
}

func (b *batch) write(name, text string) {
	if err := os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o600); err != nil {
		b.defects = append(b.defects, err.Error())
	}
}

// left are the files that are in the package.
func (b *batch) left() (out []*matrix.Case) {
	for _, c := range b.cases {
		if b.refused[c] == "" && b.broken[c] == "" {
			out = append(out, c)
		}
	}
	return out
}

// target is the base name of the generated file.
func target(c *matrix.Case) string { return strings.TrimSuffix(c.File, ".go") + "_chad.go" }

// drop takes a file out of the package.
func (b *batch) drop(c *matrix.Case) {
	for _, name := range []string{c.File, strings.TrimSuffix(c.File, ".go") + "_chad.go"} {
		name = filepath.Join(b.dir, name)
		_ = os.Rename(name, name+".txt") // it may not be there
	}
}

func (b *batch) of(file string) *matrix.Case {
	file = strings.Replace(filepath.Base(file), "_chad.go", ".go", 1)
	for _, c := range b.cases {
		if c.File == file {
			return c
		}
	}
	return nil
}

var place = regexp.MustCompile(`(?m)^(?:vet: )?(?:\./)?([^\s:]+\.go):(\d+):(\d+): (.*)$`)

func (b *batch) run(ctx context.Context) {
	text := "module example.com/" + matrix.Package + "\n\ngo " + b.language + "\n"
	if b.language == "1.26" {
		text += "\nrequire gonum.org/v1/gonum v0.17.0\n" // for blas
		sums, err := os.ReadFile("../../go.sum")
		if err != nil {
			b.defects = append(b.defects, err.Error())
			return
		}
		b.write("go.sum", string(sums))
	}
	b.write("go.mod", text)
	if err := os.MkdirAll(filepath.Join(b.dir, "geo"), 0o755); err != nil {
		b.defects = append(b.defects, err.Error())
	}
	b.write("geo/geo.go", matrix.ForeignText)
	for _, c := range b.cases {
		b.write(c.File, c.Text)
	}
	b.write("harness_test.go", newest+harness)
	for range 1 + b.rng.IntN(2) { // with names that are free, and with others
		for b.generate(ctx) {
		}
		b.exports()
		b.fuse(ctx)
		for b.vet(ctx) {
		}
		b.test(ctx)
		b.rename()
	}
}

//go:embed testdata/harness_test.go.txt
var harness string

// newest has a test file be of the newest language.
const newest = "//go:build go1.26\n\n"

// exports looks for exported names that are not for users.
func (b *batch) exports() {
	for _, c := range b.left() {
		tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(b.dir, target(c)), nil, parser.SkipObjectResolution)
		if err != nil {
			b.broken[c] = err.Error()
			continue
		}
		look := func(id *ast.Ident, of string) {
			if id.IsExported() && !slices.Contains(c.Exports, of+id.Name) && !strings.HasPrefix(of, strings.ToLower(of[:min(1, len(of))])) {
				b.wrong[c] = "the generated file exports " + of + id.Name
			}
		}
		for _, d := range tree.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				of := ""
				if d.Recv != nil {
					t := d.Recv.List[0].Type
					if p, ok := t.(*ast.StarExpr); ok {
						t = p.X
					}
					if x, ok := t.(*ast.IndexExpr); ok {
						t = x.X
					}
					of = t.(*ast.Ident).Name + "."
				}
				look(d.Name, of)
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						look(s.Name, "")
					case *ast.ValueSpec:
						for _, id := range s.Names {
							look(id, "")
						}
					}
				}
			}
		}
	}
}

// rename gives some of what users declare names that generated files, or the language, have for something.
func (b *batch) rename() {
	var pool []string
	seen := map[string]bool{}
	for _, c := range b.left() {
		text, err := os.ReadFile(filepath.Join(b.dir, target(c)))
		if err != nil {
			continue
		}
		for _, name := range word.FindAllString(string(text), -1) {
			for _, n := range []string{name, strings.Split(name, "_")[0], strings.Replace(name, "_", "__", 1)} {
				if !seen[n] && token.IsIdentifier(n) && !token.IsExported(n) && types.Universe.Lookup(n) == nil && n != "_" && n != "init" && n != "m" && n != "main" {
					seen[n] = true
					pool = append(pool, n)
				}
			}
		}
	}
	texts := []string{harness, fuser}
	for _, c := range b.left() {
		texts = append(texts, c.Text)
	}
	for _, text := range texts { // what is declared stays what it is
		for _, name := range word.FindAllString(text, -1) {
			seen[name] = false
		}
	}
	pool = slices.DeleteFunc(pool, func(n string) bool { return !seen[n] })
	if len(pool) == 0 {
		return
	}
	for _, c := range b.left() {
		for _, name := range c.Globals {
			other := pool[b.rng.IntN(len(pool))]
			if b.rng.IntN(3) > 0 || !seen[other] {
				continue
			}
			seen[other] = false
			whole := regexp.MustCompile(`\b` + name + `\b`)
			c.Text, c.Target = whole.ReplaceAllString(c.Text, other), whole.ReplaceAllString(c.Target, other)
		}
		b.write(c.File, c.Text)
	}
}

var word = regexp.MustCompile(`[\pL_][\pL\pN_]*`)

// generate generates, and drops what is refused; it reports whether there is more to do.
func (b *batch) generate(ctx context.Context) bool {
	var opt gosrc.Options
	opt.Load.Dir = b.dir
	jobs, err := gosrc.Plan(ctx, []string{"."}, opt)
	if err == nil {
		for _, j := range jobs {
			b.write(j.Target, string(j.New))
		}
		return false
	}
	found := false
	for _, m := range place.FindAllStringSubmatch(err.Error(), -1) {
		c := b.of(m[1])
		if c == nil {
			continue
		}
		if b.refused[c] == "" {
			b.refused[c] = m[0]
			b.drop(c)
			found = true
		}
	}
	if !found {
		b.defects = append(b.defects, "refused without a place: "+err.Error())
		for _, c := range b.left() {
			b.refused[c] = err.Error()
			b.drop(c)
		}
	}
	return found
}

// vet compiles and vets, and drops what does not; it reports whether there is more to do.
func (b *batch) vet(ctx context.Context) bool {
	text := "package m\n\nvar targets = []target{\n"
	for _, c := range b.left() {
		text += b.adapters(c)
	}
	b.write("targets_test.go", newest+text+"}\n")
	cmd := exec.CommandContext(ctx, "go", "vet", "-assign=false", ".")
	cmd.Dir = b.dir
	out, err := cmd.CombinedOutput()
	if err == nil {
		return false
	}
	found := false
	for _, m := range place.FindAllStringSubmatch(string(out), -1) {
		if c := b.of(m[1]); c != nil && b.broken[c] == "" {
			b.broken[c] = string(out)
			b.drop(c)
			found = true
		}
	}
	if !found {
		b.defects = append(b.defects, "go vet: "+string(out))
	}
	return found
}

var (
	makesProblem = regexp.MustCompile(`(?m)^func (\w+)\(.*\) \*(\w+)Problem {`)
	makesHess    = regexp.MustCompile(`(?m)^func (\w+ProblemHess)\[`)
)

// adapters is the target of a case, with its adapters if it has any.
func (b *batch) adapters(c *matrix.Case) string {
	text, err := os.ReadFile(filepath.Join(b.dir, target(c)))
	if err != nil {
		b.defects = append(b.defects, err.Error())
		return ""
	}
	more := ""
	if m := makesProblem.FindSubmatch(text); m != nil {
		more += "problem: " + string(m[1]) + ", "
	}
	if m := makesHess.FindSubmatch(text); m != nil {
		more += "hess: " + string(m[1]) + "[*sym], "
	}
	return strings.Replace(c.Target, "ops: ", more+"ops: ", 1)
}

var failed = regexp.MustCompile(`(?m)^    --- FAIL: TestMatrix/(\w+)`)

// test runs the harness.
func (b *batch) test(ctx context.Context) {
	cmd := exec.CommandContext(ctx, "go", "test", "-vet=off", "-gcflags=-N -l -dwarf=false", ".")
	cmd.Dir = b.dir
	out, err := cmd.CombinedOutput()
	if err == nil {
		return
	}
	names := failed.FindAllStringSubmatchIndex(string(out), -1)
	for i, m := range names {
		end := len(out)
		if i+1 < len(names) {
			end = names[i+1][0]
		}
		name := string(out[m[2]:m[3]])
		if k := slices.IndexFunc(b.cases, func(c *matrix.Case) bool { return c.Name == name }); k >= 0 {
			b.wrong[b.cases[k]] = string(out[m[0]:min(end, m[0]+3000)])
		}
	}
	if len(names) == 0 {
		b.defects = append(b.defects, "go test: "+string(out[:min(len(out), 6000)]))
	}
}

// sensible leaves out rows of which everybody knows that they are refused.
func sensible(r matrix.Row) bool {
	result := r.Level("result")
	for _, f := range []string{"verb", "also"} {
		verb, _, colors := strings.Cut(r.Level(f), " ")
		switch verb {
		case "grad", "hvp", "hessian": // of one number
			if !slices.Contains([]string{"real", "single", "named", "several", "mixed", "both", "constant", "late", "parameter beside"}, result) {
				return false
			}
		case "jacobian":
			if result == "nothing" || result == "integer" || colors && !slices.Contains([]string{"slice", "array", "rows", "struct", "pointer to struct", "both", "constant slice", "grown", "parameter", "part"}, result) {
				return false
			}
		case "jvp", "vjp":
			if result == "integer" || result == "nothing" && r.Level("writes") == "none" {
				return false
			}
		}
	}
	return true
}

// A reason is why a file may be refused: what the message says, and the levels that it is about, any of each factor.
type reason struct {
	message string
	levels  map[string][]string
}

var reasons = []reason{
	{"has pointers in it, of which two may be the same", either("slice of structs with pointers", "slice of pointers")},
	{"no loop can run in parts", map[string][]string{"parallel": {"yes"}}},
	{"is no row of a matrix: slices in it have lengths of their own", either("ragged", "loose")},
	{"in which slices have lengths of their own; write into copies", either("loose", "ragged")},
	{"have cotangents only where the result is a [][]float64", either("ragged", "loose")},
	{"are no rows of a Jacobian", either("ragged", "loose")},
	{"is a pointer to a pointer", either("pointer to pointer")},
	{"a result is ragged as a parameter is", map[string][]string{"result": {"parameter", "part", "parameter beside"}}},
	{" is taken: ", nil}, // by a name that the test gave
	{"has no parameter that varies", nil},
	{"has no result that varies", map[string][]string{"result": {"nothing", "integer", "parameter", "part"}}},
	{"the rows of a matrix are real numbers", either("complex")},
	{"; use vjp, or return a real number", either("complex")},
	{"; use vjp or jacobian", map[string][]string{"result": {"slice", "array", "rows", "struct", "pointer", "pointer to struct", "constant slice", "grown", "parameter", "part", "twice"}}},
	{"has no result; vjp and jvp", map[string][]string{"result": {"nothing", "parameter", "part"}}},
	{"must have one result to differentiate", map[string][]string{"result": {"nothing", "integer", "twice", "several", "parameter", "part", "parameter beside"}}},
	{"a Jacobian of one row is not compressed", nil},
	{"no result of", map[string][]string{"result": {"nothing", "integer", "parameter", "part"}}},
}

// either is that one of the parameters is of one of some forms.
func either(forms ...string) map[string][]string { return map[string][]string{"first second": forms} }

// known is the reason for which a file is refused, if it is one that belongs to its row.
func known(c *matrix.Case, message string) (text string, ok bool) {
	for _, r := range reasons {
		if !strings.Contains(message, r.message) {
			continue
		}
		for factors, levels := range r.levels {
			ok := false
			for _, f := range strings.Split(factors, " ") {
				ok = ok || slices.Contains(levels, c.Row.Level(f))
			}
			if !ok {
				return "", false
			}
		}
		return r.message, true
	}
	return "", false
}
