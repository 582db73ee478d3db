package wrap

import (
	"fmt"
	"slices"
	"strings"
)

// shapes measures the parameters and checks that slices of slices are rectangular.
func (w *fn) shapes() {
	w.nonNil()
	for i := range w.params {
		w.flatParameter(&w.params[i])
	}
	for i, p := range w.params {
		w.compact(p.shape, w.readFrom(p.name), false, slices.Contains(w.Outs, i))
	}
	for i := range w.flat.leaves {
		l := &w.flat.leaves[i]
		x := w.leafAt(l)
		w.measure(l.shape, x, nil)
		w.unlike = w.raggedPath(l)
		w.check(l.shape, x, label{l.text}, true)
	}
	w.unlike = ""
	w.separate()
}

// A memory is a slice that a caller gave.
type memory struct {
	name string
	x    string
	elem string // type
	rank int    // 1 or 2; 0 of a pointer, whose type elem is
}

// span is the memory of a leaf; ok is false for what is not checked.
func (w *fn) span(s *shape, x, name string) (memory, bool) {
	switch {
	case s.kind != sliceKind || s.elem.pointer:
	case s.elem.kind != sliceKind:
		return memory{name, x, memoryType(s.elem.typ), 1}, true
	case !s.elem.elem.pointer:
		return memory{name, x, memoryType(s.elem.elem.typ), 2}, true
	}
	return memory{}, false
}

// disjoint emits the checks that buffers overlap neither parameters nor each other.
func (w *fn) disjoint(targets []*target, read []memory) {
	w.pointersApart(targets)
	var bufs []memory
	params := slices.Clip(read)
	for _, t := range targets {
		if rows := t.buffer.item.shape.ragged; rows != nil {
			if m, ok := w.span(rows, t.buffer.name, t.buffer.name); ok {
				bufs = append(bufs, m)
			}
			continue
		}
		if m, ok := w.span(w.flat.leaves[t.leaf].shape, t.at, strings.Join(t.name, "")); ok {
			bufs = append(bufs, m)
		}
	}
	for i := range w.flat.leaves {
		l := &w.flat.leaves[i]
		if p := &w.params[l.param]; p.shape.ragged != nil {
			if m, ok := w.span(p.shape.ragged, p.name, p.name); ok && !l.shape.set && l.path[0] == "Data" {
				params = append(params, m)
			}
			continue
		}
		if m, ok := w.span(l.shape, w.leafAt(l), l.text); ok {
			params = append(params, m)
		}
	}
	w.allApart(bufs, params)
}

func (w *fn) apart(b, o memory) {
	if b.rank == 0 {
		w.printf("if %s != nil && %s == %s {\n%s(%q, %q, %q)\n}\n", b.x, b.x, o.x, w.file.helper("overlapError"), w.at,
			b.name, o.name)
		return
	}
	f := "apart"
	for _, h := range []string{"overlap", "overlapError", f} { // what the others need
		w.file.helper(h)
	}
	switch {
	case b.rank == 2 && o.rank == 2:
		f = "rowsApart"
	case b.rank == 2:
		f = "rowsApartFrom"
	case o.rank == 2:
		f = "apartFromRows"
	}
	w.printf("%s(%q, %q, %s, %q, %s)\n", w.file.helper(f), w.at, b.name, b.x, o.name, o.x)
}

// pointersApart emits the checks that buffers that are pointers differ from parameters and from each other.
func (w *fn) pointersApart(targets []*target) {
	var bufs, others []memory
	for _, p := range w.params {
		if p.shape.pointer {
			others = append(others, memory{p.name, p.name, memoryType(p.typ), 0})
		}
	}
	var last *buffer
	for _, t := range targets {
		b := t.buffer
		if b == last {
			continue
		}
		last = b
		typ := memoryType(b.item.typ)
		switch {
		case !b.own:
			typ = "*" + typ
		case !b.item.shape.pointer:
			continue
		}
		bufs = append(bufs, memory{b.name, b.name, typ, 0})
	}
	w.allApart(bufs, others)
}

// place says where the core puts a part of the value: parts of results into variables, new values of parameters into
// scratch.
func (w *fn) place(s *slot) {
	c := w.comps[s.comp]
	switch {
	case s.tangent:
		w.placeTangent(s)
	case c.status(): // 0: the core panics instead
	case c.out >= 0 && s.col.scalar.oneWay() && len(s.col.dims()) == 0:
		s.value = "_"
	case c.out >= 0 && len(s.col.dims()) > 0:
		s.into = w.scratch(s.col, copied, hint(w.params[c.out].name+"_new", s.col))
	case c.out >= 0 && c.shape.model != nil: // a size, which stays
	case c.out >= 0:
		s.value = w.names.fresh(hint(w.params[c.out].name+"_new", s.col))
	case c.result >= 0 && w.fromUser(c.result, c.shape): // taken from the user's function
	default:
		s.value = w.names.fresh(hint(w.resultName(c.result), s.col))
	}
}

