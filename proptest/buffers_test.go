package proptest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

var (
	manyBuffers = flag.Int("buffers", 6, "how many programs TestBuffers compiles")
	firstBuffer = flag.Int64("firstbuffer", 0, "the first seed of TestBuffers")
)

// TestBuffers: every operator of package chad on random programs at several sizes. In the evaluator the operators agree
// with each other and with differences. As Go and in wazero each gives what it gives in the evaluator, though every
// buffer is NaN before the call, and a workspace that other sizes have used is too.
func TestBuffers(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles Go")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute+time.Duration(*manyBuffers)*5*time.Second)
	defer cancel()
	engine, err := run.NewEngine(ctx, run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close(ctx) //nolint:errcheck // the test is over
	programs, failed := 0, 0
	for first := *firstBuffer; first < *firstBuffer+int64(*manyBuffers); first += perPackage {
		b := &buffersRun{engine: engine, same: nearly}
		for seed := first; seed < min(first+perPackage, *firstBuffer+int64(*manyBuffers)); seed++ {
			if err := b.add(seed); errors.Is(err, ErrDiscard) {
				failed++
			} else if err != nil {
				t.Errorf("seed %d: %v", seed, err)
			} else {
				programs++
			}
		}
		if err := b.inGo(ctx, t.TempDir()); err != nil {
			t.Error(err)
		}
		for _, p := range b.programs {
			if err := b.inWasm(ctx, p, wasmbackend.Options{Scalar: p.seed%2 == 0}); err != nil {
				t.Errorf("%v\n%s", err, p.text)
			}
		}
	}
	t.Logf("%d programs, %d more have no value or run too long", programs, failed)
	if failed > programs/4+2 {
		t.Errorf("%d of %d programs could not be looked at", failed, programs+failed)
	}
}

// A buffersRun is some programs, with their calls, that go into one package. same compares number i of the results of a
// call.
type buffersRun struct {
	engine   *run.Engine
	same     func(c *operationCall, i int, got, want float64) bool
	programs []*bufferProgram
}

// A bufferProgram is a random program with its operators, and calls of these.
type bufferProgram struct {
	seed  int64
	text  string
	ops   []*operation
	calls []*operationCall
}

// An operation is an operator of package chad on one of the two definitions total, of a real, and vec, of an array.
type operation struct {
	name string
	f    *chad.Func
	into map[int]string // of the leaves of the result that are arrays
	// valued says that the first number of the result is the value of the function itself.
	valued bool
}

// An operationCall is an operation with arguments, and what the evaluator says.
type operationCall struct {
	*operation
	size int
	args []semantics.Value
	want semantics.Value
}

// withTotal adds two definitions behind main: of its result, a real or a tuple of reals, total makes a real, vec an
// array.
func withTotal(s *Sample) *syntax.Program {
	define := func(name string, body func(reals []syntax.Term) syntax.Term) *syntax.Def {
		d := &syntax.Def{Name: name}
		var sizes []*syntax.Size
		of := map[*syntax.SizeVar]*syntax.Size{}
		for _, n := range s.Entry.Sizes {
			m := syntax.NewSizeVar(n.Name)
			d.Sizes, sizes = append(d.Sizes, m), append(sizes, syntax.SizeOfVar(m))
			of[n] = syntax.SizeOfVar(m)
		}
		var args []syntax.Term
		for _, p := range s.Entry.Params {
			x := syntax.NewVar(p.Name, syntax.SubstSizes(p.Type, func(n *syntax.SizeVar) *syntax.Size { return of[n] }))
			d.Params, args = append(d.Params, x), append(args, syntax.Ref(x))
		}
		var sp syntax.Spine
		y := sp.Let("y", syntax.NewCall(nil, s.Entry, sizes, args...))
		reals := []syntax.Term{y}
		if t, ok := y.Type().(*syntax.TupleType); ok {
			reals = nil
			for i := range t.Elems {
				reals = append(reals, syntax.NewProj(i, y))
			}
		}
		d.Body = sp.In(body(reals))
		d.Result = d.Body.Type()
		return d
	}
	total := define("total", func(reals []syntax.Term) syntax.Term {
		sum := reals[0]
		for _, r := range reals[1:] {
			sum = syntax.Add(sum, r)
		}
		return sum
	})
	vec := define("vec", func(reals []syntax.Term) syntax.Term { return syntax.NewArrayLit(syntax.Real, reals...) })
	return &syntax.Program{Data: s.Program.Data, Defs: append(slices.Clone(s.Program.Defs), total, vec)}
}

// finished is a program that was built.
type finished struct{ *syntax.Program }

func (p finished) Finish() (*syntax.Program, error) { return p.Program, nil }

// add makes the operators of a program, calls them in the evaluator, and holds them against each other there.
func (b *buffersRun) add(seed int64) error {
	// Small programs have derivatives that are constant, or zero, in part: there lanes have equal results, and nothing
	// is written.
	c := Config{Seed: seed, RealEntry: true, Size: []int{1, 2, 4, 15}[seed%4]}
	if seed%3 == 1 {
		c.Features, c.Plain = AllFeatures&^Kinks, true
	}
	s := Generate(c)
	built := withTotal(s)
	p := &bufferProgram{seed: seed, text: syntax.ProgramString(built)}
	total, err := chad.Built(finished{built}, "total")
	if err != nil {
		return err
	}
	vec, err := chad.Built(finished{built}, "vec")
	if err != nil {
		return err
	}
	x := &operatorCheck{p: p, def: s.Entry, rng: rand.New(rand.NewSource(seed))}
	if err := x.operators(total, vec); err != nil {
		return fmt.Errorf("%w\n%s", err, p.text)
	}
	for _, size := range []int{3, 1, 4, 2} {
		if err := x.at(size); err != nil {
			return fmt.Errorf("%w\n%s", err, p.text)
		}
	}
	b.programs = append(b.programs, p)
	return nil
}

// An operatorCheck holds the operators of one program against each other.
type operatorCheck struct {
	p    *bufferProgram
	def  *syntax.Def
	rng  *rand.Rand
	size int
	args []semantics.Value
	eval semantics.Evaluator
}

// operators makes all of them.
func (x *operatorCheck) operators(total, vec *chad.Func) (err error) {
	add := func(name string, f *chad.Func, e error) {
		if e != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", name, e))
			return
		}
		x.p.ops = append(x.p.ops, newOperation(name, f))
	}
	plain, e := total.Plain()
	add("Value", plain, e)
	for name, op := range map[string]func(*chad.Func, ...string) (*chad.Func, error){
		"Grad": chad.ValueAndGrad, "VJP": chad.VJP, "JVP": chad.JVP, "HVP": chad.HVP,
	} {
		f, e := op(total)
		add(name, f, e)
	}
	f, e := chad.VJP(vec)
	add("VecVJP", f, e)
	f, e = chad.JVP(vec)
	add("VecJVP", f, e)
	for i, q := range x.def.Params {
		if rank(q.Type) > 1 {
			continue
		}
		name := strconv.Itoa(i)
		f, e := chad.Hessian(total, q.Name)
		add("Hessian"+name, f, e)
		f, e = chad.Jacobian(vec, q.Name)
		add("Jacobian"+name, f, e)
		f, e = chad.ValueAndGrad(total, q.Name)
		add("Grad"+name, f, e)
	}
	slices.SortFunc(x.p.ops, func(a, b *operation) int { return strings.Compare(a.name, b.name) })
	return err
}

