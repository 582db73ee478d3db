package place

import (
	"maps"
	"slices"

	"github.com/seed-4b734f86/gochad/internal/lab"
	"github.com/seed-4b734f86/gochad/syntax"
)

// The cotangent of an array of run-time length is empty, which is zero, or as long as that array. Where all that a
// linear coercion may get was made as an array,
//
//	loop r = pack … for down i < n do let c = r :> [m] … in … pack [ … | k < m']
//
// it is as long as that array: nothing has to be put in the place of an empty one, and there is no length to compare.
// What may be the zero of its type, in one branch, before a loop that adds, or where a caller may give it, is not
// present.
//
// presence finds that for all terms of a program. Calls count as all others of their definition, so does what cells
// hold.
type presence struct {
	*layouts
	vars    map[*syntax.Var][]held
	cells   map[*syntax.Data][][]held // of the fields of each constructor
	results map[*syntax.Def][]held    // of calls
	coerced map[*syntax.Coerce][]held // what linear coercions get
	notZero map[*syntax.Uninj]bool    // of what injections are undone of
	changed bool
}

// A held says of a leaf at which of its dimensions nothing of it is the zero of its type: bit k is of dimension k, and
// the bit behind the last one of a cell, or of the tag of a sum. Bits of dimensions that the type gives have no
// meaning.
type held uint64

const allHeld = ^held(0)

// presenceRounds is how often the program is looked at. What is not settled then is not known.
const presenceRounds = 12

// findPresent finds the linear coercions of which leaves are present, for functions that have something to do with each
// other at a time: what is said of some depends neither on how others are made nor on how many rounds they take.
func (g *program) findPresent() {
	g.present, g.notZero = map[*syntax.Coerce][]held{}, map[*syntax.Uninj]bool{}
	if lab.Place("findPresent") {
		return
	}
	for _, fs := range g.related() {
		if isShaped(fs) {
			seeded := slices.ContainsFunc(fs, func(f *function) bool { return f.export != nil && f.export.Seeded })
			for _, f := range fs {
				f.shaped = !seeded
			}
			g.findPresentIn(fs)
		}
	}
}

// related are groups of functions that neither call functions of another group nor make, or look into, cells of the
// same data.
func (g *program) related() (groups [][]*function) {
	joined := map[any]any{} // definitions, by one that they belong to; data by one that has its cells
	var root func(x any) any
	root = func(x any) any {
		for joined[x] != nil {
			if y := joined[joined[x]]; y != nil {
				joined[x] = y
			}
			x = joined[x]
		}
		return x
	}
	for _, f := range g.order {
		join := func(x any) {
			if a, b := root(x), root(f.def); a != b {
				joined[a] = b
			}
		}
		var visit func(t syntax.Term)
		visit = func(t syntax.Term) {
			of := t.Type()
			switch t := t.(type) {
			case *syntax.Call:
				join(t.Def)
			case *syntax.Case:
				of = t.Scrut.Type()
			case *syntax.Uninj:
				of = t.Arg.Type()
			}
			if d, ok := of.(*syntax.Data); ok {
				join(d)
			}
			syntax.Children(t, visit)
		}
		visit(f.body)
	}
	of := map[any]int{}
	for _, f := range g.order {
		r := root(f.def)
		k, ok := of[r]
		if !ok {
			k = len(groups)
			of[r], groups = k, append(groups, nil)
		}
		groups[k] = append(groups[k], f)
	}
	return groups
}

// findPresentIn does so for some functions.
func (g *program) findPresentIn(fs []*function) {
	p := &presence{
		layouts: g.probe, vars: map[*syntax.Var][]held{}, cells: map[*syntax.Data][][]held{},
		results: map[*syntax.Def][]held{},
		coerced: map[*syntax.Coerce][]held{}, notZero: map[*syntax.Uninj]bool{},
	}
	for _, f := range fs {
		if f.export == nil {
			continue
		}
		for _, x := range f.def.Params { // of users
			p.vars[x] = make([]held, len(p.leaves(x.Type)))
		}
	}
	for range presenceRounds {
		p.changed = false
		for _, f := range fs {
			r := p.of(f.body)
			p.meet(p.result(f.def), r)
		}
		if !p.changed {
			maps.Copy(g.present, p.coerced)
			maps.Copy(g.notZero, p.notZero)
			return
		}
	}
}

