package term

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// set changes a slot, which leaving the block takes back.
func (t *tr) set(k int, v val) {
	t.log = append(t.log, undo{k, t.env[k]})
	t.env[k] = v
}

type undo struct {
	slot int
	old  val
}

// store puts values into a place whose indices have been evaluated.
func (t *tr) store(d dest, vs []val, at *syntax.Pos) {
	if d.drop {
		return
	}
	if len(d.rest) == 0 {
		for i, v := range vs {
			t.set(d.slot+i, t.atom(t.sl.all[d.slot+i].name, v))
		}
		return
	}
	old := t.env[d.slot]
	if !old.defined() {
		t.fail(at, "the variable "+t.sl.all[d.slot].name+" has no value here", "")
	}
	name := t.sl.all[d.slot].name
	for i := range vs {
		vs[i] = t.settled("t", vs[i])
	}
	if old.zero && allZero(vs) && t.fits(old, d, vs) {
		return // zeros over zeros
	}
	new := t.storeIn(name, old, d, vs, at)
	new.zero = old.zero && allZero(vs)
	t.set(d.slot, new)
}

func allZero(vs []val) bool {
	for _, v := range vs {
		if !v.zero && !isZeroConst(v.t) {
			return false
		}
	}
	return true
}

func isZeroConst(e syntax.Term) bool {
	c, ok := e.(*syntax.Const)
	return ok && c.I == 0 && c.F == 0 && !(1/c.F < 0)
}

// dest is a place with its indices evaluated.
type dest struct {
	drop bool
	slot int
	ft   flow.Type // of the slot
	rest []step
	typ  flow.Type // of what is stored
}

type step struct {
	field int
	index val // of a slice or array, when idx is set
	isIdx bool
	at    *syntax.Pos
}

// dest evaluates the indices of a place.
func (t *tr) dest(p flow.Place) dest {
	if p.Var == nil {
		return dest{drop: true}
	}
	k, ft, rest := t.sl.place(p)
	d := dest{slot: k, ft: ft, typ: p.Type()}
	for _, s := range rest {
		switch s.Kind {
		case flow.StepIndex:
			d.rest = append(d.rest, step{isIdx: true, index: t.atom("i", t.scalar(s.Index)), at: s.At})
		case flow.StepField:
			d.rest = append(d.rest, step{field: s.Field, at: s.At})
		default:
			t.fail(s.At, "a pointer in value form", "package own removes it")
		}
	}
	return d
}

// rowShape is the shape of rows when one of another shape is stored beside them: what nothing is known of gets the
// length of the new one; lengths of which it is not known that they are one make rows of [?]τ. With same, those that
// are not surely different are taken for one, and compared at run time.
func (t *tr) rowShape(have, add *shape, same bool) *shape {
	switch have.kind {
	case scalar:
		return have
	case fixed:
		return &shape{kind: fixed, elem: t.rowShape(have.elem, add.elem, same)}
	case product:
		s := &shape{kind: product}
		for i := range have.parts {
			s.parts = append(s.parts, t.rowShape(have.parts[i], add.parts[i], same))
		}
		return s
	}
	elem := t.rowShape(have.elem, add.elem, same)
	switch {
	case have.kind == blank:
		return &shape{kind: add.kind, n: add.n, elem: elem}
	case have.kind == sized && add.kind == dyn && !same:
		return &shape{kind: dyn, elem: elem}
	case have.kind == sized && add.kind == sized:
		if c, ok := have.n.Sub(add.n).Lit(); !ok && !same || c != 0 {
			return &shape{kind: dyn, elem: elem}
		}
	}
	return &shape{kind: have.kind, n: have.n, elem: elem}
}

// stored is the shape of a value of shape sh when vals of shape add are put at a path.
func (t *tr) stored(sh, add *shape, rest []step, same bool) *shape {
	if len(rest) == 0 {
		return t.rowShape(sh, add, same)
	}
	out := *sh
	if rest[0].isIdx {
		out.elem = t.stored(sh.elem, add, rest[1:], same)
		return &out
	}
	out.parts = append([]*shape(nil), sh.parts...)
	out.parts[rest[0].field] = t.stored(sh.parts[rest[0].field], add, rest[1:], same)
	return &out
}

