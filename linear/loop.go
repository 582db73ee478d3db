package linear

import "github.com/seed-4b734f86/gochad/internal/linrep"

// Order says in which direction a loop runs. Transposition reverses it.
type Order bool

// The two orders. The steps of a loop are numbered the same way in both.
const (
	Up   Order = false // steps 0, 1, …, n-1
	Down Order = true  // steps n-1, …, 1, 0
)

// Reverse returns the other order.
func (o Order) Reverse() Order { return !o }

// step returns the number of the k-th of n steps.
func (o Order) step(k, n int) int {
	if o == Down {
		return n - 1 - k
	}
	return k
}

// Loop composes body(0), …, body(n-1) in the given order; for n ≤ 0 it is the
// identity. body must be pure, here and below. The transpose of a loop runs the
// transposed bodies in the reverse order.
func Loop[S any](o Order, n int, body func(i int) LFun[S, S]) LFun[S, S] {
	return linrep.Trust(func(s S) S {
		for k := range n {
			s = body(o.step(k, n)).Apply(s)
		}
		return s
	})
}

// LoopFeed is a loop whose every step reads the same input besides the state:
// (s, x) ↦ the last state. Its transpose is LoopEmit in the reverse order.
func LoopFeed[S, I any](o Order, n int, body func(i int) LFun[Tuple2[S, I], S]) LFun[Tuple2[S, I], S] {
	return linrep.Trust(func(t Tuple2[S, I]) S {
		s := t.E1
		for k := range n {
			s = body(o.step(k, n)).Apply(Tuple2[S, I]{s, t.E2})
		}
		return s
	})
}

// LoopEmit is a loop whose every step emits a contribution besides the next
// state: s ↦ (the last state, the sum of the contributions), accumulated in
// place. Its transpose is LoopFeed in the reverse order.
func LoopEmit[S, O any](o Order, n int, m Monoid[O], body func(i int) LFun[S, Tuple2[S, O]]) LFun[S, Tuple2[S, O]] {
	return linrep.Trust(func(s S) Tuple2[S, O] {
		sum := m.Sum(n, func(k int) O {
			t := body(o.step(k, n)).Apply(s)
			s = t.E1
			return t.E2
		})
		return Tuple2[S, O]{s, sum}
	})
}

// FoldArray is a loop whose step i reads v[i] besides the state: (s, v) ↦ the
// last state. Its transpose is ScanArray in the reverse order.
func FoldArray[S, I any](o Order, n int, body func(i int) LFun[Tuple2[S, I], S]) LFun[Tuple2[S, []I], S] {
	return linrep.Trust(func(t Tuple2[S, []I]) S {
		s := t.E1
		for k := range n {
			i := o.step(k, n)
			s = body(i).Apply(Tuple2[S, I]{s, elem(t.E2, i)})
		}
		return s
	})
}

// ScanArray is a loop whose step i emits the i-th element of an array besides the
// next state: s ↦ (the last state, the array of length n). Its transpose is
// FoldArray in the reverse order.
func ScanArray[S, O any](o Order, n int, body func(i int) LFun[S, Tuple2[S, O]]) LFun[S, Tuple2[S, []O]] {
	return linrep.Trust(func(s S) Tuple2[S, []O] {
		out := make([]O, max(n, 0))
		for k := range n {
			i := o.step(k, n)
			t := body(i).Apply(s)
			s, out[i] = t.E1, t.E2
		}
		return Tuple2[S, []O]{s, out}
	})
}
