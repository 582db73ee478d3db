package problem

import (
	"fmt"
	"slices"
)

// All the problems, at the sizes of the suite.
func All() []Problem {
	return slices.Concat(vectors(), mixtures(), sums(), matrices(), iterations())
}

func vectors() []Problem {
	return []Problem{
		{
			Name: "rosenbrock", Size: "n = 1000",
			New:   func() *Case { return newRosenbrock(1000) },
			Small: func() *Case { return newRosenbrock(5) },
		},
		{
			Name: "logistic", Size: "n = 1000, d = 50",
			New:   func() *Case { return newLogistic(1000, 50) },
			Small: func() *Case { return newLogistic(7, 3) },
		},
	}
}

// mixtures are the four sizes of the mixture of Gaussians.
func mixtures() []Problem {
	var out []Problem
	for _, s := range []struct{ d, k int }{{10, 5}, {10, 25}, {64, 5}, {64, 25}} {
		out = append(out, Problem{
			Name: fmt.Sprintf("gmm-%d-%d", s.d, s.k), Size: fmt.Sprintf("n = 1000, d = %d, k = %d", s.d, s.k),
			New:   func() *Case { return newGMM(1000, s.d, s.k) },
			Small: func() *Case { return newGMM(7, s.d/5, s.k/5+1) },
		})
	}
	return out
}

func sums() []Problem {
	return []Problem{
		{
			Name: "kmeans", Size: "n = 10000, k = 25, d = 8",
			New:   func() *Case { return newKMeans(10000, 25, 8) },
			Small: func() *Case { return newKMeans(11, 3, 2) },
		},
		{
			Name: "leastsquares", Size: "n = 1024, m = 128",
			New:   func() *Case { return newLeastSquares(1024, 128) },
			Small: func() *Case { return newLeastSquares(7, 3) },
		},
		{
			Name: "logsumexp", Size: "n = 100000",
			New:   func() *Case { return newLogSumExp(100000) },
			Small: func() *Case { return newLogSumExp(5) },
		},
	}
}

func matrices() []Problem {
	return []Problem{
		{
			Name: "detminors", Size: "n = 9",
			New:   func() *Case { return newDetMinors(9) },
			Small: func() *Case { return newDetMinors(4) },
		},
		{
			Name: "detlu", Size: "n = 50",
			New:   func() *Case { return newDetLU(50) },
			Small: func() *Case { return newDetLU(4) },
		},
		{
			Name: "mlp", Size: "n = 64, d = 32, h = 64, o = 10",
			New:   func() *Case { return newMLP(64, 32, 64, 10) },
			Small: func() *Case { return newMLP(4, 3, 5, 2) },
		},
	}
}

func iterations() []Problem {
	return []Problem{
		{
			Name: "ode", Size: "1000 steps of a state of 3",
			New:   func() *Case { return newODE(1000) },
			Small: func() *Case { return newODE(10) },
		},
		{
			Name: "polywhile", Size: "n = 1000",
			New:   func() *Case { return newPolyWhile(1000, 1e-12) },
			Small: func() *Case { return newPolyWhile(100, 0.1) },
		},
		{
			Name: "nbody", Size: "n = 16, 10 steps",
			New:   func() *Case { return newNBody(16, 10) },
			Small: func() *Case { return newNBody(4, 3) },
		},
		{
			Name: "recurrence", Size: "10⁶ steps of a state of 2",
			New:   func() *Case { return newRecurrence(1_000_000) },
			Small: func() *Case { return newRecurrence(37) },
			Fewer: func() *Case { return newRecurrence(10_000) },
		},
	}
}
