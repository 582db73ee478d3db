package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Parts are kinds of statements. Straight-line code, of which there can be very much, has none of them, so that most
// passes need not look at it.
type Parts uint16

// The kinds of statements that passes are about.
const (
	Loops      Parts = 1 << iota // For and While
	Allocs                       // Alloc
	Copies                       // Copy
	Appends                      // Append
	Adds                         // AddTo
	Zeroed                       // Alloc or Clear
	Renewed                      // Assign or AddTo of a variable
	Views                        // a Let of a slice
	Branches                     // If
	Decided                      // If on a constant, and While on false
	Conditions                   // If, Switch, While and Check
	Bounded                      // Check, and checks, minima and maxima of ints in expressions
	Negated                      // a Let of what another is not
	Doubled                      // a Let of a real that is another
	Ints                         // what gives an int a value: a statement, or an operation but the length of an array
)

// contents is what a function has.
type contents struct {
	parts      Parts
	statements int
}

func contentsOf(f *loop.Func) contents {
	c, _ := contentsAndOthers(f)
	return c
}

// contentsAndOthers finds what a function has, and which statements of its body are not plain: see [othersOf].
func contentsAndOthers(f *loop.Func) (contents, []int32) {
	c := &contents{}
	others := othersAnd(f, func(s loop.Stmt, plain bool) {
		if plain {
			c.plain(s)
		} else {
			c.all([]loop.Stmt{s})
		}
	})
	return *c, others
}

// plain takes a statement of the body that is plain.
func (c *contents) plain(s loop.Stmt) {
	c.statements++
	switch s := s.(type) {
	case *loop.Let:
		c.parts |= partsOfLet(s)
	case *loop.If:
		c.parts |= partsOfStatement(s)
		for _, b := range [...][]loop.Stmt{s.Then, s.Else} {
			c.statements += len(b)
			for _, s := range b {
				if l, ok := s.(*loop.Let); ok {
					c.parts |= partsOfLet(l)
				} else {
					c.parts |= Renewed
				}
			}
		}
	}
}

// all takes statements, and those in them.
func (c *contents) all(block []loop.Stmt) {
	p := &c.parts
	operand := func(e **loop.Expr, _ bool) {
		if isBounded(*e) {
			*p |= Bounded
		}
		if (*e).Has(loop.IntPrims | 1<<loop.DivExpr) {
			*p |= Ints
		}
	}
	declared := func(v *loop.Var) {
		if v.Type == loop.IntType {
			*p |= Ints
		}
	}
	loop.Walk(block, func(s loop.Stmt) {
		c.statements++
		if l, ok := s.(*loop.Let); ok { // as most are
			*p |= partsOfLet(l)
			return
		}
		*p |= partsOfStatement(s)
		if loop.Declared(s, declared); *p&(Bounded|Ints) != Bounded|Ints {
			loop.Operands(s, operand)
		}
	})
}

func partsOfLet(l *loop.Let) (p Parts) {
	if l.Var.Type == loop.IntType || l.Rhs.Has(loop.IntPrims|1<<loop.DivExpr) {
		p |= Ints
	}
	switch e := l.Rhs; {
	case e.Kind == loop.SliceExpr:
		p |= Views
	case e.Kind == loop.VarExpr && l.Var.Type == loop.RealType:
		p |= Doubled
	case e.Kind == loop.PrimExpr && e.Prim == syntax.OpNeg:
		p |= Negated
	}
	if isBounded(l.Rhs) {
		p |= Bounded
	}
	return p
}

// partsOfStatement is what s has, but for what it has in expressions.
func partsOfStatement(s loop.Stmt) (p Parts) {
	switch s := s.(type) {
	case *loop.For:
		return Loops
	case *loop.While:
		if facts.IsNever(s) {
			return Loops | Conditions | Decided
		}
		return Loops | Conditions
	case *loop.If:
		if s.Cond.IsConst() {
			return Branches | Conditions | Decided
		}
		return Branches | Conditions
	case *loop.Switch:
		return Conditions
	case *loop.Check:
		return Conditions | Bounded
	case *loop.Alloc:
		return Allocs | Zeroed
	case *loop.Clear:
		return Zeroed
	case *loop.AddTo:
		if s.Lhs.Type == loop.IntType {
			p = Ints
		}
		if s.Lhs.Kind == loop.VarExpr {
			return p | Adds | Renewed
		}
		return p | Adds
	case *loop.Assign:
		for _, l := range s.Lhs {
			if l.Type == loop.IntType {
				p |= Ints
			}
			if l.Kind == loop.VarExpr {
				p |= Renewed
			}
		}
		return p
	case *loop.Copy:
		return Copies
	case *loop.Append:
		return Appends
	}
	return 0
}

// isBounded reports whether e has checks, or minima or maxima of ints.
func isBounded(e *loop.Expr) bool {
	switch {
	case !e.Has(1<<loop.CheckExpr | loop.IntPrims):
		return false
	case e.Kind == loop.CheckExpr, e.Kind == loop.PrimExpr && e.Type == loop.IntType &&
		(e.Prim.Name == "imin" || e.Prim.Name == "imax"):
		return true
	}
	return slices.ContainsFunc(e.Args, isBounded)
}

// only is a program of those functions of p that have all that a pass needs.
func (o *Options) only(needs Parts, p *loop.Program) *loop.Program {
	if needs == 0 {
		return p
	}
	q := &loop.Program{Cells: p.Cells, Funcs: make([]*loop.Func, 0, len(p.Funcs))}
	for _, f := range p.Funcs {
		if o.partsOf(f)&needs == needs {
			q.Funcs = append(q.Funcs, f)
		}
	}
	return q
}
