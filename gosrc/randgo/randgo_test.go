package randgo_test

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/eval"
	"github.com/seed-4b734f86/gochad/gosrc/randgo"
	"github.com/seed-4b734f86/gochad/gosrc/translate"
	"github.com/seed-4b734f86/gochad/internal/part"
	"github.com/seed-4b734f86/gochad/syntax"
)

var (
	count = flag.Int("programs", part.Pick(60, 150), "how many random functions to run")
	seed  = flag.Uint64("seed", 1, "the seed of the random functions")
)

// driver runs each function on a few arguments and prints what goes in and what comes out, as bits.
const driver = `
type rng uint64

func (r *rng) next() uint64 {
	*r = *r*6364136223846793005 + 1442695040888963407
	return uint64(*r) >> 33
}

func (r *rng) real() float64 { return float64(int(r.next()%4001)-2000) / 1000 }

func show(x []float64, m [][]float64, vals ...float64) {
	fmt.Printf(" %d", len(x))
	for _, v := range x {
		fmt.Printf(" %x", math.Float64bits(v))
	}
	fmt.Printf(" %d", len(m))
	for _, row := range m {
		fmt.Printf(" %d", len(row))
		for _, v := range row {
			fmt.Printf(" %x", math.Float64bits(v))
		}
	}
	for _, v := range vals {
		fmt.Printf(" %x", math.Float64bits(v))
	}
}

func run(f func(x []float64, m [][]float64, a, b float64, n int, p P) (float64, P), r *rng) {
	x := make([]float64, 1+r.next()%4)
	for i := range x {
		x[i] = r.real()
	}
	m := make([][]float64, 1+r.next()%3)
	cols := 1 + r.next()%3
	for i := range m {
		m[i] = make([]float64, cols)
		for j := range m[i] {
			m[i][j] = r.real()
		}
	}
	a, b, n, p := r.real(), r.real(), int(r.next()%9)-2, P{r.real(), r.real(), int(r.next() % 5), [2]float64{r.real(), 1}}
	show(x, m, a, b, float64(n), p.X, p.Y, float64(p.N), p.V[0], p.V[1])
	defer func() {
		if e := recover(); e != nil {
			fmt.Println(" panic", e)
		}
	}()
	v, q := f(x, m, a, b, n, p)
	show(x, m, v, q.X, q.Y, float64(q.N), q.V[0], q.V[1])
	fmt.Println()
}

func main() {
	r := rng(12345)
	for _, f := range all {
		for range 3 {
			run(f, &r)
		}
	}
}
`

// A sample is what a function of package randgo takes, or gives.
type sample struct {
	x       []float64
	m       [][]float64
	scalars []float64
}

func (s *sample) numbers() []float64 {
	out := append([]float64{float64(len(s.x))}, s.x...)
	for _, row := range s.m {
		out = append(out, row...)
	}
	return append(out, s.scalars...)
}

// A trial is one run of a function by Go.
type trial struct {
	in, out *sample
	panics  string
}

// words reads the driver's output.
type words struct{ list []string }

func (w *words) int() int {
	n, err := strconv.Atoi(w.list[0])
	if err != nil {
		panic(err)
	}
	w.list = w.list[1:]
	return n
}

func (w *words) real() float64 {
	u, err := strconv.ParseUint(w.list[0], 16, 64)
	if err != nil {
		panic(err)
	}
	w.list = w.list[1:]
	return math.Float64frombits(u)
}

func (w *words) sample(scalars int) *sample {
	s := &sample{x: make([]float64, w.int())}
	for i := range s.x {
		s.x[i] = w.real()
	}
	s.m = make([][]float64, w.int())
	for i := range s.m {
		s.m[i] = make([]float64, w.int())
		for j := range s.m[i] {
			s.m[i][j] = w.real()
		}
	}
	for range scalars {
		s.scalars = append(s.scalars, w.real())
	}
	return s
}

// maxRun bounds how long Go compiles and runs the functions of a file; then they are killed.
const maxRun = 10 * time.Minute

