package loop

import "fmt"

// A Value is the value of a variable outside of an evaluation:
//
//	float64, int64, bool                       scalars
//	*Object                                    references; nil is nil
//	[]float64, []int64, []bool, []*Object      arrays of rank 1, and flat arrays, row after row
//	Units                                      arrays of units, of which only the length counts
//	[]Value                                    arrays of arrays
type Value any

// Units is an array of units: its length.
type Units int

// An Object is a cell in memory.
type Object struct {
	Cell   *Cell
	Ctor   int
	fields []Value // those that are arrays as an array, once an evaluation has made or read them
}

// NewObject makes a cell with these fields.
func NewObject(c *Cell, ctor int, fields ...Value) *Object { return &Object{c, ctor, fields} }

// Field is the value of a field.
func (o *Object) Field(i int) Value {
	if a, ok := o.fields[i].(array); ok {
		return outward(a, o.Cell.Ctors[o.Ctor].Fields[i].Type, -1)
	}
	return o.fields[i]
}

// array is an array or view inside an evaluation: n elements of a store from off. Of a flat
// array n is the outermost length, and off is 0.
type array struct {
	s      *store
	off, n int
}

// store is the memory of an array: one of the slices, as its element type says. Arrays of units
// have none.
type store struct {
	reals []float64
	ints  []int64
	bools []bool
	refs  []*Object
	rows  []array
	used  int // elements that are some array's; what is behind them is room for an append
}

// newStore makes n zeros of type t.
func newStore(t Type, n int) *store {
	s := &store{used: n}
	switch {
	case t.IsArray():
		s.rows = make([]array, n)
	case t.Base == Real:
		s.reals = make([]float64, n)
	case t.Base == Int:
		s.ints = make([]int64, n)
	case t.Base == Bool:
		s.bools = make([]bool, n)
	case t.Base == Ref:
		s.refs = make([]*Object, n)
	default:
		return nil
	}
	return s
}

// size is how many elements of type t a store holds.
func (s *store) size() int {
	if s == nil {
		return 0
	}
	return len(s.reals) + len(s.ints) + len(s.bools) + len(s.refs) + len(s.rows)
}

// inward makes a value from outside one of type t inside; slices are shared, so that what
// an evaluation writes into Out arrays is seen. Flat arrays of row length stride come as one slice.
func inward(x Value, t Type, stride int) (array, bool) {
	var a array
	switch {
	case t.Rank > 1 && stride < 0:
		rows, ok := x.([]Value)
		if !ok {
			return a, x == nil
		}
		a = array{newStore(t.Elem(), len(rows)), 0, len(rows)}
		for i, r := range rows {
			if a.s.rows[i], ok = inward(r, t.Elem(), -1); !ok {
				return a, false
			}
		}
		return a, true
	case t.Base == Unit:
		n, ok := x.(Units)
		return array{nil, 0, int(n)}, ok && n >= 0
	}
	s, ok := wrap(x, t)
	n := s.size()
	if stride > 0 {
		ok = ok && n%stride == 0
		n /= stride
	} else if stride == 0 {
		ok, n = ok && n == 0, 0
	}
	return array{s, 0, n}, ok
}

func wrap(x Value, t Type) (*store, bool) {
	switch x := x.(type) {
	case nil:
		return newStore(t.Scalar(), 0), true
	case []float64:
		return &store{reals: x, used: len(x)}, t.Base == Real
	case []int64:
		return &store{ints: x, used: len(x)}, t.Base == Int
	case []bool:
		return &store{bools: x, used: len(x)}, t.Base == Bool
	case []*Object:
		return &store{refs: x, used: len(x)}, t.Base == Ref && sound(x, t.Cell)
	}
	return nil, false
}

// LengthOf is the number of elements of an array, 0 for nil, and whether x is one.
func LengthOf(x Value) (n int, ok bool) {
	switch x := x.(type) {
	case []float64:
		return len(x), true
	case []int64:
		return len(x), true
	case []bool:
		return len(x), true
	case []*Object:
		return len(x), true
	case []Value:
		return len(x), true
	case Units:
		return int(x), true
	case nil:
		return 0, true
	}
	return 0, false
}

// ElementOf is element i of an array, nil where the elements are units or x is no array. It panics where there is no
// element i.
func ElementOf(x Value, i int) Value {
	switch x := x.(type) {
	case []float64:
		return x[i]
	case []int64:
		return x[i]
	case []bool:
		return x[i]
	case []*Object:
		return x[i]
	case []Value:
		return x[i]
	}
	return nil
}

// outward is the reverse of inward; size is the number of elements of a flat array, or -1.
func outward(a array, t Type, size int) Value {
	switch {
	case t.Rank > 1 && size < 0:
		rows := make([]Value, a.n)
		for i := range rows {
			rows[i] = outward(a.s.rows[a.off+i], t.Elem(), -1)
		}
		return rows
	case t.Base == Unit:
		return Units(a.n)
	}
	lo, hi := a.off, a.off+a.n
	if size >= 0 {
		hi = lo + size
	}
	if a.s == nil { // nil
		a.s = newStore(t.Scalar(), 0)
	}
	switch t.Base {
	case Real:
		return a.s.reals[lo:hi]
	case Int:
		return a.s.ints[lo:hi]
	case Bool:
		return a.s.bools[lo:hi]
	}
	return a.s.refs[lo:hi]
}

// giveBack stores the rows of an Out array of arrays, which may have been replaced, in the caller's value.
func giveBack(x Value, a array, t Type) {
	rows, ok := x.([]Value)
	if !ok {
		return
	}
	for i := range rows {
		rows[i] = outward(a.s.rows[i], t.Elem(), -1)
	}
}

// accepts reports what of a value without indices is not of type t.
func accepts(x Value, t Type) error {
	ok := false
	switch y := x.(type) {
	case float64:
		ok = t == RealType
	case int64:
		ok = t == IntType
	case bool:
		ok = t == BoolType
	case *Object:
		ok = t.Base == Ref && t.Rank == 0 && sound([]*Object{y}, t.Cell)
	case nil:
		ok = (t.Base == Ref || t.Base == Unit) && t.Rank == 0
	}
	if !ok {
		return fmt.Errorf("loop: a value of type %s is wanted, got a Go %T", t, x)
	}
	return nil
}

// sound reports whether cells from outside, and those that they refer to, have fields of the
// types of their constructors. It visits each once.
func sound(work []*Object, c *Cell) bool {
	for _, o := range work {
		if o != nil && o.Cell != c {
			return false
		}
	}
	work = append([]*Object(nil), work...)
	seen := make(map[*Object]bool)
	for len(work) > 0 {
		o := work[len(work)-1]
		work = work[:len(work)-1]
		if o == nil || seen[o] {
			continue
		}
		seen[o] = true
		if o.Ctor < 0 || o.Ctor >= len(o.Cell.Ctors) || len(o.fields) != len(o.Cell.Ctors[o.Ctor].Fields) {
			return false
		}
		for i, f := range o.Cell.Ctors[o.Ctor].Fields {
			x := o.fields[i]
			r, isRef := x.(*Object)
			_, inside := x.(array)
			switch {
			case inside:
			case f.Type.IsArray():
				if _, ok := inward(x, f.Type, -1); !ok {
					return false
				}
			case isRef && f.Type.Base == Ref:
				if r != nil && r.Cell != f.Type.Cell {
					return false
				}
				work = append(work, r)
			case accepts(x, f.Type) != nil:
				return false
			}
		}
	}
	return true
}
