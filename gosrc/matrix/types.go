package matrix

import (
	"fmt"
	"slices"
	"strings"
)

type kind uint8

const (
	realKind kind = iota
	intKind
	boolKind
	textKind
	sliceKind
	arrayKind
	pointerKind
	structKind
	complexKind
	otherKind // what nothing is computed from
)

// A typ is a Go type.
type typ struct {
	kind   kind
	name   string // of what has a name
	elem   *typ
	len    int
	fields []field
}

type field struct {
	name               string
	typ                *typ
	embedded, constant bool
}

var (
	float64Type = &typ{kind: realKind, name: "float64"}
	float32Type = &typ{kind: realKind, name: "float32"}
	complexType = &typ{kind: complexKind, name: "complex128"}
	intType     = &typ{kind: intKind, name: "int"}
	boolType    = &typ{kind: boolKind, name: "bool"}
	textType    = &typ{kind: textKind, name: "string"}
)

func sliceOf(t *typ) *typ           { return &typ{kind: sliceKind, elem: t} }
func arrayOf(n int, t *typ) *typ    { return &typ{kind: arrayKind, len: n, elem: t} }
func pointerTo(t *typ) *typ         { return &typ{kind: pointerKind, elem: t} }
func structOf(fields ...field) *typ { return &typ{kind: structKind, fields: fields} }

// String is the type as Go has it.
func (t *typ) String() string {
	if t.name != "" {
		return t.name
	}
	return t.literal()
}

// literal is the type without its own name.
func (t *typ) literal() string {
	switch t.kind {
	case sliceKind:
		return "[]" + t.elem.String()
	case arrayKind:
		return fmt.Sprintf("[%d]%s", t.len, t.elem)
	case pointerKind:
		return "*" + t.elem.String()
	case structKind:
		var b strings.Builder
		b.WriteString("struct {\n")
		for _, f := range t.fields {
			if f.constant { // for the generator, and for the harness
				b.WriteString("//chad:nodiff\n")
			}
			if !f.embedded {
				b.WriteString(f.name + " ")
			}
			b.WriteString(f.typ.String())
			if f.constant {
				b.WriteString(" `nodiff:\"\"`")
			}
			b.WriteString("\n")
		}
		return b.String() + "}"
	case realKind, intKind, boolKind, textKind, complexKind, otherKind:
	}
	return t.name
}

// varies reports whether there are reals in the type that vary.
func (t *typ) varies() bool {
	switch t.kind {
	case realKind, complexKind:
		return true
	case sliceKind, arrayKind:
		return t.elem.varies()
	case pointerKind:
		return t.elem.kind != pointerKind && t.elem.varies()
	case structKind:
		return slices.ContainsFunc(t.fields, func(f field) bool { return !f.constant && f.typ.varies() })
	case intKind, boolKind, textKind, otherKind:
	}
	return false
}

// Foreign is the path of a package with types, whose text is [ForeignText].
const Foreign = "example.com/" + Package + "/geo"

// ForeignText is the package Foreign.
const ForeignText = `// Package geo has types.
package geo

// A Point is a point.
type Point struct{ X, Y float64 }

// A Path is a path.
type Path []Point

// A Net is a net.
type Net struct {
	W  [][]float64
	B  *float64
	At Point
}
`

// named declares a type.
func (g *gen) named(hint string, t *typ) *typ {
	text := t.literal()
	out := *t
	out.name = g.global(hint)
	if g.generic && holdsParam(&out) {
		g.decls.WriteString(fmt.Sprintf("// %s is a type.\ntype %s[T ~float32 | ~float64] %s\n\n", out.name, out.name,
			text))
		out.name += "[T]"
	} else {
		g.decls.WriteString(fmt.Sprintf("// %s is a type.\ntype %s %s\n\n", out.name, out.name, text))
	}
	return &out
}

// holdsParam reports whether the text of a type has the type parameter.
func holdsParam(t *typ) bool {
	if t.kind == realKind {
		return t.name == "T"
	}
	if strings.HasSuffix(t.name, "[T]") {
		return true
	}
	if t.elem != nil {
		return holdsParam(t.elem)
	}
	return slices.ContainsFunc(t.fields, func(f field) bool { return holdsParam(f.typ) })
}

