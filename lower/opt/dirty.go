package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// dirtyArrays finds the new arrays, and the arrays set to zero, of which no element is read before it is written, or
// that have none.
//
//	var t [n]real = new(n)          var t [n]real = dirty(n)
//	for i < n {                →    for i < n {
//	  t[i] = x[i] * x[i]              t[i] = x[i] * x[i]
//	}                               }
//
// What is set to zero as soon as it is made is only made.
var dirtyArrays = Pass{ //nolint:gochecknoglobals // a constant
	Name: "uninitialised-allocation",
	Law: "What an array holds at first does not matter if the first statements that use it write all its elements, " +
		"each before any read of it. An array without elements holds nothing. A new array is zero.",
	Needs: Zeroed,
	Run: func(p *loop.Program, o *Options) {
		all := &dirtOfProgram{of: map[*loop.Func]*dirt{}, fills: map[*loop.Var]bool{}, opts: o}
		for _, f := range p.Funcs {
			d := all.dirt(f)
			if f.Body = d.body(f.Body, o.others(f)); !d.changed {
				o.unchanged()
			}
		}
	},
}

// dirtOfProgram knows which Out parameters their functions write before they read them.
type dirtOfProgram struct {
	of    map[*loop.Func]*dirt
	fills map[*loop.Var]bool
	opts  *Options
}

func (p *dirtOfProgram) dirt(f *loop.Func) *dirt {
	d := p.of[f]
	if d == nil {
		d = newDirt(p.opts.analyse(f), p.opts.othersIn(f))
		d.program = p
		p.of[f] = d
	}
	return d
}

// filled reports whether f writes all of its Out parameter v before it reads any of it. While
// that is being found out, as by a function that calls itself, it does not.
func (p *dirtOfProgram) filled(f *loop.Func, v *loop.Var) bool {
	known, ok := p.fills[v]
	if ok {
		return known
	}
	p.fills[v] = false
	d := p.dirt(f)
	saved := *d
	p.fills[v] = d.overwritten(v, f.Body, false)
	*d = saved
	return p.fills[v]
}

// unknown is a length that equals no other.
var unknown = loop.Div(syntax.MustOp("idiv"), loop.IntConst(0), loop.IntConst(0), "unknown") //nolint:gochecknoglobals // a constant

// lookAhead is the number of statements in which the first use of an array is sought.
const lookAhead = 10_000

// A part of an array is what stands under some indices.
type part struct {
	v  *loop.Var
	at []*loop.Expr // variables of loops that write there
}

// dirt looks for arrays that are written before they are read.
type dirt struct {
	program *dirtOfProgram
	in      *facts.Info
	lengths facts.Lengths
	dims    map[*loop.Var][]*loop.Expr // lengths of the dimensions that are known
	spots   map[*loop.Var]part         // of the rows and views that variables stand for
	class   *loop.Var                  // of the array looked at
	at      part
	rest    []*loop.Expr // lengths under the spot
	rank    int          // of the elements that are written, 0 for scalars
	fresh   bool         // the array is new: only its name, and names for parts of it, are it until it is written
	budget  int          // statements to look at for one array
	changed bool
}

// newDirt looks at a function of which these are the statements that are not plain.
func newDirt(in *facts.Info, others []loop.Stmt) *dirt {
	f := in.Func
	d := &dirt{in: in, lengths: in.LengthsIn(others), dims: map[*loop.Var][]*loop.Expr{}, spots: map[*loop.Var]part{}}
	for _, p := range f.Params {
		d.declare(p.Var, nil)
		if v := p.Var; p.Alone() && d.dims[v] == nil && !in.Mutable(v) {
			// What is known of rows is that there are as many as there are.
			d.dims[v] = append([]*loop.Expr{loop.Len(loop.Use(v))}, v.Flat...)
			for len(d.dims[v]) < int(v.Type.Rank) {
				d.dims[v] = append(d.dims[v], unknown)
			}
		}
	}
	loop.Walk(others, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.Alloc:
			d.declare(s.Var, s.Dims)
		case *loop.Let:
			if s.Rhs.Type.IsArray() && s.Rhs.Kind == loop.IndexExpr && s.Rhs.Args[0].Kind == loop.VarExpr {
				if outer := d.dims[s.Rhs.Args[0].Var]; len(outer) > 1 && outer[1] != unknown {
					d.declare(s.Var, outer[1:])
					return
				}
			}
			if s.Var.Type.IsArray() {
				d.declare(s.Var, nil)
			}
		}
	})
	return d
}

