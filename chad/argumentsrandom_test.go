package chad_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	v8 "github.com/seed-4b734f86/gochad/internal/testkit/v8"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/loop/loopval"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

var (
	argumentPrograms = flag.Int("arguments", 8, "random programs of TestRandomArguments")
	firstArguments   = flag.Uint64("firstarguments", 1, "the seed of the first of them")
)

// The arguments of a function come from outside. The interpreter says which are values of the types of the parameters:
// those that are not are refused by emitted Go (a panic), by wazero and by V8 (a status) as well, whatever the function
// does with them, and of all others the value and the gradient are the same.
func TestRandomArguments(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles Go")
	}
	ctx := context.Background()
	node, err := v8.Start()
	if err != nil && !errors.Is(err, v8.ErrNoNode) {
		t.Fatal(err)
	}
	if node != nil {
		defer node.Close() //nolint:errcheck // the test is over
	}
	engine, err := run.NewEngine(ctx, run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close(ctx) //nolint:errcheck // the test is over
	a := &argumentRuns{engine: engine, node: node, files: map[string]string{}}
	for seed := *firstArguments; seed < *firstArguments+uint64(*argumentPrograms); seed++ {
		if err := a.program(ctx, seed); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, argumentsProgram(seed))
		}
	}
	if err := a.inGo(ctx, t.TempDir()); err != nil {
		t.Error(err)
	}
	t.Logf("%d calls, %d of which the interpreter refuses", len(a.calls), a.refused)
	if n := len(a.calls); a.refused < n/4 || a.refused > 3*n/4 {
		t.Errorf("of %d calls %d are refused", n, a.refused)
	}
}

// argumentKinds are parameters, by their types, and terms with which a program uses them. All lengths follow from x and
// w.
var argumentKinds = []struct {
	typ   string
	terms []string
}{
	{"idx n", []string{"x[P]", "x[P] * x[P]", "real (int P)"}},
	{"[m]idx n", []string{"sum (gather x P)", "sum [x[P[j]] * w[j] | j < m]", "(loop s = x[0] for j < m do s * x[P[j]])", "sum (scatterAdd x P w)"}},
	{"(idx n, real)", []string{"x[P.1] * P.2"}},
	{"real + idx n", []string{"(case P of inl y -> y * x[0] | inr i -> x[i])"}},
	{"[m](idx n + (real, real))", []string{"sum [case P[j] of inl i -> x[i] | inr y -> y.1 * x[0] | j < m]"}},
	{"[m](real + ([2]idx n + bool))", []string{
		"sum [case P[j] of inl y -> y | inr q -> (case q of inl i -> x[i[0]] * x[i[1]] | inr b -> if b then x[0] else 1) | j < m]",
	}},
	{"[?](real, idx n)", []string{"sum (map (\\e. x[e.2] * e.1) P)", "x[0] * real (length P)"}},
	{"[m][2]idx n", []string{"sum [x[P[j][0]] * x[P[j][1]] | j < m]"}},
	{"[m][?]idx n", []string{"sum [sum (map (\\i. x[i]) P[j]) | j < m]"}},
	{"bool", []string{"(if P then x[0] else 2)"}},
	{"[m]bool", []string{"sum [if P[j] then x[0] else w[j] | j < m]"}},
	{"int", []string{"(let size k = P % 50 in sum [x[0] | i < k])", "x[P]"}},
	{"tree", []string{"walk (x, P)"}},
	{"[m]tree", []string{"sum [walk (x, P[j]) | j < m]"}},
	{"chain", []string{"far (x[0], P)"}},
	{"(tree + chain)", []string{"(case P of inl t -> walk (x, t) | inr c -> far (x[0], c))"}},
}

const argumentTypes = `data tree = Leaf real | Pick (idx 3) | Both (tree, tree) | Row ([2]real, idx 2)
data chain = End | Link (idx 4 + real, chain)

def walk [n] (x : [n]real, t : tree) : real =
  case t of
    Leaf y -> y * x[0]
  | Pick i -> real (int i) * x[0]
  | Both (a, b) -> walk (x, a) * walk (x, b)
  | Row (r, i) -> r[i] + x[0]

def far (x : real, c : chain) : real =
  case c of
    End -> 1
  | Link (s, rest) -> (case s of inl i -> x * real (int i) | inr y -> y * x) + far (x, rest)

`

