// Package vet has an analyzer that reports, in an editor or under go vet, what chad gen would refuse, and generated
// files that are stale.
//
//	go vet -vettool=$(which chadvet) ./...
//
// It runs the stages of package gosrc on the functions with //chad: directives of one package; what these call in other
// packages of the module is read from their folders.
package vet

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"go/token"
	"os"
	"path/filepath"

	"golang.org/x/tools/go/analysis"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/internal/diag"
)

// New makes an analyzer. Its flag -blas is that of chad gen: files that were generated with it are held against code
// that has it.
func New() *analysis.Analyzer {
	var opt chad.EmitOptions
	a := &analysis.Analyzer{
		Name: "chad",
		Doc: `report functions that chad cannot differentiate, and stale generated files

Functions with a //chad: directive are taken through the compiler: mistakes in directives, and constructs that
have no derivative, are reported where they stand. Files that chad gen would write differently are reported at
the directives that they are generated for.`,
		URL: "https://pkg.go.dev/github.com/seed-4b734f86/gochad/gosrc/vet",
		Run: func(pass *analysis.Pass) (any, error) { return nil, run(pass, opt) },
	}
	a.Flags.BoolVar(&opt.BLAS, "blas", false, "the code may call gonum's BLAS and LAPACK, as with chad gen --blas")
	return a
}

// run analyses a package.
func run(pass *analysis.Pass, opt chad.EmitOptions) error {
	concerned := false
	for _, f := range pass.Files {
		text, err := pass.ReadFile(pass.Fset.File(f.FileStart).Name())
		if err != nil {
			return err
		}
		concerned = concerned || load.Concerns(text)
	}
	if !concerned { // the common case costs nothing more
		return nil
	}
	c := &load.Checked{
		Fset: pass.Fset, Files: pass.Files, Types: pass.Pkg, Sizes: pass.TypesSizes, ReadFile: pass.ReadFile,
	}
	if pass.Module != nil {
		c.Module = pass.Module.Path
	}
	p, ds, err := load.Of(c, gosrc.Adapters)
	if err != nil {
		return err
	}
	r := &reporter{pass: pass, p: p, files: map[string]*token.File{}}
	for _, f := range pass.Files {
		tf := pass.Fset.File(f.FileStart)
		r.files[filepath.Base(tf.Name())] = tf
	}
	if len(ds) == 0 {
		var out *gosrc.Output
		if out, ds, err = gosrc.GenerateAll(context.Background(), p, opt); err != nil {
			return err
		}
		if len(ds) == 0 {
			r.compare(out.Files)
			for _, w := range out.Warnings {
				ds = append(ds, w.Diagnostic(p))
			}
		}
	}
	for _, d := range ds {
		r.report(d)
	}
	r.leftovers()
	return nil
}

// A reporter passes messages on to the driver.
type reporter struct {
	pass  *analysis.Pass
	p     *load.Package
	files map[string]*token.File // by base name
}

// report passes on a message. One about another package is put where the package asks for something.
func (r *reporter) report(d diag.Diagnostic) {
	out := analysis.Diagnostic{Category: string(d.Code), Message: d.Message}
	if d.Hint != "" {
		out.Message += "; " + d.Hint
	}
	out.Message += " [" + string(d.Code) + "]"
	if tf := r.files[d.Pos.File]; tf != nil && d.Pos.IsValid() {
		out.Pos, out.End = tf.Pos(min(d.Pos.Offset, tf.Size())), tf.Pos(min(max(d.Pos.Offset, d.End.Offset), tf.Size()))
	} else {
		if d.Pos.IsValid() {
			out.Message = d.Pos.String() + ": " + out.Message
		}
		if first := r.first(nil); first != nil {
			out.Pos, out.End = first.Pos, first.End
		}
	}
	for _, other := range d.Related {
		if tf := r.files[other.Pos.File]; tf != nil {
			at := tf.Pos(min(other.Pos.Offset, tf.Size()))
			out.Related = append(out.Related, analysis.RelatedInformation{Pos: at, End: at, Message: other.Message})
		}
	}
	for _, f := range d.Fixes {
		if fix, ok := r.fix(d, f); ok {
			out.SuggestedFixes = append(out.SuggestedFixes, fix)
		}
	}
	r.pass.Report(out)
}

// fix is a fix for the driver; ok is false where it changes files of other packages.
func (r *reporter) fix(d diag.Diagnostic, f diag.Fix) (fix analysis.SuggestedFix, ok bool) {
	fix.Message = f.Title
	for _, e := range f.Edits {
		tf := r.files[cmp.Or(e.File, d.Pos.File)]
		if tf == nil || e.End > tf.Size() {
			return fix, false
		}
		fix.TextEdits = append(fix.TextEdits, analysis.TextEdit{
			Pos: tf.Pos(e.Start), End: tf.Pos(e.End), NewText: []byte(e.New),
		})
	}
	return fix, true
}

// first is the first directive of a file, or of the package, that asks for a function.
func (r *reporter) first(f *load.File) *load.Directive {
	for _, g := range r.p.Files {
		if f != nil && g != f {
			continue
		}
		for _, d := range g.Directives {
			if d.Generates() {
				return d
			}
		}
	}
	return nil
}

// compare holds the generated files against the texts.
func (r *reporter) compare(texts map[string][]byte) {
	for _, f := range r.p.Files {
		text := texts[filepath.Base(f.Target)]
		if text == nil {
			continue
		}
		target := filepath.Base(f.Target)
		old, err := os.ReadFile(f.Target)
		var problem string
		switch {
		case err != nil:
			problem = "is missing"
		case !bytes.HasPrefix(old, []byte(load.Header)):
			problem = "is in the way: it was not generated by chad"
		case !bytes.Equal(old, text):
			problem = "is stale"
		default:
			continue
		}
		d := r.first(f)
		out := analysis.Diagnostic{
			Pos: d.Pos, End: d.End, Category: string(gosrc.CodeStale),
			Message: fmt.Sprintf("%s %s; run chad gen %s [%s]", target, problem, f.Name, gosrc.CodeStale),
		}
		if tf := r.files[target]; tf != nil && bytes.HasPrefix(old, []byte(load.Header)) && tf.Size() == len(old) {
			out.SuggestedFixes = []analysis.SuggestedFix{{Message: "generate " + target, TextEdits: []analysis.TextEdit{
				{Pos: tf.Pos(0), End: tf.Pos(tf.Size()), NewText: text},
			}}}
		}
		r.pass.Report(out)
	}
}

// leftovers reports generated files whose source asks for nothing any more.
func (r *reporter) leftovers() {
	for _, f := range r.pass.Files {
		name := r.pass.Fset.File(f.FileStart).Name()
		text, err := r.pass.ReadFile(name)
		if err != nil || !bytes.HasPrefix(text, []byte(load.Header)) {
			continue
		}
		from := load.SourceOf(text)
		source := filepath.Join(filepath.Dir(name), from)
		if filepath.Ext(from) != ".go" || load.TargetName(source) != name {
			continue
		}
		if src, err := os.ReadFile(source); err == nil && load.AsksText(src) {
			continue
		}
		r.pass.Report(analysis.Diagnostic{
			Pos: f.Name.Pos(), End: f.Name.End(), Category: string(gosrc.CodeStale),
			Message: fmt.Sprintf("%s is stale: %s asks for nothing any more; run chad gen . [%s]", filepath.Base(name),
				from, gosrc.CodeStale),
		})
	}
}
