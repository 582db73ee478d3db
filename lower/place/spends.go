package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/lab"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A function may also change an array that it is given, and of which its result is no update, where it would otherwise
// change a copy:
//
//	def f' (v, i) = let w = v[i]; v2 = set v i 0 in oneHot n i w + f' (v2, i - 1)
//
// but only if no caller needs the array any more: then a copy that a caller makes is none that the function would have
// made. So a function spends an array if every call of it hands over one that is new, or that the caller itself updates
// or spends and does not read again.

// spendRounds is how often a function is looked at until it spends nothing.
const spendRounds = 8

// findSpends finds what functions spend. All arrays that may be spent are until something is said against it.
func (g *program) findSpends() {
	g.spends = map[*syntax.Def][]int{}
	g.probe.spends = g.spends
	if lab.Place("findSpends") {
		return
	}
	for _, f := range g.order {
		if f.export == nil && f.def.Kernel == "" {
			if ps := g.maySpend(f); len(ps) > 0 {
				g.spends[f.def] = ps
			}
		}
	}
	if len(g.spends) == 0 {
		return
	}
	s := &spending{g: g, waits: map[*function]bool{}, looked: map[*function]int{},
		callers: map[*syntax.Def][]*function{}, calls: map[*function][]*syntax.Call{}}
	for _, f := range g.order {
		eachCall(f.body, func(c *syntax.Call) {
			s.calls[f] = append(s.calls[f], c)
			s.callers[c.Def] = append(s.callers[c.Def], f)
		})
		s.push(f)
	}
	for len(s.work) > 0 {
		f := s.work[len(s.work)-1]
		s.work, s.waits[f] = s.work[:len(s.work)-1], false
		s.look(f)
	}
}

func eachCall(t syntax.Term, yield func(*syntax.Call)) {
	if l, ok := t.(*syntax.Let); ok && syntax.NodesOf(l)&syntax.Calls == 0 {
		return
	}
	if c, ok := t.(*syntax.Call); ok {
		yield(c)
	}
	syntax.Children(t, func(c syntax.Term) { eachCall(c, yield) })
}

// maySpend are the leaves of the parameters of f that it may spend: arrays of known lengths that no cell keeps.
func (g *program) maySpend(f *function) []int {
	updates := g.updates[f.def]
	var out []int
	p := 0
	for _, x := range f.def.Params {
		for _, l := range g.probe.leaves(x.Type) {
			if l.array() && !l.Variant && !slices.Contains(l.Dims, nil) && !slices.Contains(updates, p) {
				out = append(out, p)
			}
			p++
		}
	}
	if len(out) == 0 {
		return nil
	}
	kept := g.keptIn(f)
	return slices.DeleteFunc(out, func(p int) bool {
		i, first := g.probe.argument(f.def, p)
		return kept[leafOf{f.def.Params[i], p - first}]
	})
}

type spending struct {
	g       *program
	work    []*function
	waits   map[*function]bool
	looked  map[*function]int
	callers map[*syntax.Def][]*function
	calls   map[*function][]*syntax.Call
}

func (s *spending) push(f *function) {
	if !s.waits[f] {
		s.waits[f] = true
		s.work = append(s.work, f)
	}
}

// drop takes leaves from what a definition spends.
func (s *spending) drop(d *syntax.Def, which func(k, p int) bool) {
	var left []int
	for k, p := range s.g.spends[d] {
		if !which(k, p) {
			left = append(left, p)
		}
	}
	if len(left) == len(s.g.spends[d]) {
		return
	}
	if s.g.spends[d] = left; len(left) == 0 {
		delete(s.g.spends, d)
	}
	if f := s.g.funcs[d]; f != nil {
		s.push(f)
	}
	for _, c := range s.callers[d] {
		s.push(c)
	}
}

