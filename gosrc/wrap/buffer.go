package wrap

import (
	"go/types"
	"slices"
	"strings"
)

// A buffer is the parameter that receives the gradient by one item.
type buffer struct {
	item *item
	name string
	// own says that the parameter has the item's own type; otherwise it points to one.
	own bool
}

// mutable reports whether what stands in a value of the type can be changed by a callee.
func mutable(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Pointer:
		return true
	}
	return false
}

// barName is the name of the cotangent of a path.
func barName(text, suffix string) string {
	parts := strings.Split(plainPath(text), ".")
	for i := 1; i < len(parts); i++ {
		parts[i] = upper(parts[i])
	}
	return strings.Join(parts, "") + suffix
}

// buffer adds a parameter for the gradient by an item.
func (w *fn) buffer(it *item, hint string) *buffer {
	b := &buffer{item: it, own: mutable(it.typ)}
	t := it.typ
	if !b.own {
		t = types.NewPointer(t)
	}
	b.name = w.param(hint, t)
	return b
}

// A target is where the gradient by one leaf goes.
type target struct {
	buffer *buffer
	leaf   int
	// at is the expression of the memory: of a slice, or of a pointer to an array or scalar; it may be nil.
	at   string
	name label
}

// targets declares a variable for the memory of each leaf of a buffer; it is nil where the caller skips it.
func (w *fn) targets(b *buffer) []*target {
	var out []*target
	if s := b.item.shape; s.ragged != nil {
		flat := w.flatten(b.name, b.item, true)
		for i := range w.flat.leaves {
			if w.flat.leaves[i].of(b.item) {
				out = append(out, &target{buffer: b, leaf: i, at: flat, name: label{b.name}})
			}
		}
		return out
	}
	if s := b.item.shape; b.own && s.model != nil {
		w.agrees(s, b.name, part(w.params[b.item.param].name, s, b.item.path))
		w.compact(s, b.name, true, true)
	}
	for i := range w.flat.leaves {
		l := &w.flat.leaves[i]
		if !l.of(b.item) {
			continue
		}
		rel := l.path[len(b.item.path):]
		t := &target{buffer: b, leaf: i, at: b.name, name: label{strings.Join(append([]string{b.name}, rel...), ".")}}
		out = append(out, t)
		slice := l.shape.kind == sliceKind
		if len(rel) == 0 {
			if slice && l.shape.pointer { // *[]float64
				t.at = w.names.fresh(b.name + "Elems")
				w.printf("var %s %s\nif %s != nil {\n%s = *%s\n}\n", t.at, w.typeString(l.shape.typ), b.name, t.at,
					b.name)
			}
			switch {
			case w.d.Own || !b.lacking(rel):
			case slice:
				w.missing(l.shape, t.at, w.leafAt(l), false)
			default:
				w.printf("if %s != nil {\n", t.at)
				w.missing(l.shape, t.at, w.leafAt(l), false)
				w.printf("}\n")
			}
			continue
		}
		t.at = w.names.fresh(barName(strings.Join(append([]string{b.name}, rel...), "."), ""))
		typ, amp := w.typeString(l.shape.typ), ""
		x := strings.Join(append([]string{b.name}, rel...), ".")
		switch {
		case slice && l.shape.pointer:
			amp = "*"
		case !slice:
			typ = "*" + typ
			if !l.shape.pointer {
				amp = "&"
			}
		}
		w.printf("var %s %s\nif %s {\n", t.at, typ, w.reachable(b, rel))
		if b.lacking(rel) {
			w.missing(l.shape, l.shape.at(x), w.leafAt(l), true)
		}
		w.printf("%s = %s%s\n}\n", t.at, amp, x)
	}
	return out
}

// reachable is the condition that all pointers on the way to a part of a buffer are there.
func (w *fn) reachable(b *buffer, rel []string) string {
	s, x := b.item.shape, b.name
	conds := []string{x + " != nil"}
	for k, n := range rel {
		f := s.field(n)
		s, x = f.shape, x+"."+n
		if s.pointer && (k < len(rel)-1 || s.kind == sliceKind) {
			conds = append(conds, x+" != nil")
		}
	}
	return strings.Join(conds, " && ")
}

