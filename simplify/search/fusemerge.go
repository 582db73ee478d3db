package search

import (
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/syntax"
)

// in reports whether the position p is that of a member of the group k.
func (s *fusion) in(k []int, p int) bool {
	g, ok := s.group[p]
	return ok && g == k[0]
}

// results are the members of the group k whose sums, and those whose arrays, are
// used outside it.
func (s *fusion) results(k []int) (sums, arrays []int) {
	for _, p := range k {
		sum, array := false, false
		for _, u := range s.uses[p] {
			switch {
			case u.own && s.in(k, u.pos):
			case u.pos < len(s.let.Binds) && form.IsSumOf(s.let.Binds[u.pos].Rhs, s.let.Binds[p].Var):
				sum = true
			default:
				array = true
			}
		}
		if sum {
			sums = append(sums, p)
		}
		if array {
			arrays = append(arrays, p)
		}
	}
	return sums, arrays
}

// plan names the rule that merges a group, or is empty.
func (s *fusion) plan(k []int) string {
	sums, arrays := s.results(k)
	switch {
	case len(k) < 2:
		return ""
	case len(arrays) == 0 && len(sums) > 0:
		return "fuseSums"
	case len(arrays) > 1:
		return ""
	case len(sums) == 0:
		return "fuseBuild"
	}
	for _, p := range sums {
		if p == arrays[0] || !scalars(s.member(p).Body.Type()) {
			return ""
		}
	}
	return "fuseCollect"
}

// adds reports whether the sums of a group are sums of scalars. Inside a loop
// others must stay apart: a sum of arrays there is added to an array outside as it goes,
// but as one result of a merged loop it would be an array of its own, made and added up in every
// iteration.
func (s *fusion) adds(k []int) bool {
	sums, _ := s.results(k)
	for _, p := range sums {
		if !scalars(s.member(p).Body.Type()) {
			return false
		}
	}
	return true
}

// scalars reports whether t is real or a tuple of such.
func scalars(t syntax.Type) bool {
	tup, ok := t.(*syntax.TupleType)
	if !ok {
		return t == syntax.Real
	}
	for _, e := range tup.Elems {
		if !scalars(e) {
			return false
		}
	}
	return true
}

// merged is the loop made of a group, and where its results are in it.
type merged struct {
	group []int
	x     *syntax.Var
	rhs   syntax.Term
	// sum and array give the results of members.
	sum, array map[int]syntax.Term
}

// last is where the loop goes.
func (m *merged) last() int { return m.group[len(m.group)-1] }

// merge makes the loop. It is nil if the members cannot be brought together.
func (s *fusion) merge(k []int) *merged {
	sums, arrays := s.results(k)
	i := syntax.NewVar(s.member(k[0]).Idx.Name, syntax.NewIdxType(s.size))
	var binds []syntax.Bind
	value := map[*syntax.Var]syntax.Term{}
	for _, p := range k {
		b := s.member(p)
		binds = append(binds, syntax.Bind{Var: b.Idx, Rhs: syntax.Ref(i)})
		body := redirect(b.Body, b.Idx, value)
		if l, ok := body.(*syntax.Let); ok {
			binds, body = append(binds, l.Binds...), l.Body
		}
		value[s.let.Binds[p].Var] = body
		if !form.IsAtom(body) {
			return nil // not in A-normal form
		}
	}
	elems := make([]syntax.Term, len(sums))
	for j, p := range sums {
		elems[j] = value[s.let.Binds[p].Var]
	}
	m := &merged{group: k, sum: map[int]syntax.Term{}, array: map[int]syntax.Term{}}
	of := func(t syntax.Term, n, j int) syntax.Term {
		if n == 1 {
			return t
		}
		return syntax.NewProj(j, t)
	}
	switch {
	case len(arrays) == 0:
		m.rhs = syntax.NewSum(syntax.NewBuild(s.size, i, syntax.NewLet(binds, syntax.NewTuple(elems...))))
		m.x = syntax.NewVar("z", m.rhs.Type())
		for j, p := range sums {
			m.sum[p] = of(syntax.Ref(m.x), len(sums), j)
		}
	case len(sums) == 0:
		m.rhs = syntax.NewBuild(s.size, i, syntax.NewLet(binds, value[s.let.Binds[arrays[0]].Var]))
		m.x = syntax.NewVar(s.let.Binds[arrays[0]].Var.Name, m.rhs.Type())
		m.array[arrays[0]] = syntax.Ref(m.x)
	default:
		total := syntax.NewTuple(elems...).Type()
		state := syntax.NewVar("s", total)
		for j, e := range elems {
			elems[j] = syntax.NewPlus(of(syntax.Ref(state), len(elems), j), e)
		}
		next := syntax.NewTuple(syntax.NewTuple(elems...), value[s.let.Binds[arrays[0]].Var])
		m.rhs = syntax.NewLoop(s.size, false, syntax.Collect, i, state, syntax.NewZero(total),
			syntax.NewLet(binds, next))
		m.x = syntax.NewVar("z", m.rhs.Type())
		for j, p := range sums {
			m.sum[p] = of(syntax.NewProj(0, syntax.Ref(m.x)), len(sums), j)
		}
		m.array[arrays[0]] = syntax.NewProj(1, syntax.Ref(m.x))
	}
	if s.blocked(k) {
		return nil
	}
	return m
}

