package gen

import (
	"fmt"

	"github.com/dave/jennifer/jen"
)

// resultBuffers adds the parameters that receive results.
func (e *emitter) resultBuffers(results []leaf) []dest {
	dests := make([]dest, len(results))
	for k := range e.fn.into {
		if k < 0 || k >= len(results) || len(results[k].dims) != 1 || !results[k].array() || results[k].data != nil {
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

func (e *emitter) doc(results []leaf, dests []dest) []jen.Code {
	d := e.fn.def
	text := d.Doc
	if e.fn.export != nil && e.fn.export.Doc != "" {
		text = e.fn.export.Doc
	}
	if text == "" {
		text = fmt.Sprintf("is %s.", oneLine(d.Name))
	}
	out := comment(e.fn.name + " " + text)
	for i, r := range results {
		if dests[i].lv != nil && e.fn.export != nil {
			out = append(out, comment(fmt.Sprintf("It overwrites %s, of length %s, which must not overlap an argument.",
				dests[i].lv.id.name, r.dims[0]))...)
		}
	}
	return out
}
