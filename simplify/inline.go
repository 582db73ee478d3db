package simplify

import "github.com/seed-4b734f86/gochad/syntax"

type inliner struct{}

func (p *pass) call(*syntax.Call) syntax.Term { return nil }
