package wasmbackend_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	v8 "github.com/seed-4b734f86/gochad/internal/testkit/v8"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/mathlib"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// outside matches errors of the evaluator about what a well-formed program never does.
var outside = regexp.MustCompile(`^[^:]*: (index|vector loop|copy of|flat array|field of a cell|-?\d+ elements from)`)

// unspecified matches elements that the evaluator puts into memory that is not to be read before it is written.
var unspecified = regexp.MustCompile(`nan|-9223372036854763463`)

// textArguments makes arguments for a function: arrays of a length, ints below it.
func textArguments(r *rand.Rand, f *loop.Func, n int) []loop.Value {
	var value func(t loop.Type) loop.Value
	value = func(t loop.Type) loop.Value {
		switch {
		case t.Rank > 1:
			rows := make([]loop.Value, n)
			for i := range rows {
				rows[i] = value(t.Elem())
			}
			return rows
		case t.Rank == 1 && t.Base == loop.Real:
			xs := make([]float64, n)
			for i := range xs {
				xs[i] = r.NormFloat64()
			}
			return xs
		case t.Rank == 1 && t.Base == loop.Int:
			xs := make([]int64, n)
			for i := range xs {
				xs[i] = r.Int64N(int64(n) + 1)
			}
			return xs
		case t.Rank == 1 && t.Base == loop.Bool:
			xs := make([]bool, n)
			for i := range xs {
				xs[i] = r.IntN(2) == 0
			}
			return xs
		case t.Rank == 1 && t.Base == loop.Unit:
			return loop.Units(n)
		case t.Rank == 1:
			return make([]*loop.Object, n)
		case t.Base == loop.Real:
			return []float64{0, 1, -1, r.NormFloat64(), r.NormFloat64(), math.Inf(1), math.NaN(), math.Copysign(0, -1)}[r.IntN(8)]
		case t.Base == loop.Int:
			return r.Int64N(int64(n)+2) - 1
		case t.Base == loop.Bool:
			return r.IntN(2) == 0
		case t.Base == loop.Ref:
			return (*loop.Object)(nil)
		}
		return nil
	}
	var out []loop.Value
	for _, q := range f.Params {
		out = append(out, value(q.Var.Type))
	}
	return out
}

func cloneValue(x loop.Value) loop.Value {
	switch x := x.(type) {
	case []float64:
		return append([]float64{}, x...)
	case []int64:
		return append([]int64{}, x...)
	case []bool:
		return append([]bool{}, x...)
	case []loop.Value:
		out := make([]loop.Value, len(x))
		for i := range x {
			out[i] = cloneValue(x[i])
		}
		return out
	}
	return x
}

// show writes values with all their bits; NaN is one value, and an empty array is nil.
func show(x loop.Value) string {
	switch x := x.(type) {
	case float64:
		if math.IsNaN(x) {
			return "nan" // which is tested in TestNaN
		}
		return fmt.Sprintf("%x", math.Float64bits(x))
	case []float64:
		return list(len(x), func(i int) string { return show(x[i]) })
	case []int64:
		return list(len(x), func(i int) string { return fmt.Sprint(x[i]) })
	case []bool:
		return list(len(x), func(i int) string { return fmt.Sprint(x[i]) })
	case []loop.Value:
		return list(len(x), func(i int) string { return show(x[i]) })
	case []*loop.Object:
		return list(len(x), func(i int) string { return show(x[i]) })
	case loop.Units:
		return fmt.Sprint(int(x), " units")
	case *loop.Object:
		if x == nil {
			return "nil"
		}
		s := fmt.Sprint(x.Cell.Name, ".", x.Ctor)
		for i := range x.Cell.Ctors[x.Ctor].Fields {
			s += " " + show(x.Field(i))
		}
		return "(" + s + ")"
	}
	return fmt.Sprint(x)
}

func list(n int, at func(int) string) string {
	var parts []string
	for i := range n {
		parts = append(parts, at(i))
	}
	return "[" + strings.Join(parts, " ") + "]"
}

