package affine

import (
	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Facts are inequalities f ≥ 0 between ints at a place of a function, and what the variables there are.
type Facts struct {
	In     *facts.Info
	Def    paged.Table[*loop.Expr] // of variables that do not change
	Upper  map[*loop.Var]*Form     // of the variables of loops around: v ≤ upper; nil when the count is not known
	Known  []*Form
	around []around          // the statements around the place, outermost first
	levels map[*loop.Var]int // what levelOf has found out of variables in def
	// Of ints that change, if asked for: all their values, and what those are at least and at most.
	carried         map[*loop.Var]*carried
	Bounded         map[*loop.Var]bool // far from the ends of the integers
	least, greatest map[*loop.Var]*Form
	bits            *bitParts          // what is known of ints as sets of bits, if asked for
	powers          []*loop.Var        // those that are defined as powers of 2
	always          map[loop.Stmt]bool // the statements of the function that always run
	signs           *facts.Signs
	length          map[*loop.Var]*Form // of arrays that the function makes, if asked for
	products        bool                // small multiples of counters are sums, if asked for
}

// NewFacts knows nothing of a function yet.
func NewFacts(in *facts.Info) *Facts {
	return &Facts{In: in, Upper: map[*loop.Var]*Form{}, levels: map[*loop.Var]int{}}
}

// Follow makes the facts say what is known of ints that change.
func (f *Facts) Follow() *Facts { return f.FollowIn(true) }

// FollowIn is follow in a function in which something gives an int a value, or nothing: then none changes.
func (f *Facts) FollowIn(ints bool) *Facts {
	if ints {
		f.carried = carriedRanges(f.In.Func, f.In)
		f.bits = bitPartsOf(f.In.Func, f.In)
		f.signs = facts.ExactSigns(f.In.Func)
	} else {
		f.carried = map[*loop.Var]*carried{}
		f.bits = newBitParts(f.In)
		f.signs = facts.SignsOfParams(f.In.Func)
		f.signs.Exact = true
	}
	f.Bounded = map[*loop.Var]bool{}
	f.least, f.greatest = map[*loop.Var]*Form{}, map[*loop.Var]*Form{}
	f.length = map[*loop.Var]*Form{}
	f.always = map[loop.Stmt]bool{}
	for _, s := range f.In.Func.Body {
		if _, ok := s.(*loop.Alloc); ok {
			f.always[s] = true
		}
	}
	return f
}

// Of is e as a sum, or nil. Sums are taken apart only where they cannot overflow: of lengths, of counters, which no
// program counts to the end of the integers, and of small constants.
func (f *Facts) Of(e *loop.Expr) *Form {
	switch e.Kind {
	case loop.ConstExpr:
		if e.Type == loop.IntType && -Limit < e.I && e.I < Limit {
			return &Form{c: e.I}
		}
	case loop.VarExpr:
		if e.Type != loop.IntType || !f.In.Fixed(e) {
			return nil
		}
		if d := f.Def.Get(e.Var.ID()); d != nil && f.Small(d, 0) {
			if x := f.Of(d); x != nil {
				return x
			}
		}
		return &Form{terms: []term{{1, atom{v: e.Var}}}}
	case loop.LenExpr:
		if a := e.Args[0]; a.Kind == loop.VarExpr && !f.In.Mutable(a.Var) {
			return &Form{terms: []term{{1, atom{v: a.Var, len: true}}}}
		}
	case loop.CheckExpr:
		return f.Of(e.Args[0]) // that it passed
	case loop.PrimExpr:
		return f.prim(e)
	}
	return nil
}

func (f *Facts) prim(e *loop.Expr) *Form {
	if isCount(e) {
		if !f.In.Fixed(e.Args[0]) {
			return nil // where it is another number, it stands for other bits
		}
		return &Form{terms: []term{{1, atom{e: e}}}}
	}
	if len(e.Args) != 2 || !f.Small(e, 0) {
		return nil
	}
	switch e.Prim {
	case syntax.OpIntAdd, syntax.OpIntSub:
		x, y := f.Of(e.Args[0]), f.Of(e.Args[1])
		if x == nil || y == nil {
			return nil
		}
		k := int64(1)
		if e.Prim == syntax.OpIntSub {
			k = -1
		}
		if z := x.Add(k, y); !z.Large() {
			return z
		}
		return nil
	case syntax.OpIntMul:
		return (&Form{}).Add(e.Args[1].I, &Form{terms: []term{{1, atom{v: e.Args[0].Var}}}})
	}
	if f.Of(e.Args[0]) != nil && f.Of(e.Args[1]) != nil {
		return &Form{terms: []term{{1, atom{e: e}}}}
	}
	return nil
}

// Small reports whether e is far from the ends of the integers.
func (f *Facts) Small(e *loop.Expr, depth int) bool {
	if depth > 16 {
		return false
	}
	switch e.Kind {
	case loop.ConstExpr:
		return -Limit < e.I && e.I < Limit
	case loop.LenExpr, loop.CheckExpr:
		return true
	case loop.VarExpr:
		if _, counter := f.Upper[e.Var]; counter {
			return true
		}
		if f.Bounded[e.Var] {
			return true
		}
		d := f.Def.Get(e.Var.ID())
		return d != nil && f.Small(d, depth+1)
	case loop.PrimExpr:
		switch e.Prim.Name {
		case "popcnt", "ctz", "clz":
			return true
		case "iadd", "isub", "imin", "imax":
			return f.Small(e.Args[0], depth+1) && f.Small(e.Args[1], depth+1)
		case "imul":
			return f.products && f.factor(e.Args[0], depth+1) && e.Args[1].IsConst() && 0 < e.Args[1].I &&
				e.Args[1].I <= mostMultiple
		}
	}
	return false
}

// mostMultiple is up to which multiple a counter is far from the ends of the integers as well.
const mostMultiple = 16

// factor reports whether a small multiple of e is far from the ends of the integers: e is the variable of a counted
// loop, or a part of what is far from them.
func (f *Facts) factor(e *loop.Expr, depth int) bool {
	if e.Kind != loop.VarExpr || f.In.Mutable(e.Var) {
		return false
	}
	if _, ok := f.Upper[e.Var]; ok {
		return true
	}
	d := f.Def.Get(e.Var.ID())
	return d != nil && d.Kind == loop.PrimExpr && d.Prim == syntax.OpIntDiv && d.Args[1].IsConst() && d.Args[1].I > 0 &&
		f.Small(d.Args[0], depth+1)
}

// enter and leave go into a counted loop, and out of it: inside, 0 ≤ v ≤ n − 1, and so n ≥ 1.
func (f *Facts) enter(s *loop.For) {
	f.Upper[s.Var] = nil
	n := f.Of(s.N)
	if n == nil {
		return
	}
	last := n.Add(1, &Form{c: -1})
	f.Upper[s.Var] = last
	f.Known = append(f.Known, last)
}

// define notes the value of a declaration.
func (f *Facts) define(s *loop.Let) {
	switch s.Var.Type {
	case loop.IntType, loop.BoolType:
		if !f.In.Mutable(s.Var) {
			*f.Def.At(s.Var.ID()) = s.Rhs
			if e := s.Rhs; f.bits != nil && e.Kind == loop.PrimExpr && e.Prim.Name == "ishl" && e.Args[0].IsConst() &&
				e.Args[0].I == 1 {
				f.powers = append(f.powers, s.Var)
			}
		} else if f.carried != nil {
			f.bound(s.Var)
		}
	}
}

// condition is what a condition that has a name says.
func (f *Facts) condition(c *loop.Expr) *loop.Expr {
	if c.Kind == loop.VarExpr {
		if is := f.Def.Get(c.Var.ID()); is != nil {
			return is
		}
	}
	return c
}

// Learn takes a condition for true.
func (f *Facts) Learn(c *loop.Expr) {
	c = f.condition(c)
	if c.Kind != loop.PrimExpr || len(c.Args) == 0 || c.Args[0].Type != loop.IntType && c.Prim.Name != "and" {
		return
	}
	switch c.Prim.Name {
	case "and":
		f.Learn(c.Args[0])
		f.Learn(c.Args[1])
		return
	case "ilt", "ile", "igt", "ige", "ieq":
	default:
		return
	}
	x, y := f.Of(c.Args[0]), f.Of(c.Args[1])
	if x == nil || y == nil {
		return
	}
	less := func(x, y *Form, by int64) { // x + by ≤ y
		f.Known = append(f.Known, y.Add(-1, x).Add(1, &Form{c: -by}))
	}
	switch c.Prim.Name {
	case "ilt":
		less(x, y, 1)
	case "ile":
		less(x, y, 0)
	case "igt":
		less(y, x, 1)
	case "ige":
		less(y, x, 0)
	case "ieq":
		less(x, y, 0)
		less(y, x, 0)
	}
}

// deny takes a condition for false.
func (f *Facts) deny(c *loop.Expr) {
	if not := inverse(f.condition(c)); not != nil {
		f.Learn(not)
	}
}

// inverse is a condition that holds where the comparison c of ints does not, or nil.
func inverse(c *loop.Expr) *loop.Expr {
	if c.Kind != loop.PrimExpr || len(c.Args) != 2 || c.Args[0].Type != loop.IntType {
		return nil
	}
	if op, ok := map[string]string{"ilt": "ige", "ige": "ilt", "igt": "ile", "ile": "igt", "ine": "ieq",
		"ieq": "ine"}[c.Prim.Name]; ok {
		return loop.Prim(syntax.MustOp(op), c.Args...)
	}
	return nil
}

// made reports whether n is the length that the array in the length e was made with.
func (f *Facts) made(e, n *loop.Expr) bool {
	if e.Kind != loop.LenExpr || e.Args[0].Kind != loop.VarExpr {
		return false
	}
	x, y := f.length[e.Args[0].Var], f.Of(n)
	return x != nil && y != nil && x.isEqual(y)
}

// positive reports whether a count is known to be more than 0.
func (f *Facts) positive(n *loop.Expr) bool {
	x := f.Of(n)
	return x != nil && f.Holds(x.Add(1, &Form{c: -1}))
}