// declare notes the lengths of an array as far as they are known: all of them, or none.
func (d *dirt) declare(v *loop.Var, dims []*loop.Expr) {
	if !v.Type.IsArray() || d.in.Mutable(v) {
		return
	}
	if n := d.lengths[v]; len(dims) == 0 && n != nil {
		dims = append([]*loop.Expr{n}, v.Flat...)
	}
	if len(dims) < int(v.Type.Rank) {
		return
	}
	for _, n := range dims {
		if !d.in.Fixed(n) {
			return
		}
	}
	d.dims[v] = dims
}

func (d *dirt) block(block []loop.Stmt) []loop.Stmt {
	gone := map[int]bool{}
	for i := range block {
		d.statement(block, i, gone)
	}
	return withoutPlaces(block, gone)
}

// body is block for that of a function, all statements of which are plain, but for those at some places.
func (d *dirt) body(block []loop.Stmt, others []int32) []loop.Stmt {
	gone := map[int]bool{}
	for _, i := range others {
		d.statement(block, int(i), gone)
	}
	return withoutPlaces(block, gone)
}

// statement looks at statement i of a block, and notes what goes.
func (d *dirt) statement(block []loop.Stmt, i int, gone map[int]bool) {
	switch s := block[i].(type) {
	case *loop.Let:
	case *loop.Alloc:
		rest := block[i+1:]
		if !s.Dirty && clears(rest, s.Var) { // as it is zero already
			gone[i+1], d.changed = true, true
			rest = rest[1:]
		}
		switch {
		case s.Dirty:
		case len(s.Dims) < int(s.Var.Type.Rank):
			s.Dirty = d.rowsStored(s, rest)
		default:
			s.Dirty = hasNone(s) || d.overwritten(s.Var, rest, true)
		}
		d.changed = d.changed || s.Dirty
	case *loop.Clear:
		if s.Dst.Kind == loop.VarExpr && d.overwritten(s.Dst.Var, block[i+1:], false) {
			gone[i], d.changed = true, true
		}
	default:
		loop.Blocks(s, func(b *[]loop.Stmt) { *b = d.block(*b) })
	}
}

// withoutPlaces is a block without the statements at some places: itself where there are none.
func withoutPlaces(block []loop.Stmt, gone map[int]bool) []loop.Stmt {
	if len(gone) == 0 {
		return block
	}
	out := make([]loop.Stmt, 0, len(block)-len(gone))
	for i, s := range block {
		if !gone[i] {
			out = append(out, s)
		}
	}
	return out
}

// clears reports whether a block begins by setting v to zero.
func clears(block []loop.Stmt, v *loop.Var) bool {
	if len(block) == 0 {
		return false
	}
	c, ok := block[0].(*loop.Clear)
	return ok && c.Dst.IsVar(v)
}

// hasNone reports whether an array has no elements as it is made.
func hasNone(s *loop.Alloc) bool {
	return s.Var.Type.Base != loop.Ref && slices.ContainsFunc(s.Dims, (*loop.Expr).IsZero)
}

// overwritten reports whether the statements write all elements of v, which may be new, before they read any.
func (d *dirt) overwritten(v *loop.Var, block []loop.Stmt, fresh bool) bool {
	dims := d.dims[v]
	if dims == nil || v.Type.Base == loop.Ref {
		return false
	}
	return d.seek(v, dims, 0, block, fresh)
}

// rowsStored reports whether the statements store all rows of an array that is made without any, before they read one.
// Its rows are not its memory, so that only variables of its type and of those of parts that it is made with matter.
func (d *dirt) rowsStored(s *loop.Alloc, block []loop.Stmt) bool {
	if s.Var.Type.Base == loop.Ref || d.in.Mutable(s.Var) || s.Var.Flat != nil {
		return false
	}
	for _, n := range s.Dims {
		if !d.in.Fixed(n) {
			return false
		}
	}
	return d.seek(s.Var, s.Dims, int(s.Var.Type.Rank)-len(s.Dims), block, true)
}

// seek reports whether the statements write all elements of v, arrays of a rank, before they read any.
func (d *dirt) seek(v *loop.Var, dims []*loop.Expr, rank int, block []loop.Stmt, fresh bool) bool {
	d.fresh, d.class, d.at, d.rest, d.rank = fresh, d.in.Class(v), part{v: v}, dims, rank
	d.spots = map[*loop.Var]part{}
	d.budget = lookAhead
	return d.fills(block)
}

