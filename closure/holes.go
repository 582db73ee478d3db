package closure

import (
	"strconv"

	"github.com/seed-4b734f86/gochad/syntax"
)

// eachSize calls yield for the sizes in a type in order, not looking into functions.
func eachSize(t syntax.Type, yield func(*syntax.Size)) {
	switch t := t.(type) {
	case *syntax.TupleType:
		for _, e := range t.Elems {
			eachSize(e, yield)
		}
	case *syntax.SumType:
		for _, e := range t.Variants {
			eachSize(e, yield)
		}
	case *syntax.ArrayType:
		yield(t.Len)
		eachSize(t.Elem, yield)
	case *syntax.DynType:
		eachSize(t.Elem, yield)
	case *syntax.IdxType:
		yield(t.Bound)
	default:
	}
}

// withSizes is a type with other sizes, in the order of eachSize.
func withSizes(t syntax.Type, next func(*syntax.Size) *syntax.Size) syntax.Type {
	switch t := t.(type) {
	case *syntax.ArrayType:
		n := next(t.Len)
		return syntax.NewArrayType(n, withSizes(t.Elem, next))
	case *syntax.IdxType:
		return syntax.NewIdxType(next(t.Bound))
	default:
		return withParts(t, func(_ int, e syntax.Type) syntax.Type { return withSizes(e, next) })
	}
}

// sizesOf are the sizes of the parameter and of the result of a function type.
func sizesOf(t *syntax.FuncType) []*syntax.Size {
	var out []*syntax.Size
	add := func(n *syntax.Size) { out = append(out, n) }
	eachSize(t.Param, add)
	eachSize(t.Result, add)
	return out
}

// A general is the type of which those of the functions of a class are instances: the sizes in which
// they differ, or which the region does not know, are holes. Apply definitions have a size parameter for each hole.
type general struct {
	holes int
	at    []int // the hole at each size of the type, -1 where all have the same
	first []int // of each hole, the first size of the type that it stands for
}

// generalise finds the holes of a class and, for each λ of it, the size variables that holes give.
func (u *uses) generalise(c *class) {
	seen := map[*syntax.FuncType]bool{}
	var all [][]*syntax.Size
	for _, t := range c.types {
		if !seen[t] {
			seen[t] = true
			all = append(all, sizesOf(t))
		}
	}
	g := &c.general
	byKey := map[string]int{}
	for j, n := range all[0] {
		same, key := true, []byte(nil)
		n.Vars(func(v *syntax.SizeVar) { same = same && u.outside(c, v) })
		for _, ns := range all {
			same = same && ns[j] == n
			key = strconv.AppendUint(append(key, ' '), ns[j].ID(), 36)
		}
		if same {
			g.at = append(g.at, -1)
			continue
		}
		h, ok := byKey[string(key)]
		if !ok {
			h = g.holes
			g.holes++
			byKey[string(key)] = h
			g.first = append(g.first, j)
		}
		g.at = append(g.at, h)
	}
	for _, l := range c.lams {
		l.solved = map[*syntax.SizeVar]int{}
		for j, n := range sizesOf(l.term.Type().(*syntax.FuncType)) {
			if v, ok := n.IsVar(); ok && g.at[j] >= 0 && !u.outside(c, v) {
				l.solved[v] = g.at[j]
			}
		}
	}
}

// instance is the general type with sizes for the holes.
func (c *class) instance(t *syntax.FuncType, holes []*syntax.Size) (param, result syntax.Type) {
	j := 0
	next := func(n *syntax.Size) *syntax.Size {
		h := c.general.at[j]
		j++
		if h < 0 {
			return n
		}
		return holes[h]
	}
	param = withSizes(t.Param, next)
	return param, withSizes(t.Result, next)
}
