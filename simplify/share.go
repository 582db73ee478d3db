package simplify

import "github.com/seed-4b734f86/gochad/syntax"

func (e *engine) share(t syntax.Term, where string) (syntax.Term, bool) { return t, false }
func shareRules() []*Rule                                               { return nil }
