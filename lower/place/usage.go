package place

import (
	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/syntax"
)

// usage says how often each variable of a definition is used. A use in the
// body of a loop that does not hold the binder counts as many.
type usage struct {
	vars paged.Table[used]
	loop int
	next int
}

// used is what is known of a variable.
type used struct {
	uses int
	proj map[int]int // uses as projᵢ x
	home int         // the loop that holds the binder
}

const many = 1 << 20

func countUses(body syntax.Term) *usage {
	u := &usage{}
	u.visit(body)
	return u
}

func (u *usage) visit(t syntax.Term) {
	switch t := t.(type) {
	case *syntax.VarRef:
		u.use(t.Var, -1)
	case *syntax.Prim:
		for _, a := range t.Args {
			u.visit(a)
		}
	case *syntax.Let:
		for _, b := range t.Binds {
			u.visit(b.Rhs)
			if b.Var != nil {
				u.vars.At(b.Var.ID()).home = u.loop
			}
		}
		u.visit(t.Body)
	case *syntax.Proj:
		if r, ok := t.Arg.(*syntax.VarRef); ok {
			u.use(r.Var, t.Index)
			return
		}
		u.visit(t.Arg)
	case *syntax.Build:
		u.inside(t.Body)
	case *syntax.FilterIdx:
		u.inside(t.Body)
	case *syntax.Loop:
		u.visit(t.Init)
		u.inside(t.Body)
	case *syntax.While:
		u.visit(t.Init)
		u.inside(t.Cond, t.Body)
	case *syntax.Lam:
		u.inside(t.Body)
	case *syntax.LinLam:
		u.inside(t.Body)
	default:
		syntax.Binders(t, func(x *syntax.Var) { u.vars.At(x.ID()).home = u.loop })
		syntax.Children(t, u.visit)
	}
}

func (u *usage) inside(ts ...syntax.Term) {
	outer := u.loop
	u.next++
	u.loop = u.next
	for _, t := range ts {
		u.visit(t)
	}
	u.loop = outer
}

func (u *usage) use(x *syntax.Var, i int) {
	n, v := 1, u.vars.At(x.ID())
	if v.home != u.loop {
		n = many
	}
	v.uses += n
	if i >= 0 {
		if v.proj == nil {
			v.proj = map[int]int{}
		}
		v.proj[i] += n
	}
}

// of is how often x is used.
func (u *usage) of(x *syntax.Var) int { return u.vars.At(x.ID()).uses }

// once reports whether x is used once, outside loops that do not hold its binder.
func (u *usage) once(x *syntax.Var) bool { return u.of(x) == 1 }

// onceAt reports whether the i-th component of x is used once and x is only
// used through projections.
func (u *usage) onceAt(x *syntax.Var, i int) bool {
	return u.inParts(x) && u.vars.At(x.ID()).proj[i] == 1
}

// inParts reports whether x is only used through projections.
func (u *usage) inParts(x *syntax.Var) bool {
	total, v := 0, u.vars.At(x.ID())
	for _, n := range v.proj {
		total += n
	}
	return total == v.uses
}

// repeated reports whether the i-th component of x is used in a loop that does not hold its binder.
func (u *usage) repeated(x *syntax.Var, i int) bool { return u.vars.At(x.ID()).proj[i] >= many }
