package gen

import (
	"fmt"
	"go/token"

	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/gen/forms"
	"github.com/seed-4b734f86/gochad/gen/gc"
	"github.com/seed-4b734f86/gochad/gen/terms"
	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt"
	"github.com/seed-4b734f86/gochad/lower/place"
	"github.com/seed-4b734f86/gochad/syntax"
)

// plan names the functions of the file: the exports first, in their order. Those that hold functions
// at run time take the higher-order route with all that they call, the others become
// functions of the loop language.
func (g *generator) plan(p *syntax.Program) error {
	known := set.Of(p.Defs)
	var firstOrder []place.Export
	var higher []*code.Function
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
		g.exports = append(g.exports, f)
		if g.higher[f] = terms.HoldFunctions(e.Def); !g.higher[f] {
			firstOrder = append(firstOrder, place.Export{Def: e.Def, Name: name, Into: e.Into, Adds: e.Adds, Lent: e.lent(), At: e.At,
				Checked: e.Core, Shaped: e.Shaped, Seeded: e.Seeded})
			continue
		}
		if e.Core {
			code.Failf("%s: %w", e.Def.Name, ErrFunctions)
		}
		higher = append(higher, f)
	}
	for _, f := range g.exports {
		if !g.higher[f] {
			g.loops.NameWorkspace(f.Name, f.Core)
		}
	}
	g.terms = terms.New(g.File, higher)
	return g.placed(firstOrder)
}

// placed turns the first-order exports into loops.
func (g *generator) placed(exports []place.Export) error {
	if len(exports) == 0 {
		return nil
	}
	r, err := place.Program(place.Options{
		Context: g.opt.Context,
		Package: g.opt.Package,
		Param:   g.loops.Param,
		Callee:  g.callee,
	}, exports...)
	if err != nil {
		return err
	}
	if err := g.batch(r); err != nil {
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
	if err := g.loops.Prepare(r, refused); err != nil {
		return err
	}
	forms.Pairs(r.Program, g.File)
	forms.Chains(r.Program, g.File)
	gc.OpenExp(r.Program, g.File)
	return nil
}

// callee names a function that is not exported.
func (g *generator) callee(hint string) string { return g.PackageName(code.LocalName(hint)) }
