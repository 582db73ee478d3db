package terms

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Linear functions have no variables in Go: λ̲v.t is translated to the
// combinators of package linear (CHAD Fig. 8). An environment type E stands for the
// linear variables in scope, and a linear term t : τ becomes a linear.LFun[E, τ].

// linEnv gives each linear variable as a linear function of the environment.
type linEnv struct {
	typ  string
	vars map[*syntax.Var]*code.Expr
	subs map[*syntax.Var]syntax.Term // bindings used once, written at their use
}

// extend adds a linear variable: the environment becomes a pair.
func (env *linEnv) extend(x *syntax.Var, typ string) *linEnv {
	out := &linEnv{typ: "linear.Tuple2[" + env.typ + ", " + typ + "]", vars: map[*syntax.Var]*code.Expr{},
		subs: env.subs}
	fst := code.Call("", "linear.Fst["+env.typ+", "+typ+"]")
	for v, f := range env.vars {
		out.vars[v] = then(fst, f)
	}
	out.vars[x] = code.Call("", "linear.Snd["+env.typ+", "+typ+"]")
	return out
}

func then(f, g *code.Expr) *code.Expr {
	if isId(f) {
		return g
	}
	if isId(g) {
		return f
	}
	return code.Call("", "linear.Then", f, g)
}

func isId(f *code.Expr) bool {
	return f.Kind == code.CallExpr && len(f.Text) > 10 && f.Text[:10] == "linear.Id["
}

// linLam emits λ̲v.t.
func (h *emitter) linLam(t *syntax.LinLam) *code.Expr {
	if t.Asserted != "" {
		code.Failf("%s: a linear function that is linear by assertion (%s) has no combinator form", h.fn.Def.Name,
			t.Asserted)
	}
	typ := h.g.goType(t.Param.Type)
	env := &linEnv{typ, map[*syntax.Var]*code.Expr{t.Param: code.Call("", "linear.Id["+typ+"]")},
		map[*syntax.Var]syntax.Term{}}
	return h.lin(t.Body, env)
}

// mentions reports whether t has a linear variable of env free.
func (env *linEnv) mentions(t syntax.Term) bool {
	if r, ok := t.(*syntax.VarRef); ok {
		_, linear := env.vars[r.Var]
		_, sub := env.subs[r.Var]
		return linear || sub
	}
	found := false
	syntax.Children(t, func(c syntax.Term) { found = found || env.mentions(c) })
	return found
}

// lin emits a linear term as a linear function of the environment.
func (h *emitter) lin(t syntax.Term, env *linEnv) *code.Expr {
	ty := t.Type()
	switch t := t.(type) {
	case *syntax.VarRef:
		if f, ok := env.vars[t.Var]; ok {
			return f
		}
		if s, ok := env.subs[t.Var]; ok {
			return h.lin(s, env)
		}
	case *syntax.Zero:
		return h.linZero(ty, env)
	case *syntax.Plus:
		f := h.lin(t.Terms[0], env)
		for _, s := range t.Terms[1:] {
			f = code.Call("", "linear.Plus", h.monoid(ty), f, h.lin(s, env))
		}
		return f
	case *syntax.Let:
		return h.linLet(t.Binds, t.Body, env)
	case *syntax.Tuple:
		return h.linTuple(t.Elems, env)
	case *syntax.Proj:
		return then(h.lin(t.Arg, env), h.linProj(t.Arg.Type(), t.Index, "Proj"))
	case *syntax.Coproj, *syntax.Uninj, *syntax.Inj, *syntax.Singleton, *syntax.CopowerCase:
		return then(h.lin(h.linArg(t), env), h.viaLinear(t))
	case *syntax.Prim:
		return h.linPrim(t, env)
	case *syntax.LinApp:
		return then(h.lin(t.Arg, env), h.val(t.Fun))
	case *syntax.Call:
		return h.linCall(t, env)
	case *syntax.If, *syntax.Case:
		out := h.declareVar("f", h.lfun(env, t.Type())) // by a closed scrutinee
		return h.branch(t, out, func(body syntax.Term) *code.Expr { return h.lin(body, env) })
	case *syntax.Lam:
		return code.Call("", "linear.Swap", h.family(t.Param, h.lfun(env, t.Body.Type()),
			func() *code.Expr { return h.lin(t.Body, env) }))
	case *syntax.App:
		f := t.Fun.Type().(*syntax.FuncType)
		return then(h.lin(t.Fun, env), code.Call("", "linear.Eval["+h.g.goType(f.Param)+", "+h.g.goType(f.Result)+"]",
			h.val(t.Arg)))
	case *syntax.Pack:
		return h.lin(t.Arg, env)
	case *syntax.Coerce:
		return h.lin(t.Arg, env)
	default:
		return h.linArray(t, env)
	}
	code.Failf("%s: %T is not linear in form", h.fn.Def.Name, t)
	return nil
}

func (h *emitter) linZero(t syntax.Type, env *linEnv) *code.Expr {
	return code.Call("", "linear.Zero["+env.typ+"]", h.monoid(t))
}

