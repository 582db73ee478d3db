package randgo

import (
	"fmt"
	"strings"
)

// sort is what a type of [Wide] is made of.
type sort int

const (
	aReal sort = iota
	anInt
	aBool
	aString // one of words
	aComplex
	aSlice
	anArray
	aStruct
	aPointer // to a struct
	anInterface
	aFunc // func(float64) float64
	aMap  // a local table from words to reals
	sorts
)

// words are the strings that there are; the last is none that anybody compares with.
var words = []string{"lin", "sq", "exp", "none"}

// typ is a type of the functions that [Wide] makes. Two are the same if they are written the same.
type typ struct {
	sort   sort
	text   string
	elem   *typ // of slices, arrays, pointers
	n      int  // of arrays
	fields []field
	impls  []*typ // of interfaces: the types with its methods
	byPtr  bool   // structs: methods have pointer receivers
	bare   bool   // structs: no methods
	stack  *typ   // what a Stack holds
}

type field struct {
	name     string
	typ      *typ
	embedded bool
}

var (
	realT    = &typ{sort: aReal, text: "float64"}
	intT     = &typ{sort: anInt, text: "int"}
	boolT    = &typ{sort: aBool, text: "bool"}
	stringT  = &typ{sort: aString, text: "string"}
	complexT = &typ{sort: aComplex, text: "complex128"}
	funcT    = &typ{sort: aFunc, text: "func(float64) float64"}
	mapT     = &typ{sort: aMap, text: "map[string]float64"}
)

func sliceOf(e *typ) *typ { return &typ{sort: aSlice, text: "[]" + e.text, elem: e} }

func arrayOf(e *typ, n int) *typ {
	return &typ{sort: anArray, text: fmt.Sprintf("[%d]%s", n, e.text), elem: e, n: n}
}

func pointerTo(e *typ) *typ { return &typ{sort: aPointer, text: "*" + e.text, elem: e} }

func stackOf(e *typ) *typ {
	return &typ{sort: aStruct, text: "Stack[" + e.text + "]", stack: e,
		fields: []field{{"items", sliceOf(e), false}, {"pops", intT, false}}}
}

// has says that a value of the type has one in it of which ok holds.
func (t *typ) has(ok func(*typ) bool) bool {
	if ok(t) {
		return true
	}
	for _, f := range t.fields {
		if f.typ.has(ok) {
			return true
		}
	}
	return t.elem != nil && t.elem.has(ok)
}

// mayBeNil says that a zero value has a nil in it that somebody may ask about.
func (t *typ) mayBeNil() bool {
	return t.has(func(t *typ) bool { return t.sort == aPointer || t.sort == anInterface || t.sort == aFunc })
}

// shared says that a copy has memory in common with the original.
func (t *typ) shared() bool {
	return t.has(func(t *typ) bool {
		return t.sort == aSlice || t.sort == aPointer || t.sort == anInterface || t.sort == aFunc
	})
}

// elementary is a type without parts.
func (g *wide) elementary() *typ {
	switch g.IntN(8) {
	case 0:
		return intT
	case 1:
		return boolT
	case 2:
		return complexT
	}
	return realT
}

// anyType is a random type; depth bounds how deep types nest.
func (g *wide) anyType(depth int) *typ {
	if depth <= 0 {
		return g.elementary()
	}
	switch g.IntN(16) {
	case 0, 1:
		return sliceOf(realT)
	case 2:
		return sliceOf(sliceOf(realT))
	case 3:
		if e := g.anyType(depth - 1); !e.mayBeNil() {
			return sliceOf(e)
		}
	case 4:
		if e := g.anyType(depth - 1); !e.mayBeNil() {
			return arrayOf(e, 1+g.IntN(3))
		}
	case 5, 6, 7:
		if len(g.structs) > 0 {
			return g.structs[g.IntN(len(g.structs))]
		}
	case 8:
		if len(g.structs) > 0 {
			return pointerTo(g.structs[g.IntN(len(g.structs))])
		}
	case 9:
		if g.iface != nil {
			return g.iface
		}
	case 10:
		return funcT
	case 11:
		return stringT
	case 12:
		return stackOf([]*typ{realT, intT, arrayOf(realT, 2), sliceOf(realT)}[g.IntN(4)])
	}
	return g.elementary()
}

