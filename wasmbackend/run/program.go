package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// A Program is a compiled module. It may be used by many goroutines.
type Program struct {
	engine   *Engine
	module   *wasmbackend.Module
	compiled wazero.CompiledModule
	mu       sync.Mutex
	idle     []*instance
	closed   bool
}

// New compiles a module for an engine; nil takes one that all programs share.
// The error names a host function that the engine has not; wazero refuses no module of ours.
func New(ctx context.Context, e *Engine, m *wasmbackend.Module) (*Program, error) {
	if e == nil {
		var err error
		if e, err = shared(ctx); err != nil {
			return nil, err
		}
	}
	if err := e.resolves(m); err != nil {
		return nil, err
	}
	code := m.Code.Encode()
	c, err := e.runtime.CompileModule(compiling(ctx, len(code), len(m.Code.Funcs)), code)
	if err != nil {
		return nil, fmt.Errorf("run: %w", err)
	}
	return &Program{engine: e, module: m, compiled: c}, nil
}

// Close frees the module and its idle instances. Calls that are bound stay usable until they are released.
// The error is that of wazero.
func (p *Program) Close(ctx context.Context) error {
	p.mu.Lock()
	idle := p.idle
	p.idle, p.closed = nil, true
	p.mu.Unlock()
	var errs []error
	for _, i := range idle {
		errs = append(errs, i.mod.Close(ctx))
	}
	return errors.Join(append(errs, p.compiled.Close(ctx))...)
}

// instance is the module with a memory.
type instance struct {
	mod   api.Module
	mem   api.Memory
	funcs []api.Function
}

// maxIdle is the number of instances that a program keeps.
const maxIdle = 64

func (p *Program) take(ctx context.Context) (*instance, error) {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, errors.New("run: the program is closed")
	}
	if n := len(p.idle); n > 0 {
		i := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return i, nil
	}
	p.mu.Unlock()
	mod, err := p.engine.runtime.InstantiateModule(ctx, p.compiled,
		wazero.NewModuleConfig().WithName("").WithStartFunctions())
	if err != nil {
		return nil, fmt.Errorf("run: %w", err)
	}
	i := &instance{mod: mod, mem: mod.Memory()}
	if g, ok := mod.ExportedGlobal(wasmbackend.StackName).(api.MutableGlobal); ok {
		g.Set(p.engine.stack)
	}
	for _, b := range p.module.Blocks {
		i.funcs = append(i.funcs, mod.ExportedFunction(b.Name))
	}
	return i, nil
}

func (p *Program) give(i *instance) {
	p.mu.Lock()
	if !p.closed && len(p.idle) < maxIdle {
		p.idle = append(p.idle, i)
		i = nil
	}
	p.mu.Unlock()
	if i != nil {
		i.mod.Close(context.Background()) //nolint:errcheck // nothing depends on it any more
	}
}

// Func finds an export.
// The error lists those that there are.
func (p *Program) Func(name string) (*Func, error) {
	var names []string
	for k, b := range p.module.Blocks {
		if b.Name == name {
			return &Func{program: p, index: k, block: b, values: sync.OnceValue(func() []wasmbackend.ABIValue {
				f := p.module.ABI().Functions[k]
				return slices.Concat(f.Params, f.Results)
			})}, nil
		}
		names = append(names, b.Name)
	}
	return nil, fmt.Errorf("run: no function %s; there are %s", name, strings.Join(names, ", "))
}

// A Func is an exported function of a program.
type Func struct {
	program *Program
	index   int
	block   *wasmbackend.Block
	values  func() []wasmbackend.ABIValue // parameters and results, by name
}

// Leaf is the number of the parameter or result of that name: what [Call.Reals] and its like take. Results have the
// names that JavaScript knows them by: result, or result0, result1 and so on, unless an export names them, and with _
// after it where a parameter has the name. A tuple, a sum or an array of them has several leaves, one after the other:
// "p.0" is the first of p. The error lists the names that there are.
func (f *Func) Leaf(name string) (int, error) {
	value, part, parts := strings.Cut(name, ".")
	names := []string{}
	for _, v := range f.values() {
		names = append(names, v.Name)
		if v.Name != value {
			continue
		}
		k, err := strconv.Atoi(part)
		switch {
		case !parts && v.Count == 1:
			return v.First, nil
		case parts && err == nil && k >= 0 && k < v.Count:
			return v.First + k, nil
		}
		return 0, fmt.Errorf("run: %s of %s has %d leaves: write %s.0 for the first", v.Name, f.block.Name, v.Count, v.Name)
	}
	return 0, fmt.Errorf("run: %s has no parameter or result %s; there are %s", f.block.Name, name,
		strings.Join(names, ", "))
}

// Block is the layout of the function's memory.
func (f *Func) Block() *wasmbackend.Block { return f.block }

// view is n elements of the memory from an address.
func view[T any](mem api.Memory, at uint32, n int) ([]T, error) {
	if n == 0 {
		return nil, nil
	}
	var zero T
	b, ok := mem.Read(at, uint32(n)*uint32(unsafe.Sizeof(zero)))
	if !ok {
		return nil, fmt.Errorf("run: %d elements from %d on are outside of the memory", n, at)
	}
	p := unsafe.Pointer(unsafe.SliceData(b))
	if uintptr(p)%unsafe.Alignof(zero) != 0 {
		return nil, errors.New("run: the memory of the engine is not aligned")
	}
	return unsafe.Slice((*T)(p), n), nil
}