// lfun is the Go type of linear functions from the environment.
func (h *emitter) lfun(env *linEnv, t syntax.Type) string {
	return "linear.LFun[" + env.typ + ", " + h.g.goType(t) + "]"
}

// family is func(x) T { return body } for a closed variable x.
func (h *emitter) family(x *syntax.Var, result string, body func() *code.Expr) *code.Expr {
	return h.literal(x.Name, h.g.goType(x.Type), result, func(p *code.Expr) {
		h.env[x] = h.one(p)
		h.out.Add(&code.Stmt{Kind: code.ReturnStmt, Exprs: h.one(body())})
	})
}

// linLet emits the spine of a linear term. A linear binding used once is written
// at its use; one used more often joins the environment.
func (h *emitter) linLet(binds []syntax.Bind, body syntax.Term, env *linEnv) *code.Expr {
	for i, b := range binds {
		if b.Var == nil || !env.mentions(b.Rhs) && !syntax.IsZero(b.Rhs) {
			h.binds(binds[i : i+1])
			continue
		}
		rest := body
		if i+1 < len(binds) {
			rest = syntax.NewLet(binds[i+1:], body)
		}
		if n := countRefs(rest, b.Var); n <= 1 {
			env.subs[b.Var] = b.Rhs
			continue
		}
		return code.Call("", "linear.Share", h.lin(b.Rhs, env), h.lin(rest, env.extend(b.Var, h.g.goType(b.Var.Type))))
	}
	return h.lin(body, env)
}

// countRefs counts the uses of x in t, those in bodies of loops as many.
func countRefs(t syntax.Term, x *syntax.Var) int {
	switch t := t.(type) {
	case *syntax.VarRef:
		if t.Var == x {
			return 1
		}
		return 0
	case *syntax.Build, *syntax.Loop, *syntax.Lam, *syntax.CopowerCase:
		n := 0
		syntax.Children(t, func(c syntax.Term) { n += countRefs(c, x) })
		return 2 * n
	}
	n := 0
	syntax.Children(t, func(c syntax.Term) { n += countRefs(c, x) })
	return n
}

func (h *emitter) linTuple(elems []syntax.Term, env *linEnv) *code.Expr {
	switch len(elems) {
	case 0:
		return h.linZero(syntax.Unit, env)
	case 1:
		return h.lin(elems[0], env)
	}
	var fs []*code.Expr
	for i, el := range elems {
		if i == width-1 && len(elems) > width {
			fs = append(fs, h.linTuple(elems[i:], env))
			break
		}
		fs = append(fs, h.lin(el, env))
	}
	return code.Call("", fmt.Sprintf("linear.Pair%d", len(fs)), fs...)
}

// linProj is a projection or coprojection of a tuple type.
func (h *emitter) linProj(t syntax.Type, i int, what string) *code.Expr {
	elems := t.(*syntax.TupleType).Elems
	var f *code.Expr
	for {
		n := len(elems)
		k := i
		if n > width && i >= width-1 {
			k = width - 1
		}
		field := code.Node(code.ApplyExpr, "", code.Node(code.FieldExpr, fmt.Sprintf("At%d", k+1),
			code.Node(code.TypedExpr, h.g.tupleType(elems))))
		step := code.Call("", "linear."+what, field)
		switch {
		case f == nil:
			f = step
		case what == "Proj":
			f = then(f, step)
		default:
			f = then(step, f)
		}
		if k != width-1 || n <= width {
			return f
		}
		elems, i = elems[width-1:], i-width+1
		if len(elems) == 1 {
			return f
		}
	}
}

// linPrim scales by what stands beside the linear argument, or adds.
func (h *emitter) linPrim(t *syntax.Prim, env *linEnv) *code.Expr {
	if t.Op.Joint != nil {
		var f *code.Expr
		for i, c := range t.Op.Joint {
			g := h.lin(t.Args[i], env)
			switch c {
			case 1:
			case -1:
				g = then(g, code.Call("", "linear.Neg"))
			default:
				g = then(g, code.Call("", "linear.Scale", code.RealLit(c)))
			}
			if f == nil {
				f = g
			} else {
				f = code.Call("", "linear.Plus", h.monoid(syntax.Real), f, g)
			}
		}
		return f
	}
	for _, i := range t.Op.LinearIn {
		if !env.mentions(t.Args[i]) {
			continue
		}
		f := h.lin(t.Args[i], env)
		switch t.Op {
		case syntax.OpMul:
			return then(f, code.Call("", "linear.Scale", h.val(t.Args[1-i])))
		case syntax.OpDiv:
			return then(f, code.Call("", "linear.Scale", code.Binary("/", code.RealLit(1), h.val(t.Args[1]))))
		case syntax.OpGMul:
			return then(f, code.Call("", "linear.GuardedScale", h.val(t.Args[0])))
		}
	}
	if len(t.Op.LinearIn) > 0 {
		return h.linZero(t.Type(), env)
	}
	code.Failf("%s: primitive %s is not linear", h.fn.Def.Name, t.Op)
	return nil
}
