package jam

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Options say how [Nests] runs.
type Options struct {
	// Fast allows what changes the last bits.
	Fast bool
	// Zip says that the back end has arrays of rows of constant length, and Lanes that those are arrays of numbers.
	Zip, Lanes bool
}

// Nests runs iterations of the nests of loops of a function side by side.
func Nests(f *loop.Func, o Options) {
	w := &interleaver{in: facts.Analyse(f), fast: o.Fast, zip: o.Zip && f.Exported, lanes: o.Zip && o.Lanes}
	f.Body = w.block(f.Body)
	w.tiles(f)
}

const (
	// interleaveWays is the number of iterations that run together, interleaveFewer that where innermost loops have
	// more than interleaveSums sums: with those of the loops around, and what is added, they would not stay in
	// registers.
	interleaveWays  = 4
	interleaveFewer = 2
	// interleaveLanes is the number of iterations that run together on vectors of two.
	interleaveLanes = 8
	interleaveSums  = 4
	// interleaveArrays is how many arrays an innermost loop may have whose addresses should stay in registers.
	interleaveArrays = 8
)

type interleaver struct {
	in   *facts.Info
	fast bool
	zip  bool // arrays of the iterations will stand in one
	// lanes has sums of four iterations add up the first and the third, and the second and the fourth: two vectors of
	// two, and what they have.
	lanes bool
	// Of the loop at hand: the classes of memory and the variables that are not its own.
	outer map[*loop.Var]bool
	own   map[*loop.Var]bool
	// Of what has been done: the loops over blocks, and of the arrays that iterations of one make for themselves, which
	// array of the source each was.
	blocks []*loop.For
	column map[*loop.Var]*loop.Var
}

func (w *interleaver) block(block []loop.Stmt) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(block))
	for _, s := range block {
		if l, ok := s.(*loop.For); ok {
			if parts := w.loop(l); parts != nil {
				out = append(out, parts...)
				continue
			}
		}
		loop.Blocks(s, func(b *[]loop.Stmt) { *b = w.block(*b) })
		out = append(out, s)
	}
	return out
}

// loop is l in blocks of iterations, or nil.
func (w *interleaver) loop(l *loop.For) []loop.Stmt {
	if !w.can(l, 2*interleaveWays) {
		return nil
	}
	b := loop.NewVar("b", loop.IntType)
	ways := interleaveWays
	if w.lanes && !(l.N.IsConst() && l.N.I < 2*interleaveLanes) {
		ways = interleaveLanes
	}
	c, body := w.weave(l, b, ways, false)
	if ways == interleaveLanes && (c.sums > interleaveLanes || c.arrays > interleaveArrays) {
		ways = interleaveWays
		c, body = w.weave(l, b, ways, false)
	}
	if ways == interleaveWays && c.sums > interleaveSums {
		ways = interleaveFewer
		c, body = w.weave(l, b, ways, false)
	}
	if !c.shares || c.arrays > interleaveArrays {
		return nil
	}
	w.note(l, c)
	out := w.inBlocks(l, b, ways, body)
	w.blocks = append(w.blocks, out[1].(*loop.For))
	return out
}

// can reports whether iterations of l can run together, and whether there may be so many.
func (w *interleaver) can(l *loop.For, least int64) bool {
	if l.Down || l.Vector || l.Par != nil || !l.N.IsAtom() || !w.in.Fixed(l.N) || l.N.IsConst() && l.N.I < least ||
		!facts.HasLoop(l.Body) {
		return false
	}
	w.findOwn(l)
	return plainBlock(l.Body) && w.commute(l.Body)
}

// inBlocks is the loop over blocks of l, with a body, and what does the iterations that are left.
func (w *interleaver) inBlocks(l *loop.For, b *loop.Var, ways int, body []loop.Stmt) []loop.Stmt {
	blocks := loop.NewVar("blocks", loop.IntType)
	quotient := loop.Prim(syntax.OpIntDiv, l.N, loop.IntConst(int64(ways)))
	done := loop.NewVar("done", loop.IntType)
	rest := loop.NewVar("rest", loop.IntType)
	i := loop.NewVar(l.Var.Name, loop.IntType)
	tail := &edit.Cloner{As: map[*loop.Var]*loop.Expr{l.Var: loop.Use(i)}, In: w.in}
	return []loop.Stmt{
		&loop.Let{Var: blocks, Rhs: quotient},
		&loop.For{Var: b, N: loop.Use(blocks), Body: body},
		&loop.Let{Var: done, Rhs: loop.Mul(loop.Use(blocks), loop.IntConst(int64(ways)))},
		&loop.For{Var: rest, N: loop.Prim(syntax.OpIntSub, l.N, loop.Use(done)), Body: append(
			[]loop.Stmt{&loop.Let{Var: i, Rhs: loop.Add(loop.Use(done), loop.Use(rest))}}, tail.Block(l.Body)...)},
	}
}