// failures emits what is done where the user's function returns an error, and the results that only itself gives.
func (w *fn) failures(zero func()) {
	w.afterErrors(zero)
	w.ownResults()
}

// afterErrors emits what is done where the user's function returns an error: it is called itself. zero clears
// gradients.
func (w *fn) afterErrors(zero func()) {
	if errs := w.errorValues(); len(errs) > 0 {
		w.printf("if %s {\n", strings.Join(errs, " != 0 || ")+" != 0")
		zero()
		w.printf("%s\n}\n", w.afterError())
	}
}

// ownResults emits the call of the user's function for results that hold what the translation does not know.
func (w *fn) ownResults() {
	if len(w.sig.results) == 0 {
		return // a pullback, which gives none
	}
	names := make([]string, len(w.results))
	some := false
	for i, r := range w.results {
		names[i] = "_"
		if w.fromUser(i, r.shape) {
			names[i] = w.names.fresh(w.resultName(i) + "F")
			some = true
		}
	}
	if some {
		w.own = names
		w.printf("%s := %s\n", strings.Join(names, ", "), w.again())
	}
}

// fromUser reports whether the i-th result is taken from a call of the user's function: the translation does not know
// all that is in it.
func (w *fn) fromUser(i int, s *shape) bool {
	return s.kind != errorKind && s.hasOpaque() || s.model == nil && slices.Contains(w.Nil, i)
}

// value is the i-th result, made of slots.
func (w *fn) value(i int, slots []*slot) string {
	if w.own != nil && w.own[i] != "_" {
		return w.own[i]
	}
	return w.composed(w.results[i].typ, w.results[i].shape, slots, w.resultName(i))
}

// hasOpaque reports whether a value holds what the translation does not know.
func (s *shape) hasOpaque() bool {
	switch s.kind {
	case opaqueKind:
		return true
	case intKind, errorKind:
		return s.oneWay()
	case sliceKind, arrayKind:
		return s.elem.hasOpaque()
	case structKind:
		return slices.ContainsFunc(s.fields, func(f field) bool { return f.shape.hasOpaque() })
	case realKind, boolKind:
	}
	return false
}

// errorValues are the variables that say which results are errors.
func (w *fn) errorValues() []string {
	var out []string
	for _, s := range w.slots {
		if s.comp >= 0 && !s.tangent && w.comps[s.comp].result >= 0 && w.comps[s.comp].shape.kind == errorKind {
			out = append(out, s.value)
		}
	}
	return out
}

// afterError is the return after an error.
func (w *fn) afterError() string {
	if len(w.sig.results) == len(w.results) {
		return "return " + w.again()
	}
	var names []string
	for i := range w.results {
		names = append(names, w.names.fresh(w.resultName(i)+"F"))
	}
	zeros := make([]string, 0, len(w.more))
	for _, r := range w.more {
		zeros = append(zeros, "*new("+r+")")
	}
	return fmt.Sprintf("%s := %s\nreturn %s", strings.Join(names, ", "), w.again(),
		strings.Join(w.arranged(names, zeros), ", "))
}

// outs writes the new values of parameters.
func (w *fn) outs(slots []slot) {
	for i := range slots {
		s := &slots[i]
		if s.comp < 0 || w.comps[s.comp].out < 0 || s.tangent {
			continue
		}
		p := w.params[w.comps[s.comp].out]
		if s.col.scalar.oneWay() {
			continue
		}
		name := w.readFrom(p.value())
		x := part(name, p.shape, nil)
		if p.shape.ragged != nil {
			if s.col.steps[0].field == "Data" {
				w.transfer(s.col, x, s.into)
				w.printf("%s(%s, &%s)\n", w.file.helper("raggedCopy"), p.name, x)
			}
			continue
		}
		if p.shape.model != nil && s.into == "" { // the sizes of a matrix
			continue
		}
		if s.into == "" {
			w.printf("%s = %s\n", s.col.variable(x), w.toGo(s.col.scalar, s.value))
			continue
		}
		w.transfer(s.col, x, s.into)
	}
}

