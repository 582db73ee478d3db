package wrap

import (
	"fmt"
	"slices"
	"strings"
)

// Slices in slices of which each has a length of its own are handed to cores as they are, under new headers. What cores
// make of them are slices of which an empty one stands for zeros.

// even is how many dimensions of a column come before those in which each slice has a length of its own.
func (c column) even() int {
	if k := slices.IndexFunc(c.dims(), func(s *shape) bool { return s.loose }); k >= 0 {
		return k
	}
	return len(c.dims())
}

// isLoose reports whether slices in a value have lengths of their own.
func (s *shape) isLoose() bool {
	return slices.ContainsFunc(s.columns(), func(c column) bool { return c.loose() })
}

// loosely reports whether slices in a value, in which something varies, have lengths of their own.
func (s *shape) loosely() bool {
	return slices.ContainsFunc(s.columns(), func(c column) bool { return c.loose() && c.varies() })
}

// gather puts the slices of a column of x under the headers mem.
func (w *fn) gather(c column, mem, x string) {
	w.over(c, x, c.even(), func(index []string) {
		place := mem + indices(index)
		w.printf("%s = %s\n", place, w.gathered(c, x, place, index))
	})
}

// gathered is the slice of a column at an index: as it stands, or in memory of place, which has had such a slice in the
// call before, where it is no slice of the representation.
func (w *fn) gathered(c column, x, place string, index []string) string {
	dims := c.dims()
	s, at := dims[len(index)], c.expr(x, index...)
	left := c.steps[slices.IndexFunc(c.steps, func(st step) bool { return st.dim == s }):]
	if len(left) == len(dims)-len(index) && c.scalar.exact() && isSlices(s.typ, len(left)) {
		return full(s, at)
	}
	v, i := w.names.fresh("row"), w.names.fresh("i")
	w.printf("%s := %s(&%s, len(%s))\nfor %s := range %s {\n", v, w.file.helper("grow"), place, at, i, at)
	inner := append(slices.Clip(index), i)
	if len(inner) == len(dims) {
		w.printf("%s[%s] = %s\n}\n", v, i, w.fromGo(c.scalar, c.expr(x, inner...)))
	} else {
		w.printf("%s[%s] = %s\n", v, i, w.gathered(c, x, v+"["+i+"]", inner))
		w.printf("}\n")
	}
	w.names.free1(i)
	return v
}

// scatter writes what a core has made into a column of x.
func (w *fn) scatter(c column, x, from string) {
	w.over(c, x, c.even(), func(index []string) { w.scattered(c, x, from+indices(index), index) })
}

// scattered writes one slice, or zeros where from is empty.
func (w *fn) scattered(c column, x, from string, index []string) {
	dims := c.dims()
	at := c.expr(x, index...)
	if len(index) == len(dims) {
		value := "0"
		if from != "" {
			value = w.toGo(c.scalar, from)
		}
		w.printf("%s = %s\n", c.variable(x, index...), value)
		return
	}
	s := dims[len(index)]
	each := func(from string) {
		if len(index) == len(dims)-1 && c.steps[len(c.steps)-1].dim == s && (from == "" || c.scalar.exact()) {
			if from == "" {
				w.printf("clear(%s)\n", full(s, at))
			} else {
				w.printf("copy(%s, %s)\n", full(s, at), from)
			}
			return
		}
		i := w.names.fresh("i")
		w.printf("for %s := range %s {\n", i, at)
		if from != "" {
			from += "[" + i + "]"
		}
		w.scattered(c, x, from, append(slices.Clip(index), i))
		w.printf("}\n")
		w.names.free1(i)
	}
	if from == "" || s.kind == arrayKind {
		each(from)
		return
	}
	w.printf("if len(%s) == 0 {\n", from)
	each("")
	w.printf("} else {\n")
	each(from)
	w.printf("}\n")
}

// fillTangents gives the tangents of slices that a core has made the lengths of those slices: they are empty where they
// are zero.
func (w *fn) fillTangents(slots []slot) {
	for i := range slots {
		s := &slots[i]
		if !s.tangent || s.value == "" || s.value == "_" || len(s.col.dims()) == 0 {
			continue
		}
		k := slices.IndexFunc(slots, func(o slot) bool {
			return !o.tangent && o.comp == s.comp && slices.Equal(o.col.steps, s.col.steps)
		})
		own := w.comps[s.comp].result
		if own < 0 || w.own == nil || w.own[own] == "_" {
			w.filled(s.col, s.value, func(index []string) string { return slots[k].value + indices(index) }, nil)
			continue
		}
		result, inner, deep := w.own[own], w.comps[s.comp].shape, false
		x, pointer := inner.at(result), inner.pointer
		for _, n := range s.col.before() {
			inner = inner.field(n).shape
			deep = deep || inner.pointer
		}
		if deep && !s.col.loose() {
			continue // it may be nil
		}
		if pointer {
			w.printf("if %s != nil {\n", result)
		}
		w.filled(s.col, s.value, func(index []string) string { return s.col.expr(x, index...) }, nil)
		if pointer {
			w.printf("}\n")
		}
	}
}

