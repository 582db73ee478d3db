package loops

import (
	"context"

	"github.com/dave/jennifer/jen"
	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/gen/gc"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/place"
)

// Options are the settings of a printer of loops.
type Options struct {
	// Context ends it.
	Context context.Context
	// BLAS has vector loops be calls of gonum.
	BLAS bool
	// Parallel, if it is more than 1, says in how many parts parallel loops run, and that there have to be some.
	Parallel int
	// SplitOver is the size of blocks above which functions are taken apart; 0 is what Go's compiler can do with.
	SplitOver int
}

// A Printer prints the functions of one program of loops into a file.
type Printer struct {
	*code.File
	opt       Options
	result    *place.Result               // nil where there is nothing to print
	scopes    map[*loop.Func]*code.Scopes // with the names of the parameters
	cellNames map[*loop.Cell]string
	// fieldNames are the names of fields, by constructors.
	fieldNames map[*loop.Cell][][]string
	tagged     map[*loop.Cell]bool // cells that need the method tag
	memory     workspaces
	teams      map[*loop.For]*team
	frames     map[*loop.Var]int64 // lengths, see package split
	rows       map[*loop.Var]int64 // lengths of rows, where they are arrays of Go
}

// New prints into a file.
func New(file *code.File, opt Options) *Printer {
	if opt.BLAS {
		file.Reserve("floats")
	}
	return &Printer{File: file, opt: opt, scopes: map[*loop.Func]*code.Scopes{}, cellNames: map[*loop.Cell]string{},
		fieldNames: map[*loop.Cell][][]string{}, tagged: map[*loop.Cell]bool{}}
}

// Param names a parameter of f.
func (g *Printer) Param(f *loop.Func, hint string) string {
	if g.scopes[f] == nil {
		g.scopes[f] = g.Scopes()
	}
	return g.scopes[f].Fresh(hint)
}

// Prepare takes the program, whose loops are optimised, and plans what has a name at the level of the package and what
// memory there is. Refused are the reasons that loops are not parallel.
func (g *Printer) Prepare(r *place.Result, refused []string) error {
	g.result = r
	for _, f := range r.Program.Funcs {
		if f.Outlined != nil {
			f.Name = g.PackageName(code.LocalName(f.Outlined.Name + "Part"))
		}
	}
	if err := g.findTeams(r.Program, refused); err != nil {
		return err
	}
	g.frames = gc.SplitGiants(r.Program, g.opt.SplitOver, g.PackageName)
	g.nameCells(r.Program)
	g.planMemory()
	if g.opt.Parallel <= 1 {
		g.rows = gc.Rows(r.Program, g.memory.plan)
	}
	return nil
}

// Funcs are the functions, those of exports first.
func (g *Printer) Funcs() []*loop.Func {
	if g.result == nil {
		return nil
	}
	return g.result.Program.Funcs
}

// Cells declares the types of cells.
func (g *Printer) Cells() (out []jen.Code) {
	if g.result != nil {
		for _, c := range g.result.Program.Cells {
			out = append(out, g.cellDecl(c))
		}
	}
	return out
}
