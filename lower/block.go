package lower

import "github.com/seed-4b734f86/gochad/syntax"

// block is the let-spine under construction of one scope.
type block struct {
	binds []syntax.Bind
	// parent is the block around; nil for a definition or static code.
	parent *block
	// repeats says that the block is the body of a build or loop, which runs trips times
	// (nil when only a run tells).
	repeats bool
	trips   *syntax.Size
	// recurs says that the block is the body of a recursive definition, which may run for each call that it makes.
	recurs bool
}

// inside is a new block in b.
func (b *block) inside() *block { return &block{parent: b} }

// body is a new block in b that runs n times.
func (b *block) body(n *syntax.Size) *block { return &block{parent: b, repeats: true, trips: n} }

// isRepeated reports whether b is in the body of a build or loop.
func (b *block) isRepeated() bool {
	for ; b != nil; b = b.parent {
		if b.repeats {
			return true
		}
	}
	return false
}

// origin says where a variable of the new program is bound, and to what (nil for
// parameters, indices and states).
type origin struct {
	block *block
	rhs   syntax.Term
}

// bind adds x = rhs to b.
func (l *lowerer) bind(b *block, at *syntax.Pos, x *syntax.Var, rhs syntax.Term) {
	b.binds = append(b.binds, syntax.Bind{Var: x, Rhs: rhs, At: at})
	l.vars[x] = origin{b, rhs}
}

// bindSize adds size n = rhs to b.
func (l *lowerer) bindSize(b *block, at *syntax.Pos, n *syntax.SizeVar, rhs syntax.Term) {
	b.binds = append(b.binds, syntax.Bind{Size: n, Rhs: rhs, At: at})
	l.sizes[n] = origin{b, rhs}
}

// enter declares a variable that the owner of b binds: an index, a state, a parameter.
func (l *lowerer) enter(b *block, xs ...*syntax.Var) {
	for _, x := range xs {
		l.vars[x] = origin{b, nil}
	}
}

// atom binds t to a variable, unless it is an atom.
func (l *lowerer) atom(b *block, hint string, t syntax.Term) syntax.Term {
	if syntax.IsAtom(t) {
		return t
	}
	x := syntax.NewVar(hint, t.Type())
	l.bind(b, nil, x, t)
	return syntax.Ref(x)
}

// settle makes every plain leaf of s an atom.
func (l *lowerer) settle(b *block, hint string, s shape) shape {
	switch s := s.(type) {
	case plain:
		return plain{l.atom(b, hint, s.term)}
	case tuple:
		out := make([]shape, len(s.elems))
		for i, e := range s.elems {
			out[i] = l.settle(b, hint, e)
		}
		return tuple{out}
	default:
		return s
	}
}

// close is the spine of b around result.
func (b *block) close(result syntax.Term) syntax.Term { return syntax.NewLet(b.binds, result) }