// isShaped reports whether all exports whose code coerces cotangents are [Export.Shaped], and there are some.
func isShaped(fs []*function) bool {
	coerces := map[*syntax.Def]bool{}
	some := false
	for _, f := range fs {
		if syntax.CoercesTangents(f.body) {
			coerces[f.def], some = true, true
		}
	}
	return some && !slices.ContainsFunc(fs, func(f *function) bool {
		return f.export != nil && !f.export.Shaped &&
			slices.ContainsFunc(syntax.Reachable(f.def), func(d *syntax.Def) bool { return coerces[d] })
	})
}

// meet has known no more than what further values are.
func (p *presence) meet(known, further []held) {
	for i, h := range further {
		if known[i]&^h != 0 {
			known[i] &= h
			p.changed = true
		}
	}
}

func all(n int) []held {
	out := make([]held, n)
	for i := range out {
		out[i] = allHeld
	}
	return out
}

func (p *presence) none(t syntax.Type) []held { return make([]held, len(p.leaves(t))) }

func (p *presence) variable(x *syntax.Var) []held {
	v, ok := p.vars[x]
	if !ok {
		v = all(len(p.leaves(x.Type)))
		p.vars[x] = v
	}
	return v
}

func (p *presence) result(d *syntax.Def) []held {
	v, ok := p.results[d]
	if !ok {
		v = all(len(p.leaves(d.Result)))
		p.results[d] = v
	}
	return v
}

// fields are those of a constructor.
func (p *presence) fields(d *syntax.Data, tag int) []held {
	v, ok := p.cells[d]
	if !ok {
		for _, c := range d.Ctors() {
			v = append(v, all(len(p.leaves(c.Arg))))
		}
		p.cells[d] = v
	}
	return v[tag]
}

// element is what the elements of an array are.
func element(array []held) []held {
	out := make([]held, len(array))
	for i, h := range array {
		out[i] = h >> 1
	}
	return out
}

// array is an array of such elements, which is there itself.
func array(elem []held) []held {
	out := make([]held, len(elem))
	for i, h := range elem {
		out[i] = h<<1 | 1
	}
	return out
}

func both(a, b []held) []held {
	out := make([]held, len(a))
	for i := range a {
		out[i] = a[i] & b[i]
	}
	return out
}

// of is what the value of a term is.
func (p *presence) of(t syntax.Term) []held {
	switch t := t.(type) {
	case *syntax.VarRef:
		return p.variable(t.Var)
	case *syntax.Let:
		for _, b := range t.Binds {
			r := p.of(b.Rhs)
			if b.Var != nil {
				p.meet(p.variable(b.Var), r)
			}
		}
		return p.of(t.Body)
	case *syntax.Tuple:
		var out []held
		for _, e := range t.Elems {
			out = append(out, p.of(e)...)
		}
		return out
	case *syntax.Proj:
		lo, hi := p.part(t.Arg.Type(), t.Index)
		return p.of(t.Arg)[lo:hi]
	case *syntax.If:
		p.of(t.Cond)
		return both(p.of(t.Then), p.of(t.Else))
	case *syntax.Case:
		return p.choice(t)
	case *syntax.Inj:
		return p.injected(t)
	case *syntax.Call:
		for i, a := range t.Args {
			p.meet(p.variable(t.Def.Params[i]), p.of(a))
		}
		return p.result(t.Def)
	case *syntax.Build:
		p.variable(t.Idx)
		return array(p.of(t.Body))
	case *syntax.ArrayLit:
		elem := all(len(p.leaves(t.Type())))
		for _, e := range t.Elems {
			elem = both(elem, p.of(e))
		}
		return array(elem)
	case *syntax.Index:
		p.of(t.Idx)
		return element(p.of(t.Arr))
	case *syntax.Set:
		p.of(t.Idx)
		return both(p.of(t.Arr), array(p.of(t.Val)))
	case *syntax.Loop:
		return p.loop(t)
	case *syntax.While:
		p.meet(p.variable(t.State), p.of(t.Init))
		p.of(t.Cond)
		return p.collected(t.State, t.Out, p.of(t.Body))
	case *syntax.Coerce:
		return p.coercion(t)
	case *syntax.Pack:
		r := p.of(t.Arg)
		if len(r) == 0 { // units
			return all(1)
		}
		out := slices.Clone(r)
		for i := range out {
			out[i] |= 1
		}
		return out
	case *syntax.Plus:
		out := p.none(t.Type())
		for _, s := range t.Terms {
			for i, h := range p.of(s) {
				out[i] |= h
			}
		}
		return out
	case *syntax.Coproj:
		out := p.none(t.Type())
		lo, _ := p.part(t.Type(), t.Index)
		copy(out[lo:], p.of(t.Arg))
		return out
	case *syntax.Uninj:
		return p.uninjected(t)
	case *syntax.Checkpoint:
		return p.of(t.Body)
	}
	syntax.Children(t, func(c syntax.Term) { p.of(c) })
	return p.none(t.Type())
}