// newOperation is an operation whose arrays are written into buffers.
func newOperation(name string, f *chad.Func) *operation {
	o := &operation{name: name, f: f, into: map[int]string{}}
	for i, r := range resultLeaves(f.Def().Result) {
		if r > 0 {
			o.into[i] = fmt.Sprintf("out%d", i)
		}
	}
	return o
}

// rank counts the dimensions of an array of reals.
func rank(t syntax.Type) int {
	if a, ok := t.(*syntax.ArrayType); ok {
		return 1 + rank(a.Elem)
	}
	return 0
}

// resultLeaves are the ranks of the reals and arrays in a result.
func resultLeaves(t syntax.Type) (out []int) {
	if tuple, ok := t.(*syntax.TupleType); ok {
		for _, e := range tuple.Elems {
			out = append(out, resultLeaves(e)...)
		}
		return out
	}
	return []int{rank(t)}
}

// call runs an operation in the evaluator at the point, with more arguments, and notes that.
func (x *operatorCheck) call(name string, more ...semantics.Value) ([]float64, error) {
	for _, o := range x.p.ops {
		if o.name != name {
			continue
		}
		args := slices.Concat(x.args, more)
		x.eval.Fuel = 10 * evalFuel
		v, err := x.eval.Call(o.f.Def(), args...)
		if err := tooLong(err); err != nil {
			return nil, err
		}
		x.p.calls = append(x.p.calls, &operationCall{o, x.size, args, v})
		return realsOf(v), nil
	}
	return nil, fmt.Errorf("no operation %s", name)
}

