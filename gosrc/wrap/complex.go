package wrap

import (
	"fmt"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// Complex numbers are structs of two floats to the translation. Signatures have complex numbers, and what is inside
// works with structs of the same memory, so that all that is known of structs holds: the method with the code takes
// what it was given under another name, and looks at it as structs. A result is looked at as complex again.

// pairs are the structs that stand for complex64 and complex128.
var pairs = map[types.BasicKind]*types.Struct{ //nolint:gochecknoglobals // a constant
	types.Complex64: pairOf(types.Float32), types.Complex128: pairOf(types.Float64),
}

// pairHelpers are the names that generated code has for them.
var pairHelpers = map[types.BasicKind]string{ //nolint:gochecknoglobals // a constant
	types.Complex64: "pair32", types.Complex128: "pair",
}

func pairOf(part types.BasicKind) *types.Struct {
	return types.NewStruct([]*types.Var{
		types.NewField(0, nil, "re", types.Typ[part], false), types.NewField(0, nil, "im", types.Typ[part], false),
	}, nil)
}

// complexKind is the kind of a type of complex numbers.
func complexKind(t types.Type) (types.BasicKind, bool) {
	b, ok := t.Underlying().(*types.Basic)
	if !ok || pairs[b.Kind()] == nil {
		return 0, false
	}
	return b.Kind(), true
}

// holdsComplex reports whether values of a type have complex numbers in them, or lead to some.
func holdsComplex(t types.Type) bool { return inPairs(t) != t }

// inPairs is the type of values of type t with structs in place of complex numbers; t itself if there are none. Where a
// type leads to itself it stays as it is: nothing is known of such values.
func inPairs(t types.Type) types.Type { return inPairsUnder(t, map[types.Type]bool{}) }

// inPairsUnder is inPairs inside the named types of inside.
func inPairsUnder(t types.Type, inside map[types.Type]bool) types.Type {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if inside[n] || len(inside) >= deepest {
			return t
		}
		inside[n] = true
		defer delete(inside, n)
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if p := pairs[u.Kind()]; p != nil {
			return p
		}
	case *types.Pointer:
		if e := inPairsUnder(u.Elem(), inside); e != u.Elem() {
			return types.NewPointer(e)
		}
	case *types.Slice:
		if e := inPairsUnder(u.Elem(), inside); e != u.Elem() {
			return types.NewSlice(e)
		}
	case *types.Array:
		if e := inPairsUnder(u.Elem(), inside); e != u.Elem() {
			return types.NewArray(e, u.Len())
		}
	case *types.Struct:
		some := false
		var fields []*types.Var
		for v := range u.Fields() {
			e := inPairsUnder(v.Type(), inside)
			some = some || e != v.Type()
			fields = append(fields, types.NewField(v.Pos(), v.Pkg(), v.Name(), e, false))
		}
		if some {
			return types.NewStruct(fields, nil)
		}
	}
	return t
}

// spelled refuses types with complex numbers beside what the package has no name for: as structs, they are written out.
func (r *root) spelled() error {
	sig := r.signature()
	vars := slices.AppendSeq(slices.Collect(sig.Params().Variables()), sig.Results().Variables())
	if sig.Recv() != nil {
		vars = append(vars, sig.Recv())
	}
	for _, v := range vars {
		if n := unnamed(inPairs(v.Type()), r.file.Package); n != nil && holdsComplex(v.Type()) {
			return fmt.Errorf("%s has complex numbers in it, and a %s, which this package has no name for: pass the numbers by "+
				"themselves", types.TypeString(v.Type(), types.RelativeTo(r.file.Package)), n.Obj().Name())
		}
	}
	return nil
}

// unnamed is a type that the text of t names and a package cannot, or nil.
func unnamed(t types.Type, p *types.Package) *types.Named {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if o := t.Obj(); !o.Exported() && o.Pkg() != nil && o.Pkg() != p {
			return t
		}
	case *types.Struct:
		for f := range t.Fields() {
			if n := unnamed(f.Type(), p); n != nil {
				return n
			}
		}
	case *types.Map:
		if n := unnamed(t.Key(), p); n != nil {
			return n
		}
		return unnamed(t.Elem(), p)
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		return unnamed(t.Elem(), p)
	}
	return nil
}

// pairNames puts names of the file into the text of a type in place of the structs that stand for complex numbers.
func (f *file) pairNames(text string) string {
	for _, k := range []types.BasicKind{types.Complex64, types.Complex128} {
		if p := pairs[k].String(); strings.Contains(text, p) {
			text = strings.ReplaceAll(text, p, f.helper(pairHelpers[k]))
		}
	}
	return text
}

// mentions reports whether the body names a variable.
func (w *fn) mentions(name string) bool {
	text := []byte(w.text.String())
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(text)), text, nil, 0)
	for last := token.ILLEGAL; ; {
		_, tok, lit := s.Scan()
		if tok == token.EOF || tok == token.IDENT && lit == name && last != token.PERIOD {
			return tok != token.EOF
		}
		last = tok
	}
}

// composed is a new value of type t, made of the variables of its columns.
func (w *fn) composed(t types.Type, s *shape, slots []*slot, hint string) string {
	if k, ok := complexKind(t); ok && len(slots) == 2 {
		part := pairs[k].Field(0).Type()
		parts := make([]string, 2)
		for i, x := range slots {
			parts[i] = w.toGo(&shape{kind: realKind, typ: part}, x.value)
		}
		z := "complex(" + strings.Join(parts, ", ") + ")"
		if _, basic := types.Unalias(t).(*types.Basic); !basic {
			z = w.typeString(t) + "(" + z + ")"
		}
		return z
	}
	v := w.compose(s, slots, hint)
	if !holdsComplex(t) {
		return v
	}
	return w.file.helper("lookAt") + "[" + w.typeString(t) + "](" + v + ")"
}

// realOnly refuses derivatives that are rows of real numbers where something is complex.
func (w *fn) realOnly() error {
	what := ""
	for _, it := range w.items {
		if holdsComplex(it.typ) {
			what = it.text
		}
	}
	for i, r := range w.results {
		if r.of && holdsComplex(r.typ) {
			what = "what it returns"
			if n := w.results[i].name; n != "" {
				what = n
			}
		}
	}
	if what == "" {
		return nil
	}
	return fmt.Errorf("the rows of a matrix are real numbers, and %s has complex numbers: use vjp or jvp, or hvp for the "+
		"product with a Hessian", what)
}
