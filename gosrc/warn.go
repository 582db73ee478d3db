package gosrc

import (
	"fmt"
	"go/ast"
	"path/filepath"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow/detach"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/gosrc/mend"
	"github.com/seed-4b734f86/gochad/internal/diag"
)

// The codes of warnings. What they are about is generated all the same.
const (
	// CodeAdapter is about a gradient that has no adapter to optimisers. It is a note.
	CodeAdapter diag.Code = "note-adapter"
	// CodeSearch is about a parameter by which the derivative is 0, since results depend on it through comparisons,
	// rounding and conversions alone.
	CodeSearch diag.Code = "warn-search"
	// CodeEquality is about a branch on the equality of two reals that vary.
	CodeEquality diag.Code = "warn-equality"
)

// CodeBits is the error that a result depends on a real made of the bits of one that varies.
const CodeBits diag.Code = "bits"

// A Warning is about a place in a file of a package, named by its base name.
type Warning struct {
	File          string
	Line, Col     int // Col in bytes
	Code          diag.Code
	Message, Hint string
	Fixes         []diag.Fix
}

// Diagnostic is the warning with the name and the line of its file.
func (w Warning) Diagnostic(p *load.Package) diag.Diagnostic { return w.diagnostic(p, "warning: ") }

func (w Warning) diagnostic(p *load.Package, prefix string) diag.Diagnostic {
	for _, f := range p.Files {
		if filepath.Base(f.Path) == w.File {
			at := f.Source.Offset(w.Line, w.Col)
			d := f.Source.Diagnose(at, at, w.Code, prefix+w.Message, w.Hint)
			d.Fixes = w.Fixes
			return d
		}
	}
	return diag.Diagnostic{Code: w.Code, Message: prefix + w.Message, Hint: w.Hint}
}

// warn looks for derivatives that are not what a user would expect, in the files of the package. Those that would be
// wrong are errors.
func (l *lowered) warn() (ds diag.List) {
	type key struct {
		file, message string
		line, col     int
	}
	said := map[key]bool{}
	add := func(w Warning) {
		if k := (key{w.File, w.Message, w.Line, w.Col}); !said[k] {
			said[k] = true
			l.warnings = append(l.warnings, w)
		}
	}
	for _, r := range l.roots {
		active := make([]bool, len(r.flow.Params))
		for _, n := range r.needs(r.flow) {
			active[n.Param] = true
		}
		names := r.parameters()
		for _, f := range detach.Find(r.flow, active) {
			w := Warning{Code: CodeSearch}
			if f.At != nil {
				w.File, w.Line, w.Col = f.At.File, f.At.Line, f.At.Col
			}
			own := slices.ContainsFunc(l.p.Files, func(f *load.File) bool { return filepath.Base(f.Path) == w.File })
			switch f.Kind {
			case detach.Search:
				name := "a parameter"
				if f.Param < len(names) {
					name = names[f.Param].Name()
				}
				w.Message = fmt.Sprintf("%s depends on %s through comparisons, rounding or conversions alone, as here: its "+
					"derivative by %s is 0", r.fn.Name(), name, name)
				w.Hint = "leave it out of wrt=; or say what the search solves, with //chad:implicit residual=R or minimises=F above it"
				if fix, ok := r.leaveOut(name); ok {
					w.Fixes = append(w.Fixes, fix)
				}
				if !own {
					at := l.p.Fset.Position(r.directives[0].Pos)
					w.File, w.Line, w.Col = filepath.Base(at.Filename), at.Line, at.Column
				}
			case detach.Equality:
				w.Code = CodeEquality
				w.Message = "a branch on the equality of reals that vary: where they are equal, the derivative is that of this " +
					"branch alone"
				w.Hint = "compare with < or <=; or see to it that both branches have one derivative there"
				l.offer(&w, "ask package math", isComparison, func(c *mend.Change, n ast.Node) {
					c.IsNaNOrInf(n.(*ast.BinaryExpr))
				})
			case detach.Bits:
				ds = append(ds, l.bits(r, w, own))
				continue
			}
			if own || f.Kind == detach.Search {
				add(w)
			}
		}
	}
	return ds
}

// bits is the error that a function makes a real of bits at the place of w, which is in the package's own files or not.
func (l *lowered) bits(r *root, w Warning, own bool) diag.Diagnostic {
	w.Code = CodeBits
	w.Message = "a result depends on a real that is made of the bits of one that varies, which have no derivative"
	w.Hint = "use math.Abs, math.Copysign, math.Frexp, math.Ldexp or arithmetic; or write the derivative, with //chad:derivative"
	if !own {
		d := r.directives[0]
		return l.p.World.Diagnose(d.Pos, d.End, CodeBits, fmt.Sprintf("%s, in %s:%d", w.Message, w.File, w.Line),
			"write the derivative of the function there, with //chad:derivative of=…; or leave the parameter out of wrt=")
	}
	l.offer(&w, "use package math for the sign", isCall, func(c *mend.Change, n ast.Node) {
		c.SignBit(n.(*ast.CallExpr))
	})
	return w.diagnostic(l.p, "")
}
