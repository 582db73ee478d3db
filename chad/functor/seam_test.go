package functor_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/seed-4b734f86/gochad/chad/forward"
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/chad/reverse"
	"github.com/seed-4b734f86/gochad/proptest"
	"github.com/seed-4b734f86/gochad/semantics"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// ordinary is a mode with another representation of linear halves: functions λv. t, applied as f v. It takes the halves
// of a mode and writes them so. Whoever makes or applies a linear half beside [functor.Mode] gets types that do not
// fit, or leaves a λ̲ in the program.
type ordinary struct {
	functor.Mode
	t      *testing.T
	turned bool // says the opposite of Contravariant, on which no derivative depends
}

func (m ordinary) Contravariant() bool { return m.Mode.Contravariant() != m.turned }

func (m ordinary) Arrow(from, to sx.Type) sx.Type {
	t := m.Mode.Arrow(from, to).(*sx.LFunType)
	return sx.NewFuncType(t.Dom, t.Cod)
}

// linear is a half as the mode below knows it.
func (m ordinary) linear(half sx.Term) sx.Term {
	m.pure(half)
	v := sx.NewVar("v", half.Type().(*sx.FuncType).Param)
	return sx.NewLinLam(v, sx.NewApp(half, sx.Ref(v)))
}

// linearAt is linear for a half that depends on an argument.
func (m ordinary) linearAt(half func(sx.Term) sx.Term) func(sx.Term) sx.Term {
	return func(x sx.Term) sx.Term { return m.linear(half(x)) }
}

// pure wants no λ̲ in a term, and no application of one.
func (m ordinary) pure(t sx.Term) {
	sx.EachNode(t, func(t sx.Term) {
		switch t.(type) {
		case *sx.LinLam, *sx.LinApp:
			m.t.Errorf("%s: made beside the mode: %s", m.Name(), sx.String(t))
		}
	})
}

// written is what the mode below has made, with functions for its λ̲s.
func written(t sx.Term) sx.Term {
	switch t := t.(type) {
	case *sx.LinLam:
		return sx.NewLam(t.Param, written(t.Body))
	case *sx.LinApp:
		return sx.NewApp(written(t.Fun), written(t.Arg))
	}
	return sx.MapChildren(t, written)
}

func (m ordinary) Run(half, v sx.Term) sx.Term { return sx.NewApp(half, v) }

func (m ordinary) Again(ctx functor.Context, tan sx.Type, half func(*sx.Spine) sx.Term) sx.Term {
	return written(m.Mode.Again(ctx, tan, func(s *sx.Spine) sx.Term {
		h := half(s)
		m.pure(sx.NewLet(slices.Clone(s.Binds), h))
		return m.linear(h)
	}))
}

func (m ordinary) Custom(v *sx.Var, push sx.Term) (sx.Term, error) {
	m.pure(push)
	t, err := m.Mode.Custom(v, push)
	if err != nil {
		return nil, err
	}
	return written(t), nil
}

func (m ordinary) VJP(ctx functor.Context, t functor.VJP) sx.Term {
	tangent := t.Tangent
	t.Tangent = func(s *sx.Spine, dγ []*sx.Var, dx *sx.Var, all bool) (value, back sx.Term) {
		value, back = tangent(s, dγ, dx, all)
		m.pure(sx.NewLet(slices.Clone(s.Binds), back))
		return value, back
	}
	return written(m.Mode.VJP(ctx, t))
}

func (m ordinary) Spine(ctx functor.Context, steps []functor.Step, result functor.Operand) sx.Term {
	steps = slices.Clone(steps)
	for i, s := range steps {
		if s.Lin != nil {
			steps[i].Lin = m.linear(s.Lin)
		}
	}
	return written(m.Mode.Spine(ctx, steps, result))
}

func (m ordinary) Argument(ctx functor.Context, arg, result sx.Type, active bool, z sx.Term) sx.Term {
	return written(m.Mode.Argument(ctx, arg, result, active, m.linear(z)))
}

func (m ordinary) Captured(ctx functor.Context, param1, arg, result sx.Type, active bool, lin func(sx.Term) sx.Term) sx.Term {
	return written(m.Mode.Captured(ctx, param1, arg, result, active, m.linearAt(lin)))
}

