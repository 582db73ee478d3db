package gen

import (
	"fmt"
	"go/token"

	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/gen/forms"
	"github.com/seed-4b734f86/gochad/gen/gc"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt"
	"github.com/seed-4b734f86/gochad/lower/place"
	"github.com/seed-4b734f86/gochad/syntax"
)

// plan names the functions of the file: the exports first, in their order. Those that hold functions
// at run time take the higher-order route with all that they call, the others become
// functions of the loop language.
func (g *generator) plan(p *syntax.Program) error {
	known := map[*syntax.Def]bool{}
	for _, d := range p.Defs {
		known[d] = true
	}
	var firstOrder []place.Export
	for i := range g.opt.Exports {
		e := &g.opt.Exports[i]
		if e.Def == nil || !known[e.Def] {
			code.Failf("export %d is no definition of the program", i)
		}
		name := e.Name
		if name == "" {
			name = code.ExportedName(e.Def.Name)
		}
		if !token.IsIdentifier(name) || code.Reserved[name] || g.Has(name) {
			code.Failf("%q cannot name a function of the package", name)
		}
		g.Reserve(name)
		f := &code.Function{Def: e.Def, Name: name, Doc: e.Doc, Exported: true, Core: e.Core, Into: e.Into}
		g.order = append(g.order, f)
		if !isHigher(e.Def) {
			firstOrder = append(firstOrder, place.Export{Def: e.Def, Name: name, Into: e.Into, Lent: e.lent(), At: e.At,
				Checked: e.Core, Shaped: e.Shaped})
			continue
		}
		if e.Core {
			code.Failf("%s: %w", e.Def.Name, ErrFunctions)
		}
		g.higher = append(g.higher, f)
	}
	for _, f := range g.order {
		if !isHigher(f.Def) {
			g.nameWorkspaces(f.Name, f.Core)
		}
	}
	g.nameBoxes()
	for i := 0; i < len(g.higher); i++ {
		g.reach(g.higher[i].Def.Body)
	}
	return g.placed(firstOrder)
}

// placed turns the first-order exports into loops.
func (g *generator) placed(exports []place.Export) error {
	if len(exports) == 0 {
		return nil
	}
	names := map[*loop.Func]*code.Scopes{}
	r, err := place.Program(place.Options{
		Context: g.opt.Context,
		Package: g.opt.Package,
		Param: func(fn *loop.Func, hint string) string {
			if names[fn] == nil {
				names[fn] = g.File.Scopes()
			}
			return names[fn].Fresh(hint)
		},
		Callee: func(hint string) string { return g.PackageName(code.LocalName(hint)) },
	}, exports...)
	if err != nil {
		return err
	}
	if err := g.batch(r, names); err != nil {
		return err
	}
	o := opt.Options{Context: g.opt.Context, FastMath: g.opt.FastMath, Kernels: g.opt.BLAS, Jam: g.opt.Jam,
		Zip: g.opt.Jam, ZipFrom: 5, Outline: true, Observe: g.opt.Observe, Parallel: g.opt.Parallel}
	var refused []string
	o.Refused = func(f *loop.Func, s *loop.For, why string) {
		refused = append(refused, fmt.Sprintf("%s, loop over %s: %s", f.Name, s.Var.Name, why))
	}
	if err := opt.Optimize(r.Program, o); err != nil {
		return err
	}
	loop.Merge(r.Program)
	g.loops = r
	for _, f := range r.Program.Funcs {
		if f.Outlined != nil {
			f.Name = g.PackageName(code.LocalName(f.Outlined.Name + "Part"))
		}
	}
	if err := g.findTeams(r.Program, refused); err != nil {
		return err
	}
	g.frames = gc.SplitGiants(r.Program, g.opt.SplitOver, g.PackageName)
	g.nameCells(r.Program)
	g.scopes = names
	g.planMemory()
	if g.opt.Parallel <= 1 {
		g.rows = gc.Rows(r.Program, g.memory.plan)
	}
	forms.Pairs(r.Program, g.File)
	forms.Chains(r.Program, g.File)
	gc.OpenExp(r.Program, g.File)
	return nil
}

// reach adds the definitions that t calls on the higher-order route.
func (g *generator) reach(t syntax.Term) {
	if c, ok := t.(*syntax.Call); ok && g.closureFuncs[c.Def] == nil {
		f := &code.Function{Def: c.Def, Name: g.PackageName(code.LocalName(c.Def.Name))}
		g.closureFuncs[c.Def] = f
		g.order, g.higher = append(g.order, f), append(g.higher, f)
	}
	syntax.Children(t, g.reach)
}

// isHigher reports whether d, or what it calls, has functions at run time.
func isHigher(d *syntax.Def) bool {
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