// fills reports whether a block writes all of the spot before anything reads of the array, and uses nothing
// but the spot after that. Outside of all loops all is written then.
func (d *dirt) fills(block []loop.Stmt) bool {
	for i, s := range block {
		if d.view(s) || !d.mentions(s) {
			if d.budget < 0 {
				return false
			}
			continue
		}
		if n := d.elements(block[i:]); n > 0 {
			return len(d.at.at) == 0 || d.stays(block[i+n:])
		}
		return d.writes(s) && (len(d.at.at) == 0 || d.stays(block[i+1:]))
	}
	return false
}

// view notes a variable for a part of the array.
func (d *dirt) view(s loop.Stmt) bool {
	l, ok := s.(*loop.Let)
	if !ok || !l.Var.Type.IsArray() || d.in.Mutable(l.Var) {
		return false
	}
	e := l.Rhs
	if e.Kind == loop.SliceExpr {
		// The first n of n elements.
		a := e.Args[0]
		if !e.Args[1].IsZero() || a.Kind != loop.VarExpr || len(d.dims[a.Var]) == 0 ||
			!d.sameLength(e.Args[2], d.dims[a.Var][0]) {
			return false
		}
		e = a
	}
	sp, ok := d.spot(e)
	if !ok || d.rank > 0 && len(sp.at) == int(d.at.v.Type.Rank)-d.rank { // the row is read
		return false
	}
	d.spots[l.Var] = sp
	return true
}

// spot is the part of the array that e denotes; indices are atoms.
func (d *dirt) spot(e *loop.Expr) (part, bool) {
	switch e.Kind {
	case loop.VarExpr:
		if sp, ok := d.spots[e.Var]; ok {
			return sp, true
		}
		return part{v: e.Var}, e.Var == d.at.v
	case loop.IndexExpr:
		sp, ok := d.spot(e.Args[0])
		if !ok || !e.Args[1].IsAtom() || !d.in.Fixed(e.Args[1]) {
			return sp, false
		}
		return part{sp.v, append(sp.at[:len(sp.at):len(sp.at)], e.Args[1])}, true
	}
	return part{}, false
}

// here reports whether e denotes the spot.
func (d *dirt) here(e *loop.Expr) bool {
	sp, ok := d.spot(e)
	return ok && len(sp.at) == len(d.at.at) && d.below(sp)
}

// below reports whether a part of the array is in the spot.
func (d *dirt) below(sp part) bool {
	if len(sp.at) < len(d.at.at) {
		return false
	}
	for i, x := range d.at.at {
		if !loop.Equal(sp.at[i], x) {
			return false
		}
	}
	return true
}

// sameLength reports whether two lengths are known to be equal.
func (d *dirt) sameLength(a, b *loop.Expr) bool {
	return b != unknown && loop.Equal(d.length(a), d.length(b))
}

func (d *dirt) length(n *loop.Expr) *loop.Expr {
	if n.Kind == loop.LenExpr && n.Args[0].Kind == loop.VarExpr {
		if dims := d.dims[n.Args[0].Var]; len(dims) > 0 {
			return dims[0]
		}
		if l := d.lengths[n.Args[0].Var]; l != nil {
			return l
		}
	}
	return n
}

// writes reports whether a statement, the first that mentions the array, writes all of the spot.
func (d *dirt) writes(s loop.Stmt) bool {
	switch s := s.(type) {
	case *loop.For:
		if len(d.rest) == 0 || !d.sameLength(s.N, d.rest[0]) || d.reads(s.N) {
			return false
		}
		at, rest := d.at, d.rest
		d.at, d.rest = part{at.v, append(at.at[:len(at.at):len(at.at)], loop.Use(s.Var))}, rest[1:]
		ok := d.fills(s.Body)
		d.at, d.rest = at, rest
		return ok
	case *loop.Assign:
		return len(d.rest) == 0 && d.assigns(s)
	case *loop.Copy:
		return d.rank == 0 && d.here(s.Dst) && !d.reads(s.Src)
	case *loop.Clear:
		return d.rank == 0 && d.here(s.Dst)
	case *loop.Call:
		return d.rank == 0 && d.calls(s)
	case *loop.If:
		return !d.reads(s.Cond) && d.fills(s.Then) && (len(s.Else) == 0 && d.holdsElements(s.Cond) || d.fills(s.Else))
	case *loop.Switch:
		if d.reads(s.Tag) {
			return false
		}
		for _, c := range s.Cases {
			if !d.fills(c) {
				return false
			}
		}
		return true
	}
	return false
}

