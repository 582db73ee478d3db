package own

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/internal/set"
)

// settle analyses functions that call each other until their summaries do not change, and keeps their problems then.
func (r *resolver) settle(group []*flow.Func) {
	if n, ok := r.checks[group[0]]; ok {
		r.summaries[group[0]] = newSummary()
		r.summaries[group[0]].needs[n] = true
		return
	}
	for _, f := range group {
		r.summaries[f] = newSummary()
		r.openGrowing(r.work[f])
		r.work[f].body = cutFirst(r.work[f].body, fixed(f, r.work[f].body))
		r.diags = append(r.diags, r.impure(f)...)
	}
	for {
		grew := false
		var problems []problem
		for _, f := range group {
			before := r.summaries[f].size()
			problems = append(problems, r.processed(r.work[f])...)
			grew = grew || r.summaries[f].size() > before
		}
		if !grew {
			r.diags = append(r.diags, diagnoses(problems)...)
			for _, p := range problems {
				if c := p.st.link.by.call; p.st.moves != "" && c != nil && c.Func != nil && !r.kept[whereIs(c.Func)] {
					r.reads[whereIs(c.Func)] = true
				}
			}
			return
		}
	}
}

// diagnoses are the messages for problems, one for each cause, which is what was written where: at the first place
// behind the write, or of all, where what is out of date is read, rather than at the write where only the end of the
// function reads it.
func diagnoses(problems []problem) (out diag.List) {
	type place struct {
		rank int
		diag.Diagnostic
	}
	var causes []string
	best := map[string]place{}
	for _, p := range problems {
		q := place{0, p.diagnose()}
		switch {
		case p.ends:
			q.rank = 2
		case p.at != nil && p.st.at != nil && p.at.File == p.st.at.File && p.at.Line < p.st.at.Line:
			q.rank = 1
		}
		cause := q.Message
		if p.stale != nil && p.st.at != nil {
			cause = fmt.Sprintf("%s:%d:%d", p.st.at.File, p.st.at.Line, p.st.at.Col)
		}
		old, seen := best[cause]
		if !seen {
			causes = append(causes, cause)
		}
		if !seen || q.rank < old.rank || q.rank == old.rank && earlier(q.Pos, old.Pos) {
			best[cause] = q
		}
	}
	for _, cause := range causes {
		out = append(out, best[cause].Diagnostic)
	}
	return out
}

func earlier(p, q diag.Pos) bool {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col)) < 0
}

// maxRounds bounds how often a function is looked at again; what it is for is not known to need as many.
const maxRounds = 1000

// process finds a form without views for a function that means the same, and leaves it in its body.
func (r *resolver) process(w *work) []problem {
	for round := 0; ; round++ {
		problems, calls, grows := r.attempt(w)
		if round > maxRounds {
			return problems
		}
		if w.without != nil && slices.ContainsFunc(problems, func(p problem) bool { return p.broken == nil }) {
			w.body, w.modes, w.without = w.without.body, w.without.modes, nil // as a value it has none
			continue
		}
		again := false
		open := map[*flow.Call]bool{}
		for _, p := range problems {
			if p.broken != nil && w.modes[p.broken.v] == byView || p.broken != nil && w.modes[p.broken.v] == byReuse {
				w.modes[p.broken.v] = byValue
				again = true
			}
			for _, c := range append(takers(w.body, p), calls[p.sharer()]) {
				if c != nil && r.opens(w, c.Func) && !open[c] {
					open[c] = true
					w.inlined++
					again = true
				}
			}
		}
		if !again {
			again = r.reuse(w, problems)
		}
		if !again && len(problems) > 0 {
			if w.first == nil {
				w.first = problems
			}
			again = r.follow(w, problems) || r.writeCases(w, problems) || w.ownValues(problems)
		}
		if !again && len(problems) > 0 {
			return w.first // what people wrote, not what became of it
		}
		if !again {
			again = w.chosenAgain()
		}
		if !again {
			known := r.summaries[w.fn].grows
			for at, g := range grows {
				known[at] = known[at].or(g)
			}
			return nil
		}
		w.body = inline(w.body, open, func(f *flow.Func) []flow.Stmt { return r.work[f].body })
	}
}

