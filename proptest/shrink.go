package proptest

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Shrinks are the smaller programs tried in the place of a failing one. All are
// well typed: a term gives way to a constant, to a variable or a subterm of its type, bindings
// and definitions that are not used go, and so do parameters and components of
// the result of the entry. Larger steps come first; a program that was
// itself made by shrinking goes on at the place where its parent stopped.
func (s *Sample) Shrinks() []func() *Sample {
	var out []func() *Sample
	out = append(out, s.dropUnused, s.narrow)
	k := 0
	for i, d := range s.Program.Defs {
		eachNode(d.Body, func(pos int, t syntax.Term) {
			for j := range alternatives(t) {
				k++
				out = append(out, func() *Sample { return s.replace(i, pos, j) })
			}
		})
	}
	// Go on where the last step succeeded, then come round again.
	if from := s.resume; from > 2 && from < len(out) {
		out = slices.Concat(out[:2], out[from:], out[2:from])
		for n := range out {
			place := n
			if n >= 2 {
				place = 2 + (n-2+from-2)%(len(out)-2)
			}
			out[n] = resuming(out[n], place)
		}
		return out
	}
	for n := range out {
		out[n] = resuming(out[n], n)
	}
	return out
}

func resuming(f func() *Sample, place int) func() *Sample {
	return func() *Sample {
		s := f()
		if s != nil {
			s.resume = place
		}
		return s
	}
}

// eachNode visits the nodes of t in preorder with their numbers.
func eachNode(t syntax.Term, f func(pos int, t syntax.Term)) {
	n := 0
	var visit func(t syntax.Term)
	visit = func(t syntax.Term) {
		f(n, t)
		n++
		syntax.Children(t, visit)
	}
	visit(t)
}

// replaceAt puts what f returns in the place of the node with a number.
func replaceAt(t syntax.Term, pos int, f func(syntax.Term) syntax.Term) syntax.Term {
	n := 0
	var visit func(t syntax.Term) syntax.Term
	visit = func(t syntax.Term) syntax.Term {
		here := n
		n++
		if here == pos {
			return f(t)
		}
		if n > pos {
			return t
		}
		return syntax.MapChildren(t, visit)
	}
	return visit(t)
}

// replace is s with alternative j at a node, or nil if that is not well typed.
func (s *Sample) replace(def, pos, j int) *Sample {
	return s.edited(func(out *Sample) bool {
		d := out.Program.Defs[def]
		d.Body = replaceAt(d.Body, pos, func(t syntax.Term) syntax.Term { return alternatives(t)[j] })
		return true
	})
}

// edited is a copy of s with a change, or nil if the change is not well typed or none.
func (s *Sample) edited(change func(out *Sample) bool) (out *Sample) {
	defer func() {
		if recover() != nil { // a constructor refused
			out = nil
		}
	}()
	out = s.Clone()
	if !change(out) || syntax.VerifyProgram(out.Program) != nil {
		return nil
	}
	return out
}

// maxAlternatives bounds the terms tried at one node.
const maxAlternatives = 6

// alternatives are smaller terms of the type of t, in the scope of t.
func alternatives(t syntax.Term) []syntax.Term {
	if syntax.IsAtom(t) {
		return nil
	}
	var out []syntax.Term
	size := syntax.CountNodes(t)
	if d := simplest(t.Type()); d != nil && syntax.CountNodes(d) < size {
		out = append(out, d)
	}
	if l, ok := t.(*syntax.Let); ok {
		out = append(out, lets(l)...)
	}
	free := syntax.FreeVars(t)
	for _, x := range free {
		if x.Type == t.Type() && len(out) < maxAlternatives {
			out = append(out, syntax.Ref(x))
		}
	}
	syntax.Children(t, func(c syntax.Term) {
		for _, u := range sameType(c, t.Type(), 2) {
			if len(out) < maxAlternatives && within(syntax.FreeVars(u), free) {
				out = append(out, u)
			}
		}
	})
	return out
}

// sameType lists the topmost subterms of a type, down to a depth.
func sameType(t syntax.Term, ty syntax.Type, depth int) (out []syntax.Term) {
	if t.Type() == ty {
		return []syntax.Term{t}
	}
	if depth > 0 {
		syntax.Children(t, func(c syntax.Term) { out = append(out, sameType(c, ty, depth-1)...) })
	}
	return out
}

