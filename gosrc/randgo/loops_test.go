package randgo_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/own"
	"github.com/seed-4b734f86/gochad/gosrc/flow/term"
	"github.com/seed-4b734f86/gochad/gosrc/randgo"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/loop/loopval"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Gradients of random functions as loops, as they are placed and after the last pass, are those that the terms have.
func TestLoops(t *testing.T) {
	n := *count / 5
	file, names := programs(n, *seed+3, randgo.Options{Plain: true, Smooth: true})
	p := checked(t, file)
	refused := map[string]int{}
	rng := rand.New(rand.NewPCG(9, *seed))
	compared := 0
	var wrong faults
	for _, name := range names {
		val, f := valueForm(t, p, file, name, refused)
		if val == nil {
			continue
		}
		msg, some := asLoops(val, f, rng)
		if msg != "" {
			wrong = append(wrong, fault{msg, source(p, file, name)})
		}
		if some {
			compared++
		}
	}
	wrong.report(t)
	t.Logf("%d of %d programs compared", compared, n)
	if compared < n/2 {
		t.Errorf("only %d of %d programs compared", compared, n)
	}
}

// observed is the function, with one real result: what it returns, and the sums of what it leaves in its arrays.
func observed(p *syntax.Program, f *term.Func, outs []int) *syntax.Def {
	d := f.Def
	g := &syntax.Def{Name: "observed", Result: syntax.Real}
	sizes := make([]*syntax.Size, len(d.Sizes))
	for i, n := range d.Sizes {
		v := syntax.NewSizeVar(n.Name)
		g.Sizes, sizes[i] = append(g.Sizes, v), syntax.SizeOfVar(v)
	}
	types, _ := d.Instantiate(sizes)
	var args []syntax.Term
	for i, x := range d.Params {
		v := syntax.NewVar(x.Name, types[i])
		g.Params, args = append(g.Params, v), append(args, syntax.Ref(v))
	}
	r := syntax.NewVar("r", syntax.NewCall(nil, d, sizes, args...).Type())
	sum := syntax.Term(syntax.NewProj(0, syntax.Ref(r)))
	for i := range outs {
		x := syntax.Term(syntax.NewProj(2+i, syntax.Ref(r)))
		for {
			a, ok := x.Type().(*syntax.ArrayType)
			if !ok {
				break
			}
			if _, ok := a.Elem.(*syntax.ArrayType); ok { // row by row
				k := syntax.NewVar("k", syntax.NewIdxType(a.Len))
				x = syntax.NewBuild(a.Len, k, syntax.NewSum(syntax.NewIndex(x, syntax.Ref(k))))
				continue
			}
			x = syntax.NewSum(x)
		}
		if x.Type() == syntax.Real {
			sum = syntax.Add(sum, x)
		}
	}
	g.Body = syntax.NewLet([]syntax.Bind{{Var: r, Rhs: syntax.NewCall(nil, d, sizes, args...)}}, sum)
	p.Defs = append(p.Defs, g)
	return g
}

// asLoops compares the gradient of a function at two points, and says whether there was something to compare.
func asLoops(val *own.Result, f *flow.Func, rng *rand.Rand) (msg string, compared bool) {
	r, diags := term.Program(val.Program)
	if len(diags) > 0 {
		return diags.String(), false
	}
	def := observed(r.Program, r.Funcs[f], f.Outs)
	m, err := chad.NewModule(r.Program)
	if err != nil {
		return err.Error(), false
	}
	of, err := m.Func(def.Name)
	if err != nil {
		return err.Error(), false
	}
	grad, err := chad.ValueAndGrad(of)
	if err != nil {
		return err.Error(), false
	}
	text, err := chad.Show(of, chad.ShowOptions{Mode: "reverse", Stage: "lowered"})
	if err != nil {
		return err.Error(), false
	}
	stages := strings.Split(text, "// ── ")[1:]
	for range 2 {
		s := point(rng)
		args := termArguments(s)
		want, err := grad.Call(args...)
		if err != nil {
			continue // out of range
		}
		for _, stage := range []string{stages[0], stages[len(stages)-1]} {
			p, err := loop.Read("loops", "// "+stage)
			if err != nil {
				return err.Error(), false
			}
			got, err := runLoops(p, grad.Def(), args)
			if err != nil {
				return fmt.Sprintf("%v at %+v in %.60s", err, *s, stage), false
			}
			a, b := numbers(nil, got), numbers(nil, want)
			if math.IsInf(b[0], 0) || math.IsNaN(b[0]) { // 0 · ∞ on the way back may be left out
				a, b = a[:1], b[:1]
			}
			if !slices.EqualFunc(a, b, func(x, y float64) bool {
				return x == y || math.Abs(x-y) <= 1e-9*(1+math.Abs(x)+math.Abs(y)) || math.IsNaN(x) && math.IsNaN(y)
			}) {
				return fmt.Sprintf("loops give %v, terms %v at %+v in %.60s", a, b, *s, stage), false
			}
		}
		compared = true
	}
	return "", compared
}

// point is a random sample.
func point(rng *rand.Rand) *sample {
	s := &sample{x: make([]float64, 1+rng.IntN(4)), scalars: make([]float64, 8)}
	cols := 1 + rng.IntN(3)
	for range 1 + rng.IntN(3) {
		s.m = append(s.m, make([]float64, cols))
	}
	s.each(func(x *float64) { *x = rng.NormFloat64() })
	s.scalars[2], s.scalars[5] = float64(rng.IntN(9)-2), float64(rng.IntN(5))
	return s
}

// runLoops runs the exported function of a program.
func runLoops(p *loop.Program, d *syntax.Def, args []semantics.Value) (semantics.Value, error) {
	if err := loop.Verify(p); err != nil {
		return nil, err
	}
	ns, err := semantics.InferSizes(d, args)
	if err != nil {
		return nil, err
	}
	sizes := loopval.Sizes{}
	for i, n := range d.Sizes {
		sizes[n] = ns[i]
	}
	fn := p.Funcs[slices.IndexFunc(p.Funcs, func(f *loop.Func) bool { return f.Exported })]
	var in []loop.Value
	for i, v := range args {
		types, err := loopval.Types(d.Params[i].Type, nil)
		if err != nil {
			return nil, err
		}
		leaves, err := loopval.Flatten(v, d.Params[i].Type, types, sizes)
		if err != nil {
			return nil, err
		}
		in = append(in, leaves...)
	}
	out, _, err := loop.Eval(p, fn, in, 1e8)
	if err != nil {
		return nil, err
	}
	return loopval.Unflatten(out, d.Result, sizes)
}