// localType is the type of a variable.
func (g *wide) localType() *typ {
	switch g.IntN(14) {
	case 0:
		return mapT
	case 1:
		if g.iface != nil {
			return sliceOf(g.iface)
		}
	case 2:
		return sliceOf(funcT)
	case 3:
		if len(g.structs) > 0 {
			return sliceOf(pointerTo(g.structs[g.IntN(len(g.structs))]))
		}
	}
	return g.anyType(2)
}

// declareTypes writes the structs, and the interface that some of them have the methods of.
func (g *wide) declareTypes() {
	for i := range 1 + g.IntN(2) {
		s := &typ{sort: aStruct, text: fmt.Sprintf("%sS%d", g.name, i), byPtr: g.IntN(2) == 0}
		for k := range 1 + g.IntN(3) {
			t := g.anyType(2)
			name := fmt.Sprintf("%c%d", 'a'+rune(k), i)
			if t.sort == aStruct && t.stack == nil && g.IntN(3) == 0 && !embeds(s) {
				s.fields = append(s.fields, field{t.text, t, true})
				continue
			}
			s.fields = append(s.fields, field{name, t, false})
		}
		if !s.has(func(t *typ) bool { return t.sort == aReal }) {
			s.fields = append(s.fields, field{fmt.Sprintf("z%d", i), realT, false})
		}
		var b strings.Builder
		fmt.Fprintf(&b, "type %s struct {\n", s.text)
		for _, f := range s.fields {
			if f.embedded {
				fmt.Fprintf(&b, "\t%s\n", f.typ.text)
			} else {
				fmt.Fprintf(&b, "\t%s %s\n", f.name, f.typ.text)
			}
		}
		b.WriteString("}\n\n")
		g.decls.WriteString(b.String())
		g.structs = append(g.structs, s)
	}
	r := &typ{sort: aReal, text: g.name + "R"}
	fmt.Fprintf(&g.decls, "type %s float64\n\n", r.text)
	g.named = r
	iface := &typ{sort: anInterface, text: g.name + "I"}
	fmt.Fprintf(&g.decls, "type %s interface {\n\tval(t float64) float64\n\tupd(t float64)\n}\n\n", iface.text)
	fmt.Fprintf(&g.decls,
		"func (v %s) val(t float64) float64 { return float64(v)*t + 0.5 }\n\nfunc (v %s) upd(t "+
			"float64) {}\n\n", r.text, r.text)
	iface.impls = append(iface.impls, r)
	for _, s := range g.structs {
		g.methods(s)
		if s.byPtr {
			iface.impls = append(iface.impls, pointerTo(s))
		} else {
			iface.impls = append(iface.impls, s)
		}
	}
	g.iface = iface
	if g.odds(3) {
		h := &typ{sort: aStruct, text: g.name + "H", bare: true, fields: []field{
			{"one", iface, false}, {"many", sliceOf(iface), false}, {"w", realT, false},
			{"opt", pointerTo(g.structs[0]), false},
		}}
		fmt.Fprintf(&g.decls, "type %s struct {\n\tone %s\n\tmany []%s\n\tw float64\n\topt *%s\n}\n\n", h.text,
			iface.text, iface.text, g.structs[0].text)
		g.structs = append(g.structs, h)
	}
}

// embeds reports whether a struct embeds another.
func embeds(s *typ) bool {
	for _, f := range s.fields {
		if f.embedded {
			return true // two of them make what they promote ambiguous
		}
	}
	return false
}

// methods writes val, which reads, and upd, which writes, for a struct.
func (g *wide) methods(s *typ) {
	star := ""
	if s.byPtr {
		star = "*"
	}
	body := func(effects bool) string {
		recv := local{name: "v", typ: s, assign: effects, sure: s.byPtr, fixed: !effects}
		if s.byPtr {
			recv.typ, recv.assign = pointerTo(s), false
		}
		f := g.inFunction(recv, local{name: "t", typ: realT, assign: true}, local{name: "r", typ: realT, assign: true})
		defer f()
		g.left = 1 + g.IntN(3)
		g.pure, g.alone = !effects, true
		var b strings.Builder
		if effects {
			b.WriteString(indent(g.update("v", s)))
		}
		b.WriteString(g.block(1))
		return b.String()
	}
	fmt.Fprintf(&g.decls, "func (v %s%s) val(t float64) (r float64) {\n%s%s\treturn r\n}\n\n", star, s.text,
		body(false), indent(g.observe("v", s, 2)))
	fmt.Fprintf(&g.decls, "func (v %s%s) upd(t float64) {\n\tr := t\n%s\t_ = r\n}\n\n", star, s.text, body(true))
}
