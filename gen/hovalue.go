package gen

import (
	"strconv"

	"github.com/dave/jennifer/jen"
	"github.com/seed-4b734f86/gochad/syntax"
)

// closures emits a definition on the higher-order route. Every variable of the program is one
// Go variable.
type closures struct {
	*emitter
	inlined map[*syntax.Def]bool // definitions whose bodies are being written in the place of calls
}

func (g *generator) emitClosures(fn *function) jen.Code {
	h := &closures{&emitter{
		g: g, fn: fn, out: &block{}, env: map[*syntax.Var][]*expr{}, sizes: map[*syntax.SizeVar]*expr{},
		names: newScopes(func(s string) bool { return g.pkgNames[s] }),
	}, map[*syntax.Def]bool{}}
	var types, doc []jen.Code
	if fn.export != nil {
		h.exportParams()
		types, doc = h.exportResults()
	} else {
		h.header()
		h.ret(fn.def.Body)
		types, doc = []jen.Code{rawSource(g.goType(fn.def.Result))}, docComment(h.fn, nil, nil)
	}
	f := jen.Null()
	for _, c := range doc {
		f.Add(c).Line()
	}
	f.Func().Id(fn.name).Params(signature(h.params)...)
	if len(types) == 1 {
		f.Add(types[0])
	} else if len(types) > 1 {
		f.Params(types...)
	}
	return f.Block(printStmts(prune(h.out.stmts))...)
}

// header declares the parameters and the sizes of a function that is not exported.
func (h *closures) header() {
	d := h.fn.def
	var decls []param
	for _, p := range d.Params {
		id := &ident{name: h.names.fresh(p.Name)}
		h.env[p] = h.one(use(id))
		decls = append(decls, param{id.name, h.g.goType(p.Type)})
	}
	for _, v := range d.Sizes {
		id := &ident{name: h.names.fresh(v.Name)}
		h.sizes[v] = use(id)
		if p := lengthParam(d, v); p != nil {
			h.out.add(&stmt{kind: declStmt, ids: []*ident{id}, exprs: h.one(lenOf(h.env[p][0]))})
		} else {
			h.params = append(h.params, param{id.name, "int"})
		}
	}
	h.params = append(h.params, decls...)
}

// lengthParam is a parameter whose length is v, or nil.
func lengthParam(d *syntax.Def, v *syntax.SizeVar) *syntax.Var {
	for _, p := range d.Params {
		if a, ok := p.Type.(*syntax.ArrayType); ok {
			if w, ok := a.Len.IsVar(); ok && w == v {
				return p
			}
		}
	}
	return nil
}

// ret emits t as the result of a function.
func (h *closures) ret(t syntax.Term) {
	for {
		l, ok := t.(*syntax.Let)
		if !ok {
			break
		}
		h.binds(l.Binds)
		t = l.Body
	}
	h.out.add(&stmt{kind: returnStmt, exprs: h.one(h.val(t))})
}

func (h *closures) binds(bs []syntax.Bind) {
	for _, b := range bs {
		v := h.val(b.Rhs)
		if b.Var == nil {
			h.sizes[b.Size] = h.atom(v, b.Size.Name)
			h.out.add(h.g.checkSize(h.sizes[b.Size], position(b.At)+"negative size "+b.Size.Name))
			continue
		}
		h.env[b.Var] = h.one(h.atom(v, b.Var.Name))
	}
}

// val emits a term as one Go value.
func (h *closures) val(t syntax.Term) *expr {
	switch t := t.(type) {
	case *syntax.Const:
		return constExpr(t)
	case *syntax.VarRef:
		v, ok := h.env[t.Var]
		if !ok {
			failf("%s: variable %s is not bound here", h.fn.def.Name, t.Var.Name)
		}
		return v[0]
	case *syntax.Let:
		h.binds(t.Binds)
		return h.val(t.Body)
	case *syntax.Tuple:
		return h.tupleOf(h.vals(t.Elems), t.Type().(*syntax.TupleType).Elems)
	case *syntax.Proj:
		x := h.val(t.Arg)
		for _, f := range componentPath(t.Index, len(t.Arg.Type().(*syntax.TupleType).Elems)) {
			x = node(fieldExpr, f, x)
		}
		return x
	case *syntax.Lam:
		return h.lambda(t.Param, t.Body.Type(), func() { h.ret(t.Body) })
	case *syntax.App:
		return node(applyExpr, "", h.atom(h.val(t.Fun), "f"), h.val(t.Arg))
	case *syntax.Prim:
		return h.apply(t, h.vals(t.Args))
	case *syntax.Call:
		return h.callOf(t)
	case *syntax.If, *syntax.Case:
		return h.branch(t)
	case *syntax.Inj:
		return h.inject(t)
	case *syntax.LinLam:
		return h.linLam(t)
	case *syntax.LinApp:
		if l, ok := t.Fun.(*syntax.LinLam); ok && l.Asserted != "" {
			// Not linear by its form, but applied: no combinators are needed.
			return h.val(syntax.NewLet([]syntax.Bind{{Var: l.Param, Rhs: t.Arg}}, l.Body))
		}
		x := call("", "linear.Apply", h.val(t.Fun), h.val(t.Arg))
		return h.complete(x, t.Type())
	case *syntax.Zero:
		if ty, ok := t.Type().(*syntax.Scalar); ok {
			return zeroLit(ty)
		}
		return node(applyExpr, "", node(fieldExpr, "Zero", h.monoid(t.Type())))
	case *syntax.Plus:
		return h.plusOf(t)
	case *syntax.Coproj, *syntax.Uninj, *syntax.Singleton, *syntax.CopowerCase:
		return h.complete(call("", "linear.Apply", h.viaLinear(t), h.val(h.linArg(t))), t.Type())
	}
	return h.arrayVal(t)
}

