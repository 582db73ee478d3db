package own

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

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
	threaded := map[*flow.Var]bool{}
	for i, r := range f.Results {
		names := through(call, body, i)
		if names == nil || slices.ContainsFunc(names, func(v *flow.Var) bool { return threaded[v] }) {
			continue
		}
		for _, v := range append(names, r) {
			c.vars[v], threaded[v] = call.Dst[i].Var, true
		}
	}
	bind := &flow.Assign{At: call.At}
	for i, p := range f.Params {
		if threaded[p] {
			continue
		}
		bind.Dst, bind.Src = append(bind.Dst, place(c.vars[p])), append(bind.Src, call.Args[i])
	}
	for _, r := range f.Results {
		if threaded[r] {
			continue
		}
		bind.Dst, bind.Src = append(bind.Dst, place(c.vars[r])), append(bind.Src, &flow.Zero{Typ: r.Type})
	}
	out := &flow.Block{}
	c.stmt = func(s flow.Stmt) ([]flow.Stmt, bool) {
		if a, ok := s.(*flow.Assign); ok && len(a.Dst) == 1 && len(a.Dst[0].Path) == 0 && threaded[a.Dst[0].Var] {
			from := wholeOf(a.Src[0])
			if isLoad(a.Src[0], from) && threaded[from] && c.vars[from] == c.vars[a.Dst[0].Var] {
				return nil, true // a variable is what it is
			}
		}
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
		if d.Var != nil && !threaded[f.Results[i]] {
			give.Dst, give.Src = append(give.Dst, d), append(give.Src, load(c.vars[f.Results[i]]))
		}
	}
	list := []flow.Stmt{bind, out}
	if !leaves(out.Body, out) {
		list = append([]flow.Stmt{bind}, out.Body...)
	}
	return append(list, give)
}

// through is the parameter that result i of a call is at every return, where a variable of the caller is handed through
// it: v = f(v, …). The parameter, the result and v can be one variable then, which grows where it is if the callee
// appends to it. With it come the variables that the callee hands it on to. It is nil where there is none, or where the
// call gets to see v otherwise.
func through(call *flow.Call, body []flow.Stmt, i int) []*flow.Var {
	f := call.Func
	d := call.Dst[i]
	if d.Var == nil || len(d.Path) > 0 || !isSlice(d.Var.Type) || mentions([]flow.Stmt{call})[d.Var] != 2 {
		return nil
	}
	k := slices.IndexFunc(call.Args, func(e flow.Expr) bool { return isLoad(e, d.Var) })
	if k < 0 {
		return nil
	}
	names := []*flow.Var{f.Params[k]}
	count := mentions(body)
	for next := names[0]; next != nil; {
		v := next
		if next = handedOn(body, v); next != nil {
			used := 2 // it is given, and handed on
			if v == f.Params[k] {
				used = 1
			}
			if count[v] != used || slices.Contains(names, next) {
				break
			}
			if next == f.Results[i] && count[next] == 1 {
				return names
			}
			names = append(names, next)
		}
	}
	last := names[len(names)-1]
	given := 0
	eachStmt(body, func(s flow.Stmt) {
		a, ok := s.(*flow.Assign)
		if ok && len(a.Dst) == 1 && isPlace(a.Dst[0], f.Results[i]) && isLoad(a.Src[0], last) {
			given++
		}
	})
	if given == 0 || count[f.Results[i]] != given || slices.Contains(f.Results, last) {
		return nil
	}
	return names
}

// handedOn is the variable that gets the whole of v, by an assignment or with what is appended to it, outside of
// branches and loops, and was not there before; nil if there is none.
func handedOn(body []flow.Stmt, v *flow.Var) *flow.Var {
	for k, s := range body {
		var to *flow.Var
		switch s := s.(type) {
		case *flow.Assign:
			if len(s.Dst) == 1 && len(s.Dst[0].Path) == 0 && isLoad(s.Src[0], v) {
				to = s.Dst[0].Var
			}
		case *flow.Append:
			if len(s.Dst.Path) == 0 && isLoad(s.Src, v) {
				to = s.Dst.Var
			}
		}
		if to != nil && mentions(body[:k])[to] == 0 {
			return to
		}
	}
	return nil
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
