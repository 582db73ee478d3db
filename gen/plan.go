package gen

import (
	"go/token"

	"github.com/seed-4b734f86/gochad/syntax"
)

// A function is one definition to emit.
type function struct {
	def    *syntax.Def
	name   string
	export *Export
	// into holds, by result leaf, the name of the parameter that receives it.
	into map[int]string
}

// plan decides which functions the file holds and names them.
func (g *generator) plan(p *syntax.Program) {
	known := map[*syntax.Def]bool{}
	for _, d := range p.Defs {
		known[d] = true
	}
	for i := range g.opt.Exports {
		e := &g.opt.Exports[i]
		if e.Def == nil || !known[e.Def] {
			failf("export %d is no definition of the program", i)
		}
		name := e.Name
		if name == "" {
			name = exportedName(e.Def.Name)
		}
		if !token.IsIdentifier(name) || reserved[name] || g.pkgNames[name] {
			failf("%q cannot name a function of the package", name)
		}
		g.pkgNames[name] = true
		g.order = append(g.order, &function{def: e.Def, name: name, export: e, into: e.Into})
	}
	for i := 0; i < len(g.order); i++ {
		g.reach(g.order[i].def.Body)
	}
}

// reach adds the definitions that t calls.
func (g *generator) reach(t syntax.Term) {
	if c, ok := t.(*syntax.Call); ok && g.funcs[c.Def] == nil {
		f := &function{def: c.Def, name: g.packageName(localName(c.Def.Name))}
		g.funcs[c.Def] = f
		g.order = append(g.order, f)
	}
	syntax.Children(t, g.reach)
}
