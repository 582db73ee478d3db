package simplify

import "github.com/seed-4b734f86/gochad/syntax"

func checkpointRules() []*Rule {
	return []*Rule{
		{
			Name: "letCheckpointSplit", Before: "let x = checkpoint (let a = s in ⟨p, 0, q⟩) in … fst x …", After: "let y = checkpoint (let a = s in p) in … y …",
			Ref: "DESIGN §4", Why: "the places taken out are not used, or nothing computes them",
			Condition: "x is used in projections only; a place goes if none is of it, or if it is a zero, a literal or a variable from outside",
		},
	}
}

// splitCheckpoint is letCheckpointSplit for x = t. It returns nil if it applied, else t.
func (p *pass) splitCheckpoint(t *syntax.Checkpoint, x *syntax.Var, o *occ) syntax.Term {
	binds, elems, ok := opened(t.Body)
	if !ok || o.n != o.projs || o.mask&maskBit(63) != 0 || !p.on["letCheckpointSplit"] {
		return t
	}
	inside := map[*syntax.Var]bool{}
	for _, b := range binds {
		if b.Var != nil {
			inside[b.Var] = true
		}
	}
	parts := make([]syntax.Term, len(elems))
	var left []int
	for i, e := range elems {
		switch r, isVar := e.(*syntax.VarRef); {
		case o.mask&maskBit(i) == 0:
		case isVar && !inside[r.Var] || !isVar && isAtom(e):
			parts[i] = e
		default:
			left = append(left, i)
		}
	}
	if len(left) == len(elems) {
		return t
	}
	p.fire("letCheckpointSplit")
	if len(left) > 0 {
		kept := make([]syntax.Term, len(left))
		for k, i := range left {
			kept[k] = elems[i]
		}
		y := p.atom(x.Name, syntax.NewCheckpoint(t.By, syntax.NewLet(binds, syntax.NewTuple(kept...))))
		for k, i := range left {
			if parts[i] = y; len(left) > 1 {
				parts[i] = p.atom(x.Name, syntax.NewProj(k, y))
			}
		}
	}
	p.isParts(x, p.gaveParts("letCheckpointSplit", parts))
	return nil
}
