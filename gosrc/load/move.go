package load

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/seed-4b734f86/gochad/internal/diag"
)

// out takes a directive out of its file, with the line if nothing else is on it.
func (d *Directive) out() edit {
	tf := d.File.Package.Fset.File(d.Pos)
	text := d.File.Source.Text
	start, end := tf.Offset(d.Pos), tf.Offset(d.End)
	from := 1 + bytes.LastIndexByte(text[:start], '\n')
	to := len(text)
	if i := bytes.IndexByte(text[end:], '\n'); i >= 0 {
		to = end + i + 1
	}
	if len(bytes.TrimSpace(text[from:start])) > 0 { // behind code, whose line stays
		from, to = start, end
	}
	return edit{tf.Pos(from), tf.Pos(to), ""}
}

// source is the directive as it is written.
func (d *Directive) source() string {
	tf := d.File.Package.Fset.File(d.Pos)
	return string(d.File.Source.Text[tf.Offset(d.Pos):tf.Offset(d.End)])
}

// newline is how lines of the file end.
func (f *File) newline() string {
	if bytes.Contains(f.Source.Text, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// belowPackage is the place behind the package clause; ok is false where more code is on its line.
func (f *File) belowPackage() (at token.Pos, ok bool) {
	at = f.Syntax.Name.End()
	rest := f.Source.Text[f.Package.Fset.File(at).Offset(at):]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	rest = bytes.TrimSpace(rest)
	return at, len(rest) == 0 || bytes.HasPrefix(rest, []byte("//"))
}

// next is the function that a directive at the level of the file stands before, nil where there is something else.
func (p *places) next(pos token.Pos) *ast.FuncDecl {
	for _, d := range p.decls {
		if d.End() <= pos {
			continue
		}
		f, ok := d.(*ast.FuncDecl)
		if !ok || d.Pos() < pos {
			return nil
		}
		return f
	}
	return nil
}

// fix is a fix of the directive's file.
func (d *Directive) fix(title string, edits ...edit) (diag.Fix, bool) {
	tf := d.File.Package.Fset.File(d.Pos)
	var out []diag.Edit
	for _, e := range edits {
		out = append(out, diag.Edit{File: d.File.Name, Start: tf.Offset(e.pos), End: tf.Offset(e.end), New: e.text})
	}
	return diag.NewFix(title, out...)
}

// Without is the fix that takes the directive out.
func (d *Directive) Without(title string) (diag.Fix, bool) { return d.fix(title, d.out()) }

// As is the fix that gives the directive another verb.
func (d *Directive) As(verb Verb) (diag.Fix, bool) {
	at := d.Pos + token.Pos(len(prefix))
	return d.fix("write "+prefix+string(verb), edit{at, at + token.Pos(len(d.Verb)), string(verb)})
}

// With is the fix that gives an option of the directive a value.
func (d *Directive) With(title, key, value string) (diag.Fix, bool) {
	words := fields(d.source(), len(prefix), d.Pos)
	for _, w := range words[1:] {
		if old, _, ok := strings.Cut(w.Text, "="); ok && old == key {
			return d.fix(title, edit{w.Pos, w.End, key + "=" + value})
		}
	}
	return d.fix(title, edit{words[0].End, words[0].End, " " + key + "=" + value})
}

// WithoutKey is the fix that takes an option out of the directive.
func (d *Directive) WithoutKey(key string) (diag.Fix, bool) {
	for _, w := range fields(d.source(), len(prefix), d.Pos) {
		if k, _, ok := strings.Cut(w.Text, "="); ok && k == key {
			return d.fix("leave "+w.Text+" out", w.out())
		}
	}
	return diag.Fix{}, false
}

// Varying are the paths that the directive differentiates by: those of wrt=, or all parameters that vary.
func (d *Directive) Varying() (paths []string) {
	for _, p := range d.Wrt {
		paths = append(paths, p.String())
	}
	if len(paths) > 0 {
		return paths
	}
	for v := range parameters(d.Object.Signature()) {
		if varies(v.Type(), map[types.Type]bool{}) {
			paths = append(paths, v.Name())
		}
	}
	return paths
}
