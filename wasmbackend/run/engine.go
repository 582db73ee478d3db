package run

import (
	"context"
	"fmt"
	"maps"
	"math"
	"os"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/seed-4b734f86/gochad/internal/owndir"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
)

// Options are the settings of an [Engine].
type Options struct {
	// Interpreter takes wazero's interpreter, which runs everywhere and compiles nothing. It is also taken where wazero
	// has no compiler for the machine.
	Interpreter bool
	// CacheDir is a directory for compiled machine code, so that a module that was compiled once is only read the next
	// time; empty for none. It must belong to this user and be open to no other, since what stands there is executed:
	// it is made so when it does not exist, and refused otherwise.
	CacheDir string
	// MaxPages bounds the memory of each instance, in pages of 64 KiB, where modules allow themselves more; 0 leaves it
	// to them.
	MaxPages uint32
	// Host are the functions of the user that modules may call, by their names.
	Host map[string]HostFunc
}

// An Engine compiles and runs modules. It may be used by many goroutines.
type Engine struct {
	runtime wazero.Runtime
	cache   wazero.CompilationCache
	stack   uint64 // bytes that calls may take
	user    map[string]HostFunc
}

// What calls of modules may take: wazero's compiler lets the stack grow to between 25 and 50 MB, its interpreter allows
// 2000 calls.
const (
	compiledStack    = 16 << 20
	interpretedStack = 1900 * wasmbackend.Frame
)

// NewEngine makes an engine. Close it to free its programs.
// The error is about the cache, or a host function that is none.
func NewEngine(ctx context.Context, o Options) (*Engine, error) {
	c := wazero.NewRuntimeConfig()
	if o.Interpreter {
		c = wazero.NewRuntimeConfigInterpreter()
	}
	if o.MaxPages > 0 {
		c = c.WithMemoryLimitPages(o.MaxPages)
	}
	e := &Engine{stack: compiledStack}
	if o.Interpreter || !compiles() {
		e.stack = interpretedStack
	}
	if o.CacheDir != "" {
		if err := os.MkdirAll(o.CacheDir, 0o700); err != nil {
			return nil, fmt.Errorf("run: cache: %w", err)
		}
		if err := owndir.Check(o.CacheDir, 0o077); err != nil {
			return nil, fmt.Errorf("run: cache: %w", err)
		}
		cache, err := wazero.NewCompilationCacheWithDir(o.CacheDir)
		if err != nil {
			return nil, fmt.Errorf("run: cache: %w", err)
		}
		e.cache = cache
		c = c.WithCompilationCache(cache)
	}
	e.runtime = wazero.NewRuntimeWithConfig(ctx, c)
	if err := e.host(ctx); err != nil {
		return nil, err
	}
	if err := e.userFuncs(ctx, maps.Clone(o.Host)); err != nil {
		return nil, err
	}
	return e, nil
}

// compiles reports whether wazero has a compiler for this machine: it panics when it is told to take the one that there
// is not.
var compiles = sync.OnceValue(func() (ok bool) {
	defer func() { recover() }() //nolint:errcheck // what it says is the answer
	ctx := context.Background()
	wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigCompiler()).Close(ctx) //nolint:errcheck // it was never used
	return true
})

// Close frees the engine with all that it has compiled.
// The error is that of wazero.
func (e *Engine) Close(ctx context.Context) error {
	err := e.runtime.Close(ctx)
	if e.cache != nil {
		if err2 := e.cache.Close(ctx); err == nil {
			err = err2
		}
	}
	return err
}

// host makes the functions that modules import.
func (e *Engine) host(ctx context.Context) error {
	b := e.runtime.NewHostModuleBuilder(wasmbackend.HostModule)
	for _, op := range wasmbackend.Functions() {
		t := wasmbackend.HostType(op)
		b.NewFunctionBuilder().WithGoFunction(hostFunc(op), apiTypes(t.Params), apiTypes(t.Results)).Export(op.Name)
	}
	b.NewFunctionBuilder().WithGoFunction(api.GoFunc(yield), nil,
		[]api.ValueType{api.ValueTypeI32}).Export(wasmbackend.YieldName)
	if _, err := b.Instantiate(ctx); err != nil {
		return fmt.Errorf("run: %w", err)
	}
	return nil
}

// yield runs Go code, so that the scheduler and the garbage collector of Go get their turn, and ends the call when its
// context has ended.
func yield(ctx context.Context, stack []uint64) {
	stack[0] = 0
	if ctx.Err() != nil {
		stack[0] = 1
	}
}

func apiTypes(ts []encode.ValType) (out []api.ValueType) {
	for _, t := range ts {
		out = append(out, api.ValueType(t))
	}
	return out
}

// hostFunc is a primitive as a function of the host: ints come as reals.
func hostFunc(op *syntax.Op) api.GoFunc {
	return func(_ context.Context, stack []uint64) {
		var few [4]syntax.Value
		x := few[:0]
		for i, t := range op.Params {
			switch f := math.Float64frombits(stack[i]); t {
			case syntax.Int:
				x = append(x, syntax.Value{I: syntax.RealToInt(f)})
			case syntax.Bool:
				x = append(x, syntax.Value{I: int64(uint32(stack[i]))})
			default:
				x = append(x, syntax.Value{F: f})
			}
		}
		y, err := op.Eval(x)
		if err != nil {
			y.F = math.NaN()
		}
		switch op.Result {
		case syntax.Int:
			stack[0] = math.Float64bits(float64(y.I))
		case syntax.Bool:
			stack[0] = uint64(y.I)
		default:
			stack[0] = math.Float64bits(y.F)
		}
	}
}

var defaultEngine struct { //nolint:gochecknoglobals // an engine that programs share
	sync.Mutex
	e *Engine
}

// shared is the engine of programs that name none.
func shared(ctx context.Context) (*Engine, error) {
	defaultEngine.Lock()
	defer defaultEngine.Unlock()
	if defaultEngine.e == nil {
		e, err := NewEngine(context.WithoutCancel(ctx), Options{})
		if err != nil {
			return nil, err
		}
		defaultEngine.e = e
	}
	return defaultEngine.e, nil
}
