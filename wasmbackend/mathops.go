package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
)

// HostModule is the name of the module whose functions are imported.
const HostModule = "env"

// isMath reports whether a primitive is neither an instruction nor a few of them.
func isMath(o *syntax.Op) bool {
	_, relation := relations[o.Name]
	_, plain := plainOps[o.Name]
	_, special := specialOps[o.Name]
	return !relation && !plain && (!special || o.Name == "powi")
}

// findImports finds the functions of the host that the program needs; they come before all others in a module.
func (p *program) findImports() {
	var visit func(x *loop.Expr)
	visit = func(x *loop.Expr) {
		if x.Kind == loop.PrimExpr && isMath(x.Prim) && !(x.Prim.Name == "powi" && x.Args[1].IsConst() && x.Args[1].I >= 0 && x.Args[1].I <= 2) {
			p.importMath(x.Prim)
		}
		for _, a := range x.Args {
			visit(a)
		}
	}
	for _, f := range p.loops.Funcs {
		loop.Walk(f.Body, func(s loop.Stmt) { loop.Operands(s, func(x **loop.Expr, _ bool) { visit(*x) }) })
		for _, r := range f.Results {
			visit(r)
		}
	}
}

func (p *program) importMath(o *syntax.Op) {
	if _, ok := p.imports[o.Name]; ok {
		return
	}
	p.imports[o.Name] = len(p.mod.Imports)
	p.mod.Imports = append(p.mod.Imports, encode.Import{Module: HostModule, Name: o.Name, Type: HostType(o)})
}

// hostType is the type of a scalar where the host is called: ints are float64 there.
func hostType(t syntax.Type) encode.ValType {
	if t == syntax.Bool {
		return encode.I32
	}
	return encode.F64
}

// mathCall calls the function of a primitive.
func (e *emitter) mathCall(x *loop.Expr) {
	i, ok := e.imports[x.Prim.Name]
	if !ok {
		failf("no WebAssembly form of %s", x.Prim.Name)
	}
	for _, a := range x.Args {
		e.value(a, false)
		if a.Type == loop.IntType {
			e.op(encode.F64ConvertI64S)
		}
	}
	e.call(i)
	if x.Type == loop.IntType {
		e.op(encode.I64TruncSatF64S)
	}
}

// Imports reports whether modules may import a primitive from the host: a function of its name in the module
// [HostModule], in which ints are f64 and bools i32.
func Imports(o *syntax.Op) bool { return isMath(o) }

// HostType is the type of the function that a module imports for a primitive.
func HostType(o *syntax.Op) (t encode.FuncType) {
	for _, q := range o.Params {
		t.Params = append(t.Params, hostType(q))
	}
	t.Results = []encode.ValType{hostType(o.Result)}
	return t
}
