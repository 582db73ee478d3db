package run

import (
	"context"
	"fmt"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/image"
)

// Leaves calls the function with values of the loop language, one for each leaf of the parameters, and gives those of
// the results. It copies them all, and is for values of every type: arrays of lengths known at run time only, and
// inductive data, too.
//
// The error says which value does not fit, or is that of [Call.Run].
func (f *Func) Leaves(ctx context.Context, sizes []int, args []loop.Value) ([]loop.Value, error) {
	ns := make([]int64, len(sizes))
	for i, n := range sizes {
		ns[i] = int64(n)
	}
	im, err := image.New(f.program.module, f.block, ns, args)
	if err != nil {
		return nil, fmt.Errorf("run: %w", err)
	}
	c, err := f.bind(ctx, uint32(len(im.Before)), sizes)
	if err != nil {
		return nil, err
	}
	defer c.Release()
	mem := c.inst.mem
	mem.Write(im.At, im.Before)
	for _, w := range im.Writes {
		mem.Write(w.At, w.Bytes)
	}
	if err := c.Run(ctx); err != nil {
		return nil, err
	}
	out, err := im.Results(c.inst.mem.Read)
	if err != nil {
		return nil, fmt.Errorf("run: %w", err)
	}
	return out, nil
}
