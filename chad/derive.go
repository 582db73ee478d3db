package chad

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/chad/dual"
	"github.com/seed-4b734f86/gochad/chad/forward"
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/chad/reverse"
	"github.com/seed-4b734f86/gochad/internal/prepare"
	"github.com/seed-4b734f86/gochad/syntax"
)

// ValueAndGrad is f's value and its gradient with respect to the parameters wrt
// (all that vary, when none is named), in their order: the parameters of f to
// ⟨value, gradients…⟩. f must return a real.
func ValueAndGrad(f *Func, wrt ...string) (*Func, error) {
	if f.def.Result != syntax.Real {
		return nil, fmt.Errorf("the gradient of %s needs a real result, it returns %s; use VJP or Jacobian", f.def.Name, f.def.Result)
	}
	return f.pullback("_grad", wrt, func(z syntax.Term, _ *syntax.Def) syntax.Term {
		return syntax.NewTuple(syntax.NewProj(0, z), syntax.NewLinApp(syntax.NewProj(1, z), syntax.RealLit(1)))
	})
}

// Grad is the gradient of f alone: its parameters to the gradients with respect
// to wrt, a tuple when there are several.
// Errors: f returns no real, wrt names no parameter that varies, or f cannot be differentiated.
func Grad(f *Func, wrt ...string) (*Func, error) {
	if f.def.Result != syntax.Real {
		return nil, fmt.Errorf("the gradient of %s needs a real result, it returns %s; use VJP or Jacobian", f.def.Name, f.def.Result)
	}
	return f.operator("_gradient", wrt, func(x *syntax.Var, body, at syntax.Term) (syntax.Term, error) {
		return syntax.Grad(x, body, at), nil
	})
}

// VJP is f's value and its vector-Jacobian product: the parameters of f and a
// cotangent of its result to ⟨value, cotangents of wrt⟩ (reverse mode).
// Errors: the result of f does not vary, wrt names no parameter that varies, or f cannot be differentiated.
func VJP(f *Func, wrt ...string) (*Func, error) {
	tan := syntax.TangentType(f.def.Result)
	if tan == nil || tan == syntax.Unit {
		return nil, fmt.Errorf("%s : %s has no cotangents", f.def.Name, f.def.Result)
	}
	return f.pullback("_vjp", wrt, func(z syntax.Term, d *syntax.Def) syntax.Term {
		seed := syntax.NewVar("seed", tangentIn(d))
		d.Params = append(d.Params, seed)
		return syntax.NewTuple(syntax.NewProj(0, z), syntax.NewLinApp(syntax.NewProj(1, z), syntax.Ref(seed)))
	})
}

func tangentIn(d *syntax.Def) syntax.Type { return syntax.TangentType(d.Result) }

// pullback wraps the reverse derivative of f; result makes the body from the
// pair of value and pullback, in a definition whose Result is still that of f.
func (f *Func) pullback(suffix string, wrt []string, result func(z syntax.Term, d *syntax.Def) syntax.Term) (*Func, error) {
	active, err := f.varying(wrt)
	if err != nil {
		return nil, err
	}
	prog, def, err := f.read()
	if err != nil {
		return nil, err
	}
	rev := Reverse(f.functor())
	der, err := rev.Definition(def, active)
	if err != nil {
		return nil, err
	}
	out := inPlace(der.Def)
	out.Name = f.def.Name + suffix
	var s syntax.Spine
	z := s.Let("z", s.Open(out.Body))
	body := result(z, out)
	out.Body = s.In(body)
	out.Result = body.Type()
	return f.derived(assemble(prog, out), nil)
}

// Reverse is the reverse functor with dual numbers for operators inside programs.
func Reverse(o functor.Options) *functor.Functor {
	f := functor.New(reverse.Mode{}, o)
	push := dual.New()
	push.Context = o.Context
	f.Push = push.Push
	return f
}

// Forward is the forward functor, likewise.
func Forward(o functor.Options) *functor.Functor {
	f := functor.New(forward.Mode{}, o)
	f.Reverse = Reverse(o)
	f.Push = f.Reverse.Push
	return f
}

// JVP is f's value and its Jacobian-vector product by dual numbers: the
// parameters of f, and then one tangent for each of wrt, to ⟨value, tangent⟩.
// Errors: the result of f does not vary, a parameter of wrt is not made of reals, or f cannot be
// differentiated.
func JVP(f *Func, wrt ...string) (*Func, error) {
	return f.directional("_jvp", wrt, prepare.Pair)
}

// Tangent is [JVP] without the value of f.
// The errors are those of JVP.
func Tangent(f *Func, wrt ...string) (*Func, error) {
	return f.directional("_tangent", wrt, prepare.Push)
}

// directional adds a tangent parameter for each active parameter of f.
func (f *Func) directional(suffix string, wrt []string, along func(context.Context, *syntax.Def, []bool) (*syntax.Def, error)) (out *Func, err error) {
	defer dual.Recover(&err)
	active, err := f.varying(wrt)
	if err != nil {
		return nil, err
	}
	prog, def, err := f.prepared()
	if err != nil {
		return nil, err
	}
	d, err := along(f.ctx, def, active)
	if err != nil {
		return nil, err
	}
	d.Name = f.def.Name + suffix
	return f.derived(f.expand(prog, detach(d)))
}
