package run

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"sync/atomic"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// A Call is memory for the arguments and results of one function at given sizes, and an instance of the module to run
// it. One goroutine at a time uses it: Run and Release say so where they find another one in it.
type Call struct {
	busy   atomic.Bool // running, or being released
	over   atomic.Bool // to be released
	f      *Func
	inst   *instance
	places []wasmbackend.Place
	base   uint32
	stack  []uint64
	broken bool
}

// ErrBusy is in the error of [Call.Run] while another goroutine, or the function of the host that the call is in, runs
// it.
var ErrBusy = errors.New("the call is running already; bind one for each goroutine")

// Bind takes an instance from the pool and lays out a block for the sizes, which stand in the order of
// [wasmbackend.Block].Sizes. Release gives the instance back. The block holds zeros at first. The error says which size
// is impossible, or that there is no memory.
func (f *Func) Bind(ctx context.Context, sizes ...int) (*Call, error) {
	return f.bind(ctx, 0, sizes)
}

// bind leaves some bytes before the block.
func (f *Func) bind(ctx context.Context, before uint32, sizes []int) (*Call, error) {
	ns := make([]int64, len(sizes))
	for i, n := range sizes {
		ns[i] = int64(n)
	}
	places, total, err := f.block.Places(ns)
	if err != nil {
		return nil, fmt.Errorf("run: %w", err)
	}
	inst, err := f.program.take(ctx)
	if err != nil {
		return nil, err
	}
	c := &Call{f: f, inst: inst, places: places, base: f.program.module.Heap + (before+15)&^15,
		stack: make([]uint64, 1+max(1, len(sizes)))}
	if err := c.reserve(uint64(c.base) + uint64(total)); err != nil {
		c.Release()
		return nil, err
	}
	block, ok := inst.mem.Read(c.base, uint32(total))
	if !ok {
		c.Release()
		return nil, fmt.Errorf("run: the block of %s is outside of the memory", f.block.Name)
	}
	clear(block) // of what an earlier call left
	c.stack = c.stack[:1+len(sizes)]
	return c.sized(ns), nil
}

func (c *Call) sized(ns []int64) *Call {
	c.stack[0] = uint64(c.base)
	for i, n := range ns {
		c.stack[1+i] = uint64(n)
	}
	return c
}

// reserve grows the memory to a number of bytes.
func (c *Call) reserve(end uint64) error {
	have := uint64(c.inst.mem.Size())
	if end <= have {
		return nil
	}
	if _, ok := c.inst.mem.Grow(uint32((end - have + 0xffff) >> 16)); !ok {
		return fmt.Errorf("run: %s needs %d bytes for its arguments and results, more than its memory may have",
			c.f.block.Name, end)
	}
	return nil
}

// Release gives the instance back to the pool. Views must not be used any more. A call that runs is released when it
// ends.
func (c *Call) Release() {
	c.over.Store(true)
	c.releaseIdle()
}

func (c *Call) releaseIdle() {
	if !c.busy.CompareAndSwap(false, true) {
		return
	}
	defer c.busy.Store(false)
	inst := c.inst
	c.inst = nil
	switch {
	case inst == nil:
	case c.broken:
		inst.mod.Close(context.Background()) //nolint:errcheck // nothing depends on it any more
	default:
		c.f.program.give(inst)
	}
}

// Run runs the function. Where it needs memory of its own this may grow, after which views that were taken before it
// are no longer those of the block: take them again.
//
// The error is a [*Error] when the program or its context says no, and [ErrBusy] where the call runs already. After any
// other the call cannot be used.
func (c *Call) Run(ctx context.Context) error {
	if !c.busy.CompareAndSwap(false, true) {
		return fmt.Errorf("run: %s: %w", c.f.block.Name, ErrBusy)
	}
	defer c.leave()
	if c.inst == nil || c.broken {
		return fmt.Errorf("run: the call of %s has ended", c.f.block.Name)
	}
	base := c.stack[0]
	err := c.inst.funcs[c.f.index].CallWithStack(ctx, c.stack)
	status := uint32(c.stack[0])
	c.stack[0] = base
	if err != nil {
		c.broken = true
		return fmt.Errorf("run: %w", err)
	}
	if status != 0 {
		return c.failure(ctx, status)
	}
	return nil
}

// leave ends a run.
func (c *Call) leave() {
	c.busy.Store(false)
	if c.over.Load() {
		c.releaseIdle()
	}
}

// An Error is what a function says instead of a result.
type Error struct {
	Func   string
	Status int // of package wasmbackend
	Msg    string
	cause  error
}

// Error is the name of the function and the message.
func (e *Error) Error() string { return e.Func + ": " + e.Msg }

// Unwrap is the error of the context, when that has ended the call.
func (e *Error) Unwrap() error { return e.cause }