// checkTarget emits the checks of lengths of memory that is there.
func (w *fn) checkTarget(t *target) {
	l := &w.flat.leaves[t.leaf]
	if l.shape.hasSlice() {
		w.ofBuffer = true
		w.checkGiven(l.shape, t.at, t.name, true, false)
		w.ofBuffer = false
		w.checked = append(w.checked, checked{l.shape, t.at})
	}
	w.alike(l.shape, t.at, w.leafAt(l), t.name)
}

// A checked is a variable whose lengths are checked if it is not nil.
type checked struct {
	shape *shape
	x     string
}

// checkGiven is check for a value that, if maybe, is only there if it is not nil. What goes in and comes out is looked
// at once.
func (w *fn) checkGiven(s *shape, x string, name label, maybe, own bool) {
	switch {
	case maybe && slices.Contains(w.checked, checked{s, x}):
	case !maybe:
		w.check(s, x, name, own)
	case s.kind == sliceKind && !s.elem.hasSlice():
		w.checkLength(s, x, name, x+" != nil && ")
	default:
		w.printf("if %s != nil {\n", x)
		w.check(s, x, name, own)
		w.printf("}\n")
	}
}

// output is the array of the representation that the core writes a column of the target into.
func (w *fn) output(t *target, c column, hint string) string {
	l := &w.flat.leaves[t.leaf]
	if !c.varies() { // not for the user
		return w.scratch(c, copied, hint)
	}
	switch c.passing(l.shape) {
	case direct:
		v := t.at
		if w.d.Own && l.shape.kind != arrayKind {
			return v
		}
		if l.shape.kind == arrayKind {
			v = w.names.fresh(hint)
			w.printf("var %s []%s\nif %s != nil {\n%s = %s[:]\n} else {\n", v, c.scalar.base(), t.at, v, t.at)
		} else {
			w.printf("if %s == nil {\n", v)
		}
		w.printf("%s = %s\n}\n", v, w.alloc(c, copied, hint))
		return v
	case rows:
		v := w.names.fresh(hint)
		w.printf("var %s %s%s\nif %s == nil {\n", v, strings.Repeat("[]", len(c.dims())), c.scalar.base(), t.at)
		w.printf("%s = %s\n} else {\n%s = %s\n", v, w.alloc(c, copied, hint), v, w.alloc(c, rows, hint))
		w.fill(c, rows, v, t.at)
		w.printf("}\n")
		return v
	case copied:
	}
	return w.scratch(c, copied, hint)
}

// store writes a column from the representation into the target, where it has not been written in place.
func (w *fn) store(t *target, c column, from string) {
	l := &w.flat.leaves[t.leaf]
	if !c.varies() || len(c.dims()) > 0 && c.passing(l.shape) != copied && !c.loose() {
		return
	}
	w.printf("if %s != nil {\n", t.at)
	if c.loose() {
		w.scatter(c, t.at, from)
		w.printf("}\n")
		return
	}
	if len(c.steps) == 0 {
		op := "="
		if w.adds {
			op = "+="
		}
		w.printf("*%s %s %s\n", t.at, op, w.toGo(c.scalar, from))
	} else {
		w.transfer(c, t.at, from)
	}
	w.printf("}\n")
}

// clear sets the columns of a target that vary to zero.
func (w *fn) clear(t *target) {
	l := &w.flat.leaves[t.leaf]
	w.printf("if %s != nil {\n", t.at)
	for _, c := range l.shape.columns() {
		switch {
		case !c.varies():
		case len(c.steps) == 0:
			w.printf("*%s = 0\n", t.at)
		case c.steps[len(c.steps)-1].dim != nil && c.steps[len(c.steps)-1].dim.kind == sliceKind:
			w.over(c, t.at, len(c.dims())-1, func(index []string) { w.printf("clear(%s)\n", c.expr(t.at, index...)) })
		default:
			w.over(c, t.at, len(c.dims()), func(index []string) { w.printf("%s = 0\n", c.variable(t.at, index...)) })
		}
	}
	w.printf("}\n")
}
