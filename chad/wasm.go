package chad

import "github.com/seed-4b734f86/gochad/syntax"

// Compiled is f on the compiled route, for back ends: simplified, with pullbacks as tapes and static code, in a program
// of its own that the caller may change.
// The error is that of a pass.
func (f *Func) Compiled() (*syntax.Program, *syntax.Def, error) { return f.compiled() }
