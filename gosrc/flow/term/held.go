package term

import (
	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A function f that is a cut becomes two definitions:
//
//	f(x) = x         its derivative is f_held
//	f_held(d) = d    its derivative is zero, and its adjoint is itself
//
// So first derivatives are those of the identity, in both modes. In derivatives of derivatives the tangent of f is a
// constant: what is before f counts as linear.

// held is the derivative of f.
func (p *program) held(f *flow.Func) *syntax.CustomJVP {
	def := p.sigs[f].def
	h := headOf(def, 1)
	tangent := func(h head) syntax.Type { return syntax.TangentType(h.params[0].Type) }
	own := headOf(def, 1)
	d := syntax.NewVar("d", tangent(own))
	held := &syntax.Def{Name: p.unique(f.Name + "_held"), At: f.At, Sizes: own.sizes, Params: []*syntax.Var{d},
		Result: d.Type, Body: syntax.Ref(d)}
	call := func(h head, x *syntax.Var) syntax.Term {
		return syntax.NewCall(f.At, held, syntax.SizesOf(h.sizes), syntax.Ref(x))
	}
	again := headOf(def, 1)
	x, dx := syntax.NewVar("d", tangent(again)), syntax.NewVar("dd", tangent(again))
	held.Custom = &syntax.CustomJVP{Sizes: again.sizes, Params: []*syntax.Var{x}, Tangents: []*syntax.Var{dx},
		Body: syntax.NewZero(dx.Type)}
	back := headOf(def, 1)
	w := syntax.NewVar("w", tangent(back))
	held.Adjoints = []*syntax.Adjoint{{Wrt: []bool{true}, Rule: &syntax.CustomJVP{
		Sizes: back.sizes, Tangents: []*syntax.Var{w}, Body: call(back, w),
	}}}
	p.sigs[f].byHand = []*syntax.Def{held}
	v := syntax.NewVar("dx", tangent(h))
	return &syntax.CustomJVP{Sizes: h.sizes, Params: h.params, Tangents: []*syntax.Var{v}, Body: call(h, v)}
}
