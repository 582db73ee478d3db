package simplify

import (
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/syntax"
)

func arrayRules() []*Rule {
	return []*Rule{
		{
			Name: "indexBuild", Before: "[e | i < n][j]", After: "let i = j in e", Ref: agda61, Why: "β for arrays",
			Condition: "the build stands there or is used only there: once, or once at an index that is another one " +
				"in each iteration of a loop right here: its own, or that and a number (fusion)",
		},
		{
			Name: "indexSame", Before: "let x = [a | i < n] in … x[j] …", After: "… a …", Ref: agda61,
			Why: "β for arrays; a is there",
			Condition: "a is an atom, perhaps i: x[j] is j then; or a tuple of atoms. A display keeps arrays " +
				"with names",
			on: atIndex, apply: indexSame,
		},
		{
			Name: "indexZero", Before: "0[i]", After: "0", Ref: agda61, Why: "selection is linear", on: atIndex,
			apply: indexZero,
		},
		{
			Name: "indexPlus", Before: "(a + b)[i]", After: "a[i] + b[i]", Ref: agda61, Why: "selection is linear",
			Condition: "the sum stands there; i has a name",
			on:        atIndex, apply: indexPlus,
		},
		{
			Name: "indexSum", Before: "(Σⱼ a)[i]", After: "Σⱼ a[i]", Ref: agda61, Why: "selection is linear",
			Condition: "the sum of a build or variable stands there; i has a name",
			on:        atIndex, apply: indexSum,
		},
		{
			Name: "indexOneHot", Before: "(onehot i a)[i]", After: "a", Ref: agda61, Why: "meaning of onehot",
			Condition: "the indices are the same variable or literal; a is an atom or the onehot stands there",
			on:        atIndex, apply: indexOneHot,
		},
		{
			Name: "indexSet", Before: "(a with [i] = v)[i]", After: "v", Ref: own, Why: "meaning of set",
			Condition: "the indices are the same variable or literal; v is an atom or the set stands there",
			on:        atIndex, apply: indexSet,
		},
		{
			Name: "indexSetElse", Before: "(a with [i] = v)[j]", After: "if i = j then v else a[j]", Ref: own,
			Why:       "meaning of set: no array is copied for one element of it, nor has a cotangent",
			Condition: "the set stands there", Set: Deriving, on: atIndex, apply: indexSetElse, seems: indexesSet,
		},
		{
			Name: "indexChoice", Before: "let a = if c then x else y[j] in … a[i] …",
			After: "let a = if c then x else y[j] in … (if c then x[i] else y[j][i]) …", Ref: fig4,
			Why: "let and case commute; the cotangent of an element is none of an array",
			Condition: "the branches are variables, and elements of them at atoms; c is an atom, or compares two; a " +
				"is not used in a loop, a build or a function that it stands outside of",
			Set: Deriving, on: atIndex, apply: indexChoice, seems: indexesVar,
		},
		{
			Name: "indexIf", Before: "(if c then a else b)[i]", After: "if c then a[i] else b[i]", Ref: agda61,
			Why: "let and case commute", Condition: "the if stands there or is used only there",
			on: atIndex, apply: indexIf,
		},
		{
			Name: "indexLit", Before: "[a, b, c][1]", After: "b", Ref: own, Why: "meaning of the array literal",
			Condition: "the index is a literal in range; the array stands there or the element is an atom",
			on:        atIndex, apply: indexLit,
		},
		{
			Name: "buildEta", Before: "[a[i] | i < n]", After: "a", Ref: agda61, Why: "η for arrays",
			Condition: "a is a variable of type [n]τ other than i", on: atBuild, apply: buildEta,
		},
		{
			Name: "setSet", Before: "(a with [i] = x) with [i] = y", After: "a with [i] = y", Ref: own,
			Why: "the last store to a place counts", on: atSet, apply: setSet,
		},
		{
			Name: "setBack", Before: "a with [i] = a[i]", After: "a", Ref: own, Why: "meaning of set",
			Condition: "a is a variable, i a variable or a literal; a[i] stands there, is bound, or is a tuple of " +
				"its places",
			on: atSet, apply: setBack,
		},
		{
			Name: "oneHotZero", Before: "onehot i 0", After: "0", Ref: agda61, Why: "onehot is linear", on: atOneHot,
			apply: oneHotZero,
		},
		{
			Name: "packCoerce", Before: "pack a :> [n]τ; pack a :> [?]τ", After: "a :> [n]τ, and a if a : [n]τ",
			Ref: own, Why: "a length that is known to be right", on: atCoerce, apply: packCoerce,
		},
		{
			Name: "lenPack", Before: "length (pack a)", After: "size n", Ref: own, Why: "meaning of length",
			Condition: "a : [n]τ", on: atDynLen, apply: lenPack,
		},
	}
}

