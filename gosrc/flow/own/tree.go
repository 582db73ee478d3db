package own

import "github.com/seed-4b734f86/gochad/gosrc/flow"

// A copier copies trees of statements. Its hooks change what is copied: stmt may take a statement over, expr sees
// each expression after its parts were copied, dst each place that is stored to.
type copier struct {
	vars  map[*flow.Var]*flow.Var
	funcs map[*flow.Func]*flow.Func
	heads map[flow.Stmt]flow.Stmt // copies of the targets of break and continue
	refs  map[*flow.Var]*flow.Var // variables that become what a pointer points to
	lits  map[*flow.Func]*flow.Func
	// nested counts the literals around what is being copied: a return there is theirs.
	nested int
	stmt   func(flow.Stmt) ([]flow.Stmt, bool)
	expr   func(flow.Expr) flow.Expr
	dst    func(flow.Place) flow.Place
	// whole may take an expression over before its parts are copied.
	whole  func(flow.Expr) (flow.Expr, bool)
	behind []flow.Stmt // the statements behind the one that is copied, in its list
	// more says what steps follow the last one of an old place in the new one.
	more func(flow.Place) []flow.Step
	// pending, if not nil, collects statements that have to run before the one that is copied.
	pending *[]flow.Stmt
}

func (c *copier) variable(v *flow.Var) *flow.Var {
	if w, ok := c.vars[v]; ok {
		return w
	}
	return v
}

// variables are what some variables are in the copy.
func (c *copier) variables(vs []*flow.Var) (out []*flow.Var) {
	for _, v := range vs {
		out = append(out, c.variable(v))
	}
	return out
}

func (c *copier) function(f *flow.Func) *flow.Func {
	if g, ok := c.funcs[f]; ok {
		return g
	}
	return f
}

// list copies statements.
func (c *copier) list(ss []flow.Stmt) []flow.Stmt {
	var out []flow.Stmt
	outer := c.behind
	for i, s := range ss {
		c.behind = ss[i+1:]
		out = append(out, c.one(s)...)
	}
	c.behind = outer
	return out
}

func (c *copier) one(s flow.Stmt) []flow.Stmt {
	if c.stmt != nil {
		if out, ok := c.stmt(s); ok {
			return out
		}
	}
	return []flow.Stmt{c.same(s)}
}

// head registers the copy of a statement that others may leave.
func (c *copier) head(old, copied flow.Stmt) {
	if c.heads == nil {
		c.heads = map[flow.Stmt]flow.Stmt{}
	}
	c.heads[old] = copied
}

func (c *copier) target(s flow.Stmt) flow.Stmt {
	if t, ok := c.heads[s]; ok {
		return t
	}
	return s
}

// same copies one statement as it is.
func (c *copier) same(s flow.Stmt) flow.Stmt {
	switch s := s.(type) {
	case *flow.Assign:
		return &flow.Assign{Src: c.exprs(s.Src), Dst: c.dsts(s.Dst), At: s.At}
	case *flow.Call:
		return &flow.Call{Func: c.function(s.Func), Fun: c.value(s.Fun), Args: c.exprs(s.Args), Dst: c.dsts(s.Dst),
			At: s.At}
	case *flow.Append:
		return &flow.Append{
			Src: c.value(s.Src), Elems: c.exprs(s.Elems), Spread: c.value(s.Spread), Dst: c.store(s.Dst),
			Moves: s.Moves, Surely: s.Surely, At: s.At,
		}
	case *flow.Copy:
		d := &flow.Copy{Dst: c.value(s.Dst), Off: c.value(s.Off), Lim: c.value(s.Lim), Src: c.value(s.Src), At: s.At}
		d.To, d.N = c.store(s.To), c.store(s.N)
		return d
	case *flow.If:
		return &flow.If{Cond: c.value(s.Cond), Then: c.list(s.Then), Else: c.list(s.Else), At: s.At}
	case *flow.Count:
		d := &flow.Count{Idx: c.variable(s.Idx), N: c.value(s.N), Checkpoint: s.Checkpoint, At: s.At}
		c.head(s, d)
		d.Body = c.list(s.Body)
		return d
	case *flow.While:
		d := &flow.While{Checkpoint: s.Checkpoint, At: s.At}
		c.head(s, d)
		d.Pre = c.list(s.Pre)
		d.Cond = c.within(&d.Pre, s.Cond)
		d.Body, d.Post = c.list(s.Body), c.list(s.Post)
		return d
	case *flow.Block:
		d := &flow.Block{}
		c.head(s, d)
		d.Body = c.list(s.Body)
		return d
	case *flow.Break:
		return &flow.Break{Target: c.target(s.Target)}
	case *flow.Continue:
		return &flow.Continue{Target: c.target(s.Target)}
	case *flow.Return:
		return &flow.Return{At: s.At}
	case *flow.Fail:
		return &flow.Fail{Msg: s.Msg, At: s.At}
	}
	panic("own: unknown statement")
}