// ownValues gives the slices values of their own that are views of what a problem is about: a list that is nil at first
// and then what a call made of it need not be a window of what the call made of it before. That is done once: variables
// are taken apart anew in each round.
func (w *work) ownValues(problems []problem) (found bool) {
	if w.owned {
		return false
	}
	for _, p := range problems {
		if p.stale == nil {
			continue
		}
		of := []*flow.Var{p.st.name, p.st.link.by.v, p.stale.v}
		for _, v := range w.views {
			if isSlice(v.v.Type) && w.modes[v.v] == byView &&
				(slices.Contains(of, v.root) || slices.Contains(of, v.v)) {
				w.modes[v.v], found = byValue, true
			}
		}
	}
	w.owned = found
	return found
}

// maxWritten bounds how many variables of a function are written out by cases; each may double the statements with it.
const maxWritten = 4

// size counts statements.
func size(ss []flow.Stmt) int {
	n := 0
	eachStmt(ss, func(flow.Stmt) { n++ })
	return n
}

// writeCases writes out a variable that shares memory and may denote several places.
func (r *resolver) writeCases(w *work, problems []problem) bool {
	for _, p := range problems {
		v := p.st.link.by.v
		if p.stale == nil || v == nil || w.modes[v] != byValue || w.tried[v] || len(w.tried) >= maxWritten {
			continue
		}
		if len(w.tried) == 0 {
			w.size = size(w.body)
		}
		w.tried[v] = true
		body, ok := byCases(w.body, v, w.parts, false)
		if ok && size(body) < 2*w.size+100 {
			w.body = body
			return true
		}
	}
	return false
}

// chosenAgain writes out a slice that is only read, and that a loop has denote one of a few places, now this and now
// that: as a value it would be copied, and its derivative added, as a whole in each iteration. It reports whether there
// is one.
func (w *work) chosenAgain() bool {
	for _, v := range choices(w.body) {
		if w.modes[v] != byValue || w.tried[v] || len(w.tried) >= maxWritten {
			continue
		}
		if len(w.tried) == 0 {
			w.size = size(w.body)
		}
		w.tried[v] = true
		body, ok := byCases(w.body, v, w.parts, false)
		if ok && size(body) < 2*w.size+100 {
			w.without = &choiceless{w.body, maps.Clone(w.modes)}
			w.body = body
			return true
		}
	}
	w.without = nil
	return false
}

// choiceless is a body in which a variable is not written out by cases.
type choiceless struct {
	body  []flow.Stmt
	modes map[*flow.Var]mode
}

// choices are the slices that are only read, in the order of their definitions, all of which name other slices that are
// not written either; one stands in a loop, and another before it.
func choices(ss []flow.Stmt) []*flow.Var {
	var order []*flow.Var
	defs, inLoops, other := map[*flow.Var]int{}, map[*flow.Var]int{}, map[*flow.Var]bool{}
	names := map[*flow.Var][]*flow.Var{}
	var visit func(ss []flow.Stmt, loop bool)
	visit = func(ss []flow.Stmt, loop bool) {
		for _, s := range ss {
			a, isAssign := s.(*flow.Assign)
			for i, p := range flow.Stores(s) {
				v := p.Var
				if v == nil || !isSlice(v.Type) {
					continue
				}
				if len(p.Path) > 0 || !isAssign || wholeOf(a.Src[i]) == nil || wholeOf(a.Src[i]) == v {
					other[v] = true
					continue
				}
				if defs[v] == 0 {
					order = append(order, v)
				}
				names[v] = append(names[v], wholeOf(a.Src[i]))
				if defs[v]++; loop {
					inLoops[v]++
				}
			}
			inside := loop
			switch s.(type) {
			case *flow.Count, *flow.While:
				inside = true
			}
			for _, l := range flow.Lists(s) {
				visit(l, inside)
			}
		}
	}
	visit(ss, false)
	return slices.DeleteFunc(order, func(v *flow.Var) bool {
		return other[v] || inLoops[v] == 0 || inLoops[v] == defs[v] ||
			slices.ContainsFunc(names[v], func(u *flow.Var) bool { return other[u] || inLoops[u] > 0 })
	})
}

