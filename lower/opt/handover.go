package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// handover lets the copy of an array that nothing needs any more be that array.
//
//	var a []real = new(len(z))
//	copy(a, z)                      →    var a []real = z
//	a[i] = x                             a[i] = x
//
// A while loop that appends to an array in its state comes out of placing like this: the array is as long as its state
// says at the time, and so is made anew for each update. Of what may share memory with z only a may be used after the
// copy, on any way that the program can take, and z must not be an argument. Lengths are no use of the memory. Elements
// of z that the statements right after the copy read are read before it instead (handoverearly.go).
var handover = Pass{ //nolint:gochecknoglobals // a constant
	Name:  "copy-elision",
	Law:   "A copy of an array that nothing looks at or changes after the copy is as good as the array.",
	Needs: Copies,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		h := &handovers{in: facts.Analyse(f)}
		if h.find(f); len(h.copies) > 0 {
			h.run(f)
		}
	}),
}

// At most so many arrays are followed in one function.
const handoverVars = 512

type handovers struct {
	in      *facts.Info
	copies  map[*loop.Copy]*loop.Alloc // candidates
	bit     map[*loop.Var]int          // of the arrays and cells that share a class with a candidate
	class   map[*loop.Var]liveSet      // by representative
	fixed   map[*loop.Var]bool         // classes with memory that is not ours
	used    map[loop.Stmt]liveSet      // by loop: what it uses before it sets it
	marking bool
	done    map[*loop.Copy]bool
	// statements whose reads of the elements of what was copied can come before the copy
	early   map[*loop.Copy][]loop.Stmt
	earlyOf map[loop.Stmt][]*loop.Var // what those are, by statement
	skip    []*loop.Var               // of which elements are read early in the statement at hand
}

// A liveSet is a set of variables.
type liveSet []uint64

func (s liveSet) or(t liveSet) liveSet {
	out := make(liveSet, len(s))
	for i := range s {
		out[i] = s[i] | t[i]
	}
	return out
}

// find looks for copies into what has just been made.
func (h *handovers) find(f *loop.Func) {
	h.copies, h.bit, h.class, h.fixed = map[*loop.Copy]*loop.Alloc{}, map[*loop.Var]int{}, map[*loop.Var]liveSet{}, map[*loop.Var]bool{}
	classes := map[*loop.Var]bool{}
	var blocks func(b *[]loop.Stmt)
	blocks = func(b *[]loop.Stmt) {
		for i, s := range *b {
			if c, ok := s.(*loop.Copy); ok && i > 0 && c.Dst.Kind == loop.VarExpr && c.Src.Kind == loop.VarExpr &&
				c.Src.Var.Flat == nil {
				if a := madeFor(c, (*b)[:i]); a != nil {
					h.copies[c] = a
					classes[h.in.Class(c.Src.Var)] = true
				}
			}
			loop.Blocks(s, blocks)
		}
	}
	blocks(&f.Body)
	if len(h.copies) == 0 {
		return
	}
	follow := func(v *loop.Var) {
		if _, again := h.bit[v]; facts.Holds(v.Type) && !again && classes[h.in.Class(v)] {
			h.bit[v] = len(h.bit)
		}
	}
	for _, p := range f.Params {
		if facts.Holds(p.Var.Type) {
			h.fixed[h.in.Class(p.Var)] = true
		}
	}
	loop.Walk(f.Body, func(s loop.Stmt) { loop.Declared(s, follow) })
	for c, a := range h.copies {
		follow(a.Var)
		if _, ok := h.bit[a.Var]; !ok { // of a class of its own until now
			h.bit[a.Var] = len(h.bit)
		}
		if h.fixed[h.in.Class(c.Src.Var)] || h.fixed[h.in.Class(a.Var)] {
			delete(h.copies, c)
		}
	}
	if len(h.bit) > handoverVars {
		clear(h.copies)
	}
	h.findEarly(f)
}

// handoverWindow is how many statements may stand between the making of an array and the copy into it.
const handoverWindow = 64

// madeFor is the making of the array that c copies to, if it stands in the block before c, and nothing in between uses
// the array.
func madeFor(c *loop.Copy, block []loop.Stmt) *loop.Alloc {
	v := c.Dst.Var
	if v.Flat != nil || c.Src.Var == v {
		return nil
	}
	for k := len(block) - 1; k >= 0 && len(block)-k <= handoverWindow; k-- {
		if a, ok := block[k].(*loop.Alloc); ok && a.Var == v {
			return a
		}
		used := false
		loop.Walk(block[k:k+1], func(s loop.Stmt) {
			loop.Operands(s, func(e **loop.Expr, _ bool) { (*e).EachVar(func(w *loop.Var) { used = used || w == v }) })
			if p, ok := s.(*loop.Append); ok {
				used = used || p.Var == v
			}
		})
		if used {
			return nil
		}
	}
	return nil
}

func (h *handovers) empty() liveSet { return make(liveSet, (len(h.bit)+63)/64) }

