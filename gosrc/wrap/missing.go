package wrap

// The zero value of a struct is a buffer: slices in it that are nil are made, as long as those of the parameter. Nobody
// leaves one out to save work, since it is computed all the same. A whole buffer that is nil is the word of the caller.

// lacks reports whether slices of a buffer of the shape may have to be made; inside says that it stands in a struct.
func (s *shape) lacks(inside bool) bool {
	switch s.kind {
	case sliceKind:
		return inside && s.varies() || s.elem.lacks(inside)
	case arrayKind:
		return s.elem.lacks(inside)
	case structKind:
		if s.model != nil || s.ragged != nil {
			return false
		}
		for _, f := range s.fields {
			if !f.constant && f.shape.lacks(true) {
				return true
			}
		}
	case realKind, intKind, boolKind, errorKind, opaqueKind:
	}
	return false
}

// missing emits what makes the slices that are nil in x, a value of a buffer, of the lengths in y. Where lengths differ
// already, the checks that follow say so.
func (w *fn) missing(s *shape, x, y string, inside bool) {
	if w.d.Own || !s.lacks(inside) { // of sums, where all is there
		return
	}
	switch s.kind {
	case sliceKind, arrayKind:
		if s.kind == sliceKind && inside {
			w.printf("if %s == nil && len(%s) > 0 {\n", x, y)
			if unnamed(s.typ, w.file.Package) != nil {
				w.printf("%s = append(%s[:0:0], %s...)\nclear(%s)\n}\n", x, y, y, x)
			} else {
				w.printf("%s = make(%s, len(%s))\n}\n", x, w.typeString(s.typ), y)
			}
		}
		if !s.elem.lacks(inside) {
			return
		}
		i := w.names.fresh("i")
		if s.kind == sliceKind {
			w.printf("if len(%s) == len(%s) {\n", x, y)
		}
		w.printf("for %s := range %s {\n", i, x)
		w.missing(s.elem, s.elem.at(x+"["+i+"]"), s.elem.at(y+"["+i+"]"), inside)
		w.printf("}\n")
		if s.kind == sliceKind {
			w.printf("}\n")
		}
		w.names.free1(i)
	case structKind:
		for _, f := range s.fields {
			if !f.constant {
				w.missing(f.shape, f.shape.at(x+"."+f.name), f.shape.at(y+"."+f.name), true)
			}
		}
	case realKind, intKind, boolKind, errorKind, opaqueKind:
	}
}

// lacking reports whether the leaf at a path in a buffer is one with slices to make: those of matrices have methods.
func (b *buffer) lacking(rel []string) bool {
	s := b.item.shape
	for _, n := range rel {
		if s.model != nil {
			return false
		}
		s = s.field(n).shape
	}
	return s.lacks(len(rel) > 0)
}
