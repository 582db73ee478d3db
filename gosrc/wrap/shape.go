package wrap

import (
	"fmt"
	"go/types"
	"strconv"

	"github.com/seed-4b734f86/gochad/syntax"
)

// kind is what a Go type is to the derivative.
type kind uint8

const (
	realKind   kind = iota
	intKind         // integers, of all widths
	boolKind        //
	errorKind       // error, of which only nil or not is known
	opaqueKind      // values that cannot influence a result; they are not represented
	sliceKind
	arrayKind
	structKind
)

// A shape is a Go type as the representation sees it. Each occurrence has a shape of its own, so that a slice level
// can be told by its address.
type shape struct {
	kind kind
	typ  types.Type // without the pointer
	// pointer says that the value is behind a pointer.
	pointer bool
	elem    *shape
	len     int64
	fields  []field
	// set says that the value is whether the slice or pointer in its place is not nil.
	set bool
	// text says that the value is a string, of which the number counts.
	text   bool
	model  *model // of a type of a library
	ragged *shape // of rows that may differ in length: the shape that they have in Go
	// loose says that the slice is one of several, whose lengths may differ.
	loose bool
	// size is the length of a slice in the type of the definition.
	size *syntax.Size
}

type field struct {
	name     string
	shape    *shape
	constant bool
	of       *types.Var // nil where code is written for the field otherwise
}

// hidden is a field that is known to the derivative, and which code of a package cannot name; nil if there is none.
func (s *shape) hidden(pkg *types.Package) *types.Var {
	if s.kind == opaqueKind || s.elem != nil && s.kind != structKind {
		if s.elem == nil {
			return nil
		}
		return s.elem.hidden(pkg)
	}
	for _, f := range s.fields {
		theirs := f.of != nil && f.of.Pkg() != nil && f.of.Pkg().Path() != pkg.Path()
		if theirs && !f.of.Exported() && f.shape.kind != opaqueKind {
			return f.of
		}
		if h := f.shape.hidden(pkg); h != nil {
			return h
		}
	}
	return nil
}

// hiddenFault is about such a field of a value that is called what.
func (s *shape) hiddenFault(pkg *types.Package, what string) error {
	h := s.hidden(pkg)
	if h == nil {
		return nil
	}
	return fmt.Errorf("%s has a field %s, which only package %s can name: put the directive there, or make the value in "+
		"the function", what, h.Name(), h.Pkg().Name())
}

// shapeOf is the shape of t; constant says which fields do not vary. What refers to itself is opaque.
func shapeOf(t types.Type, constant func(*types.Var) bool) *shape {
	return shapeIn(t, constant, map[types.Type]bool{})
}

// deepest is how many named types may stand inside each other.
const deepest = 64

// shapeIn is shapeOf inside the named types of inside.
func shapeIn(t types.Type, constant func(*types.Var) bool, inside map[types.Type]bool) *shape {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		// or an instance of itself that never ends, which Go's compiler will report
		if inside[n] || len(inside) >= deepest {
			return &shape{kind: opaqueKind, typ: t}
		}
		inside[n] = true
		defer delete(inside, n)
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		s := shapeIn(p.Elem(), constant, inside)
		if s.kind == opaqueKind || s.pointer {
			return &shape{kind: opaqueKind, typ: t}
		}
		s.pointer = true
		return s
	}
	s := &shape{kind: opaqueKind, typ: inPairs(t)}
	if s.model = modelOf(t); s.model != nil {
		s.kind = structKind
		for _, f := range s.model.fields {
			s.fields = append(s.fields, field{f.name, shapeIn(f.typ, constant, inside), false, nil})
		}
		return s
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsFloat != 0:
			s.kind = realKind
		case u.Info()&types.IsInteger != 0:
			s.kind = intKind
		case u.Info()&types.IsBoolean != 0:
			s.kind = boolKind
		case pairs[u.Kind()] != nil:
			return shapeIn(pairs[u.Kind()], constant, inside)
		}
	case *types.Interface:
		if types.Identical(t, types.Universe.Lookup("error").Type()) {
			s.kind = errorKind
		}
	case *types.Slice:
		s.kind, s.elem = sliceKind, shapeIn(u.Elem(), constant, inside)
	case *types.Array:
		s.kind, s.elem, s.len = arrayKind, shapeIn(u.Elem(), constant, inside), u.Len()
	case *types.Struct:
		s.kind = structKind
		for v := range u.Fields() {
			s.fields = append(s.fields, field{v.Name(), shapeIn(v.Type(), constant, inside), constant(v), v})
		}
	}
	return s
}

