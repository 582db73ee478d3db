package simplify

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Program simplifies every definition of a program, callees first, and inlines
// calls as [Options.Inline] says. The result has definitions of its own, which
// share binders with the old ones; if nothing changed it is p itself.
// The error is about unknown rule names in o.
func Program(p *syntax.Program, o Options) (*syntax.Program, *Report, error) {
	defer times.Begin("simplify")()
	rs, err := newRuleSet(o)
	if err != nil {
		return nil, nil, err
	}
	q := &program{
		engine: engine{ruleSet: rs, report: &Report{}, defs: map[*syntax.Def]bool{}, scratch: newScratch()},
		copies: map[*syntax.Def]*syntax.Def{},
		calls:  map[*syntax.Def]int{},
	}
	defer q.free()
	for _, d := range p.Defs {
		eachCallee(d, !o.Final, func(c *syntax.Def) { q.calls[c]++ })
	}
	out := &syntax.Program{Data: p.Data, Defs: make([]*syntax.Def, len(p.Defs))}
	for i, d := range p.Defs {
		c := *d
		q.copies[d], out.Defs[i] = &c, &c
	}
	changed := false
	for _, d := range calleesFirst(p.Defs, !o.Final) {
		if q.def(d.def, q.copies[d.def]) {
			changed = true
		}
		if !d.recursive {
			q.consider(d.def, q.copies[d.def])
		}
	}
	if !changed {
		return p, q.report, nil
	}
	return out, q.report, nil
}

type program struct {
	engine
	calls  map[*syntax.Def]int // calls in the whole program
	copies map[*syntax.Def]*syntax.Def
}

// def simplifies d into its copy c and reports whether that is any different.
func (q *program) def(d, c *syntax.Def) bool {
	moved := q.redirect(d.Body)
	c.Body = q.term(moved, d.Name)
	changed := c.Body != moved
	c.Attach(d, func(r *syntax.CustomJVP) *syntax.CustomJVP {
		rule := *r
		moved := q.redirect(rule.Body)
		rule.Body = moved
		if q.opts.Final {
			return &rule // kept for the verifier only
		}
		rule.Body = q.term(moved, d.Name)
		changed = changed || rule.Body != moved
		return &rule
	})
	return changed
}

// redirect makes calls go to the copies.
func (q *program) redirect(t syntax.Term) syntax.Term {
	t = syntax.MapChildren(t, q.redirect)
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
	if !keep && q.on["inlineCall"] && limit > 0 && nodesUpTo(d.Body, limit) <= limit {
		q.defs[d] = true
	}
}

// takesFunctions reports whether functions are among the parameters of d or in its result.
func takesFunctions(d *syntax.Def) bool {
	return syntax.HoldsFunc(d.Result) || slices.ContainsFunc(d.Params, func(x *syntax.Var) bool { return syntax.HoldsFunc(x.Type) })
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

// call is inlineCall. The copy of the body is simplified; its parameters are
// let-bound, so that nothing is done twice.
func (p *pass) call(t *syntax.Call) syntax.Term {
	d := t.Def
	if !p.defs[d] {
		return nil
	}
	p.fire("inlineCall")
	s := syntax.Substitution{Fresh: true, Vars: map[*syntax.Var]syntax.Term{}, Sizes: map[*syntax.SizeVar]*syntax.Size{}}
	for i, n := range d.Sizes {
		s.Sizes[n] = t.Sizes[i]
	}
	binds := make([]syntax.Bind, len(d.Params))
	for i, x := range d.Params {
		a := p.operand(t.Args[i])
		y := syntax.NewVar(x.Name, a.Type())
		s.Vars[x] = syntax.Ref(y)
		binds[i] = syntax.Bind{Var: y, Rhs: a}
	}
	return p.gave("inlineCall", syntax.NewLet(binds, s.Apply(d.Body)))
}

// visited is a definition in the order of [calleesFirst].
type visited struct {
	def       *syntax.Def
	recursive bool
}

// calleesFirst orders definitions so that callees come before callers, but for
// recursion, and says which are on a cycle of calls (Tarjan's components). The calls in rules
// attached to definitions count if rules is true.
func calleesFirst(defs []*syntax.Def, rules bool) []visited {
	t := &tarjan{rules: rules, number: map[*syntax.Def]int{}, low: map[*syntax.Def]int{}, open: map[*syntax.Def]bool{}}
	for _, d := range defs {
		if t.number[d] == 0 {
			t.visit(d)
		}
	}
	in := map[*syntax.Def]bool{}
	for _, d := range defs {
		in[d] = true
	}
	var out []visited
	for _, v := range t.out {
		if in[v.def] {
			out = append(out, v)
		}
	}
	return out
}

type tarjan struct {
	rules       bool
	number, low map[*syntax.Def]int
	open        map[*syntax.Def]bool
	stack       []*syntax.Def
	out         []visited
}

func (t *tarjan) visit(d *syntax.Def) {
	t.number[d] = len(t.number) + 1
	t.low[d] = t.number[d]
	t.stack, t.open[d] = append(t.stack, d), true
	self := false
	eachCallee(d, t.rules, func(c *syntax.Def) {
		self = self || c == d
		switch {
		case t.number[c] == 0:
			t.visit(c)
			t.low[d] = min(t.low[d], t.low[c])
		case t.open[c]:
			t.low[d] = min(t.low[d], t.number[c])
		}
	})
	if t.low[d] != t.number[d] {
		return
	}
	for i := len(t.stack) - 1; ; i-- {
		c := t.stack[i]
		t.open[c] = false
		if c == d {
			for _, m := range t.stack[i:] {
				t.out = append(t.out, visited{m, self || len(t.stack) > i+1})
			}
			t.stack = t.stack[:i]
			return
		}
	}
}

// eachCallee calls yield for the definitions that d calls, with repeats.
func eachCallee(d *syntax.Def, rules bool, yield func(*syntax.Def)) {
	var visit func(syntax.Term)
	visit = func(t syntax.Term) {
		if c, ok := t.(*syntax.Call); ok {
			yield(c.Def)
		}
		syntax.Children(t, visit)
	}
	if d.Body != nil {
		visit(d.Body)
	}
	if !rules {
		return
	}
	for _, r := range d.Attached() {
		visit(r.Body)
	}
}
