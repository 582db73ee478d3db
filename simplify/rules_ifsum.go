package simplify

import (
	"math"
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/syntax"
)

// projIfSame takes what all branches give from outside of them: in a program that is to be differentiated anything that
// has a name, so that no cotangent goes through the branches, and no array of zeros is made for what they do not
// change; elsewhere a scalar, or a zero, as of another array it is better known that branches hand it on, which may
// update it. Binders are unique, so that a variable that two branches give is bound in neither.
func projIfSame(p *pass, t syntax.Term) syntax.Term {
	_, scalar := t.Type().(*syntax.Scalar)
	path, of := p.pathOf(t)
	if b, ok := syntax.ForkOf(p.see(of)); !ok || !bound(of) || len(b.Bodies) < 2 {
		return nil
	}
	s := sameOfBranches{path: path, most: mostSame}
	if !s.all(p.see(of)) || !form.IsZero(s.same) && !((scalar || p.source) && syntax.IsAtom(s.same)) {
		return nil
	}
	return s.same
}

// mostSame bounds the ends of branches that are held against each other.
const mostSame = 16

// pathOf is t as places of places of a term, the first of them last.
func (p *pass) pathOf(t syntax.Term) (path []int, of syntax.Term) {
	for {
		pr, ok := t.(*syntax.Proj)
		if !ok {
			return path, t
		}
		path, t = append(path, pr.Index), pr.Arg
		if next, ok := p.see(t).(*syntax.Proj); ok {
			t = next
		}
	}
}

// sameOfBranches is what all branches, and those in them, give at the end of a path.
type sameOfBranches struct {
	path []int
	most int
	same syntax.Term
}

func (s *sameOfBranches) all(t syntax.Term) bool {
	t = form.Result(t)
	if b, ok := syntax.ForkOf(t); ok {
		for _, body := range b.Bodies {
			if !s.all(body) {
				return false
			}
		}
		return true
	}
	for _, i := range slices.Backward(s.path) {
		if t = form.PlaceOf(t, i); t == nil {
			return false
		}
	}
	s.most--
	if s.most < 0 || !form.IsZero(t) && !syntax.IsAtom(t) || s.same != nil && !syntax.Equal(s.same, t) {
		return false
	}
	s.same = t
	return true
}

// splitCoproj is projIfCoproj for x = t, branches of which only places are used: what is a coprojection into the same
// place of a tuple in every branch, or zero, leaves the branches without the zeros around it. It returns nil if it
// applied, else t.
func (p *pass) splitCoproj(t syntax.Term, x *syntax.Var, o *occ) syntax.Term {
	ty, ok := t.Type().(*syntax.TupleType)
	b, ok2 := syntax.ForkOf(t)
	if !ok || !ok2 || o.n != o.projs || o.mask&maskBit(63) != 0 || p.source || !p.on["projIfCoproj"] {
		return t
	}
	into := map[int]int{} // of a place, where in its tuple the branches put something
	elems := slices.Clone(ty.Elems)
	for i := range elems {
		if o.mask&maskBit(i) == 0 {
			continue
		}
		if j, ok := onlyPlace(b, i); ok {
			into[i], elems[i] = j, elems[i].(*syntax.TupleType).Elems[j]
		}
	}
	if len(into) == 0 {
		return t
	}
	p.fire("projIfCoproj")
	bodies := make([]syntax.Term, len(b.Bodies))
	for k, body := range b.Bodies {
		bodies[k] = inBlock(body, func(e syntax.Term) syntax.Term {
			return unpadded(e, syntax.NewTupleType(elems...).(*syntax.TupleType), into)
		})
	}
	b.On = p.atom("c", b.On)
	w := p.atom(x.Name, b.With(b.Vars, bodies))
	parts := make([]syntax.Term, len(elems))
	for i := range elems {
		if o.mask&maskBit(i) == 0 {
			continue
		}
		parts[i] = p.atom(x.Name, syntax.NewProj(i, w))
		if j, ok := into[i]; ok {
			parts[i] = p.place(x, syntax.NewCoproj(ty.Elems[i].(*syntax.TupleType), j, parts[i]), o)
		}
	}
	p.isParts(x, p.gaveParts("projIfCoproj", parts))
	return nil
}

// onlyPlace is the only place of the tuple at place i of the branches into which any of them puts something, if there
// is one.
func onlyPlace(b syntax.Fork, i int) (place int, ok bool) {
	place = -1
	for _, body := range b.Bodies {
		e := form.PlaceOf(form.Result(body), i)
		if e == nil || !syntax.IsLinear(e.Type()) {
			return 0, false
		}
		ty, tuple := e.Type().(*syntax.TupleType)
		if !tuple {
			return 0, false
		}
		for j := range ty.Elems {
			switch s := form.PlaceOf(e, j); {
			case s == nil:
				return 0, false
			case form.IsZero(s), s.Type() == syntax.Unit, j == place:
			case place >= 0:
				return 0, false
			default:
				place = j
			}
		}
	}
	return place, place >= 0
}

