package gc

import (
	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

const (
	// bigNodes is how many nodes a function has that Go's compiler holds for big: there it leaves the parts uninlined.
	// A node of the loop language makes nodeNodes of them at most (1 to 1.4 in loops of few kinds), a call that is
	// opened partsNodes, about.
	bigNodes   = 5000
	nodeNodes  = 2
	partsNodes = 60
	// openCalls bounds the calls that are opened in one loop, without the loops inside.
	openCalls = 4
)

// OpenExp writes calls of exp in loops as their parts, which Go's compiler inlines, with a branch to the
// special cases: nothing has to be saved around a call, and the work on an element overlaps with that on the next.
//
//	                                x := a[i] - m
//	                                k, r := expReduce(x)
//	                                outer := expOuter(k)
//	                                var e float64
//	y[i] = exp(a[i] - m)            if outer {
//	                         →          e = expEdge(x)
//	                                } else {
//	                                    s, t := expScale(k, r)
//	                                    e = s + t
//	                                }
//	                                y[i] = e
//
// The results are those of exp, to the last bit. It takes time linear in the program.
func OpenExp(p *loop.Program, file *code.File) {
	if !file.Elementary {
		return
	}
	fn := func(name string, params ...loop.Type) *loop.Func {
		f := &loop.Func{Name: name}
		for _, t := range params {
			f.Params = append(f.Params, loop.Param{Var: loop.NewVar("x", t)})
		}
		return f
	}
	o := &opener{file: file, reduce: fn("expReduce", loop.RealType), outer: fn("expOuter", loop.IntType),
		scale: fn("expScale", loop.IntType, loop.RealType), edge: fn("expEdge", loop.RealType)}
	for _, f := range p.Funcs {
		nodes := 0
		loop.Walk(f.Body, func(s loop.Stmt) {
			nodes++
			loop.Operands(s, func(e **loop.Expr, _ bool) { nodes += int((*e).Size) })
		})
		o.room = (bigNodes - nodeNodes*nodes) / partsNodes
		o.loops(f.Body)
	}
}

type opener struct {
	file                       *code.File
	reduce, outer, scale, edge *loop.Func
	calls                      int // opened in the loop at hand
	room                       int // calls that may be opened in the function
}

// loops treats the loops of a block, each for itself.
func (o *opener) loops(b []loop.Stmt) {
	for _, s := range b {
		loop.Blocks(s, func(c *[]loop.Stmt) { o.loops(*c) })
		o.calls = 0
		switch s := s.(type) {
		case *loop.For:
			if !s.Vector {
				s.Body = o.block(s.Body)
			}
		case *loop.While:
			s.Body = o.block(s.Body)
		}
	}
}

// block opens the calls that the statements of a block make whenever they run.
func (o *opener) block(b []loop.Stmt) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(b))
	for _, s := range b {
		switch s.(type) {
		case *loop.Let, *loop.Assign, *loop.AddTo:
			loop.Operands(s, func(e **loop.Expr, _ bool) { *e = o.expr(*e, &out) })
		}
		out = append(out, s)
	}
	return out
}

// expr is e with variables in the place of calls of exp; out gets the statements that set them.
func (o *opener) expr(e *loop.Expr, out *[]loop.Stmt) *loop.Expr {
	if e.Kind == loop.PrimExpr && (e.Prim.Name == "and" || e.Prim.Name == "or") {
		return e
	}
	e = e.MapArgs(func(a *loop.Expr) *loop.Expr { return o.expr(a, out) })
	if e.Kind != loop.PrimExpr || e.Prim.Name != "exp" || o.calls == openCalls || o.room <= 0 {
		return e
	}
	o.calls++
	o.room--
	o.file.AddElementary("exp")
	x, y := e.Args[0], loop.NewVar("e", loop.RealType)
	if x.Kind != loop.VarExpr {
		v := loop.NewVar("x", loop.RealType)
		*out = append(*out, &loop.Let{Var: v, Rhs: x})
		x = loop.Use(v)
	}
	// k is a uint64 of Go, which only goes from one part to the other.
	k, r := loop.NewVar("k", loop.IntType), loop.NewVar("r", loop.RealType)
	s, t := loop.NewVar("s", loop.RealType), loop.NewVar("t", loop.RealType)
	edge := loop.NewVar("y", loop.RealType)
	use := loop.Use
	outer := loop.NewVar("outer", loop.BoolType)
	*out = append(*out,
		&loop.Call{Vars: []*loop.Var{k, r}, Func: o.reduce, Args: []*loop.Expr{x}},
		&loop.Call{Vars: []*loop.Var{outer}, Func: o.outer, Args: []*loop.Expr{use(k)}},
		&loop.Let{Var: y, Rhs: loop.RealConst(0)},
		&loop.If{
			Cond: use(outer),
			Then: []loop.Stmt{
				&loop.Call{Vars: []*loop.Var{edge}, Func: o.edge, Args: []*loop.Expr{x}},
				&loop.Assign{Lhs: []*loop.Expr{use(y)}, Rhs: []*loop.Expr{use(edge)}},
			},
			Else: []loop.Stmt{
				&loop.Call{Vars: []*loop.Var{s, t}, Func: o.scale, Args: []*loop.Expr{use(k), use(r)}},
				&loop.Assign{Lhs: []*loop.Expr{use(y)}, Rhs: []*loop.Expr{loop.Prim(syntax.OpAdd, use(s), use(t))}},
			},
		})
	return use(y)
}
