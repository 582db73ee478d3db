package own

import (
	"cmp"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// takeApart gives each field of a local struct a variable of its own, where fields are assigned slices or pointers that
// other variables have: then they can be views. Pointers to variables that are never assigned again are written as the
// variables first. It changes the statements in place, and is done when nothing changes.
func takeApart(ss []flow.Stmt, still func([]flow.Stmt) map[*flow.Var]bool, bound map[*flow.Var]bool) []flow.Stmt {
	for {
		next := followPointers(ss, still(ss))
		cut := apartable(next, still(next), bound)
		if len(cut) == 0 {
			return next
		}
		ss = cutUp(next, cut, bound)
	}
}

// followPointers writes *p for what p points to, where p is assigned once, the address of a variable or a field.
func followPointers(ss []flow.Stmt, fixed map[*flow.Var]bool) []flow.Stmt {
	defs := map[*flow.Var]int{}
	eachStmt(ss, func(s flow.Stmt) {
		for _, p := range flow.Stores(s) {
			if p.Var != nil && len(p.Path) == 0 {
				defs[p.Var]++
			}
		}
	})
	total := mentions(ss)
	points := map[*flow.Var]flow.Place{}
	inOrder(ss, func(v *flow.Var, e flow.Expr, behind func() []flow.Stmt) {
		a, ok := e.(*flow.Addr)
		if !ok || fixed[v] || defs[v] != 1 || trim(letters(a.Place)) != "" || len(flow.Indices(a.Place)) > 0 {
			return
		}
		if _, ok := v.Type.(*flow.Pointer); ok && mentions(behind())[v]+1 == total[v] {
			points[v] = a.Place
		}
	})
	if len(points) == 0 {
		return ss
	}
	c := &copier{}
	to := func(p flow.Place) flow.Place {
		q, ok := points[p.Var]
		for ; ok && len(p.Path) > 0; q, ok = points[p.Var] {
			p = join(q, p.Path[1:]...)
		}
		return p
	}
	c.dst = to
	c.expr = func(e flow.Expr) flow.Expr {
		switch e := e.(type) {
		case *flow.Load:
			if q, ok := points[e.Place.Var]; ok && len(e.Place.Path) == 0 {
				return &flow.Addr{Place: to(q)}
			}
			return &flow.Load{Place: to(e.Place)}
		case *flow.Addr:
			return &flow.Addr{Place: to(e.Place)}
		}
		return e
	}
	c.stmt = func(s flow.Stmt) ([]flow.Stmt, bool) {
		a, ok := s.(*flow.Assign)
		if !ok {
			return nil, false
		}
		out := &flow.Assign{At: a.At}
		for i, p := range a.Dst {
			if _, ok := points[p.Var]; !ok || len(p.Path) > 0 {
				out.Dst, out.Src = append(out.Dst, c.store(p)), append(out.Src, c.value(a.Src[i]))
			}
		}
		return []flow.Stmt{out}, true
	}
	return c.list(ss)
}

// apartable are the structs to take apart: nobody has their address, and some field gets memory that exists.
func apartable(ss []flow.Stmt, fixed, bound map[*flow.Var]bool) map[*flow.Var]bool {
	out := map[*flow.Var]bool{}
	shares := func(e flow.Expr) bool {
		found := false
		flow.WalkExpr(e, func(e flow.Expr) { found = found || e != nil && aliases(e) && holds(e.Type()) && !isNil(e) })
		return found
	}
	eachStmt(ss, func(s flow.Stmt) {
		a, ok := s.(*flow.Assign)
		if !ok {
			return
		}
		for i, p := range a.Dst {
			if p.Var == nil || fixed[p.Var] || bound[p.Var] || len(p.Path) > 1 {
				continue
			}
			if _, ok := p.Var.Type.(*flow.Struct); ok && holds(p.Type()) && shares(a.Src[i]) {
				out[p.Var] = true
			}
		}
	})
	eachStmt(ss, func(s flow.Stmt) {
		a, ok := s.(*flow.Assign)
		if !ok {
			return
		}
		for i, p := range a.Dst {
			if len(p.Path) > 0 || !out[p.Var] {
				continue
			}
			switch a.Src[i].(type) {
			case *flow.Lits, *flow.Load, *flow.Zero:
			default:
				delete(out, p.Var)
			}
		}
	})
	return out
}

func isNil(e flow.Expr) bool { _, ok := e.(*flow.Zero); return ok }

// cutUp writes the fields' variables for structs. Results of calls go through a variable that is bound to stay whole.
func cutUp(ss []flow.Stmt, cut, bound map[*flow.Var]bool) []flow.Stmt {
	fields := map[*flow.Var][]*flow.Var{}
	for v := range cut {
		st := v.Type.(*flow.Struct)
		for _, f := range st.Fields {
			text := cmp.Or(v.Text, v.Name)
			if !st.Map && !isTagged(st) { // else the fields are none of the user's
				text += "." + f.Name
			}
			fields[v] = append(fields[v], &flow.Var{
				Name: v.Name + "_" + f.Name, Text: text, Made: v.Made, Type: f.Type, At: v.At, Constant: v.Constant ||
					f.Constant, Global: v.Global,
			})
		}
	}
	to := func(p flow.Place) flow.Place {
		if fs := fields[p.Var]; fs != nil && len(p.Path) > 0 {
			return flow.Place{Var: fs[p.Path[0].Field], Path: p.Path[1:]}
		}
		return p
	}
	c := &copier{dst: to}
	c.expr = func(e flow.Expr) flow.Expr {
		switch e := e.(type) {
		case *flow.Load:
			fs := fields[e.Place.Var]
			if fs == nil || len(e.Place.Path) > 0 {
				return &flow.Load{Place: to(e.Place)}
			}
			out := &flow.Lits{Typ: e.Place.Var.Type}
			for _, v := range fs {
				out.Elems = append(out.Elems, load(v))
			}
			return out
		case *flow.Addr:
			return &flow.Addr{Place: to(e.Place)}
		}
		return e
	}
	c.stmt = func(s flow.Stmt) ([]flow.Stmt, bool) {
		switch s := s.(type) {
		case *flow.Assign:
			return []flow.Stmt{cutAssign(c, s, fields)}, true
		case *flow.Call:
			return cutCall(c, s, fields, bound), true
		}
		return nil, false
	}
	return c.list(ss)
}

// cutAssign assigns the fields of structs one by one, still all at once.
func cutAssign(c *copier, s *flow.Assign, fields map[*flow.Var][]*flow.Var) flow.Stmt {
	out := &flow.Assign{At: s.At}
	for i, p := range s.Dst {
		fs := fields[p.Var]
		src := c.value(s.Src[i])
		if fs == nil || len(p.Path) > 0 {
			out.Dst, out.Src = append(out.Dst, c.store(p)), append(out.Src, src)
			continue
		}
		for k, v := range fs {
			out.Dst, out.Src = append(out.Dst, place(v)), append(out.Src, fieldOf(src, k))
		}
	}
	return out
}

// fieldOf is field k of the value of a literal, a load or a zero.
func fieldOf(e flow.Expr, k int) flow.Expr {
	switch e := e.(type) {
	case *flow.Lits:
		return e.Elems[k]
	case *flow.Load:
		p := (&copier{}).place(e.Place)
		return &flow.Load{Place: join(p, flow.Step{Kind: flow.StepField, Field: k})}
	case *flow.Zero:
		return zeroOf(e.Typ.(*flow.Struct).Fields[k].Type)
	}
	panic("own: no fields")
}

// cutCall stores the results of a call that are structs to take apart.
func cutCall(c *copier, s *flow.Call, fields map[*flow.Var][]*flow.Var, bound map[*flow.Var]bool) []flow.Stmt {
	out := &flow.Call{Func: s.Func, Fun: c.value(s.Fun), Args: c.exprs(s.Args), At: s.At}
	after := &flow.Assign{At: s.At}
	for _, p := range s.Dst {
		fs := fields[p.Var]
		if fs == nil || len(p.Path) > 0 {
			out.Dst = append(out.Dst, c.store(p))
			continue
		}
		t := *p.Var
		bound[&t] = true
		out.Dst = append(out.Dst, place(&t))
		for k, v := range fs {
			after.Dst, after.Src = append(after.Dst, place(v)), append(after.Src, fieldOf(load(&t), k))
		}
	}
	if len(after.Dst) == 0 {
		return []flow.Stmt{out}
	}
	return []flow.Stmt{out, after}
}