// at compares all operators at a random point, whose arrays have a length.
func (x *operatorCheck) at(size int) error {
	x.size = size
	var sizes []int64
	for range x.def.Sizes {
		sizes = append(sizes, int64(size))
	}
	env := sizingOf(x.def, sizes)
	x.args = nil
	var dirs, around []semantics.Value
	var d []float64
	for _, p := range x.def.Params {
		v := randomValue(x.rng, p.Type, env, 3)
		x.args = append(x.args, v)
		dirs = append(dirs, eachReal(v, func(float64) float64 { d = append(d, 2*x.rng.Float64()-1); return d[len(d)-1] }))
		around = append(around, eachReal(v, func(float64) float64 { return 2*x.rng.Float64() - 1 }))
	}
	seen := len(x.p.calls)
	err := x.compare(dirs, around, d)
	if err != nil {
		x.p.calls = x.p.calls[:seen]
	}
	return err
}

func (x *operatorCheck) compare(dirs, others []semantics.Value, d []float64) error {
	y, err := x.call("Value")
	if err != nil {
		if errors.Is(err, ErrDiscard) {
			return err
		}
		return fmt.Errorf("%w: the program fails: %w", ErrDiscard, err)
	}
	var all error
	get := func(name string, more ...semantics.Value) []float64 {
		out, err := x.call(name, more...)
		if err != nil && all == nil {
			all = fmt.Errorf("%s: %w", name, err)
		}
		return out
	}
	seed := 2*x.rng.Float64() - 1
	grad, vjp := get("Grad"), get("VJP", semantics.Real(seed))
	jvp, hvp, hvp2 := get("JVP", dirs...), get("HVP", dirs...), get("HVP", others...)
	vecJVP := get("VecJVP", dirs...)
	if all != nil {
		return all
	}
	if !finite(grad, vjp, jvp, hvp, hvp2, vecJVP) { // a point without a derivative
		return nil
	}
	k := len(vecJVP) / 2
	w := make([]float64, k)
	for i := range w {
		w[i] = 2*x.rng.Float64() - 1
	}
	vecVJP := get("VecVJP", semantics.Reals(slices.Clone(w)...))
	e := flatten(others)
	agree := func(what string, a, b, scale float64) {
		if all == nil && !(math.Abs(a-b) <= 1e-8*(1+scale)) {
			all = fmt.Errorf("at %v: %s: %v and %v", flatten(x.args), what, a, b)
		}
	}
	pair := func(what string, u, v, s, t []float64) { // ⟨u, v⟩ = ⟨s, t⟩
		a, p := dot(u, v)
		b, q := dot(s, t)
		agree(what, a, b, p+q)
	}
	g := grad[1:]
	agree("the values of Grad and of the function", grad[0], y[0], math.Abs(y[0]))
	agree("the values of VJP and of the function", vjp[0], y[0], math.Abs(y[0]))
	agree("the values of JVP and of the function", jvp[0], y[0], math.Abs(y[0]))
	pair("JVP and Grad", jvp[1:], []float64{1}, g, d)
	for i := range g {
		agree("VJP and Grad", vjp[1+i], seed*g[i], math.Abs(g[i]))
	}
	pair("the symmetry of the Hessian", hvp, e, hvp2, d)
	if all == nil {
		pair("VecVJP and VecJVP", vecJVP[k:], w, vecVJP[k:], d)
	}
	at := 0
	for i, v := range x.args {
		n := len(realsOf(v))
		if rank(x.def.Params[i].Type) <= 1 {
			x.block(i, at, n, g, agree, get)
		}
		at += n
	}
	if all == nil {
		all = x.differences(dirs, jvp[1], hvp)
	}
	return all
}

// block compares what is by one parameter, whose numbers are those from at on.
func (x *operatorCheck) block(i, at, n int, g []float64, agree func(string, float64, float64, float64), get func(string, ...semantics.Value) []float64) {
	name := strconv.Itoa(i)
	one, hess, jac := get("Grad"+name), get("Hessian"+name), get("Jacobian"+name)
	if one == nil || hess == nil || jac == nil {
		return
	}
	for j := range n {
		agree("Grad"+name+" and Grad", one[1+j], g[at+j], math.Abs(g[at+j]))
		k := 0
		unit := make([]semantics.Value, len(x.args))
		for i, v := range x.args {
			unit[i] = eachReal(v, func(float64) float64 {
				k++
				if k == at+j+1 {
					return 1
				}
				return 0
			})
		}
		column, tangent := get("HVP", unit...), get("VecJVP", unit...)
		if column == nil || tangent == nil {
			return
		}
		tangent = tangent[len(tangent)/2:]
		if !finite(column, tangent, hess, jac) {
			continue
		}
		for k := range n {
			agree("Hessian"+name+" and HVP", hess[j*n+k], column[at+k], math.Abs(column[at+k]))
		}
		for k := range tangent {
			agree("Jacobian"+name+" and VecJVP", jac[k*n+j], tangent[k], math.Abs(tangent[k]))
		}
	}
}

