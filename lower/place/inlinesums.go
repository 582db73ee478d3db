package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/lab"
	"github.com/seed-4b734f86/gochad/syntax"
)

// inlineSums puts sums of arrays and of values of linear data types, cells of such types, and tuples of them, that are
// bound to a variable, and used once in what their block results in, where they are used:
//
//	let w = f' (…); t = fst w + snd w in ⟨t, …⟩           →    let w = f' (…) in ⟨fst w + snd w, …⟩
//	let p = ⟨pack …, w.1 + v.1⟩; c = Cons' p in ⟨c, …⟩    →    ⟨Cons' ⟨pack …, w.1 + v.1⟩, …⟩
//
// There it can be seen that what they add ends up in the sum that the block adds to (sink.go). Sums that read the state
// of a loop stay where they are if its arrays may change before the end of the block. What those add goes into them, if
// it does not read the state.
//
// The usage, if it is not nil, is that of all variables that are left: what moves is used once, and moves into no loop.
func inlineSums(body syntax.Term) (out syntax.Term, uses *usage) {
	if lab.Place("inlineSums") {
		return body, nil
	}
	var use *usage // nil while there are none
	states := &stateVars{known: map[*syntax.Var]bool{}, since: map[*syntax.Var]int{}}
	movable := func(x *syntax.Var, rhs syntax.Term, last bool) bool {
		if use == nil {
			use = countUses(body)
			if syntax.NodesOf(body)&syntax.Loops != 0 {
				states.find(body)
			}
		}
		return use.once(x) && (last || !states.reads(rhs, states.since[x]))
	}
	var in func(t syntax.Term) syntax.Term
	in = func(t syntax.Term) syntax.Term {
		if isSmall(t) { // as most terms are
			return t
		}
		t = syntax.MapChildren(t, in)
		l, ok := t.(*syntax.Let)
		if !ok {
			return t
		}
		var sums map[*syntax.Var]syntax.Term
		last := lastChange(l)
		for i, b := range l.Binds {
			switch b.Rhs.(type) {
			case *syntax.Plus, *syntax.Coproj, *syntax.Tuple, *syntax.OneHot, *syntax.Inj:
				if b.Var != nil && holdsSum(b.Var.Type) && movable(b.Var, b.Rhs, i > last) {
					if sums == nil {
						sums = map[*syntax.Var]syntax.Term{}
					}
					sums[b.Var] = b.Rhs
				}
			}
		}
		if len(sums) == 0 {
			return t
		}
		moved := map[*syntax.Var]bool{}
		into := map[*syntax.Var]syntax.Term{}
		for _, b := range l.Binds {
			if p, ok := b.Rhs.(*syntax.Plus); ok && b.Var != nil && sums[b.Var] == nil && holdsSum(p.Type()) {
				into[b.Var] = addendsIn(p, sums, moved)
			}
		}
		end := addendsIn(l.Body, sums, moved)
		if len(moved) == 0 {
			return t
		}
		binds := make([]syntax.Bind, 0, len(l.Binds))
		for _, b := range l.Binds {
			if b.Var != nil && moved[b.Var] {
				continue
			}
			if rhs := into[b.Var]; b.Var != nil && rhs != nil {
				b.Rhs = rhs
			}
			binds = append(binds, b)
		}
		return syntax.NewLet(binds, end)
	}
	return in(body), use
}

// isSmall reports whether t is a variable, a constant, an operation on such, or a choice between such.
func isSmall(t syntax.Term) bool {
	if c, ok := t.(*syntax.If); ok {
		return isStep(c.Cond) && isStep(c.Then) && isStep(c.Else)
	}
	return isStep(t)
}

// isStep is isSmall but for choices.
func isStep(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.VarRef, *syntax.Const:
		return true
	case *syntax.Prim:
		return ofVariables(t)
	}
	return false
}

// lastChange is the last binding of a block, or the number of them for what it results in, that may change an array
// where it is: -1 if there is none.
func lastChange(l *syntax.Let) int {
	const changes = syntax.Sets | syntax.Calls | syntax.Loops
	if syntax.NodesOf(l.Body)&changes != 0 {
		return len(l.Binds)
	}
	for i, b := range slices.Backward(l.Binds) {
		if syntax.NodesOf(b.Rhs)&changes != 0 {
			return i
		}
	}
	return -1
}

// ofVariables reports whether the operands of p are variables and constants.
func ofVariables(p *syntax.Prim) bool {
	for _, a := range p.Args {
		switch a.(type) {
		case *syntax.VarRef, *syntax.Const:
		default:
			return false
		}
	}
	return true
}

