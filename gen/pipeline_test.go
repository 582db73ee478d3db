package gen_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad/dual"
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/chad/reverse"
	"github.com/seed-4b734f86/gochad/gen"
	"github.com/seed-4b734f86/gochad/lower"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/text"
)

// leaves spells out the representation that the package comment states: the
// Go type of each variable of a value of type t.
func leaves(t sx.Type) []string {
	switch t := t.(type) {
	case *sx.Scalar:
		return []string{map[*sx.Scalar]string{sx.Real: "float64", sx.Int: "int", sx.Bool: "bool"}[t]}
	case *sx.IdxType:
		return []string{"int"}
	case *sx.TupleType:
		var out []string
		for _, e := range t.Elems {
			out = append(out, leaves(e)...)
		}
		return out
	case *sx.SumType:
		out := []string{"int"}
		for _, e := range t.Variants {
			out = append(out, leaves(e)...)
		}
		return out
	case *sx.ArrayType:
		return prefixed(leaves(t.Elem))
	case *sx.DynType:
		return prefixed(leaves(t.Elem))
	}
	panic("no leaves of " + t.String())
}

func prefixed(ls []string) []string {
	out := make([]string, len(ls))
	for i, l := range ls {
		out[i] = "[]" + l
	}
	return out
}

// literals are the Go expressions of the variables of v. An absent variant is
// given as its Go zero value.
func literals(t sx.Type, v semantics.Value) []string {
	switch t := t.(type) {
	case *sx.Scalar:
		if r, ok := v.(semantics.Real); ok {
			return []string{real(float64(r))}
		}
		if b, ok := v.(semantics.Bool); ok {
			return []string{strconv.FormatBool(bool(b))}
		}
		return []string{fmt.Sprint(int64(v.(semantics.Int)))}
	case *sx.IdxType:
		return []string{fmt.Sprint(int64(v.(semantics.Int)))}
	case *sx.TupleType:
		var out []string
		for i, e := range t.Elems {
			out = append(out, literals(e, v.(*semantics.Tuple).Elems[i])...)
		}
		return out
	case *sx.SumType:
		inj, tag := variant(t, v)
		out := []string{strconv.Itoa(tag)}
		for i, e := range t.Variants {
			if i == inj.Tag {
				out = append(out, literals(e, inj.Arg)...)
				continue
			}
			for _, l := range leaves(e) {
				out = append(out, "*new("+l+")")
			}
		}
		return out
	case *sx.ArrayType:
		return slices(t.Elem, v.(*semantics.Array))
	case *sx.DynType:
		return slices(t.Elem, v.(*semantics.Array))
	}
	panic("no literal of " + t.String())
}

// variant is a value of a sum with the tag that Go code gives it: linear sums keep 0 for zero.
func variant(t *sx.SumType, v semantics.Value) (*semantics.Inj, int) {
	inj, ok := v.(*semantics.Inj)
	switch {
	case !ok:
		return &semantics.Inj{Tag: -1}, 0
	case t.Linear:
		return inj, inj.Tag + 1
	}
	return inj, inj.Tag
}

