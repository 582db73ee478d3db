package wrap

import (
	"fmt"
	"strings"
)

// setFields adds to the shapes of structs the bools that the translation has behind their fields. They come after all
// others in the order of fields.
func (r *Root) setFields(params []parameter) {
	for _, p := range r.SetFields {
		s := params[p.Param].shape
		for _, k := range p.Path[:len(p.Path)-1] {
			if k == Elements {
				s = s.elem
			} else {
				s = s.fields[k].shape
			}
		}
		f := s.fields[p.Path[len(p.Path)-1]]
		s.fields = append(s.fields, field{f.name, setShape(f.shape), true, f.of})
	}
}

// setShape is the shape of the bool that says whether a value of shape s is not nil.
func setShape(s *shape) *shape { return &shape{kind: boolKind, typ: s.typ, set: true} }

// setFault says what is not supported: a pointer in a structure or slice that may be nil.
func (r *Root) setFault(params []parameter) error {
	for _, p := range r.SetFields {
		s, text := params[p.Param].shape, params[p.Param].source
		for _, k := range p.Path {
			if k == Elements {
				s, text = s.elem, text+"[i]"
			} else {
				text += "." + s.fields[k].name
				s = s.fields[k].shape
			}
		}
		if s.pointer {
			return fmt.Errorf("%s, a pointer in a parameter, is compared with nil; make it a parameter of its own, "+
				"or hold the value itself, with a bool beside it", text)
		}
	}
	return nil
}

// nonNil declares, for a pointer that may be nil, a variable that points to zeros then.
func (w *fn) nonNil() {
	w.instead = map[string]string{}
	for _, k := range w.Set {
		p := w.params[k]
		if !p.shape.pointer || w.instead[p.name] != "" {
			continue
		}
		v := w.names.fresh(p.name + "Or")
		t := strings.TrimPrefix(w.typeString(inPairs(p.typ.Underlying())), "*")
		w.printf("%s := %s\nif %s == nil {\n%s = new(%s)\n}\n", v, p.name, v, v, t)
		w.instead[p.name] = v
	}
}

// readFrom is the variable that a parameter is read from.
func (w *fn) readFrom(name string) string {
	if v := w.instead[name]; v != "" {
		return v
	}
	return name
}

// leafAt is the expression of a leaf.
func (w *fn) leafAt(l *leaf) string {
	p := &w.params[l.param]
	x := w.readFrom(p.value())
	if l.shape.set && len(l.path) == 0 {
		x = p.name
	}
	return part(x, l.shape, l.path)
}
