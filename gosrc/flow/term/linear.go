package term

import "github.com/seed-4b734f86/gochad/syntax"

// A derivative that a user writes is linear in the tangents, though often not by its form: a loop or a branch that
// carries values and tangents together is neither linear nor without tangents. What is linear is its own derivative,
// at zero as elsewhere, and derivatives are linear by their form. So such a derivative becomes the derivative of itself
// at zero, in the direction of the tangents. That it is linear is seen by component: each part of a tuple either has
// nothing of the tangents in it, or is linear in them.

// A degree says how a value depends on tangents: its bits, or those of its parts where it is a tuple.
type degree struct {
	bits  uint8
	parts []degree
}

// The bits of a degree. A zero has both, and what has none is not linear.
const (
	fixedBit  uint8 = 1 << iota // it does not depend on them
	linearBit                   // it is linear in them
	zeroBits  = fixedBit | linearBit
)

func (d degree) part(i int) degree {
	if d.parts == nil {
		return d
	}
	return d.parts[i]
}

// all is the degree of all parts together.
func (d degree) all() uint8 {
	b := d.bits
	for _, p := range d.parts {
		b &= p.all()
	}
	return b
}

// meet is the degree of what may be either.
func (d degree) meet(e degree) degree {
	if d.parts == nil && e.parts == nil {
		return degree{bits: d.bits & e.bits}
	}
	out := degree{bits: zeroBits}
	for i := range max(len(d.parts), len(e.parts)) {
		out.parts = append(out.parts, d.part(i).meet(e.part(i)))
	}
	return out
}

func (d degree) equal(e degree) bool {
	if len(d.parts) != len(e.parts) {
		return false
	}
	for i := range d.parts {
		if !d.parts[i].equal(e.parts[i]) {
			return false
		}
	}
	return d.bits == e.bits
}

// degrees finds the degrees of terms.
type degrees struct {
	of     map[*syntax.Var]degree // of variables; others are constant
	inside map[*syntax.Def]bool   // the definitions that are being looked into
	steps  int
	fails  bool // a size, say, depends on tangents
}

// maxSteps bounds the terms that are looked at, those in calls and loops as often as these are.
const maxSteps = 1 << 20

// linearIn reports whether a term is linear in some variables together, by component.
func linearIn(vs []*syntax.Var, t syntax.Term) bool {
	d := &degrees{of: map[*syntax.Var]degree{}, inside: map[*syntax.Def]bool{}}
	for _, v := range vs {
		d.of[v] = degree{bits: linearBit}
	}
	return d.term(t).all()&linearBit != 0 && !d.fails
}

// constants is the degree of what is made of parts, not linearly.
func (d *degrees) constants(parts ...syntax.Term) degree {
	for _, p := range parts {
		if d.term(p).all()&fixedBit == 0 {
			return degree{}
		}
	}
	return degree{bits: fixedBit}
}

// need is a degree, or that of what is not linear where some terms depend on tangents.
func (d *degrees) need(of degree, fixed ...syntax.Term) degree {
	if d.constants(fixed...).bits == 0 {
		return degree{}
	}
	return of
}

func (d *degrees) term(t syntax.Term) degree {
	if d.steps++; d.steps > maxSteps {
		d.fails = true
	}
	if d.fails {
		return degree{}
	}
	switch t := t.(type) {
	case *syntax.Const:
		if t.Type() == syntax.Real && t.F == 0 {
			return degree{bits: zeroBits}
		}
		return degree{bits: fixedBit}
	case *syntax.Zero:
		return degree{bits: zeroBits}
	case *syntax.VarRef:
		if g, ok := d.of[t.Var]; ok {
			return g
		}
		return degree{bits: fixedBit}
	case *syntax.Let:
		for _, b := range t.Binds {
			g := d.term(b.Rhs)
			if b.Var != nil {
				d.of[b.Var] = g
			} else if g.all()&fixedBit == 0 {
				d.fails = true
			}
		}
		return d.term(t.Body)
	case *syntax.Tuple:
		out := degree{bits: zeroBits}
		for _, e := range t.Elems {
			out.parts = append(out.parts, d.term(e))
		}
		return out
	case *syntax.Proj:
		return d.term(t.Arg).part(t.Index)
	case *syntax.If:
		return d.need(d.term(t.Then).meet(d.term(t.Else)), t.Cond)
	case *syntax.Prim:
		return d.prim(t)
	case *syntax.Plus:
		out := degree{bits: zeroBits}
		for _, e := range t.Terms {
			out = out.meet(d.term(e))
		}
		return out
	case *syntax.Checkpoint:
		return d.term(t.Body)
	case *syntax.Call:
		return d.call(t)
	case *syntax.Loop, *syntax.While:
		return d.loop(t)
	}
	return d.array(t)
}

