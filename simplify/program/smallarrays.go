package program

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

// SmallArrays makes tuples of arrays of few elements that are only read and set at literal indices:
//
//	let a = set x 1 v in f (a[0], a[2])        where x : [3]real is such an array too
//	⇝   let a = ⟨x.0, v, x.2⟩ in f (a.0, a.2)
//
// A tuple is as many variables: it has no memory to be cleared and copied, and nothing of it that is not needed is kept
// for the way back. (Scalar replacement of aggregates: S. Muchnick, Advanced Compiler Design and Implementation, 12.2.)
//
// Which arrays flow together is found by unification, through branches, the states of loops and the calls of definitions
// whose signatures may change; if one of them is read at an index that is not known before, all stay arrays. Elements
// of large arrays, of sums and of what is known outside stay as they are: they are taken apart where they are read, and
// put together where they are stored, which costs what a copy does. It reports whether anything has changed, in time
// linear in the program.
func SmallArrays(p *syntax.Program, root *syntax.Def) bool {
	defer times.Begin("small arrays")()
	f := findShapes(p, root, nil)
	if !f.gains() {
		return false
	}
	s := splitting{shapeFinder: f, of: map[*syntax.Var]*syntax.Var{}}
	for d, sig := range f.sigs {
		s.signature(d, sig)
	}
	for _, d := range p.Defs {
		if d.Body != nil {
			d.Body = s.body(d)
		}
	}
	return true
}

// smallArrayLeaves is how many numbers an array has at most that becomes a tuple.
const smallArrayLeaves = 32

// elementLeaves is that of an array that is an element of a large one, too, and so in memory anyway; rowLeaves that of a
// row of a matrix of fixed size.
const (
	elementLeaves = 9
	rowLeaves     = 4
)

// A shape says of a type which of the small arrays in it become tuples. It is nil for a type without any.
type shape struct {
	elems []*shape // of a tuple

	array *class // of a small array
	elem  *shape
	n     int64
}

// A class is of small arrays that flow together.
type class struct {
	up    *class
	stays bool // as an array
	used  bool // under a literal index
	// stored says that some become elements of large arrays, counted that their indices are those of loops.
	stored, counted bool
	size            int64 // in numbers
	most            int64 // that it may be
	elem            *shape
}

func (c *class) find() *class {
	for c.up != nil {
		if c.up.up != nil {
			c.up = c.up.up
		}
		c = c.up
	}
	return c
}

// split reports whether s is of an array that becomes a tuple.
func (s *shape) split() bool {
	if s == nil || s.array == nil {
		return false
	}
	return !s.array.find().stays
}

type shapes struct {
	params []*shape
	result *shape
}

// shapeFinder finds the shapes of variables and terms.
type shapeFinder struct {
	counted *counters
	vars    map[*syntax.Var]*shape
	terms   map[syntax.Term]*shape
	sigs    map[*syntax.Def]*shapes
	classes []*class
	plain   map[syntax.Type]bool     // types that hold no small arrays
	builds  map[*syntax.Var]*class   // of arrays that are made of the iterations of loops, by index
	needs   map[*syntax.Var][]*class // those that are read or set at an index
}

// findShapes finds the shapes in a program. Indices may be known, too, that are so once loops are written out.
func findShapes(p *syntax.Program, root *syntax.Def, counted *counters) *shapeFinder {
	f := &shapeFinder{counted: counted, vars: map[*syntax.Var]*shape{}, terms: map[syntax.Term]*shape{}, sigs: map[*syntax.Def]*shapes{},
		plain: map[syntax.Type]bool{}, builds: map[*syntax.Var]*class{}, needs: map[*syntax.Var][]*class{}}
	free := private(p, root)
	for _, d := range p.Defs {
		if d.Body == nil {
			continue
		}
		s := &shapes{result: f.fresh(d.Result)}
		for _, x := range d.Params {
			f.vars[x] = f.fresh(x.Type)
			s.params = append(s.params, f.vars[x])
		}
		if free[d] {
			f.sigs[d] = s
		}
	}
	for _, d := range p.Defs {
		if d.Body == nil {
			continue
		}
		r := f.find(d.Body)
		if s := f.sigs[d]; s != nil {
			f.unify(s.result, r)
		}
	}
	return f
}

