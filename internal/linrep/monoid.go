package linrep

// Monoid is a dictionary for a commutative monoid on T: the 0 and + of CHAD
// Fig. 6. It is immutable and may be shared between goroutines. The zero Monoid
// has no operations, and using it panics.
type Monoid[T any] struct {
	zero func() T
	plus func(a, b T) T
	add  func(dst *T, x T)
	sum  func(n int, at func(i int) T) T
}

// Ops are the operations of a dictionary. Zero and Plus are required.
type Ops[T any] struct {
	// Zero returns a zero whose mutable storage, if any, is fresh at every
	// depth.
	Zero func() T
	// Plus returns the sum of two values and changes neither.
	Plus func(a, b T) T
	// AddInto, if not nil, sets *dst to *dst + x. It may overwrite storage that
	// *dst holds, and keeps no part of x that a later AddInto would overwrite.
	AddInto func(dst *T, x T)
	// Sum, if not nil, returns at(0) + … + at(n-1). It calls at once for every i,
	// in increasing order, before it returns.
	Sum func(n int, at func(i int) T) T
}

// NewMonoid makes a dictionary of operations that the caller knows to obey the
// laws of a commutative monoid, up to the reassociation of floating-point sums,
// and for which Go's zero value of T is a zero too.
func NewMonoid[T any](ops Ops[T]) Monoid[T] {
	m := Monoid[T]{zero: ops.Zero, plus: ops.Plus, add: ops.AddInto, sum: ops.Sum}
	if m.add == nil {
		m.add = func(dst *T, x T) { *dst = ops.Plus(*dst, x) }
	}
	if m.sum == nil {
		add := m.add
		m.sum = func(n int, at func(i int) T) T {
			acc := ops.Zero()
			for i := range n {
				add(&acc, at(i))
			}
			return acc
		}
	}
	return m
}

// Zero returns the neutral element, with every size spelled out and in storage
// of its own.
func (m Monoid[T]) Zero() T { return m.zero() }

// Plus returns a + b and changes neither. The result may share storage with
// both.
func (m Monoid[T]) Plus(a, b T) T { return m.plus(a, b) }

// AddInto sets *dst to *dst + x, in place where T allows it. *dst must come from
// Zero, Sum or Complete of this dictionary and be known to nobody else: what
// shares storage with it changes too. x is neither changed nor kept.
func (m Monoid[T]) AddInto(dst *T, x T) { m.add(dst, x) }

// Sum returns at(0) + … + at(n-1) in storage of its own, accumulated in place,
// so that a sum of n arrays copies none of them. It calls at once for every i, in
// increasing order. For n ≤ 0 it is the zero.
func (m Monoid[T]) Sum(n int, at func(i int) T) T { return m.sum(n, at) }

// Complete returns 0 + x: the value x in storage of its own, where every zero
// that x leaves implicit (a nil or short slice, an absent summand) is spelled
// out as far as Zero spells it out.
func (m Monoid[T]) Complete(x T) T {
	acc := m.zero()
	m.add(&acc, x)
	return acc
}