// redirect replaces x[i] by the value of x there.
func redirect(t syntax.Term, i *syntax.Var, value map[*syntax.Var]syntax.Term) syntax.Term {
	var walk func(syntax.Term) syntax.Term
	walk = func(t syntax.Term) syntax.Term {
		if x, ok := t.(*syntax.Index); ok && form.IsVar(x.Idx, i) {
			if r, ok := x.Arr.(*syntax.VarRef); ok && value[r.Var] != nil {
				return value[r.Var]
			}
		}
		return syntax.MapChildren(t, walk)
	}
	return walk(t)
}

// has reports whether the position p is that of a member.
func (m *merged) has(p int) bool {
	_, ok := slices.BinarySearch(m.group, p)
	return ok
}

// delayed says which bindings from the first member on need the group: they come after it.
func (s *spineUses) delayed(k []int) map[int]bool {
	late := set.Of(k)
	for p := k[0]; p < k[len(k)-1]; p++ {
		for _, d := range s.needs[p] {
			if late[d.pos] {
				late[p] = true
			}
		}
	}
	return late
}

// blocked reports whether something between the members, not delayed, may update
// an array in place that an earlier member reads, which has to stay before.
func (s *fusion) blocked(k []int) bool {
	late, read := s.delayed(k), map[*syntax.Var]bool{}
	for p := k[0]; p < k[len(k)-1]; p++ {
		rhs := s.let.Binds[p].Rhs
		if s.in(k, p) {
			for _, x := range syntax.FreeVars(rhs) {
				read[x] = true
			}
			continue
		}
		if late[p] {
			continue
		}
		switch rhs.(type) {
		case *syntax.Set, *syntax.Loop, *syntax.While, *syntax.If, *syntax.Case, *syntax.Call, *syntax.Checkpoint:
			for _, x := range syntax.FreeVars(rhs) {
				if _, ok := x.Type.(*syntax.Scalar); read[x] && !ok {
					return true
				}
			}
		}
	}
	return false
}

// place puts the loops, in order, where the last members of their groups were and what needs them behind.
func (s *spineUses) place(loops []*merged) *syntax.Let {
	sums := map[*syntax.Var]syntax.Term{}
	for _, m := range loops {
		for p, t := range m.sum {
			sums[s.let.Binds[p].Var] = t
		}
	}
	var out []syntax.Bind
	p := 0
	keep := func(to int) {
		for ; p < to; p++ {
			out = append(out, withSum(s.let.Binds[p], sums))
		}
	}
	for _, m := range loops {
		keep(m.group[0])
		late := s.delayed(m.group)
		var after []syntax.Bind
		for ; p < m.last(); p++ {
			switch b := withSum(s.let.Binds[p], sums); {
			case m.has(p):
			case late[p]:
				after = append(after, b)
			default:
				out = append(out, b)
			}
		}
		p++
		out = append(out, syntax.Bind{Var: m.x, Rhs: m.rhs})
		for _, q := range m.group {
			if a := m.array[q]; a != nil {
				out = append(out, syntax.Bind{Var: s.let.Binds[q].Var, Rhs: a})
			}
		}
		out = append(out, after...)
	}
	keep(len(s.let.Binds))
	return syntax.NewLet(out, s.let.Body).(*syntax.Let)
}

// withSum is b, with the place of a loop for the sum of a member.
func withSum(b syntax.Bind, sums map[*syntax.Var]syntax.Term) syntax.Bind {
	if total, ok := b.Rhs.(*syntax.Sum); ok {
		if r, ok := total.Arg.(*syntax.VarRef); ok && sums[r.Var] != nil {
			b.Rhs = sums[r.Var]
		}
	}
	return b
}
