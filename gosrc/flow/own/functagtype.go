package own

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// rep is the type of the values of a slot.
func (t *tagger) rep(s *slot) flow.Type {
	s = s.find()
	if s.rep != nil {
		return s.rep
	}
	if s.busy {
		t.report(s,
			"this function, or value of an interface, holds others of its own kind, as many as are made at run time",
			"keep them in a slice, and ints that say where in it the others are; or use a loop over what the "+
				"functions do")
		return flow.OpaqueT
	}
	if !holdsFunc(s.typ) {
		s.rep = s.typ
		return s.rep
	}
	s.busy = true
	switch u := s.typ.(type) {
	case *flow.Slice:
		s.rep = &flow.Slice{Elem: t.rep(s.element())}
	case *flow.Array:
		s.rep = &flow.Array{Len: u.Len, Elem: t.rep(s.element())}
	case *flow.Pointer:
		s.rep = &flow.Pointer{Elem: t.rep(s.element())}
	case *flow.Struct:
		n := &flow.Struct{Name: u.Name, Map: u.Map}
		for i, f := range u.Fields {
			n.Fields = append(n.Fields, flow.Field{Name: f.Name, Type: t.rep(s.field(i)), Constant: f.Constant})
		}
		s.rep = n
	case *flow.FuncType:
		s.rep = t.funcRep(s)
	}
	s.busy = false
	return s.rep
}

// funcRep is the struct for a class of functions. Numbers that different functions captured share fields,
// and so do functions that captured one variable.
func (t *tagger) funcRep(s *slot) flow.Type {
	if s.outside {
		if s.called || s.tested != nil {
			text, hint := "a function that the caller chooses is called: its derivative is not known here",
				"differentiate a function that passes a known function, and leave this one without a directive"
			if ft, ok := s.typ.(*flow.FuncType); ok && ft.Interface != "" {
				text = "the caller chooses what is in this " + path.Base(ft.Interface) +
					": the derivatives of its methods are not known here"
				hint = "differentiate a function that makes the value, and leave this one without a directive; or " +
					"take the concrete type"
				if strings.HasPrefix(ft.Interface, "math/rand") {
					hint = "take the generator as a parameter of the function with the directive: a *rand.Rand, which it must not seed; " +
						"effects=drop does not go with it"
				}
			}
			t.report(s, text, hint)
		}
		return flow.OpaqueT
	}
	s.members = distinct(s.members)
	n := &flow.Struct{Name: "func", Fields: []flow.Field{{Name: "tag", Type: tagType}}}
	holder := map[int]capture{} // what a field was made for
	for _, m := range s.members {
		used := map[int]bool{}
		m.fields = nil
		for _, c := range m.caps {
			if slices.Contains(t.passed[s], passing{c, m.home}) {
				m.fields = append(m.fields, -1)
				continue
			}
			ft := t.rep(t.slots.variable(c.v))
			if c.ref {
				ft = &flow.Pointer{Elem: ft}
			}
			k := -1
			for j := 1; j < len(n.Fields) && k < 0; j++ {
				number := basic(ft) && n.Fields[j].Type == ft
				if !used[j] && (number || holder[j] == c) {
					k = j
				}
			}
			if k < 0 {
				k = len(n.Fields)
				n.Fields = append(n.Fields, flow.Field{Name: fmt.Sprintf("%s%d", c.v.Name, k), Type: ft})
				holder[k] = c
			}
			used[k] = true
			m.fields = append(m.fields, k)
		}
	}
	return n
}

// distinct are members, each once.
func distinct(ms []*member) (out []*member) {
	for _, m := range ms {
		if !slices.ContainsFunc(out, func(n *member) bool { return m.lit == n.lit && m.fn == n.fn }) {
			out = append(out, m)
		}
	}
	return out
}

// types gives the variables of a function the types of the representation.
func (t *tagger) types(f *flow.Func) {
	for _, v := range byPlace(f, func(v *flow.Var) bool { return holdsFunc(v.Type) }) {
		v.Type = t.rep(t.slots.variable(v))
	}
}
