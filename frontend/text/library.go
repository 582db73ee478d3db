package text

import (
	_ "embed" // for the source of the library
	"strconv"
	"sync"

	"github.com/seed-4b734f86/gochad/syntax"
)

// matrixSource is the library of matrices: definitions in the language itself.
//
//go:embed library/matrix.chad
var matrixSource []byte

// kernels names the routine that may run in the place of a body of the library (see
// [syntax.Def.Kernel]); the names are those of BLAS and LAPACK, without the letter of the type.
var kernels = map[string]string{
	"matmul": "gemm", "matmulT": "gemmNT", "tmatmul": "gemmTN", "matvec": "gemv", "tmatvec": "gemvT",
	"lu": "getrf", "luSolveMatrix": "getrs", "luSolveMatrixT": "getrsT",
	"cholesky": "potrf", "solveLower": "trsm", "solveLowerT": "trsmT",
}

// kept are the definitions whose calls stay calls, so that equal ones are one: factorisations, which the value
// and its derivatives share.
var kept = map[string]bool{
	"lu": true, "luSolve": true, "luSolveT": true, "luSolveMatrix": true, "luSolveMatrixT": true,
	"cholesky": true, "solveLower": true, "solveLowerT": true, "choleskySolve": true, "parity": true,
}

// Library is the program of the definitions that come with the language. They are
// found after those of a file, which may define the same names for itself, and only what a
// program uses becomes part of it. The program must not be changed.
func Library() *syntax.Program {
	libraryOnce.Do(func() { library = loadLibrary() })
	return library
}

var (
	libraryOnce sync.Once
	library     *syntax.Program
)

func loadLibrary() *syntax.Program {
	f, errs := Parse("matrix.chad", matrixSource)
	if errs == nil {
		e := newElab(f)
		e.noLibrary = true
		prog := e.program(f)
		if errs = e.errs.Sort(); len(errs) == 0 {
			for _, d := range prog.Defs {
				d.Library, d.Kernel, d.Keep = true, kernels[d.Name], kept[d.Name]
			}
			return prog
		}
	}
	panic("text: the library is broken: " + errs.Err().Error())
}

// openLibrary puts the definitions of the library that the file does not define into scope.
func (e *elab) openLibrary() {
	if e.noLibrary {
		return
	}
	for _, d := range Library().Defs {
		if e.defs[d.Name] != nil || e.ctors[d.Name] != nil {
			continue
		}
		e.defs[d.Name] = e.imported(d)
	}
}

// imported is a definition that is elaborated already.
func (e *elab) imported(d *syntax.Def) *defInfo {
	def := &Def{Name: Ident{Name: d.Name}, HasArg: len(d.Params) > 0, Result: &BadType{}}
	info := &defInfo{def: def, core: d, done: true, result: e.fromSyntax(d.Result)}
	for _, n := range d.Sizes {
		info.sizes = append(info.sizes, &entity{name: n.Name, size: n})
	}
	for _, x := range d.Params {
		def.Params = append(def.Params, Param{Name: Ident{Name: x.Name}, Type: &BadType{}})
		info.params = append(info.params, &entity{name: x.Name, ty: e.fromSyntax(x.Type), v: x})
	}
	return info
}

// used is the definition that a call of d goes to: one of the library is copied into the program.
func (e *elab) used(d *syntax.Def) *syntax.Def {
	if !d.Library {
		return d
	}
	if e.library == nil {
		_, e.library = Library().Copy()
	}
	return e.library[d]
}

// closeLibrary adds to the program what it uses of the library. A name that the program has
// for itself gets a number.
func (e *elab) closeLibrary(prog *syntax.Program) {
	taken := map[string]bool{}
	for _, d := range prog.Defs {
		taken[d.Name] = true
	}
	for _, d := range syntax.Reachable(prog.Defs...) {
		if !d.Library || e.noLibrary {
			continue
		}
		base := d.Name
		for k := 2; taken[d.Name]; k++ {
			d.Name = base + strconv.Itoa(k)
		}
		taken[d.Name] = true
		prog.Defs = append(prog.Defs, d)
	}
}
