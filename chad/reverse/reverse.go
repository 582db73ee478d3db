// Package reverse is what reverse mode adds to the functor (CHAD §7.5): linear
// functions run from the cotangent of the term to the cotangents of the
// context, and the cotangent of a function is a copower !D₁τ ⊗ D₂σ.
package reverse

import (
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Mode is reverse mode CHAD. The zero value is ready to use.
type Mode struct{}

var _ functor.Mode = Mode{}

// Name is "reverse".
func (Mode) Name() string { return "reverse" }

// Real is real: the cotangent of a real is a real.
func (Mode) Real() syntax.Type { return syntax.Real }

// Arrow is to ⊸ from: reverse mode is a functor into ΣL^op.
func (Mode) Arrow(from, to syntax.Type) *syntax.LFunType { return syntax.NewLFunType(to, from) }

// Contravariant is true.
func (Mode) Contravariant() bool { return true }

// Custom is the transpose of the pushforward.
// The error is a [*syntax.TransposeError].
func (Mode) Custom(push *syntax.LinLam) (syntax.Term, error) { return syntax.TransposeLinear(push) }

// Function is the copower: D(τ→σ)₂ = !D(τ)₁ ⊗ D(σ)₂.
func (Mode) Function(param1, result2 syntax.Type) syntax.Type {
	return syntax.NewCopowerType(param1, result2)
}

// cotangents collects the contributions to each slot of a context.
type cotangents struct {
	ctx   functor.Context
	parts []contributions
}

// contributions are those to one slot: most have one.
type contributions struct {
	first syntax.Term   // nil if there are none
	all   []syntax.Term // the first included, where there are others
}

func collect(ctx functor.Context) *cotangents {
	const few = 2
	if len(ctx) > few {
		return &cotangents{ctx, make([]contributions, len(ctx))}
	}
	m := new(struct {
		c     cotangents
		parts [few]contributions
	})
	m.c = cotangents{ctx, m.parts[:len(ctx)]}
	return &m.c
}

// add contributes t to the cotangent of o: the coprojection of CHAD §7.1, kept
// atomic. An inactive operand has no cotangent.
func (c *cotangents) add(o functor.Operand, t syntax.Term) {
	if !o.Active() {
		return
	}
	p := &c.parts[o.Slot]
	switch {
	case p.first == nil:
		p.first = t
	case p.all == nil:
		p.all = []syntax.Term{p.first, t}
	default:
		p.all = append(p.all, t)
	}
}

// total is the sum of the contributions to slot i.
func (c *cotangents) total(i int) syntax.Term {
	switch p := &c.parts[i]; {
	case p.first == nil:
		return functor.Zero(c.ctx[i])
	case p.all == nil:
		return p.first
	default:
		return syntax.NewPlus(p.all...)
	}
}

// result is the cotangent of the whole context.
func (c *cotangents) result() syntax.Term {
	if len(c.ctx) == 1 {
		return c.total(0)
	}
	elems := make([]syntax.Term, len(c.ctx))
	for i := range elems {
		elems[i] = c.total(i)
	}
	return syntax.NewTuple(elems...)
}

// pull is λ̲v. body, where body adds contributions made from v : tan.
func pull(ctx functor.Context, tan syntax.Type, body func(v syntax.Term, s *syntax.Spine, c *cotangents)) syntax.Term {
	v := syntax.NewVar("v", tan)
	var s syntax.Spine
	c := collect(ctx)
	body(syntax.Ref(v), &s, c)
	return syntax.NewLinLam(v, s.In(c.result()))
}

// Spine is the let rule for a whole spine: the cotangent of each variable is the
// sum of what its uses contribute, and the steps run backwards.
//
//	D(let x = t in s) = let ⟨x,x'⟩ = D(t) in let ⟨y,y'⟩ = D(s) in
//	                    ⟨y, λ̲v. let v = y' • v in fst v + x' • (snd v)⟩
func (Mode) Spine(ctx functor.Context, steps []functor.Step, result functor.Operand) syntax.Term {
	all := append(make(functor.Context, 0, len(ctx)+len(steps)), ctx...)
	for _, st := range steps {
		all = append(all, st.Tan)
	}
	v := syntax.NewVar("v", result.Tan)
	s := syntax.Spine{Binds: make([]syntax.Bind, 0, 2*len(steps))}
	c := collect(all)
	c.add(result, syntax.Ref(v))
	for k := len(steps) - 1; k >= 0; k-- {
		slot := len(ctx) + k
		if c.parts[slot].first == nil {
			continue // nothing uses it: its cotangent is zero
		}
		st := steps[k]
		xbar := c.total(slot)
		if st.Lin == nil {
			c.scale(&s, st, xbar)
			continue
		}
		xbar = s.Let(st.Name+"'", xbar)
		w := s.Let("w", syntax.NewLinApp(st.Lin, xbar))
		for i, o := range st.From {
			c.add(o, functor.Component(i, len(st.From), w))
		}
	}
	c.ctx, c.parts = ctx, c.parts[:len(ctx)]
	return syntax.NewLinLam(v, s.In(c.result()))
}

// scale is the step of partials: ∂op/∂xᵢ · v to each operand, v = xbar.
func (c *cotangents) scale(s *syntax.Spine, st functor.Step, xbar syntax.Term) {
	v := xbar
	if !syntax.IsAtom(v) {
		v = s.Let(st.Name+"'", v)
	}
	for i, o := range st.From {
		var sum []syntax.Term
		for _, p := range st.Partials {
			if p.D != nil && p.X.Slot == i {
				sum = append(sum, functor.Scale(p, v))
			}
		}
		if len(sum) > 0 {
			c.add(o, syntax.NewPlus(sum...))
		}
	}
}

// Tuple is D(⟨t, s⟩) = … ⟨⟨x, y⟩, λ̲v. x' • (fst v) + y' • (snd v)⟩.
func (Mode) Tuple(ctx functor.Context, tan syntax.Type, xs []functor.Operand) syntax.Term {
	return pull(ctx, tan, func(v syntax.Term, _ *syntax.Spine, c *cotangents) {
		for i, x := range xs {
			if x.Active() {
				c.add(x, syntax.NewProj(i, v))
			}
		}
	})
}

// Proj is D(fst t) = … ⟨fst x, λ̲v. x' • ⟨v, 0⟩⟩.
func (Mode) Proj(ctx functor.Context, i int, tan syntax.Type, x functor.Operand) syntax.Term {
	return pull(ctx, tan, func(v syntax.Term, _ *syntax.Spine, c *cotangents) {
		c.add(x, syntax.NewCoproj(x.Tan.(*syntax.TupleType), i, v))
	})
}

// Argument is λ̲v. snd (z' • v).
func (Mode) Argument(ctx functor.Context, arg, result syntax.Type, active bool, z syntax.Term) syntax.Term {
	v := syntax.NewVar("v", result)
	if !active {
		return syntax.NewLinLam(v, functor.Zero(arg))
	}
	return syntax.NewLinLam(v, syntax.NewProj(len(ctx), syntax.NewLinApp(z, syntax.Ref(v))))
}

// Captured is λ̲v. case v of !x ⊗ v → fst ((snd (y x)) • v).
func (Mode) Captured(ctx functor.Context, param1, _, result syntax.Type, active bool, lin func(syntax.Term) syntax.Term) syntax.Term {
	v := syntax.NewVar("v", syntax.NewCopowerType(param1, result))
	x, u := syntax.NewVar("x", param1), syntax.NewVar("u", result)
	var s syntax.Spine
	body := syntax.Term(syntax.NewLinApp(lin(syntax.Ref(x)), syntax.Ref(u)))
	if active {
		w := s.Let("w", body)
		parts := make([]syntax.Term, len(ctx))
		for i := range ctx {
			parts[i] = syntax.NewProj(i, w)
		}
		body = syntax.NewTuple(parts...)
	}
	return syntax.NewLinLam(v, syntax.NewCopowerCase(syntax.Ref(v), x, u, s.In(body)))
}

// App is D(t s) = … ⟨z, λ̲v. x' • (!y ⊗ v) + y' • (z' • v)⟩.
func (Mode) App(ctx functor.Context, f, a functor.Operand, result syntax.Type, z syntax.Term) syntax.Term {
	return pull(ctx, result, func(v syntax.Term, _ *syntax.Spine, c *cotangents) {
		c.add(f, syntax.NewSingleton(a.Atom, v))
		c.add(a, syntax.NewLinApp(z, v))
	})
}

// Inj takes the component of the linear sum.
func (Mode) Inj(ctx functor.Context, t syntax.Type, tag int, x functor.Operand) syntax.Term {
	return pull(ctx, t, func(v syntax.Term, _ *syntax.Spine, c *cotangents) { c.add(x, syntax.NewUninj(tag, v)) })
}

// Arm is λ̲v. inj v: what an arm contributes to the scrutinee carries its tag.
func (Mode) Arm(t syntax.Type, tag int) syntax.Term {
	vs, _ := syntax.Variants(t)
	v := syntax.NewVar("v", vs[tag])
	return syntax.NewLinLam(v, syntax.NewInj(t, tag, syntax.Ref(v)))
}

// Call is λ̲v. the contributions of z' • v to the arguments.
func (Mode) Call(ctx functor.Context, xs []functor.Operand, result syntax.Type, z syntax.Term) syntax.Term {
	return pull(ctx, result, func(v syntax.Term, s *syntax.Spine, c *cotangents) {
		w := s.Let("w", syntax.NewLinApp(z, v))
		for i, x := range xs {
			c.add(x, functor.Component(i, len(xs), w))
		}
	})
}

// Prim is Dopᵗ: ∂op/∂xᵢ · v to each operand.
func (Mode) Prim(ctx functor.Context, result syntax.Type, ps []functor.Partial) syntax.Term {
	return pull(ctx, result, func(v syntax.Term, _ *syntax.Spine, c *cotangents) {
		for _, p := range ps {
			if p.D != nil {
				c.add(p.X, functor.Scale(p, v))
			}
		}
	})
}

// Build is λ̲v. Σⱼ x'[j] • v[j] (CHAD §10, Dmapᵗ).
func (Mode) Build(_ functor.Context, n *syntax.Size, elem syntax.Type, lin func(syntax.Term) syntax.Term) syntax.Term {
	v := syntax.NewVar("v", syntax.NewArrayType(n, elem))
	return syntax.NewLinLam(v, syntax.NewSum(syntax.BuildArray(n, func(j syntax.Term) syntax.Term {
		return syntax.NewLinApp(lin(j), syntax.NewIndex(syntax.Ref(v), j))
	})))
}

// Loop runs the cotangent of the state backwards through the linear functions of
// the bodies, adding up what they contribute to the context (Futhark REVLOOP).
func (Mode) Loop(ctx functor.Context, it functor.Iteration) syntax.Term {
	return pull(ctx, loopTangent(it), func(v syntax.Term, s *syntax.Spine, c *cotangents) {
		j := syntax.NewVar("j", syntax.NewIdxType(it.Len))
		sbar := syntax.NewVar("s'", it.State)
		init, seed := v, syntax.Term(syntax.Ref(sbar))
		switch it.Out {
		case syntax.NoOutput:
		case syntax.Collect:
			init = part(it.State, v, 0)
			y := syntax.UnitTerm()
			if it.Output != syntax.Unit {
				y = syntax.NewIndex(syntax.NewProj(1, v), syntax.Ref(j))
			}
			seed = pair(it, seed, y)
		case syntax.Accumulate:
			init = part(it.State, v, 0)
			seed = pair(it, seed, part(it.Output, v, 1))
		}
		var b syntax.Spine
		u := b.Let("u", syntax.NewLinApp(it.Pull(syntax.Ref(j)), seed))
		n := len(it.Context)
		total := n
		next := syntax.UnitTerm()
		if it.State != syntax.Unit {
			total++
			next = functor.Component(n, total, u)
		}
		free := make([]syntax.Term, n)
		for i := range free {
			free[i] = functor.Component(i, total, u)
		}
		out := syntax.NewTuple(next, syntax.NewTuple(free...))
		r := s.Let("r", syntax.NewLoop(it.Len, !it.Down, syntax.Accumulate, j, sbar, init, b.In(out)))
		if it.State != syntax.Unit {
			c.add(it.Init, syntax.NewProj(0, r))
		}
		for i, o := range it.Free {
			c.add(o, functor.Component(i, n, syntax.NewProj(1, r)))
		}
	})
}

// part is component i of a pair of cotangents, ⟨⟩ where that is unit.
func part(t syntax.Type, v syntax.Term, i int) syntax.Term {
	if t == syntax.Unit {
		return syntax.UnitTerm()
	}
	return syntax.NewProj(i, v)
}

// pair is the cotangent of the body of a loop with output, whose type collapses
// to unit when both parts are.
func pair(it functor.Iteration, s, y syntax.Term) syntax.Term {
	if it.State == syntax.Unit && it.Output == syntax.Unit {
		return syntax.UnitTerm()
	}
	return syntax.NewTuple(s, y)
}

// loopTangent is D₂ of the result of the loop.
func loopTangent(it functor.Iteration) syntax.Type {
	y := it.Output
	switch {
	case it.Out == syntax.NoOutput:
		return it.State
	case it.State == syntax.Unit && y == syntax.Unit:
		return syntax.Unit
	case it.Out == syntax.Collect && y != syntax.Unit:
		y = syntax.NewArrayType(it.Len, y)
	}
	return syntax.NewTupleType(it.State, y)
}

// Sum copies the cotangent to every element.
func (Mode) Sum(ctx functor.Context, x functor.Operand) syntax.Term {
	t := x.Tan.(*syntax.ArrayType)
	return pull(ctx, t.Elem, func(v syntax.Term, _ *syntax.Spine, c *cotangents) {
		c.add(x, syntax.Replicate(t.Len, v))
	})
}

// ArrayLit gives each element its component.
func (Mode) ArrayLit(ctx functor.Context, elem syntax.Type, xs []functor.Operand) syntax.Term {
	n := syntax.SizeLit(int64(len(xs)))
	return pull(ctx, syntax.NewArrayType(n, elem), func(v syntax.Term, _ *syntax.Spine, c *cotangents) {
		for i, x := range xs {
			if x.Active() {
				c.add(x, syntax.NewIndex(v, syntax.NewToIdx(nil, n, syntax.IntLit(int64(i)))))
			}
		}
	})
}

// Index is the one-hot array.
func (Mode) Index(ctx functor.Context, a functor.Operand, i syntax.Term) syntax.Term {
	t := a.Tan.(*syntax.ArrayType)
	return pull(ctx, t.Elem, func(v syntax.Term, _ *syntax.Spine, c *cotangents) {
		c.add(a, syntax.NewOneHot(t.Len, i, v))
	})
}

// OneHot is the index.
func (Mode) OneHot(ctx functor.Context, n *syntax.Size, i syntax.Term, x functor.Operand) syntax.Term {
	return pull(ctx, syntax.NewArrayType(n, x.Tan), func(v syntax.Term, _ *syntax.Spine, c *cotangents) {
		c.add(x, syntax.NewIndex(v, i))
	})
}

// Set gives the value its element and the array the rest.
func (Mode) Set(ctx functor.Context, a functor.Operand, i syntax.Term, x functor.Operand) syntax.Term {
	return pull(ctx, a.Tan, func(v syntax.Term, _ *syntax.Spine, c *cotangents) {
		c.add(x, syntax.NewIndex(v, i))
		c.add(a, syntax.NewSet(v, i, functor.Zero(x.Tan)))
	})
}

// Cast changes the cotangent back.
func (Mode) Cast(ctx functor.Context, x functor.Operand, to syntax.Type) syntax.Term {
	return pull(ctx, to, func(v syntax.Term, _ *syntax.Spine, c *cotangents) { c.add(x, functor.Cast(v, x.Tan)) })
}

// Plus copies the cotangent to every term.
func (Mode) Plus(ctx functor.Context, tan syntax.Type, xs []functor.Operand) syntax.Term {
	return pull(ctx, tan, func(v syntax.Term, _ *syntax.Spine, c *cotangents) {
		for _, x := range xs {
			c.add(x, v)
		}
	})
}
