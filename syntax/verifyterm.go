package syntax

// term checks t and says how it may be used. Linear variables are those bound
// by the innermost linear function, and what is let-bound to terms linear in them.
func (v *verifier) term(t Term) class {
	c := v.parts(t)
	v.retype(t)
	return c
}

// parts has one case for each line of the judgement Γ; Δ ⊢ t.
func (v *verifier) parts(t Term) class {
	switch t := t.(type) {
	case *Const:
		if t.F == 0 && t.I == 0 {
			return both
		}
		return closed
	case *VarRef:
		return v.ref(t)
	case *Let:
		return v.spine(t)
	case *Tuple:
		return v.all(t, t.Elems...)
	case *Proj:
		return v.term(t.Arg)
	case *Lam:
		return v.under(t, closed, t.Body, t.Param)
	case *App:
		f := v.term(t.Fun)
		v.closed(t, t.Arg, "the argument of a function")
		return f
	case *Inj:
		c := v.term(t.Arg)
		if !IsLinearSum(t.typ) {
			v.require(c&closed != 0, t, RuleLinear, "the injection into %s is not linear", t.typ)
			return closed
		}
		return c
	case *Case:
		v.closed(t, t.Scrut, "the scrutinee of a case")
		c := both
		for _, a := range t.Arms {
			c &= v.under(t, closed, a.Body, a.Var)
		}
		return v.mixed(t, c)
	case *If:
		v.closed(t, t.Cond, "a condition")
		return v.all(t, t.Then, t.Else)
	case *Call:
		return v.call(t)
	case *Prim:
		return v.prim(t)
	case *Deriv:
		v.closed(t, t.At, "the point of a derivative")
		c := v.term(t.Dir)
		b := v.under(t, closed, t.Body, t.Param)
		v.require(b&closed != 0, t, RuleLinear, "the function differentiated depends on a linear variable")
		return c
	case *Zero:
		v.typeScope(t, t.typ)
		return both
	case *Plus:
		return v.all(t, t.Terms...)
	case *Checkpoint:
		return v.term(t.Body)
	case *Build, *Loop, *While, *Sum, *ArrayLit, *Index, *OneHot, *Set:
		return v.array(t)
	case *SizeOf, *ToIdx, *FromIdx, *Coerce, *Pack, *DynLen, *FilterIdx:
		return v.sized(t)
	case *LinLam, *LinApp, *Coproj, *Uninj, *Singleton, *CopowerCase:
		return v.target(t)
	}
	panic("syntax: unexpected term")
}

// all is the class of a node that is linear in its parts together.
func (v *verifier) all(t Term, parts ...Term) class {
	c := both
	for _, p := range parts {
		c &= v.term(p)
	}
	return v.mixed(t, c)
}

func (v *verifier) mixed(t Term, c class) class {
	v.require(c != 0, t, RuleLinear, "it mixes parts that are linear with parts that are not")
	return c
}

func (v *verifier) closed(t, part Term, what string) {
	v.require(v.term(part)&closed != 0, t, RuleLinear, "%s depends on a linear variable", what)
}

// under checks body with xs in scope, all of class c.
func (v *verifier) under(t Term, c class, body Term, xs ...*Var) class {
	for _, x := range xs {
		v.bind(t, x, c)
	}
	k := v.term(body)
	v.unbind(xs...)
	return k
}

// prim: op is closed, or jointly linear, or linear in one argument with the others closed.
func (v *verifier) prim(t *Prim) class {
	var few [4]class
	cs, c := few[:0], both
	for _, a := range t.Args {
		cs = append(cs, v.term(a))
		c &= cs[len(cs)-1]
	}
	out := c & closed
	if t.Op.Joint != nil {
		out |= c & linear
	}
	for _, i := range t.Op.LinearIn {
		ok := cs[i]&linear != 0
		for j := range cs {
			ok = ok && (j == i || cs[j]&closed != 0)
		}
		if ok {
			out |= linear
		}
	}
	if out == 0 { // not in a call of require, which would put the name on the heap
		v.fail(t, RuleLinear, "%s is not linear in what depends on a linear variable", t.Op.Name)
	}
	return out
}

