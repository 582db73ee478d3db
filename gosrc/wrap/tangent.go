package wrap

import (
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/chad"
)

// A direction is a parameter that is read: the tangent of an item, or the cotangent of a result.
type direction struct {
	name  string
	shape *shape
	item  *item // that it is the tangent of, if it is
}

// tangent adds a parameter for the tangent of an item: of its own type, or a pointer where the function writes there
// too.
func (w *fn) tangent(it *item) *direction {
	d := &direction{shape: it.shape, item: it}
	d.name = w.param("d"+barName(it.text, ""), it.typ)
	return d
}

// cotangent adds a parameter for the cotangent of a result.
func (w *fn) cotangent(i int) *direction {
	r := w.results[i]
	name := "y"
	if r.name != "" && r.name != "_" {
		name = r.name
	}
	return &direction{name: w.param(name+"bar", r.typ), shape: r.shape}
}

// leaves calls yield for the parts of a value that are left when structs are taken apart, and that hold reals; constant
// says that a part does not vary.
func (s *shape) leaves(yield func(rel []string, s *shape, constant bool)) {
	s.eachLeaf(nil, false, yield)
}

func (s *shape) eachLeaf(rel []string, constant bool, yield func(rel []string, s *shape, constant bool)) {
	if s.kind != structKind {
		if s.holdsReals() {
			yield(rel, s, constant)
		}
		return
	}
	for _, f := range s.fields {
		f.shape.eachLeaf(append(slices.Clip(rel), f.name), constant || f.constant, yield)
	}
}

func (s *shape) holdsReals() bool {
	return slices.ContainsFunc(s.columns(), func(c column) bool { return c.scalar.kind == realKind })
}

// spans are the slices of directions that can be had without following pointers.
func (w *fn) spans(ds []*direction) []memory {
	var out []memory
	for _, d := range ds {
		if d.shape.ragged != nil {
			if m, ok := w.span(d.shape.ragged, d.name, d.name); ok {
				out = append(out, m)
			}
			continue
		}
		d.shape.leaves(func(rel []string, s *shape, _ bool) {
			x := strings.Join(append([]string{d.name}, rel...), ".")
			if m, ok := w.span(s, x, x); ok && w.present(d, rel) == "" {
				out = append(out, m)
			}
		})
	}
	return out
}

// read emits what is needed to pass the columns that vary of a part of a direction to the core, and appends the
// arguments. The part is a leaf with its lengths measured; what is nil stands for zeros.
func (w *fn) read(args []string, d *direction, s *shape, rel []string, constant bool) []string {
	if constant || !s.varies() {
		return w.readConstant(args, s, rel)
	}
	if d.shape.model != nil {
		w.compact(d.shape, d.name, true, len(w.Outs) > 0)
	}
	if d.shape.ragged != nil {
		at := w.flatten(d.name, d.item, false)
		return append(args, w.readColumn(s.columns()[0], s, at, true))
	}
	x := strings.Join(append([]string{d.name}, rel...), ".")
	name := label{x}
	at, maybe := x, false // nil
	if cond := w.present(d, rel); cond != "" || s.kind == sliceKind {
		maybe = true
		if len(rel) == 0 && s.pointer && s.kind != sliceKind {
			cond = "" // the parameter itself is the pointer
		}
		if cond == "" && len(rel) > 0 {
			at = w.names.fresh(barName(x, ""))
			w.printf("%s := %s\n", at, x)
		}
		if cond != "" {
			at = w.names.fresh(barName(x, ""))
			typ := w.typeString(s.typ)
			switch {
			case s.kind == sliceKind && s.pointer:
				w.printf("var %s %s\nif %s {\n%s = *%s\n}\n", at, typ, cond, at, x)
			case s.kind == sliceKind || s.pointer:
				w.printf("var %s %s\nif %s {\n%s = %s\n}\n", at, w.pointerTo(s, typ, s.pointer), cond, at, x)
			default:
				w.printf("var %s *%s\nif %s {\n%s = &%s\n}\n", at, typ, cond, at, x)
				s = w.behindPointer(s)
			}
		}
	}
	if own := w.size[s] == "len("+x+")" || w.measured[s] == x; s.hasSlice() && (!own || s.elem.hasSlice()) {
		w.checkGiven(s, at, name, maybe, own)
	}
	if d.item != nil {
		w.alike(s, at, w.partOf(d.item, rel), name)
	}
	for _, c := range s.columns() {
		if c.scalar.kind != realKind {
			continue
		}
		args = append(args, w.readColumn(c, s, at, maybe))
	}
	return args
}

