package wrap

import "go/types"

// Rows that differ in length are copied into one slice, with the places where they begin, before a core runs, and what
// it writes is copied back.

// raggedShape is the shape of such rows as the definition has them.
func raggedShape(rows *shape) *shape {
	flat := *rows.elem
	flat.typ = types.NewSlice(flat.elem.typ)
	flat.pointer = false
	off := &shape{kind: sliceKind, typ: types.NewSlice(types.Typ[types.Int]),
		elem: &shape{kind: intKind, typ: types.Typ[types.Int]}}
	return &shape{kind: structKind, typ: rows.typ, ragged: rows,
		fields: []field{{"Data", &flat, false, nil}, {"Off", off, false, nil}}}
}

// layout is a field of the workspace for rows.
func (w *fn) layout(name string, rows *shape) string {
	w.memory = true
	typ := w.file.helper("ragged") + "[" + w.typeString(rows.elem.elem.typ) + "]"
	return w.receiver + "." + w.field(name+"Flat", typ)
}

// flatParameter lays a ragged parameter out.
func (w *fn) flatParameter(p *parameter) {
	if p.shape.ragged == nil {
		return
	}
	p.flat = w.layout(p.name, p.shape.ragged)
	w.printf("%s(&%s, %s)\n", w.file.helper("raggedFill"), p.flat, p.name)
}

// flatten lays out rows that are like those of a parameter, and may be nil. With back they are written in the end. It
// returns the variable of the elements, nil where there are no rows.
func (w *fn) flatten(name string, it *item, back bool) string {
	p := &w.params[it.param]
	flat := w.layout(name, it.shape.ragged)
	if w.flats == nil {
		w.flats = map[string]string{}
	}
	w.flats[name] = flat
	w.file.helper("sizeError")
	v := w.names.fresh(name + "Data")
	w.printf("var %s %s\nif %s != nil {\n%s(%q, %q, %s, %s)\n%s(&%s, %s)\n%s = %s.Data\n", v,
		w.typeString(it.shape.fields[0].shape.typ), name,
		w.file.helper("raggedLike"), w.at, name, name, p.name, w.file.helper("raggedFill"), flat, name, v, flat)
	if back {
		w.printf("defer func() { %s(%s, &%s) }()\n", w.file.helper("raggedCopy"), name, flat)
	}
	w.printf("}\n")
	return v
}
