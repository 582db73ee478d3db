package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/lab"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A function that is not exported and whose result holds arrays that are sums, as the pullbacks of definitions do, adds
// them to arrays of its caller:
//
//	def f' (…) = let w = f' (…) in ⟨fst w + oneHot n t v, …⟩    func f'(…, inout dst) { call f'(…, dst); dst[t] +~= v; … }
//
// So m calls that contribute to one array of length n cost m, and not m·n. A caller that wants the result as it is
// gives an array of zeros.

// adds finds the leaves of the result of a function that it adds to arrays of its caller; nil if there are none. It
// takes time linear in the body.
func (g *program) adds(f *function) []bool {
	if lab.Place("adds") {
		return nil
	}
	if f.export != nil && f.adds == nil && len(f.export.Adds) > 0 {
		f.adds = make([]bool, len(g.leaves(f.def.Result)))
		for k := range f.export.Adds {
			f.adds[k] = f.export.Into[k] != ""
		}
	}
	if f.export != nil || f.asked {
		return f.adds
	}
	f.asked = true
	var out []bool
	s := &sumForms{g: g, binds: map[*syntax.Var]syntax.Term{}, forms: map[leafOf]form{}}
	g.sumParts(f.def.Result, 0, func(lo, hi int) {
		if g.updatesAny(f, lo, hi) || s.of(f.body, lo) == anyForm {
			return
		}
		if out == nil {
			out = make([]bool, len(g.leaves(f.def.Result)))
		}
		for i := lo; i < hi; i++ {
			out[i] = true
		}
	})
	f.adds, f.known = out, true
	return out
}

// sumParts yields the leaves of the components of a tuple that are arrays of numbers.
func (g *layouts) sumParts(t syntax.Type, lo int, yield func(lo, hi int)) {
	switch t := t.(type) {
	case *syntax.TupleType:
		for i, el := range t.Elems {
			off, _ := g.part(t, i)
			g.sumParts(el, lo+off, yield)
		}
	case *syntax.ArrayType:
		ls := g.leaves(t)
		for _, l := range ls {
			if l.Tag || l.Variant || !l.Type.Scalar().IsNumber() {
				return
			}
		}
		if len(ls) > 0 {
			yield(lo, lo+len(ls))
		}
	}
}

// A form says what a term is for the sum of which it may be a part.
type form int

const (
	anyForm  form = iota
	sumForm       // added up from zeros
	zeroForm      // part of linear code, for which -0 is 0
)

// sumForms finds the forms of terms.
type sumForms struct {
	g     *program
	binds map[*syntax.Var]syntax.Term
	forms map[leafOf]form
}

// of is the form of the component of t that begins with leaf k.
func (s *sumForms) of(t syntax.Term, k int) form {
	if x, lo := path(s.g.layouts, t); x != nil {
		at := leafOf{x, lo + k}
		f, known := s.forms[at]
		if !known && s.binds[x] != nil {
			f = s.of(s.binds[x], lo+k)
			s.forms[at] = f
		}
		return f
	}
	switch t := t.(type) {
	case *syntax.Let:
		for _, b := range t.Binds {
			if b.Var != nil {
				s.binds[b.Var] = b.Rhs
			}
		}
		return s.of(t.Body, k)
	case *syntax.Tuple:
		for i, el := range t.Elems {
			if lo, hi := s.g.part(t.Type(), i); lo <= k && k < hi {
				return s.of(el, k-lo)
			}
		}
	case *syntax.Proj:
		lo, _ := s.g.part(t.Arg.Type(), t.Index)
		return s.of(t.Arg, lo+k)
	case *syntax.If:
		return either(s.of(t.Then, k), s.of(t.Else, k))
	case *syntax.Case:
		f := s.of(t.Arms[0].Body, k)
		for _, a := range t.Arms[1:] {
			f = either(f, s.of(a.Body, k))
		}
		return f
	case *syntax.Zero, *syntax.Plus, *syntax.Coproj:
		return zeroForm
	case *syntax.Sum, *syntax.OneHot:
		return sumForm
	case *syntax.Loop:
		if t.Out == syntax.Accumulate && k >= len(s.g.leaves(t.State.Type)) {
			return sumForm
		}
	case *syntax.Call:
		f := s.g.funcs[t.Def]
		if adds := s.g.adds(f); !f.known || adds != nil && adds[k] { // a recursive call does not decide
			return sumForm
		}
	}
	return anyForm
}

