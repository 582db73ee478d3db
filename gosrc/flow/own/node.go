package own

import "github.com/seed-4b734f86/gochad/gosrc/flow"

// A node stands for blocks of memory: those that a path leads into, whatever its indices are. The path has a letter
// for each step, and ends behind the last slice or pointer; the empty path is the variable's own memory.
type node struct {
	v    *flow.Var
	path string
}

// The letters of paths; fields count from fieldLetter.
const (
	sliceLetter = '*'
	derefLetter = '^'
	arrayLetter = 'a'
	fieldLetter = 0x100
)

func letter(t flow.Type, s flow.Step) rune {
	switch s.Kind {
	case flow.StepField:
		return fieldLetter + rune(s.Field)
	case flow.StepDeref:
		return derefLetter
	case flow.StepIndex:
		if isSlice(t) {
			return sliceLetter
		}
	}
	return arrayLetter
}

// letters is the path of a place.
func letters(p flow.Place) string {
	var out []rune
	t := p.Var.Type
	for _, s := range p.Path {
		out = append(out, letter(t, s))
		t = s.Part(t)
	}
	return string(out)
}

// block is the node of the memory that a place is in.
func block(p flow.Place) node { return node{p.Var, trim(letters(p))} }

func trim(path string) string {
	rs := []rune(path)
	for len(rs) > 0 && rs[len(rs)-1] != sliceLetter && rs[len(rs)-1] != derefLetter {
		rs = rs[:len(rs)-1]
	}
	return string(rs)
}

// blocks are the paths of the memory blocks that a value of a type leads to, outer ones first.
func blocks(t flow.Type) []string {
	var out []string
	under := func(r rune, t flow.Type) {
		for _, b := range blocks(t) {
			out = append(out, string(r)+b)
		}
	}
	switch t := t.(type) {
	case *flow.Slice:
		out = append(out, string(sliceLetter))
		under(sliceLetter, t.Elem)
	case *flow.Pointer:
		out = append(out, string(derefLetter))
		under(derefLetter, t.Elem)
	case *flow.Array:
		under(arrayLetter, t.Elem)
	case *flow.Struct:
		for i, f := range t.Fields {
			under(fieldLetter+rune(i), f.Type)
		}
	case *flow.Basic, *flow.FuncType:
	}
	return out
}

// partAt is the type that a path of letters leads to.
func partAt(t flow.Type, path string) flow.Type {
	for _, r := range path {
		switch u := t.(type) {
		case *flow.Slice:
			t = u.Elem
		case *flow.Pointer:
			t = u.Elem
		case *flow.Array:
			t = u.Elem
		case *flow.Struct:
			t = u.Fields[r-fieldLetter].Type
		}
	}
	return t
}

// strong reports whether a path leads to one place only.
func strong(path string) bool {
	for _, r := range path {
		if r < fieldLetter {
			return false
		}
	}
	return true
}

// several reports whether a node stands for more than one block: some index comes before the last step.
func (n node) several() bool {
	rs := []rune(n.path)
	for _, r := range rs[:max(len(rs)-1, 0)] {
		if r == sliceLetter || r == arrayLetter {
			return true
		}
	}
	return false
}

// within reports whether values of type a can be in memory that holds values of type b.
func within(a, b flow.Type) bool {
	if flow.Same(a, b) {
		return true
	}
	switch b := b.(type) {
	case *flow.Array:
		return within(a, b.Elem)
	case *flow.Struct:
		for _, f := range b.Fields {
			if within(a, f.Type) {
				return true
			}
		}
	}
	return false
}

// A source is a block that a value leads to. Down says that the value does not reach beyond the source's end, up that
// the source does not reach beyond the value's.
type source struct {
	node
	down, up bool
	from     flow.Place // what the block belongs to, or leads to it
}

// sources says for each block that the value of an expression leads to where it may come from. Blocks that are new
// have no sources.
func sources(e flow.Expr) map[string][]source {
	out := map[string][]source{}
	switch e := e.(type) {
	case *flow.Load:
		at := letters(e.Place)
		for _, b := range blocks(e.Type()) {
			out[b] = []source{{node{e.Place.Var, at + b}, true, true, e.Place}}
		}
	case *flow.Addr:
		out[string(derefLetter)] = []source{{block(e.Place), true, true, e.Place}}
		at := letters(e.Place)
		for _, b := range blocks(e.Place.Type()) {
			out[string(derefLetter)+b] = []source{{node{e.Place.Var, at + b}, true, true, e.Place}}
		}
	case *flow.Window:
		return windowSources(e)
	case *flow.Cond:
		for _, x := range []flow.Expr{e.If, e.Else} {
			for b, ss := range sources(x) {
				out[b] = append(out[b], ss...)
			}
		}
	case *flow.Lits:
		for i, x := range e.Elems {
			r := string(fieldLetter + rune(i))
			switch e.Typ.(type) {
			case *flow.Slice:
				r = string(sliceLetter)
			case *flow.Array:
				r = string(arrayLetter)
			}
			for b, ss := range sources(x) {
				out[r+b] = append(out[r+b], ss...)
			}
		}
	}
	return out
}

// windowSources are the sources of a window: what it is a window of.
func windowSources(e *flow.Window) map[string][]source {
	out := map[string][]source{}
	top := string(sliceLetter)
	if a, ok := e.X.Type().(*flow.Array); ok {
		l, ok := e.X.(*flow.Load)
		if !ok {
			return out
		}
		out[top] = []source{{block(l.Place), true, e.Hi == nil, l.Place}}
		for _, b := range blocks(a.Elem) {
			out[top+b] = []source{{node{l.Place.Var, letters(l.Place) + string(arrayLetter) + b}, true, true, l.Place}}
		}
		return out
	}
	for b, ss := range sources(e.X) {
		for _, s := range ss {
			if b == top {
				s.up = s.up && e.Hi == nil
			}
			out[b] = append(out[b], s)
		}
	}
	return out
}
