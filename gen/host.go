package gen

import "github.com/seed-4b734f86/gochad/syntax"

// reserveHost keeps the names of functions of the package that emitted code calls, which others write, from variables.
func (g *generator) reserveHost(p *syntax.Program) {
	seen := map[syntax.Term]bool{}
	var work []syntax.Term // terms can be too deep for recursion
	add := func(t syntax.Term) {
		if t != nil && !seen[t] {
			seen[t] = true
			work = append(work, t)
		}
	}
	for _, d := range p.Defs {
		add(d.Body)
	}
	for len(work) > 0 {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		if c, ok := t.(*syntax.Prim); ok && c.Op.Host && c.Op.Go.Pkg == "" {
			g.Reserve(c.Op.Go.Func)
		}
		syntax.Children(t, add)
	}
}
