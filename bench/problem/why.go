package problem

// Why says what keeps a problem from the bars, by its name, where that has been looked into. The
// page on performance shows it for problems that miss one.
var Why = map[string]string{
	"rosenbrock": "from plain Go, `x + x` for each of the two products that the chain rule makes of a square, where the hand-written code has one factor of 2.",
	"kmeans":     "a distance of each of four points is stored for all centroids before the nearest is looked for, where the hand-written code compares at once.",
	"logsumexp":  "the search for the greatest element has one comparison under way, where the hand-written code has four; the sum of the gradient is added up, which is known to be 1.",
	"detminors":  "the places of minors are taken from the set by two subtractions, and a column of plain Go is checked, where the hand-written code has one exclusive or and no check.",
	"detlu":      "the way back takes two products with a matrix for each column and moves its rows again, where the hand-written gradient is an inverse in place by one update of a library.",
	"mlp":        "a call of tanh for each element of the hidden layer, where the hand-written code has a loop of them.",
	"nbody":      "places and velocities are rows of three cut out of flat arrays, each with a check, where the hand-written code has structures of three numbers; for each pair a branch asks whether there was room for the reciprocal of its distance.",
}
