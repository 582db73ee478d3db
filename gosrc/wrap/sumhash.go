package wrap

import (
	"strings"
)

// declareHash writes the function that makes a number of what a sum is at: of all that one of the three functions reads.
func (m *summing) declareHash() {
	names := m.part.root.names()
	given := m.given()
	var heads []string
	for _, p := range given {
		names.taken[p.Name] = true
		heads = append(heads, p.Name+" "+m.typeOf(p.Type))
	}
	for _, it := range m.dirs() {
		names.taken[m.names["dir "+it.text]] = true
		heads = append(heads, m.names["dir "+it.text]+" "+m.typeOf(it.typ))
	}
	o := &hashing{owning: &owning{fn: m.part, b: m.b, names: names}, h: names.fresh("h")}
	m.write("// %s makes a number of what a sum is at, which is another one for other values.\nfunc %s(%s) uint64 {\n%s := uint64(%d)\n", m.hash, m.hash,
		strings.Join(heads, ", "), o.h, len(given))
	for i, p := range given {
		for _, w := range []*fn{m.part, m.before, m.after} {
			if w == nil {
				continue
			}
			s := w.params[i].shape
			if s.ragged != nil {
				s = s.ragged
			}
			o.value(s, p.Name)
			if s.kind != opaqueKind && s.kind != structKind {
				break
			}
		}
	}
	for _, it := range m.dirs() {
		o.value(it.goShape(), m.names["dir "+it.text])
	}
	m.write("return %s\n}\n\n", o.h)
}

// A hashing writes what goes through a value.
type hashing struct {
	*owning
	h string
}

func (o *hashing) value(s *shape, x string) {
	if s.pointer {
		o.printf("if %s != nil {\n", bare(x))
		t := *s
		t.pointer = false
		o.value(&t, "(*"+bare(x)+")")
		o.printf("}\n")
		return
	}
	number := func(helper, typ, value string) {
		o.printf("%s = %s(%s, []%s{%s})\n", o.h, o.file.helper(helper), o.h, typ, value)
	}
	switch s.kind {
	case realKind:
		number("fingerprintReals", "float64", "float64("+bare(x)+")")
	case intKind:
		if s.text {
			o.printf("for _, %s := range []byte(%s) {\n%s = 31*%s + uint64(%s)\n}\n", "c", bare(x), o.h, o.h, "c")
			return
		}
		number("fingerprintInts", "int", "int("+bare(x)+")")
	case boolKind:
		number("fingerprintBools", "bool", "bool("+bare(x)+")")
	case errorKind, opaqueKind:
	case sliceKind, arrayKind:
		if s.kind == sliceKind && s.elem.kind == realKind && s.elem.exact() && !s.elem.pointer {
			o.printf("%s = %s(%s, %s)\n", o.h, o.file.helper("fingerprintReals"), o.h, bare(x))
			return
		}
		i := o.names.fresh("i")
		o.printf("%s = 31*%s + uint64(len(%s))\nfor %s := range %s {\n", o.h, o.h, bare(x), i, bare(x))
		o.value(s.elem, x+"["+i+"]")
		o.printf("}\n")
		o.names.free1(i)
	case structKind:
		if s.model != nil { // of a library, where elements may lie apart in memory
			m, r, c, i, j := pointed(x), o.names.fresh("r"), o.names.fresh("c"), o.names.fresh("i"), o.names.fresh("j")
			o.printf("%s, %s := %s.Dims()\n", r, c, m)
			number("fingerprintInts", "int", r+", "+c)
			o.printf("for %s := range %s {\nfor %s := range %s {\n", i, r, j, c)
			number("fingerprintReals", "float64", m+".At("+i+", "+j+")")
			o.printf("}\n}\n")
			for _, n := range []string{r, c, i, j} {
				o.names.free1(n)
			}
			return
		}
		for _, p := range pairs {
			if s.typ == p { // which is a complex number in Go
				number("fingerprintReals", "float64", "float64(real("+bare(x)+")), float64(imag("+bare(x)+"))")
				return
			}
		}
		for _, f := range s.fields {
			if f.of != nil && f.name != "_" && !s.foreign(f, o.file) {
				o.value(f.shape, pointed(x)+"."+f.name)
			}
		}
	}
}

// foreign reports whether the package cannot name a field.
func (s *shape) foreign(f field, in *file) bool {
	return !f.of.Exported() && f.of.Pkg() != nil && f.of.Pkg().Path() != in.Package.Path()
}
