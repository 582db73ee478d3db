package forms

import (
	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/gen/elementary"
	"github.com/seed-4b734f86/gochad/internal/numbers"
	"github.com/seed-4b734f86/gochad/internal/scc"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Chains has loops that wait for an elementary function, since its argument in one iteration depends on its value in
// the one before, call the form of it that takes little time from the argument to the value. Elsewhere a processor
// works on several calls at a time, and what counts is how much there is to do in each.
//
//	for i < n {                          for i < n {
//	  v = v - h * sin(theta * x)           v = v - h * sinChained(theta * x)
//	  x = x + h * v                    →   x = x + h * v
//	  y = y + cos(a[i])                    y = y + cos(a[i])
//	}                                    }
//
// The dependence is one among scalar variables, through any statements of the loop. It takes time linear in the program
// and in how deep its loops are.
func Chains(p *loop.Program, file *code.File) {
	if !file.Elementary {
		return
	}
	for _, f := range p.Funcs {
		c := &chainer{file: file, ops: map[*syntax.Op]*syntax.Op{}, funcs: map[string]*loop.Func{},
			viewOf: map[*loop.Var]*loop.Var{}, kept: map[*loop.Var]bool{}}
		c.views(f)
		c.block(f.Body)
		if len(c.kept) > 0 {
			c.again(f.Body)
		}
	}
}

type chainer struct {
	file  *code.File
	ops   map[*syntax.Op]*syntax.Op // what stands for the primitives
	funcs map[string]*loop.Func     // what stands for the forms of two results
	// waits are the components of the loop at hand that wait for a function; kept are the arrays with their values.
	waits  map[int]bool
	viewOf map[*loop.Var]*loop.Var
	kept   map[*loop.Var]bool
}

// block treats the loops of a block.
func (c *chainer) block(b []loop.Stmt) {
	for _, s := range b {
		switch s := s.(type) {
		case *loop.For:
			c.loop(s.Body)
		case *loop.While:
			c.loop(s.Head, s.Body)
		}
		loop.Blocks(s, func(inner *[]loop.Stmt) { c.block(*inner) })
	}
}

// loop treats the body of a loop.
func (c *chainer) loop(blocks ...[]loop.Stmt) {
	if !c.calls(blocks) {
		return
	}
	g := &scalarGraph{at: map[*loop.Var]int{}}
	walkAll(blocks, func(s loop.Stmt) {
		targets(s, func(v *loop.Var, rhs []*loop.Expr) {
			to := g.node(v)
			for _, e := range rhs {
				e.EachVar(func(u *loop.Var) {
					if u.Type == loop.RealType {
						g.edge(g.node(u), to)
					}
				})
			}
		})
	})
	round := g.components()
	c.waits = map[int]bool{}
	walkAll(blocks, func(s loop.Stmt) { c.statement(s, g, round) })
	if len(c.waits) > 0 {
		c.keeps(blocks, g, round)
	}
}

// calls reports whether there is a call that could be chained.
func (c *chainer) calls(blocks [][]loop.Stmt) bool {
	found := false
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		found = found || e.Kind == loop.PrimExpr && elementary.Chained[e.Prim.Name] != ""
		for _, a := range e.Args {
			visit(a)
		}
	}
	walkAll(blocks, func(s loop.Stmt) {
		if call, ok := s.(*loop.Call); ok {
			found = found || c.paired(call)
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) { visit(*e) })
	})
	return found
}

// paired reports whether a call is of a form of two results that has a chained one.
func (c *chainer) paired(s *loop.Call) bool {
	return elementary.Chained[s.Func.Name] != "" && len(s.Func.Body) == 0 && len(s.Args) == 1 && len(s.Vars) == 2
}

// walkAll calls yield for the statements of some blocks, and of the blocks inside.
func walkAll(blocks [][]loop.Stmt, yield func(loop.Stmt)) {
	for _, b := range blocks {
		loop.Walk(b, yield)
	}
}