// argumentsProgram has a definition of some parameters, of which it uses most.
func argumentsProgram(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 31))
	var params, terms []string
	for k := range 1 + r.IntN(4) {
		kind := argumentKinds[r.IntN(len(argumentKinds))]
		name := "p" + strconv.Itoa(k)
		params = append(params, name+" : "+kind.typ)
		if r.IntN(6) > 0 {
			terms = append(terms, strings.ReplaceAll(kind.terms[r.IntN(len(kind.terms))], "P", name))
		}
	}
	terms = append(terms, "sum x")
	return argumentTypes + "--chad:func\n--chad:grad wrt=x\ndef main [n, m] (x : [n]real, w : [m]real, " + strings.Join(params, ", ") + ") : real =\n  " +
		strings.Join(terms, "\n  + ") + "\n"
}

// argumentRuns are the calls of all programs; those of Go come last, for all at once.
type argumentRuns struct {
	engine  *run.Engine
	node    *v8.Process
	files   map[string]string
	imports []string
	calls   []argumentCall
	refused int
}

// An argumentCall is a call in Go, with the numbers that it is to give, or none where it is to panic.
type argumentCall struct {
	text, what string
	want       []float64
}

// program compiles a program and calls it several times.
func (a *argumentRuns) program(ctx context.Context, seed uint64) error {
	text := argumentsProgram(seed)
	pkg := fmt.Sprintf("a%d", seed)
	src, err := chad.Generate("a.chad", []byte(text), pkg)
	if err != nil {
		return err
	}
	a.files[pkg+"/a.go"] = string(src)
	a.imports = append(a.imports, pkg)
	source, err := chad.Parse("a.chad", []byte(text))
	if err != nil {
		return err
	}
	f, err := source.Func("main")
	if err != nil {
		return err
	}
	m, err := chad.GenerateWasm("a.chad", []byte(text), wasmbackend.Options{Yield: seed%2 == 0})
	if err != nil {
		return err
	}
	p, err := run.New(ctx, a.engine, m)
	if err != nil {
		return err
	}
	defer p.Close(ctx) //nolint:errcheck // nothing depends on it any more
	r := rand.New(rand.NewPCG(seed, 32))
	grad, err := chad.ValueAndGrad(f, "x")
	if err != nil {
		return err
	}
	for range 16 {
		c := argumentsFor(r, m.Blocks[0])
		for _, g := range []struct {
			f    *chad.Func
			name string
		}{{f, "main"}, {grad, "mainGrad"}} {
			if err := a.call(ctx, g.f, m, p, g.name, pkg, c); err != nil {
				return fmt.Errorf("%s %s: %w", g.name, c.text(pkg), err)
			}
		}
	}
	return nil
}

// call runs one function in the interpreter and in both engines, and notes the call of Go.
func (a *argumentRuns) call(ctx context.Context, f *chad.Func, m *wasmbackend.Module, p *run.Program, name, pkg string, c *arguments) error {
	var want []float64
	v, why := c.interpreted(f)
	if why == nil {
		want = realsIn(v)
	} else {
		a.refused++
	}
	var block *wasmbackend.Block
	for _, b := range m.Blocks {
		if b.Name == name {
			block = b
		}
	}
	fn, err := p.Func(name)
	if err != nil {
		return err
	}
	out, failed := fn.Leaves(ctx, []int{c.n, c.m}, c.leaves)
	if err := agree("wazero", want, why, numbersIn(out), failed); err != nil {
		return err
	}
	var e *run.Error
	if failed != nil && errors.As(failed, &e) && e.Status < wasmbackend.FirstSite {
		return fmt.Errorf("wazero gives the status %d for what the interpreter refuses: %v", e.Status, why)
	}
	if a.node != nil {
		status, out, err := a.node.Leaves(m, m.Code.Encode(), block, []int64{int64(c.n), int64(c.m)}, c.leaves)
		if err == nil && status != 0 {
			err = fmt.Errorf("status %d", status)
		}
		if err := agree("V8", want, why, numbersIn(out), err); err != nil {
			return err
		}
	}
	call := argumentCall{what: fmt.Sprintf("%s of %s", name, pkg), want: want}
	if name == "main" {
		call.text = fmt.Sprintf("return []float64{%s.Main(%s)}", pkg, c.text(pkg))
	} else {
		call.text = fmt.Sprintf("xbar := make([]float64, %d); y := %s.MainGrad(%s, xbar); return append([]float64{y}, xbar...)", c.n, pkg, c.text(pkg))
	}
	a.calls = append(a.calls, call)
	return nil
}

