package wasmbackend

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/internal/ahead"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt"
	"github.com/seed-4b734f86/gochad/lower/place"
	"github.com/seed-4b734f86/gochad/lower/plan"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/engine"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
	"github.com/seed-4b734f86/gochad/wasmbackend/mathlib"
	"github.com/seed-4b734f86/gochad/wasmbackend/vectors"
)

// An Export asks for one definition as an exported function.
type Export struct {
	// Def is the definition, simplified and first-order.
	Def *syntax.Def
	// Name is the name of the export; empty takes that of the definition.
	Name string
	// Doc says what the function does, for those who call it.
	Doc string
	// Results names the components of the result, for callers that know them by name.
	Results []string
	// Status is the number of a result, counted from 1 over the parts of tuples: an int that is 0 where all is well.
	// The function fails with StatusText where it is not. 0 stands for none.
	Status     int
	StatusText string
	// Shaped says that in the definition, and in what it calls, rules of the compiler made all tangents and cotangents
	// of arrays of run-time length: each is empty, which is zero, or as long as what it is of.
	Shaped bool
	// Seeded says that callers give some of those, whose lengths are therefore compared.
	Seeded bool
}

// Options are the settings of a module.
type Options struct {
	// Name is the name of the module, for debuggers.
	Name string
	// FastMath allows the optimiser what changes results in the last bits, or at infinities, NaN and signed zeros.
	FastMath bool
	// Jam runs loops over the rows of matrices four rows at a time, as the setting jam of emitted Go does: faster where
	// rows share an array, and longer code. With Yield eight rows stand side by side, on vectors of two reals.
	Jam bool
	// MaxPages bounds the memory, in pages of 64 KiB; 0 stands for 32768, which is 2 GiB.
	MaxPages uint32
	// Scalar forbids instructions on two reals at a time, and the orders of addition that come with them: order-free
	// sums are added up in the order of the source.
	Scalar bool
	// SplitOver is the size, in nodes, from which functions are taken apart; 0 stands for one that engines like.
	SplitOver int
	// HostMath takes exp, log and their like from the host, as imports, in the place of our own functions.
	HostMath bool
	// Yield has loops call the host after each [Budget] iterations, for a host that is to be able to end them. Without
	// it a module imports nothing for that, and runs to its end. It is the setting for wazero (package run): loops are
	// longer than other engines need, so that fewer bounds are checked (touch.go).
	Yield bool
	// Context ends it: the error is that of the context then. Nil is one that does not end.
	Context context.Context
	// WithoutNames leaves out the section with the names of functions and variables.
	WithoutNames bool
}

// A Module is a compiled program.
type Module struct {
	// Code is the module.
	Code *encode.Module
	// Blocks are the memory layouts of the exported functions, in their order.
	Blocks []*Block
	// Loops is the program that the module was printed from.
	Loops *loop.Program
	// Sites are what can go wrong: the message of status FirstSite + i is Sites[i].
	Sites []Site
	// Host are the functions of the user that the module imports.
	Host []HostFunc
	// Heap is the first address that hosts may use for blocks.
	Heap uint32
}

// Compile prints the exported definitions of a simplified program, and all that they call, as a module. Equal input
// gives equal bytes. It takes time and memory linear in the program.
//
// The error says which definition has no first-order form, or has the name of another export: `memory`, and with
// recursion [StackName].
func Compile(opt Options, exports ...Export) (m *Module, err error) {
	defer stop.Recover(&err)
	if len(exports) == 0 {
		return nil, errors.New("wasmbackend: nothing to export")
	}
	placed, intos, err := placed(opt, exports)
	if err != nil {
		return nil, fmt.Errorf("wasmbackend: %w", err)
	}
	var blocks []*Block
	for i := range exports {
		b := newBlock(placed.Program.Funcs[i], placed, intos[i])
		b.doc, b.results = exports[i].Doc, exports[i].Results
		b.status, b.statusText = exports[i].Status, exports[i].StatusText
		blocks = append(blocks, b)
	}
	return assemble(opt, placed.Program, blocks), nil
}

