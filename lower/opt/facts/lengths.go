package facts

import (
	"math"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Lengths are the lengths of array variables that are known wherever the variables are in scope:
// outermost dimensions, from allocations and from checks at the beginning of the function.
type Lengths map[*loop.Var]*loop.Expr

// Lengths collects them. Lengths are constants or variables that do not change.
func (in *Info) Lengths() Lengths { return in.LengthsIn(in.Func.Body) }

// LengthsIn is Lengths for a function of which only some statements are looked at: the others may be plain.
func (in *Info) LengthsIn(body []loop.Stmt) Lengths {
	ls := Lengths{}
	know := func(v *loop.Var, n *loop.Expr) {
		if !in.Mutable(v) && n.IsAtom() && in.Fixed(n) {
			ls[v] = n
		}
	}
	loop.Walk(body, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.Alloc:
			if len(s.Dims) > 0 {
				know(s.Var, s.Dims[0])
			}
		case *loop.Let:
			switch {
			case s.Rhs.Kind == loop.SliceExpr:
				know(s.Var, s.Rhs.Args[2])
			case s.Rhs.Kind == loop.VarExpr && ls[s.Rhs.Var] != nil:
				know(s.Var, ls[s.Rhs.Var])
			case s.Rhs.Kind == loop.LenExpr && s.Rhs.Args[0].Kind == loop.VarExpr && !in.Mutable(s.Var):
				if a := s.Rhs.Args[0].Var; ls[a] == nil && !in.Mutable(a) {
					ls[a] = loop.Use(s.Var)
				}
			}
		}
	})
	for _, s := range in.Func.Body[:in.prologue] {
		switch s := s.(type) {
		case *loop.Check:
			ls.check(in, s.Cond)
		case *loop.Assign: // an array that callers have checked is cut to its length, and changes in nothing else
			v, e := s.Lhs[0].Var, s.Rhs[0]
			if e.Kind == loop.SliceExpr && in.settled.Get(v.ID()) && in.changes.Get(v.ID()) <= 1 &&
				e.Args[2].IsAtom() && in.Fixed(e.Args[2]) {
				ls[v] = e.Args[2]
			}
		}
	}
	return ls
}

// neverSettled is more changes, counted from here, than there are.
const neverSettled = math.MinInt32

// findPrologue finds the statements at the beginning of the function that only find out and check lengths, and the
// variables that nothing changes after them: of reals, which are the length of nothing, only where there are loops to
// ask for them. Of a number that changes, nothing may read a value there that is not the last.
func (in *Info) findPrologue() {
	in.prologue, in.settled = 0, paged.Table[bool]{}
	for in.prologue < len(in.Func.Body) && prologue(in.Func.Body[in.prologue], true) {
		in.prologue++
	}
	// of a variable, so far; less than none where it is a number that is read before its last change
	var changes paged.Table[int32]
	var changed []*loop.Var
	note := func(v *loop.Var) {
		if in.Mutable(v) && changes.Get(v.ID()) > 0 && !v.Type.IsArray() {
			*changes.At(v.ID()) = neverSettled
		}
	}
	count := func(s loop.Stmt) {
		if a, ok := s.(*loop.Assign); ok {
			v := a.Lhs[0].Var
			if v.Type == loop.RealType && !in.loops {
				return
			}
			n := changes.At(v.ID())
			if *n == 0 {
				changed = append(changed, v)
			}
			*n++
		}
	}
	for i := in.prologue - 1; i >= 0 && (in.loops || in.renews); i-- {
		block := in.Func.Body[i : i+1]
		switch s := block[0].(type) {
		case *loop.Let: // there may be a million statements, of which few change anything
			if len(changed) > 0 {
				EachRead(s.Rhs, note)
			}
		case *loop.Assign: // reads before it changes
			if len(changed) > 0 {
				eachReadIn(block, note)
			}
			count(s)
		default:
			loop.Walk(block, count)
			if len(changed) > 0 {
				eachReadIn(block, note)
			}
		}
	}
	for _, v := range changed {
		if changes.Get(v.ID()) == in.changes.Get(v.ID()) {
			*in.settled.At(v.ID()) = true
		}
	}
	in.findCuts()
}

// Prologue counts the statements at the beginning of the function that only find out and check lengths.
func (in *Info) Prologue() int { return in.prologue }

// ExtendPrologue finds them again after a pass has changed the function: there may be more of them.
func (in *Info) ExtendPrologue() {
	if !in.cut {
		in.findPrologue()
	}
}

// Settled reports whether v changes only at the beginning of the function.
func (in *Info) Settled(v *loop.Var) bool { return in.settled.Get(v.ID()) }

