package problem

// Why says what a problem has lost, or what keeps it from the bars, by its name, where that is known. The
// page on performance shows it for problems that miss one.
var Why = map[string]string{
	"rosenbrock": "from plain Go, `x + x` for each of the two products that the chain rule makes of a square, where the hand-written code has one factor of 2.",
	"logistic":   "the pass that took its sums of logarithms together served this problem alone, and is gone.",
	"gmm-64-5":   "the pass that added up before it multiplied by a matrix that all examples share served this problem alone, and is gone.",
	"gmm-64-25":  "the pass that added up before it multiplied by a matrix that all examples share served this problem alone, and is gone.",
	"kmeans":     "the passes that served its search for the nearest centroid alone are gone.",
	"logsumexp":  "the exponentials are stored in memory of their own, where the hand-written code stores them in the gradient.",
	"detminors":  "the passes that ran its while loops again, and counted their iterations, served this problem alone, and are gone.",
	"detlu":      "the way back takes two products with a matrix for each column and moves its rows again, where the hand-written gradient is an inverse in place by one update of a library.",
	"mlp":        "a call of tanh for each element of the hidden layer, where the hand-written code has a loop of them.",
	"nbody":      "the passes that kept its roots and shared its quotients served this problem alone, and are gone.",
	"polywhile":  "the pass that took powers together served this problem alone, and is gone.",
}
