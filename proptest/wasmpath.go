package proptest

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	v8 "github.com/seed-4b734f86/gochad/internal/testkit/v8"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/loop/loopval"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/mathlib/functions"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// A WasmCheck runs random programs as modules of WebAssembly.
type WasmCheck struct {
	System  *System
	Engine  *run.Engine
	Node    *v8.Process // nil leaves V8 out; it is left out also where modules call functions of the host
	Options wasmbackend.Options
	// Used counts the operations of the loop language in the programs that ran, by their names.
	Used map[string]int
	// InV8 is the number of modules that V8 ran too.
	InV8 int
}

// Agree compiles random programs with the seeds from first up to last, which is not among them, as modules, those with
// real entries with their pullbacks and their pushforwards, runs them in the engine, and compares: with the evaluator
// of loops on the same optimised loops, to the last bit, and, with the functions of the host, with the evaluator of the
// language. What V8 gives is compared with what the engine gives, to the last bit of NaN. Programs that have no first-order
// form, whose derivative fails or that run too long do not count in ran. The error is the first disagreement, with the
// program.
func (k *WasmCheck) Agree(ctx context.Context, c Config, first, last int64) (ran int, err error) {
	sys, o := k.System, k.Options
	for seed := first; seed < last; seed++ {
		c.Seed = seed
		s := Generate(c)
		whats := []what{theValue}
		if c.RealEntry {
			whats = []what{thePullback, thePushforward}
		}
		for _, w := range whats {
			r, err := newLoopRun(sys, s, w)
			if err != nil {
				continue
			}
			m, err := wasmbackend.Compile(o, wasmbackend.Export{Def: r.def, Name: "f"})
			if err != nil {
				continue
			}
			if err := k.one(ctx, r, m); err != nil {
				return ran, fmt.Errorf("seed %d: %w\n%s\n%s", seed, err, m.Loops, s)
			}
			k.count(m.Loops)
			ran++
		}
	}
	return ran, nil
}

// count notes the operations of a program.
func (k *WasmCheck) count(p *loop.Program) {
	if k.Used == nil {
		k.Used = map[string]int{}
	}
	for _, name := range LoopOperations(p) {
		k.Used[name]++
	}
}

// LoopOperations are the names of the operations in a program, each as often as it stands there: statements ("statement
// For" …), forms of expressions ("expression index" …) and primitives.
func LoopOperations(p *loop.Program) (out []string) {
	var expr func(x *loop.Expr)
	expr = func(x *loop.Expr) {
		if x.Kind == loop.PrimExpr {
			out = append(out, x.Prim.Name)
		} else {
			out = append(out, expressionName(x.Kind))
		}
		for _, a := range x.Args {
			expr(a)
		}
	}
	for _, f := range p.Funcs {
		loop.Walk(f.Body, func(s loop.Stmt) {
			name := strings.TrimPrefix(fmt.Sprintf("%T", s), "*loop.")
			if l, ok := s.(*loop.For); ok && l.Vector {
				name = "vector"
			}
			out = append(out, "statement "+name)
			loop.Operands(s, func(x **loop.Expr, _ bool) { expr(*x) })
		})
		for _, r := range f.Results {
			expr(r)
		}
	}
	return out
}

// loopStatements are the statements of the loop language, as LoopOperations calls them.
var loopStatements = strings.Fields("Let Alloc NewCell Assign AddTo Copy Clear Append For While If Switch Call Check vector") //nolint:gochecknoglobals // a constant

func expressionName(k loop.Kind) string {
	return "expression " + strings.Fields("var const prim index slice len check div tag field isnil select")[k]
}

// one runs a module and compares.
func (k *WasmCheck) one(ctx context.Context, r *loopRun, m *wasmbackend.Module) error {
	engine, o := k.Engine, k.Options
	block := m.Blocks[0]
	sizes := loopval.Sizes{}
	var given []int
	for i, n := range r.def.Sizes {
		sizes[n] = r.sizes[i]
		given = append(given, int(r.sizes[i]))
	}
	args, err := r.leaves(block, sizes)
	if err != nil {
		return err
	}
	if !o.HostMath {
		defer ownMath()()
	}
	want, outs, err := evalLoops(m, sizes, r.def.Sizes, args)
	if err != nil {
		return fmt.Errorf("the loops fail: %w", err)
	}
	p, err := run.New(ctx, engine, m)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, m.Code.Text())
	}
	defer p.Close(ctx) //nolint:errcheck // nothing depends on it any more
	f, err := p.Func("f")
	if err != nil {
		return err
	}
	got, err := f.Leaves(ctx, given, args)
	if err != nil {
		return err
	}
	if err := again(ctx, f, given, args, got); err != nil {
		return err
	}
	n := 0
	for _, l := range block.Leaves {
		if !l.Result {
			continue
		}
		var w loop.Value
		if l.Inline() {
			w, outs = outs[0], outs[1:]
		} else {
			w, want = want[0], want[1:]
		}
		eq := sameBits
		if !o.Scalar {
			eq = sameButOrder
		}
		if !same(w, got[n], eq) {
			return fmt.Errorf("result %d: the loops give %v, the module %v", n, w, got[n])
		}
		n++
	}
	if k.Node != nil && len(m.Code.Imports) == 0 {
		if err := k.inNode(r, m, args, got); err != nil {
			return err
		}
	}
	if !o.HostMath {
		// the evaluator of the language has the functions of the host, whose last bits may be those of a jump
		return nil
	}
	v, err := loopval.Unflatten(got, r.def.Result, sizes)
	if err != nil {
		return err
	}
	paper, err := semantics.Normal(r.want, r.def.Result, sizes)
	if err != nil {
		return err
	}
	if !semantics.Close(paper, v, 1e-7) {
		return fmt.Errorf("the module gives %s, the evaluator %s", semantics.Format(v), semantics.Format(paper))
	}
	return nil
}

