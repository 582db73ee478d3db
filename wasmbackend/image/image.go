// Package image lays values of the loop language out as memory for a call of a module, and reads the results from the
// memory after it, in whatever engine the call was.
package image

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// An Image is the memory that a call begins with: what arguments refer to, and after it the block.
type Image struct {
	// At is the first address, Base that of the block, End the one after it.
	At, Base uint32
	End      uint64
	// Before are the bytes from At on; Writes those of the block.
	Before []byte
	Writes []Write

	block  *wasmbackend.Block
	places []wasmbackend.Place
	sizes  []uint64
}

// A Write is bytes at an address.
type Write struct {
	At    uint32
	Bytes []byte
}

// New lays out values, one for each leaf of the parameters, for a function of a module at sizes.
// The error says which value does not fit.
func New(m *wasmbackend.Module, b *wasmbackend.Block, sizes []int64, args []loop.Value) (*Image, error) {
	w := &marshaller{at: m.Heap, seen: map[*loop.Object]uint32{}}
	var fixed [][]byte
	n := 0
	for i := range b.Leaves {
		if l := &b.Leaves[i]; !l.Result {
			if n >= len(args) {
				return nil, fmt.Errorf("%s takes more than %d leaves", b.Name, len(args))
			}
			bytes, err := w.leaf(args[n], l.Type(), l.Inline())
			if err != nil {
				return nil, fmt.Errorf("argument %s of %s: %w", l.Name, b.Name, err)
			}
			fixed = append(fixed, bytes)
			n++
		}
	}
	if n != len(args) {
		return nil, fmt.Errorf("%s takes %d leaves, got %d", b.Name, n, len(args))
	}
	places, total, err := b.Places(sizes)
	if err != nil {
		return nil, err
	}
	im := &Image{At: m.Heap, Base: m.Heap + (uint32(len(w.bytes))+15)&^15, Before: w.bytes, block: b, places: places}
	im.End = uint64(im.Base) + uint64(total)
	for _, n := range sizes {
		im.sizes = append(im.sizes, uint64(n))
	}
	n = 0
	for i := range b.Leaves {
		l := &b.Leaves[i]
		if l.Result {
			continue
		}
		at := l.At
		if l.Inline() {
			at = places[i].Offset
			if want := places[i].Len * int(size(l.Type().Scalar())); want != len(fixed[n]) {
				return nil, fmt.Errorf("argument %s of %s has %d bytes, want %d", l.Name, b.Name, len(fixed[n]), want)
			}
		}
		im.Writes = append(im.Writes, Write{im.Base + uint32(at), fixed[n]})
		n++
	}
	return im, nil
}

// Bytes are all bytes from At to End.
func (im *Image) Bytes() []byte {
	out := make([]byte, im.End-uint64(im.At))
	copy(out, im.Before)
	for _, w := range im.Writes {
		copy(out[w.At-im.At:], w.Bytes)
	}
	return out
}

// Results reads the results of a call, by a function that gives bytes of the memory. They stand in the order of the
// leaves. The error says that a result cannot be read.
func (im *Image) Results(read func(at, n uint32) ([]byte, bool)) (out []loop.Value, err error) {
	u := &unmarshaller{read: read, seen: map[uint32]*loop.Object{}}
	defer func() {
		if r := recover(); r != nil {
			if e, ok := r.(unreadable); ok {
				out, err = nil, fmt.Errorf("%s: %s", im.block.Name, string(e))
				return
			}
			panic(r)
		}
	}()
	for i := range im.block.Leaves {
		l := &im.block.Leaves[i]
		switch {
		case !l.Result:
		case l.Inline():
			var lens []int
			for _, d := range l.Dims() {
				n, _ := d.Eval(im.block.Env(im.sizes))
				lens = append(lens, int(n))
			}
			at := im.Base + uint32(im.places[i].Offset)
			out = append(out, u.block(&at, l.Type(), lens))
		default:
			out = append(out, u.value(im.Base+uint32(l.At), l.Type()))
		}
	}
	return out, nil
}
