package simplify

import (
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Program simplifies every definition of a program, callees first, and inlines
// calls as [Options.Inline] says. The result has definitions of its own, which
// cse binders with the old ones; if nothing changed it is p itself.
// The error is about unknown rule names in o.
func Program(p *syntax.Program, o Options) (_ *syntax.Program, _ *Report, err error) {
	defer times.Begin("simplify")()
	defer stop.Recover(&err)
	rs, err := newRuleSet(o)
	if err != nil {
		return nil, nil, err
	}
	q := &program{
		engine: engine{ruleSet: rs, report: &Report{}, defs: map[*syntax.Def]*syntax.Def{}, scratch: newScratch()},
		copies: map[*syntax.Def]*syntax.Def{},
		calls:  map[*syntax.Def]int{},
	}
	callees := syntax.CallGraph(p.Defs, !o.Final)
	for _, d := range p.Defs {
		for _, c := range callees[d] {
			q.calls[c]++
		}
	}
	out := &syntax.Program{Data: p.Data, Defs: make([]*syntax.Def, len(p.Defs))}
	for i, d := range p.Defs {
		c := *d
		q.copies[d], out.Defs[i] = &c, &c
	}
	changed := false
	for _, d := range syntax.CalleesFirst(p.Defs, callees) {
		q.redirects = len(callees[d.Def]) > 0 || o.Final && len(d.Def.Attached()) > 0 // whose callees do not count then
		if q.def(d.Def, q.copies[d.Def]) {
			changed = true
		}
		if !d.Recursive {
			q.consider(d.Def, q.copies[d.Def])
		}
	}
	q.free() // what is stopped in the middle leaves it to the garbage collector
	if !changed {
		return p, q.report, nil
	}
	return out, q.report, nil
}

type program struct {
	engine
	calls  map[*syntax.Def]int // calls in the whole program
	copies map[*syntax.Def]*syntax.Def
	// redirects says that the definition in work may have calls.
	redirects bool
}

// def simplifies d into its copy c and reports whether that is any different.
func (q *program) def(d, c *syntax.Def) bool {
	moved, opened := d.Body, q.opens(d)
	if !opened {
		moved = q.redirect(moved)
	}
	var shared bool
	var by uint8
	if moved == d.Body {
		by = d.Settled()
	}
	// calls of other definitions share no more and no less
	c.Body, shared = q.term(moved, d.Name, d.Shared(), q.stays(moved, by))
	if opened && syntax.NodesOf(c.Body)&syntax.Calls != 0 {
		c.Body = q.redirect(c.Body) // to be sure
	}
	if shared {
		c.SetShared()
		if syntax.NodesOf(c.Body)&syntax.Calls == 0 {
			c.SetSettled(q.opts.sets())
		}
	}
	changed := c.Body != moved
	c.Attach(d, func(r *syntax.CustomJVP) *syntax.CustomJVP {
		rule := *r
		moved := q.redirect(rule.Body)
		rule.Body = moved
		if q.opts.Final {
			return &rule // kept for the verifier only
		}
		rule.Body, _ = q.term(moved, d.Name, false, false)
		changed = changed || rule.Body != moved
		return &rule
	})
	return changed
}

// opens reports whether a round opens all calls in the body of d: these need not go to the copies before. (Rounds are
// run where there are calls.)
func (q *program) opens(d *syntax.Def) bool {
	if q.opts.Tamper != nil {
		return false
	}
	for _, c := range syntax.Callees(d.Body) {
		if q.defs[c] == nil {
			return false
		}
	}
	return true
}

// redirect makes calls go to the copies.
func (q *program) redirect(t syntax.Term) syntax.Term {
	if !q.redirects {
		return t
	}
	m := syntax.Mapper{}
	m.Term = func(t syntax.Term) syntax.Term {
		if syntax.NodesOf(t)&syntax.Calls == 0 {
			return t
		}
		return q.redirected(m.Map(t))
	}
	return m.Term(t)
}

// redirected makes t go to the copy, if it is a call.
func (q *program) redirected(t syntax.Term) syntax.Term {
	if call, ok := t.(*syntax.Call); ok && q.copies[call.Def] != nil {
		return syntax.NewCall(call.At, q.copies[call.Def], call.Sizes, call.Args...)
	}
	return t
}

// seedFactor is how much larger a derivative that is called once may be than other
// definitions, to be inlined: where it is applied its seed is known.
const seedFactor = 8

// consider marks the copy c of d for inlining if it is small.
func (q *program) consider(old, d *syntax.Def) {
	limit := q.opts.Inline
	if q.opts.InlineHigher > limit && takesFunctions(d) {
		limit = q.opts.InlineHigher
	}
	if q.calls[old] == 1 && givesLFun(d.Result) {
		limit *= seedFactor
	}
	keep := d.Keep || d.Kernel != "" && q.opts.Kernels || d.Primitive() && !q.opts.Final
	if !keep && q.on["inlineCall"] && limit > 0 && syntax.NodesUpTo(d.Body, limit) <= limit {
		q.defs[d], q.defs[old] = d, d
	}
}

// takesFunctions reports whether functions are among the parameters of d or in its result.
func takesFunctions(d *syntax.Def) bool {
	return syntax.HoldsFunc(d.Result) || slices.ContainsFunc(d.Params,
		func(x *syntax.Var) bool { return syntax.HoldsFunc(x.Type) })
}

// givesLFun reports whether t is a linear function or a tuple with one.
func givesLFun(t syntax.Type) bool {
	switch t := t.(type) {
	case *syntax.LFunType:
		return true
	case *syntax.TupleType:
		return slices.ContainsFunc(t.Elems, givesLFun)
	}
	return false
}

// call is inlineCall. The copy of the body is simplified. A parameter is the argument itself if that is a scalar atom,
// which letInline would put there in the next round, and else let-bound, so that nothing is done twice: arrays and
// tuples are counted anew as what the parameter is, projected and indexed.
func (p *pass) call(t *syntax.Call) syntax.Term {
	d := p.defs[t.Def]
	if d == nil {
		return nil
	}
	p.fire("inlineCall")
	args := make([]syntax.Term, len(t.Args))
	for i, a := range t.Args { // before the copy, since calls are among them
		args[i] = p.operand(a)
	}
	s := &p.copies
	s.Reset()
	s.Fresh = true
	for i, n := range d.Sizes {
		s.PutSize(n, t.Sizes[i])
	}
	var binds []syntax.Bind
	for i, x := range d.Params {
		a := args[i]
		if _, scalar := a.Type().(*syntax.Scalar); scalar && p.hot.letInline && form.IsAtom(a) {
			p.addUse(a)
			s.Put(x, a)
			continue
		}
		y := syntax.NewVar(x.Name, a.Type())
		s.Put(x, syntax.Ref(y))
		binds = append(binds, syntax.Bind{Var: y, Rhs: a})
	}
	return p.gave("inlineCall", syntax.NewLet(binds, s.Apply(d.Body)))
}
