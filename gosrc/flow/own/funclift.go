package own

import "github.com/seed-4b734f86/gochad/gosrc/flow"

// lift fills the function of a literal.
func (r *resolver) lift(l *lifted, all []*lifted, env map[*flow.Var]target) {
	if len(l.fn.Params) > 0 || l.fn.Body != nil {
		return // another name of a literal that was lifted
	}
	c := &copier{vars: map[*flow.Var]*flow.Var{}}
	params := make([]*flow.Var, len(l.caps))
	inside := map[*flow.Var]flow.Expr{}
	for i, k := range l.caps {
		params[i] = k.parameter()
		inside[k.v] = load(params[i])
	}
	l.head(c, params)
	l.body(c.list(l.lit.Body))
	scope := map[*flow.Var]target{}
	pass := func(v *flow.Var, fn *flow.Func, caps []capture) {
		t := target{fn: fn}
		for _, k := range caps {
			e := inside[k.v]
			if e == nil {
				return // the literal does not use v
			}
			if q := c.refs[k.v]; q != nil && !k.ref {
				e = &flow.Load{Place: flow.Place{Var: q, Path: []flow.Step{{Kind: flow.StepDeref}}}}
			}
			t.extra = append(t.extra, e)
		}
		scope[v] = t
	}
	for _, m := range all {
		pass(m.v, m.fn, m.caps)
	}
	for v, t := range env {
		var caps []capture
		for _, e := range t.extra {
			caps = append(caps, captureOf(e))
		}
		pass(v, t.fn, caps)
	}
	r.known(l.fn, scope)
}
