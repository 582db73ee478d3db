package place

import "github.com/seed-4b734f86/gochad/syntax"

// chosenParts chooses where the parts of a choice among names are used:
//
//	let w = if c then ⟨a, b⟩ else ⟨p, q⟩ in … fst w … snd w …    →    … (if c then a else p) … (if c then b else q) …
//
// A pair of an array and its tangent is chosen like that, and so is a state that a branch keeps. What goes to the place of a part of a state then stays there in
// the branch that chooses what is there, whatever the other parts do, and no array has to wait for all of them. To ask again costs no more than to hand on what
// was chosen.
func chosenParts(body syntax.Term) syntax.Term {
	if syntax.NodesOf(body)&syntax.Sets == 0 || syntax.NodesOf(body)&syntax.Branches == 0 {
		return body
	}
	c := &partsChooser{use: countUses(body), of: map[*syntax.Var]syntax.Term{}}
	return c.term(body)
}

type partsChooser struct {
	use *usage
	of  map[*syntax.Var]syntax.Term // the choices that are made where their parts are used
}

func (c *partsChooser) term(t syntax.Term) syntax.Term {
	switch t := t.(type) {
	case *syntax.Proj:
		if x, ok := t.Arg.(*syntax.VarRef); ok && c.of[x.Var] != nil {
			return chosenPart(c.of[x.Var], t.Index)
		}
	case *syntax.Let:
		binds := make([]syntax.Bind, 0, len(t.Binds))
		for _, b := range t.Binds {
			b.Rhs = c.term(b.Rhs)
			if b.Var != nil && c.choice(b.Var, b.Rhs) {
				c.of[b.Var] = withAtoms(b.Rhs, &binds)
				continue
			}
			binds = append(binds, b)
		}
		return syntax.NewLet(binds, c.term(t.Body))
	}
	return syntax.MapChildren(t, c.term)
}

// mostChosen bounds the choices, and the tuples among which they are made.
const mostChosen = 8

// choice reports whether t, which x is bound to, chooses among tuples of names, of which several are used, once each, and some are arrays.
func (c *partsChooser) choice(x *syntax.Var, t syntax.Term) bool {
	ty, ok := x.Type.(*syntax.TupleType)
	if _, branch := t.(*syntax.If); !ok || !branch || !holdsArray(ty) || !c.use.inParts(x) {
		return false
	}
	used := 0
	for k := range ty.Elems {
		switch {
		case c.use.onceAt(x, k):
			used++
		case c.use.vars.At(x.ID()).proj[k] > 0:
			return false
		}
	}
	left := mostChosen
	return used > 1 && choosesNames(t, &left)
}

func choosesNames(t syntax.Term, left *int) bool {
	switch t := t.(type) {
	case *syntax.If:
		if _, named := t.Cond.(*syntax.VarRef); !named && *left < mostChosen {
			return false // the condition of an inner choice
		}
		*left--
		return choosesNames(t.Then, left) && choosesNames(t.Else, left)
	case *syntax.Tuple:
		for _, el := range t.Elems {
			if !isPath(el) {
				return false
			}
		}
	default:
		if !isPath(t) {
			return false
		}
	}
	*left--
	return *left >= 0
}

// withAtoms gives conditions of a choice names, outside of it; those of inner choices have names.
func withAtoms(t syntax.Term, binds *[]syntax.Bind) syntax.Term {
	c := t.(*syntax.If)
	if _, ok := c.Cond.(*syntax.VarRef); ok {
		return t
	}
	x := syntax.NewVar("c", syntax.Bool)
	*binds = append(*binds, syntax.Bind{Var: x, Rhs: c.Cond})
	return syntax.NewIf(syntax.Ref(x), c.Then, c.Else)
}

func chosenPart(t syntax.Term, k int) syntax.Term {
	switch t := t.(type) {
	case *syntax.If:
		return syntax.NewIf(t.Cond, chosenPart(t.Then, k), chosenPart(t.Else, k))
	case *syntax.Tuple:
		return t.Elems[k]
	}
	return syntax.NewProj(k, t)
}
