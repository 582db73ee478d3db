package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

var renaming = Pass{ //nolint:gochecknoglobals // a constant
	Name: "renaming",
	Law: "Between two assignments a variable is a constant, which can have a name of its own. A variable that " +
		"a block " +
		"assigns before it reads it, and that nothing outside reads, belongs to the block. An addition in any order " +
		"to 0 is what is added.",
	Needs: Renewed,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		if !renameIn(o.analyse(f)) {
			o.unchanged()
		}
	}),
}

// renameIn is the pass in one function. It reports whether it changed anything.
func renameIn(in *facts.Info) bool {
	f := in.Func
	r := &renamer{in: in}
	if r.home = localHomes(r.in); r.home.settled() && !confirming {
		return false
	}
	r.operand = func(e **loop.Expr) { *e = r.expr(*e) }
	written := func(v *loop.Var) { *r.written.At(v.ID()) = r.flushes }
	region := func(facts.Region) {}
	r.note = func(s loop.Stmt) { r.in.Writes(s, region, written) }
	f.Body = r.block(f.Body)
	for i, e := range f.Results {
		f.Results[i] = r.expr(e)
	}
	if r.changed && r.home.settled() {
		panic("rename: a variable of a settled function has been renamed")
	}
	return r.changed
}

// renamer gives the values of variables names of their own in the blocks that the variables belong to.
type renamer struct {
	in *facts.Info
	// home holds the variables to rename: those whose declaration, or first assignment if they move into their
	// block, is this statement, and whether the declaration stays where it was.
	home    *blockTree
	cur     paged.Table[*loop.Expr] // the value of a variable, where it is not in the variable itself
	spare   [][]loop.Stmt           // memory for blocks
	written paged.Table[int32]      // the last of the flushes whose statements give a variable a value
	flushes int32
	operand func(**loop.Expr)
	note    func(loop.Stmt) // notes in written what a statement gives a value
	changed bool
}

func (r *renamer) expr(e *loop.Expr) *loop.Expr {
	if e.Kind == loop.VarExpr {
		if x := r.cur.Get(e.Var.ID()); x != nil {
			r.changed = true
			return x
		}
		return e
	}
	return e.MapArgs(r.expr)
}

func (r *renamer) block(block []loop.Stmt) []loop.Stmt {
	out, _ := r.open(block)
	return out
}

// sameBlock reports whether two blocks of the same statements, or of the same declarations, are alike.
func sameBlock(a, b []loop.Stmt) bool {
	if len(a) != len(b) {
		return false
	}
	for i, s := range a {
		if s == b[i] {
			continue
		}
		l, ok := s.(*loop.Let)
		m, also := b[i].(*loop.Let)
		if !ok || !also || l.Var != m.Var || l.Rhs != m.Rhs {
			return false
		}
	}
	return true
}

// open is block; own are the variables that have a value in cur at its end, in order.
func (r *renamer) open(block []loop.Stmt) (out []loop.Stmt, own []*loop.Var) {
	if n := len(r.spare); n > 0 {
		out, r.spare = r.spare[n-1], r.spare[:n-1]
	}
	if cap(out) < len(block) {
		out = make([]loop.Stmt, 0, len(block))
	}
	set := func(v *loop.Var, e *loop.Expr) {
		if !e.IsConst() && (e.Kind != loop.VarExpr || r.in.Mutable(e.Var)) {
			w := loop.NewVar(v.Name, v.Type)
			out = append(out, &loop.Let{Var: w, Rhs: e})
			e = loop.Use(w)
		}
		at := r.cur.At(v.ID())
		if *at == nil {
			own = append(own, v)
		}
		*at = e
	}
	for _, s := range block {
		switch s := s.(type) {
		case *loop.Let:
			switch {
			case r.home.moved(s.Var): // declared where it is first assigned
			case r.home.local(s.Var):
				set(s.Var, r.expr(s.Rhs))
			default:
				s.Rhs = r.expr(s.Rhs)
				out = append(out, s)
			}
			continue
		case *loop.Assign:
			if !r.assign(s, set) {
				continue
			}
		case *loop.AddTo:
			if v := s.Lhs.Var; s.Lhs.Kind == loop.VarExpr {
				if x := r.cur.Get(v.ID()); x != nil {
					set(v, sum(x, r.expr(s.Rhs), s.Free))
					continue
				}
			}
			facts.EachOperand(s, r.operand)
		default:
			nested := false
			loop.Blocks(s, func(*[]loop.Stmt) { nested = true })
			if nested {
				own = r.flush([]loop.Stmt{s}, own, &out)
			}
			if w, ok := s.(*loop.While); ok {
				r.while(w)
				break
			}
			facts.EachOperand(s, r.operand)
			loop.Blocks(s, func(b *[]loop.Stmt) { *b = r.block(*b) })
		}
		out = append(out, s)
	}
	memory := out
	if sameBlock(out, block) {
		out = slices.Clip(block)
	} else {
		out, r.changed = slices.Clone(out), true
	}
	clear(memory)
	r.spare = append(r.spare, memory[:0])
	return out, own
}