func (c *Call) failure(ctx context.Context, status uint32) error {
	e := &Error{Func: c.f.block.Name, Status: int(status)}
	switch status {
	case wasmbackend.OutOfMemory:
		e.Msg = "out of memory"
	case wasmbackend.BadSize:
		e.Msg = "a size is negative or too large"
	case wasmbackend.BadBlock:
		e.Msg = "the block of arguments does not lie in the memory"
	case wasmbackend.TooDeep:
		e.Msg = fmt.Sprintf("calls nest too deeply for a stack of %d bytes", c.f.program.engine.stack)
	case wasmbackend.Cancelled:
		c.broken = true
		e.cause = context.Cause(ctx)
		e.Msg = fmt.Sprint("cancelled: ", e.cause)
	default:
		k := int(status) - wasmbackend.FirstSite
		sites := c.f.program.module.Sites
		if k < 0 || k >= len(sites) {
			e.Msg = fmt.Sprintf("status %d", status)
			break
		}
		b, _ := c.inst.mem.Read(wasmbackend.NumbersAt, 16)
		e.Msg = sites[k].Message(int64(binary.LittleEndian.Uint64(b)), int64(binary.LittleEndian.Uint64(b[8:])))
	}
	return e
}

// leaf finds a leaf by its number.
func (c *Call) leaf(i int, want loop.Base) (*wasmbackend.Leaf, error) {
	if c.inst == nil {
		return nil, fmt.Errorf("run: the call of %s has ended", c.f.block.Name)
	}
	if i < 0 || i >= len(c.f.block.Leaves) {
		return nil, fmt.Errorf("run: %s has %d leaves, there is none with number %d", c.f.block.Name,
			len(c.f.block.Leaves), i)
	}
	l := &c.f.block.Leaves[i]
	if l.Type().Base != want {
		return nil, fmt.Errorf("run: leaf %d of %s is a %s", i, c.f.block.Name, l.Type())
	}
	return l, nil
}

// Reals is the memory of leaf i, counted over parameters and results: an array of reals, row after row, or one real.
// The error says that the leaf is something else.
func (c *Call) Reals(i int) ([]float64, error) { return elements[float64](c, i, loop.Real) }

// RealsOf is [Call.Reals] of the parameter or result of that name, as [Func.Leaf] finds it. A name is looked up at each
// call; where that counts, ask for the number once. The errors are those of the two.
func (c *Call) RealsOf(name string) ([]float64, error) { return of(c, name, c.Reals) }

// IntsOf is [Call.Ints] of the parameter or result of that name. The errors are those of RealsOf.
func (c *Call) IntsOf(name string) ([]int64, error) { return of(c, name, c.Ints) }

// BoolsOf is [Call.Bools] of the parameter or result of that name. The errors are those of RealsOf.
func (c *Call) BoolsOf(name string) ([]bool, error) { return of(c, name, c.Bools) }

func of[T any](c *Call, name string, elements func(int) ([]T, error)) ([]T, error) {
	i, err := c.f.Leaf(name)
	if err != nil {
		return nil, err
	}
	return elements(i)
}

// Ints is Reals for ints and indices.
// The error is that of Reals.
func (c *Call) Ints(i int) ([]int64, error) { return elements[int64](c, i, loop.Int) }

// Bools is Reals for bools.
// The error is that of Reals.
func (c *Call) Bools(i int) ([]bool, error) { return elements[bool](c, i, loop.Bool) }

func elements[T any](c *Call, i int, base loop.Base) ([]T, error) {
	l, err := c.leaf(i, base)
	if err != nil {
		return nil, err
	}
	at, n := c.base+uint32(l.At), 1
	switch {
	case l.Inline():
		at, n = c.base+uint32(c.places[i].Offset), c.places[i].Len
	case l.Type().Rank == 1:
		p, _ := c.inst.mem.ReadUint32Le(at)
		k, _ := c.inst.mem.ReadUint32Le(at + 4)
		at, n = p, int(k)
	case l.Type().Rank > 1:
		return nil, fmt.Errorf("run: leaf %d of %s has rows of their own: see Leaves", i, c.f.block.Name)
	}
	return view[T](c.inst.mem, at, n)
}

// SetReal sets a leaf that is a real. It panics where Reals would fail.
func (c *Call) SetReal(i int, x float64) {
	if !c.inst.mem.WriteFloat64Le(c.base+uint32(c.f.block.Leaves[i].At), x) {
		panic("run: a leaf outside of the memory")
	}
}

// Real is the value of a leaf that is a real.
func (c *Call) Real(i int) float64 {
	x, ok := c.inst.mem.ReadFloat64Le(c.base + uint32(c.f.block.Leaves[i].At))
	if !ok {
		return math.NaN()
	}
	return x
}

// Func is the function that the call is of.
func (c *Call) Func() *Func { return c.f }