func (v *verifier) array(t Term) class {
	switch t := t.(type) {
	case *Build:
		v.sizeScope(t, t.Len)
		return v.under(t, closed, t.Body, t.Idx)
	case *Loop:
		v.sizeScope(t, t.Len)
		return v.loop(t)
	case *While:
		v.closed(t, t.Init, "the state of a while loop")
		v.bind(t, t.State, closed)
		v.closed(t, t.Cond, "a condition")
		v.closed(t, t.Body, "the state of a while loop")
		v.unbind(t.State)
		return closed
	case *Sum:
		return v.term(t.Arg)
	case *ArrayLit:
		return v.all(t, t.Elems...)
	case *Index:
		a := v.term(t.Arr)
		v.closed(t, t.Idx, "an index")
		return a
	case *OneHot:
		v.sizeScope(t, t.Len)
		v.closed(t, t.Idx, "an index")
		return v.term(t.Val)
	case *Set:
		v.closed(t, t.Idx, "an index")
		return v.all(t, t.Arr, t.Val)
	}
	panic("syntax: unexpected array term")
}

// maxZeroLoops bounds the nest of loops whose state is tried as a zero, which takes
// a second look at the body if it is none.
const maxZeroLoops = 3

// loop: the initial state and the body, with the state for a linear variable, are linear,
// or all of it is closed, or all of it is both.
func (v *verifier) loop(t *Loop) class {
	c := v.term(t.Init)
	v.bind(t, t.Idx, closed)
	defer v.unbind(t.Idx)
	if c == both {
		c = closed
		if v.mentionsLinear(t.Body) {
			c = linear
		} else if v.zeroLoops < maxZeroLoops {
			v.zeroLoops++
			b := v.under(t, both, t.Body, t.State)
			v.zeroLoops--
			if b == both {
				return both
			}
			v.forget(t.State, t.Body)
		}
	}
	b := v.under(t, c, t.Body, t.State)
	return v.mixed(t, b&c)
}

// forget makes it possible to look at a body again.
func (v *verifier) forget(state *Var, body Term) {
	*v.vars.At(state.id) = varInfo{}
	var m Mapper
	m = Mapper{
		Term:       func(t Term) Term { m.Map(t); return t },
		Binder:     func(x *Var) *Var { *v.vars.At(x.id) = varInfo{}; return x },
		SizeBinder: func(n *SizeVar) *SizeVar { delete(v.sizes, n); return n },
	}
	m.Map(body)
}

// mentionsLinear reports whether t uses a linear variable that is in scope.
func (v *verifier) mentionsLinear(t Term) bool {
	if r, ok := t.(*VarRef); ok {
		i := v.vars.Get(r.Var.id)
		return i.live && i.class == linear && i.level == v.level
	}
	found := false
	Children(t, func(c Term) { found = found || v.mentionsLinear(c) })
	return found
}

func (v *verifier) sized(t Term) class {
	switch t := t.(type) {
	case *SizeOf:
		v.sizeScope(t, t.Size)
	case *ToIdx:
		v.sizeScope(t, t.Len)
		v.closed(t, t.Arg, "an index")
	case *FromIdx:
		v.closed(t, t.Arg, "an index")
	case *Coerce:
		v.typeScope(t, t.typ)
		c := v.term(t.Arg)
		if _, dyn := t.Arg.Type().(*DynType); dyn && !t.Linear {
			v.require(c&closed != 0, t, RuleLinear, "the check of a length depends on a linear variable")
			return closed
		}
		return c
	case *Pack:
		return v.term(t.Arg)
	case *DynLen:
		v.closed(t, t.Arg, "a length")
	case *FilterIdx:
		v.sizeScope(t, t.Len)
		c := v.under(t, closed, t.Body, t.Idx)
		v.require(c&closed != 0, t, RuleLinear, "a condition depends on a linear variable")
	}
	return closed
}

func (v *verifier) target(t Term) class {
	switch t := t.(type) {
	case *LinLam:
		v.level++
		want := linear
		if t.Asserted != "" {
			want = closed
		}
		c := v.under(t, want, t.Body, t.Param)
		v.level--
		v.require(c&want != 0, t, RuleLinear, "the body is not linear in %s", t.Param.Name)
		return closed
	case *LinApp:
		f, a := v.term(t.Fun), v.term(t.Arg)
		if f&closed != 0 {
			return a
		}
		v.require(a&closed != 0, t, RuleLinear, "both the function and the argument depend on linear variables")
		return f
	case *Coproj:
		return v.term(t.Arg)
	case *Uninj:
		return v.term(t.Arg)
	case *Singleton:
		v.closed(t, t.Key, "the key of a singleton")
		return v.term(t.Val)
	case *CopowerCase:
		s := v.term(t.Scrut)
		v.level++
		v.bind(t, t.Key, closed)
		c := v.under(t, linear, t.Body, t.Val)
		v.unbind(t.Key)
		v.level--
		v.require(c&linear != 0, t, RuleLinear, "the body is not linear in %s", t.Val.Name)
		return s
	}
	panic("syntax: unexpected target term")
}
