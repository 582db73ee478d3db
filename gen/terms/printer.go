package terms

import (
	"github.com/dave/jennifer/jen"
	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A Printer prints the definitions of one file that hold functions at run time, with all that they call.
type Printer struct {
	*code.File
	exports  int              // how many of funcs are asked for
	funcs    []*code.Function // those, and then what they call
	called   map[*syntax.Def]*code.Function
	boxes    map[*syntax.Data]string
	boxOrder []*syntax.Data
	met      bool // what is named now is what users meet
	sums     map[int]bool
}

// New prints into a file. It names what the exports need at the level of the package.
func New(file *code.File, exports []*code.Function) *Printer {
	g := &Printer{File: file, exports: len(exports), funcs: exports, called: map[*syntax.Def]*code.Function{},
		boxes: map[*syntax.Data]string{}, sums: map[int]bool{}}
	g.nameBoxes()
	for i := 0; i < len(g.funcs); i++ {
		g.reach(g.funcs[i].Def.Body)
	}
	return g
}

// Callees prints what the exports call.
func (g *Printer) Callees() (out []jen.Code) {
	for _, fn := range g.funcs[g.exports:] {
		out = append(out, g.Function(fn))
	}
	return out
}

// nameBoxes names the structs of data types that users meet, in exported functions or in others that they meet: they
// are exported.
func (g *Printer) nameBoxes() {
	g.met = true
	for _, f := range g.funcs {
		for _, x := range f.Def.Params {
			g.goType(x.Type)
		}
		g.goType(f.Def.Result)
	}
	for i := 0; i < len(g.boxOrder); i++ {
		for _, c := range g.boxOrder[i].Ctors() {
			g.goType(c.Arg)
		}
	}
	g.met = false
}

// reach adds the definitions that t calls on the higher-order route.
func (g *Printer) reach(t syntax.Term) {
	if c, ok := t.(*syntax.Call); ok && g.called[c.Def] == nil {
		f := &code.Function{Def: c.Def, Name: g.PackageName(code.LocalName(c.Def.Name))}
		g.called[c.Def] = f
		g.funcs = append(g.funcs, f)
	}
	syntax.Children(t, g.reach)
}

// HoldFunctions reports whether d, or what it calls, has functions at run time.
func HoldFunctions(d *syntax.Def) bool {
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
