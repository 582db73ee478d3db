package chad

import (
	"context"

	"github.com/seed-4b734f86/gochad/chad/dual"
	"github.com/seed-4b734f86/gochad/chad/forward"
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/chad/pipeline"
	"github.com/seed-4b734f86/gochad/chad/reverse"
	"github.com/seed-4b734f86/gochad/syntax"
)

// ValueAndGrad is f's value and its gradient with respect to the parameters wrt
// (all that vary, when none is named), in their order: the parameters of f to
// ⟨value, gradients…⟩. f must return a real.
func ValueAndGrad(f *Func, wrt ...string) (*Func, error) {
	if f.def.Result != syntax.Real {
		return nil, errorf(ErrType, "the gradient of %s needs a real result, it returns %s; use VJP or Jacobian", f.def.Name,
			f.def.Result)
	}
	return f.pullback("_grad", wrt, true, func(*syntax.Def, syntax.Type, func() syntax.Term) syntax.Term {
		return syntax.RealLit(1)
	})
}

// Grad is the gradient of f alone: its parameters to the gradients with respect
// to wrt, a tuple when there are several.
// Errors: f returns no real, wrt names no parameter that varies, or f cannot be differentiated.
func Grad(f *Func, wrt ...string) (*Func, error) {
	if f.def.Result != syntax.Real {
		return nil, errorf(ErrType, "the gradient of %s needs a real result, it returns %s; use VJP or Jacobian", f.def.Name,
			f.def.Result)
	}
	active, err := f.varying(wrt)
	if err != nil {
		return nil, err
	}
	return f.operated(func(def *syntax.Def) *syntax.Def {
		d := header(def, f.def.Name+"_gradient")
		p := packed(d, def, active)
		d.Body = syntax.Grad(p.x, p.body, p.at)
		return d
	})
}

// VJP is f's value and its vector-Jacobian product: the parameters of f and a
// cotangent of its result to ⟨value, cotangents of wrt⟩ (reverse mode).
// Errors: the result of f does not vary, wrt names no parameter that varies, or f cannot be differentiated.
func VJP(f *Func, wrt ...string) (*Func, error) {
	tan := syntax.TangentType(f.def.Result)
	if tan == nil || tan == syntax.Unit {
		return nil, errorf(ErrConstant, "%s : %s has no cotangents", f.def.Name, f.def.Result)
	}
	return f.pullback("_vjp", wrt, true, func(d *syntax.Def, t syntax.Type, _ func() syntax.Term) syntax.Term {
		seed := syntax.NewVar("seed", t)
		d.Params = append(d.Params, seed)
		return syntax.Ref(seed)
	})
}

// A seeding makes the cotangent, of type t, of a value, and adds parameters for it to the definition.
type seeding func(d *syntax.Def, t syntax.Type, value func() syntax.Term) syntax.Term

// pullback is the reverse derivative of f at a cotangent, with the value or without.
func (f *Func) pullback(suffix string, wrt []string, value bool, seed seeding) (*Func, error) {
	active, err := f.varying(wrt)
	if err != nil {
		return nil, err
	}
	prog, def, err := f.written().read()
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
	first := func() syntax.Term { return syntax.NewProj(0, z) }
	body := rev.Mode.Run(syntax.NewProj(1, z), seed(out, syntax.TangentType(out.Result), first))
	if value {
		body = syntax.NewTuple(first(), body)
	}
	out.Body = s.In(body)
	out.Result = body.Type()
	g, err := f.derived(f.assemble(prog, out), nil)
	if err != nil {
		return nil, err
	}
	return g.from(f, func(def *syntax.Def) *syntax.Def {
		d := header(def, out.Name)
		p := packed(d, def, active)
		d.Body = syntax.NewDeriv(syntax.VJP, p.x, p.body, p.at,
			seed(d, syntax.TangentType(d.Result), func() syntax.Term { return callOf(d, def) }))
		if value {
			d.Body = syntax.NewTuple(callOf(d, def), d.Body)
		}
		d.Result = d.Body.Type()
		return d
	}), nil
}

// Reverse is the reverse functor with dual numbers for operators inside programs.
func Reverse(o functor.Options) *functor.Functor {
	f := functor.New(reverse.Mode{}, o)
	push := dual.New()
	push.Context = o.Context
	f.Push, f.Linear, f.LinearBlock = push.Push, push.Linear, push.LinearBlock
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
	return f.directional("_jvp", wrt, true, pipeline.Pair)
}

// Tangent is [JVP] without the value of f.
// The errors are those of JVP.
func Tangent(f *Func, wrt ...string) (*Func, error) {
	return f.directional("_tangent", wrt, false, pipeline.Push)
}

// directional adds a tangent parameter for each active parameter of f; along makes the tangent, with the value or
// without.
func (f *Func) directional(suffix string, wrt []string, value bool,
	along func(context.Context, *syntax.Def, []bool) (*syntax.Def, error)) (out *Func, err error) {
	defer dual.Recover(&err)
	active, err := f.varying(wrt)
	if err != nil {
		return nil, err
	}
	prog, def, err := f.written().prepared()
	if err != nil {
		return nil, err
	}
	d, err := along(f.ctx, def, active)
	if err != nil {
		return nil, err
	}
	d.Name = f.def.Name + suffix
	g, err := f.derived(f.expand(prog, detach(d)))
	if err != nil {
		return nil, err
	}
	return g.from(f, func(def *syntax.Def) *syntax.Def {
		d := header(def, g.def.Name)
		p := packed(d, def, active)
		var dirs []syntax.Term
		for _, i := range p.index {
			dx := syntax.NewVar("d"+def.Params[i].Name, syntax.TangentType(d.Params[i].Type))
			d.Params, dirs = append(d.Params, dx), append(dirs, syntax.Ref(dx))
		}
		d.Body = syntax.NewDeriv(syntax.JVP, p.x, p.body, p.at, syntax.NewTuple(dirs...))
		if value {
			d.Body = syntax.NewTuple(callOf(d, def), d.Body)
		}
		d.Result = d.Body.Type()
		return d
	}), nil
}