func (m ordinary) App(ctx functor.Context, f, a functor.Operand, result sx.Type, z sx.Term) sx.Term {
	return written(m.Mode.App(ctx, f, a, result, m.linear(z)))
}

func (m ordinary) Call(ctx functor.Context, xs []functor.Operand, result sx.Type, z sx.Term) sx.Term {
	return written(m.Mode.Call(ctx, xs, result, m.linear(z)))
}

func (m ordinary) Build(ctx functor.Context, n *sx.Size, elem sx.Type, pull func(sx.Term) sx.Term) sx.Term {
	return written(m.Mode.Build(ctx, n, elem, m.linearAt(pull)))
}

func (m ordinary) Loop(ctx functor.Context, it functor.Iteration) sx.Term {
	it.Pull = m.linearAt(it.Pull)
	return written(m.Mode.Loop(ctx, it))
}

func (m ordinary) Tuple(ctx functor.Context, tan sx.Type, xs []functor.Operand) sx.Term {
	return written(m.Mode.Tuple(ctx, tan, xs))
}

func (m ordinary) Proj(ctx functor.Context, i int, tan sx.Type, x functor.Operand) sx.Term {
	return written(m.Mode.Proj(ctx, i, tan, x))
}

func (m ordinary) Inj(ctx functor.Context, sum sx.Type, tag int, x functor.Operand) sx.Term {
	return written(m.Mode.Inj(ctx, sum, tag, x))
}

func (m ordinary) Arm(sum sx.Type, tag int) sx.Term { return written(m.Mode.Arm(sum, tag)) }

func (m ordinary) Prim(ctx functor.Context, result sx.Type, ps []functor.Partial) sx.Term {
	return written(m.Mode.Prim(ctx, result, ps))
}

func (m ordinary) Sum(ctx functor.Context, x functor.Operand) sx.Term {
	return written(m.Mode.Sum(ctx, x))
}

func (m ordinary) ArrayLit(ctx functor.Context, elem sx.Type, xs []functor.Operand) sx.Term {
	return written(m.Mode.ArrayLit(ctx, elem, xs))
}

func (m ordinary) Index(ctx functor.Context, a functor.Operand, i sx.Term) sx.Term {
	return written(m.Mode.Index(ctx, a, i))
}

func (m ordinary) OneHot(ctx functor.Context, n *sx.Size, i sx.Term, x functor.Operand) sx.Term {
	return written(m.Mode.OneHot(ctx, n, i, x))
}

func (m ordinary) Set(ctx functor.Context, a functor.Operand, i sx.Term, x functor.Operand) sx.Term {
	return written(m.Mode.Set(ctx, a, i, x))
}

func (m ordinary) Cast(ctx functor.Context, x functor.Operand, to sx.Type) sx.Term {
	return written(m.Mode.Cast(ctx, x, to))
}

func (m ordinary) Plus(ctx functor.Context, tan sx.Type, xs []functor.Operand) sx.Term {
	return written(m.Mode.Plus(ctx, tan, xs))
}

// ordinaries are the two modes in this form.
func ordinaries(t *testing.T, o functor.Options, turned bool) (fwd, rev *functor.Functor) {
	fwd, rev = functors(o)
	fwd.Mode, rev.Mode = ordinary{fwd.Mode, t, turned}, ordinary{rev.Mode, t, turned}
	return fwd, rev
}

// pureDefs wants no λ̲ in what functors have made.
func pureDefs(t *testing.T, fs ...*functor.Functor) {
	t.Helper()
	for _, f := range fs {
		for _, d := range f.Defs() {
			if d.Body == nil { // it has failed already
				continue
			}
			f.Mode.(ordinary).pure(d.Body)
			if d.Body.Type() != d.Result {
				t.Errorf("%s: a body of type %s, want %s", d.Name, d.Body.Type(), d.Result)
			}
		}
	}
}

// ruleWithOperator calls a definition whose attached rule takes the derivative of another function.
func ruleWithOperator(x []sx.Term) sx.Term {
	z, cz, dz := sx.NewVar("z", sx.Real), sx.NewVar("z", sx.Real), sx.NewVar("dz", sx.Real)
	d := &sx.Def{Name: "g", Params: []*sx.Var{z}, Result: sx.Real, Body: sx.ANF(sx.Mul(sx.Ref(z), sin(sx.Ref(z))))}
	own := func(y sx.Term) sx.Term { return sx.Mul(y, sin(y)) }
	d.Custom = &sx.CustomJVP{
		Params: []*sx.Var{cz}, Tangents: []*sx.Var{dz},
		Body: sx.ANF(let("r", jvp(own, sx.Ref(cz), sx.Ref(dz)), func(r sx.Term) sx.Term { return r })),
	}
	return sx.Mul(sx.NewCall(nil, d, nil, x[0]), x[1])
}

