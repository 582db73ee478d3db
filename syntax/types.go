package syntax

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-4b734f86/gochad/internal/stop"
)

// Type is a type of the core language. Types are interned: == is equality.
//
//sumtype:decl
type Type interface {
	typ()
	made() typeID
	// ID is unique to the type within the process; it orders nothing.
	ID() uint64
	// String prints the type as the text front end reads it (target types as the paper prints them).
	String() string
}

// typeID is what all types have.
type typeID struct {
	id uint64
	// parts is how many types it is made of, itself included, those that stand in it several times counted as often.
	parts int
	sized bool // it mentions size variables
}

// ID identifies the interned type.
func (i typeID) ID() uint64 { return i.id }

func (i typeID) made() typeID { return i }

// ground is what a type has that is made of no other.
func ground() typeID { return typeID{id: nextID(), parts: 1} }

// madeOf is what a type has that is made of others, and of a size.
func madeOf(id uint64, n *Size, parts ...Type) typeID {
	out := typeID{id, 1, n != nil && n.hasVars()}
	most := 0
	for _, p := range parts {
		m := p.made()
		out.parts += m.parts
		out.sized = out.sized || m.sized
		most = max(most, m.parts)
	}
	if out.parts > MaxParts && bits.Len(uint(out.parts)) > bits.Len(uint(most)) && out.parts > maxShared*nodes(parts) {
		stop.With(&LimitError{
			fmt.Sprintf("a type with more than %d parts, most of them the same: parts that stand in it several times "+
				"count as often", MaxParts),
			"put what stands in it several times into a data type, which counts once",
		})
	}
	return out
}

// MaxParts bounds how many types a type is made of, those that stand in it several times counted as often: values have
// so many parts. Pairs of pairs of pairs have as many as powers of two.
const MaxParts = 1 << 16

// maxShared is how many parts a larger type may have for each that is written in it: one that is as large as the
// program is not too large.
const maxShared = 64

// A LimitError says what is larger than there is room for. Constructors of types and sizes panic with it, inside a
// panic of package stop, and those who check programs and derive from them give it back.
type LimitError struct{ Message, Hint string }

// Error is the message.
func (e *LimitError) Error() string { return e.Message }

// nodes is how many types some are made of, each counted once, and its parts.
func nodes(ts []Type) int {
	n := 0
	seen := map[Type]bool{}
	var visit func(t Type)
	visit = func(t Type) {
		n++
		if !seen[t] {
			seen[t] = true
			EachPart(t, visit)
		}
	}
	for _, t := range ts {
		visit(t)
	}
	return n
}

// EachPart calls yield for the types that t is made of directly. Data types are made of none.
func EachPart(t Type, yield func(Type)) {
	switch t := t.(type) {
	case *TupleType:
		for _, e := range t.Elems {
			yield(e)
		}
	case *SumType:
		for _, e := range t.Variants {
			yield(e)
		}
	case *FuncType:
		yield(t.Param)
		yield(t.Result)
	case *ArrayType:
		yield(t.Elem)
	case *DynType:
		yield(t.Elem)
	case *LFunType:
		yield(t.Dom)
		yield(t.Cod)
	case *CopowerType:
		yield(t.Key)
		yield(t.Val)
	}
}

// Scalar is a ground type.
type Scalar struct {
	typeID
	Name string
}

// TupleType is an n-ary product, n = 0 or n ≥ 2; n = 0 is unit. Names is nil or
// holds one field name per element (a record).
type TupleType struct {
	typeID
	Elems []Type
	Names []string
}

// SumType is an n-ary structural sum, n ≥ 2. A Linear sum is the (co)tangent type
// of a sum: it has one more element, its zero.
type SumType struct {
	typeID
	Variants []Type
	Linear   bool
}

// FuncType is τ → σ. With a linear result type it is also the power, a linear type (CHAD §4).
type FuncType struct {
	typeID
	Param, Result Type
}

// ArrayType is [Len]Elem.
type ArrayType struct {
	typeID
	Len  *Size
	Elem Type
}

