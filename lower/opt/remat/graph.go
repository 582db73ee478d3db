package remat

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// A value is one value of the forward nest: what a variable holds from some statement on, in each iteration.
type value struct {
	v    *loop.Var // the variable, or nil for what an expression stores
	typ  loop.Type
	at   *nest // the body of the forward loop that it belongs to
	made *compute
	// from is where the value can be stored.
	from spot
	// tape is an array that already holds it at the loop indices; free says that the array stays anyway.
	tape  *loop.Var
	free  bool
	index bool // the loop variable
}

// A compute is a way to get values: an expression, or a branch that assigns variables.
type compute struct {
	rhs    *loop.Expr
	branch loop.Stmt // an If or Switch
	outs   []*value  // what it gives: several for a branch
	in     map[*loop.Var]*value
	needs  []*value
	cost   int64 // cutForever: cannot be done again
	id     int
}

// forward is the data flow of one forward nest, as far as it is not inside
// branches and loops that do not write tapes.
type forward struct {
	sv     *surveyor
	total  int64                   // the work of the function
	around int64                   // how often the nest runs
	stale  func(*loop.Var) bool    // variables that change between the nest and the end of the last reader
	dirty  func(facts.Region) bool // regions that are written there
	inside map[*loop.For]bool      // loops on the way to a tape
	// through are branches around such loops that are taken whenever the loops run, with their blocks.
	through map[*loop.If]*nest
	tapes   map[loop.Stmt][]*loop.Var // the arrays that hold what statements store at the loop indices
	// removable are those of which all readers may compute the elements themselves.
	removable map[*loop.Var]bool
	keeps     func(e *loop.Expr, in loop.Stmt) bool // elements of such regions that nothing writes after they were read
	here      loop.Stmt                             // the statement that is looked at
	gone      func(*loop.Var) bool                  // arrays that this pass has removed, or may yet remove
	cur       map[*loop.Var]*value
	own       map[*loop.Var]bool // declared in the nest
	values    []*value
	comps     []*compute
	stored    map[*loop.Var]*value // what an array holds
}

func (g *forward) value(x value) *value {
	g.values = append(g.values, &x)
	x.made.outs = append(x.made.outs, &x)
	return &x
}

func (g *forward) compute(c *compute) *compute {
	c.id = len(g.comps)
	g.comps = append(g.comps, c)
	return c
}

// body walks the body of a forward loop.
func (g *forward) body(n *nest) {
	g.own[n.loop.Var] = true
	g.cur[n.loop.Var] = g.value(value{
		v: n.loop.Var, typ: loop.IntType, at: n, from: spot{n, 0}, index: true, made: g.compute(&compute{}),
	})
	g.carried(n)
	for i, s := range *n.block {
		g.statement(spot{n, i}, s)
	}
}

// carried gives new values to the variables that iterations hand to each other: they
// can only be stored.
func (g *forward) carried(n *nest) {
	local := map[*loop.Var]bool{}
	changed := func(v *loop.Var) {
		if !local[v] {
			local[v] = true
			g.unknown(v, spot{n, 0})
		}
	}
	loop.Walk(*n.block, func(s loop.Stmt) {
		loop.Declared(s, func(v *loop.Var) { local[v] = true })
		g.assigned(s, changed)
	})
}

// assigned calls yield for the variables that s itself gives a value after their declaration.
func (g *forward) assigned(s loop.Stmt, yield func(*loop.Var)) {
	switch s := s.(type) {
	case *loop.Assign:
		for _, l := range s.Lhs {
			if l.Kind == loop.VarExpr {
				yield(l.Var)
			}
		}
	case *loop.AddTo:
		if s.Lhs.Kind == loop.VarExpr {
			yield(s.Lhs.Var)
		}
	case *loop.Append:
		yield(s.Var)
	}
}

// unknown makes the value of v from a spot on one that cannot be computed again.
func (g *forward) unknown(v *loop.Var, from spot) {
	g.own[v] = true
	g.cur[v] = g.value(value{v: v, typ: v.Type, at: from.n, from: from, made: g.compute(&compute{cost: cutForever})})
}

func (g *forward) statement(at spot, s loop.Stmt) {
	after := spot{at.n, at.at + 1}
	g.here = s
	switch s := s.(type) {
	case *loop.Let:
		g.define(s.Var, s.Rhs, after)
	case *loop.Assign:
		g.assign(s, at)
	case *loop.AddTo:
		if s.Lhs.Kind == loop.VarExpr {
			g.unknownOrSum(s, after)
		}
	case *loop.For:
		if g.inside[s] {
			g.nested(at, s)
			return
		}
		g.opaque(s, after)
	case *loop.If, *loop.Switch:
		if f, ok := s.(*loop.If); ok && g.through[f] != nil {
			in := g.through[f]
			for i, t := range *in.block {
				g.statement(spot{in, i}, t)
			}
			g.opaque(s, after)
			return
		}
		g.branch(s, after)
	default:
		g.opaque(s, after)
	}
}

