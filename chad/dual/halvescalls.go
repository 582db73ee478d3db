package dual

import (
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// halvedDef is a definition as two: that of the value gives, beside it, what the other needs of it.
type halvedDef struct {
	value, tangent *syntax.Def // no tangent if the result does not vary
	reads          []bool      // the parameters that the tangent is given, too
	none           bool        // nothing is kept
}

// call calls both halves of a definition.
func (h *halves) call(name string, t *syntax.Call) (dualVal, bool) {
	if t.Def.Custom != nil {
		return h.custom(name, t), true
	}
	mask := make([]byte, len(t.Args))
	var passes []bool // nil for a call that runs once
	if !h.once() {
		passes = make([]bool, len(t.Args))
	}
	values := make([]syntax.Term, len(t.Args))
	var dirs []syntax.Term
	for i, a := range t.Args {
		v := h.atom(a)
		if passes != nil {
			passes[i] = holdsArray(a.Type()) && h.passes(a)
		}
		values[i], mask[i] = v.p, '-'
		if v.d != nil && !constant(a.Type()) {
			mask[i] = '+'
			dirs = append(dirs, v.d)
		}
	}
	d := h.d.halvesOf(t.Def, string(mask), passes)
	if d == nil {
		return dualVal{}, false
	}
	sizes := make([]*syntax.Size, len(t.Sizes))
	for i, n := range t.Sizes {
		sizes[i] = h.size(n)
	}
	v := dualVal{p: h.sp.Let(name, syntax.NewCall(t.At, d.value, sizes, values...))}
	if d.tangent == nil {
		return v, true
	}
	var args []syntax.Term
	for i, reads := range d.reads {
		if reads {
			args = append(args, values[i])
		}
	}
	if !d.none {
		z := v.p
		v.p = h.sp.Let(name, syntax.NewProj(0, z))
		args = append(args, h.made(syntax.NewProj(1, z)))
	}
	v.d = h.lin.sp.Let(name+"'", syntax.NewCall(t.At, d.tangent, sizes, append(args, dirs...)...))
	return v, true
}

// passes reports whether an atom of the source is passing.
func (h *halves) passes(a syntax.Term) bool {
	r, ok := h.value(a).(*syntax.VarRef)
	return ok && h.passing(r.Var)
}

// halvesOf are the halves of a definition for a mask with + at each parameter that has a tangent; nil if it calls
// itself, or has none. Some of its parameters are passing.
func (d *Transformer) halvesOf(def *syntax.Def, mask string, passes []bool) *halvedDef {
	key := defKey{def: def, mask: mask + fmt.Sprint(passes)}
	if r, ok := d.halved[key]; ok {
		return r
	}
	d.halved[key] = nil
	for _, c := range syntax.Callees(def.Body) {
		if slices.Contains(syntax.Reachable(c), def) {
			return nil
		}
	}
	h := d.newHalves()
	outside := map[*syntax.Var]bool{}
	if passes != nil {
		h.outside = func(x *syntax.Var) bool { return outside[x] }
	}
	value := &syntax.Def{Name: d.name(def.Name + "_values"), Doc: def.Doc, At: def.At}
	var dirs []*syntax.Var
	for _, n := range def.Sizes {
		m := syntax.NewSizeVar(n.Name)
		h.sizes[n] = syntax.SizeOfVar(m)
		value.Sizes = append(value.Sizes, m)
	}
	for i, x := range def.Params {
		y := syntax.NewVar(x.Name, h.source(x.Type))
		value.Params = append(value.Params, y)
		outside[y] = passes != nil && passes[i]
		v := dualVal{p: syntax.Ref(y)}
		if mask[i] == '+' {
			dy := syntax.NewVar(x.Name+"'", syntax.TangentType(y.Type))
			v.d = syntax.Ref(dy)
			dirs = append(dirs, dy)
		}
		h.env[x] = v
	}
	v := h.block(def.Body)
	r := &halvedDef{value: value}
	end := v.p
	if v.d != nil {
		k, ok := h.keep(h.lin.sp.In(v.d))
		if !ok {
			return nil
		}
		end = h.with("y", end, k)
		r.none = k.none()
		r.tangent, r.reads = d.tangentDef(def, value, dirs, k)
	}
	value.Body = syntax.ANF(h.sp.In(end))
	value.Result = value.Body.Type()
	d.halved[key] = r
	return r
}

// tangentDef is the definition of the tangents of def.
func (d *Transformer) tangentDef(def, value *syntax.Def, dirs []*syntax.Var, k *kept) (t *syntax.Def, reads []bool) {
	t = &syntax.Def{Name: d.name(def.Name + "_tangent"), Doc: def.Doc, At: def.At}
	sub := syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{}, Sizes: map[*syntax.SizeVar]*syntax.Size{},
		Fresh: true}
	for _, n := range value.Sizes {
		m := syntax.NewSizeVar(n.Name)
		sub.Sizes[n] = syntax.SizeOfVar(m)
		t.Sizes = append(t.Sizes, m)
	}
	param := func(x *syntax.Var) {
		y := syntax.NewVar(x.Name, syntax.SubstSizes(x.Type, func(n *syntax.SizeVar) *syntax.Size { return sub.Sizes[n] }))
		sub.Vars[x] = syntax.Ref(y)
		t.Params = append(t.Params, y)
	}
	all := syntax.NewVar("kept", k.values().Type())
	body := k.tangent(syntax.Ref(all))
	free := syntax.FreeVars(body)
	reads = make([]bool, len(value.Params))
	for i, x := range value.Params {
		if reads[i] = slices.Contains(free, x); reads[i] {
			param(x)
		}
	}
	if !k.none() {
		param(all)
	}
	for _, x := range dirs {
		param(x)
	}
	t.Body = syntax.ANF(sub.Apply(body))
	t.Result = t.Body.Type()
	return t, reads
}