// gains reports whether some arrays become tuples. What is in an array that stays does so, too.
func (f *shapeFinder) gains() bool {
	for _, c := range f.classes {
		if c.up == nil && (!c.used || c.size > c.most || c.stored && c.counted) {
			f.stayClass(c)
		}
	}
	for again := true; again; {
		again = false
		for i, c := range f.builds {
			if !c.find().stays {
				continue
			}
			for _, d := range f.needs[i] { // whose index is not known then
				again = again || !d.find().stays
				f.stayClass(d.find())
			}
			delete(f.builds, i)
		}
	}
	return slices.ContainsFunc(f.classes, func(c *class) bool { return c.up == nil && !c.stays })
}

// fresh is a shape for what may be of any. A type without small arrays is looked into once.
func (f *shapeFinder) fresh(t syntax.Type) *shape {
	if f.plain[t] {
		return nil
	}
	s := f.make(t)
	if s == nil {
		f.plain[t] = true
	}
	return s
}

func (f *shapeFinder) make(t syntax.Type) *shape {
	switch t := t.(type) {
	case *syntax.TupleType:
		var elems []*shape
		for i, e := range t.Elems {
			if s := f.fresh(e); s != nil {
				if elems == nil {
					elems = make([]*shape, len(t.Elems))
				}
				elems[i] = s
			}
		}
		if elems != nil {
			return &shape{elems: elems}
		}
	case *syntax.ArrayType:
		if n, ok := smallArray(t); ok {
			c := &class{size: n * numbersIn(t.Elem), most: smallArrayLeaves}
			f.classes = append(f.classes, c)
			c.elem = f.fresh(t.Elem)
			return &shape{array: c, elem: c.elem, n: n}
		}
	}
	return nil
}

// smallArray reports whether an array may be a tuple, and its length.
func smallArray(t *syntax.ArrayType) (int64, bool) {
	n, ok := t.Len.Lit()
	if !ok || n < 1 || n > smallArrayLeaves {
		return 0, false
	}
	k := numbersIn(t.Elem)
	return n, k > 0 && n*k <= smallArrayLeaves
}

// numbersIn is how many numbers a value has that has nothing else, and else 0.
func numbersIn(t syntax.Type) (k int64) {
	switch t := t.(type) {
	case *syntax.TupleType:
		for _, e := range t.Elems {
			n := numbersIn(e)
			if n == 0 {
				return 0
			}
			k += n
		}
		return k
	case *syntax.ArrayType:
		if n, ok := smallArray(t); ok {
			return n * numbersIn(t.Elem)
		}
		return 0
	case *syntax.IdxType:
		return 1
	}
	if t == syntax.Real || t == syntax.Int || t == syntax.Bool {
		return 1
	}
	return 0
}

// stay has the arrays of a shape stay arrays.
func (f *shapeFinder) stay(s *shape) {
	if s == nil {
		return
	}
	for _, e := range s.elems {
		f.stay(e)
	}
	if s.array != nil {
		f.stayClass(s.array.find())
	}
}

func (f *shapeFinder) stayClass(c *class) {
	if !c.stays {
		c.stays = true
		f.stay(c.elem)
	}
}

// unify has what is of two shapes be of one. Of types of one form one alone has a shape where lengths are known only
// there; it is made the other where they meet.
func (f *shapeFinder) unify(a, b *shape) *shape {
	switch {
	case a == nil:
		return b
	case b == nil || a == b:
		return a
	}
	for i := range a.elems {
		f.unify(a.elems[i], b.elems[i])
	}
	if a.array != nil {
		c, d := a.array.find(), b.array.find()
		if c == d {
			return a
		}
		d.up = c
		c.used = c.used || d.used
		c.most = min(c.most, d.most)
		c.stored, c.counted = c.stored || d.stored, c.counted || d.counted
		stays := c.stays != d.stays
		c.stays = c.stays || d.stays
		f.unify(c.elem, d.elem)
		if stays {
			f.stay(c.elem)
		}
	}
	return a
}