// look drops what f does not spend after all, or what others cannot, since f still needs what it gives them.
func (s *spending) look(f *function) {
	g := s.g
	if f.export == nil && f.def.Kernel == "" {
		n := len(g.leaves(f.def.Result))
		s.looked[f]++
		f.inPlace = g.analyseUpdates(f)
		s.drop(f.def, func(k, _ int) bool {
			return s.looked[f] > spendRounds || f.inPlace.bad[n+k] || f.inPlace.kept[n+k] || s.spoils(f)
		})
		if s.waits[f] {
			return
		}
	}
	fresh := &freshness{g: g.probe, use: countUses(f.body), made: map[*syntax.Var]syntax.Term{}}
	fresh.collect(f.body)
	for _, c := range s.calls[f] {
		n := len(g.leaves(c.Type()))
		s.drop(c.Def, func(k, p int) bool {
			if f.export == nil && f.inPlace != nil {
				if at := f.inPlace.calls[c]; at != nil && at[n+k] >= 0 && !f.inPlace.bad[at[n+k]] {
					return false
				}
			}
			i, first := g.argument(c.Def, p)
			return !fresh.is(c.Args[i], p-first)
		})
		if s.waits[f] {
			return
		}
	}
}

// spoils reports whether an update of f is none because of what it spends.
func (s *spending) spoils(f *function) bool {
	for k, p := range s.g.updates[f.def] {
		if p >= 0 && f.inPlace.bad[k] {
			return true
		}
	}
	return false
}

// sumInto is readInto for a sum. The last call in it may change arrays of the state, if no other operand reads them:
// nothing is said here about the order in which operands are evaluated.
func (a *linearity) sumInto(t *syntax.Plus, want []int) {
	last := -1
	for i, s := range t.Terms {
		if a.changes(s) {
			last = i
		}
	}
	if last < 0 {
		a.readInto(t, want)
		return
	}
	saved := a.touched
	a.touched = make([]bool, len(saved))
	for i, s := range t.Terms {
		if i != last {
			a.read(s)
		}
	}
	a.addend(t.Terms[last])
	for i, s := range t.Terms {
		if i != last {
			a.read(s)
		}
	}
	for k := range saved {
		if a.touched[k] && slices.Contains(want, k) {
			a.bad[k] = true
		}
		saved[k] = saved[k] || a.touched[k]
	}
	a.touched = saved
}

// addend walks an operand of a sum that is added to what there is.
func (a *linearity) addend(t syntax.Term) {
	if !a.changes(t) {
		a.read(t)
		return
	}
	none := make([]int, len(a.g.leaves(t.Type())))
	for i := range none {
		none[i] = -1
	}
	a.readRefs(a.flow(t, none))
}

// changes reports whether t is a call, or a component of one, that changes arrays.
func (a *linearity) changes(t syntax.Term) bool {
	if p, ok := t.(*syntax.Proj); ok {
		t = p.Arg
	}
	c, ok := t.(*syntax.Call)
	return ok && (a.g.updates[c.Def] != nil || a.g.spends[c.Def] != nil)
}

// freshness says which arguments are arrays that nothing else needs.
type freshness struct {
	g    *layouts
	use  *usage
	made map[*syntax.Var]syntax.Term
}

func (f *freshness) collect(t syntax.Term) {
	if l, ok := t.(*syntax.Let); ok {
		for _, b := range l.Binds {
			if b.Var != nil {
				f.made[b.Var] = b.Rhs
			}
		}
	}
	syntax.Children(t, f.collect)
}

// is reports whether leaf k of t is new, or a copy anyway.
func (f *freshness) is(t syntax.Term, k int) bool {
	switch t := t.(type) {
	case *syntax.VarRef:
		return f.use.once(t.Var) && f.made[t.Var] != nil && f.is(f.made[t.Var], k)
	case *syntax.Proj:
		lo, _ := f.g.part(t.Arg.Type(), t.Index)
		if r, ok := t.Arg.(*syntax.VarRef); ok {
			return f.use.onceAt(r.Var, t.Index) && f.made[r.Var] != nil && f.is(f.made[r.Var], lo+k)
		}
		return f.is(t.Arg, lo+k)
	case *syntax.Tuple:
		for i, el := range t.Elems {
			if lo, hi := f.g.part(t.Type(), i); lo <= k && k < hi {
				return f.is(el, k-lo)
			}
		}
	case *syntax.Coproj:
		lo, hi := f.g.part(t.Type(), t.Index)
		return k < lo || k >= hi || f.is(t.Arg, k-lo)
	case *syntax.Build, *syntax.Zero, *syntax.OneHot, *syntax.Sum, *syntax.Set, *syntax.Plus, *syntax.Loop, *syntax.Call:
		return true
	}
	return false
}