// holdsElements reports whether c is true if the spot has elements: n > 0, for one of its lengths n.
func (d *dirt) holdsElements(c *loop.Expr) bool {
	if c.Kind != loop.PrimExpr || len(c.Args) != 2 {
		return false
	}
	n, zero := c.Args[0], c.Args[1]
	switch c.Prim.Name {
	case "igt":
	case "ilt":
		n, zero = zero, n
	default:
		return false
	}
	return zero.IsZero() && slices.ContainsFunc(d.rest, func(m *loop.Expr) bool { return d.sameLength(n, m) })
}

// assigns reports whether one place of an assignment is the spot, a single element, and the rest does not read the
// array.
func (d *dirt) assigns(s *loop.Assign) bool {
	found := false
	for i, l := range s.Lhs {
		if d.reads(s.Rhs[i]) {
			return false
		}
		if d.here(l) {
			found = true
		} else if d.reads(l) {
			return false
		}
	}
	return found
}

// calls reports whether a call has the spot written.
func (d *dirt) calls(s *loop.Call) bool {
	found := false
	for i, a := range s.Args {
		if q := s.Func.Params[i]; q.Out && d.here(a) && d.program.filled(s.Func, q.Var) {
			found = true
		} else if d.reads(a) {
			return false
		}
	}
	return found
}

// elements is the number of statements that write the spot, a row of constant length, element by element.
func (d *dirt) elements(block []loop.Stmt) int {
	if len(d.rest) != 1 || !d.rest[0].IsConst() {
		return 0
	}
	written := map[int64]bool{}
	for i, s := range block {
		if !d.mentions(s) {
			continue
		}
		a, ok := s.(*loop.Assign)
		if !ok {
			return 0
		}
		for k, l := range a.Lhs {
			if d.reads(a.Rhs[k]) {
				return 0
			}
			sp, ok := d.spot(l)
			if !ok || !d.below(sp) || len(sp.at) != len(d.at.at)+1 || !l.Args[1].IsConst() {
				if d.reads(l) {
					return 0
				}
				continue
			}
			if c := l.Args[1].I; 0 <= c && c < d.rest[0].I {
				written[c] = true
			}
		}
		if int64(len(written)) == d.rest[0].I {
			return i + 1
		}
	}
	return 0
}

// reads reports whether e uses the array otherwise than for its length.
func (d *dirt) reads(e *loop.Expr) bool {
	if e.Kind == loop.LenExpr && e.Args[0].Kind == loop.VarExpr {
		return false
	}
	if e.Kind == loop.VarExpr {
		return facts.Holds(e.Type) && d.meant(e.Var)
	}
	for _, a := range e.Args {
		if d.reads(a) {
			return true
		}
	}
	return false
}

// meant reports whether a variable may hold what is written: it is of the class of the array, and no element.
func (d *dirt) meant(v *loop.Var) bool {
	if d.fresh {
		_, part := d.spots[v]
		return part || v == d.at.v
	}
	return d.in.Class(v) == d.class && (d.rank == 0 || int(v.Type.Rank) > d.rank)
}

// mentions reports whether a statement, or one inside it, uses the array.
func (d *dirt) mentions(s loop.Stmt) bool {
	found := false
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		d.budget--
		loop.Operands(s, func(e **loop.Expr, _ bool) { found = found || d.reads(*e) })
		if a, ok := s.(*loop.Append); ok {
			found = found || d.meant(a.Var)
		}
	})
	return found
}

// stays reports whether statements use nothing of the array but the spot.
func (d *dirt) stays(block []loop.Stmt) bool {
	ok := true
	for _, s := range block {
		loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
			if !ok || d.view(s) {
				return
			}
			loop.Operands(s, func(e **loop.Expr, _ bool) { ok = ok && d.only(*e) })
			if a, isAppend := s.(*loop.Append); isAppend {
				ok = ok && !d.meant(a.Var)
			}
		})
	}
	return ok
}

// only reports whether e uses nothing of the array but the spot.
func (d *dirt) only(e *loop.Expr) bool {
	if sp, ok := d.spot(e); ok && facts.Holds(e.Type) || ok && e.Kind == loop.IndexExpr {
		return d.below(sp)
	}
	if e.Kind == loop.LenExpr && e.Args[0].Kind == loop.VarExpr {
		return true
	}
	if e.Kind == loop.VarExpr {
		return !d.reads(e)
	}
	for _, a := range e.Args {
		if !d.only(a) {
			return false
		}
	}
	return true
}
