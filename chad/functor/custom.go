package functor

import "github.com/seed-4b734f86/gochad/syntax"

// custom is the derivative of a definition whose pushforward the user gave: its
// own value beside that linear function, transposed in a contravariant mode
// (Rose §3.2). What the rule computes without its tangents runs once, with the value, whatever the
// number of seeds: a factorisation is not repeated.
func (s *scope) custom(d, def *syntax.Def, active []bool) syntax.Term {
	c := d.Custom
	defer func(floor, depth int) { s.floor, s.depth = floor, depth }(s.floor, s.depth)
	s.floor = s.depth
	s.depth++
	r := &attached{scope: s, late: map[*syntax.Var]bool{}, halves: map[*syntax.Var]syntax.Term{}}
	sizes := make([]*syntax.Size, len(def.Sizes))
	for i, n := range def.Sizes {
		sizes[i] = syntax.SizeOfVar(n)
		s.sizes[c.Sizes[i]] = sizes[i]
	}
	var ctx Context
	args := make([]syntax.Term, len(def.Params))
	for i, x := range def.Params {
		args[i] = syntax.Ref(x)
		s.rename(c.Params[i], x)
		if active[i] {
			ctx = append(ctx, s.varTangent(x))
		}
	}
	r.value = r.sp.Let("y", syntax.NewCall(d.At, s.f.plainDef(d), sizes, args...))
	v := syntax.NewVar("v", ctx.Type())
	lin := r.tangents(c, v, len(ctx), active)
	half, err := s.f.Mode.Custom(v, lin.In(r.split(d, c.Body)))
	if err != nil {
		fail(d.At, "the derivative attached to %s is not linear in its tangents: %v", d.Name, err)
	}
	return r.sp.In(syntax.NewTuple(r.value, s.f.plainCalls(r.applied(half))))
}

// attached is an attached rule in work.
type attached struct {
	*scope
	sp     syntax.Spine                // what is computed without the tangents
	value  syntax.Term                 // of the definition
	late   map[*syntax.Var]bool        // the source variables that depend on tangents
	sub    syntax.Substitution         // for the rest of the rule
	halves map[*syntax.Var]syntax.Term // the linear halves of operators, by the variables of their points
}

// tangents binds the tangents of a rule to the components of v; those of inactive parameters are zero.
func (r *attached) tangents(c *syntax.CustomJVP, v *syntax.Var, n int, active []bool) *syntax.Spine {
	r.sub = syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{}, Fresh: true}
	lin := &syntax.Spine{}
	k := 0
	for i, dx := range c.Tangents {
		t := Zero(r.source(dx.Type))
		if active[i] {
			t = Component(k, n, syntax.Ref(v))
			k++
		}
		r.late[dx] = true
		r.sub.Vars[dx] = lin.Let(dx.Name, t)
	}
	return lin
}

// split emits the bindings of a rule that do not depend on the tangents, without operators, and
// returns the rest. A call of the definition itself at the same arguments is the value.
func (r *attached) split(d *syntax.Def, t syntax.Term) syntax.Term {
	l, ok := t.(*syntax.Let)
	if !ok {
		l = &syntax.Let{Body: t}
	}
	var rest []syntax.Bind
	for _, b := range l.Binds {
		if r.depends(b.Rhs) {
			r.late[b.Var] = true
			b.Rhs = r.operator(d, b.Rhs)
			rest = append(rest, b)
			continue
		}
		switch {
		case b.Var == nil:
			rhs := r.atom(b.Rhs)
			r.sp.Binds = append(r.sp.Binds, syntax.Bind{Size: r.sizeBinder(b.Size), Rhs: rhs, At: b.At, Sure: b.Sure})
		case isValue(d, b.Rhs):
			r.rename(b.Var, r.value.(*syntax.VarRef).Var)
		default:
			r.binding(&r.sp, b.Var, b.Rhs, nil)
		}
	}
	body := l.Body
	if r.depends(body) {
		body = r.operator(d, body)
	}
	t = syntax.NewLet(rest, body)
	for _, x := range syntax.FreeVars(t) {
		if !r.late[x] && r.ref(x) != x {
			r.sub.Vars[x] = syntax.Ref(r.ref(x))
		}
	}
	r.sub.Sizes = r.sizes
	return r.sub.Apply(t)
}

func (r *attached) depends(t syntax.Term) bool {
	for _, x := range syntax.FreeVars(t) {
		if r.late[x] {
			return true
		}
	}
	return false
}

// isValue reports whether a right-hand side of the rule of d is d at its own parameters.
func isValue(d *syntax.Def, t syntax.Term) bool {
	call, ok := t.(*syntax.Call)
	if !ok || call.Def != d {
		return false
	}
	for i, a := range call.Args {
		if v, ok := a.(*syntax.VarRef); !ok || v.Var != d.Custom.Params[i] {
			return false
		}
	}
	return true
}

// operator prepares jvp f x dx in a rule, where dx depends on the tangents: f is differentiated at x
// once, by the mode in work, and the node keeps a name for that until the rule is transposed.
func (r *attached) operator(d *syntax.Def, t syntax.Term) syntax.Term {
	o, ok := t.(*syntax.Deriv)
	if !ok {
		if syntax.HasOperators(t) {
			fail(d.At,
				"the derivative attached to %s has an operator inside a loop or branch that depends on the tangents; "+
					"give it a name of its own", d.Name)
		}
		return t
	}
	if o.Op == syntax.VJP {
		fail(d.At, "the derivative attached to %s applies vjp to what depends on the tangents; use jvp", d.Name)
	}
	at, point := syntax.NewVar("at", r.source(o.At.Type())), syntax.NewVar("at", o.At.Type())
	r.sp.Bind(at, r.atom(o.At))
	r.sub.Vars[point] = syntax.Ref(at)
	z := r.derivativeAt(r.f, &r.sp, o.Body, nil, o.Param, syntax.Ref(at))
	r.halves[at] = r.sp.Let("z'", syntax.NewProj(1, z))
	// The function is only a place holder from here on: the identity would do, were its type right.
	return syntax.NewDeriv(o.Op, o.Param, o.Body, syntax.Ref(point), o.Dir)
}

// applied puts the linear halves in the places of their operators.
func (r *attached) applied(t syntax.Term) syntax.Term {
	if len(r.halves) == 0 {
		return t
	}
	t = syntax.MapChildren(t, r.applied)
	if o, ok := t.(*syntax.Deriv); ok {
		if at, ok := o.At.(*syntax.VarRef); ok && r.halves[at.Var] != nil {
			return r.f.Mode.Run(r.halves[at.Var], o.Dir)
		}
	}
	return t
}