// while: what the head declares is seen in the condition and the body.
func (r *renamer) while(s *loop.While) {
	var own []*loop.Var
	s.Head, own = r.open(s.Head)
	r.flush(s.Body, own, &s.Head)
	s.Cond = r.expr(s.Cond)
	s.Body = r.block(s.Body)
}

// assign renames the variables that an Assign gives a value, and reports whether any of it is left.
func (r *renamer) assign(s *loop.Assign, set func(*loop.Var, *loop.Expr)) bool {
	rhs := make([]*loop.Expr, len(s.Rhs))
	for i, e := range s.Rhs {
		rhs[i] = r.expr(e)
	}
	for i, l := range s.Lhs {
		if l.Kind != loop.VarExpr {
			s.Lhs[i] = l.MapArgs(r.expr)
		}
	}
	n := 0
	for i, l := range s.Lhs {
		if l.Kind == loop.VarExpr && (r.cur.Get(l.Var.ID()) != nil ||
			r.home.moved(l.Var) && !r.home.sites(l.Var).declared) {
			set(l.Var, rhs[i])
			continue
		}
		s.Lhs[n], s.Rhs[n] = l, rhs[i]
		n++
	}
	r.changed = r.changed || n < len(s.Lhs)
	s.Lhs, s.Rhs = s.Lhs[:n], s.Rhs[:n]
	return n > 0
}

// flush puts the values into the variables that statements assign.
func (r *renamer) flush(by []loop.Stmt, own []*loop.Var, out *[]loop.Stmt) []*loop.Var {
	if len(own) == 0 {
		return own
	}
	r.flushes++
	loop.Walk(by, r.note)
	kept := own[:0]
	for _, v := range own {
		if r.written.Get(v.ID()) != r.flushes {
			kept = append(kept, v)
			continue
		}
		x := r.cur.At(v.ID())
		if u := r.home.sites(v); u.declared {
			*out = append(*out, loop.Set(loop.Use(v), *x))
		} else {
			*out = append(*out, &loop.Let{Var: v, Rhs: *x})
			u.declared = true
		}
		*x = nil
	}
	return kept
}

// sum is a + b; free, 0 is neutral whatever the sign of a zero.
func sum(a, b *loop.Expr, free bool) *loop.Expr {
	if a.Type == loop.IntType {
		return loop.Add(a, b)
	}
	if free && a.IsZero() {
		return b
	}
	if free && b.IsZero() {
		return a
	}
	return loop.Prim(syntax.OpAdd, a, b)
}

// localHomes finds the blocks that hold all uses of a variable.
func localHomes(in *facts.Info) *blockTree {
	t := &blockTree{parent: []int32{-1}, depth: []int32{0}}
	loop.Walk(in.Func.Body, func(s loop.Stmt) {
		if l, ok := s.(*loop.Let); ok && in.Mutable(l.Var) && l.Var.Type.IsNumber() {
			at := t.index.At(l.Var.ID())
			if *at == 0 {
				t.uses = paged.Append(t.uses, useSites{})
				*at = int32(len(t.uses))
			}
			t.uses[*at-1] = useSites{block: -1, removable: !l.Rhs.CanFail() && !l.Rhs.ReadsMemory()}
			t.stirs = t.stirs || !l.Rhs.IsConst()
		}
	})
	if len(t.uses) == 0 {
		return t
	}
	t.read = func(v *loop.Var) { t.use(v, t.at, false) }
	t.operand = func(e **loop.Expr) { facts.EachRead(*e, t.read) }
	t.block(in.Func.Body, 0)
	for _, e := range in.Func.Results {
		t.reads(e, 0)
	}
	return t
}

