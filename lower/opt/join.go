package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// joinBranches makes one branch of two on the same condition: what a loop computes and tapes where a condition holds,
// and what it hands back there. Where nothing flows back, nothing is done.
//
//	if c { z = sqrt(x) } else { z = 0.0 }        if c {
//	var t real = z                         →       z = sqrt(x)
//	if c { y[i] +~= 0.5 / t }                      y[i] +~= 0.5 / z
//	s +~= t                                        s +~= z
//	                                             } else {
//	                                               z = 0.0
//	                                               s +~= z
//	                                             }
var joinBranches = Pass{ //nolint:gochecknoglobals // a constant
	Name: "branch-merging",
	Law: "Two branches on one condition, one after the other, are one branch, when what stands between them may " +
		"stand before. A copy of a variable " +
		"that does not change any more is the variable. What follows a branch may stand at the end of all its " +
		"blocks; an addition in any order of what is 0 in one of them does.",
	Run: eachFunc(func(f *loop.Func, o *Options) {
		if o.partsOf(f)&Branches == 0 {
			o.unchanged()
			return
		}
		j := &joiner{in: o.analyse(f), ordered: o.Ordered, same: map[*loop.Var]*loop.Var{}}
		j.block(&f.Body)
		if len(j.same) > 0 {
			loop.MapExprs(f.Body, j.expr)
			for i, r := range f.Results {
				f.Results[i] = j.expr(r)
			}
		}
		if j.joined {
			renameIn(facts.Analyse(f)) // what both blocks set is known to what was joined to them
		} else if len(j.same) == 0 {
			o.unchanged()
		}
	}),
}

// mostJoined bounds the statements of a branch that others are joined to, and those between two branches.
const (
	mostJoined  = 200
	mostBetween = 16
)

type joiner struct {
	in      *facts.Info
	ordered bool
	joined  bool
	same    map[*loop.Var]*loop.Var // copies, and of what
	vars    paged.Table[declared]
	blocks  int32 // those of which [joiner.copies] has looked for copies
}

// declared says which block declares a variable, by the order in which they are treated, and the last statement of that
// which changes it.
type declared struct{ block, changed int32 }

func (j *joiner) expr(e *loop.Expr) *loop.Expr {
	if e.Kind == loop.VarExpr {
		if v := j.original(e.Var); v != e.Var {
			return loop.Use(v)
		}
		return e
	}
	return e.MapArgs(j.expr)
}

func (j *joiner) original(v *loop.Var) *loop.Var {
	for j.same[v] != nil {
		v = j.same[v]
	}
	return v
}

func (j *joiner) block(b *[]loop.Stmt) { j.blockBefore(b, nil) }

// blockBefore treats a block whose variables the statements after it see too: those of a while loop see what stands
// before its test.
func (j *joiner) blockBefore(b *[]loop.Stmt, after []loop.Stmt) {
	for _, s := range *b {
		if w, ok := s.(*loop.While); ok {
			j.blockBefore(&w.Head, w.Body)
			j.block(&w.Body)
			continue
		}
		if c, ok := s.(*loop.If); ok {
			j.block(&c.Then)
			j.block(&c.Else)
			continue
		}
		loop.Blocks(s, j.block)
	}
	j.copies(*b, after)
	out, same := (*b)[:0], true // while it is the beginning of the block
	change := func() {
		if same {
			out, same = append(make([]loop.Stmt, 0, len(*b)), out...), false
		}
	}
	last := -1 // the branch that the next may be joined to
	for i, s := range *b {
		if same {
			out = (*b)[:i]
		}
		switch s := s.(type) {
		case *loop.Let:
			if len(j.same) > 0 && j.same[s.Var] != nil {
				change()
				continue
			}
		case *loop.If:
			if last >= 0 && j.joins(out, last, s) {
				change()
				first, between := out[last].(*loop.If), out[last+1:]
				one := &loop.If{Cond: first.Cond, Then: join(first.Then, s.Then), Else: join(first.Else, s.Else)}
				j.joined = true
				moved := append(append(out[:last:last], between...), one)
				out, last = moved, len(moved)-1
				continue
			}
			last = len(out)
		case *loop.AddTo:
			if last == len(out)-1 && last >= 0 && j.sinks(out[last].(*loop.If), s) {
				change()
				j.joined = true
				continue
			}
		}
		if !same {
			out = append(out, s)
		}
	}
	if !same {
		*b = out
	}
}