// real is a type of numbers.
func (g *gen) real() *typ {
	switch k := g.IntN(10); {
	case g.generic && k < 7:
		return &typ{kind: realKind, name: "T"}
	case k < 8:
		return float64Type
	case k < 9:
		g.single = true
		return float32Type
	}
	if g.float == nil {
		g.float = g.named("Real", float64Type)
	}
	return g.float
}

// leaf is a type of one value, mostly a number.
func (g *gen) leaf() *typ {
	switch g.IntN(12) {
	case 0:
		return intType
	case 1:
		return boolType
	case 2:
		return textType
	case 3:
		return &typ{kind: intKind, name: "uint8"}
	}
	return g.real()
}

// part is the type of a field.
func (g *gen) part() *typ {
	switch g.IntN(8) {
	case 0:
		return arrayOf(1+g.IntN(3), g.real())
	case 1:
		return sliceOf(g.real())
	case 2:
		return sliceOf(sliceOf(g.real()))
	case 3:
		return structOf(g.fields(2, g.leaf)...)
	}
	return g.leaf()
}

// fields are some fields, of which the first holds a number; the last are of the types that last makes.
func (g *gen) fields(n int, of func() *typ, last ...func() *typ) []field {
	var out []field
	for i := range n {
		if k := i - n + len(last); k >= 0 {
			of = last[k]
		}
		t := of()
		for i == 0 && !t.varies() {
			t = of()
		}
		out = append(out, field{name: g.fieldName(out, "A"), typ: t})
	}
	return out
}

// fieldName is a name for one more field: for users or not.
func (g *gen) fieldName(others []field, hint string) string {
	pool := []string{hint, hint, "B", "W", "X", "data", "lock", "Off", "n"}
	for k := 0; ; k++ {
		name := pool[g.IntN(len(pool))]
		if k > 4 {
			name += fmt.Sprint(k)
		}
		if !slices.ContainsFunc(others, func(f field) bool { return f.name == name }) {
			return name
		}
	}
}

// structured is a struct, with a name or without.
func (g *gen) structured(fields ...field) *typ {
	t := structOf(fields...)
	if g.IntN(8) == 0 {
		return t
	}
	return g.named("S", t)
}

