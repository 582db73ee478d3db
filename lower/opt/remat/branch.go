package remat

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// branch treats a conditional as one computation of all variables that it assigns, when it does
// nothing else that counts: stores to arrays are left out when it is done again.
func (g *forward) branch(s loop.Stmt, after spot) {
	c := &compute{branch: s, in: map[*loop.Var]*value{}, cost: 1}
	inner := map[*loop.Var]bool{}
	var outs []*loop.Var
	seen := map[*loop.Var]bool{}
	loop.Walk([]loop.Stmt{s}, func(t loop.Stmt) {
		loop.Declared(t, func(v *loop.Var) { inner[v] = true })
		g.assigned(t, func(v *loop.Var) {
			if !inner[v] && !seen[v] {
				seen[v] = true
				outs = append(outs, v)
			}
		})
	})
	pure := len(outs) > 0 && g.repeatable(c, s, inner)
	for _, v := range outs {
		pure = pure && v.Type.IsNumber() && g.cur[v] != nil
	}
	if !pure {
		g.opaque(s, after)
		return
	}
	for _, v := range outs {
		g.needVar(c, v)
	}
	g.compute(c)
	for _, v := range outs {
		x := g.value(value{v: v, typ: v.Type, at: after.n, from: after, made: c})
		g.cur[v] = x
	}
}

// repeatable collects what a branch needs, and reports whether all that it does is
// to compute variables.
func (g *forward) repeatable(c *compute, s loop.Stmt, inner map[*loop.Var]bool) bool {
	ok := true
	need := func(e *loop.Expr) {
		c.cost += facts.Work(e)
		if g.lost(e) {
			c.cost = cutForever
		}
		facts.EachRead(e, func(v *loop.Var) {
			if !inner[v] {
				g.needVar(c, v)
			}
		})
	}
	loop.Walk([]loop.Stmt{s}, func(t loop.Stmt) {
		switch t := t.(type) {
		case *loop.If:
			need(t.Cond)
		case *loop.Switch:
			need(t.Tag)
		case *loop.Let:
			need(t.Rhs)
		case *loop.AddTo:
			if t.Lhs.Kind == loop.VarExpr {
				need(t.Lhs)
				need(t.Rhs)
			}
		case *loop.Assign:
			for k, l := range t.Lhs {
				if l.Kind == loop.VarExpr {
					need(t.Rhs[k])
				}
			}
		default:
			ok = false
		}
	})
	c.cost = min(c.cost, cutForever)
	return ok
}

// again copies a branch with other variables, without its stores to memory.
func again(block []loop.Stmt, with map[*loop.Var]*loop.Expr) []loop.Stmt {
	sub := func(e *loop.Expr) *loop.Expr { return edit.Substitute(e, with) }
	var out []loop.Stmt
	fresh := func(v *loop.Var) *loop.Var {
		w := loop.NewVar(v.Name, v.Type)
		with[v] = loop.Use(w)
		return w
	}
	for _, s := range block {
		switch s := s.(type) {
		case *loop.If:
			out = append(out, &loop.If{Cond: sub(s.Cond), Then: again(s.Then, with), Else: again(s.Else, with)})
		case *loop.Switch:
			t := &loop.Switch{Tag: sub(s.Tag)}
			for _, b := range s.Cases {
				t.Cases = append(t.Cases, again(b, with))
			}
			out = append(out, t)
		case *loop.Let:
			rhs := sub(s.Rhs)
			out = append(out, &loop.Let{Var: fresh(s.Var), Rhs: rhs})
		case *loop.AddTo:
			if s.Lhs.Kind == loop.VarExpr {
				out = append(out, &loop.AddTo{Lhs: sub(s.Lhs), Rhs: sub(s.Rhs), Free: s.Free})
			}
		case *loop.Assign:
			t := &loop.Assign{}
			for k, l := range s.Lhs {
				if l.Kind == loop.VarExpr {
					t.Lhs, t.Rhs = append(t.Lhs, sub(l)), append(t.Rhs, sub(s.Rhs[k]))
				}
			}
			if len(t.Lhs) > 0 {
				out = append(out, t)
			}
		}
	}
	return out
}
