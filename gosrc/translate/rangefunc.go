package translate

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// A yield is the body of a loop over an iterator function, as a function literal that the iterator calls for each
// value. What leaves the loop other than by its end is noted in a variable, and done when the iterator has returned.
type yield struct {
	label string
	more  *flow.Var // the literal's result: whether the iterator should go on
	exit  *flow.Var // 0, 1 for a return, or 2 + an index of jumps; nil until something needs it
	jumps []jump
}

// A jump is a break or continue of a statement around the loop.
type jump struct {
	tok   token.Token
	label string
}

const exitReturn = 1

// rangeFunc is for k, v := range f: f(func(k, v) bool { …; return true }).
func (f *fn) rangeFunc(s *ast.RangeStmt, label string) {
	sig := f.typeOf(s.X).Underlying().(*types.Signature)
	body, ok := sig.Params().At(0).Type().Underlying().(*types.Signature)
	if !ok {
		f.refuse(s.X, "unsupported", "a loop over %s", f.typeOf(s.X))
		return
	}
	fun := f.expr(s.X)
	top := f.top()
	top.temps++
	g := &fn{
		translator: f.translator, pkg: f.pkg, file: f.file, use: f.use, subst: f.subst, parent: f, sig: f.sig,
		vars: map[types.Object]*flow.Var{}, globals: top.globals,
		flow: &flow.Func{Name: fmt.Sprintf("%s.range%d", top.flow.Name, top.temps), At: f.at(s)},
	}
	g.yield = &yield{label: label, more: &flow.Var{Name: "more", Type: flow.Bool, At: f.at(s)}}
	g.flow.Results = []*flow.Var{g.yield.more}
	keys := []ast.Expr{s.Key, s.Value}
	g.flow.Body = flat(g.block(func() {
		for i := range body.Params().Len() {
			g.yieldParam(keys[i], body.Params().At(i), s.Tok == token.DEFINE, i)
		}
		g.stmts(s.Body.List)
		if !g.dead {
			g.leave(s, true)
		}
	}))
	if g.yield.exit != nil {
		f.assign(flow.Place{Var: g.yield.exit}, intLit(0), s)
	}
	f.emit(&flow.Call{Fun: fun, Args: []flow.Expr{&flow.Closure{Func: g.flow}}, At: f.at(s)})
	f.dead = false
	f.finish(g.yield, s)
}

// yieldParam is a parameter of the loop body: a new variable, or one that is assigned to the expression in its place.
func (f *fn) yieldParam(e ast.Expr, p *types.Var, define bool, i int) {
	v := &flow.Var{Name: fmt.Sprintf("v%d", i), Type: f.typ(p.Type()), At: f.pkg.at(p.Pos())}
	f.flow.Params = append(f.flow.Params, v)
	if e == nil || isBlank(e) || isOpaque(v.Type) {
		return
	}
	if !define {
		f.setRange(e, load(v), false, false)
		return
	}
	id := e.(*ast.Ident)
	v.Name = id.Name
	f.vars[f.pkg.Info.Defs[id]] = v
}

// leave ends one run of the loop body; more says whether the loop goes on.
func (f *fn) leave(n ast.Node, more bool) {
	f.emit(&flow.Assign{Dst: []flow.Place{{Var: f.yield.more}}, Src: []flow.Expr{boolLit(more)}})
	f.emit(&flow.Return{At: f.at(n)})
	f.dead = true
}

// leaveWith ends the loop, with something to do behind it.
func (f *fn) leaveWith(n ast.Node, code int) {
	if f.yield.exit == nil {
		f.yield.exit = &flow.Var{Name: "exit", Type: flow.Int}
	}
	f.emit(&flow.Assign{Dst: []flow.Place{{Var: f.yield.exit}}, Src: []flow.Expr{intLit(int64(code))}})
	f.leave(n, false)
}

// finish does behind the loop what its body asked for.
func (f *fn) finish(y *yield, n ast.Node) {
	if y.exit == nil {
		return
	}
	on := func(code int, do func()) {
		st := &flow.If{Cond: f.op("ieq", flow.Bool, n, load(y.exit), intLit(int64(code))), At: f.at(n)}
		st.Then = f.block(do)
		f.emit(st)
	}
	on(exitReturn, func() { f.leaveFunction(n) })
	for i, j := range y.jumps {
		on(exitReturn+1+i, func() { f.jump(n, j) })
	}
	f.dead = false
}

// leaveFunction returns from the function that the statements belong to; its results are set.
func (f *fn) leaveFunction(n ast.Node) {
	if f.yield != nil {
		f.leaveWith(n, exitReturn)
		return
	}
	f.emit(&flow.Return{At: f.at(n)})
	f.dead = true
}

// home is the function whose results a return statement sets.
func (f *fn) home() *fn {
	for f.yield != nil {
		f = f.parent
	}
	return f
}

// outside does a jump that no statement in the loop body is the target of.
func (f *fn) outside(n ast.Node, j jump) {
	y := f.yield
	if j.label == "" || j.label == y.label {
		f.leave(n, j.tok == token.CONTINUE)
		return
	}
	for i, known := range y.jumps {
		if known == j {
			f.leaveWith(n, exitReturn+1+i)
			return
		}
	}
	y.jumps = append(y.jumps, j)
	f.leaveWith(n, exitReturn+len(y.jumps))
}