// fits reports whether storing zeros would leave the value as it is: its shape, and the lengths that only the value
// knows, which in zeros are 0.
func (t *tr) fits(old val, d dest, vs []val) bool {
	return !old.sh.loose(d.rest) && sameShape(t.stored(old.sh, t.shapeOf(vs, d.typ), d.rest, t.even(d.slot)), old.sh)
}

// storeIn is old with vs at a path.
func (t *tr) storeIn(name string, old val, d dest, vs []val, at *syntax.Pos) val {
	sh := t.stored(old.sh, t.shapeOf(vs, d.typ), d.rest, t.even(d.slot))
	arr := old.t
	if !sameShape(sh, old.sh) {
		arr = t.let(name, t.convGrown(name, arr, d.ft, old.sh, sh, at))
	}
	put := func(sh *shape) syntax.Term { return t.implode("t", vs, d.typ, sh, at) }
	limit := old.length
	e := t.put(arr, d.ft, sh, d.rest, limit, put, at)
	return val{t: t.let(name, e), sh: sh, length: old.length}
}

// convGrown is conv for slots: the buffer of a grown slice keeps its length.
func (t *tr) convGrown(name string, e syntax.Term, ft flow.Type, from, to *shape, at *syntax.Pos) syntax.Term {
	if from.kind != grown {
		return t.conv(name, e, ft, from, to, at)
	}
	// Its type keeps the size that it has, which may be another one than that of the same length: states of loops have
	// it.
	elem, arr := ft.(*flow.Slice).Elem, e.Type().(*syntax.ArrayType)
	switch {
	case arr.Elem == t.typ(elem, to.elem):
		return e
	case blankRows(elem, from.elem):
		return t.replicate(arr.Len, t.zeros(elem, to.elem))
	}
	return t.mapElems(name, e, elem, from.elem, to.elem, at)
}

// put is e, of type ft in shape sh, with a new part.
func (t *tr) put(e syntax.Term, ft flow.Type, sh *shape, rest []step, limit syntax.Term, new func(*shape) syntax.Term,
	at *syntax.Pos) syntax.Term {
	if len(rest) == 0 {
		return new(sh)
	}
	s := rest[0]
	if !s.isIdx {
		st := ft.(*flow.Struct)
		if len(st.Fields) == 1 {
			return t.put(e, st.Fields[0].Type, sh.parts[0], rest[1:], nil, new, at)
		}
		e = t.let("t", e)
		es := make([]syntax.Term, len(st.Fields))
		for i := range es {
			es[i] = syntax.NewProj(i, e)
		}
		es[s.field] = t.put(es[s.field], st.Fields[s.field].Type, sh.parts[s.field], rest[1:], nil, new, at)
		return syntax.NewTuple(es...)
	}
	var elem flow.Type
	switch ft := ft.(type) {
	case *flow.Slice:
		elem = ft.Elem
	case *flow.Array:
		elem = ft.Elem
	}
	if sh.kind == dyn {
		o := t.open("row", e, sh)
		return syntax.NewPack(t.let("row", t.put(o.t, ft, o.sh, rest, nil, new, at)))
	}
	i := t.index(s.index, e, limit, s.at)
	i = t.let("i", i)
	var old syntax.Term
	if len(rest) > 1 {
		old = syntax.NewIndex(e, i)
	}
	return syntax.NewSet(e, i, t.put(old, elem, sh.elem, rest[1:], nil, new, at))
}

// even reports whether the rows of a slot are to keep one length: it is a parameter's, whose new value callers take as
// what the old one was.
func (t *tr) even(slot int) bool {
	if t.p.rows[t.f] != "" {
		return false
	}
	for _, v := range t.f.Params {
		if k := t.sl.of(v); k <= slot && slot < k+width(v.Type) {
			return true
		}
	}
	return false
}

// loose reports whether there are lengths that only the value knows on a path, or in what it leads to.
func (s *shape) loose(rest []step) bool {
	switch {
	case s.kind == dyn:
		return true
	case len(rest) == 0:
		return s.elem != nil && s.elem.loose(nil) ||
			slices.ContainsFunc(s.parts, func(p *shape) bool { return p.loose(nil) })
	case rest[0].isIdx:
		return s.elem.loose(rest[1:])
	}
	return s.parts[rest[0].field].loose(rest[1:])
}