// filled makes a slice zeros where it is empty, as many as there are in what is like it, and those in it.
func (w *fn) filled(c column, x string, like func(index []string) string, index []string) {
	at, left := x+indices(index), len(c.dims())-len(index)
	w.printf("if len(%s) == 0 {\n%s = make(%s%s, len(%s))\n}\n", at, at, strings.Repeat("[]", left), c.scalar.base(),
		like(index))
	if left == 1 {
		return
	}
	i := w.names.fresh([]string{"i", "j", "k"}[min(len(index), 2)])
	w.printf("for %s := range %s {\n", i, at)
	w.filled(c, x, like, append(slices.Clip(index), i))
	w.printf("}\n")
	w.names.free1(i)
}

// alike emits the checks that slices in x, if it is there, have the lengths that those in the parameter y have, where
// each has its own.
func (w *fn) alike(s *shape, x, y string, name label) {
	if !s.loosely() {
		return
	}
	w.printf("if %s != nil {\n", x)
	w.alikeIn(s, x, y, name)
	w.printf("}\n")
}

func (w *fn) alikeIn(s *shape, x, y string, name label) {
	if !s.loosely() {
		return
	}
	switch s.kind {
	case sliceKind, arrayKind:
		if s.loose {
			w.printf("if len(%s) != len(%s) {\npanic(%s(%q, %s, len(%s), len(%s)))\n}\n", x, y,
				w.file.helper("lengthError"), w.at, w.label(name), x, y)
		}
		if s.elem.loosely() {
			i := w.names.fresh("i")
			w.printf("for %s := range %s {\n", i, x)
			w.alikeIn(s.elem, s.elem.at(x+"["+i+"]"), s.elem.at(y+"["+i+"]"), name.index(i))
			w.printf("}\n")
			w.names.free1(i)
		}
	case structKind:
		for _, f := range s.fields {
			if !f.constant {
				w.alikeIn(f.shape, f.shape.at(x+"."+f.name), f.shape.at(y+"."+f.name), name.field(f.name))
			}
		}
	case realKind, intKind, boolKind, errorKind, opaqueKind:
	}
}

// rowsLike emits the checks that rows of the cotangent of a result, each with a length of its own, are as long as those
// of the result, or empty, which stands for zeros. Only now is it known how long these are.
func (w *fn) rowsLike(d *direction) {
	if d.item != nil || !d.shape.isLoose() {
		return
	}
	for i := range w.slots {
		if s := &w.slots[i]; s.comp >= 0 && s.col.loose() && w.comps[s.comp].shape == d.shape {
			w.checkRows(d.name, s.value)
		}
	}
}

// checkRows is rowsLike for rows x of a cotangent of y.
func (w *fn) checkRows(x, y string) {
	i := w.names.fresh("i")
	w.printf("for %s := range %s {\nif len(%s[%s]) != 0 && len(%s[%s]) != len(%s[%s]) {\npanic(%s(%q, %s, "+
		"len(%s[%s]), len(%s[%s])))\n}\n}\n", i, x, x, i, x, i, y, i,
		w.file.helper("lengthError"), w.at, w.label(label{x}.index(i)), x, i, y, i)
	w.names.free1(i)
}

// partOf is the expression of a part of what is differentiated by.
func (w *fn) partOf(it *item, rel []string) string {
	for i := range w.flat.leaves {
		if l := &w.flat.leaves[i]; l.param == it.param && slices.Equal(l.path, append(slices.Clip(it.path), rel...)) {
			return w.leafAt(l)
		}
	}
	return w.params[it.param].name
}

// raggedPath is what ragged= names a leaf by; it is empty where slices in that cannot have lengths of their own: the
// function writes them and they cannot be put one after the other, or they would be differentiated by as a row of a
// matrix.
func (w *fn) raggedPath(l *leaf) string {
	p := w.params[l.param]
	if p.source == "" || p.source == "_" || l.shape.model != nil || l.shape.set ||
		slices.Contains(w.Outs, l.param) && !slices.Contains(w.Even, l.param) {
		return ""
	}
	if (w.d.Verb == "jacobian" || w.d.Verb == "hessian") &&
		slices.ContainsFunc(w.items, func(it item) bool { return l.of(&it) }) {
		return ""
	}
	return p.source + strings.TrimPrefix(l.text, p.name)
}

// looseFault says what is not supported of slices with lengths of their own.
func (w *fn) looseFault() error {
	for _, k := range w.Outs {
		if w.params[k].shape.isLoose() {
			return fmt.Errorf("%s writes %s, in which slices have lengths of their own; write into copies, or return "+
				"what is new", w.Func.Name(), w.params[k].source)
		}
	}
	for _, l := range w.flat.leaves {
		if (w.d.Verb == "jacobian" || w.d.Verb == "hessian") && l.shape.loosely() &&
			slices.ContainsFunc(w.items, func(it item) bool { return l.of(&it) }) {
			return fmt.Errorf("%s is no row of a matrix: slices in it have lengths of their own; use vjp, jvp or "+
				"hvp, or all numbers in one slice", l.text)
		}
	}
	return nil
}
