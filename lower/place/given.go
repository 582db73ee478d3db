package place

import (
	"strings"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// What an exported function is given comes from outside: from Go, or from the memory that a host has written. Lengths
// are checked leaf by leaf (emitter.check); what follows checks the rest of what a type says, once, at entry, so that
// nothing inside has to: that indices lie below their bounds, that tags are those of variants, and that arrays of
// run-time length have one length where they are parts of one array. It takes time linear in what is given, and none
// where the type says no more than lengths.

// inTypes is a run-time error unless the arguments are values of the types of the parameters.
func (e *emitter) inTypes(params []*syntax.Var) {
	for _, p := range params {
		e.inType(p.Type, e.env.Get(p.ID()), e.g.leafNames(p.Name, p.Type), true)
	}
}

// says reports whether there is something to check of values of a type, but for the lengths of arrays where those are
// checked.
func says(t syntax.Type, lengths bool) bool {
	switch t := t.(type) {
	case *syntax.IdxType, *syntax.SumType, *syntax.Data:
		return true
	case *syntax.TupleType:
		for _, el := range t.Elems {
			if says(el, lengths) {
				return true
			}
		}
	case *syntax.ArrayType:
		return !lengths || says(t.Elem, lengths)
	case *syntax.DynType:
		_, tuple := t.Elem.(*syntax.TupleType)
		return tuple || says(t.Elem, false)
	}
	return false
}

// inType checks one value; lengths says that those of its arrays are checked, down to where one is not known before run
// time.
func (e *emitter) inType(t syntax.Type, vals []*loop.Expr, names []string, lengths bool) {
	if !says(t, lengths) {
		return
	}
	switch t := t.(type) {
	case *syntax.IdxType:
		e.inRange(vals[0], e.size(t.Bound), names[0])
	case *syntax.TupleType:
		for i, el := range t.Elems {
			lo, hi := e.g.part(t, i)
			e.inType(el, vals[lo:hi], names[lo:hi], lengths)
		}
	case *syntax.SumType:
		e.tagInRange(vals[0], len(t.Variants), t.Linear, strings.TrimSuffix(names[0], "_tag"))
		e.inVariant(vals[0], t.Linear, t.Variants, func(k int) {
			lo, hi := e.g.part(t, k)
			e.inType(t.Variants[k], vals[lo:hi], names[lo:hi], lengths)
		}, lengths)
	case *syntax.Data:
		e.put(&loop.Call{Func: e.g.checker(t), Args: vals})
	case *syntax.ArrayType:
		if !lengths {
			for i, a := range vals {
				e.checkLength(a, names[i], e.size(t.Len))
			}
		}
		e.elemsInType(t.Elem, vals, names, lengths)
	case *syntax.DynType:
		for i, a := range vals[1:] {
			e.checkLength(a, names[1+i], loop.Len(vals[0]))
		}
		e.elemsInType(t.Elem, vals, names, false)
	}
}

// inVariant checks what the tag says that there is.
func (e *emitter) inVariant(tag *loop.Expr, linear bool, variants []syntax.Type, check func(k int), lengths bool) {
	some := false
	var cases [][]loop.Stmt
	if linear {
		cases = append(cases, nil) // tag 0 is zero
	}
	for k, v := range variants {
		some = some || says(v, lengths)
		cases = append(cases, e.sub(func() { check(k) }))
	}
	if some {
		e.put(&loop.Switch{Tag: tag, Cases: cases})
	}
}

func (e *emitter) elemsInType(t syntax.Type, vals []*loop.Expr, names []string, lengths bool) {
	if !says(t, lengths) {
		return
	}
	e.over("i", loop.Len(vals[0]), func(i *loop.Expr) {
		elems := make([]*loop.Expr, len(vals))
		rows := make([]string, len(vals))
		for k, a := range vals {
			elems[k], rows[k] = loop.Index(a, i), names[k]
			if a.Type.Rank > 1 {
				elems[k], rows[k] = e.declare("row", elems[k]), "a row of "+names[k]
			} else if says(t, lengths) {
				elems[k] = e.declare("t", elems[k])
			}
		}
		e.inType(t, elems, rows, lengths)
	})
}

// inRange is a run-time error unless 0 ≤ i < n.
func (e *emitter) inRange(i, n *loop.Expr, name string) {
	in := binary("and", binary("ige", i, loop.IntConst(0)), binary("ilt", i, n))
	e.put(&loop.Check{Cond: in, Text: e.g.where(e.fn) + ": " + name, Index: true, Got: i, Want: n})
}

// tagInRange is inRange for a tag.
func (e *emitter) tagInRange(tag *loop.Expr, variants int, linear bool, name string) {
	if linear {
		variants++ // for the zero
	}
	e.inRange(tag, loop.IntConst(int64(variants)), "the tag of "+name)
}

// checker is the function that checks a value of a data type. It runs down lists in a loop: only where a constructor
// refers to the type more than once does it call itself, for all but the last.
func (g *program) checker(d *syntax.Data) *loop.Func {
	c, f, e := g.cellFunc(g.checkers, "check_", d)
	if e == nil {
		return f
	}
	t := loop.NewVar("t", loop.RefTo(c))
	f.Params = []loop.Param{{Var: t}}
	at := e.declare("at", loop.Use(t))
	more := e.declareVar("more", loop.BoolType)
	next := e.declareVar("next", at.Type)
	head := e.sub(func() {
		e.assign(more, loop.BoolConst(false))
		if c.Nil < 0 && !c.Linear {
			e.put(&loop.Check{Cond: loop.Not(loop.IsNil(at)), Text: e.g.where(e.fn) + ": no " + c.Name})
		}
		tag := e.declare("tag", loop.TagOf(at))
		e.tagInRange(tag, len(c.Ctors), c.Linear, "a "+c.Name)
		var args []syntax.Type
		for _, ctor := range d.Ctors() {
			args = append(args, ctor.Arg)
		}
		e.inVariant(tag, c.Linear, args, func(k int) {
			vals := e.variant(d, e.one(at), k)
			names := g.leafNames(c.Ctors[k].Name, args[k])
			last := len(vals) - 1
			if last < 0 || vals[last].Type != at.Type || !endsIn(args[k], d) {
				e.inType(args[k], vals, names, false)
				return
			}
			e.allButLast(args[k], vals, names)
			e.assign(next, vals[last])
			e.assign(more, loop.BoolConst(true))
		}, false)
	})
	e.put(&loop.While{Head: head, Cond: more, Body: e.sub(func() { e.assign(at, next) })})
	f.Body = e.out
	return f
}

// endsIn reports whether the last component of a type is d.
func endsIn(t syntax.Type, d *syntax.Data) bool {
	if tuple, ok := t.(*syntax.TupleType); ok && len(tuple.Elems) > 0 {
		return endsIn(tuple.Elems[len(tuple.Elems)-1], d)
	}
	return t == d
}

// allButLast is inType without the last component.
func (e *emitter) allButLast(t syntax.Type, vals []*loop.Expr, names []string) {
	tuple, ok := t.(*syntax.TupleType)
	if !ok {
		return
	}
	for i, el := range tuple.Elems {
		lo, hi := e.g.part(t, i)
		if i == len(tuple.Elems)-1 {
			e.allButLast(el, vals[lo:hi], names[lo:hi])
		} else {
			e.inType(el, vals[lo:hi], names[lo:hi], false)
		}
	}
}
