package syntax

import "sync/atomic"

// Nodes is a set of kinds of nodes: of those that searches through whole programs ask for, which most programs have none of.
type Nodes uint32

// The kinds.
const (
	Calls       Nodes = 1 << iota // Call
	SizeBinds                     // Let of a size
	Checkpoints                   // Checkpoint
	Lams                          // Lam
	Apps                          // App
	Builds                        // Build
	Loops                         // Loop and While
	Branches                      // If and Case
	Sets                          // Set
	Operators                     // Deriv
	Linears                       // LinLam, LinApp and CopowerCase
	known                         // of a Let: that its set has been found
)

// NodesOf is the set of the kinds of nodes that t has. A spine keeps its set, so that it costs a search through t once.
func NodesOf(t Term) (n Nodes) {
	switch t := t.(type) {
	case *Const, *VarRef:
		return 0
	case *Let:
		return t.kinds()
	case *Prim:
		return nodesOf(t.Args)
	case *Tuple:
		return nodesOf(t.Elems)
	case *Plus:
		return nodesOf(t.Terms)
	case *Proj:
		return NodesOf(t.Arg)
	case *LinLam:
		return Linears | NodesOf(t.Body)
	case *LinApp:
		return Linears | NodesOf(t.Fun) | NodesOf(t.Arg)
	case *CopowerCase:
		n = Linears
	case *Call:
		n = Calls
	case *Checkpoint:
		n = Checkpoints
	case *Lam:
		n = Lams
	case *App:
		n = Apps
	case *Build:
		n = Builds
	case *Loop, *While:
		n = Loops
	case *If, *Case:
		n = Branches
	case *Set:
		n = Sets
	case *Deriv:
		n = Operators
	}
	Children(t, func(c Term) { n |= NodesOf(c) })
	return n
}

func nodesOf(ts []Term) (n Nodes) {
	for _, t := range ts {
		switch t.(type) {
		case *Const, *VarRef:
		default:
			n |= NodesOf(t)
		}
	}
	return n
}

// kinds may be asked for by several goroutines at once, which then find the same.
func (t *Let) kinds() Nodes {
	if n := Nodes(atomic.LoadUint32(&t.nodes)); n != 0 {
		return n &^ known
	}
	n := NodesOf(t.Body)
	for i := range t.Binds {
		if t.Binds[i].Var == nil {
			n |= SizeBinds
		}
		n |= NodesOf(t.Binds[i].Rhs)
	}
	atomic.StoreUint32(&t.nodes, uint32(n|known))
	return n
}