// form is a type of a form.
func (g *gen) form(form string) *typ {
	scalars := func() []field { return g.fields(1+g.IntN(3), g.leaf) }
	slicesIn := func() []field {
		return g.fields(2+g.IntN(2), func() *typ { return sliceOf(g.real()) }, g.part)
	}
	pointersIn := func() []field {
		return g.fields(3+g.IntN(3), func() *typ {
			switch g.IntN(5) {
			case 0:
				return pointerTo(arrayOf(2, g.real()))
			case 1:
				return pointerTo(sliceOf(g.real()))
			case 2:
				return pointerTo(g.structured(scalars()...))
			case 3:
				return pointerTo(g.structured(slicesIn()...))
			}
			return pointerTo(g.real())
		}, g.part, func() *typ { return pointerTo(intType) })
	}
	switch form {
	case "real":
		return g.real()
	case "pointer to real":
		return pointerTo(g.real())
	case "array":
		return arrayOf(1+g.IntN(3), g.real())
	case "pointer to array":
		return pointerTo(arrayOf(2, g.real()))
	case "nested arrays":
		return arrayOf(2, arrayOf(1+g.IntN(2), g.real()))
	case "slice", "variadic", "optional":
		return sliceOf(g.real())
	case "pointer to slice":
		return pointerTo(sliceOf(g.real()))
	case "rows", "ragged":
		return sliceOf(sliceOf(g.real()))
	case "pointer to rows":
		return pointerTo(sliceOf(sliceOf(g.real())))
	case "slice of arrays":
		return sliceOf(arrayOf(2, g.real()))
	case "array of slices":
		return arrayOf(2, sliceOf(g.real()))
	case "cube":
		return sliceOf(sliceOf(sliceOf(g.real())))
	case "struct":
		return g.structured(scalars()...)
	case "pointer to struct":
		return pointerTo(g.structured(append(scalars(), field{name: "Z", typ: g.part()})...))
	case "struct with slices":
		return g.structured(slicesIn()...)
	case "struct with pointers":
		return g.structured(pointersIn()...)
	case "embedded":
		in := g.named("In", structOf(slicesIn()...))
		return g.structured(embed(in), field{name: "C9", typ: g.leaf()})
	case "embedded pointer":
		in := g.named("In", structOf(scalars()...))
		return g.structured(embed(pointerTo(in)), field{name: "C9", typ: g.real()})
	case "slice of structs":
		return sliceOf(g.structured(scalars()...))
	case "slice of structs with slices", "loose":
		return sliceOf(g.structured(slicesIn()...))
	case "slice of structs with pointers":
		return sliceOf(g.structured(pointersIn()...))
	case "array of structs":
		return arrayOf(2, g.structured(g.fields(2, g.part)...))
	case "slice of pointers":
		return sliceOf(pointerTo(g.structured(scalars()...)))
	case "deep":
		inner := g.named("In", structOf(append(slicesIn(), field{name: "Q9", typ: pointerTo(g.real())})...))
		return pointerTo(g.structured(field{name: "Sub", typ: inner},
			field{name: "Seg", typ: pointerTo(g.named("Seg", structOf(slicesIn()...)))}))
	case "named slice":
		return g.named("Vec", sliceOf(g.real()))
	case "named rows":
		return g.named("Mat", sliceOf(g.named("Vec", sliceOf(g.real()))))
	case "literal struct":
		return structOf(append(scalars(), field{name: "Z", typ: structOf(slicesIn()...)})...)
	case "marked":
		fs := slicesIn()
		fs[g.IntN(len(fs))].constant = true
		return g.named("S",
			structOf(append(fs, field{name: "K9", typ: g.real(), constant: g.IntN(2) == 0},
				field{name: "L9", typ: g.real()})...))
	case "opaque":
		others := []string{"chan int", "map[string]int", "interface{}", "error", "func()", "interface{ M() }"}
		return g.structured(append(scalars(), field{name: "O9",
			typ: &typ{kind: otherKind, name: others[g.IntN(len(others))]}})...)
	case "no reals":
		return g.structured(field{name: "N", typ: intType}, field{name: "B", typ: boolType},
			field{name: "Is", typ: sliceOf(intType)})
	case "pointer to pointer":
		return pointerTo(pointerTo(g.real()))
	case "recursive":
		name := g.global("Node")
		t := structOf(field{name: "V", typ: float64Type},
			field{name: "Next", typ: &typ{kind: otherKind, name: "*" + name}})
		g.decls.WriteString(fmt.Sprintf("// %s is a type.\ntype %s %s\n\n", name, name, t.literal()))
		t.name = name
		return pointerTo(t)
	case "foreign":
		g.imports[Foreign] = true
		point := &typ{kind: structKind, name: "geo.Point",
			fields: []field{{name: "X", typ: float64Type}, {name: "Y", typ: float64Type}}}
		net := &typ{kind: structKind, name: "geo.Net",
			fields: []field{{name: "W", typ: sliceOf(sliceOf(float64Type))}, {name: "B", typ: pointerTo(float64Type)},
				{name: "At", typ: point}}}
		path := &typ{kind: sliceKind, name: "geo.Path", elem: point}
		return []*typ{point, pointerTo(net), path, net, sliceOf(path), arrayOf(2, point)}[g.IntN(6)]
	case "complex":
		return g.complex()
	case "callback":
		return &typ{kind: otherKind, name: "func(float64) float64"}
	case "integer":
		return []*typ{intType, boolType, textType, sliceOf(intType)}[g.IntN(4)]
	}
	panic(form)
}

// complex is a type of complex numbers, or one with some in it.
func (g *gen) complex() *typ {
	switch g.IntN(8) {
	case 0:
		return pointerTo(complexType)
	case 1:
		return sliceOf(complexType)
	case 2:
		return arrayOf(1+g.IntN(3), complexType)
	case 3:
		return sliceOf(sliceOf(complexType))
	case 4:
		return g.structured(g.fields(3, g.leaf,
			func() *typ { return sliceOf(complexType) }, func() *typ { return complexType })...)
	case 5:
		return sliceOf(g.structured(g.fields(2, g.leaf, func() *typ { return complexType })...))
	}
	return complexType
}

// embed is an embedded field.
func embed(t *typ) field {
	name := t.name
	if t.kind == pointerKind {
		name = t.elem.name
	}
	name, _, _ = strings.Cut(name, "[")
	return field{name: name, typ: t, embedded: true}
}
