package text

import (
	"bytes"
	_ "embed" // for the source of the library
	"strconv"
	"strings"
	"sync"

	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/syntax"
)

// matrixSource is the library of matrices: definitions in the language itself.
//
//go:embed library/matrix.chad
var matrixSource []byte

// kernels names the routine that may run in the place of a body of the library (see
// [syntax.Def.Kernel]); the names are those of BLAS and LAPACK, without the letter of the type.
var kernels = map[string]string{
	"matmul": "gemm", "matmulT": "gemmNT", "tmatmul": "gemmTN",
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

// libraryNames are the names that the library defines. They are found without reading it.
var libraryNames = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for line := range strings.Lines(string(matrixSource)) {
		if rest, ok := strings.CutPrefix(line, "def "); ok {
			out[rest[:len(rest)-len(strings.TrimLeftFunc(rest, inName))]] = true
		}
	}
	return out
})

// inName reports whether names of the library have the character in them.
func inName(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_'
}

// mentionsLibrary reports whether a file may have a name of the library in it.
func mentionsLibrary(text []byte) bool {
	names := libraryNames()
	for word := range bytes.FieldsFuncSeq(text, func(r rune) bool { return !inName(r) }) {
		if names[string(word)] {
			return true
		}
	}
	return false
}

// openLibrary puts the definitions of the library that the file does not define into scope. To read the library takes
// longer than most programs do, so it is left alone where nothing in the file has a name of it.
func (e *elab) openLibrary() {
	if e.noLibrary || !mentionsLibrary(e.src.Text) {
		return
	}
	for _, d := range Library().Defs {
		if e.defs[d.Name] != nil || e.ctors[d.Name] != nil || builtinArity[d.Name] > 0 {
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

// libraryCall is a call of a definition of the library, for builtins that are defined there.
func (e *elab) libraryCall(s Span, name string, sizes []*syntax.Size, args ...syntax.Term) syntax.Term {
	return syntax.NewCall(e.pos(s), e.used(Library().Lookup(name)), sizes, args...)
}

// paired is f x y … as f (x, y, …), which is how definitions take their arguments: those of the library
// may be applied like builtins too.
func paired(x *Apply, d *defInfo) *Apply {
	n := len(d.def.Params)
	if !d.core.Library || n < 2 || len(x.Args) != n {
		return x
	}
	s := Span{x.Args[0].Range().Start, x.Args[n-1].Range().End}
	return &Apply{Span: x.Span, Fun: x.Fun, Args: []Expr{&Tuple{Span: s, Elems: x.Args}}}
}

// curried is matmul (a, b) as matmul a b, which is how builtins take their arguments: those that the
// library defines may be applied like its definitions too.
func curried(name string, x *Apply) *Apply {
	if name != "matmul" || len(x.Args) != 1 {
		return x
	}
	t, ok := x.Args[0].(*Tuple)
	if !ok || len(t.Elems) != builtinArity[name] {
		return x
	}
	return &Apply{Span: x.Span, Fun: x.Fun, Args: t.Elems}
}

// closeLibrary adds to the program what it uses of the library. A name that the program has
// for itself gets a number.
func (e *elab) closeLibrary(prog *syntax.Program) {
	taken := set.By(prog.Defs, func(d *syntax.Def) string { return d.Name })
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
