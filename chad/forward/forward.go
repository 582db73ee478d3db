// Package forward is what forward mode adds to the functor (CHAD §7.4): linear
// functions run from tangents of the context to the tangent of the term, and
// the tangent of a function is a power D₁τ → D₂σ.
package forward

import (
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Mode is forward mode CHAD. The zero value is ready to use.
type Mode struct{}

var _ functor.Mode = Mode{}

// Name is "forward".
func (Mode) Name() string { return "forward" }

// Real is real: the tangent of a real is a real.
func (Mode) Real() syntax.Type { return syntax.Real }

// Arrow is from ⊸ to.
func (Mode) Arrow(from, to syntax.Type) syntax.Type { return syntax.NewLFunType(from, to) }

// Contravariant is false.
func (Mode) Contravariant() bool { return false }

// Function is the power: D(τ→σ)₂ = D(τ)₁ → D(σ)₂.
func (Mode) Function(param1, result2 syntax.Type) syntax.Type {
	return syntax.NewFuncType(param1, result2)
}

// push is λ̲v. f, where d gives the tangents of operands of ctx.
func push(ctx functor.Context, f func(d func(functor.Operand) syntax.Term) syntax.Term) syntax.Term {
	v := syntax.NewVar("v", ctx.Type())
	return syntax.NewLinLam(v, f(func(o functor.Operand) syntax.Term {
		if !o.Active() {
			return functor.Zero(o.Tan)
		}
		return functor.Component(o.Slot, len(ctx), syntax.Ref(v))
	}))
}

// Spine is the let rule for a whole spine: each step's tangent is bound in turn.
//
//	D(let x = t in s) = let ⟨x,x'⟩ = D(t) in let ⟨y,y'⟩ = D(s) in ⟨y, λ̲v. y' • ⟨v, x' • v⟩⟩
func (Mode) Spine(ctx functor.Context, steps []functor.Step, result functor.Operand) syntax.Term {
	v := syntax.NewVar("v", ctx.Type())
	var s syntax.Spine
	dots := make([]syntax.Term, len(ctx), len(ctx)+len(steps))
	for i := range ctx {
		dots[i] = functor.Component(i, len(ctx), syntax.Ref(v))
	}
	for _, st := range steps {
		from := make([]syntax.Term, len(st.From))
		for i, o := range st.From {
			from[i] = dots[o.Slot]
		}
		dots = append(dots, s.Let(st.Name+"'", syntax.NewLinApp(st.Lin, syntax.NewTuple(from...))))
	}
	if !result.Active() {
		return syntax.NewLinLam(v, s.In(functor.Zero(result.Tan)))
	}
	return syntax.NewLinLam(v, s.In(dots[result.Slot]))
}

// Run is f • v.
func (Mode) Run(f, v syntax.Term) syntax.Term { return syntax.NewLinApp(f, v) }

// Again is λ̲v. let ⟨_, t'⟩ = D(t) in t' • v.
func (Mode) Again(ctx functor.Context, _ syntax.Type, half func(*syntax.Spine) syntax.Term) syntax.Term {
	v := syntax.NewVar("v", ctx.Type())
	var s syntax.Spine
	return syntax.NewLinLam(v, s.In(syntax.NewLinApp(half(&s), syntax.Ref(v))))
}

// Custom is the pushforward itself.
// There is no error.
func (Mode) Custom(v *syntax.Var, push syntax.Term) (syntax.Term, error) {
	return syntax.NewLinLam(v, push), nil
}

// VJP is vjp (λx. t) y u' + vjp (λx. jvp t (γ', y')) y u.
func (Mode) VJP(ctx functor.Context, t functor.VJP) syntax.Term {
	v := syntax.NewVar("v", ctx.Type())
	var s syntax.Spine
	dot := func(o functor.Operand) syntax.Term { return functor.Component(o.Slot, len(ctx), syntax.Ref(v)) }
	along := make([]*syntax.Var, len(t.Captured))
	for i, x := range t.Captured {
		along[i] = s.Let(x.Atom.(*syntax.VarRef).Var.Name+"'", dot(x)).Var
	}
	var dx *syntax.Var
	if t.At.Active() {
		dx = s.Let(t.X+"'", dot(t.At)).Var
	}
	var terms []syntax.Term
	if dx != nil || len(along) > 0 {
		_, back := t.Tangent(&s, along, dx, false)
		terms = append(terms, back)
	}
	if t.Dir.Active() {
		terms = append(terms, t.Back(dot(t.Dir)))
	}
	return syntax.NewLinLamAsserted(v, s.In(sum(t.Tan, terms)), functor.Symmetric)
}

// Tuple is D(⟨t, s⟩) = … ⟨⟨x, y⟩, λ̲v. ⟨x' • v, y' • v⟩⟩.
func (Mode) Tuple(ctx functor.Context, tan syntax.Type, xs []functor.Operand) syntax.Term {
	return push(ctx, func(d func(functor.Operand) syntax.Term) syntax.Term {
		elems := make([]syntax.Term, len(xs))
		for i, x := range xs {
			elems[i] = d(x)
		}
		return syntax.NewTupleOf(tan.(*syntax.TupleType), elems...)
	})
}

// Proj is D(fst t) = … ⟨fst x, λ̲v. fst (x' • v)⟩.
func (Mode) Proj(ctx functor.Context, i int, _ syntax.Type, x functor.Operand) syntax.Term {
	return push(ctx, func(d func(functor.Operand) syntax.Term) syntax.Term { return syntax.NewProj(i, d(x)) })
}

// Argument is λ̲v. z' • ⟨0, v⟩.
func (Mode) Argument(ctx functor.Context, arg, result syntax.Type, active bool, z syntax.Term) syntax.Term {
	v := syntax.NewVar("v", arg)
	if !active {
		return syntax.NewLinLam(v, functor.Zero(result))
	}
	whole := append(append(functor.Context{}, ctx...), arg).Type().(*syntax.TupleType)
	return syntax.NewLinLam(v, syntax.NewLinApp(z, syntax.NewCoproj(whole, len(ctx), syntax.Ref(v))))
}

// Captured is λ̲v. λx. (snd (y x)) • ⟨v, 0⟩.
func (Mode) Captured(ctx functor.Context, param1, arg, _ syntax.Type, active bool,
	lin func(syntax.Term) syntax.Term) syntax.Term {
	v, x := syntax.NewVar("v", ctx.Type()), syntax.NewVar("x", param1)
	parts := make([]syntax.Term, len(ctx), len(ctx)+1)
	for i := range ctx {
		parts[i] = functor.Component(i, len(ctx), syntax.Ref(v))
	}
	if active {
		parts = append(parts, functor.Zero(arg))
	}
	return syntax.NewLinLam(v, syntax.NewLam(x, syntax.NewLinApp(lin(syntax.Ref(x)), syntax.NewTuple(parts...))))
}

// App is D(t s) = … ⟨z, λ̲v. (x' • v) y + z' • (y' • v)⟩.
func (Mode) App(ctx functor.Context, f, a functor.Operand, result syntax.Type, z syntax.Term) syntax.Term {
	return push(ctx, func(d func(functor.Operand) syntax.Term) syntax.Term {
		var terms []syntax.Term
		if f.Active() {
			terms = append(terms, syntax.NewApp(d(f), a.Atom))
		}
		if a.Active() {
			terms = append(terms, syntax.NewLinApp(z, d(a)))
		}
		return sum(result, terms)
	})
}

func sum(t syntax.Type, terms []syntax.Term) syntax.Term {
	if len(terms) == 0 {
		return functor.Zero(t)
	}
	return syntax.NewPlus(terms...)
}

// Inj injects the tangent into the linear sum.
func (Mode) Inj(ctx functor.Context, t syntax.Type, tag int, x functor.Operand) syntax.Term {
	return push(ctx, func(d func(functor.Operand) syntax.Term) syntax.Term { return syntax.NewInj(t, tag, d(x)) })
}

// Arm is λ̲v. uninj v: the branch taken fixes the tag of the tangent.
func (Mode) Arm(t syntax.Type, tag int) syntax.Term {
	v := syntax.NewVar("v", t)
	return syntax.NewLinLam(v, syntax.NewUninj(tag, syntax.Ref(v)))
}

// Call is λ̲v. z' • ⟨x' • v, …⟩.
func (Mode) Call(ctx functor.Context, xs []functor.Operand, _ syntax.Type, z syntax.Term) syntax.Term {
	return push(ctx, func(d func(functor.Operand) syntax.Term) syntax.Term {
		args := make([]syntax.Term, len(xs))
		for i, x := range xs {
			args[i] = d(x)
		}
		return syntax.NewLinApp(z, syntax.NewTuple(args...))
	})
}

// Prim is Dop: the sum of ∂op/∂xᵢ · (xᵢ' • v).
func (Mode) Prim(ctx functor.Context, result syntax.Type, ps []functor.Partial) syntax.Term {
	return push(ctx, func(d func(functor.Operand) syntax.Term) syntax.Term {
		var terms []syntax.Term
		for _, p := range ps {
			if p.D != nil {
				terms = append(terms, functor.Scale(p, d(p.X)))
			}
		}
		return sum(result, terms)
	})
}

// Build is λ̲v. [ x'[j] • v | j < n ] (CHAD §10, Dmap).
func (Mode) Build(ctx functor.Context, n *syntax.Size, elem syntax.Type,
	pull func(syntax.Term) syntax.Term) syntax.Term {
	v := syntax.NewVar("v", ctx.Type())
	return syntax.NewLinLam(v, syntax.BuildArray(n, func(j syntax.Term) syntax.Term {
		return syntax.NewLinApp(pull(j), syntax.Ref(v))
	}))
}

// Loop runs the tangent of the state through the linear functions of the bodies.
func (Mode) Loop(ctx functor.Context, it functor.Iteration) syntax.Term {
	return push(ctx, func(d func(functor.Operand) syntax.Term) syntax.Term {
		out := it.Out
		if it.Output == syntax.Unit {
			out = syntax.NoOutput
		}
		j := syntax.NewVar("j", syntax.NewIdxType(it.Len))
		s := syntax.NewVar("s'", it.State)
		args := make([]syntax.Term, len(it.Free), len(it.Free)+1)
		for i, o := range it.Free {
			args[i] = d(o)
		}
		if it.State != syntax.Unit {
			args = append(args, syntax.Ref(s))
		}
		var sp syntax.Spine
		step := syntax.Term(syntax.NewLinApp(it.Pull(syntax.Ref(j)), syntax.NewTuple(args...)))
		switch {
		case it.Out == syntax.NoOutput:
		case step.Type() == syntax.Unit:
			step = syntax.UnitTerm()
		case out == syntax.NoOutput:
			step = syntax.NewProj(0, step)
		}
		init := d(it.Init)
		if it.State == syntax.Unit {
			init = syntax.UnitTerm()
		}
		loop := syntax.Term(syntax.NewLoop(it.Len, it.Down, out, j, s, init, sp.In(step)))
		if it.Out != syntax.NoOutput && out == syntax.NoOutput {
			return syntax.NewTuple(loop, syntax.UnitTerm())
		}
		if it.Dyn && out == syntax.Collect {
			var all syntax.Spine
			z := all.Let("z", loop)
			return all.In(syntax.NewTuple(syntax.NewProj(0, z), syntax.NewPack(syntax.NewProj(1, z))))
		}
		return loop
	})
}

// Sum is linear: λ̲v. sum (x' • v).
func (Mode) Sum(ctx functor.Context, x functor.Operand) syntax.Term {
	return push(ctx, func(d func(functor.Operand) syntax.Term) syntax.Term { return syntax.NewSum(d(x)) })
}

// ArrayLit is the literal of the tangents.
func (Mode) ArrayLit(ctx functor.Context, elem syntax.Type, xs []functor.Operand) syntax.Term {
	return push(ctx, func(d func(functor.Operand) syntax.Term) syntax.Term {
		elems := make([]syntax.Term, len(xs))
		for i, x := range xs {
			elems[i] = d(x)
		}
		return syntax.NewArrayLit(elem, elems...)
	})
}

// Index is linear in the array.
func (Mode) Index(ctx functor.Context, a functor.Operand, i syntax.Term) syntax.Term {
	return push(ctx, func(d func(functor.Operand) syntax.Term) syntax.Term { return syntax.NewIndex(d(a), i) })
}

// OneHot is linear in the value.
func (Mode) OneHot(ctx functor.Context, n *syntax.Size, i syntax.Term, x functor.Operand) syntax.Term {
	return push(ctx, func(d func(functor.Operand) syntax.Term) syntax.Term { return syntax.NewOneHot(n, i, d(x)) })
}

// Set is jointly linear in the array and the value.
func (Mode) Set(ctx functor.Context, a functor.Operand, i syntax.Term, x functor.Operand) syntax.Term {
	return push(ctx, func(d func(functor.Operand) syntax.Term) syntax.Term { return syntax.NewSet(d(a), i, d(x)) })
}

// Cast applies the same change of type to the tangent.
func (Mode) Cast(ctx functor.Context, x functor.Operand, to syntax.Type) syntax.Term {
	return push(ctx, func(d func(functor.Operand) syntax.Term) syntax.Term { return syntax.Resized{}.Of(to, d(x)) })
}

// Plus is linear.
func (Mode) Plus(ctx functor.Context, tan syntax.Type, xs []functor.Operand) syntax.Term {
	return push(ctx, func(d func(functor.Operand) syntax.Term) syntax.Term {
		var terms []syntax.Term
		for _, x := range xs {
			if x.Active() {
				terms = append(terms, d(x))
			}
		}
		return sum(tan, terms)
	})
}
