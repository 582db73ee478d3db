package simplify

import (
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

// thereSizes is sizeThere: where an index below n is there, n is not 0. It is there in a loop over n, and behind what
// made one, or used one that was given. What fails since n is 0 may fail later, or not at all if it does not use the
// index, as a value that nobody uses (letDead).
func (e *engine) thereSizes(t syntax.Term, where string) syntax.Term {
	if syntax.NodesOf(t)&syntax.Branches == 0 || !e.on["sizeThere"] {
		return t
	}
	asks := false
	syntax.EachNode(t, func(c syntax.Term) {
		if p, ok := c.(*syntax.Prim); ok {
			asks = asks || sizeAsked(p) != nil
		}
	})
	if !asks {
		return t
	}
	k := indexFinder{engine: e, where: where, there: map[syntax.Type]int{}}
	return k.visit(t)
}

type indexFinder struct {
	*engine
	where string
	there map[syntax.Type]int // the types of the indices that are there, and how often
	stack []syntax.Type       // those, in the order in which they are met
}

// found notes an index, until the block in work ends.
func (k *indexFinder) found(t syntax.Type) {
	if _, ok := t.(*syntax.IdxType); ok {
		k.there[t]++
		k.stack = append(k.stack, t)
	}
}

// block looks at a block in which a variable is bound.
func (k *indexFinder) block(body syntax.Term, binders []*syntax.Var) syntax.Term {
	n := len(k.stack)
	for _, x := range binders {
		k.found(x.Type)
	}
	body = k.visit(body)
	for _, t := range k.stack[n:] {
		k.there[t]--
	}
	k.stack = k.stack[:n]
	return body
}

func (k *indexFinder) visit(t syntax.Term) syntax.Term {
	switch t.(type) {
	case *syntax.Const:
		return t
	case *syntax.VarRef:
		k.found(t.Type())
		return t
	}
	operands, bodies := form.Shape(t)
	i, in := 0, binders(t)
	out := syntax.MapChildren(t, func(s syntax.Term) syntax.Term {
		if i++; i > operands && bodies != form.None {
			return k.block(s, in)
		}
		return k.visit(s)
	})
	k.found(out.Type())
	if p, ok := out.(*syntax.Prim); ok && k.isThere(p) {
		k.report.add("sizeThere", k.where)
		return k.tampered("sizeThere", syntax.BoolLit(true))
	}
	return out
}

// isThere reports whether p is n > 0 for a size of which an index is there.
func (k *indexFinder) isThere(p *syntax.Prim) bool {
	n := sizeAsked(p)
	return n != nil && k.there[syntax.NewIdxType(n)] > 0
}

var opIntGt = syntax.MustOp("igt")

// sizeAsked is the size n if p is n > 0, or nil.
func sizeAsked(p *syntax.Prim) *syntax.Size {
	if p.Op != opIntGt {
		return nil
	}
	n, ok := p.Args[0].(*syntax.SizeOf)
	if zero, isConst := p.Args[1].(*syntax.Const); !ok || !isConst || zero.I != 0 {
		return nil
	}
	return n.Size
}