// either is the form of a branch of two.
func either(a, b form) form {
	if a == zeroForm || b == zeroForm {
		return zeroForm
	}
	return min(a, b)
}

// addsCall reports whether a call adds to arrays or cells that it is given.
func (e *emitter) addsCall(t *syntax.Call) bool {
	f := e.g.funcs[t.Def]
	return e.g.adds(f) != nil || e.g.addsCells(f) != nil
}

// addsInside reports whether a term is a call that adds, or branches with such a call in their blocks or in what they
// result in.
func (e *emitter) addsInside(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Call:
		return e.addsCall(t)
	case *syntax.If, *syntax.Case:
		if syntax.NodesOf(t)&syntax.Calls == 0 {
			return false
		}
		found, known := e.inside[t]
		if !known {
			syntax.Children(t, func(c syntax.Term) { found = found || e.addsInside(c) })
			if e.inside == nil {
				e.inside = map[syntax.Term]bool{}
			}
			e.inside[t] = found
		}
		return found
	case *syntax.Tuple:
		return slices.ContainsFunc(t.Elems, e.addsInside)
	case *syntax.Plus:
		return slices.ContainsFunc(t.Terms, e.addsInside)
	case *syntax.Coproj:
		return e.addsInside(t.Arg)
	case *syntax.Let:
		return e.addsInside(t.Body) || slices.ContainsFunc(t.Binds,
			func(b syntax.Bind) bool { return e.addsInside(b.Rhs) })
	}
	return false
}

// addsAnywhere reports whether a binding is one of which leaves may be added to accumulators where it stands.
func (e *emitter) addsAnywhere(b syntax.Bind) bool {
	return e.addsInside(b.Rhs) || e.branchSums(b) != nil ||
		b.Var != nil && isSumming(b.Rhs) && e.g.hasRagged(b.Var.Type)
}

// split emits t, whose leaves with an accumulator are added to that. The others are returned, and delivered to d, as by
// eval.
func (e *emitter) split(t syntax.Term, d []dest, acc []*loop.Expr) []*loop.Expr {
	some, all := false, true
	for _, a := range acc {
		some, all = some || a != nil, all && a != nil
	}
	_, isProj := t.(*syntax.Proj)
	st := e.end
	e.end = nil
	switch {
	case !some && (st == nil || !isBlock(t)):
		return e.eval(t, d)
	case all && !isProj:
		e.add(t, acc)
		return acc
	}
	switch t := t.(type) {
	case *syntax.Let:
		e.aim(t.Body, d)
		e.bindAll(t, acc, st)
		e.end = st
		return e.split(t.Body, d, acc)
	case *syntax.Tuple:
		out := make([]*loop.Expr, len(acc))
		for i, el := range t.Elems {
			lo, hi := e.g.part(t.Type(), i)
			for k, v := range e.split(el, part(d, lo, hi), acc[lo:hi]) {
				if v.Size > 1 && !v.Type.IsArray() {
					v = e.declare("t", v)
				}
				out[lo+k] = v
			}
		}
		return out
	case *syntax.If:
		return e.splitBranches(t.Type(), d, acc, st, func(end func(syntax.Term)) { e.ifElse(t, end) })
	case *syntax.Case:
		return e.splitBranches(t.Type(), d, acc, st, func(end func(syntax.Term)) { e.caseOf(t, end) })
	case *syntax.VarRef:
		if rhs, ok := e.lazy[t.Var]; ok {
			delete(e.lazy, t.Var)
			return e.split(rhs, d, acc)
		}
	case *syntax.Proj:
		return e.splitProj(t, d, acc)
	case *syntax.Plus:
		if _, ok := e.base[t]; !ok {
			return e.splitPlus(t, d, acc)
		}
	case *syntax.Coproj:
		return e.splitCoproj(t, d, acc)
	case *syntax.Zero:
		return e.splitZero(t.Type(), d, acc)
	case *syntax.Sum:
		full := e.zeroedWhereNil(t.Type(), d, acc)
		e.addSum(t, full)
		return e.delivered(full, t.Type(), d, acc)
	case *syntax.Call:
		return e.callInto(t, d, acc)
	case *syntax.Loop:
		if ns := len(e.g.leaves(t.State.Type)); t.Out == syntax.Accumulate &&
			slices.ContainsFunc(acc[ns:], func(a *loop.Expr) bool { return a != nil }) {
			return e.splitLoop(t, ns, d, acc)
		}
	}
	vals := slices.Clone(e.eval(t, d))
	e.addParts(t.Type(), e.unsunk(t, acc), vals)
	for i, a := range acc {
		if a != nil {
			vals[i] = a
		}
	}
	return vals
}

