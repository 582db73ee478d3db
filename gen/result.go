package gen

import (
	"fmt"

	"github.com/dave/jennifer/jen"
)

// resultBuffers adds the parameters that receive results.
func (e *emitter) resultBuffers(results []leaf) []dest {
	dests := make([]dest, len(results))
	for k := range e.fn.into {
		if k < 0 || k >= len(results) || !buffered(results[k]) {
			failf("result %d of %s cannot be written into a slice", k, e.fn.def.Name)
		}
	}
	if e.fn.export == nil {
		return e.internalBuffers(results, dests)
	}
	for k := range results {
		name, ok := e.fn.into[k]
		if !ok {
			continue
		}
		id := &ident{name: e.names.fresh(name), fixed: true}
		e.params = append(e.params, param{id.name, results[k].goType()})
		e.check(use(id), results[k].dims, nil)
		dests[k] = dest{lv: use(id)}
	}
	return dests
}

// buffered reports whether a caller can give the memory for a result: an array of
// scalars with all its lengths in its type.
func buffered(l leaf) bool {
	for _, n := range l.dims {
		if n == nil {
			return false
		}
	}
	return len(l.dims) > 0 && (l.elem == "float64" || l.elem == "int" || l.elem == "bool")
}

// internalBuffers makes a function that is not exported write all its array
// results into slices of its caller.
func (e *emitter) internalBuffers(results []leaf, dests []dest) []dest {
	for k, l := range results {
		if l.array() {
			id := &ident{name: e.names.fresh("dst"), fixed: true}
			e.params = append(e.params, param{id.name, l.goType()})
			e.cut(use(id), l, nil)
			dests[k] = dest{lv: use(id)}
		}
	}
	return dests
}

// doc is the doc comment. Under the text of the caller stand, for an exported
// function, the shapes of its slices and which of them it overwrites.
func (e *emitter) doc(results []leaf, dests []dest) []jen.Code {
	d := e.fn.def
	text := d.Doc
	if e.fn.export != nil && e.fn.export.Doc != "" {
		text = e.fn.export.Doc
	}
	if text == "" {
		text = fmt.Sprintf("is the definition %s.", oneLine(d.Name))
	}
	out := comment(e.fn.name + " " + text)
	if e.fn.export == nil {
		return out
	}
	var buffers []string
	for i, r := range results {
		if dests[i].lv != nil {
			name := dests[i].lv.id.name
			buffers = append(buffers, name)
			e.shapes = append(e.shapes, shaped{name, r})
		}
	}
	if s := shapeSentence(e.shapes); s != "" {
		out = append(out, jen.Comment("//"))
		out = append(out, comment(s)...)
	}
	if len(buffers) > 0 {
		out = append(out, comment(e.fn.name+" overwrites "+enumeration(buffers)+", which must not overlap an argument.")...)
	}
	return out
}
