package run

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tetratelabs/wazero/api"

	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// A HostFunc is a function of the user that modules may call: a def without a body in the source (docs/language.md). It
// must be pure, for calls of equal arguments may be made once or not at all, and may be called by many goroutines. All
// that it is given is a float64, ints and bools (0, 1) too.
type HostFunc struct {
	params int
	call   func(stack []uint64)
}

// Func1 is a function of one number.
func Func1(f func(x float64) float64) HostFunc {
	return HostFunc{1, func(s []uint64) { s[0] = math.Float64bits(f(math.Float64frombits(s[0]))) }}
}

// Func2 is a function of two numbers.
func Func2(f func(x, y float64) float64) HostFunc {
	return HostFunc{2, func(s []uint64) {
		s[0] = math.Float64bits(f(math.Float64frombits(s[0]), math.Float64frombits(s[1])))
	}}
}

// FuncN is a function of n numbers, which are one slice. A call allocates it.
func FuncN(n int, f func(xs []float64) float64) HostFunc {
	return HostFunc{n, func(s []uint64) {
		xs := make([]float64, n)
		for i := range xs {
			xs[i] = math.Float64frombits(s[i])
		}
		s[0] = math.Float64bits(f(xs))
	}}
}

// userFuncs makes the module that functions of the user are imported from.
func (e *Engine) userFuncs(ctx context.Context, funcs map[string]HostFunc) error {
	b := e.runtime.NewHostModuleBuilder(wasmbackend.UserModule)
	for name, f := range funcs {
		if f.call == nil {
			return fmt.Errorf("run: the host function %s is none: make it with Func1, Func2 or FuncN", name)
		}
		b.NewFunctionBuilder().WithGoFunction(api.GoFunc(func(_ context.Context, stack []uint64) { f.call(stack) }),
			slices.Repeat([]api.ValueType{api.ValueTypeF64}, f.params), []api.ValueType{api.ValueTypeF64}).Export(name)
	}
	if _, err := b.Instantiate(ctx); err != nil {
		return fmt.Errorf("run: %w", err)
	}
	e.user = funcs
	return nil
}

// resolves reports which function that a module imports from the user is missing, or is another.
func (e *Engine) resolves(m *wasmbackend.Module) error {
	for _, h := range m.Host {
		f, ok := e.user[h.Name]
		sig := fmt.Sprintf("%s(%s) %s", h.Name, strings.Join(h.Params, ", "), h.Result)
		switch {
		case !ok:
			return fmt.Errorf("run: the module calls the host function %s; give it in Options.Host of the engine", sig)
		case f.params != len(h.Params):
			return fmt.Errorf("run: the module calls the host function %s; that in Options.Host has %d parameters", sig,
				f.params)
		}
	}
	return nil
}
