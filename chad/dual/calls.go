package dual

import (
	"strconv"

	"github.com/seed-4b734f86/gochad/syntax"
)

// call calls the dual version of a definition: an active flat parameter becomes
// two, its primal and its tangent.
func (s *scope) call(name string, t *syntax.Call) dualVal {
	mask := make([]byte, len(t.Args))
	var args []syntax.Term
	plain := true
	for i, a := range t.Args {
		v, src := s.atom(a), s.source(a.Type())
		mask[i] = '-'
		switch {
		case v.w != nil:
			args, plain = append(args, v.w), false
		case v.d != nil && !constant(src):
			mask[i] = '+'
			args, plain = append(args, v.p, v.d), false
		default:
			args = append(args, v.p)
		}
	}
	sizes := make([]*syntax.Size, len(t.Sizes))
	for i, n := range t.Sizes {
		sizes[i] = s.size(n)
	}
	src := s.source(t.Type())
	if plain && flat(src) {
		return dualVal{p: s.sp.Let(name, syntax.NewCall(t.At, t.Def, sizes, args...))}
	}
	return s.reflect(name, syntax.NewCall(t.At, s.d.Definition(t.Def, string(mask)), sizes, args...), src)
}

// Definition is the dual version of def for a mask with + at each flat parameter
// that carries a tangent: it returns R(σ).
func (d *Transformer) Definition(def *syntax.Def, mask string) *syntax.Def {
	key := defKey{def: def, mask: mask}
	if r, ok := d.defs[key]; ok {
		return r
	}
	s := d.newScope()
	r := &syntax.Def{Name: d.name(def.Name + "_dual"), Doc: def.Doc, At: def.At}
	for _, n := range def.Sizes {
		m := syntax.NewSizeVar(n.Name)
		s.sizes[n] = syntax.SizeOfVar(m)
		r.Sizes = append(r.Sizes, m)
	}
	for i, x := range def.Params {
		src := s.source(x.Type)
		if !flat(src) {
			y := syntax.NewVar(x.Name, d.Type(src))
			r.Params = append(r.Params, y)
			s.env[x] = dualVal{w: syntax.Ref(y)}
			continue
		}
		y := syntax.NewVar(x.Name, src)
		r.Params = append(r.Params, y)
		v := dualVal{p: syntax.Ref(y)}
		if mask[i] == '+' {
			dy := syntax.NewVar(x.Name+"'", syntax.TangentType(src))
			r.Params = append(r.Params, dy)
			v.d = syntax.Ref(dy)
		}
		s.env[x] = v
	}
	src := s.source(def.Result)
	r.Result = d.Type(src)
	d.defs[key] = r
	var v dualVal
	if def.Custom != nil {
		v = s.custom(def)
	} else {
		v = s.block(def.Body)
	}
	r.Body = syntax.ANF(s.sp.In(s.reify(v, src)))
	return r
}

// name gives each definition a name of its own among those of the transformer.
func (d *Transformer) name(base string) string {
	name := base
	for d.used[name] > 0 {
		d.used[base]++
		name = base + strconv.Itoa(d.used[base])
	}
	d.used[name] = 1
	return name
}

// custom is the dual of a definition with an attached pushforward.
func (s *scope) custom(def *syntax.Def) dualVal {
	c := def.Custom
	sub := syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{}, Sizes: map[*syntax.SizeVar]*syntax.Size{},
		Fresh: true}
	sizes := make([]*syntax.Size, len(def.Sizes))
	for i, n := range def.Sizes {
		sizes[i] = s.sizes[n]
		sub.Sizes[c.Sizes[i]] = sizes[i]
	}
	args := make([]syntax.Term, len(def.Params))
	for i, x := range def.Params {
		v := s.env[x]
		if v.w != nil {
			fail("%s has an attached derivative but a parameter of type %s", def.Name, x.Type)
		}
		args[i] = v.p
		sub.Vars[c.Params[i]] = v.p
		sub.Vars[c.Tangents[i]] = s.sp.Atom("dx", v.tangent(s.source(x.Type)))
	}
	y := s.sp.Let("y", syntax.NewCall(def.At, def, sizes, args...))
	return dualVal{p: y, d: s.let("y'", sub.Apply(c.Body))}
}

// deriv is the dual of an operator inside. jvp is dual numbers itself; for vjp
//
//	(vjp t y u)′ = vjp t y u′ + vjp (λx. jvp t (γ′, y′)) y u
func (s *scope) deriv(name string, t *syntax.Deriv) dualVal {
	t = s.d.lams.Close(t)
	if t.Op == syntax.JVP {
		pushed := syntax.NewLet([]syntax.Bind{{Var: t.Param, Rhs: t.At}},
			s.d.Push(t.Body, map[*syntax.Var]syntax.Term{t.Param: t.Dir}))
		return s.block(syntax.ANF(pushed))
	}
	at, dir := s.atom(t.At), s.atom(t.Dir)
	if at.w != nil || dir.w != nil {
		fail("vjp at a value of type %s inside a program", t.At.Type())
	}
	value := func(dir syntax.Term) syntax.Term {
		in := s.inner()
		x := syntax.NewVar(t.Param.Name, s.source(t.Param.Type))
		in.env[t.Param] = dualVal{p: syntax.Ref(x)}
		v := in.block(t.Body)
		return syntax.NewDeriv(t.Op, x, in.sp.In(in.down(v, in.source(t.Body.Type()))), at.p, dir)
	}
	out := dualVal{p: s.sp.Let(name, value(dir.p))}
	if constant(s.source(t.Type())) {
		return out
	}
	var terms []syntax.Term
	if dir.d != nil {
		terms = append(terms, s.sp.Let(name, value(dir.d)))
	}
	in := s.inner()
	x := syntax.NewVar(t.Param.Name, s.source(t.Param.Type))
	in.env[t.Param] = dualVal{p: syntax.Ref(x), d: at.d}
	op := t.Op
	if at.d != nil {
		op = syntax.VJP
	}
	if v := in.block(t.Body); v.d != nil {
		terms = append(terms, s.sp.Let(name, syntax.NewDeriv(op, x, syntax.ANF(in.sp.In(v.d)), at.p, dir.p)))
	}
	if len(terms) > 0 {
		out.d = s.sp.Atom(name+"'", syntax.NewPlus(terms...))
	}
	return out
}