// compiled runs the functions of the file by Go.
func compiled(t *testing.T, file string, names []string) [][]trial {
	t.Helper()
	dir := t.TempDir()
	text := strings.Replace(file, "import (\n", "import (\n\t\"fmt\"\n", 1) + driver +
		"\nvar all = []func([]float64, [][]float64, float64, float64, int, P) (float64, P){" + strings.Join(names, ", ") + "}\n"
	for name, body := range map[string]string{"main.go": text, "go.mod": "module m\n\ngo 1.26\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), maxRun) // go run would leave its program behind
	defer cancel()
	var out []byte
	for _, args := range [][]string{{"go", "build", "-o", "m.exe", "."}, {filepath.Join(dir, "m.exe")}} {
		cmd := exec.CommandContext(ctx, args[0], args[1:]...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOAMD64=v1", "GOFLAGS=", "GOWORK=off")
		var err error
		if out, err = cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v, %v\n%s", args, err, ctx.Err(), out[:min(len(out), 3000)])
		}
	}
	var trials []trial
	for sc := bufio.NewScanner(bytes.NewReader(out)); sc.Scan(); {
		w := &words{strings.Fields(sc.Text())}
		tr := trial{in: w.sample(8)}
		if w.list[0] == "panic" {
			tr.panics = strings.Join(w.list[1:], " ")
		} else {
			tr.out = w.sample(6)
		}
		trials = append(trials, tr)
	}
	by := make([][]trial, len(names))
	for i := range by {
		by[i] = trials[3*i : 3*i+3]
	}
	return by
}

// programs makes a file of n random functions.
func programs(n int, seed uint64, o randgo.Options) (file string, names []string) {
	r := rand.New(rand.NewPCG(seed, 77))
	b := strings.Builder{}
	b.WriteString(randgo.Header)
	for i := range n {
		o.Statements = 3 + r.IntN(22)
		names = append(names, fmt.Sprintf("F%d", i))
		b.WriteString("\n" + randgo.Function(r, names[i], o))
	}
	return b.String(), names
}

func checked(t *testing.T, text string) *translate.Package {
	t.Helper()
	p, err := checkedText(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// library reads the packages that the functions import.
var library = importer.ForCompiler(token.NewFileSet(), "source", nil)

func checkedText(text string) (*translate.Package, error) {
	fset := token.NewFileSet()
	p := &translate.Package{Fset: fset, Info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
		Implicits: map[ast.Node]types.Object{}, FileVersions: map[*ast.File]string{},
	}}
	p.ReadFile = func(string) ([]byte, error) { return []byte(text), nil }
	file, err := parser.ParseFile(fset, "main.go", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	p.Syntax = []*ast.File{file}
	conf := types.Config{Importer: library, Error: func(error) {}}
	p.Types, err = conf.Check("main", fset, p.Syntax, p.Info)
	if err != nil && !strings.Contains(err.Error(), "main is undeclared") {
		return nil, err
	}
	return p, nil
}

// source is the text of one function.
func source(p *translate.Package, text, name string) string {
	for _, d := range p.Syntax[0].Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == name {
			file := p.Fset.File(f.Pos())
			return text[file.Offset(f.Pos()):file.Offset(f.End())]
		}
	}
	return ""
}

// Random functions are translated without complaint, and the translation gives bit for bit what Go gives: results,
// and what is left in the parameters. Where Go panics it fails.
func TestTranslation(t *testing.T) {
	file, names := programs(*count, *seed, randgo.Options{})
	p := checked(t, file)
	trials := compiled(t, file, names)
	fine := 0
	for i, name := range names {
		res, diags := translate.Translate(p, []translate.Root{{Func: p.Types.Scope().Lookup(name).(*types.Func)}})
		if len(diags) > 0 {
			t.Fatalf("%v\n%s", diags, source(p, file, name))
		}
		f := res.Roots[0].Flow
		for _, tr := range trials[i] {
			vals := arguments(tr.in)
			got, err := eval.Call(f, vals)
			switch {
			case (err != nil) != (tr.panics != ""):
				t.Fatalf("%v, Go says %q, on %+v\n%s", err, tr.panics, tr.in, source(p, file, name))
			case err != nil:
				continue
			}
			fine++
			if !same(outcome(f, vals, got), tr.out.numbers()) {
				t.Fatalf("on %+v: got %v\nGo has %v\n%s", tr.in, outcome(f, vals, got), tr.out.numbers(), source(p, file, name))
			}
		}
	}
	if fine < 2**count {
		t.Errorf("only %d of %d runs end without panic", fine, 3**count)
	}
}

// arguments are the values of a sample.
func arguments(s *sample) []eval.Value {
	num := func(x float64) eval.Value { return eval.Value{Num: syntax.Value{F: x}} }
	integer := func(x float64) eval.Value { return eval.Value{Num: syntax.Value{I: int64(x)}} }
	row := func(x []float64) eval.Value {
		v := eval.Value{Slice: true, Len: len(x)}
		for _, y := range x {
			v.Cells = append(v.Cells, &eval.Cell{Value: num(y)})
		}
		return v
	}
	m := eval.Value{Slice: true, Len: len(s.m)}
	for _, r := range s.m {
		m.Cells = append(m.Cells, &eval.Cell{Value: row(r)})
	}
	c := s.scalars
	p := eval.Value{}
	v := eval.Value{Cells: []*eval.Cell{{Value: num(c[6])}, {Value: num(c[7])}}}
	for _, x := range []eval.Value{num(c[3]), num(c[4]), integer(c[5]), v} {
		p.Cells = append(p.Cells, &eval.Cell{Value: x})
	}
	return []eval.Value{row(s.x), m, num(c[0]), num(c[1]), integer(c[2]), p}
}

// outcome lists the numbers as sample.numbers does.
func outcome(f *flow.Func, args, results []eval.Value) []float64 {
	var out []float64
	out = append(out, float64(args[0].Len))
	for _, v := range args[0].Flat(f.Params[0].Type)[1:] {
		out = append(out, v.F)
	}
	for _, c := range args[1].Cells {
		for _, v := range c.Value.Flat(&flow.Slice{Elem: flow.Real})[1:] {
			out = append(out, v.F)
		}
	}
	for i, r := range results {
		for k, v := range r.Flat(f.Results[i].Type) {
			if i == 1 && k == 2 {
				out = append(out, float64(v.I))
			} else {
				out = append(out, v.F)
			}
		}
	}
	return out
}

func same(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if math.Float64bits(a[i]) != math.Float64bits(b[i]) && !(math.IsNaN(a[i]) && math.IsNaN(b[i])) {
			return false
		}
	}
	return true
}
