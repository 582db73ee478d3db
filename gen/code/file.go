package code

import (
	"fmt"
	"go/token"
)

// A File is a Go file in the making: which names it has at the level of its package, and which helpers its functions
// call. Everything that prints into one file shares it.
type File struct {
	Package string
	// Elementary says that functions of package elementary stand in the place of package math's where they win.
	Elementary bool
	names      map[string]bool
	helpers    map[string]string // name to source
	used       []string          // helpers in order of first use
}

// NewFile is an empty file of a package. If ours is set, it takes the functions of package elementary in the place
// of package math's where they win.
func NewFile(pkg string, ours bool) *File {
	f := &File{Package: pkg, Elementary: ours, names: map[string]bool{}, helpers: map[string]string{}}
	if ours {
		f.reserveElementary()
	}
	return f
}

// Reserve keeps a name of package level from variables and other functions.
func (f *File) Reserve(name string) { f.names[name] = true }

// Has reports whether the package has a name already.
func (f *File) Has(name string) bool { return f.names[name] }

// Scopes hands out names for the variables of one function.
func (f *File) Scopes() *Scopes { return NewScopes(f.Has) }

// PackageName takes a name of package level like hint.
func (f *File) PackageName(name string) string {
	base := name
	for k := 2; f.names[name] || Reserved[name] || token.IsKeyword(name); k++ {
		name = fmt.Sprintf("%s%d", base, k)
	}
	f.names[name] = true
	return name
}

// Helper notes that the file needs a function of the given source.
func (f *File) Helper(name, source string) {
	if _, ok := f.helpers[name]; !ok {
		f.helpers[name] = source
		f.used = append(f.used, name)
	}
}

// Sources are the helpers, in the order of their first use.
func (f *File) Sources() []string {
	out := make([]string, len(f.used))
	for i, name := range f.used {
		out[i] = f.helpers[name]
	}
	return out
}
