package term

import (
	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// shapeKind says what is known of the length of one level of a value.
type shapeKind uint8

const (
	scalar shapeKind = iota // no array: also functions
	sized                   // a slice of length n
	dyn                     // a slice of a length known at run time: [?]τ
	// a slice as a buffer and a length; outermost only. n is the length of the buffer if it is known
	grown
	blank   // a slice of which nothing was stored yet, of length 0 for the time being; never outermost
	fixed   // an array
	product // a structure
)

// A shape is what is known of the lengths in a value. n is a polynomial in ghosts: the integers of the
// program that have a name here, among them the size variables.
type shape struct {
	kind  shapeKind
	n     *syntax.Size
	elem  *shape
	parts []*shape
}

var scalarShape = &shape{kind: scalar}

// mapShape makes the shape of a type, level by level.
func mapShape(t flow.Type, level func(outermost bool) (shapeKind, *syntax.Size), outermost bool) *shape {
	switch t := t.(type) {
	case *flow.Slice:
		k, n := level(outermost)
		return &shape{kind: k, n: n, elem: mapShape(t.Elem, level, false)}
	case *flow.Array:
		return &shape{kind: fixed, elem: mapShape(t.Elem, level, false)}
	case *flow.Struct:
		s := &shape{kind: product}
		for _, f := range t.Fields {
			s.parts = append(s.parts, mapShape(f.Type, level, false))
		}
		return s
	}
	return scalarShape
}

// dynShape has no length known.
func dynShape(t flow.Type) *shape {
	return mapShape(t, func(bool) (shapeKind, *syntax.Size) { return dyn, nil }, true)
}

// blankShape is that of an element of which nothing was stored.
func blankShape(t flow.Type) *shape {
	return mapShape(t, func(bool) (shapeKind, *syntax.Size) { return blank, nil }, false)
}

// nilShape is that of the zero value of a variable.
func nilShape(t flow.Type) *shape {
	return mapShape(t, func(out bool) (shapeKind, *syntax.Size) {
		if out {
			return sized, syntax.SizeLit(0)
		}
		return blank, nil
	}, true)
}

func sameShape(a, b *shape) bool {
	if a == b {
		return true
	}
	if a.kind != b.kind || a.n != b.n || len(a.parts) != len(b.parts) {
		return false
	}
	if a.elem != nil && !sameShape(a.elem, b.elem) {
		return false
	}
	for i := range a.parts {
		if !sameShape(a.parts[i], b.parts[i]) {
			return false
		}
	}
	return true
}

// join is the shape that values of two shapes can be given. A length that is not known to holds is none.
func join(a, b *shape, holds func(*syntax.Size) bool) *shape {
	switch {
	case a.kind == blank && b.kind == blank, a.kind == scalar:
		return a
	case a.kind == fixed:
		return &shape{kind: fixed, elem: join(a.elem, b.elem, holds)}
	case a.kind == product:
		s := &shape{kind: product}
		for i := range a.parts {
			s.parts = append(s.parts, join(a.parts[i], b.parts[i], holds))
		}
		return s
	}
	elem := join(a.elem, b.elem, holds)
	switch {
	case a.kind == grown || b.kind == grown:
		g := &shape{kind: grown, elem: elem}
		if a.kind == b.kind && a.n == b.n && a.n != nil && holds(a.n) {
			g.n = a.n
		}
		return g
	case a.kind == blank && b.kind == sized && holds(b.n):
		return &shape{kind: sized, n: b.n, elem: elem}
	case b.kind == blank && a.kind == sized && holds(a.n):
		return &shape{kind: sized, n: a.n, elem: elem}
	case a.kind == sized && b.kind == sized && a.n == b.n && holds(a.n):
		return &shape{kind: sized, n: a.n, elem: elem}
	}
	return &shape{kind: dyn, elem: elem}
}

// eachSize calls f for the lengths in a shape.
func (s *shape) eachSize(f func(*syntax.Size)) {
	if s.n != nil {
		f(s.n)
	}
	if s.elem != nil {
		s.elem.eachSize(f)
	}
	for _, p := range s.parts {
		p.eachSize(f)
	}
}

// typeOf is the type of terms of a flow type in a shape; size gives the size of a length.
func typeOf(t flow.Type, s *shape, size func(*syntax.Size) *syntax.Size,
	fn func(*flow.FuncType) syntax.Type) syntax.Type {
	switch t := t.(type) {
	case *flow.Basic:
		return basicType(t)
	case *flow.Slice:
		elem := typeOf(t.Elem, s.elem, size, fn)
		switch s.kind {
		case sized:
			return syntax.NewArrayType(size(s.n), elem)
		case blank:
			return syntax.NewArrayType(syntax.SizeLit(0), elem)
		case grown:
			if s.n != nil {
				return syntax.NewArrayType(size(s.n), elem)
			}
			return syntax.NewDynType(elem)
		case dyn:
			return syntax.NewDynType(elem)
		}
	case *flow.Array:
		return syntax.NewArrayType(syntax.SizeLit(int64(t.Len)), typeOf(t.Elem, s.elem, size, fn))
	case *flow.Struct:
		ts := make([]syntax.Type, len(t.Fields))
		for i, f := range t.Fields {
			ts[i] = typeOf(f.Type, s.parts[i], size, fn)
		}
		return syntax.NewTupleType(ts...)
	case *flow.FuncType:
		return fn(t)
	}
	panic("term: no terms of type " + t.String())
}

func basicType(t *flow.Basic) syntax.Type {
	switch t.Kind {
	case flow.KindReal:
		return syntax.Real
	case flow.KindInt, flow.KindUint, flow.KindError:
		return syntax.Int
	case flow.KindBool:
		return syntax.Bool
	case flow.KindOpaque:
		return syntax.Unit
	}
	panic("term: unknown basic type " + t.String())
}
