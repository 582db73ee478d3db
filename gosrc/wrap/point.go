package wrap

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// The numbers of what a gradient is by, one after the other, are a point. A function that is generated for an adapter
// gives values memory of their own, and returns the parts of that in which the numbers are. This one function is enough
// to set values to a point, to read gradients as one, and to copy values. A part is as long as memory without gaps is:
// that of a whole slice of structs, if they have nothing but float64s in them.

// goShape is the shape that what an item names has in Go.
func (it *item) goShape() *shape {
	if it.shape.ragged != nil {
		return it.shape.ragged
	}
	return it.shape
}

// dense reports whether the memory of a value, where a pointer leads to it, is float64s that vary and nothing else.
func (s *shape) dense() bool {
	switch s.kind {
	case realKind:
		b, ok := s.typ.Underlying().(*types.Basic)
		return ok && b.Kind() == types.Float64
	case arrayKind:
		return s.len > 0 && !s.elem.pointer && s.elem.dense()
	case structKind:
		for _, f := range s.fields {
			if f.constant || f.shape.pointer || !f.shape.dense() {
				return false
			}
		}
		return len(s.fields) > 0 && s.model == nil
	case sliceKind, intKind, boolKind, errorKind, opaqueKind:
	}
	return false
}

// holdsLock reports whether values of a type must not be copied, as go vet sees it.
func holdsLock(t types.Type) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		methods := types.NewMethodSet(types.NewPointer(n))
		if methods.Lookup(n.Obj().Pkg(), "Lock") != nil && methods.Lookup(n.Obj().Pkg(), "Unlock") != nil {
			return true
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return holdsLock(u.Elem())
	case *types.Struct:
		for v := range u.Fields() {
			if holdsLock(v.Type()) {
				return true
			}
		}
	}
	return false
}

// rowMajor reports whether the numbers of a value stand in a matrix of second derivatives as they do in a point: there,
// all values of one field of the structs in a slice come first, and here all fields of one struct.
func (s *shape) rowMajor() bool {
	switch s.kind {
	case sliceKind, arrayKind:
		n := 0
		for _, c := range s.elem.columns() {
			if c.varies() {
				n++
			}
		}
		return n < 2
	case structKind:
		return !slices.ContainsFunc(s.fields, func(f field) bool { return !f.constant && !f.shape.rowMajor() })
	case realKind, intKind, boolKind, errorKind, opaqueKind:
	}
	return true
}

// An owning writes the function that gives items of parameters memory of their own.
type owning struct {
	*fn
	b     *strings.Builder
	names *scope
	parts string
	// views says that values keep the memory that they have.
	views bool
}

// declareOwn writes the function, whose parameters are pointers to those that vary.
func (w *fn) declareOwn(b *strings.Builder, name string, vary []*given) {
	o := &owning{fn: w, b: b, names: w.root.names()}
	for _, g := range vary {
		o.names.taken[g.name] = true
	}
	o.parts = o.names.fresh("parts")
	fmt.Fprintf(b, "// %s gives what varies memory of its own, and returns the parts of that, in the order of a point.\n"+
		"func %s(%s) (%s [][]float64) {\n", name, name, each(vary, func(g *given) string { return g.name + " *" + w.typeString(g.typ) }), o.parts)
	copied := map[string]bool{}
	var values []string
	for i := range w.items {
		values = append(values, o.reach(&w.items[i], copied))
	}
	for i := range w.items {
		o.own(w.items[i].goShape(), values[i])
	}
	fmt.Fprintf(b, "return %s\n}\n\n", o.parts)
}

// declareView writes the function that returns the parts of items, which pointers lead to, where they stand.
func (w *fn) declareView(b *strings.Builder, name string) {
	o := &owning{fn: w, b: b, names: w.root.names(), views: true}
	var heads, values []string
	for i := range w.items {
		v := o.names.fresh("x")
		heads, values = append(heads, v+" *"+w.typeString(w.items[i].typ)), append(values, "(*"+v+")")
	}
	o.parts = o.names.fresh("parts")
	fmt.Fprintf(b, "// %s returns the parts of what varies, in the order of a point.\nfunc %s(%s) (%s [][]float64) {\n", name, name,
		strings.Join(heads, ", "), o.parts)
	for i := range w.items {
		o.own(w.items[i].goShape(), values[i])
	}
	fmt.Fprintf(b, "return %s\n}\n\n", o.parts)
}

