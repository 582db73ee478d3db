package wasm

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed-4b734f86/gochad/bench/web"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// Image writes a module into a folder, and lays arguments out for one of its functions as docs/wasm-abi.md says:
// float64, int, and arrays of reals, in the order of the leaves. The error is about sizes and arguments that do not
// fit, or the file.
func Image(folder, name string, m *wasmbackend.Module, fn string, sizes []int, args []any) (*web.Image, error) {
	file := filepath.Join(folder, name+".wasm")
	if err := os.WriteFile(file, m.Code.Encode(), 0o600); err != nil {
		return nil, err
	}
	for _, b := range m.Blocks {
		if b.Name == fn {
			out, err := layOut(b, int(m.Heap), sizes, args)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			out.Module = file
			return out, nil
		}
	}
	return nil, fmt.Errorf("%s: no function %s", name, fn)
}

func layOut(b *wasmbackend.Block, base int, sizes []int, args []any) (*web.Image, error) {
	ns := make([]int64, len(sizes))
	call := []float64{float64(base)}
	for i, n := range sizes {
		ns[i] = int64(n)
		call = append(call, float64(n))
	}
	places, total, err := b.Places(ns)
	if err != nil {
		return nil, err
	}
	out := &web.Image{Export: b.Name, Call: call, Status: true, Bytes: base + total}
	for i := range b.Leaves {
		l := &b.Leaves[i]
		at, n := base+l.At, 1
		if l.Inline() {
			at, n = base+places[i].Offset, places[i].Len
		}
		if l.Result {
			if l.Type().Scalar() == loop.RealType {
				out.Reads = append(out.Reads, web.Read{at, n})
			}
			continue
		}
		if i >= len(args) {
			return nil, fmt.Errorf("no argument for %s", l.Name)
		}
		w := web.Write{At: at}
		w.Ints, w.Reals = Ints(args[i]), Flat(args[i])
		if k := len(w.Ints) + len(w.Reals); k != n {
			return nil, fmt.Errorf("argument %s has %d elements, want %d", l.Name, k, n)
		}
		out.Writes = append(out.Writes, w)
	}
	return out, nil
}

// Ints are the numbers of an argument that has ints; nil for others.
func Ints(x any) []int64 {
	switch x := x.(type) {
	case int:
		return []int64{int64(x)}
	case []int:
		out := make([]int64, len(x))
		for i, n := range x {
			out[i] = int64(n)
		}
		return out
	}
	return nil
}
