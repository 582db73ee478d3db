package batch

import (
	"github.com/seed-4b734f86/gochad/internal/unionfind"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// aliases are the bindings of array variables in a function: pairs of variables that may share memory, fields of cells
// included, and what callers must know of it.
type aliases struct {
	f     *loop.Func
	pairs [][2]*loop.Var
	node  map[*loop.Cell]*loop.Var
	// assigned are parameters that are given another array.
	assigned map[*loop.Var]bool
	// shares are pairs of what may share memory after a call: parameters by their places, results behind them.
	shares map[[2]int]bool
	// keeps are the cells whose fields may share memory with a parameter or result.
	keeps map[keep]bool
}

type keep struct {
	place int
	cell  *loop.Cell
}

// classes are the sets of array variables that may share memory. The representative of one stands for it.
type classes struct {
	unionfind.Sets[*loop.Var]
	fields map[*loop.Var][]*loop.Cell // of the representatives
}

// classes joins the variables, leaving out the parameters that are shared: nobody writes to their memory.
func (a *aliases) classes(shared func(i int) bool) *classes {
	c := &classes{fields: map[*loop.Var][]*loop.Cell{}}
	out := map[*loop.Var]bool{}
	for i, q := range a.f.Params {
		out[q.Var] = !q.Out && !a.assigned[q.Var] && shared != nil && shared(i)
	}
	for _, p := range a.pairs {
		if !out[p[0]] && !out[p[1]] {
			c.Union(p[0], p[1])
		}
	}
	for _, k := range cellsIn(a.node) {
		r := c.Find(a.node[k])
		c.fields[r] = append(c.fields[r], k)
	}
	return c
}

func cellsIn(m map[*loop.Cell]*loop.Var) (out []*loop.Cell) {
	for k := range m {
		out = append(out, k)
	}
	return out
}

// root is the variable whose memory an array expression is of: a stand-in for a field.
func (a *aliases) root(e *loop.Expr) *loop.Var {
	for e.Kind == loop.IndexExpr || e.Kind == loop.SliceExpr {
		e = e.Args[0]
	}
	switch e.Kind {
	case loop.VarExpr:
		return e.Var
	case loop.FieldExpr:
		return a.field(e.Args[0].Type.Cell)
	}
	return nil
}

func (a *aliases) field(c *loop.Cell) *loop.Var {
	if a.node[c] == nil {
		a.node[c] = loop.NewVar(c.Name, loop.RealType.Array())
	}
	return a.node[c]
}

// bind notes that a variable or place x may hold the array e.
func (a *aliases) bind(x *loop.Var, e *loop.Expr) {
	if x == nil || !e.Type.IsArray() {
		return
	}
	if r := a.root(e); r != nil {
		a.pairs = append(a.pairs, [2]*loop.Var{x, r})
	}
}

// summarise finds the aliases of functions, and of calls among them.
func summarise(funcs []*loop.Func) map[*loop.Func]*aliases {
	all := map[*loop.Func]*aliases{}
	own := map[*loop.Func][][2]*loop.Var{}
	for _, f := range funcs {
		a := &aliases{f: f, node: map[*loop.Cell]*loop.Var{}, assigned: map[*loop.Var]bool{}, shares: map[[2]int]bool{},
			keeps: map[keep]bool{}}
		all[f] = a
		loop.Walk(f.Body, a.stmt)
		a.overlap()
		own[f] = a.pairs
	}
	for again := true; again; { // what callees share comes to light from the leaves of the call graph on
		again = false
		for i := len(funcs) - 1; i >= 0; i-- {
			a := all[funcs[i]]
			a.pairs = append([][2]*loop.Var(nil), own[a.f]...)
			loop.Walk(a.f.Body, func(s loop.Stmt) {
				if c, ok := s.(*loop.Call); ok {
					a.call(c, all[c.Func])
				}
			})
			again = a.share() || again
		}
	}
	return all
}

// overlap notes the parameters that may overlap.
func (a *aliases) overlap() {
	var first *loop.Var
	for _, q := range a.f.Params {
		if !q.Shared {
			continue
		}
		if first != nil {
			a.pairs = append(a.pairs, [2]*loop.Var{first, q.Var})
		}
		first = q.Var
	}
}

func (a *aliases) stmt(s loop.Stmt) {
	switch s := s.(type) {
	case *loop.Let:
		a.bind(s.Var, s.Rhs)
	case *loop.NewCell:
		for _, f := range s.Fields {
			if f.Type.IsArray() {
				a.bind(a.field(s.Var.Type.Cell), f)
			}
		}
	case *loop.Assign:
		for i, l := range s.Lhs {
			if l.Type.IsArray() {
				a.bind(a.root(l), s.Rhs[i])
			}
			if l.Kind == loop.VarExpr {
				a.assigned[l.Var] = true
			}
		}
	case *loop.Append:
		a.bind(s.Var, s.Val)
	}
}

// call notes what a call makes share memory.
func (a *aliases) call(s *loop.Call, callee *aliases) {
	at := func(k int) *loop.Var {
		if k < len(s.Args) {
			return a.root(s.Args[k])
		}
		return s.Vars[k-len(s.Args)]
	}
	pair := func(x, y *loop.Var) {
		if x != nil && y != nil {
			a.pairs = append(a.pairs, [2]*loop.Var{x, y})
		}
	}
	for k := range callee.shares {
		pair(at(k[0]), at(k[1]))
	}
	for k := range callee.keeps {
		pair(at(k.place), a.field(k.cell))
	}
}

// share finds which parameters, results and fields may share memory, and reports whether there are new ones. Two
// parameters that are only read do not matter to callers.
func (a *aliases) share() bool {
	c := a.classes(nil)
	n := len(a.shares) + len(a.keeps)
	var roots []*loop.Var
	read := map[int]bool{}
	for i, q := range a.f.Params {
		read[i] = !q.Out
		if q.Var.Type.IsArray() {
			roots = append(roots, c.Find(q.Var))
		} else {
			roots = append(roots, nil)
		}
	}
	for _, x := range a.f.Results {
		var r *loop.Var
		if x.Type.IsArray() {
			if r = a.root(x); r != nil {
				r = c.Find(r)
			}
		}
		roots = append(roots, r)
	}
	for i, r := range roots {
		if r == nil {
			continue
		}
		for j := range i {
			if roots[j] == r && !(read[i] && read[j]) {
				a.shares[[2]int{j, i}] = true
			}
		}
		for k, v := range a.node {
			if c.Find(v) == r {
				a.keeps[keep{i, k}] = true
			}
		}
	}
	return len(a.shares)+len(a.keeps) > n
}