// differences compares the tangent, and the product with the Hessian, with differences along dirs, where these settle.
func (x *operatorCheck) differences(dirs []semantics.Value, tangent float64, hvp []float64) error {
	for _, r := range []struct {
		name string
		skip int
		got  []float64
	}{{"Value", 0, []float64{tangent}}, {"Grad", 1, hvp}} {
		i := slices.IndexFunc(x.p.ops, func(o *operation) bool { return o.name == r.name })
		s, err := differences(func(h float64) (semantics.Value, error) {
			args := make([]semantics.Value, len(x.args))
			for k, v := range x.args {
				args[k] = moved(v, realsOf(dirs[k]), h)
			}
			return x.eval.Call(x.p.ops[i].f.Def(), args...)
		})
		if err != nil || !s.smooth {
			continue
		}
		s.value, s.err = s.value[r.skip:], s.err[r.skip:]
		if worst, k := s.close(r.got); worst > 1 {
			return fmt.Errorf("at %v along %v: the derivative of %s is %v, differences say %v ± %g (%d)",
				flatten(x.args), flatten(dirs), r.name, r.got, s.value, s.err[k], k)
		}
	}
	return nil
}

func flatten(vs []semantics.Value) (out []float64) {
	for _, v := range vs {
		out = append(out, realsOf(v)...)
	}
	return out
}

func finite(lists ...[]float64) bool {
	for _, xs := range lists {
		if slices.ContainsFunc(xs, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }) {
			return false
		}
	}
	return true
}

// sameResults compares what a back end gives with what the evaluator gives, number by number.
func (b *buffersRun) sameResults(c *operationCall, got []float64) error {
	want := realsOf(c.want)
	ok := len(got) == len(want)
	for i := 0; ok && i < len(got); i++ {
		ok = b.same(c, i, got[i], want[i])
	}
	if !ok {
		return fmt.Errorf("%s at %v gives %v, in the evaluator %v", c.name, flatten(c.args), got, want)
	}
	return nil
}

// nearly is same up to the order of sums that have none.
func nearly(_ *operationCall, _ int, got, want float64) bool {
	return got == want || math.IsNaN(got) && math.IsNaN(want) || math.Abs(got-want) <= 1e-7*(1+math.Abs(want))
}

// A goRequest asks the program in testdata/buffers.go.txt for a call.
type goRequest struct {
	Name   string
	Args   []any
	Shapes [][]int // of the leaves of the result; arrays have buffers
}

// inGo calls everything in emitted Go.
func (b *buffersRun) inGo(ctx context.Context, dir string) error {
	var exports []chad.Export
	var requests bytes.Buffer
	var calls []*operationCall
	var seeds []int64
	table := "package main\n\nimport \"buffers/emitted\"\n\nvar functions = map[string]function{\n"
	write := json.NewEncoder(&requests)
	for k, p := range b.programs {
		for _, o := range p.ops {
			exports = append(exports, chad.Export{Func: o.f, Name: fmt.Sprintf("P%d%s", k, o.name), Into: o.into})
		}
		for _, c := range p.calls {
			r := goRequest{Name: fmt.Sprintf("P%d%s", k, c.name)}
			for _, a := range c.args {
				for _, v := range leavesOf(a) {
					r.Args = append(r.Args, plainGo(v))
				}
			}
			for _, v := range leavesOf(c.want) {
				r.Shapes = append(r.Shapes, shape(v))
			}
			if err := write.Encode(r); err != nil {
				return err
			}
			calls, seeds = append(calls, c), append(seeds, p.seed)
		}
	}
	src, err := chad.Emit("emitted", "", exports...)
	if err != nil {
		return err
	}
	for _, e := range exports {
		work := "nil"
		if bytes.Contains(src, []byte("func New"+e.Name+"Workspace()")) {
			work = "emitted.New" + e.Name + "Workspace()"
		}
		table += fmt.Sprintf("\t%q: {emitted.%s, %s},\n", e.Name, e.Name, work)
	}
	harness, err := os.ReadFile("testdata/buffers.go.txt")
	if err != nil {
		return err
	}
	for name, text := range map[string][]byte{
		"go.mod": []byte("module buffers\n\ngo 1.26\n"), "main.go": harness, "table.go": []byte(table + "}\n"), "emitted/emitted.go": src,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	cmd := exec.CommandContext(ctx, "go", "run", "-gcflags=-N -l -dwarf=false", ".")
	cmd.Dir, cmd.Stdin = dir, &requests
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("emitted Go: %w\n%.4000s", err, stderr.String())
	}
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<24)
	var wrong []error
	for i, c := range calls {
		if !lines.Scan() {
			return fmt.Errorf("emitted Go answers %d of %d calls\n%.4000s", i, len(calls), stderr.String())
		}
		var answer struct {
			Error string
			Bits  []uint64
		}
		if err := json.Unmarshal(lines.Bytes(), &answer); err != nil {
			return err
		}
		var got []float64
		for _, x := range answer.Bits {
			got = append(got, math.Float64frombits(x))
		}
		err := b.sameResults(c, got)
		if answer.Error != "" {
			err = fmt.Errorf("%s at %v %s; in the evaluator it gives %v", c.name, flatten(c.args), answer.Error, realsOf(c.want))
		}
		if err != nil {
			k := slices.IndexFunc(b.programs, func(p *bufferProgram) bool { return p.seed == seeds[i] })
			wrong = append(wrong, fmt.Errorf("seed %d: as Go %w\n%s", seeds[i], err, b.programs[k].text))
		}
	}
	return errors.Join(wrong[:min(len(wrong), 3)]...)
}

