package ragged

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// rewriter copies the body of a function.
type rewriter struct {
	*writer
	v       *variant
	vars    map[*flow.Var]*flow.Var
	targets map[flow.Stmt]flow.Stmt
	at      *syntax.Pos
	// counters of loops over a row: the ragged variable, and the variable that is the row's index
	counts map[*flow.Var][2]*flow.Var
}

// variable is what stands for a variable: the same one, unless it is ragged.
func (r *rewriter) variable(v *flow.Var) *flow.Var {
	if !r.v.ragged[v] {
		return v
	}
	if r.vars[v] == nil {
		u := *v
		u.Type, _ = Type(v.Type)
		r.vars[v] = &u
	}
	return r.vars[v]
}

func (r *rewriter) all(vs []*flow.Var) []*flow.Var {
	out := make([]*flow.Var, len(vs))
	for i, v := range vs {
		out[i] = r.variable(v)
	}
	return out
}

func (r *rewriter) list(ss []flow.Stmt) []flow.Stmt {
	out := make([]flow.Stmt, 0, len(ss))
	for _, s := range ss {
		out = append(out, r.stmt(s)...)
	}
	return out
}

// stmt is the copy of a statement.
func (r *rewriter) stmt(s flow.Stmt) []flow.Stmt {
	one := func(s flow.Stmt) []flow.Stmt { return []flow.Stmt{s} }
	switch s := s.(type) {
	case *flow.Assign:
		r.at = s.At
		return one(r.assign(s))
	case *flow.Call:
		r.at = s.At
		return one(r.call(s))
	case *flow.Append:
		r.at = s.At
		if r.row(s.Dst) {
			r.refuse(s.At, "append changes the length of a row of "+s.Dst.Var.Name,
				"rows of a ragged parameter keep their lengths")
		}
		return one(&flow.Append{Dst: r.place(s.Dst), Src: r.expr(s.Src), Elems: r.exprs(s.Elems),
			Spread: r.opt(s.Spread), At: s.At})
	case *flow.Copy:
		r.at = s.At
		return r.copy(s)
	case *flow.If:
		r.at = s.At
		return one(&flow.If{Cond: r.expr(s.Cond), Then: r.list(s.Then), Else: r.list(s.Else), At: s.At})
	case *flow.Count:
		r.at = s.At
		c := &flow.Count{Idx: s.Idx, N: r.expr(s.N), Checkpoint: s.Checkpoint, At: s.At}
		r.targets[s] = c
		if x, i := r.overRow(s); x != nil {
			r.counts[s.Idx] = [2]*flow.Var{x, i}
		}
		c.Body = r.list(s.Body)
		return one(c)
	case *flow.While:
		w := &flow.While{Checkpoint: s.Checkpoint, At: s.At}
		r.targets[s] = w
		r.at = s.At
		w.Pre = r.list(s.Pre)
		w.Cond = r.expr(s.Cond)
		w.Body, w.Post = r.list(s.Body), r.list(s.Post)
		return one(w)
	case *flow.Block:
		b := &flow.Block{}
		r.targets[s] = b
		b.Body = r.list(s.Body)
		return one(b)
	case *flow.Break:
		return one(&flow.Break{Target: r.targets[s.Target]})
	case *flow.Continue:
		return one(&flow.Continue{Target: r.targets[s.Target]})
	case *flow.Return:
		return one(&flow.Return{At: s.At})
	case *flow.Fail:
		return one(&flow.Fail{Msg: s.Msg, At: s.At})
	}
	panic("ragged: unknown statement")
}

// overRow is the x and the i of a loop with as many iterations as x[i] has elements, that changes neither.
func (r *rewriter) overRow(s *flow.Count) (x, i *flow.Var) {
	n, ok := s.N.(*flow.Len)
	if !ok {
		return nil, nil
	}
	l, ok := n.X.(*flow.Load)
	if !ok || !r.row(l.Place) {
		return nil, nil
	}
	k, ok := l.Place.Path[0].Index.(*flow.Load)
	if !ok || len(k.Place.Path) > 0 {
		return nil, nil
	}
	x, i = l.Place.Var, k.Place.Var
	steady := true
	flow.Walk(s.Body, func(s flow.Stmt) {
		for _, p := range flow.Stores(s) {
			steady = steady && p.Var != i && (p.Var != x || len(p.Path) > 0)
		}
	}, func(e flow.Expr) {
		if _, ok := e.(*flow.Closure); ok {
			steady = false
		}
	})
	if !steady {
		return nil, nil
	}
	return x, i
}

// within reports whether j is surely an index of the row i of x.
func (r *rewriter) within(x *flow.Var, i, j flow.Expr) bool {
	li, ok := i.(*flow.Load)
	lj, ok2 := j.(*flow.Load)
	if !ok || !ok2 || len(li.Place.Path) > 0 || len(lj.Place.Path) > 0 {
		return false
	}
	c, ok := r.counts[lj.Place.Var]
	return ok && c[0] == x && c[1] == li.Place.Var
}

// row reports whether a place is a row of a ragged variable.
func (r *rewriter) row(p flow.Place) bool {
	return p.Var != nil && r.v.ragged[p.Var] && len(p.Path) == 1
}