// addendsIn puts sums in the place of variables of which t consists, and notes them as moved.
func addendsIn(t syntax.Term, sums map[*syntax.Var]syntax.Term, moved map[*syntax.Var]bool) syntax.Term {
	switch s := t.(type) {
	case *syntax.VarRef:
		if rhs := sums[s.Var]; rhs != nil {
			moved[s.Var] = true
			return addendsIn(rhs, sums, moved)
		}
	case *syntax.Tuple, *syntax.Plus, *syntax.Coproj:
		return syntax.MapChildren(t, func(el syntax.Term) syntax.Term { return addendsIn(el, sums, moved) })
	case *syntax.Inj:
		if isCell(t) {
			return syntax.MapChildren(t, func(el syntax.Term) syntax.Term { return addendsIn(el, sums, moved) })
		}
	case *syntax.OneHot:
		if val := addendsIn(s.Val, sums, moved); val != s.Val {
			return syntax.NewOneHot(s.Len, s.Idx, val)
		}
	}
	return t
}

// stateVars are the variables that hold arrays of the state of a loop around them, or parts of such arrays, or may
// share memory with them. Those of a loop that has ended change no more.
type stateVars struct {
	known map[*syntax.Var]bool
	since map[*syntax.Var]int // when what a variable is bound to was reached, or for a state the loop
	clock int
}

// find looks for them in t.
func (s *stateVars) find(t syntax.Term) {
	s.clock++
	switch t := t.(type) {
	case *syntax.Let:
		for _, b := range t.Binds {
			s.clock++
			at := s.clock
			s.find(b.Rhs)
			if b.Var == nil {
				continue
			}
			s.since[b.Var] = at
			if !isNumber(b.Var.Type) && s.shares(b.Rhs, at) {
				s.known[b.Var] = true
			}
		}
		s.find(t.Body)
		return
	case *syntax.Loop:
		s.state(t.State)
	case *syntax.While:
		s.state(t.State)
	case *syntax.Case:
		if s.reads(t.Scrut, s.clock) {
			for _, a := range t.Arms {
				s.known[a.Var], s.since[a.Var] = true, s.clock
			}
		}
	}
	syntax.Children(t, s.find)
}

func (s *stateVars) state(x *syntax.Var) {
	s.known[x], s.since[x] = s.known[x] || !isNumber(x.Type), s.clock
}

// shares reports whether the value of t, reached at a time, may share memory with a state.
func (s *stateVars) shares(t syntax.Term, at int) bool {
	switch t := t.(type) {
	case *syntax.Sum, *syntax.OneHot, *syntax.Zero:
		return false
	case *syntax.Call:
		if plain(t.Type()) {
			return false // into arrays of its own
		}
	}
	return s.reads(t, at)
}

// reads reports whether t, reached at a time, reads an array of a state of a loop around it.
func (s *stateVars) reads(t syntax.Term, at int) bool {
	switch t := t.(type) {
	case *syntax.VarRef:
		return s.known[t.Var] && s.since[t.Var] <= at
	case *syntax.Proj:
		if isNumber(t.Type()) {
			return false
		}
	}
	found := false
	syntax.Children(t, func(c syntax.Term) { found = found || s.reads(c, at) })
	return found
}

func isNumber(t syntax.Type) bool { return plain(t) && !holdsArray(t) }

// holdsArray reports whether a type is that of an array, or of a tuple with one.
func holdsArray(t syntax.Type) bool {
	switch t := t.(type) {
	case *syntax.ArrayType:
		return true
	case *syntax.TupleType:
		for _, el := range t.Elems {
			if holdsArray(el) {
				return true
			}
		}
	}
	return false
}

// holdsSum reports whether a type is that of an array, a linear data type, or a tuple with one: what is added up in
// memory.
func holdsSum(t syntax.Type) bool {
	if tup, ok := t.(*syntax.TupleType); ok {
		return slices.ContainsFunc(tup.Elems, holdsSum)
	}
	d, ok := t.(*syntax.Data)
	return ok && d.Linear || holdsArray(t)
}

// isCell reports whether t makes a cell of a linear data type.
func isCell(t syntax.Term) bool {
	d, ok := t.Type().(*syntax.Data)
	return ok && d.Linear
}

// plain reports whether the values of a type are numbers, and arrays of numbers with lengths that the type gives.
func plain(t syntax.Type) bool {
	switch t := t.(type) {
	case *syntax.Scalar, *syntax.IdxType:
		return true
	case *syntax.ArrayType:
		return plain(t.Elem)
	case *syntax.TupleType:
		for _, el := range t.Elems {
			if !plain(el) {
				return false
			}
		}
		return true
	}
	return false
}