// reach copies what pointers lead to on the way to an item, and returns the expression of that.
func (o *owning) reach(it *item, copied map[string]bool) string {
	s, x := o.params[it.param].shape, "(*"+o.params[it.param].name+")"
	for _, n := range it.path {
		switch {
		case !s.pointer:
			x = pointed(x)
		case !copied[x]:
			v := o.names.fresh("v")
			o.printf("%s := *%s\n%s = &%s\n", v, bare(x), bare(x), v)
			copied[x] = true
		}
		x, s = x+"."+n, s.field(n).shape
	}
	return x
}

// pointed is the pointer that leads to x, where x is what a pointer leads to: Go follows it to fields and elements.
func pointed(x string) string {
	if strings.HasPrefix(x, "(*") && strings.HasSuffix(x, ")") {
		p := x[2 : len(x)-1]
		if strings.HasPrefix(p, "*") {
			return "(" + p + ")"
		}
		return p
	}
	return x
}

// bare is an expression without the parentheses around it.
func bare(x string) string {
	if p := pointed(x); p != x {
		return "*" + p
	}
	return x
}

// address is the address of x.
func address(x string) string {
	if p := pointed(x); p != x {
		return p
	}
	return "&" + x
}

func (o *owning) printf(format string, args ...any) { fmt.Fprintf(o.b, format, args...) }

// own emits it for a value x, which may be changed where it stands.
func (o *owning) own(s *shape, x string) {
	if s.pointer && o.views {
		o.printf("if %s != nil {\n", bare(x))
		o.ownValue(s, "(*"+bare(x)+")")
		o.printf("}\n")
		return
	}
	if s.pointer {
		v := o.names.fresh("v")
		o.printf("if %s != nil {\n%s := *%s\n%s = &%s\n", bare(x), v, bare(x), bare(x), v)
		o.ownValue(s, v)
		o.printf("}\n")
		o.names.free1(v)
		return
	}
	o.ownValue(s, x)
}

func (o *owning) ownValue(s *shape, x string) {
	switch {
	case s.dense() && s.kind == realKind && s.exact():
		o.printf("%s = append(%s, %s.Slice(%s, 1))\n", o.parts, o.parts, o.file.use("unsafe"), address(x))
	case s.dense() && s.kind == arrayKind && s.elem.kind == realKind && s.elem.exact():
		o.printf("%s = append(%s, %s[:])\n", o.parts, o.parts, pointed(x))
	case s.dense():
		o.printf("%s = append(%s, %s(%s.Slice(%s, 1)))\n", o.parts, o.parts, o.file.helper("numbers"), o.file.use("unsafe"), address(x))
	case s.kind == sliceKind:
		if !o.views {
			o.printf("%s = %s.Clone(%s)\n", bare(x), o.file.use("slices"), bare(x))
		}
		switch {
		case s.elem.pointer || !s.elem.dense():
			o.each(s, x)
		case s.elem.kind == realKind && s.elem.exact():
			o.printf("%s = append(%s, %s)\n", o.parts, o.parts, bare(x))
		default:
			o.printf("%s = append(%s, %s(%s))\n", o.parts, o.parts, o.file.helper("numbers"), bare(x))
		}
	case s.kind == arrayKind:
		o.each(s, pointed(x))
	case s.kind == structKind:
		for _, f := range s.fields {
			if !f.constant && f.shape.varies() {
				o.own(f.shape, pointed(x)+"."+f.name)
			}
		}
	}
}

// each emits it for all elements.
func (o *owning) each(s *shape, x string) {
	i := o.names.fresh("i")
	o.printf("for %s := range %s {\n", i, bare(x))
	o.own(s.elem, x+"["+i+"]")
	o.printf("}\n")
	o.names.free1(i)
}
