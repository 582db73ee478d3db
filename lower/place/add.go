package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

const sumWidth = 32 // operands of one emitted expression

// sparse reports whether a term is mostly zeros or a sum, better added to zeros
// than stored.
func (e *emitter) sparse(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Zero, *syntax.OneHot, *syntax.Coproj, *syntax.Sum, *syntax.Plus:
		return true
	case *syntax.Let:
		return e.sparse(t.Body)
	case *syntax.VarRef:
		rhs, ok := e.lazy[t.Var]
		return ok && e.sparse(rhs)
	case *syntax.Proj:
		l, ok := t.Arg.(*syntax.Loop)
		return ok && l.Out == syntax.Accumulate && t.Index == 1
	case *syntax.Tuple:
		for _, el := range t.Elems {
			if e.sparse(el) {
				return true
			}
		}
	case *syntax.If:
		return e.sparse(t.Then) || e.sparse(t.Else)
	}
	return false
}

// add emits acc += t without building t where its form allows. This is what
// keeps pullbacks free of temporary arrays: a onehot is one addition.
func (e *emitter) add(t syntax.Term, acc []*loop.Expr) {
	switch t := t.(type) {
	case *syntax.Zero:
	case *syntax.Plus:
		if allNumbers(e.g.leaves(t.Type())) && !e.anyLoop(t) && !e.anySunk(t) {
			e.addVals(t.Type(), acc, e.eval(t, nil))
			return
		}
		for _, s := range t.Terms {
			e.add(s, acc)
		}
	case *syntax.Let:
		e.bindAll(t, acc, nil)
		e.add(t.Body, acc)
	case *syntax.Tuple:
		for i, el := range t.Elems {
			lo, hi := e.g.part(t.Type(), i)
			e.add(el, acc[lo:hi])
		}
	case *syntax.Coproj:
		lo, hi := e.g.part(t.Type(), t.Index)
		e.add(t.Arg, acc[lo:hi])
	case *syntax.OneHot:
		e.add(t.Val, elems(acc, e.steady(e.indexOf(t.Idx), "k")))
	case *syntax.Build:
		e.over(t.Idx.Name, e.size(t.Len), func(i *loop.Expr) {
			e.binds(t.Idx, e.one(i))
			e.add(t.Body, elems(acc, i))
		})
	case *syntax.Sum:
		e.addSum(t, acc)
	case *syntax.If:
		e.ifElse(t, func(body syntax.Term) { e.add(body, acc) })
	case *syntax.Case:
		e.caseOf(t, func(body syntax.Term) { e.add(body, acc) })
	case *syntax.VarRef:
		if rhs, ok := e.lazy[t.Var]; ok {
			delete(e.lazy, t.Var)
			e.add(rhs, acc)
			return
		}
		e.addParts(t.Type(), e.unsunk(t, acc), e.lookup(t.Var))
	case *syntax.Proj:
		e.addProj(t, acc)
	case *syntax.Inj:
		e.addInj(t, acc)
	case *syntax.Coerce:
		e.addCoerce(t, acc)
	case *syntax.Pack:
		if (e.sparse(t.Arg) || e.isSum(acc[0]) && e.anySunk(t.Arg)) && len(e.g.leaves(t.Arg.Type())) == len(acc) {
			e.addPack(t, acc)
			return
		}
		e.addVals(t.Type(), acc, e.eval(t, nil))
	case *syntax.Call:
		if e.addsCall(t) {
			e.callInto(t, nil, acc)
			return
		}
		e.addVals(t.Type(), acc, e.eval(t, nil))
	default:
		e.addVals(t.Type(), acc, e.eval(t, nil))
	}
}

// anyLoop reports whether a sum of scalars has operands that are loops
// themselves and better add to the accumulator one by one.
func (e *emitter) anyLoop(t *syntax.Plus) bool {
	for _, s := range t.Terms {
		switch s.(type) {
		case *syntax.Sum, *syntax.If, *syntax.Case, *syntax.Let:
			return true
		}
	}
	return len(t.Terms) > sumWidth
}