// again calls a function once more, in the memory that a call with NaN for every real has left.
func again(ctx context.Context, f *run.Func, sizes []int, args, want []loop.Value) error {
	spoilt := make([]loop.Value, len(args))
	for i, x := range args {
		spoilt[i] = withNaN(x)
	}
	_, _ = f.Leaves(ctx, sizes, spoilt) // it may fail
	got, err := f.Leaves(ctx, sizes, args)
	if err != nil {
		return fmt.Errorf("when its memory is full of NaN: %w", err)
	}
	for i := range want {
		if !same(want[i], got[i], sameBits) {
			return fmt.Errorf("result %d: the module gives %v, and %v when its memory is full of NaN", i, want[i],
				got[i])
		}
	}
	return nil
}

// withNaN is a leaf with NaN for its reals.
func withNaN(x loop.Value) loop.Value {
	switch x := x.(type) {
	case float64:
		return math.NaN()
	case []float64:
		return slices.Repeat([]float64{math.NaN()}, len(x))
	case []loop.Value:
		rows := make([]loop.Value, len(x))
		for i := range x {
			rows[i] = withNaN(x[i])
		}
		return rows
	}
	return x
}

// inNode runs a module in V8, where its results are to be what the engine gave, to the last bit.
func (k *WasmCheck) inNode(r *loopRun, m *wasmbackend.Module, args, want []loop.Value) error {
	status, got, err := k.Node.Leaves(m, m.Code.Encode(), m.Blocks[0], r.sizes, args)
	switch {
	case err != nil:
		return err
	case status != 0:
		return fmt.Errorf("V8 gives the status %d", status)
	}
	for i := range want {
		if a, b := bitText(want[i]), bitText(got[i]); a != b {
			return fmt.Errorf("result %d: wazero gives %s, V8 %s", i, a, b)
		}
	}
	k.InV8++
	return nil
}

// bitText shows all bits of a value, those of NaN too.
func bitText(x loop.Value) string {
	var b strings.Builder
	var show func(x loop.Value)
	show = func(x loop.Value) {
		switch x := x.(type) {
		case float64:
			fmt.Fprintf(&b, "%x ", math.Float64bits(x))
		case []float64:
			for _, y := range x {
				show(y)
			}
			b.WriteString("; ")
		case []loop.Value:
			for _, y := range x {
				show(y)
			}
			b.WriteString("; ")
		case []*loop.Object:
			for _, y := range x {
				show(y)
			}
			b.WriteString("; ")
		case *loop.Object:
			if x == nil {
				b.WriteString("nil ")
				return
			}
			fmt.Fprintf(&b, "(%s.%d ", x.Cell.Name, x.Ctor)
			for i := range x.Cell.Ctors[x.Ctor].Fields {
				show(x.Field(i))
			}
			b.WriteString(") ")
		default:
			fmt.Fprintf(&b, "%v ", x)
		}
	}
	show(x)
	return b.String()
}

// ownMath gives the primitives the meaning that our own functions have, the Go build of them, until the result is
// called.
func ownMath() (undo func()) {
	old := map[*syntax.Op]func([]syntax.Value) (syntax.Value, error){}
	swap := func(name string, eval func([]syntax.Value) float64) {
		if op := syntax.OpByName(name); op != nil {
			old[op] = op.Eval
			op.Eval = func(x []syntax.Value) (syntax.Value, error) { return syntax.Value{F: eval(x)}, nil }
		}
	}
	for name, f := range functions.Unary {
		swap(name, func(x []syntax.Value) float64 { return f(x[0].F) })
	}
	for name, f := range functions.Binary {
		swap(name, func(x []syntax.Value) float64 { return f(x[0].F, x[1].F) })
	}
	for name, f := range functions.IntReal {
		swap(name, func(x []syntax.Value) float64 { return f(int(x[0].I), x[1].F) })
	}
	swap("powi", func(x []syntax.Value) float64 {
		switch x[1].I {
		case 0:
			return 1
		case 1:
			return x[0].F
		case 2:
			return x[0].F * x[0].F
		}
		return functions.Binary["pow"](x[0].F, float64(x[1].I))
	})
	return func() {
		for op, eval := range old {
			op.Eval = eval
		}
	}
}

