package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/numbers"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A call that adds to two rows of one array,
//
//	f (a[i], a[j])        let w = f' (a[i], a[j], v) in ⟨oneHot n i (fst w) + oneHot n j (snd w), …⟩
//
// adds to two arrays where i and j differ, and to one (merged.go) where they do not. That is known when it runs:
//
//	if i == j { call f'_merged(a[i], a[j], v, adds dst[i]) } else { call f'(a[i], a[j], v, adds dst[i], adds dst[j]) }

// mostRowPairs bounds how many such questions one call asks, one inside the other. A call that would have to ask more
// calls a copy of f' whose arrays may overlap (sharing.go).
const mostRowPairs = 1

// A rowPair are the indices of two rows of one array.
type rowPair struct{ i, j *loop.Expr }

// maybeOneRow finds rows of one array among those that a call adds to, of which it is not known whether they are one,
// if the answers to such questions, of which other are answered already, say which arrays are the same.
func (e *emitter) maybeOneRow(acc []*loop.Expr, fits []bool, other []rowPair) (rowPair, bool) {
	var pairs []rowPair
	for j, b := range acc {
		for i, a := range acc[:j] {
			if fits == nil || !fits[i] || !fits[j] || loop.Equal(a, b) || e.otherMemory(a, b, other) {
				continue
			}
			p, ok := rowsOf(a, b)
			if !ok {
				return rowPair{}, false
			}
			if !isOther(p, pairs) {
				pairs = append(pairs, p)
			}
		}
	}
	if len(pairs) == 0 || len(pairs)+len(other) > mostRowPairs {
		return rowPair{}, false
	}
	return pairs[0], true
}

// rowsOf are the first indices by which a and b differ, if they are parts of one array, of the same rank.
func rowsOf(a, b *loop.Expr) (rowPair, bool) {
	if a.Kind != loop.IndexExpr || b.Kind != loop.IndexExpr || a.Type != b.Type {
		return rowPair{}, false
	}
	if loop.Equal(a.Args[0], b.Args[0]) {
		return rowPair{a.Args[1], b.Args[1]}, !loop.Equal(a.Args[1], b.Args[1])
	}
	return rowsOf(a.Args[0], b.Args[0])
}

func isOther(p rowPair, other []rowPair) bool {
	for _, o := range other {
		if loop.Equal(o.i, p.i) && loop.Equal(o.j, p.j) || loop.Equal(o.i, p.j) && loop.Equal(o.j, p.i) {
			return true
		}
	}
	return false
}

// otherMemory reports whether two arrays that a call adds to have no element in common.
func (e *emitter) otherMemory(a, b *loop.Expr, other []rowPair) bool {
	if p, ok := rowsOf(a, b); ok && isOther(p, other) {
		return true
	}
	taken := map[*loop.Var]bool{}
	e.arraysOf(a.Root(), taken)
	return e.apart(b, taken)
}

// callRows places a call once for one row, and once for two.
func (e *emitter) callRows(t *syntax.Call, hints []string, args []*loop.Expr, d []dest, acc []*loop.Expr,
	other []rowPair, p rowPair) []*loop.Expr {
	for i, a := range args {
		if !a.Type.IsArray() {
			args[i] = e.atom(a, "a")
		}
	}
	return e.inBranches(t.Type(), hints, d, acc, func(end func(func([]dest) []*loop.Expr)) {
		place := func(acc []*loop.Expr, other []rowPair) []loop.Stmt {
			return e.sub(func() {
				end(func(inner []dest) []*loop.Expr {
					return e.callWith(t, hints, append([]*loop.Expr{}, args...), inner, acc, other)
				})
			})
		}
		one := make([]*loop.Expr, len(acc))
		for k, a := range acc {
			if one[k] = a; a != nil {
				one[k] = asRow(a, p)
			}
		}
		s := &loop.If{Cond: binary("ieq", p.i, p.j)}
		s.Then = place(one, other)
		s.Else = place(acc, append(other[:len(other):len(other)], p))
		e.put(s)
	})
}

// asRow is a with the index i of p in the place of j.
func asRow(a *loop.Expr, p rowPair) *loop.Expr {
	if a.Kind != loop.IndexExpr {
		return a
	}
	at := a.Args[1]
	if loop.Equal(at, p.j) {
		at = p.i
	}
	return loop.Index(asRow(a.Args[0], p), at)
}

// largestFirst are the leaves in the order of their ranks, the highest first.
func largestFirst(ls []Leaf) []int {
	out := numbers.To(len(ls))
	slices.SortStableFunc(out, func(i, j int) int { return int(ls[j].Type.Rank - ls[i].Type.Rank) })
	return out
}
