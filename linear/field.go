package linear

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/seed-4b734f86/gochad/internal/linrep"
)

// FieldOf makes a [Field] of a user's struct type T from a selector of the form
//
//	func(p *Point) *float64 { return &p.X }
//
// It calls the selector once, finds which field was meant, and uses that field
// from then on, so the selector cannot choose by the contents of the struct. It
// panics if T is no struct or if the selector returns something else than the
// address of a field of type F of its argument.
func FieldOf[T, F any](sel func(*T) *F) Field[T, F] {
	t := new(T)
	p := unsafe.Pointer(sel(t))
	v, want := reflect.ValueOf(t).Elem(), reflect.TypeFor[F]()
	if v.Kind() != reflect.Struct {
		panic(fmt.Sprintf("linear: FieldOf: %v is no struct type", v.Type()))
	}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Type == want && p == unsafe.Add(unsafe.Pointer(t), f.Offset) {
			return linrep.NewField(i, func(t *T) *F {
				return (*F)(unsafe.Add(unsafe.Pointer(t), f.Offset))
			})
		}
	}
	panic(fmt.Sprintf("linear: FieldOf: the selector does not return the address of a field of type %v of %v", want,
		v.Type()))
}

// Proj returns the projection to a field. Its transpose is Coproj(f).
func Proj[T, F any](f Field[T, F]) LFun[T, F] {
	return linrep.Trust(func(t T) F { return *f.At(&t) })
}

// Coproj returns the injection of a field: x ↦ the T that is x there and an
// implicit zero in every other field. It costs one T, whatever the sizes of the
// other fields. Its transpose is Proj(f).
func Coproj[T, F any](f Field[T, F]) LFun[F, T] {
	return linrep.Trust(func(x F) T {
		var t T
		*f.At(&t) = x
		return t
	})
}

// A StructPart is a field of T with the monoid on it, for [StructMonoid].
type StructPart[T any] struct {
	index int
	zero  func(dst *T)
	plus  func(dst, a, b *T)
	add   func(dst, x *T)
}

// Part pairs a field with the monoid on it.
func Part[T, F any](f Field[T, F], m Monoid[F]) StructPart[T] {
	return StructPart[T]{
		index: f.Index(),
		zero:  func(dst *T) { *f.At(dst) = m.Zero() },
		plus:  func(dst, a, b *T) { *f.At(dst) = m.Plus(*f.At(a), *f.At(b)) },
		add:   func(dst, x *T) { m.AddInto(f.At(dst), *f.At(x)) },
	}
}

// StructMonoid returns the fieldwise monoid on a struct type T. Fields of size
// zero may be left out. It panics if T is no struct, or if another field has no
// part or two: the value of an uncovered field would be lost by a sum.
func StructMonoid[T any](parts ...StructPart[T]) Monoid[T] {
	t := reflect.TypeFor[T]()
	if t.Kind() != reflect.Struct {
		panic(fmt.Sprintf("linear: StructMonoid: %v is no struct type", t))
	}
	count := make([]int, t.NumField())
	for _, p := range parts {
		count[p.index]++
	}
	for i, n := range count {
		if f := t.Field(i); n != 1 && f.Type.Size() > 0 {
			panic(fmt.Sprintf("linear: StructMonoid: field %s of %v has %d parts, want 1", f.Name, t, n))
		}
	}
	return linrep.NewMonoid(linrep.Ops[T]{
		Zero: func() (t T) {
			for _, p := range parts {
				p.zero(&t)
			}
			return t
		},
		Plus: func(a, b T) (t T) {
			for _, p := range parts {
				p.plus(&t, &a, &b)
			}
			return t
		},
		AddInto: func(dst *T, x T) {
			for _, p := range parts {
				p.add(dst, &x)
			}
		},
	})
}