// custom has what an attached pushforward computes without its tangents among the values.
func (h *halves) custom(name string, t *syntax.Call) dualVal {
	c := t.Def.Custom
	sub := syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{}, Sizes: map[*syntax.SizeVar]*syntax.Size{},
		Fresh: true}
	for i, n := range t.Sizes {
		sub.Sizes[c.Sizes[i]] = h.size(n)
	}
	late := map[*syntax.Var]bool{}
	for i, a := range t.Args {
		v := h.atom(a)
		sub.Vars[c.Params[i]] = v.p
		dx := h.lin.sp.Let("dx", v.tangent(h.source(a.Type())))
		sub.Vars[c.Tangents[i]], late[dx.Var] = dx, true
	}
	y := h.sp.Let(name, h.copied(t))
	binds := normal(name+"'", sub.Apply(c.Body))
	for i, b := range binds {
		depends := slices.ContainsFunc(syntax.FreeVars(b.Rhs), func(x *syntax.Var) bool { return late[x] })
		if !depends && i < len(binds)-1 {
			h.sp.Binds = append(h.sp.Binds, b)
			continue
		}
		late[b.Var] = true
		h.lin.sp.Binds = append(h.lin.sp.Binds, b)
	}
	return dualVal{p: y, d: syntax.Ref(h.lin.sp.Binds[len(h.lin.sp.Binds)-1].Var)}
}

// deriv has the halves of an operator. With those of its function, t = let values in tangent, and with ū for what moves
// with u and r̄ for what moves with the values r,
//
//	 vjp (λx. t) y u       = let values in vjp (λdx. tangent) 0 u
//	(vjp (λx. t) y u)′     = vjp (λdx. tangent) 0 u′ + vjp (λdx. tangent′) 0 u
//
// where tangent′ is the tangent of tangent in the direction of the values: none of these is computed again.
func (h *halves) deriv(name string, t *syntax.Deriv) dualVal {
	t = h.d.lams.Close(t)
	if t.Op == syntax.JVP {
		pushed := syntax.NewLet([]syntax.Bind{{Var: t.Param, Rhs: t.At}},
			h.d.Push(t.Body, map[*syntax.Var]syntax.Term{t.Param: t.Dir}))
		return h.block(syntax.ANF(pushed))
	}
	dx, tangent, at := t.Param, t.Body, t.At
	if t.Op != syntax.LinearVJP {
		var values []syntax.Bind
		var passing func(*syntax.Var) bool
		if !h.once() {
			passing = func(x *syntax.Var) bool { return h.passes(syntax.Ref(x)) }
		}
		values, dx, tangent = h.d.linear(t.Body, t.Param, t.At, passing)
		h.binds(values)
		at = h.sp.Let("zero", syntax.NewZero(h.source(dx.Type)))
	}
	dir := h.atom(t.Dir)
	zero := h.value(at)
	operator := func(dir syntax.Term) syntax.Term {
		x := syntax.NewVar(dx.Name, zero.Type())
		h.env[dx] = dualVal{p: syntax.Ref(x)}
		return syntax.NewDeriv(syntax.LinearVJP, x, h.plain(tangent), zero, dir)
	}
	out := dualVal{p: h.sp.Let(name, operator(dir.p))}
	if constant(h.source(t.Type())) {
		return out
	}
	var terms []syntax.Term
	if dir.d != nil {
		terms = append(terms, h.lin.sp.Let(name, operator(dir.d)))
	}
	in := h.lin.inner()
	x := syntax.NewVar(dx.Name, zero.Type())
	in.env[dx] = dualVal{p: syntax.Ref(x)}
	if v := in.block(tangent); v.d != nil {
		moved := syntax.NewDeriv(syntax.LinearVJP, x, syntax.ANF(in.sp.In(v.d)), zero, dir.p)
		terms = append(terms, h.lin.sp.Let(name, moved))
	}
	if len(terms) > 0 {
		out.d = h.lin.sp.Atom(name+"'", syntax.NewPlus(terms...))
	}
	return out
}
