package chad

import (
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/text"
)

// Library is the program of the definitions that come with the language (docs/matrices.md): matrix
// products, solving, factorisations, determinants, each with the rules of its derivative. Package
// build makes them callable in programs made in Go. The program must not be changed.
func Library() *syntax.Program { return text.Library() }
