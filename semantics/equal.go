package semantics

import "math"

// Close reports whether two values of one type are equal up to tol: reals a and b
// with |a - b| ≤ tol·max(1, |a|, |b|), NaN close to NaN, equal infinities close;
// all else equal. Zero is equal to every zero of its type, copowers are compared
// as formal sums (keys exactly), functions are equal when they are the same value.
// It does not modify its arguments; unnormalised values are added up as needed.
func Close(a, b Value, tol float64) bool {
	var same bool
	_, err := new(Evaluator).run(func(m *machine) Value {
		same = m.close(m.settled(a), m.settled(b), tol)
		return nil
	})
	return err == nil && same
}

func closeReals(a, b, tol float64) bool {
	if a == b || math.IsNaN(a) && math.IsNaN(b) {
		return true
	}
	if math.IsInf(a, 0) || math.IsInf(b, 0) {
		return false
	}
	return math.Abs(a-b) <= tol*max(1, math.Abs(a), math.Abs(b))
}

func (m *machine) close(a, b Value, tol float64) bool {
	m.enter(nil, 2)
	defer func() { m.depth += 2 }()
	if _, ok := b.(Zero); ok {
		a, b = b, a
	}
	switch x := a.(type) {
	case Zero:
		return m.isZero(b, tol)
	case Real:
		y, ok := b.(Real)
		return ok && closeReals(float64(x), float64(y), tol)
	case Int, Bool:
		return a == b
	case *Tuple:
		y, ok := b.(*Tuple)
		return ok && m.closeAll(x.Elems, y.Elems, tol)
	case *Inj:
		y, ok := b.(*Inj)
		return ok && x.Tag == y.Tag && m.close(x.Arg, y.Arg, tol)
	case *Array:
		y, ok := b.(*Array)
		if !ok || x.Len() != y.Len() {
			return false
		}
		for i := range x.Len() {
			if !m.close(x.At(i), y.At(i), tol) {
				return false
			}
		}
		return true
	case *Copower:
		y, ok := b.(*Copower)
		return ok && m.closeCopowers(x.Entries(), y.Entries(), tol)
	}
	return a == b
}

func (m *machine) closeAll(xs, ys []Value, tol float64) bool {
	if len(xs) != len(ys) {
		return false
	}
	for i := range xs {
		if !m.close(xs[i], ys[i], tol) {
			return false
		}
	}
	return true
}

func (m *machine) isZero(v Value, tol float64) bool {
	switch v := v.(type) {
	case Zero:
		return true
	case Real:
		return closeReals(0, float64(v), tol)
	case Int:
		return v == 0
	case Bool:
		return !bool(v)
	case *Tuple:
		for _, e := range v.Elems {
			if !m.isZero(e, tol) {
				return false
			}
		}
		return true
	case *Array:
		for i := range v.Len() {
			if !m.isZero(v.At(i), tol) {
				return false
			}
		}
		return true
	case *Inj: // in a linear sum: a zero under a tag stands for the zero
		return m.isZero(v.Arg, tol)
	case *Copower:
		return m.closeCopowers(v.Entries(), nil, tol)
	}
	return false
}

// closeCopowers compares formal sums: the values at each key that either has.
func (m *machine) closeCopowers(xs, ys []Entry, tol float64) bool {
	var keys, left, right []Value
	at := func(k Value) int {
		for i, l := range keys {
			m.step(nil, 1)
			if m.close(l, k, 0) {
				return i
			}
		}
		keys, left, right = append(keys, k), append(left, Zero{}), append(right, Zero{})
		return len(keys) - 1
	}
	for _, e := range xs {
		i := at(e.Key)
		left[i] = m.plus(left[i], e.Val)
	}
	for _, e := range ys {
		i := at(e.Key)
		right[i] = m.plus(right[i], e.Val)
	}
	for i := range keys {
		if !m.close(m.settled(left[i]), m.settled(right[i]), tol) {
			return false
		}
	}
	return true
}
