package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// inherit has a matrix begin in the rows that a loop reads of another for the last time: the cotangent of a matrix that the way forward changed in
// place grows by a row with each step of the way back, and of what the way forward left each step reads that row.
//
//	var b [][]real = new(n, m)           var r []real = dirty(m)
//	for down j < n {                     for down j < n {
//	  … a[j] …                             copy(r, a[j])
//	  b[j][k] +~= …                  →     clear(a[j])
//	  b[j + 1 + i][k] +~= …                … r …
//	}                                      a[j][k] +~= …
//	… b …                                  a[j + 1 + i][k] +~= …
//	                                     }
//	                                     … a …
//
// A row whose number is an element of an array of ints is one of those that are begun if the iteration that wrote the element wrote such a number
// there ([taped]).
var inherit = Pass{ //nolint:gochecknoglobals // a constant
	Name: "inherit",
	Law: "A matrix of zeros of which a loop, the first to use it, uses in each iteration only the row of that iteration and those of iterations before, " +
		"may be in the memory of another, of which each iteration only reads its own row, and which nothing uses afterwards: the iteration keeps that row and clears it.",
	Needs: Loops | Allocs,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		for range inheritArrays {
			made := matricesOf(f)
			if len(made) < 2 || !inheritOne(f, made) {
				return
			}
		}
	}),
}

const (
	inheritArrays = 8  // of one function that go, at most
	inheritTries  = 64 // pairs of matrices and loops that are looked at each time
	inheritPairs  = 1 << 14
)

// matricesOf are the statements that make matrices whose lengths are known when the program runs only.
func matricesOf(f *loop.Func) map[*loop.Alloc]bool {
	made := map[*loop.Alloc]bool{}
	loop.Walk(f.Body, func(s loop.Stmt) {
		if a, ok := s.(*loop.Alloc); ok && len(a.Dims) == 2 && a.Var.Type.Rank == 2 && a.Var.Flat == nil && a.Var.Type.Scalar().IsNumber() && !a.Dims[0].IsConst() {
			made[a] = true
		}
	})
	return made
}

// An heir is a matrix that may be in the memory of another.
type heir struct {
	*uses
	f        *loop.Func
	old, new *loop.Alloc
	zeros    loop.Stmt // what clears new, if its making does not
	loop     *loop.For
	block    *[]loop.Stmt
}

func inheritOne(f *loop.Func, matrices map[*loop.Alloc]bool) bool {
	u, tries, pairs := arrayUses(f), inheritTries, inheritPairs
	var block func(b *[]loop.Stmt) bool
	block = func(b *[]loop.Stmt) bool {
		var made []*loop.Alloc
		for _, s := range *b {
			if a, ok := s.(*loop.Alloc); ok && matrices[a] {
				made = append(made, a)
			}
		}
		for _, s := range *b {
			l, ok := s.(*loop.For)
			if !ok || len(made) < 2 || inParts(l) {
				continue
			}
			for _, old := range made {
				for _, next := range made {
					h := &heir{uses: u, f: f, old: old, new: next, loop: l, block: b}
					if pairs--; old == next || pairs < 0 || !h.alike() {
						continue
					}
					if tries--; tries < 0 {
						return false
					}
					if h.onlyRead() && h.begins() && h.deep() && h.begun() {
						h.move()
						return true
					}
				}
			}
		}
		found := false
		for _, s := range *b {
			loop.Blocks(s, func(in *[]loop.Stmt) { found = found || block(in) })
		}
		return found
	}
	return block(&f.Body)
}

// inParts reports whether l, or a loop inside, is marked to run in parts or at once.
func inParts(l *loop.For) bool {
	found := false
	loop.Walk([]loop.Stmt{l}, func(s loop.Stmt) {
		l, ok := s.(*loop.For)
		found = found || ok && (l.Par != nil || l.Vector)
	})
	return found
}

// alike reports whether both are matrices of as many rows as the loop has iterations, of one length, in memory of their own.
func (h *heir) alike() bool {
	for _, a := range []*loop.Alloc{h.old, h.new} {
		c := h.Class(a.Var)
		if h.Mutable(a.Var) || h.owners[c] > 1 || h.stored[c] || h.ragged[c] || slices.ContainsFunc(h.f.Params, func(p loop.Param) bool { return h.Class(p.Var) == c }) {
			return false
		}
	}
	long := h.old.Dims[1]
	trips := h.linear(h.loop.N)
	return h.old.Var.Type == h.new.Var.Type && long.IsAtom() && h.Fixed(long) && loop.Equal(long, h.new.Dims[1]) && trips.over(h.fixed) &&
		h.linear(h.old.Dims[0]).equal(trips) && h.linear(h.new.Dims[0]).equal(trips)
}

// mentions reports whether statements use the memory of a.
func (h *heir) mentions(a *loop.Alloc, b ...loop.Stmt) bool {
	c := h.Class(a.Var)
	found := false
	use := func(v *loop.Var) { found = found || holds(v.Type) && h.Class(v) == c }
	loop.Walk(b, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) { (*e).EachVar(use) })
		loop.Declared(s, use)
		if p, ok := s.(*loop.Append); ok {
			use(p.Var)
		}
	})
	return found
}