func (h *handovers) run(f *loop.Func) {
	for v, k := range h.bit {
		c := h.in.Class(v)
		if h.class[c] == nil {
			h.class[c] = h.empty()
		}
		h.class[c][k/64] |= 1 << (k % 64)
	}
	h.used, h.done = map[loop.Stmt]liveSet{}, map[*loop.Copy]bool{}
	out := h.empty()
	for _, r := range f.Results {
		h.uses(r, out)
	}
	h.marking = true
	h.before(f.Body, out)
	gone := map[loop.Stmt]bool{}
	for c := range h.done {
		gone[h.copies[c]] = true
	}
	var edit func(b *[]loop.Stmt)
	edit = func(b *[]loop.Stmt) {
		var kept []loop.Stmt
		for _, s := range *b {
			loop.Blocks(s, edit)
			if gone[s] {
				continue
			}
			if c, ok := s.(*loop.Copy); ok && h.done[c] {
				kept = append(kept, h.readEarly(c)...)
				s = &loop.Let{Var: h.copies[c].Var, Rhs: c.Src}
			}
			kept = append(kept, s)
		}
		*b = kept
	}
	edit(&f.Body)
}

// uses adds what e uses.
func (h *handovers) uses(e *loop.Expr, to liveSet) {
	switch e.Kind {
	case loop.VarExpr:
		if k, ok := h.bit[e.Var]; ok {
			to[k/64] |= 1 << (k % 64)
		}
		return
	case loop.LenExpr:
		if e.Args[0].Kind == loop.VarExpr {
			return
		}
	case loop.IndexExpr:
		for _, v := range h.skip {
			if isElementOf(e, v) {
				eachIndex(e, func(i *loop.Expr) { h.uses(i, to) })
				return
			}
		}
	}
	for _, a := range e.Args {
		h.uses(a, to)
	}
}

func (h *handovers) sets(v *loop.Var, in liveSet) {
	if k, ok := h.bit[v]; ok {
		in[k/64] &^= 1 << (k % 64)
	}
}

// before is what is in use before a block, given what is after it.
func (h *handovers) before(b []loop.Stmt, after liveSet) liveSet {
	live := after.or(h.empty())
	for i := len(b) - 1; i >= 0; i-- {
		live = h.statement(b[i], live)
	}
	return live
}

// statement changes live, which is what is in use after s, to what is before it.
func (h *handovers) statement(s loop.Stmt, live liveSet) liveSet {
	h.skip = h.earlyOf[s] // nil for statements with blocks
	defer func() { h.skip = nil }()
	switch s := s.(type) {
	case *loop.If:
		live = h.before(s.Then, live).or(h.before(s.Else, live))
	case *loop.Switch:
		out := h.empty()
		for _, c := range s.Cases {
			out = out.or(h.before(c, live))
		}
		live = out
	case *loop.For:
		live = live.or(h.loop(s, func(after liveSet) liveSet { return h.before(s.Body, after) }, live))
	case *loop.While:
		return h.loop(s, func(after liveSet) liveSet {
			body := h.before(s.Body, after)
			if !isEmpty(after) || h.marking {
				body = body.or(live)
			}
			h.uses(s.Cond, body)
			return h.before(s.Head, body)
		}, live)
	case *loop.Assign:
		for _, l := range s.Lhs {
			if l.Kind == loop.VarExpr {
				h.sets(l.Var, live)
			}
		}
		for i, l := range s.Lhs {
			if l.Kind != loop.VarExpr {
				h.uses(l, live)
			}
			h.uses(s.Rhs[i], live)
		}
		return live
	case *loop.Append:
		h.uses(loop.Use(s.Var), live)
	case *loop.Copy:
		h.mark(s, live)
	}
	loop.Declared(s, func(v *loop.Var) { h.sets(v, live) })
	loop.Operands(s, func(e **loop.Expr, _ bool) { h.uses(*e, live) })
	return live
}

// loop is what is in use before the iterations of a loop, given what is after all of them.
func (h *handovers) loop(s loop.Stmt, body func(liveSet) liveSet, live liveSet) liveSet {
	first := h.used[s]
	if first == nil {
		marking := h.marking
		h.marking = false
		first = body(h.empty())
		h.marking = marking
		h.used[s] = first
	}
	around := first.or(live)
	if !h.marking {
		return around
	}
	return body(around)
}

func isEmpty(s liveSet) bool {
	for _, w := range s {
		if w != 0 {
			return false
		}
	}
	return true
}

// mark decides about a copy, given what is in use after it.
func (h *handovers) mark(c *loop.Copy, live liveSet) {
	a := h.copies[c]
	if a == nil || !h.marking {
		return
	}
	mine := h.bit[a.Var]
	for _, v := range []*loop.Var{c.Src.Var, a.Var} {
		for i, w := range h.class[h.in.Class(v)] {
			if mine/64 == i {
				w &^= 1 << (mine % 64)
			}
			if w&live[i] != 0 {
				return
			}
		}
	}
	h.done[c] = true
}
