package linear

import "github.com/seed-4b734f86/gochad/internal/linrep"

// RealMonoid returns the monoid of float64 under addition.
func RealMonoid() Monoid[float64] {
	return linrep.NewMonoid(linrep.Ops[float64]{
		Zero:    func() float64 { return 0 },
		Plus:    func(a, b float64) float64 { return a + b },
		AddInto: func(dst *float64, x float64) { *dst += x },
	})
}

// UnitMonoid returns the one-element monoid.
func UnitMonoid() Monoid[Unit] {
	return linrep.NewMonoid(linrep.Ops[Unit]{
		Zero: func() Unit { return Unit{} },
		Plus: func(Unit, Unit) Unit { return Unit{} },
	})
}

// Scale returns multiplication by k (Coconut Fig. 3, S(k)). It is its own
// transpose. For an infinite or NaN k it sends 0 to NaN, as floating-point
// multiplication does; see [GuardedScale].
func Scale(k float64) LFun[float64, float64] {
	return linrep.Trust(func(x float64) float64 { return k * x })
}

// GuardedScale returns multiplication by k that sends 0 to 0 whatever k is. It is
// what the derivatives of singular primitives use (sqrt at 0), so that a zero
// (co)tangent contributes nothing. It is its own transpose.
func GuardedScale(k float64) LFun[float64, float64] {
	return linrep.Trust(func(x float64) float64 {
		if x == 0 {
			return 0
		}
		return k * x
	})
}

// Neg returns x ↦ −x. It is its own transpose.
func Neg() LFun[float64, float64] {
	return linrep.Trust(func(x float64) float64 { return -x })
}

// Dot returns x ↦ Σᵢ k[i]·x[i]. It reads k when applied. Its transpose is
// Outer(k).
func Dot(k []float64) LFun[[]float64, float64] {
	return linrep.Trust(func(x []float64) float64 {
		sum := 0.0
		for i := range min(len(k), len(x)) {
			sum += k[i] * x[i]
		}
		return sum
	})
}

// Outer returns y ↦ (k[i]·y)ᵢ. It reads k when applied. Its transpose is Dot(k).
func Outer(k []float64) LFun[float64, []float64] {
	return linrep.Trust(func(y float64) []float64 {
		return tabulate(len(k), func(i int) float64 { return k[i] * y })
	})
}

// ScaleArray returns the elementwise product with k. It reads k when applied. It
// is its own transpose.
func ScaleArray(k []float64) LFun[[]float64, []float64] {
	return linrep.Trust(func(x []float64) []float64 {
		out := make([]float64, len(k))
		for i := range min(len(k), len(x)) {
			out[i] = k[i] * x[i]
		}
		return out
	})
}
