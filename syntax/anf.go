package syntax

import (
	"slices"
	"sync"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/internal/times"
)

// A Spine collects the bindings of a let-spine; the zero value is empty.
type Spine struct{ Binds []Bind }

// Let binds a fresh variable named like name to rhs and returns it.
func (s *Spine) Let(name string, rhs Term) *VarRef {
	x := NewVar(name, rhs.Type())
	s.Bind(x, rhs)
	return Ref(x)
}

// Bind binds x to rhs.
func (s *Spine) Bind(x *Var, rhs Term) {
	s.Binds = paged.Append(s.Binds, Bind{Var: x, Rhs: rhs})
}

// Open emits the bindings of the spine of t and returns what is under them.
func (s *Spine) Open(t Term) Term {
	l, ok := t.(*Let)
	if !ok {
		return t
	}
	s.Binds = append(slices.Grow(s.Binds, len(l.Binds)+1), l.Binds...)
	return l.Body
}

// Atom returns t if it is an atom, and otherwise binds it.
func (s *Spine) Atom(name string, t Term) Term {
	if IsAtom(t) {
		return t
	}
	return s.Let(name, t)
}

// In closes the spine over its body.
func (s *Spine) In(body Term) Term { return NewLet(s.Binds, body) }

// IsAtom reports whether t is a variable or a literal.
func IsAtom(t Term) bool {
	switch t.(type) {
	case *VarRef, *Const:
		return true
	default:
		return false
	}
}

// ANF puts t into A-normal form:
//
//	atom  ::= x | literal
//	block ::= atom | let x₁ = rhs … in atom
//	rhs   ::= a node whose operands are atoms and whose binder bodies are blocks
//
// Evaluation order is kept, left to right; no work moves across a binder. It is
// linear in the size of t. Binders keep their identity, so t must not be used
// beside the result.
func ANF(t Term) Term {
	if IsAtom(t) {
		return t
	}
	s := newANF()
	defer s.free()
	body := s.anfAtom(t)
	if l, ok := t.(*Let); ok && l.Body == body && slices.Equal(l.Binds, s.Binds) {
		return t
	}
	s.Binds, s.memory = slices.Clone(s.Binds), s.Binds
	return s.In(body)
}

// EachANF calls yield for the bindings of the A-normal form of t, in their order, and returns the atom under them.
// Bindings i of the spine of t with apart[i] false, if apart is so long, are yielded as they stand, with the number i;
// all others with a negative one.
func EachANF(t Term, apart []bool, yield func(b Bind, i int)) Term {
	s := newANF()
	defer s.free()
	flush := func() {
		for i := range s.Binds {
			yield(s.Binds[i], -1)
		}
		clear(s.Binds)
		s.Binds = s.Binds[:0]
	}
	if l, ok := t.(*Let); ok {
		for i, b := range l.Binds {
			if i < len(apart) && !apart[i] {
				yield(b, i)
				continue
			}
			s.bind(b)
			flush()
		}
		t = l.Body
	}
	body := s.anfAtom(t)
	flush()
	return body
}

// anf is the spine of one block in work.
type anf struct {
	Spine
	memory   []Bind // of the spine, if it is not Binds
	operands Mapper // anfAtom at every subterm
}

var anfs sync.Pool // of *anf

// newANF is an empty spine; free gives its memory back.
func newANF() *anf {
	if s, ok := anfs.Get().(*anf); ok {
		return s
	}
	s := new(anf)
	s.operands.Term = s.anfAtom
	return s
}

func (s *anf) free() {
	if s.memory != nil {
		s.Binds, s.memory = s.memory, nil
	}
	clear(s.Binds)
	s.Binds = s.Binds[:0]
	anfs.Put(s)
}

// ANFProgram puts the body of every definition into A-normal form, in place of
// the old one: the definitions keep their identity.
func ANFProgram(p *Program) {
	defer times.Begin("anf")()
	for _, d := range p.Defs {
		d.Body = ANF(d.Body)
		for _, r := range d.Attached() {
			r.Body = ANF(r.Body)
		}
	}
}

func (s *anf) anfAtom(t Term) Term {
	r := s.anfRhs(t)
	if IsAtom(r) {
		return r
	}
	return s.Let(hint(r), r)
}

// bind emits b, and before it the bindings that it needs.
func (s *anf) bind(b Bind) {
	if b.Var != nil {
		b.Rhs = s.anfRhs(b.Rhs)
	} else {
		b.Rhs = s.anfAtom(b.Rhs)
	}
	s.Binds = paged.Append(s.Binds, b)
}

// anfRhs emits the bindings that t needs and returns it as an rhs or atom.
func (s *anf) anfRhs(t Term) Term {
	if Leafy(t) {
		return t
	}
	for {
		l, ok := t.(*Let)
		if !ok {
			break
		}
		for _, b := range l.Binds {
			s.bind(b)
		}
		t = l.Body
	}
	switch t := t.(type) {
	case *If:
		c, a, b := s.anfAtom(t.Cond), ANF(t.Then), ANF(t.Else)
		if c == t.Cond && a == t.Then && b == t.Else {
			return t
		}
		return NewIf(c, a, b)
	case *Case:
		scrut := s.anfAtom(t.Scrut)
		arms := make([]Arm, len(t.Arms))
		for i, a := range t.Arms {
			arms[i] = Arm{a.Var, ANF(a.Body)}
		}
		return NewCase(scrut, arms...)
	case *Loop:
		init := s.anfAtom(t.Init)
		return NewLoop(t.Len, t.Down, t.Out, t.Idx, t.State, init, ANF(t.Body))
	case *While:
		init := s.anfAtom(t.Init)
		return newWhile(t.Out, t.At, t.State, init, ANF(t.Cond), ANF(t.Body))
	case *Deriv:
		at := s.anfAtom(t.At)
		dir := s.anfAtom(t.Dir)
		return NewDeriv(t.Op, t.Param, ANF(t.Body), at, dir)
	case *CopowerCase:
		scrut := s.anfAtom(t.Scrut)
		return NewCopowerCase(scrut, t.Key, t.Val, ANF(t.Body))
	case *Lam, *LinLam, *Build, *FilterIdx, *Checkpoint:
		return MapChildren(t, ANF)
	default:
		return s.operands.Map(t)
	}
}

// hint names the variable that an intermediate result is bound to.
func hint(t Term) string {
	switch t := t.(type) {
	case *Tuple:
		return "p"
	case *Lam:
		return "f"
	case *Build, *Set, *ArrayLit:
		return "a"
	case *Call:
		return t.Def.Name + "_"
	case *Prim:
		if t.Type() == Bool {
			return "c"
		}
	}
	return "t"
}
