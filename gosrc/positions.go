package gosrc

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/internal/diag"
)

// names are the names of the files of a package in emitted code and in positions of flow programs: the base name for
// its own files, and for those of others the base name behind the import path. They depend on no folder.
type names struct {
	root *load.Package
	file map[string]*load.File // by name here, and by absolute name
}

func newNames(p *load.Package) *names {
	n := &names{root: p, file: map[string]*load.File{}}
	n.add(p)
	return n
}

// add makes the files of a package known.
func (n *names) add(p *load.Package) {
	for _, f := range p.Files {
		n.file[f.Path] = f
		n.file[n.of(f.Path)] = f
	}
}

// of is the name for an absolute one.
func (n *names) of(path string) string {
	f := n.file[path]
	if f == nil || f.Package == n.root {
		return filepath.Base(path)
	}
	return f.Package.Path + "/" + filepath.Base(path)
}

// named is where a message names a file.
var named = regexp.MustCompile(` at (\S+\.go):`)

// resolve gives messages of later stages the names of files that people want to read, and the lines. What a message
// says of files that are not theirs, as what maps become, is left out where it says the same of one of theirs.
func (n *names) resolve(ds diag.List) diag.List {
	theirs := map[string]bool{}
	for _, d := range ds {
		if n.file[d.Pos.File] != nil {
			theirs[d.Message] = true
		}
	}
	ds = slices.DeleteFunc(slices.Clone(ds), func(d diag.Diagnostic) bool {
		return n.file[d.Pos.File] == nil && d.Pos.IsValid() && theirs[d.Message]
	})
	for i := range ds {
		ds[i].Message = named.ReplaceAllStringFunc(ds[i].Message, func(at string) string {
			if f := n.file[named.FindStringSubmatch(at)[1]]; f != nil {
				return " at " + f.Name + ":"
			}
			return at
		})
		d := ds[i]
		ds[i].Related = n.related(d.Related)
		f := n.file[d.Pos.File]
		if f == nil {
			continue
		}
		if d.Line == "" && d.Pos.IsValid() { // made from a line and a column in bytes
			at := f.Source.Offset(d.Pos.Line, d.Pos.Col)
			placed := f.Source.Diagnose(at, at, d.Code, d.Message, d.Hint)
			placed.Related, placed.Fixes = ds[i].Related, d.Fixes
			ds[i] = placed
		}
		ds[i].Pos.File, ds[i].End.File = f.Name, f.Name
	}
	return ds
}

// related does the same for other places of a message.
func (n *names) related(places []diag.Related) (out []diag.Related) {
	for _, r := range places {
		if f := n.file[r.Pos.File]; f != nil {
			if r.Line == "" { // made from a line and a column in bytes
				r.Pos = f.Source.Pos(f.Source.Offset(r.Pos.Line, r.Pos.Col))
			}
			r.Line, r.Pos.File = f.Source.Line(r.Pos.Line), f.Name
		}
		out = append(out, r)
	}
	return out
}

// read is the text of a file, by its absolute name.
func (n *names) read(path string) ([]byte, error) {
	if f := n.file[path]; f != nil {
		return f.Source.Text, nil
	}
	return os.ReadFile(path)
}