// within copies an expression whose pending statements belong at the end of a list.
func (c *copier) within(list *[]flow.Stmt, e flow.Expr) flow.Expr {
	before := c.pending
	defer func() { c.pending = before }()
	if before != nil {
		c.pending = list
	}
	return c.value(e)
}

func (c *copier) exprs(es []flow.Expr) []flow.Expr {
	out := make([]flow.Expr, len(es))
	for i, e := range es {
		out[i] = c.value(e)
	}
	return out
}

func (c *copier) dsts(ps []flow.Place) []flow.Place {
	out := make([]flow.Place, len(ps))
	for i, p := range ps {
		out[i] = c.store(p)
	}
	return out
}

func (c *copier) store(p flow.Place) flow.Place {
	if p.Var == nil {
		return p
	}
	p = c.place(p)
	if c.dst != nil {
		p = c.dst(p)
	}
	return p
}

// place copies a place and the indices in it, without the hooks for places.
func (c *copier) place(p flow.Place) flow.Place {
	q := flow.Place{Var: c.variable(p.Var)}
	if r := c.refs[p.Var]; r != nil {
		q = flow.Place{Var: r, Path: []flow.Step{{Kind: flow.StepDeref}}}
	}
	for k, s := range p.Path {
		s.Index = c.value(s.Index)
		q.Path = append(q.Path, s)
		if c.more != nil {
			q.Path = append(q.Path, c.more(flow.Place{Var: p.Var, Path: p.Path[:k+1]})...)
		}
	}
	return q
}

// value copies an expression; nil stays nil.
func (c *copier) value(e flow.Expr) flow.Expr {
	var d flow.Expr
	if c.whole != nil && e != nil {
		if out, ok := c.whole(e); ok {
			return out
		}
	}
	switch e := e.(type) {
	case nil:
		return nil
	case *flow.Lit:
		d = &flow.Lit{Typ: e.Typ, F: e.F, I: e.I}
	case *flow.Load:
		d = &flow.Load{Place: c.place(e.Place)}
	case *flow.Op:
		d = &flow.Op{Op: e.Op, Args: c.exprs(e.Args), Typ: e.Typ, At: e.At}
	case *flow.Retype:
		d = &flow.Retype{X: c.value(e.X), Typ: e.Typ}
	case *flow.Cond:
		d = &flow.Cond{C: c.value(e.C), If: c.value(e.If), Else: c.value(e.Else)}
	case *flow.Len:
		d = &flow.Len{X: c.value(e.X), Cap: e.Cap}
	case *flow.Make:
		d = &flow.Make{Typ: e.Typ, Len: c.value(e.Len), Cap: c.value(e.Cap), At: e.At}
	case *flow.Zero:
		d = &flow.Zero{Typ: e.Typ}
	case *flow.Lits:
		d = &flow.Lits{Typ: e.Typ, Elems: c.exprs(e.Elems)}
	case *flow.Closure:
		d = &flow.Closure{Func: c.literal(e.Func)}
	case *flow.FuncRef:
		d = &flow.FuncRef{Func: c.function(e.Func)}
	case *flow.Window:
		d = &flow.Window{X: c.value(e.X), Lo: c.value(e.Lo), Hi: c.value(e.Hi), Max: c.value(e.Max), At: e.At}
	case *flow.Addr:
		d = &flow.Addr{Place: c.place(e.Place)}
	case *flow.IsNil:
		d = &flow.IsNil{X: c.value(e.X), At: e.At}
	}
	if c.expr != nil {
		return c.expr(d)
	}
	return d
}

