package wrap

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gen"
	"github.com/seed-4b734f86/gochad/internal/gotypes"
)

// root is a Root while its file is made.
type root struct {
	*Root
	file   *file
	params []parameter
	flat   *flat
	*space
	receiver string // the name of the workspace in its methods
}

// space is the workspace of a function; instances of a generic one share it.
type space struct {
	typ, make, pool string
	lock            string            // the field that lets one call in
	runs            map[string]string // the methods that have the code, by those for users
	fields          []kept
	fieldNames      *scope
}

// fn is one function while it is made.
type fn struct {
	*root
	d        *Directive
	index    [2]int // of the root and of the directive
	name     string
	at       string // for messages
	results  []result
	items    []item
	sig      signature
	more     []string // the types of results behind those of the function
	core     gen.Core
	cores    []gen.Core    // core and those of also
	also     []chad.Export // cores beside the first
	names    *scope
	size     map[*shape]string
	measured map[*shape]string // whose length that is, where it is a variable
	checked  []checked         // what targets were found to be, while arguments are read
	ofBuffer bool              // what is checked is a target
	using    map[string]bool   // the fields of the workspace
	flats    map[string]string // the layouts of ragged rows, by the parameters that have them
	comps    []component
	verb     verb
	slots    []slot // of the core's result
	text     strings.Builder
	instead  map[string]string // the variables that parameters are read from that may be nil
	// memory says that calls need more than an empty workspace on the stack.
	memory bool
	// own are the results that are taken from a call of the user's function, "_" for the others; nil if there are none.
	own []string
	// wantTangents says that the tangents of the core's result are used.
	wantTangents bool
	// unlike is what ragged= would have to name for slices in the parameter at hand to be of different lengths; empty
	// for anything else.
	unlike string
	// zeroIf is the condition on which gradients are zeros, whatever the cotangents are; empty if there is none.
	zeroIf string
	// looked are the parameters that have complex numbers in them.
	looked []lookedAt
	// drawn is the memory of the numbers of generators, by their parameters.
	drawn map[string]string
	// adds says that cotangents are added to what is in the buffers.
	adds bool
	// method says that there is only the method of the workspace.
	method bool
	// hidden says that it is for generated code alone.
	hidden bool
}

// signature is the head of a function.
type signature struct {
	// recv is the receiver's declaration, or empty; in the method of the workspace it is the first parameter.
	recv    string
	params  []string // declarations
	args    []string // names
	results []string // types, or names with types where all are named
}

// printf adds to the text. It is not written out at its two hundred places, as emitter.op of wasmbackend is not.
//
//go:noinline
func (w *fn) printf(format string, args ...any) { fmt.Fprintf(&w.text, format, args...) }

// typeString is a type as the file writes it.
func (r *root) typeString(t types.Type) string {
	return r.file.pairNames(types.TypeString(gotypes.In(r.file.Package, t), r.file.qualifier))
}

// memoryType is the text of a type by which memory is compared: types of different texts are different.
func memoryType(t types.Type) string { return types.TypeString(gotypes.Bare(t), nil) }

// part is the expression of a part of a parameter, or of a buffer like it.
func part(x string, s *shape, path []string) string {
	return s.at(strings.Join(append([]string{x}, path...), "."))
}

// at is the expression of a value of shape s that stands in x: of a slice, the slice itself where x points to it. Go
// follows pointers to structs and arrays on its own.
func (s *shape) at(x string) string {
	if s.pointer && s.kind == sliceKind {
		return "(*" + x + ")"
	}
	return x
}

// label is an expression for a path in a message, with the values of indices.
type label []string // literal, index, literal, …

func (l label) index(i string) label {
	l = slices.Clone(l)
	l[len(l)-1] += "["
	return append(l, i, "]")
}

func (l label) field(name string) label {
	l = slices.Clone(l)
	l[len(l)-1] += "." + name
	return l
}

func (w *fn) label(l label) string {
	parts := make([]string, len(l))
	for i, s := range l {
		if i%2 == 0 {
			parts[i] = fmt.Sprintf("%q", s)
		} else {
			parts[i] = w.file.use("strconv") + ".Itoa(" + s + ")"
		}
	}
	return strings.Join(parts, "+")
}