func real(x float64) string {
	switch {
	case math.IsNaN(x):
		return "math.NaN()"
	case math.IsInf(x, 0):
		return fmt.Sprintf("math.Inf(%g)", math.Copysign(1, x))
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

func slices(elem sx.Type, a *semantics.Array) []string {
	ls := leaves(elem)
	parts := make([][]string, len(ls))
	for i := range a.Len() {
		for k, s := range literals(elem, a.At(i)) {
			parts[k] = append(parts[k], s)
		}
	}
	out := make([]string, len(ls))
	for k, l := range ls {
		out[k] = "[]" + l + "{" + strings.Join(parts[k], ", ") + "}"
	}
	return out
}

// A run is a call of a definition whose Go is compared with the evaluator.
type run struct {
	def  *sx.Def
	args []semantics.Value
	into map[int]string
}

// compare emits the definitions of p that runs call, runs them, and compares
// with what the evaluator says of the same definitions (or oracle).
type compare struct {
	dir     string
	main    strings.Builder
	imports strings.Builder
	want    []string
	what    []string
	blas    bool // emits calls of gonum
	jam     bool // emits rows four at a time
	split   int  // SplitOver
	plain   bool // compiled without optimising, where nothing is said of memory
	sources []string
}

func newCompare(t *testing.T) *compare {
	c := &compare{dir: t.TempDir()}
	repo, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	c.write(t, "go.mod", "module samples\n\ngo 1.26.0\n\nrequire github.com/seed-4b734f86/gochad v0.0.0\n\n"+
		"replace github.com/seed-4b734f86/gochad => "+repo+"\n")
	return c
}

func (c *compare) write(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join(c.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// add emits one package with a function for each run.
func (c *compare) add(t *testing.T, pkg string, p *sx.Program, runs []run) {
	t.Helper()
	var exports []gen.Export
	names := map[*sx.Def]string{}
	for _, r := range runs {
		if names[r.def] == "" {
			names[r.def] = fmt.Sprintf("F%d", len(names))
			exports = append(exports, gen.Export{Def: r.def, Name: names[r.def], Into: r.into})
		}
	}
	src, err := gen.Generate(p, gen.Options{Package: pkg, Source: "corpus.chad", Exports: exports, BLAS: c.blas, Jam: c.jam, SplitOver: c.split})
	if err != nil {
		t.Fatalf("%s: %v\n%s", pkg, err, sx.ProgramString(p))
	}
	c.write(t, pkg+"/"+pkg+".go", string(src))
	c.sources = append(c.sources, string(src))
	if os.Getenv("GEN_SHOW") != "" {
		t.Logf("%s", src)
	}
	c.imports.WriteString("\t\"samples/" + pkg + "\"\n")
	for _, r := range runs {
		c.call(t, pkg, names[r.def], r)
	}
}

func (c *compare) call(t *testing.T, pkg, name string, r run) {
	t.Helper()
	p := prepare(t, r, "")
	callText := fmt.Sprintf("%s.%s(%s)", pkg, name, strings.Join(p.args, ", "))
	if len(p.results) > 0 {
		callText = strings.Join(p.results, ", ") + " := " + callText
	}
	fmt.Fprintf(&c.main, "\tshow(func() []any { %s; %s; return list(%s) })\n", strings.Join(p.before, "; "), callText, strings.Join(p.outs, ", "))
	c.want = append(c.want, p.want)
	c.what = append(c.what, fmt.Sprintf("%s: %s as %s", pkg, r.def.Name, callText))
}

// prepared is a call as Go.
type prepared struct {
	args    []string // buffers at the end
	before  []string // statements that make buffers
	results []string // variables for what is returned
	outs    []string // these and the buffers, in the order of the result
	want    string
}

// prepare writes a call; the names of its variables end in suffix.
func prepare(t *testing.T, r run, suffix string) prepared {
	t.Helper()
	var p prepared
	v, err := semantics.Call(r.def, r.args...)
	sizes, sizeErr := semantics.InferSizes(r.def, r.args)
	if sizeErr != nil {
		t.Fatal(sizeErr)
	}
	if err != nil {
		p.want = "panic"
	} else {
		env := map[*sx.SizeVar]int64{}
		for i, s := range r.def.Sizes {
			env[s] = sizes[i]
		}
		n, err := semantics.Normal(v, r.def.Result, env)
		if err != nil {
			t.Fatal(err)
		}
		p.want = strings.Join(expected(r.def.Result, n), " ")
	}
	for i, s := range r.def.Sizes {
		given := false
		for _, x := range r.def.Params {
			given = given || hasLength(x.Type, s)
		}
		if !given {
			p.args = append(p.args, fmt.Sprint(sizes[i]))
		}
	}
	for i, x := range r.def.Params {
		p.args = append(p.args, literals(x.Type, r.args[i])...)
	}
	for k, l := range leaves(r.def.Result) {
		id := fmt.Sprintf("r%d%s", k, suffix)
		if r.into[k] != "" {
			n := int64(0)
			if err == nil {
				n = lengthOf(r.def.Result, v, k)
			}
			if l == "[][]float64" {
				m := int64(0)
				if n > 0 {
					m = columns(r.def.Result, v, k)
				}
				p.before = append(p.before, fmt.Sprintf("%s := make(%s, %d); for i := range %s { %s[i] = make([]float64, %d); for j := range %s[i] { %s[i][j] = 99 } }",
					id, l, n, id, id, m, id, id))
			} else {
				p.before = append(p.before, fmt.Sprintf("%s := make(%s, %d); for i := range %s { %s[i] = 99 }", id, l, n, id, id))
			}
			p.args = append(p.args, id)
		} else {
			p.results = append(p.results, id)
		}
		p.outs = append(p.outs, id)
	}
	return p
}

// hasLength reports whether a size is the length of a slice in a value of type t.
func hasLength(t sx.Type, s *sx.SizeVar) bool {
	switch t := t.(type) {
	case *sx.TupleType:
		for _, e := range t.Elems {
			if hasLength(e, s) {
				return true
			}
		}
	case *sx.SumType:
		for _, e := range t.Variants {
			if hasLength(e, s) {
				return true
			}
		}
	case *sx.ArrayType:
		v, ok := t.Len.IsVar()
		return ok && v == s && len(leaves(t.Elem)) > 0 || hasLength(t.Elem, s)
	}
	return false
}

// lengthOf is the length of the k-th leaf of v, an array.
func lengthOf(t sx.Type, v semantics.Value, k int) int64 {
	switch t := t.(type) {
	case *sx.TupleType:
		for i, e := range t.Elems {
			n := len(leaves(e))
			if k < n {
				return lengthOf(e, v.(*semantics.Tuple).Elems[i], k)
			}
			k -= n
		}
	case *sx.ArrayType:
		if a, ok := v.(*semantics.Array); ok {
			return int64(a.Len())
		}
	}
	panic("no length")
}

// columns is the length of the first row of the k-th leaf of v, a matrix.
func columns(t sx.Type, v semantics.Value, k int) int64 {
	switch t := t.(type) {
	case *sx.TupleType:
		for i, e := range t.Elems {
			n := len(leaves(e))
			if k < n {
				return columns(e, v.(*semantics.Tuple).Elems[i], k)
			}
			k -= n
		}
	case *sx.ArrayType:
		return lengthOf(t.Elem, v.(*semantics.Array).At(0), k)
	}
	panic("no matrix")
}

// expected prints the variables of v as fmt does.
func expected(t sx.Type, v semantics.Value) []string {
	switch t := t.(type) {
	case *sx.TupleType:
		var out []string
		for i, e := range t.Elems {
			out = append(out, expected(e, v.(*semantics.Tuple).Elems[i])...)
		}
		return out
	case *sx.SumType:
		inj, tag := variant(t, v)
		out := []string{strconv.Itoa(tag)}
		for i, e := range t.Variants {
			if i == inj.Tag {
				out = append(out, expected(e, inj.Arg)...)
				continue
			}
			for range leaves(e) {
				out = append(out, "?")
			}
		}
		return out
	case *sx.ArrayType:
		return expectedArray(t.Elem, v.(*semantics.Array))
	case *sx.DynType:
		return expectedArray(t.Elem, v.(*semantics.Array))
	}
	if r, ok := v.(semantics.Real); ok {
		return []string{fmt.Sprint(float64(r))}
	}
	return literals(t, v)
}

func expectedArray(elem sx.Type, a *semantics.Array) []string {
	parts := make([][]string, len(leaves(elem)))
	for i := range a.Len() {
		for k, s := range expected(elem, a.At(i)) {
			parts[k] = append(parts[k], s)
		}
	}
	out := make([]string, len(parts))
	for k, p := range parts {
		out[k] = "[" + strings.Join(p, " ") + "]"
	}
	return out
}

// finish vets, runs and compares everything added.
func (c *compare) finish(t *testing.T) {
	t.Helper()
	if keep := os.Getenv("GEN_KEEP"); keep != "" {
		_ = os.CopyFS(keep, os.DirFS(c.dir))
	}
	c.write(t, "main.go", strings.Replace(runner, "IMPORTS", c.imports.String(), 1)+c.main.String()+"}\n")
	flags := "-gcflags=samples/...=-dwarf=false" // the same for vet, which compiles what others import
	if c.plain {
		flags += " -N -l"
	}
	for _, args := range [][]string{{"vet", flags, "./..."}, {"build", flags, "-ldflags=-s -w", "-o", "run.exe", "."}} {
		cmd := exec.Command("go", args...)
		cmd.Dir = c.dir
		if out, err := cmd.CombinedOutput(); err != nil {
			if keep := os.Getenv("GEN_KEEP"); keep != "" {
				_ = os.CopyFS(keep, os.DirFS(c.dir))
			}
			t.Fatalf("go %s: %v\n%s", args[0], err, out)
		}
	}
	cmd := exec.Command(filepath.Join(c.dir, "run.exe"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != len(c.want) {
		t.Fatalf("got %d results, want %d:\n%s", len(lines), len(c.want), out)
	}
	for i, l := range lines {
		if !agree(l, c.want[i]) {
			t.Errorf("%s\n got %s\nwant %s", c.what[i], l, c.want[i])
		}
	}
}

// agree compares printed values up to rounding; ? stands for anything.
func agree(got, want string) bool {
	if want == "panic" {
		return strings.HasPrefix(got, "panic:")
	}
	g, w := tokens(got), tokens(want)
	if len(g) != len(w) {
		return strings.Contains(want, "?") && g[0] == w[0]
	}
	for i := range g {
		if g[i] == w[i] || w[i] == "?" {
			continue
		}
		x, err1 := strconv.ParseFloat(g[i], 64)
		y, err2 := strconv.ParseFloat(w[i], 64)
		if err1 != nil || err2 != nil || !(math.Abs(x-y) <= 1e-9*(1+math.Abs(y))) {
			return false
		}
	}
	return true
}

func tokens(s string) []string {
	return strings.Fields(strings.NewReplacer("[", " [ ", "]", " ] ").Replace(s))
}

const runner = `package main

import (
	"fmt"
	"math"
	"strings"
	"testing"

IMPORTS)

var _, _ = math.Pi, testing.AllocsPerRun

func list(xs ...any) []any { return xs }

// plain prints values without the braces of structs.
func plain(xs ...any) string {
	return strings.NewReplacer("{", "", "}", "", "\n", "").Replace(fmt.Sprintln(xs...))
}

// A call is one that was shown: what it returned, and what that printed as.
type call struct {
	f    func() []any
	vals []any
	text string
}

var calls []*call

func (c *call) run() {
	defer func() {
		if r := recover(); r != nil {
			c.text = fmt.Sprintln("panic:", r)
		}
	}()
	c.vals = c.f()
	c.text = fmt.Sprintln(c.vals...)
}

func show(f func() []any) {
	c := &call{f: f}
	c.run()
	fmt.Print(c.text)
	calls = append(calls, c)
}

// again makes all calls once more, last ones first. They give the same, and no result of the first time has changed.
func again() {
	for i := len(calls) - 1; i >= 0; i-- {
		c := &call{f: calls[i].f}
		c.run()
		if c.text != calls[i].text {
			fmt.Printf("call %d: first %sthen %s", i, calls[i].text, c.text)
		}
	}
	for i, c := range calls {
		if text := fmt.Sprintln(c.vals...); c.vals != nil && text != c.text {
			fmt.Printf("result %d: first %slater %s", i, c.text, text)
		}
	}
}

func main() {
	defer again()
`

// value makes an argument of type t, with array lengths given by name.
func value(t sx.Type, lens map[string]int64, k *int) semantics.Value {
	switch t := t.(type) {
	case *sx.Scalar:
		*k++
		switch t {
		case sx.Real:
			return semantics.Real(math.Round(100*(1.1+math.Sin(float64(*k)*1.7))) / 100)
		case sx.Int:
			return semantics.Int(int64(*k*7%5) + 1)
		}
		return semantics.Bool(*k%2 == 0)
	case *sx.IdxType:
		*k++
		n, _ := t.Bound.Eval(func(v *sx.SizeVar) (int64, bool) { return lens[v.Name], true })
		return semantics.Int(int64(*k*3) % max(n, 1))
	case *sx.TupleType:
		vs := make([]semantics.Value, len(t.Elems))
		for i, e := range t.Elems {
			vs[i] = value(e, lens, k)
		}
		return &semantics.Tuple{Elems: vs}
	case *sx.SumType:
		*k++
		tag := *k % len(t.Variants)
		return &semantics.Inj{Tag: tag, Arg: value(t.Variants[tag], lens, k)}
	case *sx.ArrayType:
		n, _ := t.Len.Eval(func(v *sx.SizeVar) (int64, bool) { return lens[v.Name], true })
		return arrayValue(t.Elem, n, lens, k)
	case *sx.DynType:
		return arrayValue(t.Elem, 4, lens, k)
	}
	panic("no value of " + t.String())
}

func arrayValue(elem sx.Type, n int64, lens map[string]int64, k *int) semantics.Value {
	if elem == sx.Real {
		f := make([]float64, n)
		for i := range f {
			f[i] = float64(value(elem, lens, k).(semantics.Real))
		}
		return semantics.Reals(f...)
	}
	vs := make([]semantics.Value, n)
	for i := range vs {
		vs[i] = value(elem, lens, k)
	}
	return semantics.Values(vs...)
}

func arguments(d *sx.Def, seed int, n, m int64) []semantics.Value {
	lens := map[string]int64{"n": n, "m": m, "k": m + 1}
	k := seed
	args := make([]semantics.Value, len(d.Params))
	for i, p := range d.Params {
		args[i] = value(p.Type, lens, &k)
	}
	return args
}

// load parses a source program.
func load(t *testing.T, file string) *sx.Program {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, ds := text.Load(file, src)
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestCorpus compares every definition of the corpus, plain and simplified, and its gradient through
// the whole pipeline, with the evaluator.
func TestCorpus(t *testing.T) {
	p := load(t, "testdata/corpus.chad")
	c := newCompare(t)
	runs := func(p *sx.Program) []run {
		var out []run
		for _, d := range p.Defs {
			if !strings.HasPrefix(d.Name, "sub") {
				out = append(out, run{def: d, args: arguments(d, 0, 3, 2)}, run{def: d, args: arguments(d, 5, 1, 4)})
			}
		}
		return out
	}
	c.add(t, "source", p, runs(p))
	q, _, err := simplify.Program(p, simplify.Options{KeepNames: true})
	if err != nil {
		t.Fatal(err)
	}
	c.add(t, "simplified", q, runs(q))
	anf := load(t, "testdata/corpus.chad")
	sx.ANFProgram(anf)
	c.add(t, "anf", anf, runs(anf))
	for _, d := range anf.Defs {
		if d.Result == sx.Real && !strings.HasPrefix(d.Name, "sub") {
			c.addGradient(t, d)
		}
	}
	c.finish(t)
}

// addGradient emits the gradient of d, a definition in A-normal form. With calls of gonum it emits just that: what is
// emitted without them stays the same, and TestJam has it.
func (c *compare) addGradient(t *testing.T, d *sx.Def) {
	t.Helper()
	low, def := compiled(t, d)
	if def == nil {
		return
	}
	into := buffers(def)
	runs := []run{{def: def, args: arguments(def, 0, 3, 2), into: into}, {def: def, args: arguments(def, 4, 2, 2), into: into}}
	steady := fmt.Sprintf("steady%s%d", strings.ToLower(d.Name), len(c.want))
	if !c.blas {
		c.addSteady(t, steady, low, def)
	}
	if c.blas || c.jam {
		c.add(t, fmt.Sprintf("grad%s%d", strings.ToLower(d.Name), len(c.want)), low, runs)
		return
	}
	for _, r := range runs {
		c.call(t, steady, "F", r)
	}
}

// compiled takes the gradient of d through the compiled route.
func compiled(t *testing.T, d *sx.Def) (*sx.Program, *sx.Def) {
	t.Helper()
	f := functor.New(reverse.Mode{}, functor.Options{})
	push := dual.New()
	f.Push, f.Linear, f.LinearBlock = push.Push, push.Linear, push.LinearBlock
	active := make([]bool, len(d.Params))
	some := false
	for i, p := range d.Params {
		tt := sx.TangentType(p.Type)
		active[i] = tt != nil && tt != sx.Unit
		some = some || active[i]
	}
	if !some {
		return nil, nil
	}
	der, err := f.Definition(d, active)
	if err != nil {
		t.Fatalf("%s: %v", d.Name, err)
	}
	g := gradient(d.Name+"_grad", der.Def)
	p := &sx.Program{Defs: reachable(g)}
	for _, o := range []simplify.Options{{}, {KeepNames: true}} {
		if p, _, err = simplify.Program(p, o); err != nil {
			t.Fatalf("%s: %v", d.Name, err)
		}
		if o.KeepNames {
			break
		}
		low, err := lower.Run(context.Background(), p)
		if err != nil {
			t.Fatalf("%s: %v", d.Name, err)
		}
		if len(low.Kept) > 0 {
			t.Logf("%s stays higher-order: %s", d.Name, low.Kept[0].Reason)
			return nil, nil
		}
		p = low.Program
	}
	return p, p.Lookup(g.Name)
}

// gradient is the definition that applies the pullback of d to 1.
func gradient(name string, d *sx.Def) *sx.Def {
	out := &sx.Def{Name: name}
	env := map[*sx.SizeVar]*sx.Size{}
	var sizes []*sx.Size
	for _, n := range d.Sizes {
		m := sx.NewSizeVar(n.Name)
		out.Sizes, env[n] = append(out.Sizes, m), sx.SizeOfVar(m)
		sizes = append(sizes, env[n])
	}
	var args []sx.Term
	for _, p := range d.Params {
		x := sx.NewVar(p.Name, sx.SubstSizes(p.Type, func(n *sx.SizeVar) *sx.Size { return env[n] }))
		out.Params, args = append(out.Params, x), append(args, sx.Ref(x))
	}
	call := sx.NewCall(nil, d, sizes, args...)
	z := sx.NewVar("z", call.Type())
	out.Body = sx.NewLet([]sx.Bind{{Var: z, Rhs: call}},
		sx.NewTuple(sx.NewProj(0, sx.Ref(z)), sx.NewLinApp(sx.NewProj(1, sx.Ref(z)), sx.RealLit(1))))
	out.Result = out.Body.Type()
	return out
}

func reachable(d *sx.Def) []*sx.Def {
	seen, out := map[*sx.Def]bool{d: true}, []*sx.Def{d}
	for i := 0; i < len(out); i++ {
		var visit func(t sx.Term)
		visit = func(t sx.Term) {
			if c, ok := t.(*sx.Call); ok && !seen[c.Def] {
				seen[c.Def] = true
				out = append(out, c.Def)
			}
			sx.Children(t, visit)
		}
		visit(out[i].Body)
	}
	return out
}