// choice is a case.
func (p *presence) choice(t *syntax.Case) []held {
	s := p.of(t.Scrut)
	out := all(len(p.leaves(t.Type())))
	for k, a := range t.Arms {
		if a.Var != nil {
			switch ty := t.Scrut.Type().(type) {
			case *syntax.Data:
				p.meet(p.variable(a.Var), p.fields(ty, k))
			default:
				lo, hi := p.part(ty, k)
				p.meet(p.variable(a.Var), s[lo:hi])
			}
		}
		out = both(out, p.of(a.Body))
	}
	return out
}

// injected is a value of a sum, whose other variants nothing reads.
func (p *presence) injected(t *syntax.Inj) []held {
	arg := p.of(t.Arg)
	if d, ok := t.Type().(*syntax.Data); ok {
		p.meet(p.fields(d, t.Tag), arg)
		return all(1)
	}
	out := all(len(p.leaves(t.Type())))
	lo, _ := p.part(t.Type(), t.Tag)
	copy(out[lo:], arg)
	return out
}

func (p *presence) uninjected(t *syntax.Uninj) []held {
	arg := p.of(t.Arg)
	d, ok := t.Arg.Type().(*syntax.Data)
	if there, known := p.notZero[t]; arg[0]&1 == 0 && (there || !known) || !known {
		p.notZero[t] = arg[0]&1 != 0
		p.changed = true
	}
	if !ok {
		lo, hi := p.part(t.Arg.Type(), t.Tag)
		return arg[lo:hi]
	}
	if arg[0]&1 == 0 {
		return p.none(t.Type())
	}
	return p.fields(d, t.Tag)
}

func (p *presence) loop(t *syntax.Loop) []held {
	p.meet(p.variable(t.State), p.of(t.Init))
	return p.collected(t.State, t.Out, p.of(t.Body))
}

// collected is the result of a loop with such a body. What it adds up is zero if it does not run.
func (p *presence) collected(state *syntax.Var, out syntax.Output, body []held) []held {
	s := p.variable(state)
	p.meet(s, body[:len(s)])
	switch rest := body[len(s):]; out {
	case syntax.Collect:
		return slices.Concat(s, array(rest))
	case syntax.Accumulate:
		return slices.Concat(s, make([]held, len(rest)))
	}
	return s
}

func (p *presence) coercion(t *syntax.Coerce) []held {
	r := p.of(t.Arg)
	if _, dyn := t.Arg.Type().(*syntax.DynType); dyn && t.Linear {
		known, ok := p.coerced[t]
		if !ok {
			known = all(len(r))
			p.coerced[t] = known
		}
		p.meet(known, r)
	}
	out := slices.Clone(r)
	for i := range out {
		out[i] |= 1
	}
	return out[:len(p.leaves(t.Type()))]
}

// isPresent reports whether all leaves of what a linear coercion gets are present.
func (g *program) isPresent(t *syntax.Coerce) bool {
	known := g.present[t]
	return len(known) > 0 && !slices.ContainsFunc(known, func(h held) bool { return h&1 == 0 })
}
