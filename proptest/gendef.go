package proptest

import (
	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/syntax"
)

// maxDefs bounds the definitions of a program.
const maxDefs = 8

// sizeVarsOf lists the size variables of types, without repeats.
func sizeVarsOf(ts ...syntax.Type) []*syntax.SizeVar {
	var out set.Ordered[*syntax.SizeVar]
	for _, t := range ts {
		syntax.EachSizeVar(t, func(v *syntax.SizeVar) { out.Add(v) })
	}
	return out.List
}

// callable reports whether a new definition may return a type: its size
// variables become size parameters.
func callable(g *generator, ty syntax.Type) bool {
	return len(g.prog.Defs) < maxDefs && (g.on(SizeParams) || len(sizeVarsOf(ty)) == 0)
}

// define adds a definition; body runs with just the parameters in scope.
func (g *generator) define(d *syntax.Def, sizes []*syntax.Size, body func() syntax.Term) {
	vars, old := g.vars, g.sizes
	g.vars = append([]*syntax.Var(nil), d.Params...)
	g.sizes = append([]*syntax.Size(nil), sizes...)
	d.Body = body()
	g.vars, g.sizes = vars, old
}

// abstract replaces the size variables of ty, which are in scope here, by parameters
// of a new definition. It returns the sizes to call it with and those known to be positive inside.
func (g *generator) abstract(d *syntax.Def, ty syntax.Type) (args, positive []*syntax.Size) {
	vars := sizeVarsOf(ty)
	inner := make([]*syntax.Size, len(vars))
	for i, v := range vars {
		p := syntax.NewSizeVar(g.name("n"))
		d.Sizes = append(d.Sizes, p)
		inner[i] = syntax.SizeOfVar(p)
		args = append(args, syntax.SizeOfVar(v))
		if g.nonEmpty(args[i]) {
			positive = append(positive, inner[i])
		}
	}
	d.Result = syntax.SubstSizes(ty, syntax.SizeEnv(vars, inner))
	return args, positive
}

// call makes a definition that returns ty and calls it, sometimes twice.
func (g *generator) call(ty syntax.Type, fuel int) syntax.Term {
	d := &syntax.Def{Name: g.name("f")}
	g.prog.Defs = append(g.prog.Defs, d)
	args, positive := g.abstract(d, ty)
	for range 1 + g.rng.Intn(3) {
		t := oneOf[syntax.Type](g, syntax.Real, syntax.Real, pair, g.closedType(), g.closedType())
		if len(d.Sizes) > 0 && g.chance(0.4) {
			t = array(syntax.SizeOfVar(oneOf(g, d.Sizes...)), syntax.Real)
		}
		d.Params = append(d.Params, g.fresh("x", t))
	}
	g.define(d, positive, func() syntax.Term { return g.body(syntax.Ref(d.Params[0]), d.Result, fuel/2) })
	g.last(d)
	t := g.callTo(d, args, fuel/3)
	if ty == syntax.Real && g.chance(0.3) {
		return g.combine(t, g.callTo(d, args, fuel/3))
	}
	return t
}

// closedType is a random type without size variables.
func (g *generator) closedType() syntax.Type {
	old := g.sizes
	g.sizes = nil
	t := g.anyType()
	g.sizes = old
	return t
}

// last moves d behind the definitions made for its body.
func (g *generator) last(d *syntax.Def) {
	ds := g.prog.Defs
	for i, e := range ds {
		if e == d {
			copy(ds[i:], ds[i+1:])
			ds[len(ds)-1] = d
			return
		}
	}
}

func (g *generator) callTo(d *syntax.Def, sizes []*syntax.Size, fuel int) syntax.Term {
	params, _ := d.Instantiate(sizes)
	args := make([]syntax.Term, len(params))
	for i, p := range params {
		args[i] = g.term(p, share(fuel, len(params)))
	}
	return syntax.NewCall(nil, d, sizes, args...)
}

// recursion is a call of a new recursive definition on a list, a tree or an int.
func (g *generator) recursion(ty syntax.Type, fuel int) syntax.Term {
	d := oneOf(g, listData, treeData, nil)
	if d == nil || !g.on(DataTypes) {
		return g.countdown(ty, fuel)
	}
	g.declare(d)
	return g.let("l", g.term(d, fuel/3), func(l syntax.Term) syntax.Term {
		if t := g.recurse(d, l, ty, fuel); t != nil {
			return t
		}
		return g.term(ty, fuel/2)
	})
}