// agree compiles a program and runs each of its functions, exported, on random arguments next to the evaluator. It
// counts the runs that had values.
func agree(t *testing.T, engine *run.Engine, p *loop.Program, o wasmbackend.Options, tries int) (values int) {
	t.Helper()
	ctx := context.Background()
	for _, f := range p.Funcs {
		f.Exported = !slices.ContainsFunc(f.Params, func(q loop.Param) bool { return q.Var.Flat != nil }) // some are called, too
	}
	m := compiled(t, o, p)
	prog, err := run.New(ctx, engine, m)
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, p, m.Code.Text())
	}
	defer prog.Close(ctx) //nolint:errcheck // nothing depends on it any more
	r := rand.New(rand.NewPCG(1, 2))
	for _, f := range p.Funcs {
		if !f.Exported {
			continue
		}
		fn, err := prog.Func(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		for range tries {
			args := textArguments(r, f, []int{0, 1, 3, 4, 5}[r.IntN(5)])
			var mine []loop.Value
			for _, a := range args {
				mine = append(mine, cloneValue(a))
			}
			want, _, err := loop.Eval(p, f, mine, 1_000_000)
			if err != nil && (outside.MatchString(err.Error()) || strings.Contains(err.Error(), "more steps") || strings.Contains(err.Error(), "calls nested") || strings.Contains(err.Error(), "elements")) {
				continue
			}
			got, err2 := fn.Leaves(ctx, nil, args)
			if err != nil {
				msg := strings.TrimPrefix(err.Error(), strings.SplitN(err.Error(), ": ", 2)[0]+": ")
				if err2 == nil || !strings.HasSuffix(err2.Error(), msg) {
					t.Fatalf("%s%s: the evaluator says %v, the module %v %v\n%s", f.Name, showAll(args), err, got, err2, p)
				}
				continue
			}
			if err2 != nil {
				t.Fatalf("%s%s: %v\n%s", f.Name, showAll(args), err2, p)
			}
			if strings.Contains(p.String(), "dirty(") && unspecified.MatchString(showAll(want)) {
				continue
			}
			values++
			if showAll(got) != showAll(want) {
				t.Fatalf("%s%s is\n%s by the module,\n%s by the evaluator\n%s\n%s", f.Name, showAll(args), showAll(got), showAll(want), p, m.Code.Text())
			}
		}
	}
	return values
}