// onlyRead reports whether the loop uses of the old matrix only the row of the iteration, and does not write it, and nothing uses the matrix afterwards.
func (h *heir) onlyRead() bool {
	at := slices.Index(*h.block, loop.Stmt(h.loop))
	if made := slices.Index(*h.block, loop.Stmt(h.old)); made > at || !h.mentions(h.old, h.loop) || h.mentions(h.old, (*h.block)[at+1:]...) {
		return false
	}
	c := h.Class(h.old.Var)
	for _, e := range h.f.Results {
		used := false
		e.EachVar(func(v *loop.Var) { used = used || holds(v.Type) && h.Class(v) == c })
		if used {
			return false
		}
	}
	for _, r := range h.Effects(h.loop).RegionList {
		if r.Class == c {
			return false
		}
	}
	return h.rows(h.old, func(_ loop.Stmt, i *loop.Expr) bool { return !i.CanFail() && soleVar(h.linear(i)) == h.loop.Var })
}

// rows reports whether the loop uses a matrix by rows only, of which all have a number that ok holds for, or by parts of rows that it has named itself.
func (h *heir) rows(a *loop.Alloc, ok func(s loop.Stmt, i *loop.Expr) bool) bool {
	c := h.Class(a.Var)
	named := map[*loop.Var]bool{}
	all := true
	var visit func(s loop.Stmt, e *loop.Expr)
	visit = func(s loop.Stmt, e *loop.Expr) {
		switch {
		case e.Kind == loop.IndexExpr && e.Args[0].IsVar(a.Var):
			all = all && ok(s, e.Args[1])
			visit(s, e.Args[1])
			return
		case e.Kind == loop.VarExpr:
			all = all && (!holds(e.Type) || h.Class(e.Var) != c || named[e.Var])
		}
		for _, x := range e.Args {
			visit(s, x)
		}
	}
	loop.Walk(h.loop.Body, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) { visit(s, *e) })
		loop.Declared(s, func(v *loop.Var) {
			if holds(v.Type) && h.Class(v) == c {
				l, view := s.(*loop.Let)
				all = all && view && !h.Mutable(v) && rootOf(l.Rhs) != nil
				named[v] = true
			}
		})
		if p, grows := s.(*loop.Append); grows && h.Class(p.Var) == c {
			all = false
		}
	})
	return all
}

// begins reports whether the new matrix is zero in front of the loop, which is the first to use it.
func (h *heir) begins() bool {
	made, at := slices.Index(*h.block, loop.Stmt(h.new)), slices.Index(*h.block, loop.Stmt(h.loop))
	if made > at || !h.mentions(h.new, h.loop) {
		return false
	}
	for _, s := range (*h.block)[made+1 : at] {
		if !h.mentions(h.new, s) {
			continue
		}
		if c, ok := s.(*loop.Clear); !ok || !c.Dst.IsVar(h.new.Var) || h.zeros != nil {
			return false
		}
		h.zeros = s
	}
	return h.zeros != nil || !h.new.Dirty
}

// deep reports whether the loop has two more around one another that use the new matrix, so that to keep a row is next to nothing.
func (h *heir) deep() bool {
	c, found := h.Class(h.new.Var), false
	var block func(b []loop.Stmt, depth int)
	block = func(b []loop.Stmt, depth int) {
		for _, s := range b {
			if depth >= ownDepth {
				loop.Operands(s, func(e **loop.Expr, _ bool) {
					EachRead(*e, func(v *loop.Var) { found = found || holds(v.Type) && h.Class(v) == c })
				})
			}
			d := depth
			if l, ok := s.(*loop.For); ok && !l.N.IsConst() {
				d++
			}
			loop.Blocks(s, func(in *[]loop.Stmt) { block(*in, d) })
		}
	}
	block(h.loop.Body, 1)
	return found
}

// begun proves that the loop uses of the new matrix the row of the iteration and rows of iterations before.
func (h *heir) begun() bool {
	t := newTaped(h.uses)
	j := &affine{terms: []term{{1, atom{v: h.loop.Var}}}}
	numbers := map[loop.Stmt][]*loop.Expr{}
	if !h.rows(h.new, func(s loop.Stmt, i *loop.Expr) bool {
		numbers[s] = append(numbers[s], i)
		return true
	}) {
		return false
	}
	all := true
	t.run(h.f.Body, nil, func(s loop.Stmt) {
		for _, i := range numbers[s] {
			x := t.facts.of(i)
			if x == nil {
				all = false
				return
			}
			past := x.add(-1, j)
			if !h.loop.Down {
				past = j.add(-1, x)
			}
			all = all && t.facts.holds(past)
		}
	})
	return all
}

// move has the old matrix in place of the new one.
func (h *heir) move() {
	kept := loop.NewVar(h.old.Var.Name, h.old.Var.Type.Elem())
	var row func(e *loop.Expr) *loop.Expr
	row = func(e *loop.Expr) *loop.Expr {
		if e.Kind == loop.IndexExpr && e.Args[0].IsVar(h.old.Var) {
			return loop.Use(kept)
		}
		return e.MapArgs(row)
	}
	loop.MapExprs(h.loop.Body, row)
	at := loop.Index(loop.Use(h.old.Var), loop.Use(h.loop.Var))
	h.loop.Body = append([]loop.Stmt{&loop.Copy{Dst: loop.Use(kept), Src: at}, &loop.Clear{Dst: at}}, h.loop.Body...)
	var out []loop.Stmt
	for _, s := range *h.block {
		switch s {
		case loop.Stmt(h.new), h.zeros:
			continue
		case loop.Stmt(h.loop):
			out = append(out, &loop.Alloc{Var: kept, Dims: []*loop.Expr{h.old.Dims[1]}, Dirty: true})
		}
		out = append(out, s)
	}
	*h.block = out
	with := map[*loop.Var]*loop.Expr{h.new.Var: loop.Use(h.old.Var)}
	sub := func(e *loop.Expr) *loop.Expr { return substitute(e, with) }
	loop.MapExprs(h.f.Body, sub)
	for i, e := range h.f.Results {
		h.f.Results[i] = sub(e)
	}
}
