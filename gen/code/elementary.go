package code

import (
	"github.com/seed-4b734f86/gochad/gen/elementary"
	"github.com/seed-4b734f86/gochad/syntax"
)

// elementary makes the function of package elementary for a primitive, if one wins over package math's, part of the
// file, with all that it needs. It has the name of the primitive.
func (f *File) elementary(op *syntax.Op) bool {
	for _, w := range elementary.Wins {
		if w.Func == op.Name && len(w.Results) == 1 && len(w.Params) == len(op.Params) {
			f.AddElementary(w.Func)
			return true
		}
	}
	return false
}

// AddElementary makes a function of package elementary part of the file, with all that it needs.
func (f *File) AddElementary(name string) {
	if _, ok := f.helpers[name]; ok {
		return
	}
	src, deps, ok := elementary.Source(name)
	if !ok {
		Failf("no elementary function %s", name)
	}
	for _, d := range deps {
		f.AddElementary(d)
	}
	f.Helper(name, src)
}

// reserveElementary keeps the names of all elementary functions and their parts from variables and functions.
func (f *File) reserveElementary() {
	for _, name := range elementary.Names() {
		for _, d := range elementary.Declared(name) {
			f.names[d] = true
		}
	}
}
