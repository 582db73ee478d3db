package mutation

import (
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/syntax"
)

// The methods of brokenMode: each passes what the mode gives through hurt.

func (b *brokenMode) Spine(ctx functor.Context, steps []functor.Step, result functor.Operand) syntax.Term {
	return b.hurt("Spine", b.Mode.Spine(ctx, steps, result))
}

func (b *brokenMode) Tuple(ctx functor.Context, tan syntax.Type, xs []functor.Operand) syntax.Term {
	return b.hurt("Tuple", b.Mode.Tuple(ctx, tan, xs))
}

func (b *brokenMode) Proj(ctx functor.Context, i int, tan syntax.Type, x functor.Operand) syntax.Term {
	return b.hurt("Proj", b.Mode.Proj(ctx, i, tan, x))
}

func (b *brokenMode) Argument(ctx functor.Context, arg, result syntax.Type, active bool, z syntax.Term) syntax.Term {
	return b.hurt("Argument", b.Mode.Argument(ctx, arg, result, active, z))
}

func (b *brokenMode) Captured(ctx functor.Context, param1 syntax.Type, arg, result syntax.Type, active bool,
	lin func(x syntax.Term) syntax.Term) syntax.Term {
	return b.hurt("Captured", b.Mode.Captured(ctx, param1, arg, result, active, lin))
}

func (b *brokenMode) App(ctx functor.Context, f, a functor.Operand, result syntax.Type, z syntax.Term) syntax.Term {
	return b.hurt("App", b.Mode.App(ctx, f, a, result, z))
}

func (b *brokenMode) Inj(ctx functor.Context, sum syntax.Type, tag int, x functor.Operand) syntax.Term {
	return b.hurt("Inj", b.Mode.Inj(ctx, sum, tag, x))
}

func (b *brokenMode) Arm(sum syntax.Type, tag int) syntax.Term {
	return b.hurt("Arm", b.Mode.Arm(sum, tag))
}

func (b *brokenMode) Call(ctx functor.Context, xs []functor.Operand, result syntax.Type, z syntax.Term) syntax.Term {
	return b.hurt("Call", b.Mode.Call(ctx, xs, result, z))
}

func (b *brokenMode) Prim(ctx functor.Context, result syntax.Type, ps []functor.Partial) syntax.Term {
	return b.hurt("Prim", b.Mode.Prim(ctx, result, ps))
}

func (b *brokenMode) Build(ctx functor.Context, n *syntax.Size, elem syntax.Type,
	pull func(j syntax.Term) syntax.Term) syntax.Term {
	return b.hurt("Build", b.Mode.Build(ctx, n, elem, pull))
}

func (b *brokenMode) Loop(ctx functor.Context, it functor.Iteration) syntax.Term {
	return b.hurt("Loop", b.Mode.Loop(ctx, it))
}

func (b *brokenMode) Sum(ctx functor.Context, x functor.Operand) syntax.Term {
	return b.hurt("Sum", b.Mode.Sum(ctx, x))
}

func (b *brokenMode) ArrayLit(ctx functor.Context, elem syntax.Type, xs []functor.Operand) syntax.Term {
	return b.hurt("ArrayLit", b.Mode.ArrayLit(ctx, elem, xs))
}

func (b *brokenMode) Index(ctx functor.Context, a functor.Operand, i syntax.Term) syntax.Term {
	return b.hurt("Index", b.Mode.Index(ctx, a, i))
}

func (b *brokenMode) OneHot(ctx functor.Context, n *syntax.Size, i syntax.Term, x functor.Operand) syntax.Term {
	return b.hurt("OneHot", b.Mode.OneHot(ctx, n, i, x))
}

func (b *brokenMode) Set(ctx functor.Context, a functor.Operand, i syntax.Term, x functor.Operand) syntax.Term {
	return b.hurt("Set", b.Mode.Set(ctx, a, i, x))
}

func (b *brokenMode) Cast(ctx functor.Context, x functor.Operand, to syntax.Type) syntax.Term {
	return b.hurt("Cast", b.Mode.Cast(ctx, x, to))
}

func (b *brokenMode) Plus(ctx functor.Context, tan syntax.Type, xs []functor.Operand) syntax.Term {
	return b.hurt("Plus", b.Mode.Plus(ctx, tan, xs))
}

func (b *brokenMode) VJP(ctx functor.Context, t functor.VJP) syntax.Term {
	return b.hurt("VJP", b.Mode.VJP(ctx, t))
}

func (b *brokenMode) Again(ctx functor.Context, tan syntax.Type, half func(*syntax.Spine) syntax.Term) syntax.Term {
	return b.hurt("Again", b.Mode.Again(ctx, tan, half))
}

func (b *brokenMode) Custom(v *syntax.Var, push syntax.Term) (syntax.Term, error) {
	t, err := b.Mode.Custom(v, push)
	if err != nil {
		return nil, err
	}
	return b.hurt("Custom", t), nil
}