// nested walks a loop on the way to a tape; what it changes is unknown afterwards.
func (g *forward) nested(at spot, s *loop.For) {
	g.body(g.sv.bodies[s.Var])
	g.opaque(s, spot{at.n, at.at + 1})
}

// opaque makes unknown what a statement changes or declares.
func (g *forward) opaque(s loop.Stmt, after spot) {
	loop.Declared(s, func(v *loop.Var) {
		if _, counts := s.(*loop.For); !counts {
			g.unknown(v, after)
		}
	})
	inner := map[*loop.Var]bool{}
	loop.Walk([]loop.Stmt{s}, func(t loop.Stmt) {
		loop.Declared(t, func(v *loop.Var) { inner[v] = true })
		g.assigned(t, func(v *loop.Var) {
			if !inner[v] {
				g.unknown(v, after)
			}
		})
	})
}

// define gives a variable the value of an expression.
func (g *forward) define(v *loop.Var, rhs *loop.Expr, after spot) {
	c := g.expression(rhs)
	g.own[v] = true
	g.cur[v] = g.value(value{v: v, typ: v.Type, at: after.n, from: after, made: c})
}

func (g *forward) unknownOrSum(s *loop.AddTo, after spot) {
	if s.Lhs.Type != loop.RealType && s.Lhs.Type != loop.IntType || g.cur[s.Lhs.Var] == nil {
		g.unknown(s.Lhs.Var, after)
		return
	}
	g.define(s.Lhs.Var, loop.Prim(addition(s.Lhs.Type), s.Lhs, s.Rhs), after)
}

func (g *forward) assign(s *loop.Assign, at spot) {
	after := spot{at.n, at.at + 1}
	comps := make([]*compute, len(s.Lhs))
	for k := range s.Lhs {
		comps[k] = g.expression(s.Rhs[k])
	}
	was := make([]*value, len(s.Lhs))
	for k, r := range s.Rhs {
		if r.Kind == loop.VarExpr {
			was[k] = g.cur[r.Var]
		}
	}
	for k, l := range s.Lhs {
		if l.Kind == loop.VarExpr {
			g.own[l.Var] = true
			g.cur[l.Var] = g.value(value{v: l.Var, typ: l.Type, at: at.n, from: after, made: comps[k]})
		}
	}
	for _, t := range g.tapes[s] {
		k := g.sv.arrays[t].part
		if !g.sv.arrays[t].write.same(at) {
			continue
		}
		x := was[k]
		if x == nil || x.at != at.n {
			x = g.value(value{typ: s.Rhs[k].Type, at: at.n, from: after, made: comps[k]})
		}
		if stays := !g.removable[t]; x.tape == nil || stays {
			x.tape, x.free = t, stays
		}
		g.stored[t] = x
	}
}

func (s spot) same(t spot) bool { return s.n == t.n && s.at == t.at }

// expression looks at what an expression needs to be computed again.
func (g *forward) expression(e *loop.Expr) *compute {
	c := &compute{rhs: e, in: map[*loop.Var]*value{}, cost: facts.Work(e)}
	g.need(c, e)
	return g.compute(c)
}

func (g *forward) need(c *compute, e *loop.Expr) {
	if g.lost(e) {
		c.cost = cutForever
	}
	facts.EachRead(e, func(v *loop.Var) { g.needVar(c, v) })
}

func (g *forward) needVar(c *compute, v *loop.Var) {
	if c.in[v] != nil {
		return
	}
	if x := g.cur[v]; x != nil {
		c.in[v] = x
		c.needs = append(c.needs, x)
	} else if g.own[v] || g.stale(v) {
		c.cost = cutForever
	}
}

// lost reports whether e reads memory that changes before the last reader of the tapes is done.
func (g *forward) lost(e *loop.Expr) bool {
	switch e.Kind {
	case loop.IndexExpr, loop.FieldExpr:
		if r, ok := g.sv.Region(e); !ok || g.gone(g.sv.root(e)) || g.dirty(r) && !g.keeps(e, g.here) {
			return true
		}
	case loop.TagExpr, loop.IsNilExpr:
		return true
	}
	for _, a := range e.Args {
		if g.lost(a) {
			return true
		}
	}
	return false
}
