package syntax

import (
	"encoding/binary"
	"hash/maphash"
	"math"
	"slices"
	"sync"

	"github.com/seed-4b734f86/gochad/internal/paged"
)

// Equal reports whether two terms are equal up to the names of bound
// variables and sizes (α-equivalence). Positions do not count. Reals are
// compared by their bits, so that NaN equals itself and -0 is not 0.
// It takes time linear in the sizes of the terms.
func Equal(t, u Term) bool {
	if t == u {
		return true
	}
	if t.Type() != u.Type() && !mentionsSizes(t.Type()) {
		return false
	}
	switch compare(t, u, true) {
	case same:
		return true
	case other:
		return false
	}
	a, b := serialize(t), serialize(u)
	defer a.free()
	defer b.free()
	return slices.Equal(a.words, b.words) && slices.Equal(a.things, b.things)
}

// The results of [compare].
const (
	same = iota
	other
	unknown
)

// compare settles most questions without writing the terms down. In closed terms, which nothing around them binds
// variables of, variables are equal if they are the same.
func compare(t, u Term, closed bool) int {
	switch t := t.(type) {
	case *VarRef:
		switch v, ok := u.(*VarRef); {
		case !ok:
			return other
		case !closed:
			return unknown
		case v.Var != t.Var:
			return other
		}
		return same
	case *Const:
		c, ok := u.(*Const)
		if ok && t.typ == c.typ && t.I == c.I && math.Float64bits(t.F) == math.Float64bits(c.F) {
			return same
		}
		return other
	case *Prim:
		v, ok := u.(*Prim)
		if !ok || t.Op != v.Op {
			return other
		}
		return compareAll(t.Args, v.Args, closed)
	case *Plus:
		v, ok := u.(*Plus)
		if !ok {
			return other
		}
		return compareAll(t.Terms, v.Terms, closed)
	case *Proj:
		v, ok := u.(*Proj)
		if !ok || t.Index != v.Index {
			return other
		}
		return compare(t.Arg, v.Arg, closed)
	case *Index:
		v, ok := u.(*Index)
		if !ok {
			return other
		}
		return compareAll([]Term{t.Arr, t.Idx}, []Term{v.Arr, v.Idx}, closed)
	case *If:
		v, ok := u.(*If)
		if !ok {
			return other
		}
		return compareAll([]Term{t.Cond, t.Then, t.Else}, []Term{v.Cond, v.Then, v.Else}, closed)
	case *Let:
		v, ok := u.(*Let)
		if !ok || len(t.Binds) != len(v.Binds) {
			return other
		}
		for i := range t.Binds {
			if compare(t.Binds[i].Rhs, v.Binds[i].Rhs, false) == other {
				return other
			}
		}
		if compare(t.Body, v.Body, false) == other {
			return other
		}
		return unknown
	}
	switch u.(type) {
	case *VarRef, *Const, *Prim, *Plus, *Proj, *Index, *If, *Let:
		return other
	}
	return unknown
}

func compareAll(ts, us []Term, closed bool) int {
	if len(ts) != len(us) {
		return other
	}
	all := same
	for i := range ts {
		switch compare(ts[i], us[i], closed) {
		case other:
			return other
		case unknown:
			all = unknown
		}
	}
	return all
}

// Hash is a hash of t: equal terms ([Equal]) have equal hashes. It differs from
// run to run.
func Hash(t Term) uint64 {
	var h maphash.Hash
	h.SetSeed(hashSeed)
	s := serialize(t)
	defer s.free()
	var buf [8]byte
	for _, w := range s.words {
		binary.LittleEndian.PutUint64(buf[:], w)
		h.Write(buf[:])
	}
	for _, p := range s.things {
		switch p := p.(type) {
		case *Op:
			h.WriteString(p.Name)
		case *Def:
			h.WriteString(p.Name)
		case string:
			h.WriteString(p)
		}
	}
	return h.Sum64()
}

var hashSeed = maphash.MakeSeed()

func mentionsSizes(t Type) bool {
	found := false
	EachSizeVar(t, func(*SizeVar) { found = true })
	return found
}

// The tags of what is not a node.
const (
	tagBound = iota + 64
	tagFree
	tagBinder
	tagSizeBinder
	tagType
	tagSize
)

// serializer writes a term as a list of words, in which a bound variable is the
// number of its binder, and of the operations, definitions and strings in it.
type serializer struct {
	words  []uint64
	things []any

	vars  paged.Table[uint64] // by bound variable: the number of its binder, from 1
	bound uint64
	sizes map[*SizeVar]*Size
	m     Mapper
}

// serialize writes t down; free gives the memory back.
func serialize(t Term) *serializer {
	s, ok := serializers.Get().(*serializer)
	if !ok {
		s = newSerializer()
	}
	s.visit(t)
	return s
}

var serializers sync.Pool // of *serializer

func (s *serializer) free() {
	clear(s.things)
	s.words, s.things, s.bound = s.words[:0], s.things[:0], 0
	s.vars.Reset()
	clear(s.sizes)
	serializers.Put(s)
}

