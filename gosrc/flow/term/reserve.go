package term

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Room for what a loop appends. Where it can be said before a counted loop how much its iterations append at most, the
// buffer is made that long before the loop, and is an array of one length in all of it: append is a store. The buffer
// is longer than needed by what is not appended.

// reserve is the shape of a buffer with room for what a loop of n iterations appends to a slot, or nil.
func (t *tr) reserve(f *facts, body *list, k int, v val, sh *shape, n *syntax.Size) *shape {
	if v.sh.kind == grown && v.sh.n != nil {
		return &shape{kind: grown, n: v.sh.n, elem: sh.elem} // a loop around has made room
	}
	if n == nil || v.sh.kind == grown && t.inState(k) {
		// a buffer of a loop around grows by doubling: to copy it for each run of this loop would take longer
		return nil
	}
	changed := slotSet{}
	for _, s := range f.assigned {
		changed[s] = struct{}{}
	}
	each := t.pushes(body, k, changed)
	if each == nil {
		return nil
	}
	length := v.sh.n
	if v.sh.kind == grown {
		length = t.polyOf(scalarVal(v.length))
	}
	if length == nil {
		return nil
	}
	total := length.Add(each.Mul(n))
	if !small(total) {
		return nil
	}
	return &shape{kind: grown, n: total, elem: sh.elem}
}

// appends reports whether a list appends to anything.
func (t *tr) appends(l *list) bool {
	for _, p := range l.pieces {
		for _, s := range p.stmts {
			if _, ok := s.(*flow.Append); ok {
				return true
			}
			if f := t.facts.of[s]; f != nil && slices.ContainsFunc(f.lists, t.appends) {
				return true
			}
		}
	}
	return false
}

// pushes is how many elements a list appends to a slot at most, or nil when that is not known before the loop that
// changes the slots given.
func (t *tr) pushes(l *list, k int, changed slotSet) *syntax.Size {
	sum := syntax.SizeLit(0)
	for _, p := range l.pieces {
		for _, s := range p.stmts {
			n := t.pushesOf(s, k, changed)
			if n == nil {
				return nil
			}
			sum = sum.Add(n)
		}
	}
	return sum
}

func (t *tr) pushesOf(s flow.Stmt, k int, changed slotSet) *syntax.Size {
	if a, ok := s.(*flow.Append); ok {
		if slot, _, rest := t.sl.place(a.Dst); slot != k || len(rest) > 0 {
			return syntax.SizeLit(0)
		}
		from, ok := a.Src.(*flow.Load)
		if !ok || a.Spread != nil {
			return nil
		}
		if slot, _, rest := t.sl.place(from.Place); slot != k || len(rest) > 0 {
			return nil
		}
		return syntax.SizeLit(int64(len(a.Elems)))
	}
	if a, ok := s.(*flow.Assign); ok && cuts(a) != nil {
		return syntax.SizeLit(0)
	}
	f := t.facts.of[s]
	if f == nil {
		whole := false
		for _, p := range flow.Stores(s) {
			if p.Var == nil {
				continue
			}
			slot, ft, rest := t.sl.place(p)
			whole = whole || len(rest) == 0 && slot <= k && k < slot+width(ft)
		}
		if whole {
			return nil
		}
		return syntax.SizeLit(0)
	}
	sum := syntax.SizeLit(0)
	for _, l := range f.lists {
		n := t.pushes(l, k, changed)
		if n == nil {
			return nil
		}
		sum = sum.Add(n)
	}
	if sum == syntax.SizeLit(0) {
		return sum
	}
	switch s := s.(type) {
	case *flow.While:
		return nil
	case *flow.Count:
		n := t.fixed(s.N, changed)
		if n == nil {
			return nil
		}
		return sum.Mul(n)
	}
	return sum
}

// fixed is an int expression as a length that a loop does not change, or nil. It must not be negative by its form,
// since it is a factor.
func (t *tr) fixed(e flow.Expr, changed slotSet) *syntax.Size {
	if !total(e) {
		return nil
	}
	ok := true
	t.facts.reads(e, func(k, n int) {
		for i := k; i < k+n; i++ {
			ok = ok && !changed.has(i) && t.env[i].defined()
		}
	})
	if !ok {
		return nil
	}
	if p := t.lengthOf(e); p != nil && t.isReal(p) {
		return p
	}
	return nil
}

// roomy is a slice as a buffer of length cap, with zeros behind its elements.
func (t *tr) roomy(name string, v val, ft flow.Type, sh *shape) (buf, length syntax.Term) {
	length = v.length
	if length == nil {
		length = t.length2(v)
	}
	elem := ft.(*flow.Slice).Elem
	c := t.real(sh.n)
	arr := v.t
	from := arr.Type().(*syntax.ArrayType).Len
	same := &shape{kind: sized, n: t.bufferLen(arr), elem: sh.elem}
	if from == syntax.SizeLit(0) {
		return t.let(name, t.replicate(c, t.zeros(elem, sh.elem))), length
	}
	arr = t.let(name, t.conv(name, arr, ft, &shape{kind: sized, n: same.n, elem: v.sh.elem}, same, nil))
	i, j := syntax.NewVar("i", syntax.NewIdxType(c)), syntax.NewVar("j", syntax.Int)
	old := syntax.NewIf(syntax.NewPrim(syntax.MustOp("ilt"), syntax.Ref(j), syntax.NewSizeOf(from)),
		syntax.NewIndex(arr, syntax.NewToIdx(nil, from, syntax.Ref(j))), t.zeros(elem, sh.elem))
	body := syntax.NewLet([]syntax.Bind{{Var: j, Rhs: syntax.NewFromIdx(syntax.Ref(i))}}, old)
	return t.let(name, syntax.NewBuild(c, i, body)), length
}
