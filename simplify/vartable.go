package simplify

import (
	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A varTable holds a T for every variable, found by its number. The zero value
// is an empty table.
type varTable[T any] struct{ table paged.Table[T] }

// at returns the place of x, zero at first. It stays where it is.
func (v *varTable[T]) at(x *syntax.Var) *T { return v.table.At(x.ID()) }
