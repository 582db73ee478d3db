package search

import (
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

// This file is letIfZero: what is linear in a branch that may be zero moves into it.
//
//	let w = if c then a else 0; u = x * w in ⟨onehot i u, u⟩
//
// becomes
//
//	if c then (let w = a; u = x * w in ⟨onehot i u, u⟩) else 0
//
// so that where nothing flows back, nothing is computed and added.

// Bounds that keep the search linear: of the rest of a block, in nodes, and of the branches of one block that are
// tried.
const (
	sinkNodes = 2000
	sinkTries = 8
)

// sink applies letIfZero on the A-normal form of t. If it does not apply, it returns t itself.
func (r *Rules) sink(t syntax.Term) (syntax.Term, bool) {
	if !(r.On["letIfZero"] || r.On["letIfPlaces"]) || !hasZeroArm(t) {
		return t, false
	}
	n := &sinker{Rules: r}
	out := n.long(t)
	if out == nil {
		out = n.term(syntax.ANF(t))
	}
	if n.fired == 0 {
		return t, false
	}
	return out, true
}

// long is sink for a long spine; nil for other terms. As many branches as are tried in one block have too much behind
// them, so that only what stands in blocks inside is put into A-normal form.
func (n *sinker) long(t syntax.Term) syntax.Term {
	l, ok := t.(*syntax.Let)
	if !ok {
		return nil
	}
	tries := 0
	for i := 0; i+sinkNodes < len(l.Binds) && tries < sinkTries; i++ {
		if r := l.Binds[i].Rhs; hasZeroArm(r) && !zeroArmInside(r) {
			tries++
		}
	}
	if tries < sinkTries {
		return nil
	}
	m := syntax.Mapper{Term: func(c syntax.Term) syntax.Term {
		if !zeroArmInside(c) {
			return c
		}
		fired := n.fired
		if out := n.term(syntax.ANF(c)); n.fired > fired {
			return out
		}
		return c
	}}
	return m.Map(t)
}

// zeroArmInside reports whether a block inside of t, a branch or the body of a loop, say, has a branch with an arm that
// is zero.
func zeroArmInside(t syntax.Term) (found bool) {
	if syntax.NodesOf(t)&syntax.Branches == 0 {
		return false
	}
	operands, bodies := form.Shape(t)
	k := 0
	syntax.Children(t, func(c syntax.Term) {
		if k++; found {
			return
		}
		if k > operands && bodies != form.None {
			found = hasZeroArm(c)
		} else {
			found = zeroArmInside(c)
		}
	})
	return found
}

// hasZeroArm reports whether t has a branch with an arm that is zero, or zero in a place that holds arrays.
func hasZeroArm(t syntax.Term) bool {
	if syntax.NodesOf(t)&syntax.Branches == 0 {
		return false
	}
	switch t.(type) {
	case *syntax.If, *syntax.Case:
		if b, ok := syntax.ForkOf(t); ok && (zeroArms(b) >= 0 || hasZeroPlace(t)) {
			return true
		}
	}
	found := false
	syntax.Children(t, func(c syntax.Term) { found = found || hasZeroArm(c) })
	return found
}

// zeroArms is the one arm that is not zero, or -1.
func zeroArms(b syntax.Fork) int {
	arm := -1
	for i, body := range b.Bodies {
		if syntax.NodesUpTo(body, 4) <= 4 && (form.Zeros{}).Term(body) { // 0, which the A-normal form names
			continue
		}
		if arm >= 0 {
			return -1
		}
		arm = i
	}
	if len(b.Bodies) < 2 {
		return -1
	}
	return arm
}

type sinker struct {
	*Rules
	fired int
}

func (n *sinker) term(t syntax.Term) syntax.Term {
	t = syntax.MapChildren(t, n.term)
	l, ok := t.(*syntax.Let)
	if !ok {
		return t
	}
	if n.On["letIfZero"] && syntax.IsLinear(l.Type()) {
		if joined := n.whole(l); joined != nil {
			return joined
		}
	}
	if n.On["letIfPlaces"] {
		if joined := n.arms(l); joined != nil {
			return joined
		}
	}
	return t
}

// whole applies letIfZero in a block; it returns nil if it does not apply.
func (n *sinker) whole(l *syntax.Let) syntax.Term {
	tries := 0
	for k, b := range l.Binds {
		bs, ok := syntax.ForkOf(b.Rhs)
		if b.Var == nil || !ok || k == len(l.Binds)-1 {
			continue
		}
		arm := zeroArms(bs)
		if arm < 0 {
			continue
		}
		if tries++; tries > sinkTries {
			break
		}
		rest := syntax.NewLet(l.Binds[k+1:], l.Body)
		if syntax.NodesUpTo(rest, sinkNodes) > sinkNodes || !(form.Zeros{b.Var: true}).Term(rest) {
			continue
		}
		n.fired++
		n.Fired("letIfZero")
		bodies := make([]syntax.Term, len(bs.Bodies))
		for i := range bodies {
			bodies[i] = syntax.NewZero(l.Type())
		}
		bodies[arm] = syntax.NewLet(append([]syntax.Bind{{Var: b.Var, Rhs: bs.Bodies[arm]}}, l.Binds[k+1:]...), l.Body)
		joined := bs.With(bs.Vars, bodies)
		joined = n.tampered("letIfZero", joined)
		return syntax.NewLet(l.Binds[:k], joined)
	}
	return nil
}
