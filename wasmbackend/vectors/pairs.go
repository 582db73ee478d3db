package vectors

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// A Loop is an innermost loop whose iterations are run two at a time, on vectors of two reals: what they compute is
// the same, to the last bit, except for sums whose order is free.
//
// Its statements compute reals from elements at i + c, for constants c, from variables that do not change, and from
// such variables of their own. They store elements, add to sums, and may hand one number on to the next iteration.
type Loop struct {
	For   *loop.For
	Index map[*loop.Var]int64 // ints of the body that are i + c
	own   map[*loop.Var]int   // reals of the body, by the number of the statement that changes them last
	Sums  map[*loop.Var]bool  // variables that the loop only adds to
	Keeps []*loop.Var         // variables that it only reads, in the order of their first use
	kept  map[*loop.Var]bool  //
	// variables that the loop only adds to, in the order of the iterations: only what bounds cost makes that pay
	Chain    map[*loop.Var]bool
	Hands    map[*loop.Var]*loop.Var // what the next iteration gets: of which variable of the body
	first    map[*loop.Var]int       // the statement that first mentions what was handed on
	stray    map[*loop.Var]bool      // variables of the function that the loop changes otherwise
	uses     map[*loop.Var]int       // by variables of the function, mentions
	Accesses []Access                // all accesses
	Bias     map[*loop.Var]int64     // by array, the least offset in bytes, not above 0
	Order    []*loop.Var             // the arrays, in the order of their first use
	at       int                     // the statement in work
	// Clashes are looked at before the loop; if there is one, iterations run one by one.
	Clashes []Clash
}

// An Access is an access to an element, at i + c.
type Access struct {
	Array *loop.Var
	C     int64
	at    int
	Write bool
}

// Ops are the primitives on vectors of reals.
var Ops = map[string]encode.Op{ //nolint:gochecknoglobals // a table
	"+": encode.F64x2Add, "-": encode.F64x2Sub, "*": encode.F64x2Mul, "/": encode.F64x2Div, "neg": encode.F64x2Neg,
	"sqrt": encode.F64x2Sqrt,
	"abs":  encode.F64x2Abs, "max": encode.F64x2Max, "min": encode.F64x2Min, "floor": encode.F64x2Floor,
	"ceil":  encode.F64x2Ceil,
	"round": encode.F64x2Nearest, "trunc": encode.F64x2Trunc,
}

// Tests are comparisons, whose values are masks.
var Tests = map[string]encode.Op{ //nolint:gochecknoglobals // a table
	"lt": encode.F64x2Lt, "le": encode.F64x2Le, "gt": encode.F64x2Gt, "ge": encode.F64x2Ge, "eq": encode.F64x2Eq,
	"ne":  encode.F64x2Ne,
	"and": encode.V128And, "or": encode.V128Or, "not": encode.V128Not,
}

// Pairs reads a loop; nil if it cannot be run so.
func Pairs(e *facts.View, s *loop.For) *Loop {
	if e.Scalar || s.N.IsConst() && s.N.I < 4 || !e.Ranges.Expr(s.N).Narrow() || len(s.Body) == 0 {
		return nil
	}
	p := newPairLoop(e, s)
	real := false
	for i, t := range s.Body {
		p.at = i
		if !p.statement(e, t) {
			return nil
		}
		if l, ok := t.(*loop.Let); !ok || l.Var.Type == loop.RealType {
			real = true
		}
	}
	if !real || !p.settled() || !p.apart(e) {
		return nil
	}
	return p
}

func newPairLoop(e *facts.View, s *loop.For) *Loop {
	return &Loop{
		For: s, Index: map[*loop.Var]int64{}, own: map[*loop.Var]int{}, Sums: map[*loop.Var]bool{},
		Chain: map[*loop.Var]bool{}, kept: map[*loop.Var]bool{},
		Hands: map[*loop.Var]*loop.Var{}, first: map[*loop.Var]int{}, stray: map[*loop.Var]bool{},
		uses: map[*loop.Var]int{},
		Bias: map[*loop.Var]int64{},
	}
}