func join(a, b []loop.Stmt) []loop.Stmt { return append(a[:len(a):len(a)], b...) }

// isCopy reports whether s gives a variable the value of another.
func isCopy(s loop.Stmt) bool {
	l, ok := s.(*loop.Let)
	return ok && l.Rhs.Kind == loop.VarExpr
}

// copies finds the copies of scalar variables of the block that nothing changes from there on, in the block and after
// it.
func (j *joiner) copies(b, after []loop.Stmt) {
	if !slices.ContainsFunc(b, isCopy) {
		return
	}
	j.blocks++
	wanted := false
	for _, s := range b {
		if l, ok := s.(*loop.Let); ok {
			wanted = wanted || l.Rhs.Kind == loop.VarExpr && j.vars.Get(l.Rhs.Var.ID()).block == j.blocks
			*j.vars.At(l.Var.ID()) = declared{block: j.blocks}
		}
	}
	if !wanted {
		return
	}
	at := int32(0)
	change := func(v *loop.Var) {
		if d := j.vars.At(v.ID()); d.block == j.blocks {
			d.changed = at
		}
	}
	note := func(s loop.Stmt) {
		if l, ok := s.(*loop.Let); ok {
			change(l.Var)
			return
		}
		j.in.Writes(s, func(facts.Region) {}, change)
	}
	for i := range b {
		at = int32(i)
		loop.Walk(b[i:i+1], note)
	}
	at = int32(len(b))
	loop.Walk(after, note)
	for i, s := range b {
		l, ok := s.(*loop.Let)
		if !ok || l.Rhs.Kind != loop.VarExpr || l.Var.Type.IsArray() || l.Var.Type.Base == loop.Ref ||
			j.in.Mutable(l.Var) {
			continue
		}
		v := l.Rhs.Var
		if d := j.vars.Get(v.ID()); d.block == j.blocks && d.changed < int32(i) && v.Type == l.Var.Type {
			j.same[l.Var] = v
		}
	}
}

// joins reports whether a branch can be joined to the one at index k of the statements before it.
func (j *joiner) joins(out []loop.Stmt, k int, s *loop.If) bool {
	first := out[k].(*loop.If)
	c := first.Cond
	if c.Kind != loop.VarExpr || s.Cond.Kind != loop.VarExpr || j.original(s.Cond.Var) != j.original(c.Var) ||
		j.in.Mutable(c.Var) ||
		len(out)-k-1 > mostBetween || len(first.Then)+len(first.Else) > mostJoined {
		return false
	}
	if len(out) == k+1 {
		return true
	}
	ef := j.in.Effects(first)
	for _, t := range out[k+1:] {
		l, ok := t.(*loop.Let)
		// copies of what the branch changes go
		if !ok || facts.Holds(l.Var.Type) || l.Rhs.CanFail() || !j.in.Steady(j.expr(l.Rhs), ef) {
			return false
		}
	}
	return true
}

// sinks moves an addition after a branch into it, if one of the blocks sets to 0 what is added: there it is nothing.
func (j *joiner) sinks(branch *loop.If, s *loop.AddTo) bool {
	if j.ordered || !s.Free || s.Lhs.Kind != loop.VarExpr || s.Rhs.Kind != loop.VarExpr || s.Lhs.Type != loop.RealType {
		return false
	}
	v := j.original(s.Rhs.Var)
	yes, no := lastValue(branch.Then, v), lastValue(branch.Else, v)
	switch {
	case yes == nil || no == nil:
		return false
	case isZeroConst(no):
		branch.Then = join(branch.Then, []loop.Stmt{s})
		return true
	case isZeroConst(yes):
		branch.Else = join(branch.Else, []loop.Stmt{s})
		return true
	}
	return false
}

func isZeroConst(e *loop.Expr) bool { return e.IsConst() && e.IsZero() }

// lastValue is what the last assignment in a block gives a variable, or nil.
func lastValue(b []loop.Stmt, v *loop.Var) *loop.Expr {
	for i := len(b) - 1; i >= 0; i-- {
		switch s := b[i].(type) {
		case *loop.Assign:
			for k, l := range s.Lhs {
				if l.IsVar(v) {
					return s.Rhs[k]
				}
			}
		case *loop.If, *loop.Switch, *loop.For, *loop.While: // may assign it
			return nil
		}
	}
	return nil
}
