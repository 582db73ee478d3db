package image

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// unreadable is a panic of an unmarshaller.
type unreadable string

type unmarshaller struct {
	read func(at, n uint32) ([]byte, bool)
	seen map[uint32]*loop.Object
}

func (u *unmarshaller) bytes(at, n uint32) []byte {
	b, ok := u.read(at, n)
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
