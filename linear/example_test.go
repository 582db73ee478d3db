package linear_test

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/linear"
)

// The derivative of (x, y) ↦ x·y at (3, 5), forward and reverse.
func Example() {
	x, y := 3.0, 5.0
	forward := linear.Join(linear.RealMonoid(), linear.Scale(y), linear.Scale(x))
	reverse := linear.Pair(linear.Scale(y), linear.Scale(x))

	fmt.Println(linear.Apply(forward, linear.Tuple2[float64, float64]{E1: 1, E2: 10}))
	fmt.Println(linear.Apply(reverse, 2))
	// Output:
	// 35
	// {10 6}
}

// Composition is written in the order in which the maps run.
func ExampleThen() {
	f := linear.Then(linear.Scale(2), linear.Neg())
	fmt.Println(linear.Apply(f, 5))
	// Output: -10
}

// The cotangent of a function is a copower: it records at which arguments the
// function was used and which cotangent came back. Folding sums over the uses.
func ExampleCopowerFold() {
	uses := linear.CopowerMonoid[string, float64]()
	c := uses.Plus(
		linear.Apply(linear.Singleton[string, float64]("a"), 1),
		linear.Apply(linear.Singleton[string, float64]("b"), 10))

	slope := map[string]float64{"a": 2, "b": 3}
	fold := linear.CopowerFold(linear.RealMonoid(), func(k string) linear.LFun[float64, float64] {
		return linear.Scale(slope[k])
	})
	fmt.Println(linear.Apply(fold, c))
	// Output: 32
}

// Swap turns a family of linear functions into one that yields a function.
func ExampleSwap() {
	f := linear.Swap(func(k int) linear.LFun[float64, float64] { return linear.Scale(float64(k)) })
	g := linear.Apply(f, 10)
	fmt.Println(g(1), g(2), g(3))
	// Output: 10 20 30
}

// A matrix is Build of its rows, and BuildT of the same rows its transpose.
func ExampleBuild() {
	rows := [][]float64{{1, 2, 3}, {4, 5, 6}}
	m := linear.Build(2, func(i int) linear.LFun[[]float64, float64] { return linear.Dot(rows[i]) })
	mT := linear.BuildT(2, linear.RealsMonoid(3), func(i int) linear.LFun[float64, []float64] { return linear.Outer(rows[i]) })
	fmt.Println(linear.Apply(m, []float64{1, 0, 1}))
	fmt.Println(linear.Apply(mT, []float64{1, 1}))
	// Output:
	// [4 10]
	// [5 7 9]
}

// The sum of a thousand one-hot arrays is accumulated in one buffer.
func ExampleMonoid() {
	m := linear.RealsMonoid(3)
	sum := m.Sum(1000, func(i int) []float64 {
		return linear.Apply(linear.OneHot(3, linear.RealMonoid(), i%3), 1)
	})
	fmt.Println(sum, m.Complete(nil))
	// Output: [334 333 333] [0 0 0]
}

// Point is a struct of the user's own: FieldOf checks that each selector selects
// a field, StructMonoid that every field has a monoid.
func ExampleFieldOf() {
	type Point struct{ X, Y float64 }
	x := linear.FieldOf(func(p *Point) *float64 { return &p.X })
	y := linear.FieldOf(func(p *Point) *float64 { return &p.Y })
	points := linear.StructMonoid(linear.Part(x, linear.RealMonoid()), linear.Part(y, linear.RealMonoid()))

	// The reverse derivative of p ↦ 3·p.X + 4·p.Y.
	back := linear.Plus(points,
		linear.Then(linear.Scale(3), linear.Coproj(x)),
		linear.Then(linear.Scale(4), linear.Coproj(y)))
	fmt.Println(linear.Apply(back, 2))
	// Output: {6 8}
}

// The cotangent of a value of a sum type has an extra zero; the side that was not
// taken receives nothing.
func ExampleSum() {
	l := linear.Apply(linear.InL[float64, []float64](), 3)
	fmt.Println(linear.Apply(linear.OutL[float64, []float64](), l), linear.Apply(linear.OutR[float64, []float64](), l))
	// Output: 3 []
}

// The reverse of "s ← k·s, ten times" runs downwards and sums what each step
// contributes to the cotangent of k.
func ExampleLoopEmit() {
	const n, k, s0 = 10, 2.0, 1.0
	states := make([]float64, n) // the states before each step
	for i, s := 0, s0; i < n; i, s = i+1, s*k {
		states[i] = s
	}
	back := linear.LoopEmit(linear.Down, n, linear.RealMonoid(),
		func(i int) linear.LFun[float64, linear.Tuple2[float64, float64]] {
			return linear.Pair(linear.Scale(k), linear.Scale(states[i]))
		})
	// d(s0·kⁿ)/ds0 = kⁿ and d(s0·kⁿ)/dk = n·s0·kⁿ⁻¹.
	fmt.Println(linear.Apply(back, 1))
	// Output: {1024 5120}
}

// Share binds an intermediate cotangent once and uses it twice: x ↦ x + 2·(3·x).
func ExampleShare() {
	r := linear.RealMonoid()
	f := linear.Share(linear.Scale(3), linear.Join(r, linear.Id[float64](), linear.Scale(2)))
	fmt.Println(linear.Apply(f, 1))
	// Output: 7
}