// prim: an operation is jointly linear, or linear in one argument while the others are constant.
func (d *degrees) prim(t *syntax.Prim) degree {
	bits, together := make([]uint8, len(t.Args)), zeroBits
	for i, a := range t.Args {
		bits[i] = d.term(a).all()
		together &= bits[i]
	}
	out := together & fixedBit
	if t.Op.Joint != nil {
		out |= together & linearBit
	}
	for _, i := range t.Op.LinearIn {
		ok := bits[i]&linearBit != 0
		for j := range bits {
			ok = ok && (j == i || bits[j]&fixedBit != 0)
		}
		if ok {
			out |= linearBit
		}
	}
	return degree{bits: out}
}

// call looks into the definition, which may not be recursive or have a derivative of its own where tangents go in.
func (d *degrees) call(t *syntax.Call) degree {
	args, fixed := make([]degree, len(t.Args)), fixedBit
	for i, a := range t.Args {
		args[i] = d.term(a)
		fixed &= args[i].all()
	}
	switch {
	case fixed != 0:
		return degree{bits: fixedBit}
	case t.Def.Body == nil || t.Def.Primitive() || d.inside[t.Def]:
		return degree{}
	}
	d.inside[t.Def] = true
	defer delete(d.inside, t.Def)
	for i, p := range t.Def.Params {
		d.of[p] = args[i]
	}
	return d.term(t.Def.Body)
}

// loop looks for a degree of the state that an iteration does not change.
func (d *degrees) loop(t syntax.Term) degree {
	var state *syntax.Var
	var init, body, cond syntax.Term
	out := syntax.NoOutput
	switch t := t.(type) {
	case *syntax.Loop:
		state, init, body, out = t.State, t.Init, t.Body, t.Out
	case *syntax.While:
		state, init, body, cond, out = t.State, t.Init, t.Body, t.Cond, t.Out
	}
	s := d.term(init)
	for {
		d.of[state] = s
		if cond != nil && d.term(cond).all()&fixedBit == 0 {
			return degree{}
		}
		b := d.term(body)
		next := b
		if out != syntax.NoOutput {
			next = b.part(0)
		}
		next = s.meet(next)
		if next.equal(s) || d.fails {
			if out == syntax.NoOutput {
				return s
			}
			return degree{bits: zeroBits, parts: []degree{s, b.part(1)}}
		}
		s = next
	}
}

// array is the degree of terms of arrays, which is that of their elements.
func (d *degrees) array(t syntax.Term) degree {
	switch t := t.(type) {
	case *syntax.Build:
		return d.term(t.Body)
	case *syntax.Sum:
		return d.term(t.Arg)
	case *syntax.Index:
		return d.need(d.term(t.Arr), t.Idx)
	case *syntax.OneHot:
		return d.need(d.term(t.Val), t.Idx)
	case *syntax.Set:
		return d.need(d.term(t.Arr).meet(d.term(t.Val)), t.Idx)
	case *syntax.ArrayLit:
		out := degree{bits: zeroBits}
		for _, e := range t.Elems {
			out = out.meet(d.term(e))
		}
		return out
	case *syntax.Coerce:
		return d.term(t.Arg)
	case *syntax.Pack:
		return d.term(t.Arg)
	case *syntax.Deriv:
		return d.need(d.deriv(t), t.At)
	}
	var parts []syntax.Term
	syntax.Children(t, func(c syntax.Term) { parts = append(parts, c) })
	return d.constants(parts...)
}

// deriv: the derivative of what is linear in tangents at any point is linear in them, too.
func (d *degrees) deriv(t *syntax.Deriv) degree {
	dir, body := d.term(t.Dir).all(), d.term(t.Body).all()
	out := dir & body & fixedBit
	if dir&linearBit != 0 && body&fixedBit != 0 || dir&fixedBit != 0 && body&linearBit != 0 {
		out |= linearBit
	}
	return degree{bits: out}
}

// atZero puts the derivative of c at zero, in the direction of the tangents, in the place of c.
func atZero(c *syntax.CustomJVP) {
	var types []syntax.Type
	var zeros, dirs []syntax.Term
	tangents := make([]*syntax.Var, len(c.Tangents))
	for i, v := range c.Tangents {
		tangents[i] = syntax.NewVar(v.Name, v.Type)
		if v.Type != syntax.Unit {
			types = append(types, v.Type)
			zeros, dirs = append(zeros, syntax.NewZero(v.Type)), append(dirs, syntax.Ref(tangents[i]))
		}
	}
	if len(types) == 0 {
		return
	}
	at, dir := syntax.NewTuple(zeros...), syntax.NewTuple(dirs...)
	x := syntax.NewVar("x", at.Type())
	var binds []syntax.Bind
	k := 0
	for _, v := range c.Tangents {
		rhs := syntax.UnitTerm()
		if v.Type != syntax.Unit {
			rhs = part(syntax.Ref(x), len(types), k)
			k++
		}
		binds = append(binds, syntax.Bind{Var: v, Rhs: rhs})
	}
	c.Body = syntax.NewDeriv(syntax.JVP, x, syntax.NewLet(binds, c.Body), at, dir)
	c.Tangents = tangents
}
