package place

import "github.com/seed-4b734f86/gochad/syntax"

// usage says how often each variable of a definition is used. A use in the
// body of a loop that does not hold the binder counts as many.
type usage struct {
	uses map[*syntax.Var]int
	proj map[*syntax.Var]map[int]int // uses as projᵢ x
	home map[*syntax.Var]int         // the loop that holds the binder
	loop int
	next int
}

const many = 1 << 20

func countUses(body syntax.Term) *usage {
	u := &usage{uses: map[*syntax.Var]int{}, proj: map[*syntax.Var]map[int]int{}, home: map[*syntax.Var]int{}}
	u.visit(body)
	return u
}

func (u *usage) visit(t syntax.Term) {
	switch t := t.(type) {
	case *syntax.VarRef:
		u.use(t.Var, -1)
	case *syntax.Let:
		for _, b := range t.Binds {
			u.visit(b.Rhs)
			if b.Var != nil {
				u.home[b.Var] = u.loop
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
		syntax.Binders(t, func(x *syntax.Var) { u.home[x] = u.loop })
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
	n := 1
	if u.home[x] != u.loop {
		n = many
	}
	u.uses[x] += n
	if i >= 0 {
		if u.proj[x] == nil {
			u.proj[x] = map[int]int{}
		}
		u.proj[x][i] += n
	}
}

// once reports whether x is used once, outside loops that do not hold its binder.
func (u *usage) once(x *syntax.Var) bool { return u.uses[x] == 1 }

// onceAt reports whether the i-th component of x is used once and x is only
// used through projections.
func (u *usage) onceAt(x *syntax.Var, i int) bool {
	total := 0
	for _, n := range u.proj[x] {
		total += n
	}
	return total == u.uses[x] && u.proj[x][i] == 1
}
