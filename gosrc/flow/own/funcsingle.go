package own

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// lifts are the variables of f that hold one known literal wherever they are used. Those that hold a declared function
// or another known variable go to scope.
func (r *resolver) lifts(f *flow.Func, scope map[*flow.Var]target) []*lifted {
	defs := map[*flow.Var][]flow.Expr{}
	outside := map[*flow.Var]bool{} // assigned inside a literal, or by something else than an assignment
	deep(f.Body, func(ss []flow.Stmt) {
		eachStmt(ss, func(s flow.Stmt) {
			for i, p := range flow.Stores(s) {
				if p.Var == nil || !isFunc(p.Var.Type) {
					continue
				}
				if a, ok := s.(*flow.Assign); ok {
					if _, zero := a.Src[i].(*flow.Zero); !zero {
						defs[p.Var] = append(defs[p.Var], a.Src[i])
					}
				} else {
					outside[p.Var] = true
				}
			}
		})
		eachOperand(ss, func(e flow.Expr) {
			if a, ok := e.(*flow.Addr); ok {
				outside[a.Place.Var] = true
			}
		})
		for _, l := range literals(ss) {
			for v := range stored(l.Body) {
				outside[v] = true
			}
		}
	})
	for _, p := range slices.Concat(f.Params, f.Results) {
		outside[p] = true
	}
	var out []*lifted
	earlier := map[*flow.Var]*flow.Func{} // the literals of variables that hold no other
	single := func(v *flow.Var) bool { return len(defs[v]) == 1 && !outside[v] }
	inOrder(f.Body, func(v *flow.Var, e flow.Expr, behind func() []flow.Stmt) {
		if !isFunc(v.Type) || !single(v) {
			return
		}
		nils := zeros(f.Body, v)
		var itself []flow.Stmt // may be used in the literal
		c, literal := e.(*flow.Closure)
		if literal {
			itself = c.Func.Body
			defer func() { earlier[v] = c.Func }()
		}
		if nils > 0 || literal { // somebody may ask for it before, or where it is nil again
			rest := behind()
			stray := mentions(f.Body)[v] - nils - (mentions(rest)[v] + mentions(itself)[v] + 1)
			if zeros(rest, v) > 0 || stray != 0 && !(literal && waits(f.Body, v, itself, earlier, mentions(rest))) {
				return
			}
		}
		switch e := e.(type) {
		case *flow.FuncRef:
			scope[v] = target{fn: e.Func}
		case *flow.Closure:
			g := &flow.Func{Name: e.Func.Name, Doc: e.Func.Doc, At: e.Func.At}
			out = append(out, &lifted{v: v, code: code{lit: e.Func, fn: g}})
		case *flow.Load:
			if t, ok := scope[e.Place.Var]; ok && len(e.Place.Path) == 0 {
				scope[v] = t
				return
			}
			for _, l := range out {
				if l.v == e.Place.Var && len(e.Place.Path) == 0 {
					out = append(out, &lifted{v: v, code: code{lit: l.lit, fn: l.fn}})
					return
				}
			}
		}
	})
	return out
}

// waits reports whether v, with the literal that is itself, is used before only in literals that nobody can run before
// v has it: these are used only in each other, in it, and in what comes behind, as functions that call each other are.
//
//	var expr func() float64
//	factor := func() float64 { … expr() … }
//	expr = func() float64 { … factor() … }
func waits(body []flow.Stmt, v *flow.Var, itself []flow.Stmt, earlier map[*flow.Var]*flow.Func,
	rest map[*flow.Var]int) bool {
	uses := map[*flow.Var]map[*flow.Var]int{v: mentions(itself)}
	for grown := true; grown; {
		grown = false
		for u, lit := range earlier {
			if uses[u] != nil {
				continue
			}
			m := mentions(lit.Body)
			for w := range uses {
				if m[w] > 0 {
					uses[u], grown = m, true
					break
				}
			}
		}
	}
	all := mentions(body)
	for u := range uses {
		n := all[u] - zeros(body, u) - rest[u] - 1
		for _, m := range uses {
			n -= m[u]
		}
		if n != 0 {
			return false
		}
	}
	return true
}

// inOrder calls f for the values that are assigned to variables, with the statements that only run behind it in the
// same iteration: those behind a block are not among them where a break before the assignment leads there.
func inOrder(ss []flow.Stmt, f func(*flow.Var, flow.Expr, func() []flow.Stmt)) {
	left := map[flow.Stmt]bool{} // by the breaks up to here
	var look func(ss []flow.Stmt, after func() []flow.Stmt)
	look = func(ss []flow.Stmt, after func() []flow.Stmt) {
		for k, s := range ss {
			behind := func() []flow.Stmt { return append(slices.Clone(ss[k+1:]), after()...) }
			switch s := s.(type) {
			case *flow.Assign:
				for i, p := range s.Dst {
					if p.Var != nil && len(p.Path) == 0 {
						f(p.Var, s.Src[i], behind)
					}
				}
			case *flow.Break:
				left[s.Target] = true
			case *flow.Block:
				look(s.Body, func() []flow.Stmt {
					if left[s] {
						return nil
					}
					return behind()
				})
				continue
			}
			for _, b := range flow.Lists(s) {
				look(b, func() []flow.Stmt { return nil })
			}
		}
	}
	look(ss, func() []flow.Stmt { return nil })
}

// zeros counts the assignments of nil to v.
func zeros(ss []flow.Stmt, v *flow.Var) int {
	n := 0
	eachStmt(ss, func(s flow.Stmt) {
		if a, ok := s.(*flow.Assign); ok {
			for i, p := range a.Dst {
				if _, zero := a.Src[i].(*flow.Zero); zero && p.Var == v {
					n++
				}
			}
		}
	})
	return n
}