// anySunk reports whether a sum has parts that are added already, where they were bound: their variables are the
// accumulator itself. It finds them where [emitter.addends] does.
func (e *emitter) anySunk(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Plus:
		return len(e.sunk) > 0 && slices.ContainsFunc(t.Terms, e.anySunk)
	case *syntax.Tuple:
		return slices.ContainsFunc(t.Elems, e.anySunk)
	case *syntax.Coproj:
		return e.anySunk(t.Arg)
	case *syntax.VarRef, *syntax.Proj:
		if x, lo := path(e.g.layouts, t); x != nil {
			for i := range e.g.leaves(t.Type()) {
				if e.sunk[leafOf{x, lo + i}] {
					return true
				}
			}
		}
	}
	return false
}

func elems(acc []*loop.Expr, i *loop.Expr) []*loop.Expr {
	out := make([]*loop.Expr, len(acc))
	for k, a := range acc {
		out[k] = loop.Index(a, i)
	}
	return out
}

// addSum adds the elements of an array. Scalars are summed in a local
// variable first when the accumulator is in memory.
func (e *emitter) addSum(t *syntax.Sum, acc []*loop.Expr) {
	ls := e.g.leaves(t.Type())
	local := make([]*loop.Expr, len(acc))
	moved := false
	for i, a := range acc {
		if local[i] = a; ls[i].scalar() && !ls[i].ref() && !ls[i].Tag && a.Kind != loop.VarExpr {
			local[i], moved = e.declareVar("sum", ls[i].Type), true
		}
	}
	e.addElems(t.Arg, local)
	if !moved {
		return
	}
	for i, a := range acc {
		if local[i] != a {
			e.addNumber(a, local[i])
		}
	}
}

func (e *emitter) addElems(arr syntax.Term, acc []*loop.Expr) {
	switch t := arr.(type) {
	case *syntax.Build:
		e.over(t.Idx.Name, e.size(t.Len), func(i *loop.Expr) {
			e.binds(t.Idx, e.one(i))
			e.add(t.Body, acc)
		})
		return
	case *syntax.Let:
		for i := range t.Binds {
			e.bind(&t.Binds[i])
		}
		e.addElems(t.Body, acc)
		return
	case *syntax.VarRef:
		if rhs, ok := e.lazy[t.Var]; ok {
			delete(e.lazy, t.Var)
			e.addElems(rhs, acc)
			return
		}
	}
	ty := arr.Type().(*syntax.ArrayType)
	vals := e.evalOwn(arr, nil)
	for i, v := range vals {
		vals[i] = e.named(v, "a")
	}
	e.over("i", e.size(ty.Len), func(i *loop.Expr) { e.addVals(ty.Elem, acc, elems(vals, i)) })
}

// addProj adds one component; that of a loop or call that adds up is added up in place.
func (e *emitter) addProj(t *syntax.Proj, acc []*loop.Expr) {
	if x, lo := path(e.g.layouts, t); x != nil && e.lazy[x] == nil {
		e.addParts(t.Type(), e.unsunk(t, acc), e.lookup(x)[lo:lo+len(acc)])
		return
	}
	e.split(t, nil, acc)
}

// addCoerce adds an array of another static length. Between cotangents an empty one of run-time
// length is the zero of its type.
func (e *emitter) addCoerce(t *syntax.Coerce, acc []*loop.Expr) {
	if _, ok := t.Arg.Type().(*syntax.ArrayType); ok || !t.Linear {
		e.addVals(t.Type(), acc, e.eval(t, nil))
		return
	}
	vals := e.evalOwn(t.Arg, nil)
	if len(vals) == 0 {
		return
	}
	vals[0] = e.atom(vals[0], "a")
	if e.g.isPresent(t) {
		e.addVals(t.Type(), acc, vals)
		return
	}
	s := &loop.If{Cond: binary("igt", loop.Len(vals[0]), loop.IntConst(0))}
	s.Then = e.sub(func() { e.addVals(t.Type(), acc, vals) })
	e.put(s)
}
