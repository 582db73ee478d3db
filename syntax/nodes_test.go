package syntax_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/proptest"
	"github.com/seed-4b734f86/gochad/syntax"
)

// What NodesOf says of random programs is what a walk through them finds, the second time too.
func TestNodesOf(t *testing.T) {
	met := syntax.Nodes(0)
	for seed := range int64(300) {
		for _, d := range proptest.Generate(proptest.Config{Seed: seed}).Program.Defs {
			check := func(s syntax.Term) {
				want := walked(s)
				for range 2 {
					if got := syntax.NodesOf(s); got != want {
						t.Fatalf("seed %d: %s has nodes %b, want %b", seed, d.Name, got, want)
					}
				}
				met |= want
			}
			check(d.Body)
			syntax.Children(d.Body, check)
		}
	}
	if want := syntax.Calls | syntax.Lams | syntax.Apps | syntax.Builds | syntax.Loops | syntax.Branches | syntax.Sets; met&want != want {
		t.Errorf("the programs have only %b of %b", met, want)
	}
}

// walked is NodesOf by the walk over children alone.
func walked(t syntax.Term) (n syntax.Nodes) {
	switch t := t.(type) {
	case *syntax.Call:
		n = syntax.Calls
	case *syntax.Let:
		for _, b := range t.Binds {
			if b.Var == nil {
				n = syntax.SizeBinds
			}
		}
	case *syntax.Checkpoint:
		n = syntax.Checkpoints
	case *syntax.Lam:
		n = syntax.Lams
	case *syntax.App:
		n = syntax.Apps
	case *syntax.Build:
		n = syntax.Builds
	case *syntax.Loop, *syntax.While:
		n = syntax.Loops
	case *syntax.If, *syntax.Case:
		n = syntax.Branches
	case *syntax.Set:
		n = syntax.Sets
	case *syntax.Deriv:
		n = syntax.Operators
	}
	syntax.Children(t, func(c syntax.Term) { n |= walked(c) })
	return n
}