// weave is the body of l for the iterations of block b, so many; with stagger, inner loops may differ in length.
func (w *interleaver) weave(l *loop.For, b *loop.Var, ways int, stagger bool) (*weaver, []loop.Stmt) {
	c := &weaver{interleaver: w, common: w.findCommon(l)}
	if stagger {
		c.along, c.ints = l.Var, map[*loop.Var]*loop.Expr{}
	}
	for k := range ways {
		at := loop.Add(loop.Mul(loop.Use(b), loop.IntConst(int64(ways))), loop.IntConst(int64(k)))
		i := loop.NewVar(l.Var.Name, loop.IntType)
		c.with = append(c.with, &edit.Cloner{As: map[*loop.Var]*loop.Expr{l.Var: loop.Use(i)}, In: w.in})
		c.out = append(c.out, &loop.Let{Var: i, Rhs: at})
	}
	return c, c.block(l.Body, false)
}

// findOwn finds out which variables and which memory belong to an iteration of l.
func (w *interleaver) findOwn(l *loop.For) {
	w.own, w.outer = map[*loop.Var]bool{l.Var: true}, map[*loop.Var]bool{}
	loop.Walk(l.Body, func(s loop.Stmt) { loop.Declared(s, func(v *loop.Var) { w.own[v] = true }) })
	note := func(v *loop.Var) {
		if v != nil && !w.own[v] && facts.Holds(v.Type) {
			w.outer[w.in.Class(v)] = true
		}
	}
	for _, p := range w.in.Func.Params {
		note(p.Var)
	}
	loop.Walk(w.in.Func.Body, func(s loop.Stmt) { loop.Declared(s, note) })
}

// plainBlock reports whether a block has only statements that [weaver] and [interleaver.commute] know.
func plainBlock(block []loop.Stmt) bool {
	ok := true
	loop.Walk(block, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.Let:
			// Cells have no classes of their own.
			ok = ok && s.Var.Type.Base != loop.Ref && s.Var.Flat == nil
		case *loop.Alloc:
			ok = ok && s.Var.Flat == nil && s.Var.Type.Base != loop.Ref
		case *loop.Assign:
			for _, l := range s.Lhs {
				ok = ok && !l.Type.IsArray()
			}
		case *loop.For:
			ok = ok && !s.Vector
		case *loop.AddTo, *loop.Copy, *loop.Clear, *loop.If, *loop.While, *loop.Check:
		default:
			ok = false
		}
	})
	return ok
}

// shared is what statements do to variables and memory that all iterations share. Free additions commute with each
// other.
type shared struct {
	reads, writes, adds            map[facts.Region]bool
	readVars, writtenVars, sumVars map[*loop.Var]bool
}

// touches collects what a statement, with the blocks inside, does to what is shared.
func (w *interleaver) touches(s loop.Stmt) *shared {
	t := &shared{map[facts.Region]bool{}, map[facts.Region]bool{}, map[facts.Region]bool{},
		map[*loop.Var]bool{}, map[*loop.Var]bool{},
		map[*loop.Var]bool{}}
	var read func(e *loop.Expr)
	read = func(e *loop.Expr) {
		if e.Kind == loop.VarExpr && !w.own[e.Var] {
			t.readVars[e.Var] = true
		}
		if r, ok := w.in.Region(e); ok && w.outer[r.Class] {
			t.reads[r] = true
		}
		for _, a := range e.Args {
			read(a)
		}
	}
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		regions, vars := t.writes, t.writtenVars
		if a, ok := s.(*loop.AddTo); ok && a.Free {
			regions, vars = t.adds, t.sumVars
		}
		w.in.Writes(s, func(r facts.Region) {
			if w.outer[r.Class] {
				regions[r] = true
			}
		}, func(v *loop.Var) {
			if !w.own[v] {
				vars[v] = true
			}
		})
		switch s := s.(type) {
		case *loop.Copy:
			w.in.Contents(facts.RootOf(s.Src), s.Src.Type, func(r facts.Region) {
				t.reads[r] = t.reads[r] || w.outer[r.Class]
			})
			read(s.Dst)
			read(s.Src)
		default:
			facts.EachOperand(s, func(e **loop.Expr) { read(*e) })
		}
	})
	return t
}

