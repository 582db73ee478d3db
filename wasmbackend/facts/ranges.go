package facts

import (
	"maps"
	"math"
	"math/bits"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// An Interval holds the values that an int may have, both ends included.
type Interval struct{ Lo, Hi int64 }

var (
	anyInt  = Interval{math.MinInt64, math.MaxInt64} //nolint:gochecknoglobals // a constant
	Lengths = Interval{0, math.MaxInt32}             //nolint:gochecknoglobals // a constant
)

// Narrow reports whether all values are int32.
func (r Interval) Narrow() bool { return r.Lo >= math.MinInt32 && r.Hi <= math.MaxInt32 }

// Natural reports whether all values are int32 and none is negative.
func (r Interval) Natural() bool { return r.Lo >= 0 && r.Hi <= math.MaxInt32 }

func (r Interval) union(s Interval) Interval { return Interval{min(r.Lo, s.Lo), max(r.Hi, s.Hi)} }

func (r Interval) add(s Interval) Interval {
	lo, c1 := addInt(r.Lo, s.Lo)
	hi, c2 := addInt(r.Hi, s.Hi)
	if c1 || c2 {
		return anyInt
	}
	return Interval{lo, hi}
}

func (r Interval) negated() Interval {
	if r.Lo == math.MinInt64 {
		return anyInt
	}
	return Interval{-r.Hi, -r.Lo}
}

func (r Interval) times(s Interval) Interval {
	out := Interval{math.MaxInt64, math.MinInt64}
	for _, a := range [2]int64{r.Lo, r.Hi} {
		for _, b := range [2]int64{s.Lo, s.Hi} {
			p, over := mulInt(a, b)
			if over {
				return anyInt
			}
			out.Lo, out.Hi = min(out.Lo, p), max(out.Hi, p)
		}
	}
	return out
}

func addInt(a, b int64) (sum int64, over bool) {
	sum = a + b
	return sum, (sum > a) != (b > 0) && b != 0
}

func mulInt(a, b int64) (p int64, over bool) {
	if a == math.MinInt64 || b == math.MinInt64 {
		return 0, true
	}
	hi, lo := bits.Mul64(uint64(abs(a)), uint64(abs(b)))
	return a * b, hi != 0 || lo > math.MaxInt64
}

func abs(a int64) int64 { return max(a, -a) }

// Ranges finds what values the ints of one function may have, from constants, lengths and the bounds of loops.
// Variables whose range is found to be that of an int32 are kept as one.
type Ranges struct {
	given map[*loop.Var]Interval
	defs  map[*loop.Var][]*loop.Expr // all that is assigned
	loops map[*loop.Var]*loop.Expr   // the bound of a loop
	below map[*loop.Expr]*loop.Expr  // of what is assigned to v as v + c, with c > 0: v is below that then
	known map[*loop.Var]Interval
	busy  map[*loop.Var]bool
	// sharp are quotients as small as what is divided, divided; sharper is the same function with such.
	sharp   bool
	Sharper *Ranges
}

// NewRanges looks at a function; given are the ranges of some parameters.
func NewRanges(f *loop.Func, given map[*loop.Var]Interval) *Ranges {
	r := &Ranges{
		given: given, defs: map[*loop.Var][]*loop.Expr{}, loops: map[*loop.Var]*loop.Expr{},
		below: map[*loop.Expr]*loop.Expr{},
		known: map[*loop.Var]Interval{}, busy: map[*loop.Var]bool{},
	}
	for _, p := range f.Params {
		if _, ok := given[p.Var]; !ok {
			r.known[p.Var] = anyInt
		}
	}
	loop.Walk(f.Body, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.Let:
			if s.Var.Type != loop.IntType {
				return
			}
			r.defs[s.Var] = append(r.defs[s.Var], s.Rhs)
		case *loop.For:
			r.loops[s.Var] = s.N
		case *loop.While:
			r.counters(s, s.Cond)
		case *loop.AddTo:
			if s.Lhs.Kind == loop.VarExpr && s.Lhs.Type == loop.IntType {
				r.known[s.Lhs.Var] = anyInt
			}
		case *loop.Call:
			for _, v := range s.Vars {
				if v != nil {
					r.known[v] = anyInt
				}
			}
		case *loop.Assign:
			for i, l := range s.Lhs {
				if l.Kind == loop.VarExpr && l.Type == loop.IntType {
					r.defs[l.Var] = append(r.defs[l.Var], s.Rhs[i])
				}
			}
		}
	})
	sharper := *r
	sharper.sharp, sharper.known, sharper.busy = true, maps.Clone(r.known), map[*loop.Var]bool{}
	r.Sharper = &sharper
	return r
}

// Know says what the range of a variable is that the function does not declare.
func (r *Ranges) Know(v *loop.Var, x Interval) { r.known[v] = x }

// Values are all that a variable is given.
func (r *Ranges) Values(v *loop.Var) []*loop.Expr { return r.defs[v] }