// inV8 runs the functions of a program in V8 and in wazero, with the functions of the library: statuses and results are
// the same.
func inV8(t *testing.T, engine *run.Engine, node *v8.Process, p *loop.Program) {
	t.Helper()
	ctx := context.Background()
	m, err := wasmbackend.CompileLoops(wasmbackend.Options{}, p)
	if err != nil {
		t.Fatal(err)
	}
	prog, err := run.New(ctx, engine, m)
	if err != nil {
		t.Fatalf("%v\n%s", err, p)
	}
	defer prog.Close(ctx) //nolint:errcheck // nothing depends on it any more
	code := m.Code.Encode()
	r := rand.New(rand.NewPCG(3, 4))
	for _, f := range p.Funcs {
		if !f.Exported {
			continue
		}
		fn, err := prog.Func(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		for range 8 {
			args := textArguments(r, f, []int{0, 1, 3, 4, 5}[r.IntN(5)])
			if _, _, err := loop.Eval(p, f, cloneAll(args), 1_000_000); err != nil && (outside.MatchString(err.Error()) || strings.Contains(err.Error(), "more steps") || strings.Contains(err.Error(), "elements")) {
				continue // outside of arrays, or too long
			}
			want, err := fn.Leaves(ctx, nil, cloneAll(args))
			wanted := 0
			var e *run.Error
			if errors.As(err, &e) {
				wanted = e.Status
			} else if err != nil {
				t.Fatal(err)
			}
			status, got, err := node.Leaves(m, code, fn.Block(), nil, args)
			if err != nil {
				t.Fatalf("%s%s: %v\n%s", f.Name, showAll(args), err, p)
			}
			if int(status) != wanted {
				t.Fatalf("%s%s: the status is %d in V8, %d in wazero\n%s", f.Name, showAll(args), status, wanted, p)
			}
			if status == 0 && showAll(got) != showAll(want) && !strings.Contains(p.String(), "dirty(") {
				t.Fatalf("%s%s is\n%s in V8,\n%s in wazero\n%s", f.Name, showAll(args), showAll(got), showAll(want), p)
			}
		}
	}
}

// compiled compiles a program, which that changes (package vectors): p stays what it was, for the evaluator and
// for other options.
func compiled(t *testing.T, o wasmbackend.Options, p *loop.Program) *wasmbackend.Module {
	t.Helper()
	same, err := loop.Read("compiled", p.String())
	if err != nil {
		t.Fatalf("%v\n%s", err, p)
	}
	m, err := wasmbackend.CompileLoops(o, same)
	if err != nil {
		t.Fatalf("%v\n%s", err, p)
	}
	return m
}

func cloneAll(xs []loop.Value) (out []loop.Value) {
	for _, x := range xs {
		out = append(out, cloneValue(x))
	}
	return out
}

func showAll(xs []loop.Value) string { return list(len(xs), func(i int) string { return show(xs[i]) }) }

func newEngine(t testing.TB) *run.Engine {
	t.Helper()
	ctx := context.Background()
	engine, err := run.NewEngine(ctx, run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { engine.Close(ctx) }) //nolint:errcheck // the test is over
	return engine
}

// functions are programs that call all functions of modules, those of one signature in each.
func functions() (files []txtar.File) {
	calls := map[string][]string{}
	for _, op := range wasmbackend.Functions() {
		if _, ok := mathlib.Lookup(op.Name); !ok || op.Infix != "" {
			continue // refused, or in a program for its infix form
		}
		var params, args []string
		for i, p := range op.Params {
			args = append(args, fmt.Sprintf("x%d", i))
			params = append(params, args[i]+" "+p.String())
		}
		sig := strings.Join(params, ", ")
		calls[sig] = append(calls[sig], op.Name+"("+strings.Join(args, ", ")+")")
	}
	for _, sig := range slices.Sorted(maps.Keys(calls)) {
		files = append(files, txtar.File{
			Name: "functions of " + sig, Data: []byte("func f(" + sig + ") {\n\treturn " + strings.Join(calls[sig], ", ") + "\n}\n"),
		})
	}
	return files
}

// The programs that the passes on loops are tested with, before and after the pass, do in a module what they do in the
// evaluator.
func TestPrograms(t *testing.T) {
	engine := newEngine(t)
	node, err := v8.Start()
	if err == nil {
		defer node.Close() //nolint:errcheck // the test is over
	} else if !errors.Is(err, v8.ErrNoNode) {
		t.Fatal(err)
	}
	paths, err := filepath.Glob("../lower/opt/testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no programs", err)
	}
	paths = append(paths, "../lower/plan/testdata/plans.txtar", "testdata/operations.txtar")
	values := 0
	for _, path := range paths {
		ar, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(path, "operations.txtar") {
			ar.Files = append(ar.Files, functions()...)
		}
		for _, file := range ar.Files {
			if strings.HasSuffix(path, "plans.txtar") && strings.HasSuffix(file.Name, "/plan") {
				continue
			}
			t.Run(filepath.Base(path)+"/"+file.Name, func(t *testing.T) {
				p, err := loop.Read(file.Name, string(file.Data))
				if err != nil {
					t.Fatal(err)
				}
				if err := loop.Verify(p); err != nil {
					t.Fatal(err)
				}
				n := agree(t, engine, p, wasmbackend.Options{HostMath: true, Scalar: true}, 20) + agree(t, engine, p, wasmbackend.Options{HostMath: true, Scalar: true, Yield: true}, 20)
				if node != nil {
					inV8(t, engine, node, p)
				}
				if n == 0 && strings.HasSuffix(path, "operations.txtar") {
					t.Error("no run had a value")
				}
				values += n
			})
		}
	}
	t.Logf("%d runs", values)
	if f := flag.Lookup("test.run"); values < 5000 && !strings.Contains(f.Value.String(), "/") { // of all programs
		t.Errorf("only %d runs had values", values)
	}
}