// DynType is [?]Elem, an array whose length is known only at run time: ∃n. [n]Elem.
// As a linear type its zero is the empty array.
type DynType struct {
	typeID
	Elem Type
}

// IdxType is idx n: the integers 0 ≤ i < n.
type IdxType struct {
	typeID
	Bound *Size
}

// LFunType is Dom ⊸ Cod, the linear functions between two linear types (CHAD Fig. 8).
type LFunType struct {
	typeID
	Dom, Cod Type
}

// CopowerType is !Key ⊗ Val, finite formal sums of pairs (CHAD §4, §9.1).
type CopowerType struct {
	typeID
	Key, Val Type
}

func (*Scalar) typ()      {}
func (*TupleType) typ()   {}
func (*SumType) typ()     {}
func (*Data) typ()        {}
func (*FuncType) typ()    {}
func (*ArrayType) typ()   {}
func (*DynType) typ()     {}
func (*IdxType) typ()     {}
func (*LFunType) typ()    {}
func (*CopowerType) typ() {}

// The ground types, and unit.
var (
	Real = &Scalar{ground(), "real"}
	Int  = &Scalar{ground(), "int"}
	Bool = &Scalar{ground(), "bool"}
	Unit = NewTupleType()
)

func keyOf(tag string, ts ...Type) []byte {
	b := append(make([]byte, 0, 8+len(tag)+8*len(ts)), tag...)
	for _, t := range ts {
		b = strconv.AppendUint(append(b, ' '), t.ID(), 36)
	}
	return b
}

func keySize(tag string, s *Size, ts ...Type) []byte {
	return keyOf(tag+strconv.FormatUint(s.id, 36), ts...)
}

// NewTupleType is the product of elems; a single element is that element itself.
func NewTupleType(elems ...Type) Type {
	switch len(elems) {
	case 1:
		return elems[0]
	case 2: // as most are
		a, b := elems[0], elems[1]
		return internPair(pairs, a, b, func(id uint64) *TupleType {
			return &TupleType{typeID: madeOf(id, nil, a, b), Elems: []Type{a, b}}
		})
	}
	return intern(keyOf("tuple", elems...), func(id uint64) Type {
		return &TupleType{typeID: madeOf(id, nil, elems...), Elems: append([]Type(nil), elems...)}
	})
}

// NewRecordType is a product with field names, len(names) == len(elems) ≠ 1.
func NewRecordType(names []string, elems []Type) *TupleType {
	if len(names) != len(elems) || len(elems) < 2 {
		panic("syntax: a record needs as many names as elements, and two at least")
	}
	key := keyOf("record{"+strings.Join(names, ",")+"}", elems...)
	return intern(key, func(id uint64) *TupleType {
		return &TupleType{madeOf(id, nil, elems...), append([]Type(nil), elems...), append([]string(nil), names...)}
	})
}

// NewSumType is the structural sum of two or more variants.
func NewSumType(variants ...Type) *SumType { return newSum(false, variants) }

// NewLinearSumType is the linear sum, with its extra zero.
func NewLinearSumType(variants ...Type) *SumType { return newSum(true, variants) }

func newSum(linear bool, variants []Type) *SumType {
	if len(variants) < 2 {
		panic("syntax: a sum needs two variants at least")
	}
	tag := "sum"
	if linear {
		tag = "lsum"
	}
	return intern(keyOf(tag, variants...), func(id uint64) *SumType {
		return &SumType{madeOf(id, nil, variants...), append([]Type(nil), variants...), linear}
	})
}

// NewFuncType is param → result.
func NewFuncType(param, result Type) *FuncType {
	return intern(keyOf("func", param, result),
		func(id uint64) *FuncType { return &FuncType{madeOf(id, nil, param, result), param, result} })
}

// NewArrayType is [n]elem.
func NewArrayType(n *Size, elem Type) *ArrayType {
	return intern(keySize("array", n, elem),
		func(id uint64) *ArrayType { return &ArrayType{madeOf(id, n, elem), n, elem} })
}

