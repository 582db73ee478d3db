package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// A loop that keeps a value or replaces it, as a search for the least does, has pullbacks of which all but one get a
// zero: the cotangent goes to the value that was kept last. In
//
//	loop s' = v for j down sum
//	  let w = if c then ⟨s', 0⟩ else ⟨0, s'⟩
//	      r = loop … fst w … in ⟨snd w, snd r⟩
//
// r is the pullback of the new value, and zero, by its form, where c is false. The branch moves around all of it:
//
//	  if c && s' != 0 then (let r = loop … s' … in ⟨0, snd r⟩) else ⟨s', 0⟩
//
// and since the first iteration where c holds leaves a zero in s', r runs once. Zeros here are structural ones, which
// contribute nothing whatever they are multiplied with (docs/nonsmooth.md).

const (
	chosenTries = 3   // conditions of one body
	chosenTwice = 60  // nodes that may stand in both branches
	chosenBody  = 400 // nodes of the result of a body
)

func chosenPullbacks(t syntax.Term) syntax.Term {
	if l, ok := t.(*syntax.Let); ok && syntax.NodesOf(l)&syntax.Loops == 0 {
		return t
	}
	m := &syntax.Mapper{Term: chosenPullbacks}
	t = m.Map(t)
	l, ok := t.(*syntax.Loop)
	if !ok || l.Out != syntax.Accumulate {
		return t
	}
	if body := chooseIn(l.Body, l.State); body != nil {
		return syntax.NewLoop(l.Len, l.Down, l.Out, l.Idx, l.State, l.Init, body)
	}
	return t
}

// chooseIn moves a condition around a body, or is nil.
func chooseIn(body syntax.Term, state *syntax.Var) syntax.Term {
	b := &choosing{body: body}
	if l, ok := body.(*syntax.Let); ok {
		b.binds, b.body = l.Binds, l.Body
	}
	if syntax.CountNodes(b.body) > chosenBody {
		return nil
	}
	for _, x := range b.binds {
		b.conditions(x.Rhs)
	}
	b.conditions(b.body)
	for _, c := range b.conds {
		if t := b.split(c, state); t != nil {
			return t
		}
	}
	return nil
}

// choosing is the body of a loop and the conditions in it that choose a zero.
type choosing struct {
	binds []syntax.Bind
	body  syntax.Term
	conds []syntax.Term
}

// conditions collects those outside binders.
func (b *choosing) conditions(t syntax.Term) {
	switch t := t.(type) {
	case *syntax.If:
		if (someZero(t.Then) || someZero(t.Else)) && len(b.conds) < chosenTries &&
			!slices.ContainsFunc(b.conds, func(c syntax.Term) bool { return syntax.Equal(c, t.Cond) }) {
			b.conds = append(b.conds, t.Cond)
		}
		return
	case *syntax.Loop:
		b.conditions(t.Init)
		return
	case *syntax.Tuple, *syntax.Proj, *syntax.Plus, *syntax.Prim, *syntax.OneHot, *syntax.Coproj, *syntax.Set:
		syntax.Children(t, b.conditions)
	}
}

func someZero(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Zero, *syntax.Coproj:
		return true
	case *syntax.Tuple:
		return slices.ContainsFunc(t.Elems, someZero)
	}
	return false
}

// split makes one branch for each value of c; nil when that gains nothing, or repeats too much.
func (b *choosing) split(c syntax.Term, state *syntax.Var) syntax.Term {
	depends := map[*syntax.Var]bool{}
	uses := func(t syntax.Term) bool {
		return slices.ContainsFunc(syntax.FreeVars(t), func(x *syntax.Var) bool { return depends[x] })
	}
	var before, inside []syntax.Bind
	for _, x := range b.binds {
		switch {
		case !asks(x.Rhs, c) && !uses(x.Rhs):
			before = append(before, x)
		case x.Var == nil:
			return nil
		default:
			depends[x.Var] = true
			inside = append(inside, x)
		}
	}
	if uses(c) {
		return nil
	}
	yes, no := b.branch(inside, c, true, nil), b.branch(inside, c, false, nil)
	if !yes.gains && !no.gains {
		return nil
	}
	twice := syntax.CountNodes(no.body)
	for x := range yes.kept {
		if no.kept[x] {
			if isHeavy(no.rhs[x]) {
				return nil
			}
			twice += syntax.CountNodes(no.rhs[x])
		}
	}
	if twice > chosenTwice {
		return nil
	}
	then, other := syntax.NewLet(yes.binds, yes.body), syntax.NewLet(no.binds, no.body)
	cond := c
	switch {
	case state.Type != syntax.Real:
	case no.gains && b.stays(no.body, state) && b.linear(inside, c, true, state):
		cond = syntax.NewPrim(syntax.MustOp("and"), c, zeroTest("ne", state))
	case yes.gains && b.stays(yes.body, state) && b.linear(inside, c, false, state):
		cond = syntax.NewPrim(syntax.MustOp("or"), c, zeroTest("eq", state))
	}
	return syntax.NewLet(before, syntax.NewIf(cond, then, syntax.Refresh(other)))
}

func zeroTest(op string, x *syntax.Var) syntax.Term {
	return syntax.NewPrim(syntax.MustOp(op), syntax.Ref(x), syntax.RealLit(0))
}

// stays reports whether a body hands the state on and puts out nothing.
func (b *choosing) stays(body syntax.Term, state *syntax.Var) bool {
	t, ok := body.(*syntax.Tuple)
	if !ok || len(t.Elems) != 2 || !isVar(t.Elems[0], state) {
		return false
	}
	z := zeros{}
	return z.zero(t.Elems[1])
}