func within(xs, ys []*syntax.Var) bool {
	for _, x := range xs {
		if !slices.Contains(ys, x) {
			return false
		}
	}
	return true
}

// lets are the steps for a let: constants for half of its right-hand sides, and
// without the bindings that are atoms or not used.
func lets(l *syntax.Let) []syntax.Term {
	var out []syntax.Term
	if n := len(l.Binds); n > 3 {
		for _, r := range [][2]int{{0, n / 2}, {n / 2, n}, {0, n / 4}, {n / 4, n / 2}} {
			binds, changed := slices.Clone(l.Binds), false
			for i := r[0]; i < r[1]; i++ {
				if d := simplest(binds[i].Rhs.Type()); d != nil &&
					syntax.CountNodes(d) < syntax.CountNodes(binds[i].Rhs) {
					binds[i].Rhs, changed = d, true
				}
			}
			if changed {
				out = append(out, syntax.NewLet(binds, l.Body))
			}
		}
	}
	if t := cleaned(l); t != nil {
		out = append(out, t)
	}
	return out
}

// cleaned is l without unused bindings and with atoms put in, or nil if that is l.
func cleaned(l *syntax.Let) syntax.Term {
	sub := syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{}}
	used := map[*syntax.Var]bool{}
	var mark func(t syntax.Term)
	mark = func(t syntax.Term) {
		if r, ok := t.(*syntax.VarRef); ok {
			used[r.Var] = true
		}
		syntax.Children(t, mark)
	}
	mark(l.Body)
	var binds []syntax.Bind
	for i := len(l.Binds) - 1; i >= 0; i-- {
		b := l.Binds[i]
		if b.Var != nil && !used[b.Var] {
			continue
		}
		mark(b.Rhs)
		if b.Var != nil && syntax.IsAtom(b.Rhs) {
			sub.Vars[b.Var] = b.Rhs
			continue
		}
		binds = append(binds, b)
	}
	if len(binds) == len(l.Binds) {
		return nil
	}
	slices.Reverse(binds)
	for x, t := range sub.Vars { // chains of names
		for {
			r, ok := t.(*syntax.VarRef)
			if !ok || sub.Vars[r.Var] == nil {
				break
			}
			t = sub.Vars[r.Var]
		}
		sub.Vars[x] = t
	}
	return sub.Apply(syntax.NewLet(binds, l.Body))
}

// dropUnused is s without definitions that nothing calls and without
// parameters of the entry that nothing mentions.
func (s *Sample) dropUnused() *Sample {
	return s.edited(func(out *Sample) bool {
		called := map[*syntax.Def]bool{}
		var visit func(t syntax.Term)
		reach := func(d *syntax.Def) {
			if !called[d] {
				called[d] = true
				visit(d.Body)
			}
		}
		visit = func(t syntax.Term) {
			if c, ok := t.(*syntax.Call); ok {
				reach(c.Def)
			}
			syntax.Children(t, visit)
		}
		reach(out.Entry)
		defs, params := len(out.Program.Defs), len(out.Entry.Params)
		out.Program.Defs = slices.DeleteFunc(out.Program.Defs, func(d *syntax.Def) bool { return !called[d] })
		free := syntax.FreeVars(out.Entry.Body)
		out.Entry.Params = slices.DeleteFunc(out.Entry.Params,
			func(x *syntax.Var) bool { return !slices.Contains(free, x) })
		return len(out.Program.Defs) < defs || len(out.Entry.Params) < params
	})
}

// narrow keeps the first component of the result of the entry, or, if it ends
// in a sum of two reals, the larger half of that.
func (s *Sample) narrow() *Sample {
	return s.edited(func(out *Sample) bool {
		d := out.Entry
		if l, ok := d.Body.(*syntax.Let); ok {
			t := firstPart(l.Body)
			if t == nil {
				return false
			}
			d.Body, d.Result = syntax.NewLet(l.Binds, t), t.Type()
			return true
		}
		if t := firstPart(d.Body); t != nil {
			d.Body, d.Result = t, t.Type()
			return true
		}
		return false
	})
}

func firstPart(t syntax.Term) syntax.Term {
	if p, ok := t.(*syntax.Tuple); ok && len(p.Elems) > 0 && !syntax.HoldsFunc(p.Elems[0].Type()) {
		return p.Elems[0]
	}
	return nil
}
