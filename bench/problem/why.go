package problem

// Why says what keeps a problem from the bars, by its name, where that has been looked into. The
// page on performance shows it for problems that miss one.
var Why = map[string]string{
	"rosenbrock": "two additions to neighbours in memory for each term, where the hand-written loop carries one in a register and writes each element once.",
	"logistic": "dot products and the additions of rows run element by element; the hand-written code takes blocks of rows, and has an exponential and a logarithm " +
		"of its own where the generated code calls `math`.",
	"gmm-10-5":  gmmWhy,
	"gmm-10-25": gmmWhy,
	"gmm-64-5":  gmmWhy,
	"gmm-64-25": gmmWhy,
	"kmeans": "the differences to all centroids are kept for the one that is the nearest, instead of being computed again for it; the hand-written code packs four " +
		"centroids side by side.",
	"leastsquares": "one row at a time, where the hand-written code multiplies blocks of rows by BLAS.",
	"logsumexp":    "calls of `math.Exp`, and a tape of its own for the exponentials, which could lie in the gradient.",
	"detminors": "the program tests every column for every set, for want of operations on bits, where the hand-written code goes from member to member. The gradient " +
		"keeps what the tests have said and the minors that were read, which the table still has.",
	"detlu": "each step keeps copies of the row of its pivot and of the rows below it, though the factors at the end hold all that the way back reads; " +
		"the hand-written gradient is an inverse in place.",
	"mlp": "one product of a matrix and a vector for each example, element by element; the hand-written code keeps its matrices in blocks. `math.Tanh` is called.",
	"ode": "the small states of the way back are arrays that are exchanged, not variables; more is kept of each step than what is cheap to compute again.",
	"polywhile": "the tape of a `while` grows by appending, and holds the index, which is the number of the iteration; the hand-written code needs no tape, since it " +
		"carries the derivative by the one point forward.",
	"nbody": "the pairs keep vectors in rows of different lengths, each allocated; the hand-written code keeps positions and inverse distances.",
	"recurrence": "`math.Sin` and `math.Cos` are called, where the hand-written code has its own; the tape holds every state, not every thousandth, until the program " +
		"asks for checkpoints.",
}

const gmmWhy = "the tape of the triangular products, rows of different lengths, is allocated for each point and component, and holds indices that could be computed again; " +
	"indices are checked in the innermost loop. The hand-written code handles four points at a time, with the factors unpacked, and moves the product with the " +
	"transposed factor out of the sum over the points."