func (r *rewriter) assign(s *flow.Assign) flow.Stmt {
	out := &flow.Assign{At: s.At}
	for i, d := range s.Dst {
		switch {
		case r.row(d):
			r.refuse(s.At, "a row of "+d.Var.Name+" is replaced",
				"copy the elements, as in copy(x[i], row): rows of a ragged parameter stay where they are")
		case d.Var != nil && r.v.ragged[d.Var] && len(d.Path) == 0:
			src := s.Src[i]
			if z, ok := src.(*flow.Zero); ok {
				t, _ := Type(z.Typ)
				out.Dst, out.Src = append(out.Dst, r.place(d)), append(out.Src, &flow.Zero{Typ: t})
				continue
			}
			if !r.v.whole(src) {
				r.refuse(s.At, d.Var.Name+" is assigned rows of its own, and a ragged parameter elsewhere",
					"use two variables")
				continue
			}
			out.Dst = append(out.Dst, r.place(d))
			out.Src = append(out.Src, load(r.variable(src.(*flow.Load).Place.Var)))
		default:
			out.Dst, out.Src = append(out.Dst, r.place(d)), append(out.Src, r.expr(s.Src[i]))
		}
	}
	return out
}

func (r *rewriter) copy(s *flow.Copy) []flow.Stmt {
	if !r.row(s.To) {
		return []flow.Stmt{&flow.Copy{Dst: r.opt(s.Dst), To: r.place(s.To), Off: r.opt(s.Off), Lim: r.opt(s.Lim),
			Src: r.expr(s.Src), N: r.place(s.N), At: s.At}}
	}
	v, i := r.variable(s.To.Var), r.expr(s.To.Path[0].Index)
	lo, hi := r.bounds(v, i, s.To.Path[0].At)
	n := r.op("isub", flow.Int, hi, lo)
	from, to := flow.Expr(intLit(0)), flow.Expr(n)
	if s.Off != nil {
		from = r.expr(s.Off)
	}
	if s.Lim != nil {
		to = r.expr(s.Lim)
	}
	var out []flow.Stmt
	if s.Off != nil || s.Lim != nil {
		fits := r.and(r.op("ige", flow.Bool, from, intLit(0)),
			r.and(r.op("ile", flow.Bool, from, to), r.op("ile", flow.Bool, to, n)))
		out = append(out,
			&flow.If{Cond: fits, Else: []flow.Stmt{&flow.Fail{Msg: "slice bounds out of range", At: s.At}}, At: s.At})
	}
	return append(out, &flow.Copy{
		To: part(v, data), Off: r.op("iadd", flow.Int, lo, from), Lim: r.op("iadd", flow.Int, lo, to),
		Src: r.expr(s.Src), N: r.place(s.N), At: s.At,
	})
}

// call hands ragged variables on to a version of the callee.
func (r *rewriter) call(s *flow.Call) flow.Stmt {
	out := &flow.Call{Func: s.Func, Fun: r.opt(s.Fun), At: s.At}
	g := r.callee(r.v, s)
	if g != nil {
		out.Func = g.out
	}
	for _, a := range s.Args {
		switch {
		case r.v.whole(a) && g == nil:
			r.refuse(s.At, "a function gets "+a.(*flow.Load).Place.Var.Name+
				", which is ragged, that has a derivative of its own or is a value",
				"call a declared function without //chad:derivative")
			return out
		case r.v.whole(a):
			out.Args = append(out.Args, load(r.variable(a.(*flow.Load).Place.Var)))
		default:
			out.Args = append(out.Args, r.expr(a))
		}
	}
	for i, d := range s.Dst {
		if d.Var != nil && r.v.ragged[d.Var] && len(d.Path) == 0 && (g == nil || !g.ragged[g.in.Results[i]]) ||
			r.row(d) ||
			d.Var != nil && len(d.Path) > 0 && g != nil && g.ragged[g.in.Results[i]] {
			r.refuse(s.At, "the result of a call is stored in "+d.Var.Name+", of which the rows would change",
				"let the function write the elements")
			return out
		}
		out.Dst = append(out.Dst, r.place(d))
	}
	return out
}

// place is a place that is stored to or read, in the new layout; not a row.
func (r *rewriter) place(p flow.Place) flow.Place {
	if p.Var == nil {
		return p
	}
	out := flow.Place{Var: r.variable(p.Var)}
	path := p.Path
	if r.v.ragged[p.Var] && len(path) >= 2 {
		out = r.element(p.Var, path)
		path = path[2:]
	}
	for _, s := range path {
		s.Index = r.opt(s.Index)
		out.Path = append(out.Path, s)
	}
	return out
}

