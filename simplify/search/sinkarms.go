package search

import (
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/syntax"
)

// This file is letIfPlaces, which is letIfZero for branches of which each gives other places: what follows moves into
// the branches if it is nothing but places and zeros in all of them but one, and of what does not depend on what they
// give.
//
//	let w = if c then ⟨s, 0⟩ else ⟨0, b⟩; u = set b' i (snd w) in fst w + u
//
// becomes
//
//	if c then s else (let u = set b' i b in u)
//
// as the way back of a loop that keeps all of its state in one branch, and changes it in the other, adds nothing to it
// in the first.

// arms applies the rule in a block; it returns nil if it does not apply.
func (n *sinker) arms(l *syntax.Let) syntax.Term {
	if !syntax.HoldsArray(l.Type()) || !syntax.IsLinear(l.Type()) {
		return nil
	}
	tries := 0
	for k, b := range l.Binds {
		bs, ok := syntax.ForkOf(b.Rhs)
		if b.Var == nil || !ok || k == len(l.Binds)-1 || len(bs.Bodies) < 2 || !hasZeroPlace(b.Rhs) {
			continue
		}
		if tries++; tries > sinkTries {
			break
		}
		rest := syntax.NewLet(l.Binds[k+1:], l.Body).(*syntax.Let)
		if syntax.NodesUpTo(rest, sinkNodes) > sinkNodes {
			continue
		}
		if before, bodies := armsOf(b.Var, bs, rest); bodies != nil {
			n.fired++
			n.Fired("letIfPlaces")
			joined := bs.With(bs.Vars, bodies)
			joined = n.tampered("letIfPlaces", joined)
			return syntax.NewLet(append(slices.Clone(l.Binds[:k]), before...), joined)
		}
	}
	return nil
}

// armsOf are the branches of which w is the result with what follows in them, behind what does not depend on w; nil if
// that computes something of w in more than one of them.
func armsOf(w *syntax.Var, bs syntax.Fork, rest *syntax.Let) (before []syntax.Bind, bodies []syntax.Term) {
	ty := w.Type.(*syntax.TupleType)
	places := make([]*syntax.Var, len(ty.Elems))
	for i, e := range ty.Elems {
		places[i] = syntax.NewVar(w.Name, e)
	}
	whole := false
	var name func(t syntax.Term) syntax.Term
	name = func(t syntax.Term) syntax.Term {
		if p, ok := t.(*syntax.Proj); ok && form.IsVar(p.Arg, w) {
			return syntax.Ref(places[p.Index])
		}
		whole = whole || form.IsVar(t, w)
		return syntax.MapChildren(t, name)
	}
	named := name(rest).(*syntax.Let)
	if whole {
		return nil, nil
	}
	apart := independent(places, named)
	bodies = make([]syntax.Term, len(bs.Bodies))
	main := -1
	for k, body := range bs.Bodies {
		zero := form.Zeros{}
		for i, v := range places {
			if zeroPlaceOf(body, i) {
				zero[v] = true
			}
		}
		a := &lightArm{places: places, zero: zero, rhs: map[*syntax.Var]syntax.Term{}, apart: apart}
		if end := a.end(named); end != nil {
			bodies[k] = a.joined(body, end)
			continue
		}
		if main >= 0 {
			return nil, nil
		}
		main = k
	}
	own := []syntax.Bind{{Var: w, Rhs: nil}}
	for _, b := range slices.Backward(rest.Binds) { // what those need that are needed
		if apart[b.Var] {
			for _, x := range syntax.FreeVars(b.Rhs) {
				if _, here := apart[x]; here {
					apart[x] = true
				}
			}
		}
	}
	for _, b := range rest.Binds {
		if apart[b.Var] {
			before = append(before, b)
		} else {
			own = append(own, b)
		}
	}
	if main >= 0 {
		own[0].Rhs = bs.Bodies[main]
		bodies[main] = syntax.NewLet(own, rest.Body)
	}
	return before, bodies
}

// independent are the variables of a block that do not depend on some others and update nothing, as keys.
func independent(of []*syntax.Var, l *syntax.Let) map[*syntax.Var]bool {
	depends := set.Of(of)
	out := map[*syntax.Var]bool{}
	for _, b := range l.Binds {
		if b.Var == nil {
			return nil
		}
		if syntax.NodesOf(b.Rhs)&(syntax.Sets|syntax.Calls|syntax.Apps|syntax.Linears) != 0 ||
			slices.ContainsFunc(syntax.FreeVars(b.Rhs), func(x *syntax.Var) bool { return depends[x] }) {
			depends[b.Var] = true
		} else {
			out[b.Var] = false
		}
	}
	return out
}

// A lightArm is a branch in which some places are zero.
type lightArm struct {
	places []*syntax.Var
	zero   form.Zeros
	rhs    map[*syntax.Var]syntax.Term
	apart  map[*syntax.Var]bool // what may come before the branches, and whether it has to
}

