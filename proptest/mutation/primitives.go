package mutation

import (
	"github.com/seed-4b734f86/gochad/proptest"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Primitives are the mutants of the primitive table: each partial derivative
// negated, left out and scaled, the two of a binary primitive exchanged, a
// partial where there should be none, and the meaning of the others off by one.
func Primitives() []*Mutant {
	var out []*Mutant
	for _, op := range syntax.Ops() {
		if op.Partials == nil {
			out = append(out, meaning(op))
			continue
		}
		out = append(out, partials(op)...)
	}
	return out
}

// meaning makes the result of an integer or boolean primitive wrong.
func meaning(op *syntax.Op) *Mutant {
	return &Mutant{
		Group: "primitive", Part: op.Name, How: "wrong value", Laws: []string{"primitives"},
		Apply: func(*proptest.System) func() {
			old := op.Eval
			op.Eval = func(x []syntax.Value) (syntax.Value, error) {
				v, err := old(x)
				if op.Result == syntax.Bool {
					v.I = 1 - v.I
				} else {
					v.I++
				}
				return v, err
			}
			return func() { op.Eval = old }
		},
	}
}

func partials(op *syntax.Op) []*Mutant {
	var out []*Mutant
	add := func(how string, f func(ds []syntax.Term) []syntax.Term) {
		out = append(out, &Mutant{
			Group: "primitive", Part: op.Name, How: how, Laws: []string{"primitives", "forward"},
			Apply: func(*proptest.System) func() {
				old := op.Partials
				op.Partials = func(x []syntax.Term, y syntax.Term) []syntax.Term {
					return f(append([]syntax.Term(nil), old(x, y)...))
				}
				return func() { op.Partials = old }
			},
		})
	}
	ds := op.Partials(sampleArgs(op), syntax.RealLit(1))
	for i, d := range ds {
		name := string(rune('₁' + i))
		at := func(f func(d syntax.Term) syntax.Term) func([]syntax.Term) []syntax.Term {
			return func(ds []syntax.Term) []syntax.Term { ds[i] = f(ds[i]); return ds }
		}
		if d == nil {
			if op.Params[i] == syntax.Real {
				add("∂"+name+" is 1", at(func(syntax.Term) syntax.Term { return syntax.RealLit(1) }))
			}
			continue
		}
		add("∂"+name+" negated", at(syntax.Neg))
		add("∂"+name+" left out", at(func(syntax.Term) syntax.Term { return nil }))
		add("∂"+name+" scaled", at(func(d syntax.Term) syntax.Term { return syntax.Mul(syntax.RealLit(1.01), d) }))
	}
	if len(ds) == 2 && ds[0] != nil && ds[1] != nil && op != syntax.OpAdd {
		add("∂₁ and ∂₂ exchanged", func(ds []syntax.Term) []syntax.Term { ds[0], ds[1] = ds[1], ds[0]; return ds })
	}
	return out
}

func sampleArgs(op *syntax.Op) []syntax.Term {
	args := make([]syntax.Term, len(op.Params))
	for i, p := range op.Params {
		switch p {
		case syntax.Real:
			args[i] = syntax.RealLit(1)
		case syntax.Int:
			args[i] = syntax.IntLit(1)
		default:
			args[i] = syntax.BoolLit(true)
		}
	}
	return args
}