// CompileLoops prints a well-formed program of the loop language as a module. Nothing is known of the lengths of
// parameters, so that all arrays are passed as addresses and lengths. It changes p: giant functions are taken apart,
// statements move. The error says what has no form in WebAssembly.
func CompileLoops(opt Options, p *loop.Program) (m *Module, err error) {
	defer stop.Recover(&err)
	var blocks []*Block
	for _, f := range p.Funcs {
		if !f.Exported {
			continue
		}
		for _, q := range f.Params {
			if q.Var.Flat != nil {
				return nil, fmt.Errorf("wasmbackend: parameter %s of %s is a flat array", q.Var.Name, f.Name)
			}
		}
		blocks = append(blocks, looseBlock(f))
	}
	return assemble(opt, p, blocks), nil
}

func assemble(opt Options, loops *loop.Program, blocks []*Block) *Module {
	defer times.Begin("print")()
	if !opt.Scalar {
		vectors.MathAfter(loops, isMath)
	}
	end := times.Begin("split")
	engine.SplitGiants(loops, opt.SplitOver)
	end()
	p := newProgram(opt, loops)
	p.print(blocks)
	m := &Module{Code: p.mod, Blocks: blocks, Loops: loops, Sites: p.sites, Host: p.host, Heap: p.heap()}
	m.Code.Custom = append(m.Code.Custom, encode.Custom{Name: ABISection, Bytes: m.section()})
	return m
}

// placed makes loops of the definitions and optimises them.
func placed(o Options, exports []Export) (*place.Result, []map[int]string, error) {
	var out []place.Export
	var intos []map[int]string
	for _, e := range exports {
		name := e.Name
		if name == "" {
			name = e.Def.Name
		}
		into, err := buffers(e.Def)
		if err != nil {
			return nil, nil, err
		}
		intos = append(intos, into)
		out = append(out, place.Export{Def: e.Def, Name: name, Into: into, Shaped: e.Shaped, Seeded: e.Seeded})
	}
	r, err := place.Program(place.Options{Context: o.Context}, out...)
	if err != nil {
		return nil, nil, err
	}
	return r, intos, opt.Optimize(r.Program,
		opt.Options{Context: o.Context, FastMath: o.FastMath, Jam: o.Jam, Zip: o.lanes(), ZipFlat: true,
			Kernels: !o.Scalar &&
				!o.Jam, Whole: true, Offsets: true, Without: map[string]bool{"reduction-splitting": true}})
}

// lanes reports whether what several iterations of a loop do side by side is done on vectors (package vectors).
func (o *Options) lanes() bool { return o.Jam && o.Yield && !o.Scalar }

// buffers names the results that the function writes into arrays of the block.
func buffers(d *syntax.Def) (map[int]string, error) {
	ls, err := place.Leaves(d.Result)
	if err != nil {
		return nil, err
	}
	into := map[int]string{}
	for k, l := range ls {
		sized := len(l.Dims) > 0 && l.Type.Scalar().IsNumber()
		for _, n := range l.Dims {
			sized = sized && n != nil
		}
		if sized {
			into[k] = fmt.Sprintf("result%d", k)
		}
	}
	return into, nil
}

// program is the state of one module.
type program struct {
	opt        Options
	mod        *encode.Module
	loops      *loop.Program
	plan       *plan.Plan
	surveys    map[*loop.Func]*facts.Survey
	funcs      map[*loop.Func]*function
	helpers    map[string]int
	imports    map[string]int
	library    []*loop.Func         // functions of package mathlib
	math       map[string]*mathFunc // by primitive
	tables     map[*mathlib.Table]storage
	arenas     map[plan.Key]arena
	arenaOrder []arena
	sites      []Site
	siteOf     map[Site]int
	budget     int // the global with the number of iterations that are left
	top        int // the global with the end of what is used
	data       []byte
	stack      int // the global with the bytes of stack that are left, or -1
	host       []HostFunc
	cellsOut   bool // a result refers to cells
	choices    int  // of parts of giant functions
	spare      workspace
}

