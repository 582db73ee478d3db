package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A cell that the body of a loop makes may keep an array of the state: in a closure, say, or in a node of a list. Then that array
// must stay as it is after the iteration. It is neither updated in place nor is its memory used again for a later state:
// each iteration builds the next one in new memory.
//
// Nor may an array that a cell keeps be built where something else is stored later: in a buffer of a state, in a row, in
// the memory of a caller. It has memory of its own, and what else it is to be is copied from there.
//
// An array of a length known only at run time is handed on as it is, never copied. So what is packed as one is kept, too.

// escaping finds the leaves of a state that a loop body may put into cells. It takes time linear in the body, times the leaves of the
// state, times the depth to which loops inside hand arrays round.
func (g *layouts) escaping(state *syntax.Var, body syntax.Term) map[int]bool {
	s := &escapes{g: g, state: state, from: map[*syntax.Var]map[int]bool{}}
	s.collect(body)
	if len(s.kept) == 0 {
		return nil
	}
	s.from[state] = map[int]bool{}
	for i, l := range g.leaves(state.Type) {
		if l.array() {
			s.from[state][i] = true
		}
	}
	for changed := len(s.from[state]) > 0; changed; {
		changed = false
		for _, f := range s.flows {
			s.origins(f.value, func(i int) {
				if s.from[f.to] == nil {
					s.from[f.to] = map[int]bool{}
				}
				if !s.from[f.to][i] {
					s.from[f.to][i], changed = true, true
				}
			})
		}
	}
	out := map[int]bool{}
	for _, t := range s.kept {
		s.origins(t, func(i int) { out[i] = true })
	}
	return out
}

// keeping finds the variables of a function whose memory cells may keep. It takes time linear in the body.
func (g *layouts) keeping(body syntax.Term) map[*syntax.Var]bool {
	s := &escapes{g: g}
	s.collect(body)
	if len(s.kept) == 0 {
		return nil
	}
	values := map[*syntax.Var][]syntax.Term{}
	for _, f := range s.flows {
		values[f.to] = append(values[f.to], f.value)
	}
	out := map[*syntax.Var]bool{}
	for work := s.kept; len(work) > 0; {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		s.roots(t, func(x *syntax.Var, _ syntax.Term, _ int) {
			if !out[x] {
				out[x] = true
				work = append(work, values[x]...)
			}
		})
	}
	return out
}

// aims are the places where a binding is wanted, without those that a cell which keeps it would see changing.
func (e *emitter) aims(x *syntax.Var) []dest {
	d := e.targets[x]
	if d == nil || !e.keeps[x] {
		return d
	}
	d = slices.Clone(d)
	for i, l := range e.g.leaves(x.Type) {
		if l.array() && !d[i].slot && !d[i].lasts {
			d[i] = dest{}
		}
	}
	return d
}

// keep notes that a cell has these values: their arrays are no more the function's own.
func (e *emitter) keep(vals []*loop.Expr) {
	for _, v := range vals {
		for root := v.Root(); root != nil; root = e.of(root).view {
			e.of(root).owned = false
		}
	}
}

type escapes struct {
	g     *layouts
	state *syntax.Var
	flows []flowing
	kept  []syntax.Term                // what cells are made with
	from  map[*syntax.Var]map[int]bool // the leaves of the state with which a variable may share memory
}

// A flowing is a variable that may be a value, or a part of it.
type flowing struct {
	to    *syntax.Var
	value syntax.Term
}

// arrays reports whether values of a type share memory with others: cells never change.
func (s *escapes) arrays(t syntax.Type) bool {
	for _, l := range s.g.leaves(t) {
		if !l.scalar() {
			return true
		}
	}
	return false
}

// collect notes what variables may be, and what goes into cells.
func (s *escapes) collect(t syntax.Term) {
	switch t := t.(type) {
	case *syntax.Let:
		for i := range t.Binds {
			s.flow(t.Binds[i].Var, t.Binds[i].Rhs)
		}
	case *syntax.Case:
		for _, a := range t.Arms {
			s.flow(a.Var, t.Scrut)
		}
	case *syntax.Loop:
		s.flow(t.State, t.Init)
		s.flow(t.State, t.Body)
	case *syntax.While:
		s.flow(t.State, t.Init)
		s.flow(t.State, t.Body)
	case *syntax.Inj:
		if _, ok := t.Type().(*syntax.Data); ok {
			s.kept = append(s.kept, t.Arg)
		}
	case *syntax.Call:
		if s.g.shares(t.Type()) {
			s.kept = append(s.kept, t.Args...)
		}
	case *syntax.Pack:
		s.kept = append(s.kept, t.Arg)
	}
	syntax.Children(t, s.collect)
}

// shares reports whether values of a type hold references to cells, or arrays that are handed on as they are.
func (g *layouts) shares(t syntax.Type) bool {
	for _, l := range g.leaves(t) {
		if l.Type.Base == loop.Ref || slices.Contains(l.Dims, nil) {
			return true
		}
	}
	return false
}

func (s *escapes) flow(x *syntax.Var, t syntax.Term) {
	if x != nil && s.arrays(x.Type) {
		s.flows = append(s.flows, flowing{x, t})
	}
}

// origins visits the leaves of the state with which t may share memory, some of them more than once.
func (s *escapes) origins(t syntax.Term, visit func(leaf int)) {
	s.roots(t, func(x *syntax.Var, part syntax.Term, lo int) {
		hi := lo + len(s.g.leaves(part.Type()))
		for i := range s.from[x] {
			if x != s.state || lo <= i && i < hi {
				visit(i)
			}
		}
	})
}

// roots visits the variables with which t may share memory, with the part of each that stands in t and the first leaf of that.
func (s *escapes) roots(t syntax.Term, visit func(x *syntax.Var, part syntax.Term, lo int)) {
	if !s.arrays(t.Type()) {
		return
	}
	if x, lo := path(s.g, t); x != nil {
		visit(x, t, lo)
		return
	}
	switch t := t.(type) {
	case *syntax.Let: // what it binds flows to variables
		s.roots(t.Body, visit)
		return
	case *syntax.Build:
		if a, _ := columnOf(t); a != nil {
			s.roots(a, visit)
			return
		}
	}
	syntax.Children(t, func(c syntax.Term) { s.roots(c, visit) })
}
