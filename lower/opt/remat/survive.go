package remat

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/access"
	"github.com/seed-4b734f86/gochad/lower/opt/affine"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// An element of an array that the program overwrites can be read again by the way back where nothing writes it after
// the forward nest has read it: of the matrix that an elimination updates in place, the rows that are done stay as they
// are.
//
// A write comes later in the same iteration of all loops that are around both, or in a later iteration of one of them
// and any iteration of those inside. In each of these cases the indices must differ; a proof by package affine has
// other variables for what the later iteration computes.

// survival answers such questions for one function.
type survival struct {
	sv     *surveyor
	facts  *affine.Facts
	of     map[*loop.Var][]*affine.Form // what is known of an int wherever it is in scope
	primes map[loop.Stmt]map[*loop.Var]*loop.Var
	tries  int
}

// A storing is a statement of a forward nest, or behind it, that may change elements.
type storing struct {
	at     access.Location
	around []loop.Stmt // loops and branches, outermost first
	seq    int         // in the order of the text
}

// changing lists what writes a region from one place of a block to another.
type changing struct {
	writes map[facts.Region][]storing
	lost   map[facts.Region]bool // in ways that are not looked at
	seq    map[loop.Stmt]int
	around map[loop.Stmt][]loop.Stmt
}

const (
	survivalTries  = 4096 // pairs of a read and a write, in one function
	survivalWrites = 32   // to one region
)

func newSurvival(sv *surveyor) *survival {
	x := &survival{sv: sv, facts: affine.NewFacts(sv.Info).Follow(), of: map[*loop.Var][]*affine.Form{},
		primes: map[loop.Stmt]map[*loop.Var]*loop.Var{}, tries: survivalTries}
	x.collect(sv.Func.Body)
	x.facts.Known = nil
	return x
}

// collect makes one pass over a function for what its ints are.
func (x *survival) collect(b []loop.Stmt) {
	f := x.facts
	for _, s := range b {
		if l, ok := s.(*loop.For); ok {
			f.Upper[l.Var] = nil
			if n := f.Of(l.N); n != nil {
				last := n.Add(1, affine.Number(-1))
				f.Upper[l.Var] = last
				x.of[l.Var] = []*affine.Form{last}
			}
		}
		mark := len(f.Known)
		f.Inside(s, func(inner *[]loop.Stmt) { x.collect(*inner) })
		f.Known = f.Known[:mark]
		f.After(s)
		if l, ok := s.(*loop.Let); ok && len(f.Known) > mark {
			x.of[l.Var] = append([]*affine.Form(nil), f.Known[mark:]...)
		}
		if _, check := s.(*loop.Check); !check {
			f.Known = f.Known[:mark]
		}
	}
}

// changing finds the writes of the statements from lo to hi of a block.
func (x *survival) changing(b []loop.Stmt, lo, hi int) *changing {
	c := &changing{writes: map[facts.Region][]storing{}, lost: map[facts.Region]bool{}, seq: map[loop.Stmt]int{},
		around: map[loop.Stmt][]loop.Stmt{}}
	var walk func(b []loop.Stmt, around []loop.Stmt)
	walk = func(b []loop.Stmt, around []loop.Stmt) {
		for _, s := range b {
			c.seq[s], c.around[s] = len(c.seq), around
			x.storings(c, s, around)
			loop.Blocks(s, func(in *[]loop.Stmt) { walk(*in, append(around[:len(around):len(around)], s)) })
		}
	}
	walk(b[lo:hi+1], nil)
	return c
}

func (x *survival) storings(c *changing, s loop.Stmt, around []loop.Stmt) {
	put := func(r facts.Region, e *loop.Expr) {
		c.writes[r] = append(c.writes[r], storing{x.sv.Locate(e), around, c.seq[s]})
	}
	place := func(e *loop.Expr) {
		if r, ok := x.sv.Region(e); ok {
			put(r, e)
		}
	}
	whole := func(e *loop.Expr) {
		if r, ok := x.sv.Elements(e); ok {
			put(r, e)
		}
	}
	switch s := s.(type) {
	case *loop.Assign:
		for _, l := range s.Lhs {
			place(l)
		}
	case *loop.AddTo:
		place(s.Lhs)
	case *loop.Copy:
		whole(s.Dst)
	case *loop.Clear:
		whole(s.Dst)
	default:
		x.sv.Writes(s, func(r facts.Region) { c.lost[r] = true }, nil)
	}
}

// survives reports whether the element e, which statement s reads, keeps its value to the end of what c is about.
func (x *survival) survives(c *changing, e *loop.Expr, s loop.Stmt) bool {
	r, ok := x.sv.Region(e)
	if !ok || !r.Type.IsNumber() || c.lost[r] || len(c.writes[r]) > survivalWrites {
		return false
	}
	seq, inside := c.seq[s]
	around := c.around[s]
	if _, ok := s.(*loop.While); ok { // its condition
		around = append(around[:len(around):len(around)], s)
	}
	at := x.sv.Locate(e)
	if !inside || at.Root == nil || at.Cut || x.sv.Owners[r.Class] > 1 || x.sv.Ragged[r.Class] ||
		x.sv.Mutable(at.Root) || x.sv.arrays[at.Root] == nil {
		return false
	}
	for _, w := range c.writes[r] {
		if x.tries--; x.tries < 0 || w.at.Root != at.Root || !x.apart(at, w, around, seq) {
			return false
		}
	}
	return true
}

// apart reports whether a write that comes after a read goes elsewhere.
func (x *survival) apart(read access.Location, w storing, around []loop.Stmt, seq int) bool {
	shared := 0
	for shared < len(around) && shared < len(w.around) && around[shared] == w.around[shared] {
		shared++
	}
	if w.seq >= seq && !x.differ(read, w, around, nil) {
		return false
	}
	for _, l := range around[:shared] {
		switch l.(type) {
		case *loop.For, *loop.While:
			if !x.differ(read, w, around, l) {
				return false
			}
		}
	}
	return true
}