// hasSlice reports whether the length of some part is known only at run time, and is not one that each row has for
// itself.
func (s *shape) hasSlice() bool { return s.hasSliceIn(func(field) bool { return true }) }

// hasSliceIn is hasSlice where only some fields of structs count.
func (s *shape) hasSliceIn(counts func(field) bool) bool {
	switch s.kind {
	case sliceKind:
		return !s.loose
	case arrayKind:
		return s.elem.hasSliceIn(counts)
	case structKind:
		return slices.ContainsFunc(s.fields, func(f field) bool { return counts(f) && f.shape.hasSliceIn(counts) })
	case realKind, intKind, boolKind, errorKind, opaqueKind:
	}
	return false
}

// measure finds the lengths of all slices in a part of a parameter: inner ones are those of the first elements.
func (w *fn) measure(s *shape, x string, conds []string) {
	w.measureAll(s, x, conds, func(*shape) bool { return true })
}

// measureReals is measure of what reals are in; nobody asks for the lengths of others.
func (w *fn) measureReals(s *shape, x string, conds []string) {
	w.measureAll(s, x, conds, (*shape).holdsReals)
}

func (w *fn) measureAll(s *shape, x string, conds []string, wanted func(*shape) bool) {
	if !wanted(s) {
		w.noSizes(s)
		return
	}
	switch s.kind {
	case sliceKind:
		if s.loose { // each has its own
			w.noSizes(s)
			return
		}
		w.size[s] = "len(" + x + ")"
		if len(conds) > 0 {
			n := w.names.fresh("n")
			w.size[s], w.measured[s] = n, x
			w.printf("%s := 0\nif %s {\n%s = len(%s)\n}\n", n, strings.Join(conds, " && "), n, x)
		}
		w.measureAll(s.elem, s.elem.at(x+"[0]"), append(slices.Clip(conds), "len("+x+") > 0"), wanted)
	case arrayKind:
		w.size[s] = s.literal()
		if s.len == 0 {
			w.noSizes(s.elem)
			return
		}
		w.measureAll(s.elem, s.elem.at(x+"[0]"), conds, wanted)
	case structKind:
		for _, f := range s.fields {
			w.measureAll(f.shape, f.shape.at(x+"."+f.name), conds, wanted)
		}
	case realKind, intKind, boolKind, errorKind, opaqueKind:
	}
}

func (w *fn) noSizes(s *shape) {
	switch s.kind {
	case sliceKind, arrayKind:
		w.size[s] = "0"
		w.noSizes(s.elem)
	case structKind:
		for _, f := range s.fields {
			w.noSizes(f.shape)
		}
	case realKind, intKind, boolKind, errorKind, opaqueKind:
	}
}

// check emits the checks that a value x has the lengths that were measured; own leaves out that of x itself.
func (w *fn) check(s *shape, x string, name label, own bool) {
	switch s.kind {
	case sliceKind, arrayKind:
		if s.kind == sliceKind && !own && !s.loose {
			w.checkLength(s, x, name, "")
		}
		if s.elem.hasSliceIn(w.counts) {
			i := w.names.fresh("i")
			w.printf("for %s := range %s {\n", i, x)
			w.check(s.elem, s.elem.at(x+"["+i+"]"), name.index(i), false)
			w.printf("}\n")
			w.names.free1(i)
		}
	case structKind:
		for _, f := range s.fields {
			if w.counts(f) {
				w.check(f.shape, f.shape.at(x+"."+f.name), name.field(f.name), false)
			}
		}
	case realKind, intKind, boolKind, errorKind, opaqueKind:
	}
}

// counts reports whether lengths in a field are checked: of a buffer, those of what is written.
func (w *fn) counts(f field) bool { return !w.ofBuffer || !f.constant && f.shape.varies() }

// checkLength emits the check of one length, under a condition.
func (w *fn) checkLength(s *shape, x string, name label, cond string) {
	hint := ""
	if w.unlike != "" && len(name) > 1 { // a slice in a slice, whose length is that of the first
		hint = fmt.Sprintf("+%q", "; slices of different lengths need ragged="+w.unlike+" in the directive")
	}
	w.printf("if %slen(%s) != %s {\npanic(%s(%q, %s, len(%s), %s)%s)\n}\n", cond, x, w.size[s],
		w.file.helper("lengthError"), w.at, w.label(name), x, w.size[s], hint)
}