// meets reports whether two statements may not change places.
func (t *shared) meets(u *shared) bool {
	return disturbs(t, u) || disturbs(u, t)
}

// disturbs reports whether t changes what u reads or changes.
func disturbs(t, u *shared) bool {
	for r := range t.writes {
		if u.writes[r] || u.reads[r] || u.adds[r] {
			return true
		}
	}
	for r := range t.adds {
		if u.writes[r] || u.reads[r] {
			return true
		}
	}
	for v := range t.writtenVars {
		if u.writtenVars[v] || u.readVars[v] || u.sumVars[v] {
			return true
		}
	}
	for v := range t.sumVars {
		if u.writtenVars[v] || u.readVars[v] {
			return true
		}
	}
	return false
}

// commute reports whether any two statements of a block may change places, as far as what iterations share is
// concerned.
func (w *interleaver) commute(block []loop.Stmt) bool {
	if len(block) > maxCommute {
		return false
	}
	all := make([]*shared, len(block))
	for k, s := range block {
		all[k] = w.touches(s)
		for _, t := range all[:k] {
			if t.meets(all[k]) {
				return false
			}
		}
	}
	return true
}

// maxCommute bounds the statements of a block that are compared with each other.
const maxCommute = 200

// together reports whether a loop of several iterations of the loop around it may be one, if its length is that of all.
func (w *interleaver) together(l *loop.For) bool {
	return w.in.Fixed(l.N) && w.commute(l.Body) && w.apart(l)
}

// apart reports whether different iterations of l, of whatever iterations around it, may change places: they
// write different parts of what is shared, or only add to it.
func (w *interleaver) apart(l *loop.For) bool {
	t := w.touches(l)
	if len(t.writtenVars) > 0 {
		return false
	}
	for v := range t.sumVars {
		if t.readVars[v] {
			return false
		}
	}
	for r := range t.adds {
		if (t.reads[r] || t.writes[r]) && !w.byIndex(l, r.Class) {
			return false
		}
	}
	for r := range t.writes {
		if !w.byIndex(l, r.Class) {
			return false
		}
	}
	return true
}

// byIndex reports whether l only has to do with element or row i of one array of a class, for its variable i.
func (w *interleaver) byIndex(l *loop.For, class *loop.Var) bool {
	if w.in.Sliced(class) {
		return false
	}
	var array *loop.Var
	rows := map[*loop.Var]bool{} // variables for row i
	ok := true
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		switch {
		case e.Kind == loop.VarExpr:
			ok = ok && (!facts.Holds(e.Type) || w.in.Class(e.Var) != class || rows[e.Var])
			return
		case e.Kind == loop.LenExpr:
			return
		case e.Kind == loop.IndexExpr && e.Args[0].Kind == loop.VarExpr && w.in.Class(e.Args[0].Var) == class &&
			!rows[e.Args[0].Var]:
			v := e.Args[0].Var
			ok = ok && e.Args[1].IsVar(l.Var) && (array == nil || array == v) && !w.in.Mutable(v) &&
				!declares(l.Body, v)
			array = v
			return
		}
		for _, a := range e.Args {
			visit(a)
		}
	}
	loop.Walk(l.Body, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) { visit(*e) })
		if d, is := s.(*loop.Let); is && d.Var.Type.IsArray() && w.in.Class(d.Var) == class {
			rows[d.Var] = !w.in.Mutable(d.Var)
		}
	})
	return ok
}

// declares reports whether a block, or one inside, declares v.
func declares(block []loop.Stmt, v *loop.Var) bool {
	found := false
	loop.Walk(block, func(s loop.Stmt) { loop.Declared(s, func(x *loop.Var) { found = found || x == v }) })
	return found
}
