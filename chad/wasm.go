package chad

import (
	"fmt"
	"path/filepath"
	"unicode"
	"unicode/utf8"

	"github.com/seed-4b734f86/gochad/frontend/text"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// CompileWasm compiles the exports to one WebAssembly module, whose functions have the names of the exports, or of their
// Funcs; their Into is of no account, since all results stand in the memory of the module (docs/wasm-abi.md). Package wasmbackend/run
// runs the module in this process. Equal input gives equal bytes.
//
// The error says which definition has functions as values at run time, or cannot be compiled.
func CompileWasm(o wasmbackend.Options, exports ...Export) (m *wasmbackend.Module, err error) {
	defer func() {
		if r := recover(); r != nil { // no input is to make a library panic
			m, err = nil, fmt.Errorf("wasm: a defect of chad, not of the input, please report it: %v", r)
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
			return nil, fmt.Errorf("wasm: two functions are called %s", name)
		}
		names[name] = true
		out = append(out, wasmbackend.Export{Def: def, Name: name, Doc: e.Doc, Results: e.Results, Status: e.Status, StatusText: e.StatusText})
	}
	return wasmbackend.Compile(o, out...)
}

// GenerateWasm reads a .chad file and compiles the functions that its directives ask for, as [Generate] does for Go, to one WebAssembly module.
// The error holds positioned messages.
func GenerateWasm(file string, src []byte, o wasmbackend.Options) (*wasmbackend.Module, error) {
	p, ds := text.Load(filepath.Base(file), src)
	for i := range ds {
		ds[i].Pos.File, ds[i].End.File = file, file
	}
	source := diag.NewSource(file, src)
	dirs, set, more := directives(source, string(src))
	o.FastMath, o.Jam = o.FastMath || set.FastMath, o.Jam || set.Jam
	ds = append(append(ds, more...), duplicates(source, dirs)...)
	if err := ds.Err(); err != nil {
		return nil, err
	}
	if len(dirs) == 0 {
		return nil, diag.List{source.Diagnose(0, 0, codeDirective, "nothing to generate: the file has no directive",
			"write a line --chad:grad above a def")}.Err()
	}
	m := &Module{p}
	var exports []Export
	for i := range dirs {
		e, err := m.export(&dirs[i])
		if err != nil {
			ds = append(ds, source.Diagnose(dirs[i].at, dirs[i].end, codeDerive, message(err), hint(err)))
			continue
		}
		exports = append(exports, e)
	}
	if err := ds.Err(); err != nil {
		return nil, err
	}
	for i := range exports { // as functions are called outside of Go
		exports[i].Name = lowerFirst(exports[i].Name)
	}
	out, err := CompileWasm(o, exports...)
	if err == nil {
		return out, nil
	}
	for i, e := range exports { // alone, so that the message has a place
		if _, err := CompileWasm(o, e); err != nil {
			ds = append(ds, source.Diagnose(dirs[i].at, dirs[i].end, codeDerive, message(err), hint(err)))
		}
	}
	if len(ds) == 0 {
		ds = append(ds, source.Diagnose(dirs[0].at, dirs[0].end, codeDerive, message(err), hint(err)))
	}
	return nil, ds.Err()
}

func lowerFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
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
