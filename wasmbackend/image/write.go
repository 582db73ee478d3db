package image

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// size is the number of bytes of a value in memory.
func size(t loop.Type) uint32 { return uint32(facts.SizeOf(t)) }

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
	n, ok := loop.LengthOf(x)
	if !ok {
		return nil, fmt.Errorf("a Go %T for a %s", x, t)
	}
	step := int(size(t.Elem()))
	lo := len(b)
	b = append(b, make([]byte, n*step)...)
	for i := range n {
		if err := m.value(b[lo+i*step:], loop.ElementOf(x, i), t.Elem()); err != nil {
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
	n, ok := loop.LengthOf(x)
	if !ok || !t.IsArray() {
		return fmt.Errorf("a Go %T for a %s", x, t)
	}
	at, elems := m.reserve(uint32(n) * size(t.Elem()))
	step := int(size(t.Elem()))
	for i := range n {
		if step == 0 {
			break
		}
		var e [8]byte
		if err := m.value(e[:], loop.ElementOf(x, i), t.Elem()); err != nil {
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