// recurse calls a new definition by recursion over the atom t of type d, or is nil.
func (g *generator) recurse(d *syntax.Data, t syntax.Term, ty syntax.Type, fuel int) syntax.Term {
	if !callable(g, ty) || d == tagData || g.mult > maxMult {
		return nil
	}
	g.used["recursion"]++
	def := &syntax.Def{Name: g.name("r")}
	g.prog.Defs = append(g.prog.Defs, def)
	args, positive := g.abstract(def, ty)
	self := syntax.SizesOf(def.Sizes)
	l, x := g.fresh("l", d), g.fresh("x", syntax.Real)
	def.Params = []*syntax.Var{l, x}
	again := func(u syntax.Term) syntax.Term { return syntax.NewCall(nil, def, self, u, g.real(1)) }
	g.define(def, positive, func() syntax.Term {
		return g.repeated(syntax.SizeLit(4), func() syntax.Term {
			g.vars = []*syntax.Var{x} // the data only shrinks
			vs, _ := syntax.Variants(d)
			base, node := g.fresh("v", vs[0]), g.fresh("v", vs[1])
			arms := []syntax.Arm{{Var: base}, {Var: node}}
			arms[0].Body = g.within(func() syntax.Term { return g.term(def.Result, fuel/4) }, base)
			var s syntax.Spine
			first, second := s.Let(g.name("h"), syntax.NewProj(0, syntax.Ref(node))), s.Let(g.name("t"),
				syntax.NewProj(1, syntax.Ref(node)))
			left := first
			if d == treeData {
				left = s.Let(g.name("y"), again(first))
			}
			right := s.Let(g.name("y"), again(second))
			arms[1].Body = s.In(g.within(func() syntax.Term { return g.merge(def.Result, right, left, fuel/3) },
				left.Var, right.Var))
			return syntax.NewCase(syntax.Ref(l), arms...)
		})
	})
	g.last(def)
	return syntax.NewCall(nil, def, args, t, g.real(fuel/4))
}

// merge is a term of type ty that depends on the results of recursive calls.
func (g *generator) merge(ty syntax.Type, y, z syntax.Term, fuel int) syntax.Term {
	if ty == syntax.Real {
		return g.combine(g.combine(y, g.use(z, 1)), g.real(fuel))
	}
	return g.step(ty, y, nil, fuel)
}

// countdown is a call of a new definition that recurs on an int; with luck two
// definitions that call each other.
func (g *generator) countdown(ty syntax.Type, fuel int) syntax.Term {
	a, b := &syntax.Def{Name: g.name("r")}, &syntax.Def{Name: g.name("r")}
	args, positive := g.abstract(a, ty)
	ds := []*syntax.Def{a}
	if len(args) == 0 && g.chance(0.4) {
		b.Result = a.Result
		ds = append(ds, b)
	}
	self := syntax.SizesOf(a.Sizes)
	for _, d := range ds {
		g.prog.Defs = append(g.prog.Defs, d)
		d.Params = []*syntax.Var{g.fresh("k", syntax.Int), g.fresh("x", syntax.Real)}
	}
	for i, d := range ds {
		next := ds[(i+1)%len(ds)]
		g.define(d, positive, func() syntax.Term {
			return g.repeated(syntax.SizeLit(3), func() syntax.Term { return g.countBody(d, next, self, fuel/len(ds)) })
		})
	}
	for _, d := range ds {
		g.last(d)
	}
	return syntax.NewCall(nil, a, args, syntax.IntLit(int64(g.rng.Intn(4))), g.real(fuel/4))
}

func (g *generator) countBody(d, next *syntax.Def, sizes []*syntax.Size, fuel int) syntax.Term {
	k, x := syntax.Ref(d.Params[0]), d.Params[1]
	g.vars = []*syntax.Var{x} // the count only falls
	base := g.term(d.Result, fuel/3)
	var s syntax.Spine
	less := syntax.NewPrim(syntax.OpIntSub, k, syntax.IntLit(1))
	y := s.Let(g.name("y"), syntax.NewCall(nil, next, sizes, less, g.combine(syntax.Ref(x), g.real(fuel/4))))
	step := s.In(g.within(func() syntax.Term { return g.step(d.Result, y, nil, fuel/3) }, y.Var))
	return syntax.NewIf(syntax.NewPrim(syntax.MustOp("ile"), k, syntax.IntLit(0)), base, step)
}
