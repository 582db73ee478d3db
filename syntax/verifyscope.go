package syntax

// bind brings x into scope; t is the node that binds it.
func (v *verifier) bind(t Term, x *Var, c class) {
	i := v.vars.At(x.id)
	if i.known { // not in a call of require, which would put its arguments on the heap
		v.fail(t, RuleUnique, "%s is bound twice", x.Name)
	}
	v.typeScope(t, x.Type)
	*i = varInfo{c, v.level, true, true}
}

func (v *verifier) unbind(xs ...*Var) {
	for _, x := range xs {
		v.vars.At(x.id).live = false
	}
}

func (v *verifier) bindSize(t Term, n *SizeVar) {
	_, dup := v.sizes[n]
	v.require(!dup, t, RuleUnique, "size %s is bound twice", n.Name)
	v.sizes[n] = true
}

func (v *verifier) unbindSizes(ns []*SizeVar) {
	for _, n := range ns {
		v.sizes[n] = false
	}
}

// sizeScope checks that the variables of a size are bound.
func (v *verifier) sizeScope(t Term, s *Size) {
	s.Vars(func(n *SizeVar) { v.sizeVar(t, n, s) })
}

func (v *verifier) sizeVar(t Term, n *SizeVar, in interface{ String() string }) {
	if v.anySize {
		v.sizes[n] = true
		return
	}
	live, ever := v.sizes[n]
	switch {
	case !ever:
		v.fail(t, RuleScope, "size %s of %s is not bound", n.Name, in)
	case !live:
		v.fail(t, RuleScope, "size %s of %s is out of scope", n.Name, in)
	}
}

// typeScope checks that the size variables of a type are bound. Types are
// shared, so their variables are collected once.
func (v *verifier) typeScope(t Term, ty Type) {
	if ty == Real || ty == Int || ty == Bool {
		return
	}
	vars, ok := v.sizesOf[ty]
	if !ok {
		EachSizeVar(ty, func(n *SizeVar) { vars = append(vars, n) })
		v.sizesOf[ty] = vars
	}
	for _, n := range vars {
		v.sizeVar(t, n, ty)
	}
}

func (v *verifier) ref(t *VarRef) class {
	i := v.vars.Get(t.Var.id)
	switch {
	case !i.known:
		v.fail(t, RuleScope, "%s is not bound", t.Var.Name)
	case !i.live:
		v.fail(t, RuleScope, "%s is out of scope", t.Var.Name)
	case i.class == linear && i.level != v.level:
		v.fail(t, RuleLinear, "%s belongs to an outer linear function", t.Var.Name)
	}
	return i.class
}

// spine checks the bindings of a let and its body.
func (v *verifier) spine(t *Let) class {
	var sizes []*SizeVar
	for _, b := range t.Binds {
		c := v.term(b.Rhs)
		if b.Var != nil {
			v.bind(t, b.Var, c)
			continue
		}
		v.require(c&closed != 0, t, RuleLinear, "size %s depends on a linear variable", b.Size.Name)
		v.bindSize(t, b.Size)
		sizes = append(sizes, b.Size)
	}
	c := v.term(t.Body)
	for _, b := range t.Binds {
		if b.Var != nil {
			v.unbind(b.Var)
		}
	}
	v.unbindSizes(sizes)
	for _, n := range sizes {
		EachSizeVar(t.typ, func(m *SizeVar) {
			v.require(m != n, t, RuleSize, "size %s escapes its let in the type %s", n.Name, t.typ)
		})
	}
	return c
}