// varies reports whether the shape holds a real that is not constant.
func (s *shape) varies() bool {
	switch s.kind {
	case realKind:
		return true
	case sliceKind, arrayKind:
		return s.elem.varies()
	case structKind:
		for _, f := range s.fields {
			if !f.constant && f.shape.varies() {
				return true
			}
		}
	case intKind, boolKind, errorKind, opaqueKind:
	}
	return false
}

func isFunction(T types.Type) bool {
	_, ok := T.Underlying().(*types.Signature)
	return ok
}

// match gives each slice level its size in t, the type that the translation has for the shape.
func (s *shape) match(t syntax.Type) error {
	if t == syntax.Unit { // of another package, with fields that nobody can see
		s.kind = opaqueKind
	}
	if n, ok := types.Unalias(s.typ).(*types.Named); ok && s.kind == structKind && s.model == nil && t != syntax.Unit && n.Obj().Pkg() != nil &&
		n.Obj().Pkg().Path() == matPath {
		return fmt.Errorf("a mat.%s cannot be %s", n.Obj().Name(), insteadOf(n.Obj().Name()))
	}
	if s.kind == opaqueKind && s.typ != nil && isFunction(s.typ) && t != syntax.Unit {
		return fmt.Errorf("a function is no result that has a derivative: let the function take the arguments of " +
			"that, too, and return what it computes")
	}
	bad := func() error { return fmt.Errorf("the translation represents %s as %s", s.typ, t) }
	scalar := func(want syntax.Type) error {
		if t != want {
			return bad()
		}
		return nil
	}
	switch s.kind {
	case realKind:
		return scalar(syntax.Real)
	case intKind, errorKind:
		return scalar(syntax.Int)
	case boolKind:
		return scalar(syntax.Bool)
	case opaqueKind:
		if p, ok := s.typ.Underlying().(*types.Pointer); ok && t != syntax.Unit {
			if _, ok := p.Elem().Underlying().(*types.Pointer); ok {
				return fmt.Errorf("%s is a pointer to a pointer; take the pointer that it leads to", s.typ)
			}
		}
		if b, ok := s.typ.Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 && t == syntax.Int {
			s.kind, s.text = intKind, true
			return nil
		}
		return scalar(syntax.Unit)
	case sliceKind, arrayKind:
		switch a := t.(type) {
		case *syntax.ArrayType:
			s.size = a.Len
			s.elem.loosen(a.Elem)
			return s.matchElem(a.Elem)
		case *syntax.DynType:
			s.elem.loosen(a.Elem)
			return s.matchElem(a.Elem)
		}
	case structKind:
		if len(s.fields) == 1 {
			return s.fields[0].shape.match(t)
		}
		tt, ok := t.(*syntax.TupleType)
		if !ok || len(tt.Elems) != len(s.fields) {
			return bad()
		}
		for i, f := range s.fields {
			if err := f.shape.match(tt.Elems[i]); err != nil {
				return err
			}
		}
		return nil
	}
	return bad()
}

// insteadOf says what to take in place of a type of package mat, and how to make that of it.
func insteadOf(name string) string {
	switch name {
	case "Cholesky":
		return "a parameter or in one: take its factor, u *mat.TriDense, which its UTo gives, and make it in the function: " +
			"var c mat.Cholesky; c.SetFromU(u)"
	case "DiagDense":
		return "a parameter or in one: take its diagonal, d []float64, and make it in the function: mat.NewDiagDense(len(d), d)"
	}
	return "a parameter or in one: take a *mat.Dense, mat.DenseCopyOf of it, or what of it is needed as a []float64"
}

// matchElem is match for the elements.
func (s *shape) matchElem(t syntax.Type) error {
	if err := s.elem.match(t); err != nil {
		return err
	}
	if h := s.elem.hollow(); h != nil {
		return fmt.Errorf("the function reads how long slices of type %s in slices are, of whose elements nothing is known: "+
			"keep the length in an int beside it", h.typ)
	}
	return nil
}