// findCuts finds the parameters that nothing uses before they are cut to the length that callers have checked, and
// nothing changes after: they are as good as constants.
func (in *Info) findCuts() {
	used := map[*loop.Var]bool{} // by parameter that is cut
	last := 0                    // behind the last cut
	for i, s := range in.Func.Body[:in.prologue] {
		if v, _ := shortened(s); v != nil {
			used[v], last = false, i+1
		}
	}
	note := func(v *loop.Var) {
		if _, ok := used[v]; ok {
			used[v] = true
		}
	}
	for _, s := range in.Func.Body[:last] {
		if v, n := shortened(s); v != nil && !used[v] && in.changes.Get(v.ID()) == 1 && n.IsAtom() && !n.IsVar(v) {
			*in.changes.At(v.ID()), in.cut = 0, true
		}
		loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
			loop.Operands(s, func(e **loop.Expr, _ bool) { EachRead(*e, note) })
		})
	}
}

// eachReadIn calls f for the variables that statements, and those in them, read.
func eachReadIn(block []loop.Stmt, f func(*loop.Var)) {
	operand := func(e **loop.Expr, isRead bool) {
		if isRead {
			EachRead(*e, f)
		}
	}
	loop.Walk(block, func(s loop.Stmt) { loop.Operands(s, operand) })
}

// shortened is the variable that s cuts to its first n elements, nil if s does anything else.
func shortened(s loop.Stmt) (v *loop.Var, n *loop.Expr) {
	a, ok := s.(*loop.Assign)
	if !ok || len(a.Lhs) != 1 || a.Rhs[0].Kind != loop.SliceExpr || !a.Rhs[0].Args[0].IsVar(a.Lhs[0].Var) {
		return nil, nil
	}
	if from := a.Rhs[0].Args[1]; !from.IsConst() || from.I != 0 {
		return nil, nil
	}
	return a.Lhs[0].Var, a.Rhs[0].Args[2]
}

func prologue(s loop.Stmt, assigns bool) bool {
	switch s := s.(type) {
	case *loop.Let, *loop.Check:
		return true
	case *loop.Assign:
		return assigns && len(s.Lhs) == 1 && s.Lhs[0].Kind == loop.VarExpr
	case *loop.If, *loop.For:
		ok := true
		_, branch := s.(*loop.If)
		loop.Blocks(s, func(b *[]loop.Stmt) {
			for _, s := range *b {
				ok = ok && prologue(s, assigns && branch)
			}
		})
		return ok
	}
	return false
}

// check takes len(v) == n for known.
func (ls Lengths) check(in *Info, c *loop.Expr) {
	if c.Kind != loop.PrimExpr || c.Prim.Name != "ieq" {
		return
	}
	for k := range 2 {
		a, n := c.Args[k], c.Args[1-k]
		if a.Kind == loop.LenExpr && a.Args[0].Kind == loop.VarExpr && !in.Mutable(a.Args[0].Var) && n.IsAtom() &&
			in.Fixed(n) {
			ls[a.Args[0].Var] = n
		}
	}
}

// Within reports whether i is known to be an index of a: a constant below a constant length.
func (ls Lengths) Within(a, i *loop.Expr) bool {
	if a.Kind != loop.VarExpr || !i.IsConst() || ls[a.Var] == nil {
		return false
	}
	n := ls[a.Var]
	return n.IsConst() && 0 <= i.I && i.I < n.I
}

// Fixed reports whether e has one value wherever its variables are in scope, once the lengths are found out at the
// beginning of the function: it reads no memory and no variable that changes.
func (in *Info) Fixed(e *loop.Expr) bool {
	switch e.Kind {
	case loop.VarExpr:
		return !in.Mutable(e.Var) || in.settled.Get(e.Var.ID())
	case loop.IndexExpr, loop.FieldExpr, loop.CheckExpr, loop.DivExpr:
		return false
	}
	for _, a := range e.Args {
		if !in.Fixed(a) {
			return false
		}
	}
	return true
}

// RowLength is the length that statements at the beginning check all n rows of a matrix for, or nil: one that is the
// same for all.
func RowLength(prologue []loop.Stmt, in *Info, p *loop.Var, n *loop.Expr) *loop.Expr {
	for _, s := range prologue {
		l, ok := s.(*loop.For)
		if !ok || !loop.Equal(l.N, n) && !loop.Equal(l.N, loop.Len(loop.Use(p))) {
			continue
		}
		isRow := func(e *loop.Expr) bool {
			return e.Kind == loop.LenExpr && e.Args[0].Kind == loop.IndexExpr && e.Args[0].Args[0].IsVar(p) &&
				e.Args[0].Args[1].IsVar(l.Var)
		}
		rows, inside := map[*loop.Var]bool{}, map[*loop.Var]bool{l.Var: true}
		for _, t := range l.Body {
			if let, ok := t.(*loop.Let); ok {
				rows[let.Var], inside[let.Var] = isRow(let.Rhs), true
			}
			c, ok := t.(*loop.Check)
			if !ok || c.Cond.Kind != loop.PrimExpr || c.Cond.Prim != syntax.MustOp("ieq") {
				continue
			}
			if x, m := c.Cond.Args[0], c.Cond.Args[1]; (isRow(x) || x.Kind == loop.VarExpr && rows[x.Var]) &&
				m.IsAtom() && in.Fixed(m) && !inside[m.Var] {
				return m
			}
		}
	}
	return nil
}