// returns emits the return of the results, and of more.
func (w *fn) returns(slots []slot, more []string) {
	var vals []string
	for i := range w.results {
		var mine []*slot
		for k := range slots {
			if s := &slots[k]; s.comp >= 0 && w.comps[s.comp].result == i && !s.tangent {
				mine = append(mine, s)
			}
		}
		vals = append(vals, w.value(i, mine))
	}
	vals = w.arranged(vals, more)
	if len(vals) == 0 {
		return
	}
	list := strings.Join(vals, ", ")
	text := strings.TrimSuffix(w.text.String(), "\n")
	last := text[strings.LastIndex(text, "\n")+1:]
	if call, ok := strings.CutPrefix(last, list+" := "); ok { // nothing happens to what the core returns
		w.text.Reset()
		w.text.WriteString(strings.TrimSuffix(text, last) + "return " + call + "\n")
		return
	}
	w.printf("return %s\n", list)
}

// compose is a new Go value made of the variables of its columns.
func (w *fn) compose(s *shape, slots []*slot, hint string) string {
	switch {
	case s.kind == errorKind:
		return "nil"
	case s.model != nil:
		fields := map[string]string{}
		for _, x := range slots {
			fields[x.col.steps[0].field] = x.value
		}
		return w.composeModel(s, fields, hint)
	case len(slots) == 1 && len(slots[0].col.steps) == 0 && !s.pointer:
		return w.toGo(s, slots[0].value)
	case len(slots) == 1 && slots[0].col.passing(s) == direct && s.kind == sliceKind && !s.pointer:
		return slots[0].value
	}
	v := w.names.fresh(hint + "Out")
	w.printf("var %s %s\n", v, w.typeString(s.typ))
	w.allocate(s, v)
	for _, x := range slots {
		w.assemble(s, x, v)
	}
	if s.pointer {
		return "&" + v
	}
	return v
}

// allocate makes what the pointers in the fields of a new structure point to.
func (w *fn) allocate(s *shape, v string) {
	if s.kind != structKind {
		return
	}
	for _, f := range s.fields {
		at := v + "." + f.name
		if f.shape.set || f.shape.model != nil {
			continue
		}
		if f.shape.pointer {
			w.printf("%s = new(%s)\n", at, w.typeString(f.shape.typ))
		}
		w.allocate(f.shape, at)
	}
}

// assemble stores a column into a new value of shape s. Slices are made where they are nil, and so are pointers in
// elements.
func (w *fn) assemble(s *shape, x *slot, v string) {
	if at, ok := x.col.slices(v); ok {
		w.printf("%s = %s\n", at, x.value)
		return
	}
	var index []string
	at, from := v, x.value
	copies := false // the innermost array at once
	for k, st := range x.col.steps {
		if st.dim == nil {
			s, at = s.field(st.field).shape, at+"."+st.field
		} else {
			if st.dim.kind == sliceKind {
				w.printf("if %s == nil {\n%s = make(%s, len(%s))\n}\n", at, at, w.typeString(st.dim.typ), from)
			}
			if k == len(x.col.steps)-1 && x.col.scalar.exact() {
				copies = true
				break
			}
			i := w.names.fresh([]string{"i", "j", "k"}[min(len(index), 2)])
			w.printf("for %s := range %s {\n", i, at)
			index = append(index, i)
			s, at, from = st.dim.elem, at+"["+i+"]", from+"["+i+"]"
		}
		if s.pointer && len(index) > 0 {
			w.printf("if %s == nil {\n%s = new(%s)\n}\n", at, at, w.typeString(s.typ))
		}
		at = s.at(at)
	}
	switch {
	case copies:
		w.printf("copy(%s, %s)\n", full(s, at), from)
	case s.pointer && len(x.col.steps) > 0:
		w.printf("*%s = %s\n", at, w.toGo(x.col.scalar, from))
	default:
		w.printf("%s = %s\n", at, w.toGo(x.col.scalar, from))
	}
	w.printf("%s", strings.Repeat("}\n", len(index)))
	for _, i := range index {
		w.names.free1(i)
	}
}

// slices reports the part of v that a column is, if it is one of slices of the representation.
func (c column) slices(v string) (string, bool) {
	k := 0
	for ; k < len(c.steps) && c.steps[k].dim == nil; k++ {
		v += "." + c.steps[k].field
	}
	if k == len(c.steps) {
		return "", false
	}
	s := c.steps[k].dim
	rest := column{steps: c.steps[k:], scalar: c.scalar}
	return v, s.kind == sliceKind && !s.pointer && rest.passing(s) == direct
}
