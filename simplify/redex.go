package simplify

import (
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

// open returns the function or build that stands at t, not yet simplified:
// t itself or the right-hand side held for this use.
func (p *pass) open(t syntax.Term) syntax.Term {
	r, ok := t.(*syntax.VarRef)
	if !ok {
		return t
	}
	e := p.env.at(r.Var)
	for e.held == nil {
		next, ok := e.sub.(*syntax.VarRef)
		if !ok {
			return t
		}
		e = p.env.at(next.Var)
	}
	h := e.held
	e.held = nil
	return h
}

// app is lamAppLet: (λx. e) a ⇝ let x = a in e. The body is simplified once, here.
func (p *pass) app(t *syntax.App) syntax.Term {
	f := p.open(t.Fun)
	if l, ok := f.(*syntax.Lam); ok && p.on["lamAppLet"] {
		p.fire("lamAppLet")
		p.param(l.Param, t.Arg)
		return p.gave("lamAppLet", p.operand(l.Body))
	}
	if fs := p.eachOf(f); fs != nil {
		a := p.atom("x", p.operand(t.Arg))
		return p.zip(t.Type(), fs, func(f syntax.Term) syntax.Term { return syntax.NewApp(f, a) })
	}
	g, a := p.operand(f), p.operand(t.Arg)
	if g == t.Fun && a == t.Arg {
		return p.rewrite(t)
	}
	return p.rewrite(syntax.NewApp(g, a))
}

// linApp is linBeta: (λ̲v. e) • a ⇝ let v = a in e.
func (p *pass) linApp(t *syntax.LinApp) syntax.Term {
	f := p.open(t.Fun)
	if l, ok := f.(*syntax.LinLam); ok && l.Asserted == "" && p.hot.linBeta {
		p.fire("linBeta")
		p.param(l.Param, t.Arg)
		return p.gave("linBeta", p.operand(l.Body))
	}
	g, a := p.operand(f), p.operand(t.Arg)
	if g == t.Fun && a == t.Arg {
		return p.rewrite(t)
	}
	return p.rewrite(syntax.NewLinApp(g, a))
}

// index is indexBuild, β for arrays: (build n (λi. e))[j] ⇝ let i = j in e.
func (p *pass) index(t *syntax.Index) syntax.Term {
	f := p.open(t.Arr)
	if b, ok := f.(*syntax.Build); ok && p.on["indexBuild"] {
		p.fire("indexBuild")
		p.param(b.Idx, t.Idx)
		return p.gave("indexBuild", p.operand(b.Body))
	}
	if as := p.eachOf(f); as != nil {
		i := p.atom("i", p.operand(t.Idx))
		return p.zip(t.Type(), as, func(a syntax.Term) syntax.Term { return syntax.NewIndex(a, i) })
	}
	a, i := p.operand(f), p.operand(t.Idx)
	if a == t.Arr && i == t.Idx {
		return p.rewrite(t)
	}
	return p.rewrite(syntax.NewIndex(a, i))
}

// heldProj is pairProj for a tuple whose places were bound one by one.
func (p *pass) heldProj(t *syntax.Proj) syntax.Term {
	r, ok := t.Arg.(*syntax.VarRef)
	for ok {
		e := p.env.at(r.Var)
		if e.split != nil && e.split.parts != nil {
			p.fire("pairProj")
			part := e.split.parts[t.Index]
			if !p.occ.at(r.Var).each() {
				p.addUse(part)
			}
			return p.again(part)
		}
		r, ok = e.sub.(*syntax.VarRef)
	}
	return nil
}

// again looks up a simplified term that may be a variable with a replacement.
func (p *pass) again(t syntax.Term) syntax.Term {
	if r, ok := t.(*syntax.VarRef); ok {
		return p.ref(r)
	}
	return t
}

// ifThen is ifKnown, and makes the condition known in the branches.
func (p *pass) ifThen(t *syntax.If) syntax.Term {
	c := p.operand(t.Cond)
	if k, ok := c.(*syntax.Const); ok && p.on["ifKnown"] {
		p.fire("ifKnown")
		if k.I != 0 {
			return p.gave("ifKnown", p.operand(t.Then))
		}
		return p.gave("ifKnown", p.operand(t.Else))
	}
	var then, els syntax.Term
	if r, ok := c.(*syntax.VarRef); ok && p.on["ifFact"] {
		then = p.knowing(r.Var, true, t.Then)
		els = p.knowing(r.Var, false, t.Else)
	} else {
		then, els = p.block(t.Then), p.block(t.Else)
	}
	if c == t.Cond && then == t.Then && els == t.Else {
		return p.rewrite(t)
	}
	return p.rewrite(syntax.NewIf(c, then, els))
}

// knowing simplifies a branch in which the condition x has a known value.
func (p *pass) knowing(x *syntax.Var, value bool, t syntax.Term) syntax.Term {
	e := p.env.at(x)
	old := e.sub
	e.sub, e.fact = syntax.BoolLit(value), true
	p.facts++
	r := p.block(t)
	p.facts--
	e.sub, e.fact = old, false
	return r
}

// caseOf is caseKnown, and makes the constructor known in the arms.
func (p *pass) caseOf(t *syntax.Case) syntax.Term {
	s := p.operand(t.Scrut)
	if inj, ok := p.see(s).(*syntax.Inj); ok && p.on["caseKnown"] && (inj == s || form.IsAtom(inj.Arg)) {
		p.fire("caseKnown")
		arm := t.Arms[inj.Tag]
		if o := p.occ.at(arm.Var); o.n > 0 {
			if inj != s {
				p.addUse(inj.Arg)
			}
			p.define(syntax.Bind{Var: arm.Var}, inj.Arg, o)
		}
		return p.gave("caseKnown", p.operand(arm.Body))
	}
	arms, changed := make([]syntax.Arm, len(t.Arms)), s != t.Scrut
	for i, a := range t.Arms {
		arms[i] = syntax.Arm{Var: a.Var, Body: p.block(a.Body)}
		changed = changed || arms[i].Body != a.Body
	}
	if !changed {
		return p.rewrite(t)
	}
	return p.rewrite(syntax.NewCase(s, arms...))
}

// copowerCase is copowSingleton: case !k ⊗ s of !y ⊗ v → e ⇝ let y = k; v = s in e.
func (p *pass) copowerCase(t *syntax.CopowerCase) syntax.Term {
	s := p.operand(t.Scrut)
	if g, ok := s.(*syntax.Singleton); ok && p.on["copowSingleton"] {
		p.fire("copowSingleton")
		p.define(syntax.Bind{Var: t.Key}, g.Key, p.occ.at(t.Key))
		p.define(syntax.Bind{Var: t.Val}, g.Val, p.occ.at(t.Val))
		return p.gave("copowSingleton", p.operand(t.Body))
	}
	if _, ok := s.(*syntax.Zero); ok && p.on["copowZero"] {
		p.fire("copowZero")
		return p.gave("copowZero", syntax.NewZero(t.Type()))
	}
	b := p.block(t.Body)
	if s == t.Scrut && b == t.Body {
		return p.rewrite(t)
	}
	return p.rewrite(syntax.NewCopowerCase(s, t.Key, t.Val, b))
}

// zip is the tuple, or the linear function to a tuple, of f applied to each place.
func (p *pass) zip(t syntax.Type, ts []syntax.Term, f func(syntax.Term) syntax.Term) syntax.Term {
	out := make([]syntax.Term, len(ts))
	for i, s := range ts {
		out[i] = p.rewrite(f(s))
	}
	if l, ok := t.(*syntax.LFunType); ok {
		return linearTuple(l, out)
	}
	return syntax.NewTupleOf(t.(*syntax.TupleType), out...)
}
