package place

import (
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// A call that is given one array twice,
//
//	g (x, x)        let w = g' (x, x, v) in ⟨fst w + snd w, …⟩
//
// adds two sums to one array. Arguments that a function writes overlap nothing, so it calls a copy of g' that has one
// array for both:
//
//	func g'(x, y, v, adds dst, adds dst2) { dst[0] +~= …; dst2[0] +~= … }        func g'_merged(x, y, v, adds dst) { dst[0] +~= …; dst[0] +~= … }
//
// Accumulators are only ever added to, so that is the sum of both. Calls inside go on in the same way, recursive ones
// to g'_merged itself.

// mergedForms is how many copies a function may have; calls that would need more have arrays of their own, which they
// add.
const mergedForms = 16

// first is the first leaf of the result of f that goes into the array of leaf k.
func (f *function) first(k int) int {
	if f.merged == nil {
		return k
	}
	return f.merged[k]
}

// common gives for each leaf the first leaf with the same accumulator, of those that a call adds itself; nil where all
// differ.
func (e *emitter) common(acc []*loop.Expr, adds []bool) []int {
	if acc == nil || adds == nil {
		return nil
	}
	out, some := make([]int, len(acc)), false
	for i := range acc {
		out[i] = i
		if acc[i] == nil || !adds[i] {
			continue
		}
		for j := range i {
			if acc[j] != nil && adds[j] && out[j] == j && loop.Equal(acc[j], acc[i]) {
				out[i], some = j, true
				break
			}
		}
	}
	if !some {
		return nil
	}
	return out
}

// merge is f with one array for the leaves that have a first one before them in first, or f itself where first is nil
// or there are too many such functions already.
func (g *program) merge(f *function, first []int) *function {
	if first == nil || f.def.Kernel != "" {
		return f
	}
	key := fmt.Sprint(first)
	if m := f.forms[key]; m != nil {
		return m
	}
	if len(f.forms) >= mergedForms {
		return f
	}
	m := g.copyOf(f, key, "_merged")
	m.merged = first
	return m
}

// copyOf is a new copy of f, known by key.
func (g *program) copyOf(f *function, key, suffix string) *function {
	m := &function{def: f.def, body: f.body, adds: f.adds, asked: true, known: true, cells: f.cells, looked: true,
		inPlace: f.inPlace}
	m.fn = &loop.Func{Name: g.fresh(f.def.Name + suffix), Def: f.def}
	if f.forms == nil {
		f.forms = map[string]*function{}
	}
	f.forms[key] = m
	g.order = append(g.order, m)
	return m
}

// fresh is a name that no other function has.
func (g *program) fresh(name string) string {
	if g.opt.Callee != nil {
		return g.opt.Callee(name)
	}
	taken := func(s string) bool {
		return slices.ContainsFunc(g.order, func(f *function) bool { return f.fn.Name == s })
	}
	out := name
	for k := 2; taken(out); k++ {
		out = fmt.Sprint(name, k)
	}
	return out
}

// dropUncalled leaves out functions that nothing calls any more, since all calls are of copies.
func (g *program) dropUncalled(r *Result) {
	if !slices.ContainsFunc(g.order, func(f *function) bool { return f.merged != nil || f.shared }) {
		return
	}
	called := map[*loop.Func]bool{}
	var visit func(f *loop.Func)
	visit = func(f *loop.Func) {
		if called[f] {
			return
		}
		called[f] = true
		loop.Walk(f.Body, func(s loop.Stmt) {
			if c, ok := s.(*loop.Call); ok {
				visit(c.Func)
			}
		})
	}
	for _, f := range g.out.Funcs {
		if f.Exported {
			visit(f)
		}
	}
	g.out.Funcs = slices.DeleteFunc(g.out.Funcs, func(f *loop.Func) bool { return !called[f] })
	for f := range r.Leaves {
		if !called[f] {
			delete(r.Leaves, f)
		}
	}
}