func (p *Loop) statement(e *facts.View, t loop.Stmt) bool {
	switch t := t.(type) {
	case *loop.Let:
		if t.Var.Type == loop.IntType {
			c, ok := p.Offset(t.Rhs)
			p.Index[t.Var] = c
			return ok
		}
		if t.Var.Type != loop.RealType || !p.real(e, t.Rhs) {
			return false
		}
		p.own[t.Var] = p.at
		return true
	case *loop.AddTo:
		return t.Lhs.Type == loop.RealType && p.real(e, t.Rhs) && p.addTo(e, t)
	case *loop.Assign:
		if v, term, _ := Addition(t); v != nil && p.inOrder(e) {
			if _, ok := p.own[v]; !ok {
				if !p.real(e, term) {
					return false
				}
				p.Chain[v], p.stray[v] = true, true
				p.mention(v)
				return p.Hands[v] == nil
			}
		}
		for i, r := range t.Rhs {
			if l := t.Lhs[i]; l.Type != loop.RealType || !p.real(e, r) {
				return false
			}
		}
		for i, l := range t.Lhs {
			if l.Kind != loop.VarExpr {
				if !p.element(e, l, true) {
					return false
				}
				continue
			}
			if _, ok := p.own[l.Var]; ok {
				p.own[l.Var] = p.at
				continue
			}
			r := t.Rhs[i]
			if r.Kind != loop.VarExpr || p.Hands[l.Var] != nil {
				return false
			}
			if _, ok := p.own[r.Var]; !ok {
				return false
			}
			p.Hands[l.Var] = r.Var
		}
		return true
	}
	return false
}

// inOrder reports whether the loop may add to variables in the order of its iterations: pairs go upwards.
func (p *Loop) inOrder(e *facts.View) bool { return e.Checked && !p.For.Down }

func (p *Loop) addTo(e *facts.View, t *loop.AddTo) bool {
	if t.Lhs.Kind != loop.VarExpr {
		return p.element(e, t.Lhs, false) && p.element(e, t.Lhs, true)
	}
	v := t.Lhs.Var
	if _, ok := p.own[v]; ok {
		p.own[v] = p.at
		return true
	}
	switch {
	case !t.Free:
		p.Chain[v] = p.inOrder(e)
	case p.uses[v] == 0 && !p.stray[v]:
		p.Sums[v] = true
	}
	p.mention(v)
	p.stray[v] = true
	return p.Hands[v] == nil
}

// mention notes a use of a variable of the function.
func (p *Loop) mention(v *loop.Var) {
	p.uses[v]++
	if _, ok := p.first[v]; !ok {
		p.first[v] = p.at
	}
}

// settled decides what the variables are that the loop changes, once all of it is read.
func (p *Loop) settled() bool {
	for v, w := range p.Hands {
		delete(p.Sums, v)
		delete(p.Chain, v)
		delete(p.stray, v)
		if f, ok := p.first[v]; p.For.Down || ok && (p.own[w] >= f) {
			return false
		}
	}
	for v := range p.stray {
		if !p.Sums[v] && !p.Chain[v] || p.uses[v] > 1 {
			return false
		}
	}
	keeps := p.Keeps[:0]
	for _, v := range p.Keeps {
		if p.Hands[v] == nil {
			keeps = append(keeps, v)
		}
	}
	p.Keeps = keeps
	return true
}

// apart reports whether iterations do not disturb each other in memory when they are run in pairs.
func (p *Loop) apart(e *facts.View) bool {
	for _, w := range p.Accesses {
		if !w.Write {
			continue
		}
		for _, a := range p.Accesses {
			switch {
			case a.Array != w.Array:
				if e.Analysis().MayShare(a.Array, w.Array) && !p.clash(w, a) {
					return false
				}
			case a.C == w.C:
			case a.Write || a.C < w.C || p.For.Down || a.at > w.at:
				return false
			}
		}
	}
	return true
}

// AnyOrder reports whether pairs that are run in one iteration may be run in any order: none hands anything on to the
// next, and none uses an element that another writes. Sums have an accumulator for each, from four sums on one vector
// for both iterations.
func (p *Loop) AnyOrder() bool {
	for _, w := range p.Accesses {
		for _, a := range p.Accesses {
			if w.Write && a.Array == w.Array && a.C != w.C {
				return false
			}
		}
	}
	return len(p.Hands) == 0 && len(p.Chain) == 0
}

// Addition is v and e if a statement is v = v + e or, with minus, v = v - e.
func Addition(s *loop.Assign) (v *loop.Var, e *loop.Expr, minus bool) {
	if len(s.Lhs) != 1 || s.Lhs[0].Kind != loop.VarExpr || s.Lhs[0].Type != loop.RealType ||
		s.Rhs[0].Kind != loop.PrimExpr {
		return nil, nil, false
	}
	v = s.Lhs[0].Var
	switch x := s.Rhs[0]; {
	case x.Prim != syntax.OpAdd && x.Prim != syntax.OpSub:
	case x.Args[0].IsVar(v):
		return v, x.Args[1], x.Prim == syntax.OpSub
	case x.Args[1].IsVar(v) && x.Prim == syntax.OpAdd:
		return v, x.Args[0], false
	}
	return nil, nil, false
}