// agree compares what an engine gives with what the interpreter does.
func agree(engine string, want []float64, why error, got []float64, failed error) error {
	switch {
	case why != nil && failed == nil:
		return fmt.Errorf("the interpreter says %q, %s gives %v", why, engine, got)
	case why == nil && failed != nil:
		return fmt.Errorf("the interpreter gives %v, %s says %w", want, engine, failed)
	case why == nil && !closeTo(want, got):
		return fmt.Errorf("the interpreter gives %v, %s %v", want, engine, got)
	}
	return nil
}

func closeTo(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return x == y || x-y < 1e-9 && y-x < 1e-9 })
}

// inGo compiles and runs the calls of Go.
func (a *argumentRuns) inGo(ctx context.Context, dir string) error {
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n\t\"fmt\"\n")
	for _, pkg := range a.imports {
		fmt.Fprintf(&b, "\t\"arguments/%s\"\n", pkg)
	}
	b.WriteString(`)

func try(f func() []float64) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Printf("refused %q\n", fmt.Sprint(r))
		}
	}()
	fmt.Println(f())
}

func main() {
`)
	for _, c := range a.calls {
		fmt.Fprintf(&b, "\ttry(func() []float64 { %s })\n", c.text)
	}
	a.files["main.go"] = b.String() + "}\n"
	a.files["go.mod"] = "module arguments\n\ngo 1.26\n"
	for name, text := range a.files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return err
		}
	}
	cmd := exec.CommandContext(ctx, "go", "run", "-gcflags=arguments/...=-N -l -dwarf=false", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("emitted Go: %w\n%.4000s", err, stderr.String())
	}
	lines := bufio.NewScanner(bytes.NewReader(out))
	for _, c := range a.calls {
		if !lines.Scan() {
			return errors.New("Go printed too few lines")
		}
		var got []float64
		var failed error
		if msg, ok := strings.CutPrefix(lines.Text(), "refused "); ok {
			failed = errors.New(msg)
		}
		for _, s := range strings.Fields(strings.Trim(lines.Text(), "[]")) {
			x, _ := strconv.ParseFloat(s, 64)
			got = append(got, x)
		}
		var why error
		if c.want == nil {
			why = errors.New("no")
		}
		if err := agree("Go", c.want, why, got, failed); err != nil {
			return fmt.Errorf("%s: %s: %w", c.what, c.text, err)
		}
	}
	return nil
}

// arguments are those of one call: sizes, and leaves of the parameters.
type arguments struct {
	n, m   int
	sizes  loopval.Sizes
	leaves []loop.Value
	broken bool // what is wrong has no form in the language: an array of pairs with more of the one than of the other, a tag of no variant
	params []*syntax.Var
}

// argumentsFor makes values of the types of the parameters, and puts something else into most of them.
func argumentsFor(r *rand.Rand, b *wasmbackend.Block) *arguments {
	c := &arguments{n: 1 + r.IntN(4), m: r.IntN(4), params: b.Def().Params, sizes: loopval.Sizes{}}
	for i, v := range b.Def().Sizes {
		c.sizes[v] = int64([]int{c.n, c.m}[i])
	}
	var types []loop.Type
	for i := range b.Leaves {
		if l := &b.Leaves[i]; !l.Result {
			types = append(types, l.Type())
		}
	}
	for _, p := range c.params {
		ts, err := loopval.Types(p.Type, func(*syntax.Data) *loop.Cell { return nil })
		if err != nil {
			panic(err)
		}
		xs, err := loopval.Flatten(c.value(r, p.Type, 3), p.Type, types[:len(ts):len(ts)], c.sizes)
		if err != nil {
			panic(err)
		}
		c.leaves, types = append(c.leaves, xs...), types[len(ts):]
	}
	if r.IntN(3) > 0 {
		for range 20 {
			k := 2 + r.IntN(len(c.leaves)-2)
			if xs, ok := c.leaves[k].([]int64); ok && r.IntN(4) == 0 { // each stands beside others, or has the length m
				c.leaves[k], c.broken = append(slices.Clone(xs), 0), true
				break
			}
			if x, ok := c.spoilt(r, c.leaves[k]); ok {
				c.leaves[k] = x
				break
			}
		}
	}
	return c
}