// local reports whether a variable can be renamed in the block of its declaration.
func (t *blockTree) local(v *loop.Var) bool {
	u := t.sites(v)
	return u != nil && !u.moves()
}

// moved reports whether it can in another block, which assigns it before it reads it.
func (t *blockTree) moved(v *loop.Var) bool {
	u := t.sites(v)
	return u != nil && u.moves()
}

// blockTree knows the blocks around each block.
type blockTree struct {
	parent, depth []int32
	uses          []useSites
	index         paged.Table[int32] // 1 + the place in uses of a variable, or 0
	at            int32              // the block at hand
	// the variables that the statements in front of the one at hand declare as constants
	fresh   []*useSites
	stirs   bool // see settled
	read    func(*loop.Var)
	operand func(**loop.Expr)
}

type useSites struct {
	decl, block int32 // of the declaration; around all uses
	first       int32 // the block of the first use, if that is an assignment, or -1
	removable   bool
	assigned    bool // somewhere
	declared    bool // again
}

// settled reports whether there is nothing to rename, since the function only has variables of this form:
//
//	var y real = 0.0
//	if c { y = a } else { y = b }
//
// The branch, which gives them a value, stands right behind the declarations, and they are constants there: so they are
// in the variables when it begins, as they were, and no value has another name.
func (t *blockTree) settled() bool {
	return !t.stirs && !slices.ContainsFunc(t.uses, func(u useSites) bool { return u.moves() })
}

func (u *useSites) moves() bool {
	return u.removable && u.first == u.block && u.block != -1 && u.block != u.decl
}

// sites are the uses of a variable, or nil.
func (t *blockTree) sites(v *loop.Var) *useSites {
	if k := t.index.Get(v.ID()); k > 0 {
		return &t.uses[k-1]
	}
	return nil
}

func (t *blockTree) use(v *loop.Var, b int32, assigned bool) {
	u := t.sites(v)
	if u == nil {
		return
	}
	u.assigned = u.assigned || assigned
	if u.block == -1 {
		u.block, u.first = b, -1
		if assigned {
			u.first = b
		}
		return
	}
	a := u.block
	for a != b {
		if t.depth[a] < t.depth[b] {
			a, b = b, a
		}
		a = t.parent[a]
	}
	u.block = a
}

func (t *blockTree) reads(e *loop.Expr, b int32) {
	t.at = b
	facts.EachRead(e, t.read)
}

func (t *blockTree) block(block []loop.Stmt, b int32) {
	fresh := len(t.fresh)
	for _, s := range block {
		if w, ok := s.(*loop.While); ok {
			t.stirs = true
			t.inner(w.Head, b, func(h int32) { // what the head declares is seen in the body
				t.reads(w.Cond, h)
				t.inner(w.Body, h, nil)
			})
			continue
		}
		t.at = b
		nested := false
		if l, ok := s.(*loop.Let); ok {
			facts.EachRead(l.Rhs, t.read)
		} else {
			facts.EachOperand(s, t.operand)
		}
		switch s := s.(type) {
		case *loop.Let:
			if u := t.sites(s.Var); u != nil {
				u.decl = b
				t.fresh = append(t.fresh, u)
				continue
			}
		case *loop.Assign:
			for _, l := range s.Lhs {
				if l.Kind == loop.VarExpr {
					t.use(l.Var, b, true)
				}
			}
		case *loop.AddTo:
			if s.Lhs.Kind == loop.VarExpr {
				t.use(s.Lhs.Var, b, false)
			}
		default:
			loop.Blocks(s, func(c *[]loop.Stmt) { nested = true; t.inner(*c, b, nil) })
		}
		if len(t.fresh) > fresh {
			t.stirs = t.stirs || !nested || slices.ContainsFunc(t.fresh[fresh:],
				func(u *useSites) bool { return !u.assigned })
			t.fresh = t.fresh[:fresh]
		}
	}
	t.stirs = t.stirs || len(t.fresh) > fresh
	t.fresh = t.fresh[:fresh]
}

func (t *blockTree) inner(block []loop.Stmt, around int32, more func(b int32)) {
	b := int32(len(t.parent))
	t.parent, t.depth = paged.Append(t.parent, around), paged.Append(t.depth, t.depth[around]+1)
	t.block(block, b)
	if more != nil {
		more(b)
	}
}
