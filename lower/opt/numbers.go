package opt

import (
	"math"
	"math/bits"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A valueKey says how a value is made: two expressions with one key have one value.
type valueKey struct {
	prim *syntax.Op
	cell *loop.Cell // of the type of a constant
	bits uint64     // of a constant; the versions of the memory that a load reads
	// values of the operands; of a field, b and c are constructor and field; of the type of a constant, a is the rank
	a, b, c int32
	kind    loop.Kind
	base    loop.Base // of the type of a constant
}

// load is the key of an element or field in a memory of these versions.
func (k valueKey) load(memory, at int32) valueKey {
	k.bits = uint64(uint32(memory))<<32 | uint64(uint32(at))
	return k
}

// hash is a number in which equal keys agree.
func (k *valueKey) hash() uint64 {
	h := uint64(k.kind)<<8 | uint64(k.base)
	if k.prim != nil {
		h = h<<8 ^ uint64(len(k.prim.Name))<<4 ^ uint64(k.prim.Name[0])
	}
	const odd = 0x9e3779b97f4a7c15
	h = (h ^ k.bits) * odd
	h = (h ^ h>>29 ^ uint64(uint32(k.a))<<32 ^ uint64(uint32(k.b))) * odd
	h = (h ^ h>>32 ^ uint64(uint32(k.c))) * odd
	return h ^ h>>31
}

// A valueTable numbers keys.
type valueTable struct {
	keys  []valueKey
	vals  []int32
	heads []valueHead // a power of two of them
}

// valueHead is a place in keys, from 1, and a part of the hash of that key: other keys are told from it without a look
// at it.
type valueHead struct {
	tag uint32
	at  int32
}

// at returns the place of the value of a key, which is 0 if the key is new.
func (t *valueTable) at(k *valueKey) *int32 {
	if len(t.keys)*4 >= len(t.heads)*3 {
		t.grow()
	}
	mask := uint64(len(t.heads) - 1)
	h := k.hash()
	i, tag := h&mask, uint32(h>>32)
	for ; t.heads[i].at != 0; i = (i + 1) & mask {
		if x := t.heads[i]; x.tag == tag && t.keys[x.at-1] == *k {
			return &t.vals[x.at-1]
		}
	}
	t.keys, t.vals = paged.Append(t.keys, *k), paged.Append(t.vals, 0)
	t.heads[i] = valueHead{tag, int32(len(t.keys))}
	return &t.vals[len(t.vals)-1]
}

// get returns the value of a key, or 0.
func (t *valueTable) get(k *valueKey) int32 {
	if len(t.heads) == 0 {
		return 0
	}
	mask := uint64(len(t.heads) - 1)
	h := k.hash()
	for i := h & mask; t.heads[i].at != 0; i = (i + 1) & mask {
		if x := t.heads[i]; x.tag == uint32(h>>32) && t.keys[x.at-1] == *k {
			return t.vals[x.at-1]
		}
	}
	return 0
}

// reset empties the table.
func (t *valueTable) reset() {
	t.keys, t.vals = t.keys[:0], t.vals[:0]
	clear(t.heads)
	t.heads = t.heads[:min(len(t.heads), 64)]
}

// reserve makes room for n keys.
func (t *valueTable) reserve(n int) {
	t.keys, t.vals = make([]valueKey, 0, n+8), make([]int32, 0, n+8)
}

// expect makes it known that there will be about n keys. The table is empty.
func (t *valueTable) expect(n int) {
	switch size := 1 << bits.Len(uint(n+n/3)); {
	case size <= len(t.heads):
	case size <= cap(t.heads): // of zeros
		t.heads = t.heads[:size]
	default:
		t.heads = make([]valueHead, size)
	}
}

func (t *valueTable) grow() {
	n := max(64, 4*len(t.heads))
	clear(t.heads)
	if n <= cap(t.heads) {
		t.heads = t.heads[:n]
	} else {
		t.heads = make([]valueHead, n)
	}
	mask := uint64(len(t.heads) - 1)
	for at := range t.keys {
		h := t.keys[at].hash()
		i := h & mask
		for t.heads[i].at != 0 {
			i = (i + 1) & mask
		}
		t.heads[i] = valueHead{uint32(h >> 32), int32(at + 1)}
	}
}

// A place is the memory whose versions are counted: a region under unknown
// indices, under one constant index, or under all constant indices.
type place struct {
	facts.Region
	index int64
	which placeKind
}

type placeKind uint8

const (
	unknownIndex placeKind = iota
	oneConstant
	anyConstant
)

// numbers gives numbers to values: the value numbering of one function, in the order of the program.
type numbers struct {
	in      *facts.Info
	last    int32
	table   valueTable
	stored  valueTable // the value that a load gives because it was stored there
	vars    scopedVars // what variables hold now
	version *scopedMap[place, int32]
	consts  []*loop.Expr    // by value: those that are constants
	zeros   map[int32]int32 // by version of a region: the array all elements of which it made 0
	// remembered says that a load gave what was stored, or was asked whether it does.
	remembered bool
	// known reports whether there is a name for a value where the program is now.
	known func(int32) bool
	// of gets the number of each node, in preorder.
	of []int32
}

// begin empties n for another function.
func (n *numbers) begin(in *facts.Info) {
	n.in, n.last, n.remembered = in, 0, false
	n.table.reset()
	n.stored.reset()
	n.vars.reset()
	n.version, n.zeros = newScopedMap[place, int32](), map[int32]int32{}
	clear(n.consts)
	n.consts, n.of = n.consts[:0], n.of[:0]
}

func (n *numbers) fresh() int32 {
	n.last++
	return n.last
}

func (n *numbers) number(k valueKey) int32 {
	v := n.table.at(&k)
	if *v == 0 {
		*v = n.fresh()
	}
	return *v
}

// constOf is the constant that a value is, or nil.
func (n *numbers) constOf(v int32) *loop.Expr {
	if int(v) < len(n.consts) {
		return n.consts[v]
	}
	return nil
}

// variable is the number of what v holds.
func (n *numbers) variable(v *loop.Var) int32 {
	x := n.vars.get(v)
	if x == 0 {
		x = n.fresh()
		n.vars.set(v, x)
	}
	return x
}

// expr numbers e and its parts.
func (n *numbers) expr(e *loop.Expr) int32 {
	at := len(n.of)
	n.of = append(n.of, 0)
	var v int32
	switch e.Kind {
	case loop.VarExpr:
		v = n.variable(e.Var)
	case loop.ConstExpr:
		v = n.constant(e)
	default:
		v = n.node(e)
	}
	n.of[at] = v
	return v
}

// constant is the number of a constant.
func (n *numbers) constant(e *loop.Expr) int32 {
	v := n.number(constKey(e))
	if n.constOf(v) == nil && e.IsConst() { // a nil stands for its type only where that is declared
		for int(v) >= len(n.consts) {
			n.consts = paged.Append(n.consts, nil)
		}
		n.consts[v] = e
	}
	return v
}

func constKey(e *loop.Expr) valueKey {
	k := valueKey{kind: loop.ConstExpr, base: e.Type.Base, cell: e.Type.Cell, a: int32(e.Type.Rank), bits: uint64(e.I)}
	if e.Type == loop.RealType {
		k.bits = math.Float64bits(e.F)
	}
	return k
}

func (n *numbers) node(e *loop.Expr) int32 {
	k := valueKey{kind: e.Kind, prim: e.Prim}
	for i, a := range e.Args {
		switch v := n.expr(a); i {
		case 0:
			k.a = v
		case 1:
			k.b = v
		case 2:
			k.c = v
		default: // a function of the user's
			k.c = n.number(valueKey{kind: e.Kind, a: k.c, b: v})
		}
	}
	switch e.Kind {
	case loop.PrimExpr:
		if c := n.folded(e, k); c != nil {
			return n.constant(c)
		}
		if commutes(e.Prim) && k.a > k.b {
			k.a, k.b = k.b, k.a
		}
	case loop.FieldExpr:
		k.b, k.c = int32(e.Ctor), int32(e.Field)
	}
	if e.Kind != loop.IndexExpr && e.Kind != loop.FieldExpr {
		return n.number(k)
	}
	r, ok := n.in.Region(e)
	if !ok {
		return n.fresh()
	}
	memory, at := n.memory(e, r, k.b)
	if n.zeros[memory] == k.a && k.a != 0 && at < memory && e.Type.IsNumber() {
		return n.constant(loop.ZeroOf(e.Type))
	}
	k = k.load(memory, at)
	if v := n.stored.get(&k); v != 0 {
		n.remembered = true
		if n.constOf(v) != nil || n.known(v) {
			return v
		}
	}
	return n.number(k)
}

// holds reports whether the element l, whose parts have the numbers base and index, has a value already: it has been
// loaded or stored. (What is zero since it was cleared is left to other passes: where the zero is not needed, the
// clearing may go.)
func (n *numbers) holds(l *loop.Expr, base, index, value int32) bool {
	if l.Kind != loop.IndexExpr || !l.Type.IsNumber() {
		return false
	}
	r, ok := n.in.Region(l)
	if !ok {
		return false
	}
	k := valueKey{kind: loop.IndexExpr, a: base, b: index}
	k = k.load(n.memory(l, r, index))
	if v := n.stored.get(&k); v != 0 {
		return v == value
	}
	v := n.table.get(&k)
	return v != 0 && v == value
}

// folded is the constant that an operation on constants gives, or nil.
func (n *numbers) folded(e *loop.Expr, k valueKey) *loop.Expr {
	values := [3]int32{k.a, k.b, k.c}
	if len(e.Args) > len(values) {
		return nil
	}
	for _, v := range values[:len(e.Args)] {
		if n.constOf(v) == nil {
			return nil
		}
	}
	args := make([]*loop.Expr, len(e.Args))
	for i := range args {
		args[i] = n.consts[values[i]]
	}
	if c := edit.Fold(loop.Prim(e.Prim, args...)); c.IsConst() {
		return c
	}
	return nil
}

// commutes reports whether the operands may change places, to the last bit.
func commutes(o *syntax.Op) bool {
	switch o.Name {
	case "+", "*", "iadd", "imul", "imin", "imax", "eq", "ne", "ieq", "ine", "iand", "ior", "ixor":
		return true
	}
	return false
}

// memory gives the versions that a load reads; index is the number of its index, if it has one.
func (n *numbers) memory(e *loop.Expr, r facts.Region, index int32) (whole, at int32) {
	whole, _ = n.version.get(place{Region: r})
	if p, ok := n.constantPlace(e, r, index); ok {
		at, _ = n.version.get(p)
	} else {
		at, _ = n.version.get(place{Region: r, which: anyConstant})
	}
	return whole, at
}

// constantPlace is the place of an element whose index, of that number, is known to be a constant, and which no slice
// shows under another index.
func (n *numbers) constantPlace(e *loop.Expr, r facts.Region, index int32) (place, bool) {
	if e.Kind != loop.IndexExpr || n.in.Sliced(r.Class) {
		return place{}, false
	}
	c := n.constOf(index)
	if c == nil {
		return place{}, false
	}
	return place{Region: r, index: c.I, which: oneConstant}, true
}

// store makes known that the element, row or field l changes; value is what it becomes, or 0.
// The parts of l have the numbers base and index.
func (n *numbers) store(l *loop.Expr, base, index, value int32) {
	r, ok := n.in.Region(l)
	if !ok {
		return
	}
	if p, ok := n.constantPlace(l, r, index); ok {
		n.version.set(p, n.fresh())
		n.version.set(place{Region: r, which: anyConstant}, n.fresh())
	} else {
		n.version.set(place{Region: r}, n.fresh())
	}
	if value == 0 || l.Kind != loop.IndexExpr {
		return
	}
	k := valueKey{kind: loop.IndexExpr, a: base, b: index}
	k = k.load(n.memory(l, r, index))
	*n.stored.at(&k) = value
}

// cleared makes known that all elements of an array of rank 1 have become 0, after the effects of that.
func (n *numbers) cleared(r facts.Region, base int32) {
	v, _ := n.version.get(place{Region: r})
	n.zeros[v] = base
}

// forget makes known that effects may have happened.
func (n *numbers) forget(ef *facts.Effects) {
	for _, v := range ef.VarList {
		n.vars.set(v, n.fresh())
	}
	for _, r := range ef.RegionList {
		n.version.set(place{Region: r}, n.fresh())
	}
}
