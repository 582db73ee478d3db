package proptest

import "github.com/seed-4b734f86/gochad/syntax"

// Nodes counts the nodes of the definitions of a program.
func Nodes(p *syntax.Program) int {
	n := 0
	for _, d := range p.Defs {
		n += syntax.CountNodes(d.Body)
	}
	return n
}

// Variants counts the variants of [syntax.Term] in a program, by name; of a
// let, its size bindings count as SizeBinding, of a loop its kind too.
func Variants(p *syntax.Program) map[string]int {
	out := map[string]int{}
	var visit func(t syntax.Term)
	visit = func(t syntax.Term) {
		out[syntax.NodeName(t)]++
		switch t := t.(type) {
		case *syntax.Let:
			for _, b := range t.Binds {
				if b.Var == nil {
					out["SizeBinding"]++
				}
			}
		case *syntax.Loop:
			if t.Down {
				out["Loop down"]++
			}
			if t.Out == syntax.Collect {
				out["Loop collect"]++
			}
		case *syntax.Checkpoint:
			out["Checkpoint "+[]string{"whole", "sqrt", "binomial"}[t.By.Kind]]++
		case *syntax.Tuple:
			if t.Type().(*syntax.TupleType).Names != nil {
				out["Record"]++
			}
		}
		syntax.Children(t, visit)
	}
	for _, d := range p.Defs {
		visit(d.Body)
	}
	return out
}

// Escapes reports whether closures that capture variables escape in p through a
// branch, a tuple, an array or a loop.
func Escapes(p *syntax.Program) bool {
	found := false
	var visit func(t syntax.Term)
	visit = func(t syntax.Term) {
		switch t := t.(type) {
		case *syntax.If, *syntax.Case, *syntax.Tuple, *syntax.Loop, *syntax.While, *syntax.Build, *syntax.ArrayLit:
			if syntax.HoldsFunc(t.Type()) && captures(t) {
				found = true
			}
		}
		if !found {
			syntax.Children(t, visit)
		}
	}
	for _, d := range p.Defs {
		visit(d.Body)
	}
	return found
}

// captures reports whether t holds a λ with free variables.
func captures(t syntax.Term) bool {
	if l, ok := t.(*syntax.Lam); ok && len(syntax.FreeVars(l)) > 0 {
		return true
	}
	found := false
	syntax.Children(t, func(c syntax.Term) { found = found || captures(c) })
	return found
}
