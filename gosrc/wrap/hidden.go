package wrap

import (
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
)

// A Hidden is an error about a declaration of the user's package that has the name of a function, type or constant of
// the language, which the generated code needs: Go has no other name for it.
type Hidden struct{ Object types.Object }

// Error is the message.
func (e *Hidden) Error() string {
	return fmt.Sprintf("the package hides Go's own %s by a declaration", e.Object.Name())
}

// hidden finds what a file needs of the language that its package hides; the error is a *Hidden.
func hidden(p *types.Package, src []byte) error {
	hides := false
	for _, n := range p.Scope().Names() {
		hides = hides || types.Universe.Lookup(n) != nil
	}
	if !hides {
		return nil
	}
	names, err := unresolved(src)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if obj := p.Scope().Lookup(name); obj != nil && types.Universe.Lookup(name) != nil {
			return &Hidden{obj}
		}
	}
	return nil
}

// unresolved are the names in a file that it does not declare: of the language, of other files, and of packages.
func unresolved(src []byte) (map[string]bool, error) {
	tree, err := parser.ParseFile(token.NewFileSet(), "", src, 0)
	if err != nil {
		return nil, fmt.Errorf("wrap: a defect of chad, please report it: %w", err)
	}
	names := map[string]bool{}
	for _, id := range tree.Unresolved {
		names[id.Name] = true
	}
	return names, nil
}