// isBlock reports whether a term is a block, or ends in several.
func isBlock(t syntax.Term) bool {
	switch t.(type) {
	case *syntax.Let, *syntax.If, *syntax.Case:
		return true
	}
	return false
}

// splitBranches is split for a conditional, which run emits with the ends of its branches. If st is not nil, the
// function ends there.
func (e *emitter) splitBranches(t syntax.Type, d []dest, acc []*loop.Expr, st *loopState,
	run func(end func(syntax.Term))) []*loop.Expr {
	return e.inBranches(t, e.hints(t, "t"), d, acc, func(end func(func([]dest) []*loop.Expr)) {
		run(func(body syntax.Term) {
			end(func(inner []dest) []*loop.Expr {
				e.end = st
				return e.split(body, inner, acc)
			})
		})
	})
}

// inBranches gives branches, which run emits with their ends, variables for the leaves that have neither an accumulator
// nor a destination. An end emits the value of a branch.
func (e *emitter) inBranches(t syntax.Type, hints []string, d []dest, acc []*loop.Expr,
	run func(end func(value func([]dest) []*loop.Expr))) []*loop.Expr {
	ls := e.g.leaves(t)
	out, inner := slices.Clone(acc), make([]dest, len(ls))
	var to []dest
	var restLeaves []Leaf
	for i, l := range ls {
		if acc[i] != nil {
			continue
		}
		full := part1(d, i)
		if full.lv == nil {
			full = dest{lv: e.declareVar(hints[i], l.Type), slot: true, zero: true}
		}
		if l.array() {
			inner[i] = full
		}
		out[i], to, restLeaves = full.lv, append(to, full), append(restLeaves, l)
	}
	run(func(value func([]dest) []*loop.Expr) {
		var rest []*loop.Expr
		for i, v := range value(inner) {
			if acc[i] == nil {
				rest = append(rest, v)
			}
		}
		e.parallel(rest, restLeaves, to)
	})
	return out
}

// addParts adds the components of a value that have accumulators.
func (e *emitter) addParts(t syntax.Type, acc, vals []*loop.Expr) {
	if tt, ok := t.(*syntax.TupleType); ok {
		for i, el := range tt.Elems {
			lo, hi := e.g.part(t, i)
			e.addParts(el, acc[lo:hi], vals[lo:hi])
		}
		return
	}
	if len(acc) > 0 && acc[0] != nil {
		e.addVals(t, acc, vals)
	}
}

// bindAll emits the bindings of a block whose result is added to acc, or is the next state of the loop st, if that is
// not nil, and what is added to acc.
func (e *emitter) bindAll(t *syntax.Let, acc []*loop.Expr, st *loopState) {
	var sunk map[int][]addend
	looked := false
	for i := range t.Binds {
		b := &t.Binds[i]
		if !looked && !isStraight(b) { // the lengths of rows that are bound before are known then
			looked, sunk = true, e.sink(t, acc, st)
		}
		dests := e.placed(sunk[i])
		arms := e.armState(t, b, st)
		if arms != nil && len(dests) == 0 {
			dests = make([]*loop.Expr, len(e.g.leaves(b.Var.Type)))
		}
		if arms != nil || slices.ContainsFunc(dests, func(d *loop.Expr) bool { return d != nil }) {
			e.end = arms
			e.bindSunk(b, dests)
			continue
		}
		e.bind(b)
	}
}

// isStraight reports whether a binding is that of a size, or of one operation: of none of those that [emitter.sink]
// adds elsewhere.
func isStraight(b *syntax.Bind) bool {
	if b.Var == nil {
		return true
	}
	switch b.Rhs.(type) {
	case *syntax.Prim, *syntax.VarRef, *syntax.Const, *syntax.Proj, *syntax.Index, *syntax.ToIdx, *syntax.FromIdx, *syntax.SizeOf, *syntax.DynLen, *syntax.Coerce:
		return true
	}
	return false
}