// end is what a block ends in, of places, zeros and what is bound outside; nil if it computes something.
func (a *lightArm) end(l *syntax.Let) syntax.Term {
	for _, b := range l.Binds {
		if b.Var == nil {
			return nil
		}
		a.rhs[b.Var] = b.Rhs
		if a.zero.Term(b.Rhs) {
			a.zero[b.Var] = true
		}
	}
	return a.light(l.Body)
}

// light is t, of places, zeros and what is bound outside; nil if it computes something.
func (a *lightArm) light(t syntax.Term) syntax.Term {
	switch t := t.(type) {
	case *syntax.VarRef:
		if a.zero[t.Var] {
			return syntax.NewZero(t.Type())
		}
		if slices.Contains(a.places, t.Var) {
			return t
		}
		r, bound := a.rhs[t.Var]
		_, apart := a.apart[t.Var]
		switch {
		case bound && !apart:
			return a.light(r)
		case syntax.HoldsArray(t.Type()): // what is made for a sum, perhaps, and would be an array of its own as what a branch gives
			return nil
		case apart:
			a.apart[t.Var] = true
		}
		return t
	case *syntax.Zero:
		return t
	case *syntax.Tuple:
		elems := make([]syntax.Term, len(t.Elems))
		for i, e := range t.Elems {
			if elems[i] = a.light(e); elems[i] == nil {
				return nil
			}
		}
		return syntax.NewTupleOf(t.Type().(*syntax.TupleType), elems...)
	case *syntax.Coproj:
		switch arg := a.light(t.Arg); {
		case arg == nil:
			return nil
		case form.IsZero(arg):
			return syntax.NewZero(t.Type())
		default:
			return syntax.NewCoproj(t.Type().(*syntax.TupleType), t.Index, arg)
		}
	case *syntax.Proj:
		if arg := a.light(t.Arg); arg != nil {
			return form.PartAtFirst(arg, t.Index)
		}
		return nil
	case *syntax.Plus:
		var some syntax.Term
		for _, s := range t.Terms {
			e := a.light(s)
			switch {
			case e == nil:
				return nil
			case form.IsZero(e):
			case some != nil:
				return nil
			default:
				some = e
			}
		}
		if some == nil {
			some = syntax.NewZero(t.Type())
		}
		return some
	}
	if a.zero.Term(t) {
		return syntax.NewZero(t.Type())
	}
	return nil
}

// joined is the branch, with end for what it ends in.
func (a *lightArm) joined(body, end syntax.Term) syntax.Term {
	in := &form.Body{}
	if b, ok := body.(*syntax.Let); ok {
		in.Binds, body = append(in.Binds, b.Binds...), b.Body
	}
	body = in.Named(body)
	for i, v := range a.places {
		if !a.zero[v] {
			in.Binds = append(in.Binds, syntax.Bind{Var: v, Rhs: form.PartAtFirst(body, i)})
		}
	}
	return syntax.Refresh(syntax.NewLet(in.Binds, end))
}

// hasZeroPlace reports whether t is branches in one place of which, that holds arrays, all arms but one are zero.
func hasZeroPlace(t syntax.Term) bool {
	ty, ok := t.Type().(*syntax.TupleType)
	b, branch := syntax.ForkOf(t)
	if !ok || !branch {
		return false
	}
	for i, e := range ty.Elems {
		if syntax.HoldsArray(e) && zeroArmsAt(b, i) >= 0 {
			return true
		}
	}
	return false
}

// zeroArmsAt is the one arm of b that is not zero at place i, or -1.
func zeroArmsAt(b syntax.Fork, i int) int {
	arm := -1
	for k, body := range b.Bodies {
		if zeroPlaceOf(body, i) {
			continue
		}
		if arm >= 0 {
			return -1
		}
		arm = k
	}
	if len(b.Bodies) < 2 {
		return -1
	}
	return arm
}

// zeroPlaceOf reports whether place i of what a block gives is zero, also where that has a name.
func zeroPlaceOf(body syntax.Term, i int) bool {
	e := given(body, form.Result(body))
	switch e.(type) {
	case *syntax.Tuple, *syntax.Coproj, *syntax.Zero:
		return form.IsZero(given(body, form.PlaceOf(e, i)))
	}
	return false
}

// given is what t, if it is a variable that the block binds, is bound to.
func given(block, t syntax.Term) syntax.Term {
	l, ok := block.(*syntax.Let)
	r, isVar := t.(*syntax.VarRef)
	if !ok || !isVar {
		return t
	}
	for i := len(l.Binds) - 1; i >= 0; i-- {
		if l.Binds[i].Var == r.Var {
			return l.Binds[i].Rhs
		}
	}
	return t
}