// literal copies a function literal; its variables are those that vars says.
func (c *copier) literal(f *flow.Func) *flow.Func {
	if g, ok := c.lits[f]; ok {
		return g
	}
	g := &flow.Func{Name: f.Name, Doc: f.Doc, At: f.At, Interface: f.Interface}
	if c.lits == nil {
		c.lits = map[*flow.Func]*flow.Func{}
	}
	c.lits[f] = g
	g.Params, g.Results = c.variables(f.Params), c.variables(f.Results)
	c.nested++
	g.Body = c.list(f.Body)
	c.nested--
	return g
}

// deep calls f for the body of a function, and those of all literals in it.
func deep(ss []flow.Stmt, f func([]flow.Stmt)) {
	f(ss)
	for _, l := range literals(ss) {
		deep(l.Body, f)
	}
}

// literals are the function literals in a list of statements, without those inside others.
func literals(ss []flow.Stmt) []*flow.Func {
	var out []*flow.Func
	eachOperand(ss, func(e flow.Expr) {
		if l, ok := e.(*flow.Closure); ok {
			out = append(out, l.Func)
		}
	})
	return out
}

// mentions counts how often variables occur in a list of statements, the literals in it included.
func mentions(ss []flow.Stmt) map[*flow.Var]int {
	out := map[*flow.Var]int{}
	deep(ss, func(ss []flow.Stmt) {
		eachStmt(ss, func(s flow.Stmt) {
			for _, p := range flow.Stores(s) {
				out[p.Var]++
			}
			if c, ok := s.(*flow.Count); ok {
				out[c.Idx]++
			}
		})
		eachOperand(ss, func(e flow.Expr) {
			switch e := e.(type) {
			case *flow.Load:
				out[e.Place.Var]++
			case *flow.Addr:
				out[e.Place.Var]++
			case *flow.Closure:
				for _, v := range append(append([]*flow.Var(nil), e.Func.Params...), e.Func.Results...) {
					out[v]++
				}
			}
		})
	})
	delete(out, nil)
	return out
}

// stored are the variables that a list of statements stores to or binds, the literals in it included.
func stored(ss []flow.Stmt) map[*flow.Var]bool {
	out := map[*flow.Var]bool{}
	deep(ss, func(ss []flow.Stmt) {
		eachStmt(ss, func(s flow.Stmt) {
			for _, p := range flow.Stores(s) {
				out[p.Var] = true
			}
			if c, ok := s.(*flow.Count); ok {
				out[c.Idx] = true
			}
		})
		for _, l := range literals(ss) {
			for _, v := range append(append([]*flow.Var(nil), l.Params...), l.Results...) {
				out[v] = true
			}
		}
	})
	delete(out, nil)
	return out
}

// eachStmt calls f on all statements of a list, outer ones first.
func eachStmt(ss []flow.Stmt, f func(flow.Stmt)) { flow.Walk(ss, f, nil) }

// eachOperand calls f on every expression of a list of statements, those in places included.
func eachOperand(ss []flow.Stmt, f func(flow.Expr)) { flow.Walk(ss, nil, f) }

// load is the value of a variable.
func load(v *flow.Var) *flow.Load { return &flow.Load{Place: flow.Place{Var: v}} }

// place is a whole variable.
func place(v *flow.Var) flow.Place { return flow.Place{Var: v} }

// join is a place in a place.
func join(p flow.Place, steps ...flow.Step) flow.Place {
	path := append(append([]flow.Step(nil), p.Path...), steps...)
	return flow.Place{Var: p.Var, Path: path}
}

// holds reports whether values of a type hold slices or pointers.
func holds(t flow.Type) bool {
	switch t := t.(type) {
	case *flow.Slice, *flow.Pointer:
		return true
	case *flow.Array:
		return holds(t.Elem)
	case *flow.Struct:
		for _, f := range t.Fields {
			if holds(f.Type) {
				return true
			}
		}
	case *flow.Basic, *flow.FuncType:
	}
	return false
}

// isRef reports whether a type is a slice or pointer.
func isRef(t flow.Type) bool {
	switch t.(type) {
	case *flow.Slice, *flow.Pointer:
		return true
	}
	return false
}
