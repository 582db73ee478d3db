package run

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Leaves calls the function with values of the loop language, one for each leaf of the parameters, and gives those of
// the results. It copies them all, and is for values of every type: arrays of lengths known at run time only, and inductive data, too.
//
// The error says which value does not fit, or is that of [Call.Run].
func (f *Func) Leaves(ctx context.Context, sizes []int, args []loop.Value) ([]loop.Value, error) {
	m := &marshaller{at: f.program.module.Heap, seen: map[*loop.Object]uint32{}}
	var fixed [][]byte
	n := 0
	for i := range f.block.Leaves {
		if l := &f.block.Leaves[i]; !l.Result {
			if n >= len(args) {
				return nil, fmt.Errorf("run: %s takes more than %d leaves", f.block.Name, len(args))
			}
			b, err := m.leaf(args[n], l.Type(), l.Inline())
			if err != nil {
				return nil, fmt.Errorf("run: argument %s of %s: %w", l.Name, f.block.Name, err)
			}
			fixed = append(fixed, b)
			n++
		}
	}
	if n != len(args) {
		return nil, fmt.Errorf("run: %s takes %d leaves, got %d", f.block.Name, n, len(args))
	}
	c, err := f.bind(ctx, uint32(len(m.bytes)), sizes)
	if err != nil {
		return nil, err
	}
	defer c.Release()
	c.inst.mem.Write(f.program.module.Heap, m.bytes)
	n = 0
	for i := range f.block.Leaves {
		l := &f.block.Leaves[i]
		if l.Result {
			continue
		}
		at := l.At
		if l.Inline() {
			at = c.places[i].Offset
			if want := c.places[i].Len * int(size(l.Type().Scalar())); want != len(fixed[n]) {
				return nil, fmt.Errorf("run: argument %s of %s has %d bytes, want %d", l.Name, f.block.Name, len(fixed[n]), want)
			}
		}
		c.inst.mem.Write(c.base+uint32(at), fixed[n])
		n++
	}
	if err := c.Run(ctx); err != nil {
		return nil, err
	}
	return c.results()
}

func (c *Call) results() (out []loop.Value, err error) {
	u := &unmarshaller{c: c, seen: map[uint32]*loop.Object{}}
	defer func() {
		if r := recover(); r != nil {
			if e, ok := r.(unreadable); ok {
				out, err = nil, fmt.Errorf("run: %s: %s", c.f.block.Name, string(e))
				return
			}
			panic(r)
		}
	}()
	for i := range c.f.block.Leaves {
		l := &c.f.block.Leaves[i]
		switch {
		case !l.Result:
		case l.Inline():
			var lens []int
			for _, d := range l.Dims() {
				n, _ := d.Eval(c.f.block.Env(c.stack[1:]))
				lens = append(lens, int(n))
			}
			at := c.base + uint32(c.places[i].Offset)
			out = append(out, u.block(&at, l.Type(), lens))
		default:
			out = append(out, u.value(c.base+uint32(l.At), l.Type()))
		}
	}
	return out, nil
}

// size is the number of bytes of a value in memory.
func size(t loop.Type) uint32 {
	switch {
	case t.IsArray():
		return 8
	case t.Base == loop.Bool:
		return 1
	case t.Base == loop.Ref:
		return 4
	case t.Base == loop.Unit:
		return 0
	}
	return 8
}

// marshaller lays out what stands before the block: arrays of lengths known at run time only, and cells.
type marshaller struct {
	at    uint32
	bytes []byte
	seen  map[*loop.Object]uint32
}

func (m *marshaller) reserve(n uint32) (at uint32, b func() []byte) {
	for len(m.bytes)%8 != 0 {
		m.bytes = append(m.bytes, 0)
	}
	lo := len(m.bytes)
	m.bytes = append(m.bytes, make([]byte, n)...)
	return m.at + uint32(lo), func() []byte { return m.bytes[lo : lo+int(n)] }
}

// leaf is the bytes of a leaf where it stands in the block.
func (m *marshaller) leaf(x loop.Value, t loop.Type, inline bool) ([]byte, error) {
	if inline {
		return m.flat(nil, x, t)
	}
	b := make([]byte, 8)
	return b, m.value(b, x, t)
}