// targets calls yield with the real variables that s itself sets, and what it sets them from.
func targets(s loop.Stmt, yield func(v *loop.Var, rhs []*loop.Expr)) {
	switch s := s.(type) {
	case *loop.Let:
		if s.Var.Type == loop.RealType {
			yield(s.Var, []*loop.Expr{s.Rhs})
		}
	case *loop.Assign:
		for i, l := range s.Lhs {
			if l.Kind == loop.VarExpr && l.Type == loop.RealType {
				yield(l.Var, s.Rhs[i:i+1])
			}
		}
	case *loop.AddTo:
		if s.Lhs.Kind == loop.VarExpr && s.Lhs.Type == loop.RealType {
			yield(s.Lhs.Var, []*loop.Expr{s.Lhs, s.Rhs})
		}
	case *loop.Call:
		for _, v := range s.Vars {
			if v != nil && v.Type == loop.RealType {
				yield(v, s.Args)
			}
		}
	}
}

// statement replaces the calls whose argument and result depend on each other.
func (c *chainer) statement(s loop.Stmt, g *scalarGraph, round []int) {
	if call, ok := s.(*loop.Call); ok && c.paired(call) {
		for _, v := range call.Vars {
			if v != nil && g.together(round, v, call.Args[0]) {
				c.waits[round[g.at[v]]] = true
				call.Func = c.function(elementary.Chained[call.Func.Name])
				return
			}
		}
		return
	}
	replace := func(v *loop.Var, e *loop.Expr) *loop.Expr { return c.expr(v, e, g, round) }
	switch s := s.(type) {
	case *loop.Let:
		s.Rhs = replace(s.Var, s.Rhs)
	case *loop.Assign:
		for i, l := range s.Lhs {
			if l.Kind == loop.VarExpr {
				s.Rhs[i] = replace(l.Var, s.Rhs[i])
			}
		}
	case *loop.AddTo:
		if s.Lhs.Kind == loop.VarExpr {
			s.Rhs = replace(s.Lhs.Var, s.Rhs)
		}
	}
}

func (c *chainer) expr(v *loop.Var, e *loop.Expr, g *scalarGraph, round []int) *loop.Expr {
	e = e.MapArgs(func(a *loop.Expr) *loop.Expr { return c.expr(v, a, g, round) })
	if e.Kind != loop.PrimExpr || elementary.Chained[e.Prim.Name] == "" || !g.together(round, v, e.Args[0]) {
		return e
	}
	c.waits[round[g.at[v]]] = true
	return loop.Prim(c.op(e.Prim), e.Args...)
}

// op is a primitive that is emitted as a call of the chained function.
func (c *chainer) op(of *syntax.Op) *syntax.Op {
	if c.ops[of] == nil {
		name := elementary.Chained[of.Name]
		c.file.AddElementary(name)
		op := *of
		op.Name, op.Go = name, syntax.GoForm{Func: name}
		c.ops[of] = &op
	}
	return c.ops[of]
}

func (c *chainer) function(name string) *loop.Func {
	if c.funcs[name] == nil {
		c.file.AddElementary(name)
		c.funcs[name] = &loop.Func{Name: name, Params: []loop.Param{{Var: loop.NewVar("x", loop.RealType)}}}
	}
	return c.funcs[name]
}

// A scalarGraph has the variables that a loop sets or reads, and which depend on which.
type scalarGraph struct {
	at  map[*loop.Var]int
	out [][]int
}

func (g *scalarGraph) node(v *loop.Var) int {
	k, ok := g.at[v]
	if !ok {
		k = len(g.out)
		g.at[v] = k
		g.out = append(g.out, nil)
	}
	return k
}

func (g *scalarGraph) edge(from, to int) { g.out[from] = append(g.out[from], to) }

// together reports whether v, which depends on e, and a variable of e depend on each other.
func (g *scalarGraph) together(round []int, v *loop.Var, e *loop.Expr) bool {
	to, ok := g.at[v]
	if !ok {
		return false
	}
	found := false
	e.EachVar(func(u *loop.Var) {
		if from, ok := g.at[u]; ok && round[from] == round[to] {
			found = true
		}
	})
	return found
}

// components numbers the sets of nodes that can be reached from each other.
func (g *scalarGraph) components() []int {
	nodes := numbers.To(len(g.out))
	comp := make([]int, len(nodes))
	for k, set := range scc.Components(nodes, func(v int) []int { return g.out[v] }) {
		for _, v := range set.Nodes {
			comp[v] = k
		}
	}
	return comp
}
