package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// mostJoined bounds the operands of a sum that goes into another.
const mostJoined = 32

// joinedSums makes one sum of two to which one conditional gives components:
//
//	let m = fst w + …; u = m + oneHot n i (snd w) in …    →    let u = fst w + … + oneHot n i (snd w) in …
//
// if m is used nowhere else, as x + y + z is one sum. So sumsInBranches adds all of them in the branches.
func joinedSums(l *syntax.Let, use *usage) *syntax.Let {
	j := &sumJoiner{conds: map[*syntax.Var]bool{}, sums: map[*syntax.Var]*syntax.Plus{}, moved: map[*syntax.Var]bool{}}
	binds := slices.Clone(l.Binds)
	for i, b := range l.Binds {
		if b.Var == nil {
			continue
		}
		if isBranch(b.Rhs) && holdsArray(b.Var.Type) {
			j.conds[b.Var] = true
		}
		binds[i].Rhs = j.join(b.Rhs)
		if p, ok := binds[i].Rhs.(*syntax.Plus); ok && len(p.Terms) <= mostJoined && use.once(b.Var) && len(j.givers(p)) > 0 {
			j.sums[b.Var] = p
		}
	}
	end := j.join(l.Body)
	if len(j.moved) == 0 {
		return l
	}
	binds = slices.DeleteFunc(binds, func(b syntax.Bind) bool { return b.Var != nil && j.moved[b.Var] })
	return syntax.NewLet(binds, end).(*syntax.Let)
}

type sumJoiner struct {
	conds map[*syntax.Var]bool         // conditionals of the block
	sums  map[*syntax.Var]*syntax.Plus // to which they give components
	moved map[*syntax.Var]bool         // the sums that are in others
}

// givers are the conditionals that give components to a sum of arrays.
func (j *sumJoiner) givers(p *syntax.Plus) (xs []*syntax.Var) {
	if len(j.conds) == 0 || !holdsArray(p.Type()) {
		return nil
	}
	for _, s := range addends(p) {
		if x, _ := added(s); x != nil && j.conds[x] {
			xs = append(xs, x)
		}
	}
	return xs
}

// join puts sums in the place of operands of t, a sum or a tuple of sums.
func (j *sumJoiner) join(t syntax.Term) syntax.Term {
	if len(j.sums) == 0 {
		return t
	}
	switch t := t.(type) {
	case *syntax.Tuple, *syntax.Coproj:
		return syntax.MapChildren(t, j.join)
	case *syntax.Plus:
		xs := j.givers(t)
		if len(xs) == 0 {
			break
		}
		terms := slices.Clone(t.Terms)
		for i, s := range terms {
			r, ok := s.(*syntax.VarRef)
			if !ok || j.sums[r.Var] == nil {
				continue
			}
			if slices.ContainsFunc(j.givers(j.sums[r.Var]), func(x *syntax.Var) bool { return slices.Contains(xs, x) }) {
				terms[i], j.moved[r.Var] = j.sums[r.Var], true
			}
		}
		return flat(syntax.NewPlus(terms...).(*syntax.Plus))
	}
	return t
}