func indexSame(p *pass, t syntax.Term) syntax.Term {
	x := t.(*syntax.Index)
	b, ok := p.see(x.Arr).(*syntax.Build)
	if r, isRef := x.Arr.(*syntax.VarRef); !ok || isRef && p.kept(r.Var) {
		return nil
	}
	at := func(a syntax.Term) syntax.Term {
		if form.IsVar(a, b.Idx) {
			return x.Idx
		}
		return a
	}
	tup, ok := b.Body.(*syntax.Tuple)
	if !ok {
		if form.IsAtom(b.Body) {
			return at(b.Body)
		}
		return nil
	}
	if !form.IsAtom(x.Idx) || slices.ContainsFunc(tup.Elems, func(el syntax.Term) bool { return !form.IsAtom(el) }) {
		return nil
	}
	elems := make([]syntax.Term, len(tup.Elems))
	for k, el := range tup.Elems {
		elems[k] = at(el)
		p.addUse(elems[k])
	}
	return syntax.NewTupleOf(tup.Type().(*syntax.TupleType), elems...)
}

func indexZero(p *pass, t syntax.Term) syntax.Term {
	if form.IsZero(p.see(t.(*syntax.Index).Arr)) {
		return syntax.NewZero(t.Type())
	}
	return nil
}

func indexPlus(p *pass, t syntax.Term) syntax.Term {
	x := t.(*syntax.Index)
	s, ok := x.Arr.(*syntax.Plus)
	if !ok {
		return nil
	}
	at, out := p.atom("i", x.Idx), make([]syntax.Term, len(s.Terms))
	for i, a := range s.Terms {
		out[i] = p.splice(p.rewrite(syntax.NewIndex(a, at)))
	}
	return p.sum(t.Type(), out)
}

func indexSum(p *pass, t syntax.Term) syntax.Term {
	x := t.(*syntax.Index)
	s, ok := x.Arr.(*syntax.Sum)
	if !ok {
		return nil
	}
	b, ok := s.Arg.(*syntax.Build)
	if !ok {
		if !bound(s.Arg) {
			return nil
		}
		n := s.Arg.Type().(*syntax.ArrayType).Len
		j := syntax.NewVar("j", syntax.NewIdxType(n))
		return syntax.NewSum(syntax.NewBuild(n, j,
			syntax.NewIndex(syntax.NewIndex(s.Arg, syntax.Ref(j)), p.atom("i", x.Idx))))
	}
	i := p.atom("i", x.Idx)
	at := func(e syntax.Term) syntax.Term { return syntax.NewIndex(e, i) }
	return syntax.NewSum(syntax.NewBuild(b.Len, b.Idx, inBlock(b.Body, at)))
}

func indexOneHot(p *pass, t syntax.Term) syntax.Term {
	x := t.(*syntax.Index)
	o, ok := p.see(x.Arr).(*syntax.OneHot)
	if ok && form.SameIndex(o.Idx, x.Idx) && (!bound(x.Arr) || form.IsAtom(o.Val)) {
		return o.Val
	}
	return nil
}

func indexSet(p *pass, t syntax.Term) syntax.Term {
	x := t.(*syntax.Index)
	s, ok := p.see(x.Arr).(*syntax.Set)
	if !ok || !form.SameIndex(s.Idx, x.Idx) || bound(x.Arr) && !form.IsAtom(s.Val) {
		return nil
	}
	return s.Val
}

// indexesSet reports whether t is an element of an update that stands there.
func indexesSet(t syntax.Term) bool {
	x, ok := t.(*syntax.Index)
	if !ok {
		return false
	}
	_, ok = x.Arr.(*syntax.Set)
	return ok
}

func indexSetElse(p *pass, t syntax.Term) syntax.Term {
	if !indexesSet(t) {
		return nil
	}
	x := t.(*syntax.Index)
	s := x.Arr.(*syntax.Set)
	if form.OtherIndex(p.see(s.Idx), p.see(x.Idx)) {
		return syntax.NewIndex(s.Arr, x.Idx)
	}
	i, j := p.atom("i", s.Idx), p.atom("j", x.Idx)
	same := syntax.NewPrim(syntax.MustOp("ieq"), syntax.NewFromIdx(i), syntax.NewFromIdx(j))
	return syntax.NewIf(same, s.Val, syntax.NewIndex(s.Arr, j))
}

func indexIf(p *pass, t syntax.Term) syntax.Term {
	x := t.(*syntax.Index)
	c, ok := x.Arr.(*syntax.If)
	if !ok {
		return nil
	}
	i := p.atom("i", x.Idx)
	at := func(e syntax.Term) syntax.Term { return syntax.NewIndex(e, i) }
	return syntax.NewIf(c.Cond, inBlock(c.Then, at), inBlock(c.Else, at))
}

func indexLit(p *pass, t syntax.Term) syntax.Term {
	x := t.(*syntax.Index)
	a, ok := p.see(x.Arr).(*syntax.ArrayLit)
	if !ok {
		return nil
	}
	to, ok := x.Idx.(*syntax.ToIdx)
	if !ok {
		return nil
	}
	k, ok := to.Arg.(*syntax.Const)
	if !ok || k.I < 0 || k.I >= int64(len(a.Elems)) || bound(x.Arr) && !form.IsAtom(a.Elems[k.I]) {
		return nil
	}
	return a.Elems[k.I]
}