// find is the shape of t, which is noted. A term may stand in several places; it has one shape.
func (f *shapeFinder) find(t syntax.Term) *shape {
	if s := f.terms[t]; s != nil {
		return s
	}
	s := f.shape(t)
	if s != nil {
		f.terms[t] = s
	}
	return s
}

func (f *shapeFinder) shape(t syntax.Term) *shape {
	switch t := t.(type) {
	case *syntax.VarRef:
		return f.variable(t.Var)
	case *syntax.Let:
		for _, b := range t.Binds {
			s := f.find(b.Rhs)
			f.counted.bind(b)
			if b.Var != nil {
				f.vars[b.Var] = s
			}
		}
		return f.find(t.Body)
	case *syntax.Tuple:
		return f.tuple(t.Elems)
	case *syntax.Proj:
		if s := f.find(t.Arg); s != nil {
			return s.elems[t.Index]
		}
		return nil
	case *syntax.If:
		f.find(t.Cond)
		a := f.find(t.Then)
		return f.unify(a, f.find(t.Else))
	case *syntax.Case:
		f.find(t.Scrut)
		var s *shape
		for _, a := range t.Arms {
			f.vars[a.Var] = f.outer(a.Var.Type)
			s = f.unify(s, f.find(a.Body))
		}
		return s
	case *syntax.Call:
		return f.call(t)
	case *syntax.Build:
		few := f.counted.loop(t.Len, t.Idx, t.Body)
		e := f.find(t.Body)
		s := f.fresh(t.Type())
		if s == nil {
			f.stores(e, t.Type())
			return nil
		}
		if few || repeats(t) {
			f.unify(s.elem, e)
			if !repeats(t) {
				s.array.find().counted = true
				f.builds[t.Idx] = s.array
			}
		} else {
			f.stay(s)
		}
		return s
	case *syntax.Loop:
		f.counted.loop(t.Len, t.Idx, t.Body)
		f.vars[t.State] = f.find(t.Init)
		return f.loop(f.vars[t.State], t.Body, t.Out, t.Type())
	case *syntax.While:
		f.vars[t.State] = f.find(t.Init)
		f.find(t.Cond)
		return f.loop(f.vars[t.State], t.Body, t.Out, t.Type())
	case *syntax.Sum:
		if s := f.find(t.Arg); s != nil {
			return s.elem
		}
		return f.element(t.Arg)
	case *syntax.ArrayLit:
		s := f.fresh(t.Type())
		for _, e := range t.Elems {
			if r := f.find(e); s != nil {
				f.unify(s.elem, r)
			} else {
				f.stores(r, t.Type())
			}
		}
		if s != nil {
			s.array.used = true
		}
		return s
	case *syntax.Index:
		s := f.at(t.Arr, t.Idx)
		if s != nil && f.known(t.Idx) {
			return s.elem
		}
		return f.element(t.Arr)
	case *syntax.Set:
		s := f.at(t.Arr, t.Idx)
		v := f.find(t.Val)
		if s != nil && f.known(t.Idx) {
			f.unify(s.elem, v)
		} else {
			f.stores(v, t.Type())
		}
		return s
	case *syntax.Plus:
		var s *shape
		for _, e := range t.Terms {
			s = f.unify(s, f.find(e))
		}
		return s
	case *syntax.Checkpoint:
		return f.find(t.Body)
	}
	if _, ok := t.(*syntax.Zero); ok {
		return f.fresh(t.Type())
	}
	syntax.Children(t, func(c syntax.Term) { f.limit(f.find(c), elementLeaves) })
	return f.outer(t.Type())
}

