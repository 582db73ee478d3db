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
	into     map[int]string
	closures bool // the higher-order route
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
		f := &function{def: e.Def, name: name, export: e, into: e.Into, closures: g.isHigher(e.Def)}
		g.order = append(g.order, f)
	}
	for i := 0; i < len(g.order); i++ {
		g.reach(g.order[i].def.Body, g.order[i].closures)
	}
}

// reach adds the definitions that t calls, on the route of its caller.
func (g *generator) reach(t syntax.Term, closures bool) {
	funcs := g.funcs
	if closures {
		funcs = g.closureFuncs
	}
	if c, ok := t.(*syntax.Call); ok && funcs[c.Def] == nil {
		f := &function{def: c.Def, name: g.packageName(localName(c.Def.Name)), closures: closures}
		funcs[c.Def] = f
		g.order = append(g.order, f)
	}
	syntax.Children(t, func(s syntax.Term) { g.reach(s, closures) })
}

// isHigher reports whether d, or what it calls, has functions at run time.
func (g *generator) isHigher(d *syntax.Def) bool {
	seen, list := map[*syntax.Def]bool{d: true}, []*syntax.Def{d}
	holds := map[syntax.Type]bool{} // a zero of a copower, say, needs no other node
	for i := 0; i < len(list); i++ {
		f := list[i]
		higher := syntax.HoldsFunc(f.Result)
		for _, p := range f.Params {
			higher = higher || syntax.HoldsFunc(p.Type)
		}
		var visit func(t syntax.Term)
		visit = func(t syntax.Term) {
			switch t := t.(type) {
			case *syntax.Lam, *syntax.App, *syntax.LinLam, *syntax.LinApp, *syntax.Singleton, *syntax.CopowerCase:
				higher = true
				return
			case *syntax.Call:
				if !seen[t.Def] {
					seen[t.Def] = true
					list = append(list, t.Def)
				}
			}
			ty := t.Type()
			h, known := holds[ty]
			if !known {
				h = syntax.HoldsFunc(ty)
				holds[ty] = h
			}
			if higher = higher || h; !higher {
				syntax.Children(t, visit)
			}
		}
		visit(f.Body)
		if higher {
			return true
		}
	}
	return false
}
