package wasmbackend

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/seed-4b734f86/gochad/internal/ahead"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
	"github.com/seed-4b734f86/gochad/wasmbackend/mathlib"
)

// The modules whose functions are imported: [HostModule] has what this package needs itself, [UserModule] the functions
// of the user, by their names.
const (
	HostModule = "env"
	UserModule = "host"
)

// A HostFunc is a function of the user that a module imports. Its types are real, int and bool; all of them are f64
// there, bools 0 and 1.
type HostFunc struct {
	Name   string   `json:"name"`
	Params []string `json:"params"`
	Result string   `json:"result"`
}

// hostName is the name of a function of the user: that of a function in Go has the path of its package before it.
func hostName(o *syntax.Op) string {
	if o.Go.Pkg != "" {
		return o.Go.Pkg + "." + o.Go.Func
	}
	return o.Go.Func
}

// isMath reports whether a primitive is neither an instruction nor a few of them.
func isMath(o *syntax.Op) bool {
	if o.Host {
		return true
	}
	_, relation := relations[o.Name]
	_, plain := plainOps[o.Name]
	_, special := specialOps[o.Name]
	return !relation && !plain && (!special || o.Name == "powi")
}

// findMath finds the functions that stand for primitives, with what they call, and those that the host must give, which
// come before all others in a module.
func (p *program) findMath() {
	known := map[*loop.Func]bool{}
	work := slices.Clone(p.loops.Funcs)
	for _, f := range work {
		known[f] = true
	}
	add := func(f *loop.Func) {
		if !known[f] {
			known[f] = true
			work = append(work, f)
			p.library = append(p.library, f)
		}
	}
	needs := func(o *syntax.Op) {
		if o.Host {
			p.importUser(o)
			return
		}
		if p.math[o.Name] != nil {
			return
		}
		if p.opt.HostMath {
			p.importMath(o)
			return
		}
		f, ok := mathlib.Lookup(o.Name)
		if !ok { // an import that no host is told of would keep the module from starting
			failf("there is no %s for WebAssembly yet; write it with other functions, or take it from the host (Options.HostMath, "+
				"or a definition without a body)", o.Name)
		}
		m := &mathFunc{fn: f.Fn, args: len(o.Params)}
		for _, t := range f.Tables {
			m.tables = append(m.tables, p.table(t))
		}
		p.math[o.Name] = m
		add(f.Fn)
	}
	of := func(f *loop.Func, s *facts.Survey) {
		p.surveys[f] = s
		for _, n := range s.Needs {
			if n.Op != nil {
				needs(n.Op)
			} else {
				add(n.Fn)
			}
		}
	}
	first := p.loops.Funcs
	ahead.Each(len(first), func(i int) *facts.Survey { return facts.SurveyOf(first[i], isMath) },
		func(i int, s *facts.Survey) { of(first[i], s) })
	for work = work[len(first):]; len(work) > 0; work = work[1:] {
		of(work[0], facts.SurveyOf(work[0], isMath))
	}
}

// A mathFunc is the function of the library for a primitive.
type mathFunc struct {
	fn     *loop.Func
	tables []storage
	args   int
	paired bool // it takes two arguments at a time
}

// table puts a table into the static memory.
func (p *program) table(t *mathlib.Table) storage {
	if s, ok := p.tables[t]; ok {
		return s
	}
	for len(p.data)%16 != 0 {
		p.data = append(p.data, 0)
	}
	s := storage{here: true, isTable: true, table: dataAt + len(p.data), tableLen: len(t.Reals) + len(t.Ints)}
	for _, x := range t.Reals {
		p.data = binary.LittleEndian.AppendUint64(p.data, math.Float64bits(x))
	}
	for _, n := range t.Ints {
		p.data = binary.LittleEndian.AppendUint64(p.data, uint64(n))
	}
	p.tables[t] = s
	return s
}

func (p *program) importMath(o *syntax.Op) {
	if _, ok := p.imports[o.Name]; ok {
		return
	}
	p.imports[o.Name] = len(p.mod.Imports)
	p.mod.Imports = append(p.mod.Imports, encode.Import{Module: HostModule, Name: o.Name, Type: HostType(o)})
}

// importUser imports a function of the user.
func (p *program) importUser(o *syntax.Op) {
	name := hostName(o)
	f := HostFunc{Name: name, Params: []string{}, Result: o.Result.String()}
	for _, t := range o.Params {
		f.Params = append(f.Params, t.String())
	}
	key := UserModule + " " + name
	if _, ok := p.imports[key]; ok {
		for _, g := range p.host {
			if g.Name == name && (g.Result != f.Result || !slices.Equal(g.Params, f.Params)) {
				failf("the host function %s is used with two types", name)
			}
		}
		return
	}
	p.imports[key] = len(p.mod.Imports)
	p.mod.Imports = append(p.mod.Imports, encode.Import{Module: UserModule, Name: name, Type: HostType(o)})
	p.host = append(p.host, f)
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
	if m := e.math[x.Prim.Name]; m != nil && !x.Prim.Host {
		f := e.funcs[m.fn]
		if e.inlines(f, true) {
			e.inline(f, x.Args, m.tables)
			return
		}
		for _, a := range x.Args {
			e.value(a, false)
		}
		for _, t := range m.tables {
			e.i32(t.table)
			e.i32(t.tableLen)
		}
		e.call(f.index)
		if f.fails {
			e.set(e.status)
			e.get(e.status)
			e.leave(encode.BrIf, e.fail)
		}
		return
	}
	key := x.Prim.Name
	if x.Prim.Host {
		key = UserModule + " " + hostName(x.Prim)
	}
	i, ok := e.imports[key]
	if !ok {
		failf("no WebAssembly form of %s", x.Prim.Name)
	}
	for _, a := range x.Args {
		e.value(a, false)
		switch {
		case a.Type == loop.IntType:
			e.op(encode.F64ConvertI64S)
		case a.Type == loop.BoolType && x.Prim.Host:
			e.op(encode.F64ConvertI32U)
		}
	}
	e.call(i)
	switch {
	case x.Type == loop.IntType:
		e.op(encode.I64TruncSatF64S)
	case x.Type == loop.BoolType && x.Prim.Host:
		e.f64(0)
		e.op(encode.F64Ne)
	}
}

// Functions are the primitives of the table that are neither an instruction nor a few of them. Modules have functions
// for them, from package mathlib, or with Options.HostMath import functions of their names from the module
// [HostModule], in which ints are f64 and bools i32.
func Functions() []*syntax.Op {
	return slices.DeleteFunc(syntax.Ops(), func(o *syntax.Op) bool { return !isMath(o) })
}

// HostType is the type of the function that a module imports for a primitive.
func HostType(o *syntax.Op) (t encode.FuncType) {
	if o.Host {
		return encode.FuncType{Params: slices.Repeat([]encode.ValType{encode.F64}, len(o.Params)),
			Results: []encode.ValType{encode.F64}}
	}
	for _, q := range o.Params {
		t.Params = append(t.Params, hostType(q))
	}
	t.Results = []encode.ValType{hostType(o.Result)}
	return t
}
