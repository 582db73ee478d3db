package gen

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/token"

	"github.com/dave/jennifer/jen"

	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/gen/gonum"
	"github.com/seed-4b734f86/gochad/gen/loops"
	"github.com/seed-4b734f86/gochad/gen/terms"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// An Export asks for one definition as a Go function.
type Export struct {
	// Def is the definition; it must stand in the program.
	Def *syntax.Def
	// Name is the Go name; empty means the definition's name, exported.
	Name string
	// Doc is the text of the doc comment after the name; empty takes the definition's.
	Doc string
	// Into names, for some of the results, a parameter: result k, counted from 0 over the
	// Go results, must be an array of reals, ints or bools, or an array of such arrays, with
	// lengths known from its type. Instead of being returned it is written into the slices that
	// the caller passes, which are overwritten; lengths are checked, also of rows.
	Into map[int]string
	// Adds marks results of Into that are added to what is in the slices, and do not overwrite it.
	Adds map[int]bool
	// Lent marks results, counted as for Into, that the caller only reads, and only until the next call in the same
	// memory: they may stand in that. It is for exports with the setting Core.
	Lent map[int]bool
	// Core makes the function for code in the same file to call, which is described by [Cores]: memory comes without
	// lock and pool, lengths and index parameters are not checked, and the doc comment has no sentence on shapes.
	Core bool
	// At names the function in run-time errors; empty means package and name.
	At string
	// Shaped says that in the definition, and in what it calls, rules of the compiler made all tangents and cotangents
	// of arrays of run-time length: each is empty, which is zero, or as long as what it is of.
	Shaped bool
	// Seeded says that callers give some of those, whose lengths are therefore compared.
	Seeded bool
	// Lanes, if it is more than 1, makes a function of as many values of the parameters Batched: see [Lanes].
	Lanes int
	// Batched are the places of the parameters of Def that have a value for each lane.
	Batched []int
}

// Options are the settings of one generated file.
type Options struct {
	// Package is the name of the Go package.
	Package string
	// Source is the file named in the header; empty leaves it out.
	Source string
	// Exports are the functions wanted, in the order of the file. Definitions
	// that they call are emitted too, unexported.
	Exports []Export
	// Elementary takes the functions of package elementary in the place of package math's where they win.
	Elementary bool
	// FastMath allows the optimiser what changes results in the last bits, or at infinities, NaN and signed zeros.
	FastMath bool
	// BLAS allows calls of gonum: of its BLAS and LAPACK, for definitions that have a kernel, from the sizes on where
	// they win, and of package floats for sums, dot products, scaled additions and scaled copies of whole
	// arrays. The file then imports gonum.
	BLAS bool
	// Observe, if not nil, is called with the loop program before the first pass of the optimiser, under the name "",
	// and after each. It must not change the program. Nothing calls it where no export takes the first-order route.
	Observe func(pass string, p *loop.Program)
	// Jam runs loops over the rows of matrices four rows at a time, unless BLAS is set.
	Jam bool
	// Parallel, if it is more than 1, has loops whose iterations do not depend on each other run in as many parts at
	// the same time, each in a goroutine of its own, where there is enough to do. Results depend on this number and on
	// nothing else.
	Parallel int
	// SplitOver is the size of blocks, in nodes of the loop language, above which they are taken apart into functions
	// of their own, because Go's compiler takes time that grows with the square of a function and more. 0 means 20,000,
	// some 2,000 statements. Parts are about a seventh of that.
	SplitOver int

	// Suffix, if not empty, is appended to the unexported names of package level, so that files with different ones can
	// be of one package: see [Suffix].
	Suffix string

	// Context ends it: the error is that of the context then. Nil is one that does not end.
	Context context.Context

	cores *[]Core // where to describe them
}

// ErrFunctions is in the errors about cores that hold functions at run time.
var ErrFunctions = errors.New("functions are held at run time")

// Generate emits the exported definitions of a simplified program as one
// formatted Go file. The same input gives the same bytes. It takes time and
// memory linear in the program.
//
// It returns an error when an option is no Go identifier or a definition uses
// what has no Go form.
func Generate(p *syntax.Program, opt Options) (src []byte, err error) {
	defer stop.Recover(&err)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case code.Failure:
			err = r.Err
		default:
			panic(r)
		}
	}()
	if !token.IsIdentifier(opt.Package) || opt.Package == "_" {
		return nil, fmt.Errorf("gen: %q is no package name", opt.Package)
	}
	if len(opt.Exports) == 0 {
		return nil, errors.New("gen: nothing to export")
	}
	p, opt = withoutCheckpoints(p, opt)
	g := &generator{File: code.NewFile(opt.Package, opt.Elementary), opt: opt, higher: map[*code.Function]bool{},
		lanes: map[*loop.Func]*Lanes{}}
	g.loops = loops.New(g.File, loops.Options{Context: opt.Context, BLAS: opt.BLAS, Parallel: opt.Parallel,
		SplitOver: opt.SplitOver})
	g.reserveHost(p)
	if err := g.plan(p); err != nil {
		stop.Check(opt.Context) // whose error is given back as it is
		return nil, fmt.Errorf("gen: %w", err)
	}
	return g.render()
}

// generator is the state of one file.
type generator struct {
	*code.File
	opt     Options
	exports []*code.Function
	higher  map[*code.Function]bool // those that hold functions at run time
	loops   *loops.Printer
	terms   *terms.Printer
	lanes   map[*loop.Func]*Lanes
}

func (g *generator) render() ([]byte, error) {
	defer times.Begin("print")()
	f := jen.NewFile(g.opt.Package)
	f.ImportName(gonum.FloatsPath, "floats")
	f.HeaderComment("// Code generated by chad" + g.from() + "; DO NOT EDIT.")
	bodies := g.functions()
	types := g.terms.Types() // may need more helpers
	types = append(types, g.loops.Cells()...)
	bodies = append(bodies, g.loops.Memory()...)
	for _, c := range append(types, bodies...) {
		f.Add(c)
		f.Line()
	}
	for _, source := range g.Sources() {
		f.Add(code.Source(source))
		f.Line()
	}
	defer times.Begin("render")()
	var src []byte
	var err error
	stop.Apart(g.opt.Context, func() {
		var buf bytes.Buffer
		if err = f.Render(&buf); err != nil {
			err = fmt.Errorf("gen: %w", err)
			return
		}
		if src = buf.Bytes(); g.opt.Suffix != "" {
			src, err = suffixed(src, g.opt.Suffix)
		}
	})
	return src, err
}

// functions are the exports in their order and then all others.
func (g *generator) functions() []jen.Code {
	funcs := g.loops.Funcs()
	var out []jen.Code
	for _, fn := range g.exports {
		if g.higher[fn] {
			out = append(out, g.terms.Function(fn))
			continue
		}
		f, call := g.loops.Function(funcs[0], fn) // exports come first, in the same order
		if call != nil {
			g.describe(call, funcs[0])
		}
		out = append(out, f)
		funcs = funcs[1:]
	}
	out = append(out, g.terms.Callees()...)
	for _, fn := range funcs {
		f, _ := g.loops.Function(fn, nil)
		out = append(out, f)
	}
	return out
}

func (g *generator) from() string {
	if g.opt.Source == "" {
		return ""
	}
	return " from " + code.OneLine(g.opt.Source)
}
