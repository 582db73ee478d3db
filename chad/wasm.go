package chad

import (
	"context"
	"fmt"
	"unicode"

	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// CompileWasm compiles the exports to one WebAssembly module, whose functions have the names of the exports, or of
// their Funcs; their Into is of no account, since all results stand in the memory of the module (docs/wasm-abi.md).
// Package wasmbackend/run runs the module in this process. Equal input gives equal bytes.
//
// The error says which definition has functions as values at run time, or cannot be compiled.
func CompileWasm(o wasmbackend.Options, exports ...Export) (m *wasmbackend.Module, err error) {
	defer func() {
		if r := recover(); r != nil { // no input is to make a library panic
			m, err = nil, defect("wasm", r)
		}
	}()
	var out []wasmbackend.Export
	names := map[string]bool{}
	for _, e := range exports {
		_, def, err := e.Func.compiledWith(EmitOptions{FastMath: o.FastMath})
		if err != nil {
			return nil, err
		}
		name := e.Name
		if name == "" {
			name = def.Name
		}
		if names[name] {
			return nil, fmt.Errorf("wasm: two functions are called %s\n  hint: give one of them another name, as in "+
				"//chad:grad name=…", name)
		}
		names[name] = true
		out = append(out, wasmbackend.Export{Def: def, Name: name, Doc: e.Doc, Results: e.Results, Status: e.Status,
			StatusText: e.StatusText, Shaped: e.Func.shaped, Seeded: e.Func.seeded})
	}
	if o.Context == nil {
		o.Context = contextOf(exports)
	}
	return wasmbackend.Compile(o, out...)
}

// defect is the error of a panic: that with which package stop has ended the work, or a mistake of chad.
func defect(where string, r any) error {
	if err, ok := stop.Error(r); ok {
		return err
	}
	return fmt.Errorf("%s: a defect of chad, not of the input, please report it: %v", where, r)
}

// GenerateWasm reads a .chad file and compiles the functions that its directives ask for, as [Generate] does for Go, to
// one WebAssembly module. Modules that yield, which are for wazero, take blas for jam: iterations on vectors are faster
// there than loops over rows alone. The error holds positioned messages.
func GenerateWasm(file string, src []byte, o wasmbackend.Options) (*wasmbackend.Module, error) {
	return GenerateWasmContext(context.Background(), file, src, o)
}

// GenerateWasmContext is [GenerateWasm] with a context. Soon after it has ended, so does GenerateWasmContext, with its
// error.
func GenerateWasmContext(ctx context.Context, file string, src []byte, o wasmbackend.Options) (*wasmbackend.Module,
	error) {
	a, err := requested(ctx, file, src)
	if err != nil {
		return nil, err
	}
	o.FastMath, o.Jam = o.FastMath || a.emit.FastMath, o.Jam || a.emit.Jam || a.emit.BLAS && o.Yield
	for i := range a.exports {
		a.exports[i].Name = ModuleName(a.exports[i].Name)
	}
	out, err := CompileWasm(o, a.exports...)
	if err == nil {
		return out, nil
	}
	return nil, a.blame(err, func(e Export) error {
		_, err := CompileWasm(o, e)
		return err
	}, a.refused)
}

// ModuleName is the name that a module has for what is called name in Go. Functions of JavaScript begin with a small
// letter, and Go has a capital there for exported functions alone: FitGrad is fitGrad, URLGrad urlGrad.
func ModuleName(name string) string {
	rs := []rune(name)
	for i, r := range rs {
		if !unicode.IsUpper(r) || i > 0 && i+1 < len(rs) && unicode.IsLower(rs[i+1]) { // the next word begins
			break
		}
		rs[i] = unicode.ToLower(r)
	}
	return string(rs)
}

// resultNames names the components of what a directive asks for: the value, and what comes with it.
func resultNames(verb string, f *Func, wrt []string) []string {
	active, err := f.active(wrt)
	if err != nil {
		return nil
	}
	out := []string{"value"}
	switch verb {
	case "grad", "vjp":
		for i, a := range active {
			if a {
				out = append(out, f.def.Params[i].Name+"bar")
			}
		}
		return out
	case "jvp":
		return append(out, "tangent")
	case "jacobian", "hessian":
		return []string{verb}
	case "hvp":
		out = nil
		for i, a := range active {
			if a {
				out = append(out, f.def.Params[i].Name+"product")
			}
		}
	}
	return out
}
