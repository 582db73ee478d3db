package gosrc

import (
	"context"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Stages are the functions with directives of a package, and what they call, on their way to terms.
type Stages struct {
	// Flow is the imperative program with Go's references, Value the one in which every variable owns its value.
	Flow, Value *flow.Program
	// Program has a definition for each function; those without directives come after those with.
	Program *syntax.Program
	// Roots are the names of the definitions of functions with directives, by the names of these functions; a method's
	// is Type.Method.
	Roots map[string]string
	// Emit are the settings that the file of each of these functions asks for, by the names of the functions.
	Emit map[string][]string
	// Order lists the names of these functions as they stand in the package.
	Order []string
}

// Show takes a package to terms. The messages have places in the user's files.
func Show(p *load.Package) (*Stages, diag.List) {
	roots, ds := rootsOf(p)
	if len(ds) > 0 {
		return nil, ds
	}
	l, ds := lower(context.Background(), p, roots, false)
	if len(ds) > 0 {
		return nil, ds
	}
	s := &Stages{Flow: l.reference, Value: l.value, Program: l.program, Roots: map[string]string{},
		Emit: map[string][]string{}}
	for _, r := range roots {
		name := qualified(r.fn)
		if _, again := s.Roots[name]; !again {
			s.Order = append(s.Order, name)
		}
		s.Roots[name], s.Emit[name] = r.def.Name, r.file.Emit()
	}
	return s, nil
}

// qualified is F, or Type.Method.
func qualified(f *types.Func) string {
	recv := f.Signature().Recv()
	if recv == nil {
		return f.Name()
	}
	t := recv.Type()
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		return named.Obj().Name() + "." + f.Name()
	}
	return f.Name()
}