// takers are the calls that get the address of a variable that shares memory: when their bodies are seen, it may be
// taken apart.
func takers(ss []flow.Stmt, p problem) []*flow.Call {
	v := p.st.link.by.v
	if p.stale == nil || v == nil {
		return nil
	}
	var out []*flow.Call
	eachStmt(ss, func(s flow.Stmt) {
		c, ok := s.(*flow.Call)
		if !ok {
			return
		}
		for _, e := range c.Args {
			if a, ok := e.(*flow.Addr); ok && a.Place.Var == v && trim(letters(a.Place)) == "" {
				out = append(out, c)
			}
		}
	})
	return out
}

// sharer is the call that makes names share memory, or that gets shared memory, and nil if the problem has none.
func (p problem) sharer() *flow.Call {
	if p.call != nil {
		return p.call
	}
	return p.st.link.by.call
}

// opens reports whether calls of a function can be replaced by its body.
func (r *resolver) opens(w *work, f *flow.Func) bool {
	if _, check := r.checks[f]; check {
		return false
	}
	return f != nil && !f.Sealed() && !r.recursive[f] && w.inlined < maxInlined &&
		!moves(r.work[f].body)
}

// attempt writes the paths of views as far as modes say, and checks the rest. It also says from which calls of the
// body those in the new body come.
func (r *resolver) attempt(w *work) ([]problem, map[*flow.Call]*flow.Call, map[argNode]writing) {
	f := w.fn
	r.split(w)
	w.body = takeApart(w.body, func(ss []flow.Stmt) map[*flow.Var]bool { return fixed(f, ss) }, w.bound)
	r.split(w)
	still := fixed(f, w.body)
	views := classify(w.body, still, w.modes)
	w.views = views
	p := newPather(views)
	f.Body = p.list(w.body)
	var problems []problem
	c := &checker{
		fn: f, uses: p.uses, defines: p.defines, out: r.summaries[f], grows: map[argNode]writing{},
		summary: func(g *flow.Func) *summary { return r.summaries[g] }, checks: r.checks,
		spends:  r.kept != nil && !r.given[f] && !r.kept[whereIs(f)],
		problem: func(q problem) { problems = append(problems, q) },
	}
	c.views = map[*flow.Var][]*view{}
	for _, v := range views {
		c.views[v.root] = append(c.views[v.root], v)
	}
	if !f.Bodiless() || len(f.Body) > 0 {
		c.run()
	}
	return problems, p.calls, c.grows
}

// split takes the variables of a function apart, but for those that are to stay whole.
func (r *resolver) split(w *work) {
	still := fixed(w.fn, w.body)
	for v := range w.whole {
		still[v] = true
	}
	split(w.body, still)
}

// fixed are the variables of a function that cannot be views: parameters, results, and those whose address is taken.
func fixed(f *flow.Func, body []flow.Stmt) map[*flow.Var]bool {
	out := set.Of(f.Params, f.Results)
	deep(body, func(ss []flow.Stmt) {
		eachOperand(ss, func(e flow.Expr) {
			switch e := e.(type) {
			case *flow.Addr:
				if trim(letters(e.Place)) == "" {
					out[e.Place.Var] = true
				}
			case *flow.Closure:
				for _, v := range append(slices.Clone(e.Func.Params), e.Func.Results...) {
					out[v] = true
				}
				for v := range mentions(e.Func.Body) {
					out[v] = true
				}
			}
		})
	})
	return out
}

// declarations are the statements in loops that make a variable anew: its first assignments.
func declarations(f *flow.Func) map[*flow.Var]flow.Stmt {
	out := map[*flow.Var]flow.Stmt{}
	for _, v := range append(slices.Clone(f.Params), f.Results...) {
		out[v] = nil
	}
	eachStmt(f.Body, func(s flow.Stmt) {
		for _, p := range flow.Stores(s) {
			if _, ok := out[p.Var]; !ok && p.Var != nil {
				out[p.Var] = s
			}
		}
	})
	return out
}