// value is a random value of a type.
func (c *arguments) value(r *rand.Rand, t syntax.Type, depth int) semantics.Value {
	length := func(s *syntax.Size) int {
		n, err := s.Eval(func(v *syntax.SizeVar) (int64, bool) { n, ok := c.sizes[v]; return n, ok })
		if err != nil {
			panic(err)
		}
		return int(n)
	}
	elems := func(n int, t syntax.Type) semantics.Value {
		if t == syntax.Real {
			xs := make([]float64, n)
			for i := range xs {
				xs[i] = float64(1+r.IntN(8)) / 4
			}
			return semantics.Reals(xs...)
		}
		vs := make([]semantics.Value, n)
		for i := range vs {
			vs[i] = c.value(r, t, depth)
		}
		return semantics.Values(vs...)
	}
	switch t := t.(type) {
	case *syntax.Scalar:
		switch t {
		case syntax.Real:
			return semantics.Real(float64(1+r.IntN(8)) / 4)
		case syntax.Bool:
			return semantics.Bool(r.IntN(2) == 0)
		}
		return semantics.Int(r.IntN(c.n))
	case *syntax.IdxType:
		return semantics.Int(r.IntN(length(t.Bound)))
	case *syntax.TupleType:
		vs := make([]semantics.Value, len(t.Elems))
		for i, e := range t.Elems {
			vs[i] = c.value(r, e, depth)
		}
		return &semantics.Tuple{Elems: vs}
	case *syntax.ArrayType:
		return elems(length(t.Len), t.Elem)
	case *syntax.DynType:
		return elems(r.IntN(4), t.Elem)
	}
	vs, _ := syntax.Variants(t)
	k := r.IntN(len(vs))
	if _, data := t.(*syntax.Data); data {
		if depth--; depth == 0 {
			k = 0
		}
	}
	return &semantics.Inj{Tag: k, Arg: c.value(r, vs[k], depth)}
}

// wrongInt is what hosts may write where an index or a tag is wanted.
func wrongInt(r *rand.Rand, x int64) int64 {
	return []int64{-1, x + 1, x + 5, 1000, -1 << 63, 1<<63 - 1, 1 << 32}[r.IntN(7)]
}

// spoilt is a leaf with another number or tag in it, where there is one to change: that may still be a value of its
// type, or in a variant that is not there.
func (c *arguments) spoilt(r *rand.Rand, x loop.Value) (loop.Value, bool) {
	switch x := x.(type) {
	case int64:
		return wrongInt(r, x), true
	case []int64:
		if len(x) == 0 {
			return nil, false
		}
		x = slices.Clone(x)
		k := r.IntN(len(x))
		x[k] = wrongInt(r, x[k])
		return x, true
	case []loop.Value:
		if len(x) == 0 {
			return nil, false
		}
		x = slices.Clone(x)
		k := r.IntN(len(x))
		y, ok := c.spoilt(r, x[k])
		x[k] = y
		return x, ok
	case *loop.Object:
		return c.spoiltCell(r, x)
	case []*loop.Object:
		if len(x) == 0 {
			return nil, false
		}
		x = slices.Clone(x)
		k := r.IntN(len(x))
		y, ok := c.spoiltCell(r, x[k])
		x[k], _ = y.(*loop.Object)
		return x, ok
	}
	return nil, false
}

// spoiltCell is a cell with something else in one of its fields, or with a tag that there is not.
func (c *arguments) spoiltCell(r *rand.Rand, o *loop.Object) (loop.Value, bool) {
	if o == nil {
		return nil, false
	}
	if r.IntN(4) == 0 {
		c.broken = true
		more := *o.Cell
		more.Ctors = append(slices.Clone(more.Ctors), loop.Ctor{Name: "None"})
		return loop.NewObject(&more, len(more.Ctors)-1), true
	}
	fields := o.Cell.Ctors[o.Ctor].Fields
	if len(fields) == 0 {
		return nil, false
	}
	k := r.IntN(len(fields))
	var vals []loop.Value
	for i := range fields {
		vals = append(vals, o.Field(i))
	}
	y, ok := c.spoilt(r, vals[k])
	vals[k] = y
	return loop.NewObject(o.Cell, o.Ctor, vals...), ok
}