// flat is the elements of a regular array, row after row.
func (m *marshaller) flat(b []byte, x loop.Value, t loop.Type) ([]byte, error) {
	if t.Rank > 1 {
		rows, ok := x.([]loop.Value)
		if !ok && x != nil {
			return nil, fmt.Errorf("a Go %T for a %s", x, t)
		}
		var err error
		for _, r := range rows {
			if b, err = m.flat(b, r, t.Elem()); err != nil {
				return nil, err
			}
		}
		return b, nil
	}
	n := lengthOf(x)
	step := int(size(t.Elem()))
	lo := len(b)
	b = append(b, make([]byte, n*step)...)
	for i := range n {
		if err := m.value(b[lo+i*step:], elementOf(x, i), t.Elem()); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// value writes a value to the beginning of b.
func (m *marshaller) value(b []byte, x loop.Value, t loop.Type) error {
	switch y := x.(type) {
	case float64:
		if t == loop.RealType {
			binary.LittleEndian.PutUint64(b, math.Float64bits(y))
			return nil
		}
	case int64:
		if t == loop.IntType {
			binary.LittleEndian.PutUint64(b, uint64(y))
			return nil
		}
	case bool:
		if t == loop.BoolType {
			b[0] = 0
			if y {
				b[0] = 1
			}
			return nil
		}
	case *loop.Object:
		if t.Base == loop.Ref && t.Rank == 0 {
			at, err := m.cell(y)
			binary.LittleEndian.PutUint32(b, at)
			return err
		}
	case nil:
		if t.Rank == 0 {
			return nil
		}
	}
	if !t.IsArray() {
		return fmt.Errorf("a Go %T for a %s", x, t)
	}
	n := lengthOf(x)
	at, elems := m.reserve(uint32(n) * size(t.Elem()))
	step := int(size(t.Elem()))
	for i := range n {
		if step == 0 {
			break
		}
		var e [8]byte
		if err := m.value(e[:], elementOf(x, i), t.Elem()); err != nil {
			return err
		}
		copy(elems()[i*step:], e[:step])
	}
	binary.LittleEndian.PutUint32(b, at)
	binary.LittleEndian.PutUint32(b[4:], uint32(n))
	return nil
}

// cell writes a cell, and those that it refers to, each once.
func (m *marshaller) cell(o *loop.Object) (uint32, error) {
	if o == nil {
		return 0, nil
	}
	if at, ok := m.seen[o]; ok {
		return at, nil
	}
	fields := o.Cell.Ctors[o.Ctor].Fields
	at, b := m.reserve(8 + 8*uint32(len(fields)))
	m.seen[o] = at
	binary.LittleEndian.PutUint32(b(), uint32(o.Cell.Tag(o.Ctor)))
	for i, f := range fields {
		var e [8]byte
		if err := m.value(e[:], o.Field(i), f.Type); err != nil {
			return 0, err
		}
		copy(b()[8+8*i:], e[:])
	}
	return at, nil
}

func lengthOf(x loop.Value) int {
	switch x := x.(type) {
	case []float64:
		return len(x)
	case []int64:
		return len(x)
	case []bool:
		return len(x)
	case []*loop.Object:
		return len(x)
	case []loop.Value:
		return len(x)
	case loop.Units:
		return int(x)
	}
	return 0
}

func elementOf(x loop.Value, i int) loop.Value {
	switch x := x.(type) {
	case []float64:
		return x[i]
	case []int64:
		return x[i]
	case []bool:
		return x[i]
	case []*loop.Object:
		return x[i]
	case []loop.Value:
		return x[i]
	}
	return nil
}

// unreadable is a panic of an unmarshaller.
type unreadable string

type unmarshaller struct {
	c    *Call
	seen map[uint32]*loop.Object
}

func (u *unmarshaller) bytes(at, n uint32) []byte {
	b, ok := u.c.inst.mem.Read(at, n)
	if !ok {
		panic(unreadable(fmt.Sprintf("a result at %d is outside of the memory", at)))
	}
	return b
}

// block reads a regular array.
func (u *unmarshaller) block(at *uint32, t loop.Type, lens []int) loop.Value {
	if len(lens) > 1 {
		rows := make([]loop.Value, lens[0])
		for i := range rows {
			rows[i] = u.block(at, t.Elem(), lens[1:])
		}
		return rows
	}
	x := u.elements(*at, lens[0], t.Elem())
	*at += uint32(lens[0]) * size(t.Elem())
	return x
}

func (u *unmarshaller) elements(at uint32, n int, t loop.Type) loop.Value {
	step := size(t)
	switch {
	case t.IsArray():
		return list(n, func(i int) loop.Value { return u.value(at+uint32(i)*step, t) })
	case t.Base == loop.Real:
		return list(n, func(i int) float64 { return u.value(at+uint32(i)*step, t).(float64) })
	case t.Base == loop.Int:
		return list(n, func(i int) int64 { return u.value(at+uint32(i)*step, t).(int64) })
	case t.Base == loop.Bool:
		return list(n, func(i int) bool { return u.value(at+uint32(i)*step, t).(bool) })
	case t.Base == loop.Ref:
		return list(n, func(i int) *loop.Object { return u.value(at+uint32(i)*step, t).(*loop.Object) })
	}
	return loop.Units(n)
}

func list[T any](n int, at func(int) T) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = at(i)
	}
	return out
}

func (u *unmarshaller) value(at uint32, t loop.Type) loop.Value {
	switch {
	case t.IsArray():
		b := u.bytes(at, 8)
		return u.elements(binary.LittleEndian.Uint32(b), int(binary.LittleEndian.Uint32(b[4:])), t.Elem())
	case t.Base == loop.Real:
		return math.Float64frombits(binary.LittleEndian.Uint64(u.bytes(at, 8)))
	case t.Base == loop.Int:
		return int64(binary.LittleEndian.Uint64(u.bytes(at, 8)))
	case t.Base == loop.Bool:
		return u.bytes(at, 1)[0] != 0
	case t.Base == loop.Ref:
		return u.cell(binary.LittleEndian.Uint32(u.bytes(at, 4)), t.Cell)
	}
	return nil
}

func (u *unmarshaller) cell(at uint32, c *loop.Cell) *loop.Object {
	if at == 0 {
		return nil
	}
	if o, ok := u.seen[at]; ok {
		return o
	}
	tag := int(binary.LittleEndian.Uint32(u.bytes(at, 4)))
	ctor := tag
	if c.Linear {
		ctor--
	}
	if ctor < 0 || ctor >= len(c.Ctors) {
		panic(unreadable(fmt.Sprintf("a cell %s with tag %d", c.Name, tag)))
	}
	fields := make([]loop.Value, len(c.Ctors[ctor].Fields))
	for i, f := range c.Ctors[ctor].Fields {
		fields[i] = u.value(at+8+8*uint32(i), f.Type)
	}
	o := loop.NewObject(c, ctor, fields...)
	u.seen[at] = o
	return o
}