func newProgram(o Options, loops *loop.Program) *program {
	p := &program{
		opt: o, mod: &encode.Module{Name: o.Name, HasMemory: true, WithoutNames: o.WithoutNames}, loops: loops,
		math: map[string]*mathFunc{}, tables: map[*mathlib.Table]storage{},
		surveys: map[*loop.Func]*facts.Survey{}, funcs: map[*loop.Func]*function{}, helpers: map[string]int{},
		imports: map[string]int{}, arenas: map[plan.Key]arena{},
		siteOf: map[Site]int{}, stack: -1,
	}
	p.top = p.global("top")
	if o.Yield {
		p.budget = p.global("budget")
		p.mod.Globals[p.budget].Init = encode.I32Of(Budget)
	}
	return p
}

// print writes all functions: those that are not exported first, so that it is known which arenas they use.
func (p *program) print(blocks []*Block) {
	p.findMath()
	p.cellsOut = givesCells(blocks)
	if p.opt.Yield {
		p.imports[YieldName] = len(p.mod.Imports)
		p.mod.Imports = append(p.mod.Imports, encode.Import{Module: HostModule, Name: YieldName,
			Type: encode.FuncType{Results: []encode.ValType{encode.I32}}})
	}
	funcs := slices.Concat(p.loops.Funcs, p.library)
	end := times.Begin("plan")
	p.plan = plan.Program(&loop.Program{Funcs: funcs, Cells: p.loops.Cells})
	end()
	called := map[*loop.Func]bool{}
	for _, f := range p.library {
		called[f] = true
	}
	for _, fn := range funcs {
		f := p.newFunction(fn)
		p.funcs[fn] = f
		if f.fn.Part {
			p.choices += f.Choices
		}
		for _, g := range f.calls {
			called[g] = true
		}
	}
	p.findPaired()
	p.findDeep(funcs)
	for _, b := range blocks {
		index := p.newFunc(&encode.Func{Name: b.Name})
		p.mod.Exports = append(p.mod.Exports, encode.Export{Name: b.Name, Kind: encode.FuncKind, Index: index})
	}
	for _, f := range funcs {
		if called[f] {
			p.funcs[f].index = p.newFunc(&encode.Func{Name: f.Name})
		}
	}
	p.spread()
	inner := make([]*function, 0, len(funcs))
	for _, f := range funcs {
		if called[f] {
			inner = append(inner, p.funcs[f])
		}
	}
	ahead.Each(len(inner), func(i int) *emitter { return p.newEmitter(inner[i], nil) },
		func(i int, e *emitter) { p.internal(inner[i], e) })
	for i, b := range blocks {
		p.exported(p.funcs[b.fn], b, p.mod.Exports[i].Index)
	}
	p.mod.Exports = append(p.mod.Exports, encode.Export{Name: "memory", Kind: encode.MemoryKind})
	if p.stack >= 0 {
		p.mod.Exports = append(p.mod.Exports, encode.Export{Name: StackName, Kind: encode.GlobalKind, Index: p.stack})
	}
	ownExports := map[string]string{"memory": "the memory of every module is exported as",
		StackName: "modules with recursion export the bytes of their stack as"}
	exported := map[string]bool{}
	for _, x := range p.mod.Exports {
		if exported[x.Name] {
			failf("a function cannot be exported as %s, which is what %s; give it another name: name=NAME in its "+
				"directive, Name of the Export in Go", x.Name, ownExports[x.Name])
		}
		exported[x.Name] = true
	}
	p.mod.Globals[p.top].Init = encode.I32Of(int32(p.heap()))
	p.mod.MinPages = (p.heap() + 0xffff) >> 16
	p.mod.MaxPages = p.opt.MaxPages
	if p.mod.MaxPages == 0 {
		p.mod.MaxPages = 32768
	}
	if p.mod.MinPages > p.mod.MaxPages {
		failf("the tables of the module take %d pages, more than the %d that Options.MaxPages allows", p.mod.MinPages,
			p.mod.MaxPages)
	}
	if len(p.data) > 0 {
		p.mod.Data = append(p.mod.Data, encode.Data{Offset: dataAt, Bytes: p.data})
	}
}

// Static memory: 16 bytes that no address is in, the numbers of messages, and data.
const (
	// NumbersAt is the address of the two int64 that the message of the last failure names.
	NumbersAt = 16
	dataAt    = 32
)

// heap is the first address behind the static memory.
func (p *program) heap() uint32 { return uint32(dataAt+len(p.data)+15) &^ 15 }
