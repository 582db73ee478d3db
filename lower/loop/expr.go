package loop

import (
	"math"
	"sync/atomic"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Kind is the form of an expression.
type Kind uint8

// The forms. In brackets: operands and what else of the expression is used.
const (
	VarExpr   Kind = iota // [Var]
	ConstExpr             // a real (F), an int or a bool (I); a nil array or reference
	// a primitive of the source language on scalars; && and || evaluate their right operand only when needed [Prim;
	// Args]
	PrimExpr
	IndexExpr  // element or row a[i] [Args: a, i]
	SliceExpr  // a[lo : lo+n], a view of a rank-1 array or of rows [Args: a, lo, n]
	LenExpr    // length of an array, its outermost dimension [Args: a]
	CheckExpr  // i, an error unless 0 ≤ i < n [Args: i, n; Text: where]
	DivExpr    // the integer operation Prim (quotient or remainder), an error when the divisor is 0 [Prim; Args; Text]
	TagExpr    // tag of a cell; of nil: that of its nil constructor, or 0 [Args: r]
	FieldExpr  // field of a cell whose constructor is known [Ctor, Field; Args: r]
	IsNilExpr  // whether a reference is nil [Args: r]
	SelectExpr // c ? a : b on scalars and references, both operands evaluated [Args: c, a, b]
)

// IntPrims stands in the kinds of an expression for primitives whose result is an int: [Expr.Has].
const IntPrims Kinds = 1 << 15

// Kinds is a set of kinds: 1<<k for each kind k in it.
type Kinds uint16

// An Expr is an expression. Expressions are immutable and may be shared. They are made by functions only.
//
// Programs are made of them, and every pass reads them all, so they are small: see [TestExprSize].
type Expr struct {
	Kind        Kind
	has         Kinds // those of e and all its parts
	Size        int32 // nodes
	Type        Type
	Var         *Var
	Prim        *syntax.Op
	Args        []*Expr
	F           float64
	I           int64
	Ctor, Field int32
	text        *string
}

// Text is what a run-time error of e says: see [CheckExpr] and [DivExpr].
func (e *Expr) Text() string {
	if e.text == nil {
		return ""
	}
	return *e.text
}

// A Var is a variable of one function. Its identity is the pointer; names are hints for printing.
//
// What passes ask of each variable that an expression reads stands together at the beginning: id, Flat and the kind of
// the expression.
type Var struct {
	id uint64
	// Flat, for an array variable of rank ≥ 2, gives the lengths of all dimensions
	// but the first: the array is one block, row after row, and is only used under
	// all its indices, in Len, in a Clear, and where its counterpart is equally flat: a Copy,
	// a Let or assignment of variables, an argument or result of a call. The lengths are
	// constants, variables that are never assigned, and lengths of such, or sums and products of them.
	// Nil means that the rows are references of their own.
	Flat []*Expr
	use  Expr // what Use gives: it is read wherever the variable is
	Type Type
	Name string
}

var varCounter atomic.Uint64

// NewVar makes a variable. There is no other way to make one. Like [Use] it is not written out at its hundreds of
// places, for the sake of the time and size of builds.
//
//go:noinline
func NewVar(name string, t Type) *Var {
	v := &Var{id: varCounter.Add(1), Name: name}
	v.retype(t)
	return v
}

// retype gives v, which nothing uses yet, a type.
func (v *Var) retype(t Type) {
	v.Type = t
	v.use = Expr{Kind: VarExpr, has: 1 << VarExpr, Type: t, Var: v, Size: 1}
}

// ID numbers variables in order of creation, for tables of what is known of them; it never shows in output.
func (v *Var) ID() uint64 {
	if v.id == 0 {
		panic("loop: variable " + v.Name + " was not made by NewVar")
	}
	return v.id
}

// newExpr makes an expression together with the list of its operands, which it copies.
func newExpr(k Kind, t Type, args ...*Expr) *Expr {
	e := node(len(args))
	e.Kind, e.Type = k, t
	copy(e.Args, args)
	e.sum()
	return e
}

// node is memory for an expression with n operands: one piece for up to three.
func node(n int) *Expr {
	switch n {
	case 1:
		m := new(struct {
			e    Expr
			args [1]*Expr
		})
		m.e.Args = m.args[:]
		return &m.e
	case 2:
		m := new(struct {
			e    Expr
			args [2]*Expr
		})
		m.e.Args = m.args[:]
		return &m.e
	case 3:
		m := new(struct {
			e    Expr
			args [3]*Expr
		})
		m.e.Args = m.args[:]
		return &m.e
	}
	return &Expr{Args: make([]*Expr, n)}
}

// sum finds out what e says about its parts.
func (e *Expr) sum() {
	e.Size, e.has = 1, 1<<e.Kind
	for _, a := range e.Args {
		e.Size += a.Size
		e.has |= a.has
	}
	if e.Kind == PrimExpr && e.Type == IntType {
		e.has |= IntPrims
	}
}

// Has reports whether e or one of its parts is of one of these kinds.
func (e *Expr) Has(ks Kinds) bool { return e.has&ks != 0 }

// Use reads a variable.
//
//go:noinline
func Use(v *Var) *Expr {
	if v.use.Type != v.Type {
		panic("loop: variable " + v.Name + " has changed its type")
	}
	return &v.use
}

// RealConst is a real constant.
func RealConst(f float64) *Expr {
	if n := int(f); n >= 0 && n < len(smallReals) && math.Float64bits(float64(n)) == math.Float64bits(f) {
		return &smallReals[n]
	}
	return &Expr{Kind: ConstExpr, has: 1 << ConstExpr, Type: RealType, F: f, Size: 1}
}

// IntConst is an int constant.
func IntConst(n int64) *Expr {
	if n >= 0 && n < int64(len(smallInts)) {
		return &smallInts[n]
	}
	return &Expr{Kind: ConstExpr, has: 1 << ConstExpr, Type: IntType, I: n, Size: 1}
}

// smallReals and smallInts are the constants that programs are full of, by their values.
var smallReals, smallInts = func() (reals [4]Expr, ints [64]Expr) { //nolint:gochecknoglobals // constants
	for n := range reals {
		reals[n] = Expr{Kind: ConstExpr, has: 1 << ConstExpr, Type: RealType, F: float64(n), Size: 1}
	}
	for n := range ints {
		ints[n] = Expr{Kind: ConstExpr, has: 1 << ConstExpr, Type: IntType, I: int64(n), Size: 1}
	}
	return reals, ints
}()

// BoolConst is a bool constant.
func BoolConst(b bool) *Expr {
	if b {
		return &bools[1]
	}
	return &bools[0]
}

var bools = [2]Expr{ //nolint:gochecknoglobals // constants
	{Kind: ConstExpr, has: 1 << ConstExpr, Type: BoolType, Size: 1},
	{Kind: ConstExpr, has: 1 << ConstExpr, Type: BoolType, Size: 1, I: 1},
}

// Nil is the empty array, or the nil reference, of a type.
func Nil(t Type) *Expr { return &Expr{Kind: ConstExpr, has: 1 << ConstExpr, Type: t, Size: 1} }

// ZeroOf is 0, false or nil.
func ZeroOf(t Type) *Expr {
	switch t {
	case RealType:
		return RealConst(0)
	case IntType:
		return IntConst(0)
	case BoolType:
		return BoolConst(false)
	}
	return Nil(t)
}

// Prim applies a primitive, without any simplification.
func Prim(op *syntax.Op, args ...*Expr) *Expr {
	if len(args) != len(op.Params) {
		panic("loop: " + op.Name + " has another number of operands")
	}
	e := newExpr(PrimExpr, scalarOf(op.Result), args...)
	e.Prim = op
	return e
}

func scalarOf(t syntax.Type) Type {
	switch t {
	case syntax.Real:
		return RealType
	case syntax.Bool:
		return BoolType
	}
	return IntType
}

// Index is the element or row a[i].
func Index(a, i *Expr) *Expr { return newExpr(IndexExpr, a.Type.Elem(), a, i) }

// Slice is the view of n elements or rows of a from lo.
func Slice(a, lo, n *Expr) *Expr { return newExpr(SliceExpr, a.Type, a, lo, n) }

// Len is the length of the outermost dimension of a.
func Len(a *Expr) *Expr { return newExpr(LenExpr, IntType, a) }

// CheckIndex is i, and a run-time error, which names the place at, unless 0 ≤ i < n.
func CheckIndex(i, n *Expr, at string) *Expr {
	e := newExpr(CheckExpr, IntType, i, n)
	e.text = &at
	return e
}

// Div is an integer quotient or remainder, and a run-time error text when b is 0.
func Div(op *syntax.Op, a, b *Expr, text string) *Expr {
	e := newExpr(DivExpr, IntType, a, b)
	e.Prim, e.text = op, &text
	return e
}

// TagOf is the tag of a cell.
func TagOf(r *Expr) *Expr { return newExpr(TagExpr, IntType, r) }

// FieldOf is a field of a cell of constructor ctor.
func FieldOf(r *Expr, ctor, field int) *Expr {
	e := newExpr(FieldExpr, r.Type.Cell.Ctors[ctor].Fields[field].Type, r)
	e.Ctor, e.Field = int32(ctor), int32(field)
	return e
}

// IsNil reports whether a reference is nil.
func IsNil(r *Expr) *Expr { return newExpr(IsNilExpr, BoolType, r) }

// Select is a where c holds, else b.
func Select(c, a, b *Expr) *Expr { return newExpr(SelectExpr, a.Type, c, a, b) }

// Add is a + b on ints, with constants folded and written last.
func Add(a, b *Expr) *Expr {
	if a.IsConst() && b.IsConst() {
		return IntConst(a.I + b.I)
	}
	if a.IsConst() {
		a, b = b, a
	}
	if b.IsConst() && b.I == 0 {
		return a
	}
	if b.IsConst() && b.I < 0 && b.I != math.MinInt64 {
		return Prim(syntax.OpIntSub, a, IntConst(-b.I))
	}
	return Prim(syntax.OpIntAdd, a, b)
}

// Sub is a - b on ints, with constants folded.
func Sub(a, b *Expr) *Expr {
	if b.IsConst() && b.I != math.MinInt64 {
		return Add(a, IntConst(-b.I))
	}
	return Prim(syntax.OpIntSub, a, b)
}

// Mul is a · b on ints, with constants folded.
func Mul(a, b *Expr) *Expr {
	if a.IsConst() && b.IsConst() {
		return IntConst(a.I * b.I)
	}
	if a.IsConst() {
		a, b = b, a
	}
	if b.IsConst() && b.I == 1 {
		return a
	}
	if b.IsConst() && b.I == 0 {
		return b
	}
	return Prim(syntax.OpIntMul, a, b)
}

// Not is the negation of a bool; comparisons of reals are not turned round, because of NaN.
func Not(c *Expr) *Expr {
	not := syntax.MustOp("not")
	if c.Kind == PrimExpr && c.Prim == not {
		return c.Args[0]
	}
	if c.IsConst() {
		return BoolConst(c.I == 0)
	}
	return Prim(not, c)
}

// IsConst reports whether e is a scalar constant.
func (e *Expr) IsConst() bool { return e.Kind == ConstExpr && e.Type.IsNumber() }

// IsNilConst reports whether e is the empty array or the nil reference.
func (e *Expr) IsNilConst() bool { return e.Kind == ConstExpr && !e.Type.IsNumber() }

// IsZero reports whether e is the constant 0 (not −0), false or nil.
func (e *Expr) IsZero() bool {
	return e.Kind == ConstExpr && e.I == 0 && e.F == 0 && !math.Signbit(e.F)
}

// IsAtom reports whether e is a variable or a constant, which may be written several times.
func (e *Expr) IsAtom() bool { return e.Kind == VarExpr || e.Kind == ConstExpr }

// IsVar reports whether e reads v.
func (e *Expr) IsVar(v *Var) bool { return e.Kind == VarExpr && e.Var == v }

// Root is the array or cell variable whose memory an element, row, view or
// variable expression belongs to; nil for anything else.
func (e *Expr) Root() *Var {
	for e.Kind == IndexExpr || e.Kind == SliceExpr {
		e = e.Args[0]
	}
	if e.Kind == VarExpr {
		return e.Var
	}
	return nil
}

// With is e with other operands, which it copies.
func (e *Expr) With(args []*Expr) *Expr {
	c := node(len(args))
	own := c.Args
	*c = *e
	c.Args = own
	copy(own, args)
	c.sum()
	if c.Kind == IndexExpr {
		c.Type = args[0].Type.Elem()
	}
	return c
}

// MapArgs rebuilds e with f applied to its operands; it is e itself when nothing changed.
func (e *Expr) MapArgs(f func(*Expr) *Expr) *Expr {
	for i, a := range e.Args {
		b := f(a)
		if b == a {
			continue
		}
		var room [4]*Expr
		out := append(room[:0], e.Args...)
		out[i] = b
		for j := i + 1; j < len(out); j++ {
			out[j] = f(out[j])
		}
		return e.With(out)
	}
	return e
}

// EachVar calls yield for the variables that e reads, with repetitions.
func (e *Expr) EachVar(yield func(*Var)) {
	if e.Kind == VarExpr {
		yield(e.Var)
		return
	}
	for _, a := range e.Args {
		a.EachVar(yield)
	}
}

// Equal reports whether two expressions are written alike. Reals are compared by their bits.
func Equal(a, b *Expr) bool {
	if a == b {
		return true
	}
	if a.Kind != b.Kind || a.Type != b.Type || a.Var != b.Var || a.Prim != b.Prim || a.I != b.I || a.Size != b.Size ||
		a.Ctor != b.Ctor || a.Field != b.Field || a.Text() != b.Text() || len(a.Args) != len(b.Args) ||
		math.Float64bits(a.F) != math.Float64bits(b.F) {
		return false
	}
	for i := range a.Args {
		if !Equal(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}

// CanFail reports whether evaluating e can be a run-time error.
func (e *Expr) CanFail() bool { return e.Has(1<<CheckExpr | 1<<DivExpr) }

// ReadsMemory reports whether e reads elements of arrays or fields of cells.
func (e *Expr) ReadsMemory() bool { return e.Has(1<<IndexExpr | 1<<TagExpr | 1<<FieldExpr) }