// NewDynType is [?]elem.
func NewDynType(elem Type) *DynType {
	return intern(keyOf("dyn", elem), func(id uint64) *DynType { return &DynType{madeOf(id, nil, elem), elem} })
}

// NewIdxType is idx n.
func NewIdxType(n *Size) *IdxType {
	return intern(keySize("idx", n), func(id uint64) *IdxType { return &IdxType{madeOf(id, n), n} })
}

// NewLFunType is dom ⊸ cod.
func NewLFunType(dom, cod Type) *LFunType {
	return internPair(lfuns, dom, cod, func(id uint64) *LFunType {
		return &LFunType{madeOf(id, nil, dom, cod), dom, cod}
	})
}

// NewCopowerType is !key ⊗ val.
func NewCopowerType(key, val Type) *CopowerType {
	return intern(keyOf("copower", key, val),
		func(id uint64) *CopowerType { return &CopowerType{madeOf(id, nil, key, val), key, val} })
}

// String is the name of the type.
func (t *Scalar) String() string { return t.Name }

// String is (τ, σ), {x : τ, y : σ} or unit.
func (t *TupleType) String() string {
	if len(t.Elems) == 0 {
		return "unit"
	}
	parts := make([]string, len(t.Elems))
	for i, e := range t.Elems {
		parts[i] = e.String()
		if t.Names != nil {
			parts[i] = t.Names[i] + " : " + parts[i]
		}
	}
	if t.Names != nil {
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// String is (τ + σ), or (τ ⊕ σ) for a linear sum.
func (t *SumType) String() string {
	parts := make([]string, len(t.Variants))
	for i, e := range t.Variants {
		parts[i] = atomic1(e)
	}
	if t.Linear {
		return "(" + strings.Join(parts, " ⊕ ") + ")"
	}
	return "(" + strings.Join(parts, " + ") + ")"
}

// atomic1 prints an operand of a type operator, in brackets when it needs them.
func atomic1(t Type) string {
	switch t.(type) {
	case *FuncType, *LFunType, *CopowerType:
		return "(" + t.String() + ")"
	default:
		return t.String()
	}
}

// String is τ -> σ.
func (t *FuncType) String() string { return atomic1(t.Param) + " -> " + t.Result.String() }

// String is [n]τ.
func (t *ArrayType) String() string { return "[" + t.Len.String() + "]" + atomic1(t.Elem) }

// String is [?]τ.
func (t *DynType) String() string { return "[?]" + atomic1(t.Elem) }

// String is idx n.
func (t *IdxType) String() string { return "idx " + sizeAtom(t.Bound) }

// String is τ ⊸ σ.
func (t *LFunType) String() string { return atomic1(t.Dom) + " ⊸ " + atomic1(t.Cod) }

// String is !τ ⊗ σ.
func (t *CopowerType) String() string { return "!" + atomic1(t.Key) + " ⊗ " + atomic1(t.Val) }

func sizeAtom(s *Size) string {
	if _, ok := s.IsVar(); ok {
		return s.String()
	}
	if n, ok := s.Lit(); ok && n >= 0 {
		return s.String()
	}
	return "(" + s.String() + ")"
}

// Leaves counts the scalars and arrays that a value of type t is handed over as: arrays of products are one array for
// each component.
func Leaves(t Type) int {
	switch t := t.(type) {
	case *TupleType:
		n := 0
		for _, e := range t.Elems {
			n += Leaves(e)
		}
		return n
	case *SumType:
		n := 1
		for _, e := range t.Variants {
			n += Leaves(e)
		}
		return n
	case *ArrayType:
		return Leaves(t.Elem)
	case *DynType:
		return max(1, Leaves(t.Elem))
	}
	return 1
}

// HoldsArray reports whether values of a type hold arrays, of run-time length or not.
func HoldsArray(t Type) bool {
	switch t := t.(type) {
	case *ArrayType, *DynType:
		return true
	case *TupleType:
		return slices.ContainsFunc(t.Elems, HoldsArray)
	}
	return false
}
