package own

import "github.com/seed-4b734f86/gochad/gosrc/flow"

// maxInlined bounds how often calls are replaced by bodies in one function.
const maxInlined = 300

// inline replaces calls by the bodies of their callees: parameters become variables that are assigned the arguments,
// a return leaves a block. Views through parameters and results then are views of the caller's variables.
func inline(ss []flow.Stmt, calls map[*flow.Call]bool, body func(*flow.Func) []flow.Stmt) []flow.Stmt {
	c := &copier{}
	c.stmt = func(s flow.Stmt) ([]flow.Stmt, bool) {
		call, ok := s.(*flow.Call)
		if !ok || !calls[call] {
			return nil, false
		}
		return opened(c.same(call).(*flow.Call), body(call.Func)), true
	}
	return c.list(ss)
}

// opened is what a call does, with the callee's body in its place.
func opened(call *flow.Call, body []flow.Stmt) []flow.Stmt {
	f := call.Func
	c := &copier{vars: renamed(&flow.Func{Params: f.Params, Results: f.Results, Body: body})}
	bind := &flow.Assign{At: call.At}
	for i, p := range f.Params {
		bind.Dst, bind.Src = append(bind.Dst, place(c.vars[p])), append(bind.Src, call.Args[i])
	}
	for _, r := range f.Results {
		bind.Dst, bind.Src = append(bind.Dst, place(c.vars[r])), append(bind.Src, &flow.Zero{Typ: r.Type})
	}
	out := &flow.Block{}
	c.stmt = func(s flow.Stmt) ([]flow.Stmt, bool) {
		_, ok := s.(*flow.Return)
		return []flow.Stmt{&flow.Break{Target: out}}, ok && c.nested == 0
	}
	inner := body
	if n := len(body); n > 0 {
		if _, ok := body[n-1].(*flow.Return); ok {
			inner = body[:n-1]
		}
	}
	out.Body = c.list(inner)
	give := &flow.Assign{At: call.At}
	for i, d := range call.Dst {
		if d.Var != nil {
			give.Dst, give.Src = append(give.Dst, d), append(give.Src, load(c.vars[f.Results[i]]))
		}
	}
	list := []flow.Stmt{bind, out}
	if !leaves(out.Body, out) {
		list = append([]flow.Stmt{bind}, out.Body...)
	}
	return append(list, give)
}

// leaves reports whether some statement breaks out of a block.
func leaves(ss []flow.Stmt, block *flow.Block) bool {
	found := false
	eachStmt(ss, func(s flow.Stmt) {
		if b, ok := s.(*flow.Break); ok && b.Target == flow.Stmt(block) {
			found = true
		}
	})
	return found
}