// interpreted is the value by the interpreter.
func (c *arguments) interpreted(f *chad.Func) (semantics.Value, error) {
	if c.broken {
		return nil, errors.New("there is no such value")
	}
	var args []semantics.Value
	rest := c.leaves
	for _, p := range c.params {
		ts, err := loopval.Types(p.Type, func(*syntax.Data) *loop.Cell { return nil })
		if err != nil {
			return nil, err
		}
		v, err := loopval.Unflatten(rest[:len(ts)], p.Type, c.sizes)
		if err != nil {
			return nil, err
		}
		args, rest = append(args, v), rest[len(ts):]
	}
	return f.Call(args...)
}

// text are the arguments in Go.
func (c *arguments) text(pkg string) string {
	var out []string
	for _, x := range c.leaves {
		out = append(out, goValue(pkg, x))
	}
	return strings.Join(out, ", ")
}

func goValue(pkg string, x loop.Value) string {
	elems := func(n int, elem func(i int) string) string {
		var out []string
		for i := range n {
			out = append(out, elem(i))
		}
		return "{" + strings.Join(out, ", ") + "}"
	}
	switch x := x.(type) {
	case float64:
		return strconv.FormatFloat(x, 'g', -1, 64)
	case int64:
		return strconv.FormatInt(x, 10)
	case bool:
		return strconv.FormatBool(x)
	case []float64:
		return "[]float64" + elems(len(x), func(i int) string { return goValue(pkg, x[i]) })
	case []int64:
		return "[]int" + elems(len(x), func(i int) string { return goValue(pkg, x[i]) })
	case []bool:
		return "[]bool" + elems(len(x), func(i int) string { return goValue(pkg, x[i]) })
	case []loop.Value:
		if len(x) == 0 {
			return "nil"
		}
		head, _, _ := strings.Cut(goValue(pkg, x[0]), "{")
		return "[]" + head + elems(len(x), func(i int) string { return goValue(pkg, x[i]) })
	case *loop.Object:
		return goCell(pkg, x)
	case []*loop.Object:
		if len(x) == 0 {
			return "nil"
		}
		var names []string
		for _, o := range x {
			if o != nil {
				names = append(names, o.Cell.Name)
			}
		}
		if len(names) == 0 {
			return fmt.Sprintf("make([]*%s.Chain, %d)", pkg, len(x))
		}
		return "[]*" + pkg + "." + upperFirst(names[0]) + elems(len(x), func(i int) string { return goValue(pkg, x[i]) })
	}
	return "nil"
}

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// goCell is a cell: the fields of constructor C are C1, C2 and so on, and the tag of a sum among them has Tag behind
// its name.
func goCell(pkg string, o *loop.Object) string {
	if o == nil {
		return "nil"
	}
	out := []string{"Tag: " + strconv.Itoa(o.Ctor)}
	for i, f := range o.Cell.Ctors[o.Ctor].Fields {
		name := strings.ReplaceAll(f.Name, "_tag", "Tag")
		if f.Name == o.Cell.Ctors[o.Ctor].Name {
			name += "1"
		}
		out = append(out, name+": "+goValue(pkg, o.Field(i)))
	}
	return "&" + pkg + "." + upperFirst(o.Cell.Name) + "{" + strings.Join(out, ", ") + "}"
}

// realsIn are the reals of a value in their order.
func realsIn(v semantics.Value) (out []float64) {
	switch v := v.(type) {
	case semantics.Real:
		return []float64{float64(v)}
	case *semantics.Tuple:
		for _, e := range v.Elems {
			out = append(out, realsIn(e)...)
		}
	case *semantics.Array:
		for i := range v.Len() {
			out = append(out, realsIn(v.At(i))...)
		}
	}
	return out
}

func numbersIn(xs []loop.Value) (out []float64) {
	for _, x := range xs {
		switch x := x.(type) {
		case float64:
			out = append(out, x)
		case []float64:
			out = append(out, x...)
		}
	}
	return out
}
