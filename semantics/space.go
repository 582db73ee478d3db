package semantics

import "github.com/seed-4b734f86/gochad/syntax"

// Space is the tangent space of a first-order type at a value of it: ℝⁿ, with one
// coordinate for each real in the value, from left to right. Tangents and
// cotangents are values of [syntax.TangentType]; their zeros have the shape of At.
type Space struct {
	Type syntax.Type
	At   Value // normalised
}

// Coords are the reals of the point At itself.
// The error, an [*Error], says that At does not fit its type.
func (s Space) Coords() (xs []float64, err error) {
	defer guard(&err)
	mapReals(s.At, s.Type, func(x float64) float64 { xs = append(xs, x); return x })
	return xs, nil
}

// Move is At with its reals replaced by xs.
// The error, an [*Error], says that At does not fit its type or xs its number of reals.
func (s Space) Move(xs []float64) (v Value, err error) {
	defer guard(&err)
	from := supply{xs}
	v = mapReals(s.At, s.Type, func(float64) float64 { return from.next() })
	from.end()
	return v, nil
}

// Flatten gives the coordinates of a tangent or cotangent d.
// The error, an [*Error], says that d is no tangent at At.
func (s Space) Flatten(d Value) (ds []float64, err error) {
	defer guard(&err)
	flattenAt(&ds, s.At, d, s.Type)
	return ds, nil
}

// Unflatten is the tangent or cotangent with coordinates ds.
// The error, an [*Error], says that ds has another number of reals.
func (s Space) Unflatten(ds []float64) (v Value, err error) {
	defer guard(&err)
	from := supply{ds}
	v = unflattenAt(s.At, s.Type, from.next)
	from.end()
	return v, nil
}

// supply hands out coordinates one by one.
type supply struct{ left []float64 }

func (s *supply) next() float64 {
	if len(s.left) == 0 {
		fail(nil, BadArgument, "too few coordinates")
	}
	x := s.left[0]
	s.left = s.left[1:]
	return x
}

func (s *supply) end() {
	if len(s.left) > 0 {
		fail(nil, BadArgument, "%d coordinates too many", len(s.left))
	}
}

func noFunctions(t syntax.Type) {
	fail(nil, Unsupported, "type %s holds functions: it has no coordinates", t)
}

// mapReals applies f to the reals of v : t from left to right.
func mapReals(v Value, t syntax.Type, f func(float64) float64) Value {
	switch t := t.(type) {
	case *syntax.Scalar:
		if t == syntax.Real {
			return Real(f(asReal(v)))
		}
	case *syntax.TupleType:
		out := make([]Value, len(t.Elems))
		for i, e := range t.Elems {
			out[i] = mapReals(v.(*Tuple).Elems[i], e, f)
		}
		return &Tuple{out}
	case *syntax.SumType, *syntax.Data:
		if i, ok := v.(*Inj); ok {
			vs, _ := syntax.Variants(t)
			return &Inj{i.Tag, mapReals(i.Arg, vs[i.Tag], f)}
		}
	case *syntax.ArrayType:
		return mapRealsArray(v.(*Array), t.Elem, f)
	case *syntax.DynType:
		return mapRealsArray(v.(*Array), t.Elem, f)
	case *syntax.IdxType:
	case *syntax.FuncType, *syntax.LFunType, *syntax.CopowerType:
		noFunctions(t)
	}
	return v
}

func mapRealsArray(a *Array, elem syntax.Type, f func(float64) float64) Value {
	out := emptyLike(a, elem)
	for i := range a.Len() {
		out.put(i, mapReals(a.At(i), elem, f))
	}
	return out.arr
}

func emptyLike(a *Array, elem syntax.Type) collector {
	if elem == syntax.Real {
		return collector{&Array{F: make([]float64, a.Len())}}
	}
	return collector{&Array{V: make([]Value, a.Len())}}
}

// flattenAt appends the coordinates of the tangent d at x : t.
func flattenAt(out *[]float64, x, d Value, t syntax.Type) {
	if syntax.TangentType(t) == syntax.Unit {
		return
	}
	a, isArray := d.(*Array)
	if _, ok := d.(Zero); ok || isArray && a.Len() == 0 { // zeros in the shape of x
		mapReals(x, t, func(float64) float64 { *out = append(*out, 0); return 0 })
		return
	}
	switch t := t.(type) {
	case *syntax.Scalar:
		*out = append(*out, asReal(d))
	case *syntax.TupleType:
		for i, e := range t.Elems {
			flattenAt(out, x.(*Tuple).Elems[i], d.(*Tuple).Elems[i], e)
		}
	case *syntax.SumType, *syntax.Data:
		i, j := x.(*Inj), d.(*Inj)
		if i.Tag != j.Tag {
			fail(nil, BadArgument, "a tangent of variant %d at a value of variant %d", j.Tag, i.Tag)
		}
		vs, _ := syntax.Variants(t)
		flattenAt(out, i.Arg, j.Arg, vs[i.Tag])
	case *syntax.ArrayType:
		flattenArray(out, x.(*Array), a, t.Elem)
	case *syntax.DynType:
		flattenArray(out, x.(*Array), a, t.Elem)
	case *syntax.IdxType:
	case *syntax.FuncType, *syntax.LFunType, *syntax.CopowerType:
		noFunctions(t)
	}
}

func flattenArray(out *[]float64, x, d *Array, elem syntax.Type) {
	if x.Len() != d.Len() {
		fail(nil, LengthMismatch, "a tangent of length %d at an array of length %d", d.Len(), x.Len())
	}
	for i := range x.Len() {
		flattenAt(out, x.At(i), d.At(i), elem)
	}
}

// unflattenAt takes the coordinates of a tangent at x : t from next.
func unflattenAt(x Value, t syntax.Type, next func() float64) Value {
	if syntax.TangentType(t) == syntax.Unit {
		return unit
	}
	switch t := t.(type) {
	case *syntax.Scalar:
		return Real(next())
	case *syntax.TupleType:
		out := make([]Value, len(t.Elems))
		for i, e := range t.Elems {
			out[i] = unflattenAt(x.(*Tuple).Elems[i], e, next)
		}
		return &Tuple{out}
	case *syntax.SumType, *syntax.Data:
		i, _ := x.(*Inj)
		vs, _ := syntax.Variants(t)
		return &Inj{i.Tag, unflattenAt(i.Arg, vs[i.Tag], next)}
	case *syntax.ArrayType:
		return unflattenArray(x.(*Array), t.Elem, next)
	case *syntax.DynType:
		return unflattenArray(x.(*Array), t.Elem, next)
	case *syntax.IdxType:
	case *syntax.FuncType, *syntax.LFunType, *syntax.CopowerType:
		noFunctions(t)
	}
	return unit
}

func unflattenArray(x *Array, elem syntax.Type, next func() float64) Value {
	out := emptyLike(x, elem)
	for i := range x.Len() {
		out.put(i, unflattenAt(x.At(i), elem, next))
	}
	return out.arr
}
