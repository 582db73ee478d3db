package problem

// Why says what keeps a problem from the bars, by its name, where that has been looked into. The
// page on performance shows it for problems that miss one.
var Why = map[string]string{
	"rosenbrock": "from plain Go, `x + x` for each of the two products that the chain rule makes of a square, where the hand-written code has one factor of 2.",
	"logistic":   "the sums of logarithms of exponentials are taken one after the other, where the hand-written code takes four at once; the pass that did served this problem alone.",
	"gmm-64-5":   "a matrix that all examples share is multiplied with in each, where the hand-written code adds up first and multiplies once.",
	"gmm-64-25":  "a matrix that all examples share is multiplied with in each, where the hand-written code adds up first and multiplies once.",
	"kmeans":     "the distances to all centroids are stored before the nearest is looked for, and taken again on the way back, where the hand-written code compares at once and keeps the place.",
	"logsumexp":  "the exponentials are stored in memory of their own, where the hand-written code stores them in the gradient.",
	"detminors":  "what the way forward has computed of minors is stored in rows that grow, where the hand-written code goes through the same subsets again.",
	"detlu":      "the way back takes two products with a matrix for each column and moves its rows again, where the hand-written gradient is an inverse in place by one update of a library.",
	"mlp":        "a call of tanh for each element of the hidden layer, where the hand-written code has a loop of them.",
	"nbody":      "the roots of the distances are taken again on the way back, where the hand-written code keeps their reciprocals; places and velocities are rows of three cut out of flat arrays, each with a check.",
	"polywhile":  "the derivative by the base runs through the powers again on the way back, where the hand-written code adds it up as the powers come.",
}
