package translate

import "github.com/seed-4b734f86/gochad/gosrc/flow"

// maxChain is how deep an else may lie in others: what comes of a chain of a thousand conditions is not to be a
// thousand deep, as passes that look at what is around a statement, and the text with its margins, would take the
// square of that.
const maxChain = 32

// flat cuts the chains of conditions in statements into pieces that follow each other:
//
//	if a {…} else if b {…} else {…}    →    rest := false
//	                                        if a {…} else { rest = true }
//	                                        if rest { if b {…} else {…} }
//
// Law: an else that ends the chain around it may as well come behind that, where a variable says that it is to run:
// nothing is between, and what jumps out of the chain jumps past both.
func flat(list []flow.Stmt) []flow.Stmt {
	out, cut := list, false
	for i, s := range list {
		switch s := s.(type) {
		case *flow.Count:
			s.Body = flat(s.Body)
		case *flow.While:
			s.Pre, s.Body, s.Post = flat(s.Pre), flat(s.Body), flat(s.Post)
		case *flow.Block:
			s.Body = flat(s.Body)
		case *flow.If:
			pieces := flatChain(s)
			if len(pieces) > 1 && !cut {
				cut = true
				out = append([]flow.Stmt(nil), list[:i]...)
			}
			if cut {
				out = append(out, pieces...)
			}
			continue
		}
		if cut {
			out = append(out, s)
		}
	}
	return out
}

// flatChain is a chain in pieces.
func flatChain(first *flow.If) []flow.Stmt {
	out := []flow.Stmt{first}
	for depth, s := 1, first; ; depth++ {
		s.Then = flat(s.Then)
		n := len(s.Else)
		if n == 0 {
			return out
		}
		next, chained := s.Else[n-1].(*flow.If)
		if !chained {
			s.Else = flat(s.Else)
			return out
		}
		behind := append(flat(s.Else[:n-1:n-1]), next)
		s.Else = behind
		if depth == maxChain {
			depth = 0
			rest := flow.Place{Var: &flow.Var{Name: "rest", Type: flow.Bool, At: s.At}}
			set := func(yes bool) flow.Stmt {
				return &flow.Assign{Dst: []flow.Place{rest}, Src: []flow.Expr{boolLit(yes)}, At: s.At}
			}
			s.Else = []flow.Stmt{set(true)}
			last := len(out) - 1
			out = append(out[:last:last], set(false), out[last],
				&flow.If{Cond: &flow.Load{Place: rest}, Then: behind, At: next.At})
		}
		s = next
	}
}