func buildEta(_ *pass, t syntax.Term) syntax.Term {
	b := t.(*syntax.Build)
	x, ok := b.Body.(*syntax.Index)
	if !ok || !form.IsVar(x.Idx, b.Idx) || x.Arr.Type() != t.Type() {
		return nil
	}
	if a, ok := x.Arr.(*syntax.VarRef); ok {
		return a
	}
	return nil
}

func setBack(p *pass, t syntax.Term) syntax.Term {
	s := t.(*syntax.Set)
	x, ok := p.see(p.whole(s.Val)).(*syntax.Index)
	if !ok || !bound(s.Arr) || !form.SameVar(x.Arr, s.Arr) || !form.SameIndex(x.Idx, s.Idx) {
		return nil
	}
	return s.Arr
}

// whole is the variable of which t is the tuple of all its places, if it is one. It is for what comes after: as a
// result, the tuple says more than the variable.
func (p *pass) whole(t syntax.Term) syntax.Term {
	tup, ok := t.(*syntax.Tuple)
	if !ok {
		return t
	}
	var x syntax.Term
	for i, e := range tup.Elems {
		pr, ok := p.see(e).(*syntax.Proj)
		if !ok || pr.Index != i || !bound(pr.Arg) || pr.Arg.Type() != t.Type() || x != nil && !form.SameVar(x, pr.Arg) {
			return t
		}
		x = pr.Arg
	}
	if x == nil {
		return t
	}
	return x
}

func setSet(_ *pass, t syntax.Term) syntax.Term {
	s := t.(*syntax.Set)
	in, ok := s.Arr.(*syntax.Set)
	if !ok || !form.SameIndex(in.Idx, s.Idx) {
		return nil
	}
	return syntax.NewSet(in.Arr, s.Idx, s.Val)
}

func oneHotZero(_ *pass, t syntax.Term) syntax.Term {
	if form.IsZero(t.(*syntax.OneHot).Val) {
		return syntax.NewZero(t.Type())
	}
	return nil
}

func packCoerce(p *pass, t syntax.Term) syntax.Term {
	c := t.(*syntax.Coerce)
	if c.Arg.Type() == t.Type() {
		return c.Arg
	}
	k, ok := p.see(c.Arg).(*syntax.Pack)
	if !ok || bound(c.Arg) && !form.IsAtom(k.Arg) {
		return nil
	}
	if k.Arg.Type() == t.Type() {
		return k.Arg
	}
	if c.Linear {
		return nil
	}
	return syntax.NewCoerce(c.At, k.Arg, t.Type().(*syntax.ArrayType))
}

func lenPack(p *pass, t syntax.Term) syntax.Term {
	k, ok := p.see(t.(*syntax.DynLen).Arg).(*syntax.Pack)
	if !ok {
		return nil
	}
	return sizeTerm(k.Arg.Type().(*syntax.ArrayType).Len)
}

// sizeTerm is a size as an int.
func sizeTerm(n *syntax.Size) syntax.Term {
	if v, ok := n.Lit(); ok {
		return syntax.IntLit(v)
	}
	return syntax.NewSizeOf(n)
}

// indexesVar reports whether t is an element of a variable.
func indexesVar(t syntax.Term) bool {
	x, ok := t.(*syntax.Index)
	if !ok {
		return false
	}
	_, ok = x.Arr.(*syntax.VarRef)
	return ok
}

// indexChoice reads an element of the array that a branch names where it is.
func indexChoice(p *pass, t syntax.Term) syntax.Term {
	if !indexesVar(t) {
		return nil
	}
	x := t.(*syntax.Index)
	if p.occ.at(x.Arr.(*syntax.VarRef).Var).many {
		return nil
	}
	c, ok := p.see(x.Arr).(*syntax.If)
	if !ok || !comparesAtoms(c.Cond) || !namesArray(c.Then) || !namesArray(c.Else) {
		return nil
	}
	p.allAgain(c)
	k := p.atom("k", x.Idx)
	p.allAgain(k)
	return syntax.NewIf(c.Cond, syntax.NewIndex(c.Then, k), syntax.NewIndex(c.Else, k))
}

// comparesAtoms reports whether t is an atom, or compares atoms.
func comparesAtoms(t syntax.Term) bool {
	if pr, ok := t.(*syntax.Prim); ok && pr.Op.Result == syntax.Bool && !pr.Op.Requires {
		return !slices.ContainsFunc(pr.Args, func(a syntax.Term) bool { return !form.IsAtom(a) })
	}
	return form.IsAtom(t)
}

// namesArray reports whether t is a variable, or an element of one at an atom.
func namesArray(t syntax.Term) bool {
	for {
		x, ok := t.(*syntax.Index)
		if !ok {
			_, ok := t.(*syntax.VarRef)
			return ok
		}
		if !form.IsAtom(x.Idx) {
			return false
		}
		t = x.Arr
	}
}