// leavesOf are the reals and arrays in a result.
func leavesOf(v semantics.Value) []semantics.Value {
	if t, ok := v.(*semantics.Tuple); ok {
		var out []semantics.Value
		for _, e := range t.Elems {
			out = append(out, leavesOf(e)...)
		}
		return out
	}
	return []semantics.Value{v}
}

// shape are the lengths of an array; rows have one length.
func shape(v semantics.Value) []int {
	a, ok := v.(*semantics.Array)
	if !ok {
		return nil
	}
	out := []int{a.Len()}
	if a.Len() > 0 {
		out = append(out, shape(a.At(0))...)
	}
	return out
}

// plainGo is a value as encoding/json takes it; reals are strings, since NaN and infinities have no other form there.
func plainGo(v semantics.Value) any {
	switch v := v.(type) {
	case semantics.Real:
		return strconv.FormatFloat(float64(v), 'g', -1, 64)
	case *semantics.Array:
		out := []any{}
		for i := range v.Len() {
			out = append(out, plainGo(v.At(i)))
		}
		return out
	}
	panic("proptest: no value of reals: " + semantics.Format(v))
}

// inWasm calls everything in wazero, with NaN wherever results will be.
func (b *buffersRun) inWasm(ctx context.Context, p *bufferProgram, o wasmbackend.Options) error {
	var exports []chad.Export
	for _, o := range p.ops {
		exports = append(exports, chad.Export{Func: o.f, Name: o.name})
	}
	m, err := chad.CompileWasm(o, exports...)
	if err != nil {
		return fmt.Errorf("seed %d: %w", p.seed, err)
	}
	prog, err := run.New(ctx, b.engine, m)
	if err != nil {
		return fmt.Errorf("seed %d: %w", p.seed, err)
	}
	defer prog.Close(ctx) //nolint:errcheck // nothing depends on it any more
	for _, c := range p.calls {
		got, err := c.inWasm(ctx, prog)
		if err == nil {
			err = b.sameResults(c, got)
		}
		if err != nil {
			return fmt.Errorf("seed %d: in wazero %w", p.seed, err)
		}
	}
	return nil
}

func (c *operationCall) inWasm(ctx context.Context, prog *run.Program) ([]float64, error) {
	f, err := prog.Func(c.name)
	if err != nil {
		return nil, err
	}
	var sizes []int
	for range f.Block().Sizes {
		sizes = append(sizes, c.size)
	}
	bound, err := f.Bind(ctx, sizes...)
	if err != nil {
		return nil, err
	}
	defer bound.Release()
	var args []semantics.Value
	for _, v := range c.args {
		args = append(args, leavesOf(v)...)
	}
	leaves := f.Block().Leaves
	results := 0
	for i := range leaves {
		x, err := bound.Reals(i)
		if err != nil {
			return nil, err
		}
		if leaves[i].Result {
			for k := range x {
				x[k] = math.NaN()
			}
			results++
			continue
		}
		copy(x, realsOf(args[i]))
	}
	if err := bound.Run(ctx); err != nil {
		return nil, err
	}
	var out []float64
	for i := len(leaves) - results; i < len(leaves); i++ {
		x, err := bound.Reals(i)
		if err != nil {
			return nil, err
		}
		out = append(out, x...)
	}
	return out, nil
}