// readConstant is read for what does not vary: zeros.
func (w *fn) readConstant(args []string, s *shape, rel []string) []string {
	for _, c := range s.columns() {
		switch {
		case c.scalar.kind != realKind:
		case len(c.steps) == 0:
			args = append(args, "0")
		default:
			v := w.scratch(c, copied, hint("d"+upper(plainPath(strings.Join(rel, "_"))), c))
			w.zero(c, v)
			args = append(args, v)
		}
	}
	return args
}

func (w *fn) pointerTo(s *shape, typ string, pointer bool) string {
	if pointer && s.kind != sliceKind {
		return "*" + typ
	}
	return typ
}

// behindPointer is a shape like s behind a pointer, with the same parts and length.
func (w *fn) behindPointer(s *shape) *shape {
	c := *s
	c.pointer = true
	if n, ok := w.size[s]; ok {
		w.size[&c] = n
	}
	return &c
}

// present is the condition that the pointers on the way to a part, itself included, are there.
func (w *fn) present(d *direction, rel []string) string {
	s, x := d.shape, d.name
	var conds []string
	if s.pointer {
		conds = append(conds, x+" != nil")
	}
	for _, n := range rel {
		s, x = s.field(n).shape, x+"."+n
		if s.pointer {
			conds = append(conds, x+" != nil")
		}
	}
	return strings.Join(conds, " && ")
}

// readColumn is one column of a direction as an argument of the core.
func (w *fn) readColumn(c column, s *shape, at string, maybe bool) string {
	h := hint(at, c)
	if len(c.steps) == 0 {
		if !maybe {
			return w.fromGo(c.scalar, at)
		}
		v := w.names.fresh(h)
		w.printf("%s := 0.0\nif %s != nil {\n%s = %s\n}\n", v, at, v, w.fromGo(c.scalar, at))
		return v
	}
	how := c.passing(s)
	if c.constant {
		v := w.scratch(c, copied, h)
		w.zero(c, v)
		return v
	}
	if !maybe {
		return w.input(c, s, at, h)
	}
	if how == direct && s.kind == sliceKind {
		if w.size[s] == "len("+at+")" { // a length that only the result knows; none stands for zeros
			return at
		}
		if c.loose() { // rows of length 0 stand for zeros
			w.printf("if %s == nil {\n%s = %s\nclear(%s)\n}\n", at, at, w.alloc(c, rows, h), at)
			return at
		}
		w.printf("if %s == nil {\n%s = %s\n", at, at, w.alloc(c, copied, h))
		w.zero(c, at)
		w.printf("}\n")
		return at
	}
	v := w.names.fresh(h)
	if c.loose() {
		w.printf("%s := %s\nif %s == nil {\n", v, w.alloc(c, copied, h), at)
		w.zero(c, v)
		w.printf("} else {\n")
		w.gather(c, v, at)
		w.printf("}\n")
		return v
	}
	if how != copied {
		w.printf("var %s %s\nif %s == nil {\n%s = %s\n", v, strings.Repeat("[]", len(c.dims()))+c.scalar.base(), at, v,
			w.alloc(c, copied, h))
		w.zero(c, v)
	}
	switch how {
	case direct:
		w.printf("} else {\n%s = %s\n}\n", v, full(s, at))
	case rows:
		w.printf("} else {\n%s = %s\n", v, w.alloc(c, rows, h))
		w.fill(c, rows, v, at)
		w.printf("}\n")
	case copied:
		w.names.free1(v)
		v = w.scratch(c, copied, h)
		w.printf("if %s != nil {\n", at)
		w.fill(c, copied, v, at)
		w.printf("} else {\n")
		w.zero(c, v)
		w.printf("}\n")
	}
	return v
}

// zero clears scratch.
func (w *fn) zero(c column, mem string) {
	x := mem
	var index []string
	for range c.even() - 1 {
		i := w.names.fresh([]string{"i", "j", "k"}[min(len(index), 2)])
		w.printf("for %s := range %s {\n", i, x)
		index = append(index, i)
		x += "[" + i + "]"
	}
	w.printf("clear(%s)\n%s", x, strings.Repeat("}\n", len(index)))
	for _, i := range index {
		w.names.free1(i)
	}
}

// derivative derives from the flattened root, with the names of the leaves to differentiate by.
func (w *fn) derivative(f func(src *chad.Func, names []string) (*chad.Func, error)) (*chad.Func, error) {
	src, err := w.source()
	if err != nil {
		return nil, err
	}
	_, names := w.active()
	return f(src, names)
}
