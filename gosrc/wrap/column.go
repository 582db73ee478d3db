package wrap

import (
	"go/types"
	"slices"
	"strings"
)

// How a column of a Go value becomes an array of the representation.
type passing uint8

const (
	direct passing = iota // as it is
	rows                  // its innermost slices as they are, under new headers
	copied                // element by element
)

// passing chooses the cheapest way for a column of values of shape s.
func (c column) passing(s *shape) passing {
	dims := c.dims()
	if len(c.steps) == 0 || c.steps[len(c.steps)-1].dim == nil || !c.scalar.exact() {
		return copied
	}
	if len(dims) == len(c.steps) {
		if len(dims) == 1 || isSlices(s.typ, len(dims)) {
			return direct
		}
	}
	if last := dims[len(dims)-1]; len(dims) > 1 && last.kind == sliceKind && !last.pointer {
		return rows
	}
	return copied // arrays too: headers that point into them would move them to the heap
}

// loose reports whether rows on the path may differ in length.
func (c column) loose() bool {
	return slices.ContainsFunc(c.dims(), func(s *shape) bool { return s.loose })
}

// isSlices reports whether t is assignable to slices of slices … of a basic type.
func isSlices(t types.Type, rank int) bool {
	for k := range rank {
		u, ok := types.Unalias(t).(*types.Slice)
		if k == 0 {
			u, ok = t.Underlying().(*types.Slice)
		}
		if !ok {
			return false
		}
		t = u.Elem()
	}
	_, ok := types.Unalias(t).(*types.Basic)
	return ok
}

// full is the expression of an array as a slice.
func full(s *shape, x string) string {
	if s.kind == arrayKind {
		return x + "[:]"
	}
	return x
}

// input is the column of the value x as an array of the representation, ready to be read.
func (w *fn) input(c column, s *shape, x, hint string) string {
	how := c.passing(s)
	if how == direct {
		return full(s, x)
	}
	mem := w.scratch(c, how, hint)
	if c.loose() {
		w.gather(c, mem, x)
		return mem
	}
	w.fill(c, how, mem, x)
	return mem
}

// fill copies the column of x, or the headers of its rows, into scratch.
func (w *fn) fill(c column, how passing, mem, x string) {
	dims := c.dims()
	depth := len(dims)
	if how == rows {
		depth--
	}
	w.over(c, x, depth, func(index []string) {
		at := mem + indices(index)
		if how == rows {
			w.printf("%s = %s\n", at, full(dims[depth], c.expr(x, index...)))
			return
		}
		w.printf("%s = %s\n", at, w.fromGo(c.scalar, c.expr(x, index...)))
	})
}

// over emits loops over the first dimensions of a column of x.
func (w *fn) over(c column, x string, depth int, body func(index []string)) {
	var index []string
	for range depth {
		i := w.names.fresh([]string{"i", "j", "k"}[min(len(index), 2)])
		w.printf("for %s := range %s {\n", i, c.expr(x, index...))
		index = append(index, i)
	}
	body(index)
	w.printf("%s", strings.Repeat("}\n", depth))
	for _, i := range index {
		w.names.free1(i)
	}
}

// transfer emits the copy of an array of the representation into a column of x.
func (w *fn) transfer(c column, x, from string) {
	depth := len(c.dims())
	last := c.steps[len(c.steps)-1].dim
	if last == nil || !c.scalar.exact() {
		w.over(c, x, depth, func(index []string) {
			w.printf("%s = %s\n", c.variable(x, index...), w.toGo(c.scalar, from+indices(index)))
		})
		return
	}
	w.over(c, x, depth-1, func(index []string) {
		w.printf("copy(%s, %s)\n", full(last, c.expr(x, index...)), from+indices(index))
	})
}

func indices(index []string) string {
	s := ""
	for _, i := range index {
		s += "[" + i + "]"
	}
	return s
}

// scratch declares memory of the workspace for a column, or for the headers of its rows.
func (w *fn) scratch(c column, how passing, hint string) string {
	v := w.names.fresh(hint)
	w.printf("%s := %s\n", v, w.alloc(c, how, hint))
	return v
}

// alloc is the expression of scratch.
func (w *fn) alloc(c column, how passing, hint string) string {
	dims := c.dims()
	levels := len(dims)
	if how == rows {
		levels--
	}
	if c.loose() {
		levels = c.even()
	}
	var alloc func(level int) string
	alloc = func(level int) string { // the array of the levels from level on, one after the other
		var n []string
		for _, d := range dims[:level] {
			if w.size[d] == "" {
				panic(defect("the length of " + d.typ.String() + " is not known in " + w.at))
			}
			n = append(n, factor(w.extent(d)))
		}
		name := hint
		if level < len(dims) {
			name += strings.Repeat("Row", len(dims)-level) + "s"
		}
		f := w.field(name, strings.Repeat("[]", len(dims)-level+1)+c.scalar.base())
		mem := w.file.helper("grow") + "(&" + w.receiver + "." + f + ", " + strings.Join(n, "*") + ")"
		if level == levels {
			return mem
		}
		return w.file.helper("cutRows") + "(" + mem + ", " + alloc(level+1) + ", " + w.extent(dims[level]) + ")"
	}
	return alloc(1)
}

// extent is the length of a slice or an array; that of an array needs no walk to be known.
func (w *fn) extent(s *shape) string {
	if s.kind == arrayKind {
		return s.literal()
	}
	return w.size[s]
}

// factor is a size as a factor of a product.
func factor(s string) string {
	if strings.ContainsAny(s, "+- ") {
		return "(" + s + ")"
	}
	return s
}

// A kept is a field of the workspace. The functions of a root share them: one runs at a time.
type kept struct{ name, hint, typ string }

// field is a field of the workspace that the function does not use yet.
func (w *fn) field(hint, typ string) string {
	for _, f := range w.fields {
		if f.hint == hint && f.typ == typ && !w.using[f.name] {
			w.using[f.name] = true
			return f.name
		}
	}
	f := kept{w.fieldNames.fresh(lower(hint)), hint, typ}
	w.fields = append(w.fields, f)
	w.using[f.name] = true
	return f.name
}

// fromGo converts a Go scalar.
func (w *fn) fromGo(s *shape, x string) string {
	if s.set {
		return x + " != nil"
	}
	if s.text {
		if s.pointer {
			x = "*" + x
		}
		return w.file.textNumber() + "(string(" + x + "))"
	}
	if s.pointer {
		x = "*" + x
	}
	if s.kind == errorKind {
		return w.file.helper("errorNumber") + "(" + x + ")"
	}
	if b, ok := types.Unalias(s.typ).(*types.Basic); ok && b.Name() == s.base() {
		return x
	}
	return s.base() + "(" + x + ")"
}

// toGo converts to a Go scalar.
func (w *fn) toGo(s *shape, x string) string {
	if s.text { // only what is dropped is made of the number
		return w.typeString(s.typ) + "(\"\")"
	}
	if b, ok := types.Unalias(s.typ).(*types.Basic); ok && b.Name() == s.base() {
		return x
	}
	return w.typeString(s.typ) + "(" + x + ")"
}