// leaves are the arguments for the parameters of a block.
func (r *loopRun) leaves(b *wasmbackend.Block, sizes loopval.Sizes) ([]loop.Value, error) {
	var types []loop.Type
	for i := range b.Leaves {
		if l := &b.Leaves[i]; !l.Result {
			types = append(types, l.Type())
		}
	}
	var out []loop.Value
	for i, x := range r.def.Params {
		ts, err := loopval.Types(x.Type, func(*syntax.Data) *loop.Cell { return nil })
		if err != nil {
			return nil, err
		}
		xs, err := loopval.Flatten(r.args[i], x.Type, types[:len(ts):len(ts)], sizes)
		if err != nil {
			return nil, err
		}
		types = types[len(ts):]
		out = append(out, xs...)
	}
	return out, nil
}

// evalLoops evaluates the loops that a module was printed from; outs are the arrays that they wrote.
func evalLoops(m *wasmbackend.Module, sizes loopval.Sizes, order []*syntax.SizeVar, leaves []loop.Value) (results,
	outs []loop.Value, err error) {
	f := exported(m.Loops)
	byName := m.Blocks[0]
	var args []loop.Value
	for _, q := range f.Params {
		switch {
		case q.Out:
			args = append(args, nil)
		default:
			if k, ok := byName.Size(q.Var); ok {
				args = append(args, sizes[order[k]])
				continue
			}
			args, leaves = append(args, clone(leaves[0])), leaves[1:]
		}
	}
	for i := range byName.Leaves {
		l := &byName.Leaves[i]
		if !l.Result || !l.Inline() {
			continue
		}
		x := zeros(l, sizes)
		outs = append(outs, x)
		for k, q := range f.Params {
			if q.Out && args[k] == nil {
				args[k] = x
				break
			}
		}
	}
	results, _, err = loop.Eval(m.Loops, f, args, 100*evalFuel)
	return results, outs, err
}

// zeros is an array for a result.
func zeros(l *wasmbackend.Leaf, sizes loopval.Sizes) loop.Value {
	var lens []int
	for _, d := range l.Dims() {
		n, err := d.Eval(func(v *syntax.SizeVar) (int64, bool) { x, ok := sizes[v]; return x, ok })
		if err != nil {
			n = 0
		}
		lens = append(lens, int(n))
	}
	var array func(lens []int) loop.Value
	array = func(lens []int) loop.Value {
		if len(lens) > 1 {
			rows := make([]loop.Value, lens[0])
			for i := range rows {
				rows[i] = array(lens[1:])
			}
			return rows
		}
		switch l.Type().Base {
		case loop.Real:
			return make([]float64, lens[0])
		case loop.Int:
			return make([]int64, lens[0])
		}
		return make([]bool, lens[0])
	}
	return array(lens)
}

// clone copies what an evaluation could share with its result.
func clone(x loop.Value) loop.Value {
	switch x := x.(type) {
	case []float64:
		return append([]float64{}, x...)
	case []loop.Value:
		out := make([]loop.Value, len(x))
		for i := range x {
			out[i] = clone(x[i])
		}
		return out
	}
	return x
}

// sameBits reports whether reals are the same, NaN being one value.
func sameBits(x, y float64) bool {
	return math.Float64bits(x) == math.Float64bits(y) || math.IsNaN(x) && math.IsNaN(y)
}

// sameButOrder reports whether reals may differ by the order in which numbers around 1 were added up: modules with two
// reals at a time add up what has no order by the lanes of the machine. A lane too much or too few would be seen.
func sameButOrder(x, y float64) bool {
	return sameBits(x, y) || math.Abs(x-y) <= 1e-12*(1+math.Abs(x))
}

// same reports whether values of loops are the same, their reals by eq.
func same(a, b loop.Value, eq func(x, y float64) bool) bool {
	switch x := a.(type) {
	case float64:
		y, ok := b.(float64)
		return ok && eq(x, y)
	case []float64:
		y, ok := b.([]float64)
		return ok && sameList(x, y, eq)
	case []int64:
		y, ok := b.([]int64)
		return ok && sameList(x, y, eq)
	case []bool:
		y, ok := b.([]bool)
		return ok && sameList(x, y, eq)
	case []loop.Value:
		y, ok := b.([]loop.Value)
		return ok && sameList(x, y, eq)
	case []*loop.Object:
		y, ok := b.([]*loop.Object)
		return ok && sameList(x, y, eq)
	case *loop.Object:
		y, ok := b.(*loop.Object)
		if !ok || (x == nil) != (y == nil) {
			return false
		}
		if x == nil {
			return true
		}
		if x.Cell != y.Cell || x.Ctor != y.Ctor {
			return false
		}
		for i := range x.Cell.Ctors[x.Ctor].Fields {
			if !same(x.Field(i), y.Field(i), eq) {
				return false
			}
		}
		return true
	}
	return a == b
}

func sameList[T any](x, y []T, eq func(x, y float64) bool) bool {
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if !same(loop.Value(x[i]), loop.Value(y[i]), eq) {
			return false
		}
	}
	return true
}