func (h *closures) vals(ts []syntax.Term) []*expr {
	out := make([]*expr, len(ts))
	for i, t := range ts {
		out[i] = h.val(t)
	}
	return out
}

// complete spells out the zeros that a value of package linear may leave implicit.
func (h *closures) complete(x *expr, t syntax.Type) *expr {
	if t == syntax.Real {
		return x
	}
	return node(applyExpr, "", node(fieldExpr, "Complete", h.monoid(t)), x)
}

func (h *closures) tupleOf(vals []*expr, elems []syntax.Type) *expr {
	if len(vals) == 1 {
		return vals[0]
	}
	lit := node(typedExpr, h.g.tupleType(elems))
	for i, v := range vals {
		if i == width-1 && len(vals) > width {
			v = h.tupleOf(vals[i:], elems[i:])
		}
		lit.fields = append(lit.fields, "E"+strconv.Itoa(i+1))
		lit.args = append(lit.args, v)
		lit.size += v.size
		if i == width-1 {
			break
		}
	}
	return lit
}

// lambda is a function literal of one parameter.
func (h *closures) lambda(x *syntax.Var, result syntax.Type, body func()) *expr {
	return h.literal(x.Name, h.g.goType(x.Type), h.g.goType(result), func(p *expr) {
		h.env[x] = h.one(p)
		body()
	})
}

func (h *closures) literal(name, typ, result string, body func(p *expr)) *expr {
	id := &ident{}
	stmts := h.sub(func() {
		id.name = h.names.fresh(name)
		body(use(id))
	})
	f := node(funcExpr, "")
	f.size = 100
	f.fn = &closure{params: []*ident{id}, types: []string{typ}, result: result, body: pruneClosure(stmts)}
	return f
}

func (h *closures) callOf(t *syntax.Call) *expr {
	var args []*expr
	for k, v := range t.Def.Sizes {
		if lengthParam(t.Def, v) == nil {
			args = append(args, h.size(t.Sizes[k]))
		}
	}
	return call("", h.g.closureFuncs[t.Def].name, append(args, h.vals(t.Args)...)...)
}

// branch emits a conditional whose value is a variable.
func (h *closures) branch(t syntax.Term) *expr {
	out := h.declareVar("t", h.g.goType(t.Type()))
	arm := func(body syntax.Term) func() { return func() { h.assign(out, h.val(body)) } }
	switch t := t.(type) {
	case *syntax.If:
		s := &stmt{kind: ifStmt, exprs: h.one(h.cond(t.Cond))}
		s.body, s.alt = h.sub(arm(t.Then)), h.sub(arm(t.Else))
		h.out.add(s)
	case *syntax.Case:
		h.switchOn(t, arm)
	}
	return out
}

func (h *closures) switchOn(t *syntax.Case, arm func(syntax.Term) func()) {
	x := h.atom(h.val(t.Scrut), "c")
	s := &stmt{kind: switchStmt, exprs: h.one(node(fieldExpr, "Tag", x))}
	for k, a := range t.Arms {
		body := h.sub(func() {
			h.env[a.Var] = h.one(node(fieldExpr, "V"+strconv.Itoa(k+1), x))
			arm(a.Body)()
		})
		if _, isData := t.Scrut.Type().(*syntax.Data); !isData && k == len(t.Arms)-1 {
			s.body = body
		} else {
			s.cases = append(s.cases, body)
		}
	}
	if d, isData := t.Scrut.Type().(*syntax.Data); isData { // users make such values, too
		s.body = []*stmt{panicStmt(strLit(h.g.opt.Package + ": a " + d.Name + " has no such tag"))}
	}
	h.out.add(s)
}

func (h *closures) inject(t *syntax.Inj) *expr {
	if syntax.IsLinearSum(t.Type()) {
		return call("", "linear.Apply", h.linInj(t.Type(), t.Tag), h.val(t.Arg))
	}
	typ := h.g.goType(t.Type())
	if d, ok := t.Type().(*syntax.Data); ok {
		typ = "&" + h.g.boxType(d)
	}
	v := h.val(t.Arg)
	lit := node(typedExpr, typ, intLit(int64(t.Tag)), v)
	lit.fields = []string{"Tag", "V" + strconv.Itoa(t.Tag+1)}
	return lit
}

func (h *closures) plusOf(t *syntax.Plus) *expr {
	vals := h.vals(t.Terms)
	sum := vals[0]
	for _, v := range vals[1:] {
		if t.Type() == syntax.Bool {
			sum = logical("||", sum, v)
		} else if t.Type() == syntax.Real || t.Type() == syntax.Int {
			sum = plusExpr(sum, v)
		} else {
			sum = node(applyExpr, "", node(fieldExpr, "Plus", h.monoid(t.Type())), sum, v)
		}
	}
	return sum
}

// cond emits a condition. One that holds a composite literal becomes a variable:
// it would need brackets, which gofmt takes away around generic types.
func (h *closures) cond(t syntax.Term) *expr {
	c := h.val(t)
	if c.literal() {
		return h.declare("c", c)
	}
	return c
}