func newSerializer() *serializer {
	s := new(serializer)
	s.m = Mapper{
		Term: func(t Term) Term { s.visit(t); return t },
		Binder: func(x *Var) *Var {
			at := s.vars.At(x.id)
			if *at == 0 {
				s.bound++
				*at = s.bound
			} else { // bound twice, in a term that is not well-formed
				*at = s.bound + 1
			}
			s.emit(tagBinder, s.canonical(x.Type).ID(), nil)
			return x
		},
		SizeBinder: func(v *SizeVar) *SizeVar {
			if s.sizes == nil {
				s.sizes = map[*SizeVar]*Size{}
			}
			s.sizes[v] = canonicalSize(len(s.sizes))
			s.emit(tagSizeBinder, 0, nil)
			return v
		},
		Type: func(t Type) Type { s.emit(tagType, s.canonical(t).ID(), nil); return t },
		Size: func(n *Size) *Size { s.emit(tagSize, n.Subst(s.env).id, nil); return n },
	}
	return s
}

// emit writes a tag, a number below 2⁵⁶, and p if it is not nil.
func (s *serializer) emit(n, m uint64, p any) {
	s.words = append(s.words, n<<56|m)
	if p != nil {
		s.things = append(s.things, p)
	}
}

func (s *serializer) env(v *SizeVar) *Size { return s.sizes[v] }

func (s *serializer) canonical(t Type) Type {
	if len(s.sizes) == 0 {
		return t
	}
	return SubstSizes(t, s.env)
}

func (s *serializer) visit(t Term) {
	if r, ok := t.(*VarRef); ok {
		if k := s.vars.Get(r.Var.id); k > 0 {
			s.emit(tagBound, k, nil)
		} else {
			s.emit(tagFree, r.Var.id, nil)
		}
		return
	}
	if c, ok := t.(*Const); ok {
		s.emit(1, c.typ.ID(), nil)
		s.words = append(s.words, math.Float64bits(c.F), uint64(c.I))
		return
	}
	s.emit(label(t))
	s.m.Map(t)
}

// label is what a node is, apart from its parts: a number for the kind of
// node, and its own data (for a node with a list of parts, how many there are).
func label(t Term) (n, m uint64, p any) {
	switch t := t.(type) {
	case *Let:
		return 3, uint64(len(t.Binds)), nil
	case *Tuple:
		return 4, uint64(len(t.Elems)), nil
	case *Proj:
		return 5, uint64(t.Index), nil
	case *Lam:
		return 6, 0, nil
	case *App:
		return 7, 0, nil
	case *Inj:
		return 8, uint64(t.Tag), nil
	case *Case:
		return 9, uint64(len(t.Arms)), nil
	case *If:
		return 10, 0, nil
	case *Call:
		return 11, uint64(len(t.Args)), t.Def
	case *Prim:
		return 12, uint64(len(t.Args)), t.Op
	case *Zero:
		return 13, 0, nil
	case *Plus:
		return 14, uint64(len(t.Terms)), nil
	case *Deriv:
		return 15, uint64(t.Op), nil
	case *LinLam:
		return 16, 0, t.Asserted
	case *LinApp:
		return 17, 0, nil
	case *Coproj:
		return 18, uint64(t.Index), nil
	case *Uninj:
		return 19, uint64(t.Tag), nil
	case *Singleton:
		return 20, 0, nil
	case *CopowerCase:
		return 21, 0, nil
	case *Checkpoint:
		return 22, uint64(t.By.Snapshots)<<2 | uint64(t.By.Kind), nil
	}
	return labelArray(t)
}

func labelArray(t Term) (n, m uint64, p any) {
	switch t := t.(type) {
	case *Build:
		return 30, 0, nil
	case *Loop:
		m := uint64(t.Out) << 1
		if t.Down {
			m |= 1
		}
		return 31, m, nil
	case *While:
		return 32, uint64(t.Out), nil
	case *Sum:
		return 33, 0, nil
	case *ArrayLit:
		return 34, uint64(len(t.Elems)), nil
	case *Index:
		return 35, 0, nil
	case *OneHot:
		return 36, 0, nil
	case *Set:
		return 37, 0, nil
	case *SizeOf:
		return 38, 0, nil
	case *ToIdx:
		return 39, uint64(t.Offset), nil
	case *FromIdx:
		return 40, 0, nil
	case *Coerce:
		if t.Linear {
			return 41, 1, nil
		}
		return 41, 0, nil
	case *Pack:
		return 42, 0, nil
	case *DynLen:
		return 43, 0, nil
	case *FilterIdx:
		return 44, 0, nil
	}
	panic("syntax: unexpected term")
}

// The size variables that stand for bound ones, by the order of binding.
var (
	canonicalMu    sync.Mutex
	canonicalSizes []*Size
)

func canonicalSize(k int) *Size {
	canonicalMu.Lock()
	defer canonicalMu.Unlock()
	for len(canonicalSizes) <= k {
		canonicalSizes = append(canonicalSizes, SizeOfVar(NewSizeVar("bound")))
	}
	return canonicalSizes[k]
}