// mostClashes bounds the accesses that are held against each other before the loop.
const mostClashes = 6

// A Clash is of two accesses to arrays that may share memory, one of which writes.
type Clash struct {
	Write, Other *loop.Var
	Apart        int64 // bytes by which the first is ahead of the other where the arrays begin at one address
}

// clash notes one, unless there are too many.
func (p *Loop) clash(w, a Access) bool {
	c := Clash{w.Array, a.Array, 8 * (w.C - a.C)}
	if !slices.Contains(p.Clashes, c) {
		p.Clashes = append(p.Clashes, c)
	}
	return len(p.Clashes) <= mostClashes
}

// Offset is c if an index is i + c.
func (p *Loop) Offset(x *loop.Expr) (int64, bool) {
	if x.Kind == loop.VarExpr {
		if c, ok := p.Index[x.Var]; ok {
			return c, true
		}
	}
	return offsetFrom(x, p.For.Var)
}

// element notes an access.
func (p *Loop) element(e *facts.View, x *loop.Expr, write bool) bool {
	if x.Kind != loop.IndexExpr || x.Type != loop.RealType || x.Args[0].Kind != loop.VarExpr {
		return false
	}
	v := e.SliceOf(x.Args[0].Var)
	c, ok := p.Offset(x.Args[1])
	if !ok || v.Flat != nil || x.Args[0].Var.Flat != nil || 8*c < -facts.MostBias || c > 1<<16 ||
		e.IsTable(v) || e.Assigned.Has(v) || e.Grown[v] {
		return false
	}
	if _, ok := p.Bias[v]; !ok {
		p.Order = append(p.Order, v)
	}
	p.Bias[v] = min(p.Bias[v], 8*c)
	p.Accesses = append(p.Accesses, Access{v, c, p.at, write})
	return true
}

// real reports whether an expression can be computed on vectors.
func (p *Loop) real(e *facts.View, x *loop.Expr) bool {
	switch x.Kind {
	case loop.ConstExpr:
		return true
	case loop.VarExpr:
		if _, ok := p.own[x.Var]; ok {
			return true
		}
		if p.Hands[x.Var] != nil && p.at >= 0 { // after it was handed on
			return false
		}
		p.mention(x.Var)
		if !p.kept[x.Var] {
			p.kept[x.Var] = true
			p.Keeps = append(p.Keeps, x.Var)
		}
		return true
	case loop.IndexExpr:
		return p.element(e, x, false)
	case loop.SelectExpr:
		return p.test(e, x.Args[0]) && p.real(e, x.Args[1]) && p.real(e, x.Args[2])
	case loop.PrimExpr:
		if _, ok := Ops[x.Prim.Name]; !ok && x.Prim.Name != "square" && !e.Paired(x) {
			return false
		}
		for _, a := range x.Args {
			if a.Type != loop.RealType || !p.real(e, a) {
				return false
			}
		}
		return true
	}
	return false
}

// test is real for conditions.
func (p *Loop) test(e *facts.View, x *loop.Expr) bool {
	if x.Kind != loop.PrimExpr {
		return false
	}
	if _, ok := Tests[x.Prim.Name]; !ok {
		return false
	}
	for i, a := range x.Args {
		known := p.Accesses
		if a.Type == loop.RealType && !p.real(e, a) || a.Type == loop.BoolType && !p.test(e, a) {
			return false
		}
		if i > 0 && a.Type == loop.BoolType && slices.ContainsFunc(p.Accesses[len(known):], func(b Access) bool {
			return !slices.ContainsFunc(known, func(k Access) bool { return k.Array == b.Array && k.C == b.C })
		}) {
			return false // behind && or ||, it may not be there
		}
	}
	return true
}

// offsetFrom is c if an index is i + c.
func offsetFrom(x *loop.Expr, i *loop.Var) (int64, bool) {
	if x.IsVar(i) {
		return 0, true
	}
	if x.Kind != loop.PrimExpr || len(x.Args) != 2 || !x.Args[0].IsVar(i) || !x.Args[1].IsConst() {
		return 0, false
	}
	switch c := x.Args[1].I; {
	case c < -1<<20 || c > 1<<20:
	case x.Prim.Name == "iadd":
		return c, true
	case x.Prim.Name == "isub":
		return -c, true
	}
	return 0, false
}
