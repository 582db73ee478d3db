package place

import "github.com/seed-4b734f86/gochad/syntax"

// branchUses says where components of variables are used, in which branches of conditionals.
type branchUses struct {
	arms []arm
	at   int // the arm around what is visited
	next int // the number of the next conditional
	uses map[component][]int
}

// An arm is a branch of a conditional; the first stands for what is in none.
type arm struct{ around, depth, of int }

type component struct {
	x *syntax.Var
	i int
}

// mostBranchUses bounds the uses that are held against each other.
const mostBranchUses = 8

// usesInBranches finds the uses as components in a body, in time linear in it.
func usesInBranches(body syntax.Term) *branchUses {
	b := &branchUses{arms: []arm{{}}, uses: map[component][]int{}}
	b.visit(body)
	return b
}

func (b *branchUses) visit(t syntax.Term) {
	switch t := t.(type) {
	case *syntax.Proj:
		if r, ok := t.Arg.(*syntax.VarRef); ok {
			c := component{r.Var, t.Index}
			if len(b.uses[c]) <= mostBranchUses {
				b.uses[c] = append(b.uses[c], b.at)
			}
			return
		}
	case *syntax.If:
		b.visit(t.Cond)
		b.branches(t.Then, t.Else)
		return
	case *syntax.Case:
		b.visit(t.Scrut)
		bodies := make([]syntax.Term, len(t.Arms))
		for i, a := range t.Arms {
			bodies[i] = a.Body
		}
		b.branches(bodies...)
		return
	}
	syntax.Children(t, b.visit)
}

// branches visits terms of which one is computed.
func (b *branchUses) branches(ts ...syntax.Term) {
	outer, of := b.at, b.next
	b.next++
	for _, t := range ts {
		b.at = len(b.arms)
		b.arms = append(b.arms, arm{around: outer, depth: b.arms[outer].depth + 1, of: of})
		b.visit(t)
	}
	b.at = outer
}

// oncePerPath reports whether component i of x is used once at most, whichever branches are taken, if nothing is
// computed more than once.
func (b *branchUses) oncePerPath(x *syntax.Var, i int) bool {
	uses := b.uses[component{x, i}]
	for k, u := range uses {
		for _, v := range uses[:k] {
			if !b.apart(u, v) {
				return false
			}
		}
	}
	return len(uses) <= mostBranchUses
}

// apart reports whether two arms are in different branches of one conditional.
func (b *branchUses) apart(u, v int) bool {
	for u != v {
		p, q := b.arms[u], b.arms[v]
		switch {
		case p.depth > q.depth:
			u = p.around
		case p.depth < q.depth:
			v = q.around
		case p.of == q.of:
			return true
		default:
			u, v = p.around, q.around
		}
	}
	return false
}