// unpadded is a tuple without the zeros around what it has at the places in into.
func unpadded(t syntax.Term, ty *syntax.TupleType, into map[int]int) syntax.Term {
	switch t := t.(type) {
	case *syntax.Tuple:
		elems := slices.Clone(t.Elems)
		for i, j := range into {
			elems[i] = form.PlaceOf(elems[i], j)
		}
		return syntax.NewTupleOf(ty, elems...)
	case *syntax.Coproj:
		if j, ok := into[t.Index]; ok {
			return syntax.NewCoproj(ty, t.Index, form.PlaceOf(t.Arg, j))
		}
		return syntax.NewCoproj(ty, t.Index, t.Arg)
	}
	return syntax.NewZero(ty)
}

// ifSum takes what branches add to, or subtract, out of them.
func ifSum(p *pass, t syntax.Term) syntax.Term {
	c := t.(*syntax.If)
	then, els := form.Result(c.Then), form.Result(c.Else)
	if t.Type() == syntax.Real {
		s := p.summed(then, els)
		if s == nil {
			return subtracted(c)
		}
		less := func(e syntax.Term) syntax.Term { return besides(e, s) }
		return syntax.Add(s, syntax.NewIf(c.Cond, inBlock(c.Then, less), inBlock(c.Else, less)))
	}
	a, ok := then.(*syntax.Tuple)
	b, ok2 := els.(*syntax.Tuple)
	if !ok || !ok2 {
		return nil
	}
	sums := make([]syntax.Term, len(a.Elems))
	some := false
	for i := range sums {
		if _, scalar := a.Elems[i].Type().(*syntax.Scalar); !scalar {
			return nil
		}
		if a.Elems[i].Type() == syntax.Real {
			sums[i] = p.summed(a.Elems[i], b.Elems[i])
			some = some || sums[i] != nil
		}
	}
	if !some {
		return nil
	}
	less := func(t syntax.Term) syntax.Term {
		elems := make([]syntax.Term, len(sums))
		for i, e := range t.(*syntax.Tuple).Elems {
			if elems[i] = e; sums[i] != nil {
				elems[i] = besides(e, sums[i])
			}
		}
		return syntax.NewTupleOf(t.Type().(*syntax.TupleType), elems...)
	}
	z := p.atom("z", syntax.NewIf(c.Cond, inBlock(c.Then, less), inBlock(c.Else, less)))
	elems := make([]syntax.Term, len(sums))
	for i, s := range sums {
		if elems[i] = syntax.NewProj(i, z); s != nil {
			elems[i] = syntax.Add(s, elems[i])
		}
	}
	return syntax.NewTupleOf(t.Type().(*syntax.TupleType), elems...)
}

// subtracted takes out what both branches subtract, or is nil.
func subtracted(c *syntax.If) syntax.Term {
	a, ok := form.Result(c.Then).(*syntax.Prim)
	b, ok2 := form.Result(c.Else).(*syntax.Prim)
	if !ok || !ok2 || a.Op != syntax.OpSub || b.Op != syntax.OpSub || !syntax.Equal(a.Args[1], b.Args[1]) {
		return nil
	}
	first := func(t syntax.Term) syntax.Term { return t.(*syntax.Prim).Args[0] }
	return syntax.Sub(syntax.NewIf(c.Cond, inBlock(c.Then, first), inBlock(c.Else, first)), a.Args[1])
}

// summed is what both terms are sums of, or the state, or component of one, that one of them is and the other is a sum
// of; or nil.
func (p *pass) summed(a, b syntax.Term) syntax.Term {
	for _, s := range slices.Concat(addends(a), addends(b)) {
		if besides(a, s) == nil || besides(b, s) == nil {
			continue
		}
		if !syntax.Equal(a, s) && !syntax.Equal(b, s) || p.carried(s, mostCarried) {
			return s
		}
	}
	return nil
}

// mostCarried bounds the additions to a state that are seen through.
const mostCarried = 8

// carried reports whether t is a variable that a loop or a definition binds, a component of one, or a variable for a
// sum of such a one and something else.
func (p *pass) carried(t syntax.Term, most int) bool {
	switch t := t.(type) {
	case *syntax.VarRef:
		switch d := p.env.at(t.Var).def.(type) {
		case nil:
			return true
		case *syntax.Proj:
			return p.carried(d, most)
		case *syntax.Prim:
			for _, s := range addends(d) {
				if most > 0 && p.carried(s, most-1) {
					return true
				}
			}
		}
	case *syntax.Proj:
		r, ok := t.Arg.(*syntax.VarRef)
		return ok && p.env.at(r.Var).def == nil
	}
	return false
}

// addends are those of a sum of two, or the term that something is subtracted from.
func addends(t syntax.Term) []syntax.Term {
	if pr, ok := t.(*syntax.Prim); ok {
		switch pr.Op {
		case syntax.OpAdd:
			return pr.Args
		case syntax.OpSub:
			return pr.Args[:1:1]
		}
	}
	return nil
}

// besides is e if t is s + e to the last bit, else nil.
func besides(t, s syntax.Term) syntax.Term {
	if syntax.Equal(t, s) {
		return syntax.RealLit(math.Copysign(0, -1)) // s + -0.0 is s, also for s = -0.0
	}
	for i, x := range addends(t) {
		if !syntax.Equal(x, s) {
			continue
		}
		args := t.(*syntax.Prim).Args
		if t.(*syntax.Prim).Op == syntax.OpSub {
			return syntax.Neg(args[1])
		}
		return args[1-i]
	}
	return nil
}
