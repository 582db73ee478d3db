package wrap

// A Part is memory that a parameter leads to: the slice, or what the pointer points to, that stands at the end of the
// path.
type Part struct {
	Param int
	// Path is the way there: the number of a field, or [Elements]. Pointers are followed without a step.
	Path []int
}

// Elements is the step to all elements of a slice or array.
const Elements = -1

// separate emits the checks that parts of parameters share no memory that the function needs apart. Checked are slices,
// rows of matrices with the rows of the same index, neighbouring rows of one matrix, and pointers of one type.
func (w *fn) separate() {
	for _, d := range w.Apart {
		a, okA := w.part(d[0])
		b, okB := w.part(d[1])
		if !okA || !okB || a.elem != b.elem {
			continue
		}
		switch {
		case a.rank == 0 && b.rank == 0:
			if a.x != b.x {
				w.apart(a, b)
			}
		case a.rank == 0 || b.rank == 0:
		case a.x == b.x && a.rank == 2:
			for _, h := range []string{"overlap", "overlapError", "apart"} { // what the other needs
				w.file.helper(h)
			}
			w.printf("%s(%q, %q, %s)\n", w.file.helper("rowsDisjoint"), w.at, a.name, a.x)
		case a.x != b.x:
			w.apart(a, b)
		}
	}
}

// part is the memory of a part of a parameter; ok is false for what is not checked.
func (w *fn) part(p Part) (memory, bool) {
	q := w.params[p.Param]
	s, x := q.shape, w.readFrom(q.name)
	if s.ragged != nil {
		s = s.ragged
	}
	name := q.name
	deep := 0
	for _, k := range p.Path {
		switch {
		case k == Elements && s.kind == sliceKind && deep == 0:
			deep++
			s, x = s.elem, s.at(x)
		case k >= 0 && deep == 0 && s.kind == structKind && k < len(s.fields):
			f := s.fields[k]
			s, x, name = f.shape, x+"."+f.name, name+"."+f.name
		default:
			return memory{}, false
		}
	}
	if deep == 0 && s.pointer {
		if s.kind == sliceKind { // *[]float64: that of the slice
			return memory{name, s.at(x), memoryType(s.elem.typ), 1}, !s.elem.pointer
		}
		return memory{name, x, "*" + memoryType(s.typ), 0}, true
	}
	if s.kind != sliceKind || s.pointer || s.elem.pointer {
		return memory{}, false
	}
	return memory{name, x, memoryType(s.elem.typ), 1 + deep}, true
}