// linear reports whether a branch is all zero where the state is.
func (b *choosing) linear(inside []syntax.Bind, c syntax.Term, value bool, state *syntax.Var) bool {
	z := zeros{}
	return z.zero(b.branch(inside, c, value, state).body)
}

// asks reports whether c stands in t as a condition.
func asks(t, c syntax.Term) bool {
	if f, ok := t.(*syntax.If); ok && syntax.Equal(f.Cond, c) {
		return true
	}
	found := false
	syntax.Children(t, func(s syntax.Term) { found = found || asks(s, c) })
	return found
}

// isHeavy reports whether t has loops or calls.
func isHeavy(t syntax.Term) bool {
	switch t.(type) {
	case *syntax.Loop, *syntax.While, *syntax.Sum, *syntax.Build, *syntax.Call:
		return true
	}
	found := false
	syntax.Children(t, func(s syntax.Term) { found = found || isHeavy(s) })
	return found
}

// A chosen is what is left of a body for one value of a condition.
type chosen struct {
	binds []syntax.Bind
	body  syntax.Term
	kept  map[*syntax.Var]bool
	rhs   map[*syntax.Var]syntax.Term
	gains bool // a loop went
}

// branch is the body for one value of c, and a state of zero, if there is one.
func (b *choosing) branch(inside []syntax.Bind, c syntax.Term, value bool, state *syntax.Var) *chosen {
	out := &chosen{kept: map[*syntax.Var]bool{}, rhs: map[*syntax.Var]syntax.Term{}}
	with := map[*syntax.Var]syntax.Term{}
	if state != nil {
		with[state] = syntax.NewZero(state.Type)
	}
	var in func(t syntax.Term) syntax.Term
	in = func(t syntax.Term) syntax.Term {
		switch t := t.(type) {
		case *syntax.VarRef:
			if s := with[t.Var]; s != nil {
				return s
			}
			return t
		case *syntax.If:
			if syntax.Equal(t.Cond, c) {
				if value {
					return in(t.Then)
				}
				return in(t.Else)
			}
		case *syntax.Proj:
			switch a := in(t.Arg).(type) {
			case *syntax.Tuple:
				return a.Elems[t.Index]
			case *syntax.Zero:
				return syntax.NewZero(t.Type())
			default:
				return syntax.NewProj(t.Index, a)
			}
		}
		m := &syntax.Mapper{Term: in}
		return m.Map(t)
	}
	for _, x := range inside {
		rhs := in(x.Rhs)
		z := zeros{}
		if z.zero(rhs) && syntax.IsLinear(x.Var.Type) {
			with[x.Var] = syntax.NewZero(x.Var.Type)
			out.gains = out.gains || isHeavy(x.Rhs)
			continue
		}
		if t, ok := rhs.(*syntax.Tuple); ok && !slices.ContainsFunc(t.Elems,
			func(e syntax.Term) bool { return !atomic(e) }) {
			with[x.Var] = t
			continue
		}
		if atomic(rhs) {
			with[x.Var] = rhs
			continue
		}
		out.binds = append(out.binds, syntax.Bind{Var: x.Var, Size: x.Size, Rhs: rhs, At: x.At, Sure: x.Sure})
		out.kept[x.Var], out.rhs[x.Var] = true, rhs
	}
	body := in(b.body)
	z := zeros{}
	if t, ok := body.(*syntax.Tuple); ok {
		elems := slices.Clone(t.Elems)
		for i, e := range elems {
			if z.zero(e) && syntax.IsLinear(e.Type()) {
				out.gains = out.gains || isHeavy(b.body)
				elems[i] = syntax.NewZero(e.Type())
			}
		}
		body = syntax.NewTuple(elems...)
	}
	out.body = body
	return out
}

func atomic(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.VarRef, *syntax.Const, *syntax.Zero:
		return true
	case *syntax.Proj:
		return atomic(t.Arg)
	}
	return false
}

// zeros decides by the form of a term whether it is a structural zero; the variables are zero.
type zeros map[*syntax.Var]bool

func (z zeros) zero(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Zero:
		return true
	case *syntax.VarRef:
		return z[t.Var]
	case *syntax.Proj:
		return z.zero(t.Arg)
	case *syntax.Tuple:
		return len(t.Elems) > 0 && z.all(t.Elems)
	case *syntax.Plus:
		return z.all(t.Terms)
	case *syntax.Prim:
		if len(t.Op.Joint) > 0 {
			return z.all(t.Args)
		}
		return slices.ContainsFunc(t.Op.LinearIn, func(i int) bool { return z.zero(t.Args[i]) })
	case *syntax.OneHot:
		return z.zero(t.Val)
	case *syntax.Coproj:
		return z.zero(t.Arg)
	case *syntax.Index:
		return z.zero(t.Arr)
	case *syntax.Build:
		return z.zero(t.Body)
	case *syntax.Sum:
		return z.zero(t.Arg)
	case *syntax.Set:
		return z.zero(t.Arr) && z.zero(t.Val)
	case *syntax.If:
		return z.zero(t.Then) && z.zero(t.Else)
	case *syntax.Let:
		for _, b := range t.Binds {
			if b.Var != nil && z.zero(b.Rhs) {
				z[b.Var] = true
			}
		}
		return z.zero(t.Body)
	case *syntax.Loop:
		if t.Out == syntax.Collect || !z.zero(t.Init) {
			return false
		}
		z[t.State] = true // then all further states are
		return z.zero(t.Body)
	}
	return false
}

func (z zeros) all(ts []syntax.Term) bool {
	return !slices.ContainsFunc(ts, func(t syntax.Term) bool { return !z.zero(t) })
}
