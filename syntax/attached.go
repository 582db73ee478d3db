package syntax

// Adjoint says what the transpose of a definition is in some of its parameters, in which it is
// jointly linear: ⟨f(p, x), w⟩ = ⟨x, fᵀ(p, w)⟩. Solving with A is the example: its transpose is solving
// with Aᵀ, and not the loops of elimination run backwards. Where a definition has
// adjoints, its calls count as linear in those parameters, and [TransposeLinear] uses them.
type Adjoint struct {
	// Wrt marks the parameters, in the order of the definition's, that the adjoint is about.
	Wrt []bool
	// Rule has copies of the other parameters for its Params, the cotangent of
	// the result for its only tangent, and a body that is linear in that: the cotangent of the marked
	// parameter, or the tuple of theirs.
	Rule *CustomJVP
}

// Primitive reports whether d has rules of its own: its calls stay calls until everything
// is differentiated.
func (d *Def) Primitive() bool { return d.Custom != nil || len(d.Adjoints) > 0 }

// Attached lists the rules of d: its derivative, if it has one of its own, and its adjoints.
func (d *Def) Attached() []*CustomJVP {
	var out []*CustomJVP
	if d.Custom != nil {
		out = append(out, d.Custom)
	}
	for _, a := range d.Adjoints {
		out = append(out, a.Rule)
	}
	return out
}

// Attach gives d the rules of from, each changed by f, and its kernel.
func (d *Def) Attach(from *Def, f func(*CustomJVP) *CustomJVP) {
	adjoints := from.Adjoints
	d.Kernel, d.Keep, d.Library, d.Adjoints = from.Kernel, from.Keep, from.Library, nil
	if from.Custom != nil {
		d.Custom = f(from.Custom)
	}
	for _, a := range adjoints {
		d.Adjoints = append(d.Adjoints, &Adjoint{Wrt: a.Wrt, Rule: f(a.Rule)})
	}
}

// AdjointOf is how the verifier names an adjoint of d.
func AdjointOf(d *Def, a *Adjoint) string { return "the adjoint of " + d.Name + " in " + a.names(d) }

// cotangent is what the body of the adjoint gives, by the types of d's parameters.
func (a *Adjoint) cotangent(params []Type) Type {
	var ts []Type
	for i, in := range a.Wrt {
		if in {
			ts = append(ts, params[i])
		}
	}
	return NewTupleType(ts...)
}

// linearType reports whether values of type t are vectors, their own tangents and cotangents.
func linearType(t Type) bool { return t != Unit && TangentType(t) == t && Dual(t) == t }

// adjoints checks the adjoints of d.
func (v *verifier) adjoints(d *Def) {
	for _, a := range d.Adjoints {
		v.def = AdjointOf(d, a)
		c := a.Rule
		n := 0
		for _, in := range a.Wrt {
			if in {
				n++
			}
		}
		v.require(len(a.Wrt) == len(d.Params) && n > 0 && len(c.Sizes) == len(d.Sizes) &&
			len(c.Params) == len(d.Params)-n && len(c.Tangents) == 1,
			nil, RuleProgram, "it has other sizes or parameters than %s", d.Name)
		v.signature(c.Sizes, c.Params, closed)
		v.signature(nil, c.Tangents, linear)
		own := SizesOf(c.Sizes)
		params, result := d.Instantiate(own)
		rest := c.Params
		for i, t := range params {
			if a.Wrt[i] {
				v.require(linearType(t), nil, RuleProgram, "the parameter %s : %s is no vector", d.Params[i].Name, t)
				continue
			}
			v.require(rest[0].Type == t, nil, RuleProgram, "parameter %s : %s, wants %s", rest[0].Name, rest[0].Type, t)
			rest = rest[1:]
		}
		v.require(linearType(result), nil, RuleProgram, "the result %s is no vector", result)
		w := c.Tangents[0]
		v.require(w.Type == result, nil, RuleProgram, "cotangent %s : %s, wants %s", w.Name, w.Type, result)
		k := v.term(c.Body)
		v.require(c.Body.Type() == a.cotangent(params), nil, RuleProgram, "the body has type %s, wants %s",
			c.Body.Type(), a.cotangent(params))
		v.require(k&linear != 0, c.Body, RuleLinear, "the adjoint is not linear in the cotangent")
		v.unbind(c.Params...)
		v.unbind(c.Tangents...)
		v.unbindSizes(c.Sizes)
	}
}

// call: all arguments are closed, or those that an adjoint of the definition is about are linear.
func (v *verifier) call(t *Call) class {
	v.require(v.defs == nil || v.defs[t.Def], t, RuleCall, "%s is not a definition of the program", t.Def.Name)
	for _, n := range t.Sizes {
		v.sizeScope(t, n)
	}
	cs := make([]class, len(t.Args))
	out := closed
	for i, a := range t.Args {
		cs[i] = v.term(a)
		out &= cs[i]
	}
	for _, a := range t.Def.Adjoints {
		ok := len(a.Wrt) == len(cs)
		for i, c := range cs {
			want := closed
			if ok && a.Wrt[i] {
				want = linear
			}
			ok = ok && c&want != 0
		}
		if ok {
			out |= linear
		}
	}
	v.require(out != 0, t, RuleLinear,
		"%s is not known to be linear in the arguments that depend on a linear variable; say so with "+
			"adjoint", t.Def.Name)
	return out
}

// backCall: f(p, t)ᵀ w = tᵀ fᵀ(p, w), with the adjoint that was given for f.
func (tr *transposer) backCall(t *Call, w Term) {
	a := tr.adjoint(t)
	if a == nil {
		tr.fail(t, t.Def.Name+" has no adjoint for the arguments that depend on the parameter")
	}
	sub := Substitution{Vars: map[*Var]Term{a.Rule.Tangents[0]: w}, Sizes: map[*SizeVar]*Size{}, Defs: nil, Fresh: true}
	for i, n := range a.Rule.Sizes {
		sub.Sizes[n] = t.Sizes[i]
	}
	rest := a.Rule.Params
	n := 0
	for i, arg := range t.Args {
		if a.Wrt[i] {
			n++
			continue
		}
		sub.Vars[rest[0]] = tr.atom(rest[0].Name, arg)
		rest = rest[1:]
	}
	r := tr.atom("w", sub.Apply(a.Rule.Body))
	k := 0
	for i, arg := range t.Args {
		if !a.Wrt[i] {
			continue
		}
		part := r
		if n > 1 {
			part = NewProj(k, r)
			k++
		}
		if tr.dep(arg) {
			tr.back(arg, tr.atom("w", part))
		}
	}
}

// adjoint is the one of t's definition for the arguments that depend on the parameter.
func (tr *transposer) adjoint(t *Call) *Adjoint {
	for _, a := range t.Def.Adjoints {
		ok := true
		for i, arg := range t.Args {
			ok = ok && (a.Wrt[i] || !tr.dep(arg)) && (!a.Wrt[i] || tr.dep(arg) || isZeroTerm(arg))
		}
		if ok {
			return a
		}
	}
	return nil
}

func isZeroTerm(t Term) bool {
	_, ok := t.(*Zero)
	return ok
}
