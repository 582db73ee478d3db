package translate

import (
	"go/ast"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/mend"
)

// A deferred call is kept with the arguments that it has where it is deferred, and runs where the function returns. When
// the function panics, so does its derivative, and what is deferred is not run. A deferred call in a loop stands for any
// number of calls, and is refused.

// A deferral is a call that was deferred.
type deferral struct {
	call *flow.Call
	is   *flow.Var   // whether it was deferred
	kept []*flow.Var // its arguments
}

func (f *fn) deferStmt(s *ast.DeferStmt) {
	inLoop := f.yield != nil
	for _, t := range f.targets {
		_, block := t.out.(*flow.Block)
		inLoop = inLoop || !block
	}
	if inLoop {
		f.offer(f.refuse(s, "defer", "a deferred call in a loop"), "collect the calls, and defer one loop that makes them",
			func(c *mend.Change) { c.DeferOnce(s) })
		return
	}
	if _, ok := f.builtin(s.Call.Fun); ok {
		f.refuse(s, "defer", "a deferred call of %s", f.describe(s.Call.Fun))
		return
	}
	said := len(f.diags)
	list := f.block(func() { f.discardCall(s.Call) })
	if len(f.diags) > said || len(list) == 0 { // it does nothing that is known here
		f.out = append(f.out, list...)
		return
	}
	call, ok := list[len(list)-1].(*flow.Call)
	if !ok {
		f.refuse(s, "defer", "a deferred call of %s", f.describe(s.Call.Fun))
		return
	}
	f.out = append(f.out, list[:len(list)-1]...)
	var kept []*flow.Var
	keep := func(e flow.Expr, n ast.Node) flow.Expr {
		v := f.store(e, n)
		kept = append(kept, v)
		return load(v)
	}
	if call.Fun != nil {
		call.Fun = keep(call.Fun, s.Call.Fun)
	}
	for i, a := range call.Args {
		call.Args[i] = keep(a, s.Call)
	}
	is := f.temp("deferred", flow.Bool, s)
	f.assign(flow.Place{Var: is}, boolLit(true), s)
	f.deferrals = append(f.deferrals, deferral{call, is, kept})
}

// withDeferrals is the body of the function with the deferred calls at its end, the last one first.
func (f *fn) withDeferrals(body []flow.Stmt) []flow.Stmt {
	if len(f.deferrals) == 0 {
		return body
	}
	whole := &flow.Block{Body: body}
	breakReturns(body, whole)
	var out, end []flow.Stmt
	for _, d := range f.deferrals {
		out = append(out, &flow.Assign{Dst: []flow.Place{{Var: d.is}}, Src: []flow.Expr{boolLit(false)}, At: d.call.At})
		for _, v := range d.kept {
			if !isOpaque(v.Type) {
				out = append(out, &flow.Assign{Dst: []flow.Place{{Var: v}}, Src: []flow.Expr{zero(v.Type)}, At: d.call.At})
			}
		}
		end = append([]flow.Stmt{&flow.If{Cond: load(d.is), Then: []flow.Stmt{d.call}, At: d.call.At}}, end...)
	}
	return append(append(out, whole), end...)
}

// breakReturns puts breaks of a block around the statements in place of their returns.
func breakReturns(list []flow.Stmt, whole *flow.Block) {
	for i, s := range list {
		switch s := s.(type) {
		case *flow.Return:
			list[i] = &flow.Break{Target: whole}
		case *flow.If:
			breakReturns(s.Then, whole)
			breakReturns(s.Else, whole)
		case *flow.Count:
			breakReturns(s.Body, whole)
		case *flow.While:
			breakReturns(s.Pre, whole)
			breakReturns(s.Body, whole)
			breakReturns(s.Post, whole)
		case *flow.Block:
			breakReturns(s.Body, whole)
		}
	}
}
