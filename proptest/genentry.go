package proptest

import "github.com/seed-4b734f86/gochad/syntax"

// entry makes the entry definition: parameters of several types, a spine whose
// right-hand sides include forms and primitives drawn without repetition, so
// that all get their turn, and a result that depends on everything bound.
func (g *generator) entry() *syntax.Def {
	d := &syntax.Def{Name: "main"}
	var positive []*syntax.Size
	if g.on(SizeParams) && g.chance(0.5) {
		n := syntax.NewSizeVar("n")
		d.Sizes = []*syntax.SizeVar{n}
		positive = []*syntax.Size{syntax.SizeOfVar(n)}
	}
	g.sizes = positive
	d.Params = []*syntax.Var{g.fresh("x", syntax.Real)}
	if g.cfg.RealEntry && len(positive) > 0 { // so that the size is the length of a parameter
		d.Params = append(d.Params, g.fresh("x", array(positive[0], syntax.Real)))
	}
	for range g.rng.Intn(4) {
		t := g.paramType()
		d.Params = append(d.Params, g.fresh("x", t))
	}
	g.define(d, positive, func() syntax.Term { return g.spine(d) })
	g.prog.Defs = append(g.prog.Defs, d)
	return d
}

// paramType is the type of a parameter of the entry.
func (g *generator) paramType() syntax.Type {
	switch {
	case g.cfg.RealEntry && g.on(Arrays) && g.chance(0.4):
		return g.realArray()
	case g.cfg.RealEntry:
		return syntax.Real
	case g.chance(0.4):
		return g.dataType()
	}
	return g.flatType()
}

// wish is a right-hand side that the spine asks for.
type wish func(fuel int) syntax.Term

// wishes draws forms and primitives.
func (g *generator) wishes() []wish {
	var out []wish
	forms := g.rng.Perm(len(g.forms))
	for _, k := range forms[:g.share(len(forms))] {
		f := g.forms[k]
		out = append(out, func(fuel int) syntax.Term {
			ty := f.goal(g)
			if !f.fits(g, ty) {
				return g.term(ty, fuel)
			}
			return g.make(f, ty, fuel)
		})
	}
	var ops []*syntax.Op
	for _, op := range syntax.Ops() {
		if (g.on(Kinks) || !kinked(op)) && !rough(op) {
			ops = append(ops, op)
		}
	}
	for _, k := range g.rng.Perm(len(ops))[:g.share(len(ops))] {
		out = append(out, func(fuel int) syntax.Term { return g.apply(ops[k], fuel/2) })
	}
	g.rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// share is how many of n things a spine asks for: about one in eight, at the
// default size, so that everything is in more than a tenth of all programs.
func (g *generator) share(n int) int { return min(n, 1+n*g.cfg.Size/112) }

// spine is the body of the entry definition.
func (g *generator) spine(d *syntax.Def) syntax.Term {
	var s syntax.Spine
	for _, w := range g.wishes() {
		t := w(oneOf(g, 0, 0, 0, 0, 0, 2)) // most are small, so that there can be many
		g.vars = append(g.vars, s.Let(g.name("x"), t).Var)
	}
	// Every variable goes into one of the components of the result.
	k := 1
	if g.chance(0.3) {
		k = 2 + g.rng.Intn(2)
	}
	parts := make([][]syntax.Term, k)
	for i, x := range g.vars {
		var u syntax.Term
		if x.Type == syntax.Real {
			u = syntax.Ref(x)
		} else {
			u = s.Let(g.name("u"), g.use(syntax.Ref(x), 0))
		}
		c := syntax.RealLit(float64(3+g.rng.Intn(9)) / 10)
		parts[i%k] = append(parts[i%k], syntax.Mul(c, u))
	}
	out := make([]syntax.Term, k)
	for i, p := range parts {
		if len(p) == 0 {
			out[i] = g.literal()
			continue
		}
		out[i] = p[0]
		for _, t := range p[1:] {
			out[i] = syntax.Add(out[i], t)
		}
	}
	body := syntax.NewTuple(out...)
	d.Result = body.Type()
	return s.In(body)
}