// TestModeIsTheSeam gives linear halves another form than λ̲, by a mode: derivatives are what they were, and nothing
// but modes has made or applied a linear half. It goes through the programs of these tests, and random ones.
func TestModeIsTheSeam(t *testing.T) {
	rows := []pitfall{{"rule with an operator", []float64{2, 3}, ruleWithOperator, nil}}
	for _, s := range samples {
		body := func(x []sx.Term) sx.Term { return let("a", sx.NewArrayLit(sx.Real, x...), s.body) }
		rows = append(rows, pitfall{s.name, []float64{0.7, 0.9, 1.3}, body, nil})
	}
	rows = slices.Concat(rows, nestedPitfalls, captured, closurePitfalls, loopPitfalls, sumPitfalls, arrayPitfalls)
	for _, r := range rows {
		p := newProgram(len(r.at), func(x sx.Term) sx.Term { return unpacked(x, len(r.at), r.body) })
		for _, o := range []functor.Options{{}, {Recompute: true}, {Direct: true}} {
			for _, turned := range []bool{false, true} {
				if turned && o.Direct { // steps have partials in reverse mode only
					continue
				}
				t.Run(r.name, func(t *testing.T) { sameHalves(t, p, r.at, o, turned) })
			}
		}
	}
}

// sameHalves compares the linear halves of a program with those that are ordinary functions.
func sameHalves(t *testing.T, p *program, point []float64, o functor.Options, turned bool) {
	half := func(f *functor.Functor) semantics.Value { // the verifier wants λ̲s, so it does not look
		d, err := f.Definition(p.def, []bool{true})
		if err != nil {
			t.Fatal(err)
		}
		_, l := split(t, d.Def, point)
		return l
	}
	fwd, rev := functors(o)
	other, back := ordinaries(t, o, turned)
	defer pureDefs(t, other, back)
	f, g, r, s := half(fwd), half(other), half(rev), half(back)
	want, got := apply(t, r, semantics.Real(1)), apply(t, s, semantics.Real(1))
	for i := range point {
		if a, b := component(want, i), component(got, i); a != b {
			t.Errorf("reverse: ∂%d = %v, %v with ordinary functions", i, a, b)
		}
		e := make([]float64, len(point))
		e[i] = 1
		if a, b := real(apply(t, f, semantics.Reals(e...))), real(apply(t, g, semantics.Reals(e...))); a != b {
			t.Errorf("forward: ∂%d = %v, %v with ordinary functions", i, a, b)
		}
	}
}

// TestModeIsTheSeamOnRandomPrograms holds the laws of derivatives against linear halves that are ordinary functions.
func TestModeIsTheSeamOnRandomPrograms(t *testing.T) {
	sys := proptest.Real()
	sys.Forward, sys.Reverse = ordinary{forward.Mode{}, t, false}, ordinary{reverse.Mode{}, t, false}
	for _, law := range proptest.Properties() {
		if law.Name != "transpose" && law.Name != "operators" {
			continue
		}
		for seed := range int64(60) {
			s := proptest.Generate(proptest.Config{Seed: seed, Features: law.Features})
			sys.Compiled = seed%2 == 1
			if err := law.Try(sys, s); err != nil && !errors.Is(err, proptest.ErrDiscard) {
				t.Errorf("seed %d: %s: %v", seed, law.Name, err)
			}
			s = s.Clone()
			sx.ANFProgram(s.Program)
			fwd, rev := ordinaries(t, functor.Options{Direct: sys.Compiled}, false)
			for _, f := range []*functor.Functor{fwd, rev} {
				active := make([]bool, len(s.Entry.Params))
				for i := range active {
					active[i] = true
				}
				if _, err := f.Definition(s.Entry, active); err != nil {
					t.Errorf("seed %d: %v", seed, err)
				}
			}
			pureDefs(t, fwd, rev)
		}
	}
}