// hollow finds a slice in a value of which only the length is known, or nil.
func (s *shape) hollow() *shape {
	switch s.kind {
	case sliceKind:
		if len(s.columns()) == 0 {
			return s
		}
		return s.elem.hollow()
	case arrayKind:
		return s.elem.hollow()
	case structKind:
		for _, f := range s.fields {
			if h := f.shape.hollow(); h != nil {
				return h
			}
		}
	case realKind, intKind, boolKind, errorKind, opaqueKind:
	}
	return nil
}

// loosen marks the slices in the elements of a slice whose lengths are not those of a size.
func (s *shape) loosen(t syntax.Type) {
	switch s.kind {
	case sliceKind:
		_, s.loose = t.(*syntax.DynType)
	case arrayKind:
		if a, ok := t.(*syntax.ArrayType); ok {
			s.elem.loosen(a.Elem)
		}
	case structKind:
		if len(s.fields) == 1 {
			s.fields[0].shape.loosen(t)
			return
		}
		if tt, ok := t.(*syntax.TupleType); ok && len(tt.Elems) == len(s.fields) {
			for i, f := range s.fields {
				f.shape.loosen(tt.Elems[i])
			}
		}
	case realKind, intKind, boolKind, errorKind, opaqueKind:
	}
}

// A step goes from a value to a part: to the elements of dim, or to a field.
type step struct {
	dim   *shape // the slice or array; nil for a field
	field string
}

// A column is one variable of the representation: all scalars that are reached on one path.
type column struct {
	steps  []step
	scalar *shape
	// constant says that a field on the path does not vary.
	constant bool
}

// columns are the variables that represent a value, in their order.
func (s *shape) columns() []column { return s.appendColumns(nil, column{}) }

func (s *shape) appendColumns(out []column, at column) []column {
	with := func(st step) column {
		c := at
		c.steps = append(append([]step(nil), at.steps...), st)
		return c
	}
	switch s.kind {
	case realKind, intKind, boolKind, errorKind:
		at.scalar = s
		out = append(out, at)
	case sliceKind, arrayKind:
		out = s.elem.appendColumns(out, with(step{dim: s}))
	case structKind:
		for _, f := range s.fields {
			c := with(step{field: f.name})
			c.constant = c.constant || f.constant
			out = f.shape.appendColumns(out, c)
		}
	case opaqueKind:
	}
	return out
}

// dims are the slices and arrays on the path.
func (c column) dims() []*shape {
	var out []*shape
	for _, s := range c.steps {
		if s.dim != nil {
			out = append(out, s.dim)
		}
	}
	return out
}

// varies reports whether the column has tangents that users see.
func (c column) varies() bool { return c.scalar.kind == realKind && !c.constant }

// expr is the element of the column of root, the expression of a value, at some indices.
func (c column) expr(root string, index ...string) string {
	for k, s := range c.steps {
		if k > 0 && s.dim != nil {
			root = s.dim.at(root)
		}
		switch {
		case s.dim == nil:
			root += "." + s.field
		case len(index) == 0:
			return root
		default:
			root += "[" + index[0] + "]"
			index = index[1:]
		}
	}
	return root
}

// variable is expr where a scalar is assigned to.
func (c column) variable(root string, index ...string) string {
	x := c.expr(root, index...)
	if c.scalar.pointer {
		return "*" + x
	}
	return x
}

// base is the type of the elements in the representation.
func (s *shape) base() string {
	switch s.kind {
	case realKind:
		return "float64"
	case boolKind:
		return "bool"
	case intKind, errorKind, opaqueKind, sliceKind, arrayKind, structKind:
	}
	return "int"
}

// exact reports whether a scalar has the type that the representation has.
func (s *shape) exact() bool {
	if s.pointer {
		return false
	}
	b, ok := types.Unalias(s.typ).(*types.Basic)
	return ok && b.Name() == s.base()
}

// oneWay reports whether a number stands for the scalar of which the scalar cannot be made again: which constant a
// string is equal to, and whether an error, slice, pointer or function is nil.
func (s *shape) oneWay() bool { return s.set || s.text || s.kind == errorKind }

// literal is the length of an array.
func (s *shape) literal() string { return strconv.FormatInt(s.len, 10) }