// element is x[i][j] in the new layout.
func (r *rewriter) element(x *flow.Var, path []flow.Step) flow.Place {
	v := r.variable(x)
	i, j := r.expr(path[0].Index), r.expr(path[1].Index)
	lo, hi := r.bounds(v, i, path[0].At)
	if r.within(x, path[0].Index, path[1].Index) {
		p := part(v, data)
		p.Path = append(p.Path, flow.Step{Kind: flow.StepIndex, Index: r.op("iadd", flow.Int, lo, j), At: path[1].At})
		return p
	}
	inside := r.and(r.op("ige", flow.Bool, j, intLit(0)), r.op("ilt", flow.Bool, j, r.op("isub", flow.Int, hi, lo)))
	k := &flow.Cond{C: inside, If: r.op("iadd", flow.Int, lo, j), Else: intLit(-1)}
	p := part(v, data)
	p.Path = append(p.Path, flow.Step{Kind: flow.StepIndex, Index: k, At: path[1].At})
	return p
}

// bounds are where row i begins and ends.
func (r *rewriter) bounds(v *flow.Var, i flow.Expr, at *syntax.Pos) (lo, hi flow.Expr) {
	get := func(i flow.Expr) flow.Expr {
		p := part(v, off)
		p.Path = append(p.Path, flow.Step{Kind: flow.StepIndex, Index: i, At: at})
		return &flow.Load{Place: p}
	}
	return get(i), get(r.op("iadd", flow.Int, i, intLit(1)))
}

func (r *rewriter) exprs(es []flow.Expr) []flow.Expr {
	out := make([]flow.Expr, len(es))
	for i, e := range es {
		out[i] = r.expr(e)
	}
	return out
}

func (r *rewriter) opt(e flow.Expr) flow.Expr {
	if e == nil {
		return nil
	}
	return r.expr(e)
}

// expr is an expression in the new layout.
func (r *rewriter) expr(e flow.Expr) flow.Expr {
	switch e := e.(type) {
	case *flow.Lit, *flow.Zero, *flow.FuncRef:
		return e
	case *flow.Load:
		return r.load(e)
	case *flow.Op:
		return &flow.Op{Op: e.Op, Args: r.exprs(e.Args), Typ: e.Typ, At: e.At}
	case *flow.Retype:
		return &flow.Retype{X: r.expr(e.X), Typ: e.Typ}
	case *flow.Cond:
		return &flow.Cond{C: r.expr(e.C), If: r.expr(e.If), Else: r.expr(e.Else)}
	case *flow.Len:
		return r.length(e)
	case *flow.Make:
		return &flow.Make{Typ: e.Typ, Len: r.expr(e.Len), Cap: r.opt(e.Cap), At: e.At}
	case *flow.Lits:
		return &flow.Lits{Typ: e.Typ, Elems: r.exprs(e.Elems)}
	case *flow.Closure:
		f := *e.Func
		f.Body = r.list(e.Func.Body)
		return &flow.Closure{Func: &f}
	case *flow.Window:
		return &flow.Window{X: r.expr(e.X), Lo: r.opt(e.Lo), Hi: r.opt(e.Hi), Max: r.opt(e.Max), At: e.At}
	}
	panic("ragged: unexpected expression")
}

func (r *rewriter) load(e *flow.Load) flow.Expr {
	p := e.Place
	if !r.v.ragged[p.Var] || len(p.Path) > 1 {
		return &flow.Load{Place: r.place(p)}
	}
	v := r.variable(p.Var)
	if len(p.Path) == 0 {
		r.refuse(r.at, "all of "+p.Var.Name+", which is ragged, becomes a part of something else", "use its rows")
		return &flow.Zero{Typ: p.Type()}
	}
	lo, hi := r.bounds(v, r.expr(p.Path[0].Index), p.Path[0].At)
	return &flow.Window{X: &flow.Load{Place: part(v, data)}, Lo: lo, Hi: hi, At: p.Path[0].At}
}

// length is len(x), len(x[i]) or another.
func (r *rewriter) length(e *flow.Len) flow.Expr {
	l, ok := e.X.(*flow.Load)
	if !ok || !r.v.ragged[l.Place.Var] || len(l.Place.Path) > 1 {
		return &flow.Len{X: r.expr(e.X), Cap: e.Cap}
	}
	v := r.variable(l.Place.Var)
	if len(l.Place.Path) == 0 {
		n := &flow.Len{X: &flow.Load{Place: part(v, off)}}
		return r.op("isub", flow.Int, n, intLit(1))
	}
	lo, hi := r.bounds(v, r.expr(l.Place.Path[0].Index), l.Place.Path[0].At)
	return r.op("isub", flow.Int, hi, lo)
}

func (r *rewriter) op(name string, t *flow.Basic, args ...flow.Expr) flow.Expr {
	return &flow.Op{Op: syntax.MustOp(name), Args: slices.Clone(args), Typ: t, At: r.at}
}

func (r *rewriter) and(x, y flow.Expr) flow.Expr {
	return &flow.Cond{C: x, If: y, Else: &flow.Lit{Typ: flow.Bool}}
}

func load(v *flow.Var) *flow.Load { return &flow.Load{Place: flow.Place{Var: v}} }

func part(v *flow.Var, field int) flow.Place {
	return flow.Place{Var: v, Path: []flow.Step{{Kind: flow.StepField, Field: field}}}
}

func intLit(i int64) *flow.Lit { return &flow.Lit{Typ: flow.Int, I: i} }
