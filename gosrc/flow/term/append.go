package term

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// spare is what a buffer grows by at least.
const spare = 4

// append makes a slice longer. In a loop that carries the slice it becomes a buffer; elsewhere it is copied.
func (t *tr) append(s *flow.Append) {
	src := t.atom("s", t.scalar(s.Src))
	elem := s.Src.Type().(*flow.Slice).Elem
	var adds [][]val
	add := blankShape(elem)
	for _, e := range s.Elems {
		vs := t.expr(e)
		for i := range vs {
			vs[i] = t.atom("x", t.settled("x", vs[i]))
		}
		adds = append(adds, vs)
		add = t.rowShape(add, t.shapeOf(vs, elem), false)
	}
	var spread val
	if s.Spread != nil {
		if spread = t.atom("x", t.settled("x", t.scalar(s.Spread))); spread.sh.kind == blank {
			spread = val{} // it is empty as far as is known, and has no length to refer to
		} else {
			add = spread.sh.elem
		}
	}
	d := t.dest(s.Dst)
	if len(adds) == 0 && spread.t == nil {
		t.store(d, []val{src}, s.At)
		return
	}
	sh := src.sh
	if !blankRows(elem, add) || len(adds) > 0 {
		to := *sh
		to.elem = t.rowShape(sh.elem, add, false)
		src.t = t.let("s", t.convGrown("s", src.t, s.Src.Type(), sh, &to, s.At))
		src.sh = &to
	}
	more := make([]syntax.Term, len(adds))
	for i, vs := range adds {
		more[i] = t.let("x", t.implode("x", vs, elem, src.sh.elem, s.At))
	}
	if spread.t != nil {
		to := &shape{kind: sized, n: spread.sh.n, elem: src.sh.elem}
		spread.t = t.let("x", t.conv("x", spread.t, s.Src.Type(), spread.sh, to, s.At))
	}
	var out val
	if src.sh.kind == grown || t.carried(d) {
		out = t.push(src, elem, more, spread.t, s.At)
	} else {
		out = t.concat(src, more, spread, s.At)
	}
	t.store(d, []val{out}, s.At)
}

// carried reports whether a place is in the state of a loop around.
func (t *tr) carried(d dest) bool {
	return !d.drop && len(d.rest) == 0 && t.inState(d.slot)
}

// inState reports whether a slot is in the state of a loop around.
func (t *tr) inState(slot int) bool {
	return slices.ContainsFunc(t.loops, func(f *facts) bool { return slices.Contains(f.gen, slot) })
}

// concat is a slice with elements behind it, of a length that is known when its parts' lengths are.
func (t *tr) concat(src val, more []syntax.Term, spread val, at *syntax.Pos) val {
	n := src.t.Type().(*syntax.ArrayType).Len
	if spread.t == nil {
		spread.t = t.let("x", syntax.NewArrayLit(src.t.Type().(*syntax.ArrayType).Elem, more...))
	}
	m := spread.t.Type().(*syntax.ArrayType).Len
	p := t.ghostly(n).Add(t.ghostly(m))
	size := t.bindSize(p, false, at)
	sh := &shape{kind: sized, n: p, elem: src.sh.elem}
	if n == syntax.SizeLit(0) {
		return val{t: spread.t, sh: sh}
	}
	e := syntax.Concat(src.t, spread.t)
	if e.Type() != syntax.Type(syntax.NewArrayType(size, src.t.Type().(*syntax.ArrayType).Elem)) {
		e = syntax.NewCoerce(at, t.let("s", e), syntax.NewArrayType(size, src.t.Type().(*syntax.ArrayType).Elem))
	}
	return val{t: t.let("s", e), sh: sh}
}

// push writes elements behind the length of a buffer, in one twice as long where it is full.
func (t *tr) push(src val, elem flow.Type, more []syntax.Term, spread syntax.Term, at *syntax.Pos) val {
	arr := src.t.Type().(*syntax.ArrayType)
	c := arr.Len
	length := src.length
	if length == nil {
		length = t.let("n", syntax.NewSizeOf(c))
	}
	var m syntax.Term = syntax.IntLit(int64(len(more)))
	if spread != nil {
		m = t.let("m", syntax.NewSizeOf(spread.Type().(*syntax.ArrayType).Len))
	}
	need := t.let("n", syntax.NewPrim(syntax.OpIntAdd, length, m))
	if src.sh.kind == grown && src.sh.n != nil {
		return val{t: t.write(src.t, length, more, nil, at), sh: src.sh, length: need}
	}
	fits := syntax.NewPrim(syntax.MustOp("ile"), need, syntax.NewSizeOf(c))
	longer := t.sub(func() syntax.Term {
		grow := syntax.NewPrim(syntax.OpIntAdd, syntax.NewPrim(syntax.OpIntMul, syntax.IntLit(2), syntax.NewSizeOf(c)),
			syntax.NewPrim(syntax.OpIntAdd, m, syntax.IntLit(spare)))
		k := syntax.NewSizeVar("cap")
		t.spine.Binds = append(t.spine.Binds, syntax.Bind{Size: k, Rhs: grow, Sure: true})
		n := syntax.SizeOfVar(k)
		i := syntax.NewVar("i", syntax.NewIdxType(n))
		j := syntax.NewVar("j", syntax.Int)
		zero := t.zeros(elem, src.sh.elem)
		old := syntax.NewIf(syntax.NewPrim(syntax.MustOp("ilt"), syntax.Ref(j), syntax.NewSizeOf(c)),
			syntax.NewIndex(src.t, syntax.NewToIdx(nil, c, syntax.Ref(j))), zero)
		body := syntax.NewLet([]syntax.Bind{{Var: j, Rhs: syntax.NewFromIdx(syntax.Ref(i))}}, old)
		return syntax.NewPack(t.let("s", syntax.NewBuild(n, i, body)))
	})
	room := t.let("s", syntax.NewIf(t.let("c", fits), syntax.NewPack(src.t), longer))
	v := t.open("s", room, &shape{kind: dyn, elem: src.sh.elem})
	return val{t: t.write(v.t, length, more, spread, at), sh: &shape{kind: grown, elem: src.sh.elem}, length: need}
}

// write stores elements in a buffer from a place on.
func (t *tr) write(buf, length syntax.Term, more []syntax.Term, spread syntax.Term, at *syntax.Pos) syntax.Term {
	n := buf.Type().(*syntax.ArrayType).Len
	for i, x := range more {
		k := length
		if i > 0 {
			k = syntax.NewPrim(syntax.OpIntAdd, length, syntax.IntLit(int64(i)))
		}
		buf = t.let("s", syntax.NewSet(buf, t.let("i", syntax.NewToIdx(at, n, k)), x))
	}
	if spread != nil {
		m := spread.Type().(*syntax.ArrayType).Len
		i, st := syntax.NewVar("i", syntax.NewIdxType(m)), syntax.NewVar("s", buf.Type())
		k := syntax.NewPrim(syntax.OpIntAdd, length, syntax.NewFromIdx(syntax.Ref(i)))
		body := syntax.NewSet(syntax.Ref(st), syntax.NewToIdx(at, n, k), syntax.NewIndex(spread, syntax.Ref(i)))
		buf = t.let("s", syntax.NewLoop(m, false, syntax.NoOutput, i, st, buf, body))
	}
	return buf
}
