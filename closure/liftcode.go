package closure

import "github.com/seed-4b734f86/gochad/syntax"

// A code is a definition or the λs that a let binds, as a function of what it
// captures and of its parameters.
type code struct {
	id     int
	name   string
	def    *syntax.Def       // nil for λs
	sizes  []*syntax.SizeVar // size parameters, or the size variables that λs mention
	params []*syntax.Var     // captured variables first
	caps   int               // how many are captured
	body   syntax.Term       // in A-normal form
	nodes  int               // of the body
	made   bool              // whether the definition of the same name exists
}

// codes are the definitions of p as codes, and the λs that can be lifted, if there are such.
func codes(p *syntax.Program) (defs map[*syntax.Def]*code, lams map[*syntax.Lam]*code) {
	a := analyse(p, nil, true)
	a.spread()
	lams = map[*syntax.Lam]*code{}
	for _, l := range a.lams {
		if l.only() {
			lams[l.term] = nil
		}
	}
	if len(lams) == 0 {
		return nil, nil
	}
	defs = map[*syntax.Def]*code{}
	id := 0
	add := func(c *code) *code {
		c.id, c.nodes = id, syntax.CountNodes(c.body)
		id++
		return c
	}
	for _, d := range p.Defs {
		defs[d] = add(&code{name: d.Name, def: d, sizes: d.Sizes, params: d.Params, body: d.Body})
	}
	a.collect(p).captured()
	for _, l := range a.lams {
		if _, ok := lams[l.term]; ok {
			own, body := parameters(l.term)
			lams[l.term] = add(&code{name: l.owner + "_" + l.name, sizes: l.sizes.List,
				params: append(l.free.List[:len(l.free.List):len(l.free.List)], own...), caps: len(l.free.List), body: body})
		}
	}
	return defs, lams
}

// only reports whether a λ is only ever called, and so is what it gives for the first of its parameters.
func (l *lambda) only() bool {
	if l.linear {
		return false
	}
	c := l.class.find()
	for t, ok := l.term, true; ok; t, ok = curried(t.Body) {
		if c.data {
			return false
		}
		if c.result != nil && c.result.fun != nil {
			c = c.result.fun.find()
		}
	}
	return true
}

// parameters are those of curried λs, and the body of the last.
func parameters(t *syntax.Lam) (xs []*syntax.Var, body syntax.Term) {
	for {
		xs = append(xs, t.Param)
		inner, ok := curried(t.Body)
		if !ok {
			return xs, t.Body
		}
		t = inner
	}
}

// curried finds the λ that a block returns and that is all there is in it.
func curried(t syntax.Term) (*syntax.Lam, bool) {
	if l, ok := t.(*syntax.Let); ok && len(l.Binds) == 1 && l.Binds[0].Var != nil {
		if r, ok := l.Body.(*syntax.VarRef); ok && r.Var == l.Binds[0].Var {
			t = l.Binds[0].Rhs
		}
	}
	f, ok := t.(*syntax.Lam)
	return f, ok
}

// captured finds for each λ what it, and the λs in it, use from outside.
func (u *uses) captured() {
	for _, l := range u.lams {
		for _, x := range u.vars[&l.level] {
			l.free.Add(x)
		}
		for _, n := range u.sizes[&l.level] {
			l.sizes.Add(n)
		}
	}
	for i := len(u.lams) - 1; i >= 0; i-- { // inner ones first
		l := u.lams[i]
		for _, x := range l.free.List {
			if l.outer != nil && !u.covers(l.outer.inner, u.point(x)) {
				l.outer.free.Add(x)
			}
			for _, n := range u.sizesIn(x.Type) {
				l.sizes.Add(n)
			}
		}
		for _, n := range l.sizes.List {
			if l.outer != nil && !u.covers(l.outer.inner, u.sizeAt[n]) {
				l.outer.sizes.Add(n)
			}
		}
	}
}
