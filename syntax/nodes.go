package syntax

// Nodes is a set of kinds of nodes: of those that searches through whole programs ask for, which most programs have
// none of.
type Nodes uint32

// The kinds.
const (
	Calls          Nodes = 1 << iota // Call
	SizeBinds                        // Let of a size
	Checkpoints                      // Checkpoint
	Lams                             // Lam
	Apps                             // App
	Builds                           // Build
	Loops                            // Loop and While
	Branches                         // If and Case
	Sets                             // Set
	Operators                        // Deriv
	Linears                          // LinLam, LinApp and CopowerCase
	Injections                       // Inj
	tangentCoerces                   // Coerce of what [CoercesTangents] says
	targets                          // what keeps terms from being of the source language ([IsSource])
)

// asked are the kinds that [NodesOf] speaks of.
const asked = tangentCoerces - 1

// NodesOf is the set of the kinds of nodes that t has. Constructors put it together, so that no pass has to search for
// it.
func NodesOf(t Term) Nodes { return t.kinds() & asked }

// together is the set of several terms.
func together(ts []Term) (n Nodes) {
	for _, t := range ts {
		n |= t.kinds()
	}
	return n
}

// bound is what a variable of type t that a node binds adds to its set.
func bound(t Type) Nodes {
	if isSourceType(t) {
		return 0
	}
	return targets
}

// adds is what zeros and sums of type t add to the sets of their nodes.
func adds(t Type) Nodes {
	if IsAdditive(t) {
		return 0
	}
	return targets
}
