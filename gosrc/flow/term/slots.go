package term

import (
	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// A slot is a variable, or a field of one that is a structure, whose value is a term of its own. Slot 0 is the exit
// code: what a statement that leaves sets.
type slot struct {
	name string
	typ  flow.Type // no structure, and not opaque
}

const exitSlot = 0

// slots numbers the slots of the variables of a function, literals in it included.
type slots struct {
	all  []slot
	base map[*flow.Var]int
}

func newSlots() *slots {
	return &slots{all: []slot{{"exit", flow.Int}}, base: map[*flow.Var]int{}}
}

// of is the first slot of v; its others follow.
func (s *slots) of(v *flow.Var) int {
	if b, ok := s.base[v]; ok {
		return b
	}
	b := len(s.all)
	s.base[v] = b
	s.add(v.Name, v.Type)
	return b
}

func (s *slots) add(name string, t flow.Type) {
	switch t := t.(type) {
	case *flow.Struct:
		for _, f := range t.Fields {
			n := f.Name
			if name != "" {
				n = name + "_" + f.Name
			}
			s.add(n, f.Type)
		}
	default:
		if t != flow.Type(flow.OpaqueT) {
			s.all = append(s.all, slot{name, t})
		}
	}
}

// width is the number of slots of a variable of type t.
func width(t flow.Type) int {
	switch t := t.(type) {
	case *flow.Struct:
		n := 0
		for _, f := range t.Fields {
			n += width(f.Type)
		}
		return n
	default:
		if t == flow.Type(flow.OpaqueT) {
			return 0
		}
		return 1
	}
}

// offset is the number of slots before field i of a structure.
func offset(t *flow.Struct, i int) int {
	n := 0
	for _, f := range t.Fields[:i] {
		n += width(f.Type)
	}
	return n
}

// place resolves the fields at the beginning of a path: the first slot, the type there, and the rest of the path.
func (s *slots) place(p flow.Place) (first int, t flow.Type, rest []flow.Step) {
	first, t, rest = s.of(p.Var), p.Var.Type, p.Path
	for len(rest) > 0 {
		st, ok := t.(*flow.Struct)
		if !ok {
			break
		}
		first += offset(st, rest[0].Field)
		t = st.Fields[rest[0].Field].Type
		rest = rest[1:]
	}
	return first, t, rest
}