// variable is the shape of a variable; what binds in ways that are not known here has arrays stay.
func (f *shapeFinder) variable(x *syntax.Var) *shape {
	s, ok := f.vars[x]
	if !ok {
		s = f.fresh(x.Type)
		f.stay(s)
		f.vars[x] = s
	}
	return s
}

// outer is a shape for what is read from outside of what is known here.
func (f *shapeFinder) outer(t syntax.Type) *shape { return f.limit(f.fresh(t), elementLeaves) }

// element is a shape for an element of a large array.
func (f *shapeFinder) element(a syntax.Term) *shape {
	t := a.Type()
	return f.limit(f.fresh(elemType(t)), leavesIn(t))
}

func leavesIn(t syntax.Type) int64 {
	if n := lengthOf(t); n != nil {
		if _, ok := n.Lit(); ok {
			return rowLeaves
		}
	}
	return elementLeaves
}

// stores notes that what is of a shape becomes an element of an array of a type.
func (f *shapeFinder) stores(s *shape, array syntax.Type) {
	f.limit(s, leavesIn(array))
	f.mark(s)
}

func (f *shapeFinder) mark(s *shape) {
	if s == nil {
		return
	}
	for _, e := range s.elems {
		f.mark(e)
	}
	if s.array != nil {
		s.array.find().stored = true
		f.mark(s.elem)
	}
}

// limit has what is of a shape be tuples only where it is small.
func (f *shapeFinder) limit(s *shape, most int64) *shape {
	if s == nil {
		return nil
	}
	for _, e := range s.elems {
		f.limit(e, most)
	}
	if s.array != nil {
		c := s.array.find()
		c.most = min(c.most, most)
		f.limit(s.elem, most)
	}
	return s
}

// known reports whether an index is a literal, or will be.
func (f *shapeFinder) known(i syntax.Term) bool { return form.IsIndexLit(i) || f.counted.known(i) }

func (f *shapeFinder) tuple(ts []syntax.Term) *shape {
	var elems []*shape
	for i, t := range ts {
		if s := f.find(t); s != nil {
			if elems == nil {
				elems = make([]*shape, len(ts))
			}
			elems[i] = s
		}
	}
	if elems == nil {
		return nil
	}
	return &shape{elems: elems}
}

// at is the shape of an array that is read or set at an index.
func (f *shapeFinder) at(a, i syntax.Term) *shape {
	s := f.find(a)
	f.find(i)
	if s == nil {
		return nil
	}
	if f.known(i) {
		c := s.array.find()
		c.used = true
		if !form.IsIndexLit(i) {
			c.counted = true
			f.counted.roots(i, func(v *syntax.Var) { f.needs[v] = append(f.needs[v], c) })
		}
	} else {
		f.stay(s)
	}
	return s
}

func (f *shapeFinder) call(t *syntax.Call) *shape {
	s := f.sigs[t.Def]
	for i, a := range t.Args {
		r := f.find(a)
		if s != nil && s.params[i] != nil {
			f.unify(s.params[i], r)
		} else {
			f.limit(r, elementLeaves)
		}
	}
	r := f.fresh(t.Type())
	if s != nil {
		f.unify(r, s.result)
	}
	return r
}

// loop is the shape of a loop with a state of shape s.
func (f *shapeFinder) loop(s *shape, body syntax.Term, out syntax.Output, t syntax.Type) *shape {
	r := f.find(body)
	switch out {
	case syntax.NoOutput:
		return f.unify(s, r)
	case syntax.Accumulate:
		if r == nil {
			return nil
		}
		f.unify(s, r.elems[0])
		return &shape{elems: []*shape{s, r.elems[1]}}
	}
	if r != nil {
		f.unify(s, r.elems[0])
		f.stores(r.elems[1], t.(*syntax.TupleType).Elems[1])
	}
	y := f.fresh(t.(*syntax.TupleType).Elems[1])
	f.stay(y)
	if s == nil && y == nil {
		return nil
	}
	return &shape{elems: []*shape{s, y}}
}

// repeats reports whether the elements of an array are all the same.
func repeats(t *syntax.Build) bool { return !uses(t.Body, t.Idx) }