// Of is the range of a variable.
func (r *Ranges) Of(v *loop.Var) Interval {
	if x, ok := r.known[v]; ok {
		return x
	}
	if r.busy[v] {
		return anyInt // it depends on itself
	}
	r.busy[v] = true
	var counts []*loop.Expr
	out, ok := r.given[v]
	if n, is := r.loops[v]; is {
		out, ok = Interval{0, max(r.Expr(n).Hi-1, 0)}, true
	}
	for _, e := range r.defs[v] {
		// it is not below what the others give
		if n := r.below[e]; n != nil && e.Args[0].IsVar(v) && once(r.defs[v], e) {
			counts = append(counts, n)
			continue
		}
		if x := r.Expr(e); ok {
			out = out.union(x)
		} else {
			out, ok = x, true
		}
	}
	if !ok {
		out = anyInt
	}
	for _, n := range counts {
		if end := r.Expr(n).Hi; end > math.MaxInt64-mostStep {
			out = anyInt
		} else {
			out.Hi = max(out.Hi, end+mostStep-1)
		}
	}
	r.known[v] = out
	return out
}

// once reports whether an expression stands once in a list: programs share them.
func once(es []*loop.Expr, e *loop.Expr) bool {
	n := 0
	for _, x := range es {
		if x == e {
			n++
		}
	}
	return n == 1
}

// mostStep bounds the steps of variables that count in while loops.
const mostStep = 1

// counters finds variables that a while loop counts up while they are below a bound:
//
//	while v < n && …
//	… v = v + 1
func (r *Ranges) counters(s *loop.While, cond *loop.Expr) {
	if cond.Kind != loop.PrimExpr || len(cond.Args) != 2 {
		return
	}
	a, n := cond.Args[0], cond.Args[1]
	switch {
	case cond.Prim.Name == "and":
		r.counters(s, a)
		r.counters(s, n)
		return
	case cond.Prim.Name != "ilt" || a.Kind != loop.VarExpr:
		return
	}
	var steps []*loop.Expr
	assigned := 0
	each := func(s loop.Stmt, yield func(l, r *loop.Expr)) {
		if s, ok := s.(*loop.Assign); ok {
			for i, l := range s.Lhs {
				if l.IsVar(a.Var) {
					yield(l, s.Rhs[i])
				}
			}
		}
	}
	loop.Walk(s.Head, func(t loop.Stmt) { each(t, func(_, _ *loop.Expr) { assigned++ }) })
	loop.Walk(s.Body, func(t loop.Stmt) { each(t, func(_, _ *loop.Expr) { assigned++ }) })
	for _, t := range s.Body {
		each(t, func(_, x *loop.Expr) {
			if x.Kind == loop.PrimExpr && x.Prim.Name == "iadd" && x.Args[0].IsVar(a.Var) && x.Args[1].IsConst() &&
				x.Args[1].I == mostStep {
				steps = append(steps, x)
			}
		})
	}
	if assigned == 1 && len(steps) == 1 {
		r.below[steps[0]] = n
	}
}

// Expr is the range of an expression of type int.
func (r *Ranges) Expr(e *loop.Expr) Interval {
	if e.Type != loop.IntType {
		return anyInt
	}
	switch e.Kind {
	case loop.VarExpr:
		return r.Of(e.Var)
	case loop.ConstExpr:
		return Interval{e.I, e.I}
	case loop.LenExpr:
		return Lengths
	case loop.CheckExpr:
		return Interval{0, max(r.Expr(e.Args[1]).Hi-1, 0)}
	case loop.SelectExpr:
		return r.Expr(e.Args[1]).union(r.Expr(e.Args[2]))
	case loop.TagExpr:
		return Interval{0, int64(len(e.Args[0].Type.Cell.Ctors))}
	case loop.PrimExpr, loop.DivExpr:
		return r.prim(e)
	case loop.IndexExpr, loop.SliceExpr, loop.FieldExpr, loop.IsNilExpr:
	}
	return anyInt
}

func (r *Ranges) prim(e *loop.Expr) Interval {
	if len(e.Args) == 1 {
		if e.Prim.Name == "ineg" {
			return r.Expr(e.Args[0]).negated()
		}
		return anyInt
	}
	a, b := r.Expr(e.Args[0]), r.Expr(e.Args[1])
	switch e.Prim.Name {
	case "iadd":
		return a.add(b)
	case "isub":
		return a.add(b.negated())
	case "imul":
		return a.times(b)
	case "imin":
		return Interval{min(a.Lo, b.Lo), min(a.Hi, b.Hi)}
	case "imax":
		return Interval{max(a.Lo, b.Lo), max(a.Hi, b.Hi)}
	case "idiv":
		if b.Lo > 0 {
			if r.sharp {
				return Interval{min(a.Lo/b.Lo, 0), max(a.Hi/b.Lo, 0)}
			}
			return Interval{min(a.Lo, 0), max(a.Hi, 0)}
		}
	case "imod":
		if b.Lo > 0 {
			return Interval{max(min(a.Lo, 0), 1-b.Hi), min(max(a.Hi, 0), b.Hi-1)}
		}
	case "iand":
		if a.Lo >= 0 && b.Lo >= 0 {
			return Interval{0, min(a.Hi, b.Hi)}
		}
		if b.Lo >= 0 {
			return Interval{0, b.Hi}
		}
		if a.Lo >= 0 {
			return Interval{0, a.Hi}
		}
	}
	return anyInt
}