// differ reports whether some index of a write is another than that of the read, when the write belongs to a later
// iteration of loop l, or to the same iteration of all loops if that is nil.
func (x *survival) differ(read access.Location, w storing, around []loop.Stmt, l loop.Stmt) bool {
	f := x.facts
	f.Known = f.Known[:0]
	var later map[*loop.Var]*loop.Var
	if l != nil {
		later = x.later(l)
		if l, ok := l.(*loop.For); ok {
			first, second := affine.Variable(l.Var), affine.Variable(later[l.Var])
			if l.Down {
				first, second = second, first
			}
			f.Known = append(f.Known, second.Add(-1, first).Add(1, affine.Number(-1)))
		}
	}
	var loops []*loop.Var
	for _, s := range around {
		if s, ok := s.(*loop.For); ok {
			loops = append(loops, s.Var)
		}
	}
	for _, s := range w.around {
		if s, ok := s.(*loop.For); ok {
			v := s.Var
			if p := later[v]; p != nil {
				v = p
			}
			loops = append(loops, v)
		}
	}
	n := min(len(read.Subs), len(w.at.Subs))
	for k := range n {
		if x.unequal(x.index(read.Subs[k], nil), x.index(w.at.Subs[k], later), loops) {
			return true
		}
	}
	// A slice goes up from where it begins.
	if w.at.Cut && len(read.Subs) > n {
		from, i := x.index(w.at.Off, later), x.index(read.Subs[n], nil)
		if from != nil && i != nil {
			return x.positive(from.Add(-1, i), loops)
		}
	}
	return false
}

func (x *survival) unequal(a, b *affine.Form, loops []*loop.Var) bool {
	if a == nil || b == nil {
		return false
	}
	d := a.Add(-1, b)
	return x.positive(d, loops) || x.positive(affine.Number(0).Add(-1, d), loops)
}

// positive proves d > 0 inside some loops, with what is known of the variables that matter.
func (x *survival) positive(d *affine.Form, loops []*loop.Var) bool {
	f := x.facts
	mark := len(f.Known)
	defer func() { f.Known = f.Known[:mark] }()
	seen := map[*loop.Var]bool{}
	var look func(v *loop.Var, depth int)
	look = func(v *loop.Var, depth int) {
		if seen[v] || depth > 4 {
			return
		}
		seen[v] = true
		for _, k := range x.of[v] {
			f.Known = append(f.Known, k)
			k.EachVar(func(v *loop.Var) { look(v, depth+1) })
		}
	}
	d.EachVar(func(v *loop.Var) { look(v, 0) })
	for _, v := range loops {
		look(v, 0)
	}
	return f.Holds(d.Add(1, affine.Number(-1)))
}

// index is a subscript as an integer, or nil: the sum of several variables must not wrap.
func (x *survival) index(l access.Linear, later map[*loop.Var]*loop.Var) *affine.Form {
	if !l.OK || l.C <= -affine.Limit || l.C >= affine.Limit {
		return nil
	}
	out := affine.Number(l.C)
	sum := l.Count() > 1 || l.C != 0
	ok := l.EachTerm(func(k int64, v *loop.Var, isLen bool) bool {
		if isLen {
			out = out.Add(k, affine.LengthOf(v))
			return true
		}
		switch p := later[v]; {
		case p != nil:
			v = p
		case x.sv.Mutable(v) && x.facts.Bounded[v]:
			v = x.some(v, later)
		}
		e := loop.Use(v)
		y := x.facts.Of(e)
		if y == nil || (sum || k != 1) && !x.facts.Small(e, 0) {
			return false
		}
		out = out.Add(k, y)
		return true
	})
	if !ok || out.Large() {
		return nil
	}
	return out
}

// some stands for a value that a changing int may have.
func (x *survival) some(v *loop.Var, later map[*loop.Var]*loop.Var) *loop.Var {
	f := x.facts
	p := loop.NewVar(v.Name, v.Type)
	f.Bounded[p] = true
	known := f.Known
	f.Known = nil
	f.Within(affine.Variable(p), v)
	with := map[*loop.Var]*loop.Expr{}
	for a, b := range later {
		with[a] = loop.Use(b)
	}
	for _, k := range f.Known {
		x.of[p] = append(x.of[p], k.Renamed(later, with))
	}
	f.Known = known
	return p
}

// later gives other names to the ints that iterations of l compute, and the facts to those.
func (x *survival) later(l loop.Stmt) map[*loop.Var]*loop.Var {
	if m := x.primes[l]; m != nil {
		return m
	}
	m := map[*loop.Var]*loop.Var{}
	x.primes[l] = m
	f := x.facts
	with := map[*loop.Var]*loop.Expr{}
	var order []*loop.Var
	loop.Walk([]loop.Stmt{l}, func(s loop.Stmt) {
		loop.Declared(s, func(v *loop.Var) {
			if v.Type == loop.IntType && !x.sv.Mutable(v) {
				m[v] = loop.NewVar(v.Name, v.Type)
				with[v] = loop.Use(m[v])
				order = append(order, v)
			}
		})
	})
	for _, v := range order {
		p := m[v]
		if d := f.Def.Get(v.ID()); d != nil {
			*f.Def.At(p.ID()) = edit.Substitute(d, with)
		}
		if up, counts := f.Upper[v]; counts {
			f.Upper[p] = up.Renamed(m, with)
		}
		for _, k := range x.of[v] {
			if k = k.Renamed(m, with); k != nil {
				x.of[p] = append(x.of[p], k)
			}
		}
	}
	return m
}
