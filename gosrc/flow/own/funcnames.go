package own

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// openMakers replaces calls of functions that return functions by their bodies, so that it is known what they return.
func (r *resolver) openMakers(f *flow.Func) []flow.Stmt {
	ss := f.Body
	for range maxInlined {
		makers := map[*flow.Call]bool{}
		deep(ss, func(ss []flow.Stmt) {
			eachStmt(ss, func(s flow.Stmt) {
				c, ok := s.(*flow.Call)
				if ok && c.Func != nil && !c.Func.Sealed() && makes(c.Func) &&
					!r.recursive[c.Func] {
					makers[c] = true
				}
			})
		})
		if len(makers) == 0 {
			break
		}
		ss = inline(ss, makers, func(g *flow.Func) []flow.Stmt { return g.Body })
	}
	return ss
}

// makes reports whether a function returns functions, or data with literals that share variables of it which change.
func makes(f *flow.Func) bool {
	data := false
	for _, v := range f.Results {
		if isFunc(v.Type) {
			return true
		}
		data = data || holdsFunc(v.Type)
	}
	if !data {
		return false
	}
	count := assignments(f)
	for _, l := range literals(f.Body) {
		if slices.ContainsFunc(captured(l, f), func(v *flow.Var) bool { return count[v] > 1 }) {
			return true
		}
	}
	return false
}

// nameLiterals stores literals and functions that are arguments or called at once in variables.
func nameLiterals(ss []flow.Stmt) []flow.Stmt {
	c := &copier{}
	c.stmt = func(s flow.Stmt) ([]flow.Stmt, bool) {
		call, ok := s.(*flow.Call)
		if !ok {
			return nil, false
		}
		var before []flow.Stmt
		name := func(e flow.Expr) flow.Expr {
			switch e.(type) {
			case *flow.Closure, *flow.FuncRef:
				v := &flow.Var{Name: "f", Type: e.Type(), At: call.At}
				before = append(before, &flow.Assign{Dst: []flow.Place{place(v)}, Src: []flow.Expr{e}, At: call.At})
				return load(v)
			}
			return e
		}
		out := &flow.Call{Dst: c.dsts(call.Dst), Func: call.Func, Args: c.exprs(call.Args), At: call.At}
		if call.Fun != nil {
			out.Fun = name(c.value(call.Fun))
		}
		for i, e := range out.Args {
			out.Args[i] = name(e)
		}
		return append(before, out), true
	}
	return c.list(ss)
}
