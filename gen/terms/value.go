package terms

import (
	"strconv"

	"github.com/dave/jennifer/jen"
	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Function prints a definition.
func (g *Printer) Function(fn *code.Function) jen.Code {
	h := &emitter{
		g: g, fn: fn, out: &code.Block{}, env: map[*syntax.Var][]*code.Expr{}, sizes: map[*syntax.SizeVar]*code.Expr{},
		names: g.Scopes(), inlined: map[*syntax.Def]bool{},
	}
	var types, doc []jen.Code
	if fn.Exported {
		h.exportParams()
		types, doc = h.exportResults()
	} else {
		h.header()
		h.ret(fn.Def.Body)
		types, doc = []jen.Code{code.Source(g.goType(fn.Def.Result))}, code.DocComment(h.fn, nil, nil)
	}
	f := jen.Null()
	for _, c := range doc {
		f.Add(c).Line()
	}
	f.Func().Id(fn.Name).Params(code.Signature(h.params)...)
	if len(types) == 1 {
		f.Add(types[0])
	} else if len(types) > 1 {
		f.Params(types...)
	}
	return f.Block(code.Print(code.Prune(h.out.Stmts))...)
}

// header declares the parameters and the sizes of a function that is not exported.
func (h *emitter) header() {
	d := h.fn.Def
	var decls []code.Param
	for _, p := range d.Params {
		id := &code.Ident{Name: h.names.Fresh(p.Name)}
		h.env[p] = h.one(code.Use(id))
		decls = append(decls, code.Param{Name: id.Name, Type: h.g.goType(p.Type)})
	}
	for _, v := range d.Sizes {
		id := &code.Ident{Name: h.names.Fresh(v.Name)}
		h.sizes[v] = code.Use(id)
		if p := lengthParam(d, v); p != nil {
			h.out.Add(&code.Stmt{Kind: code.DeclStmt, Idents: []*code.Ident{id}, Exprs: h.one(code.LenOf(h.env[p][0]))})
		} else {
			h.params = append(h.params, code.Param{Name: id.Name, Type: "int"})
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
func (h *emitter) ret(t syntax.Term) {
	for {
		l, ok := t.(*syntax.Let)
		if !ok {
			break
		}
		h.binds(l.Binds)
		t = l.Body
	}
	h.out.Add(&code.Stmt{Kind: code.ReturnStmt, Exprs: h.one(h.val(t))})
}

func (h *emitter) binds(bs []syntax.Bind) {
	for _, b := range bs {
		v := h.val(b.Rhs)
		if b.Var == nil {
			h.sizes[b.Size] = h.atom(v, b.Size.Name)
			h.out.Add(h.g.CheckSize(h.sizes[b.Size], b.At.Prefix()+"negative size "+b.Size.Name))
			continue
		}
		h.env[b.Var] = h.one(h.atom(v, b.Var.Name))
	}
}

// val emits a term as one Go value.
func (h *emitter) val(t syntax.Term) *code.Expr {
	switch t := t.(type) {
	case *syntax.Const:
		return constExpr(t)
	case *syntax.VarRef:
		v, ok := h.env[t.Var]
		if !ok {
			code.Failf("%s: variable %s is not bound here", h.fn.Def.Name, t.Var.Name)
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
			x = code.Node(code.FieldExpr, f, x)
		}
		return x
	case *syntax.Lam:
		return h.lambda(t.Param, t.Body.Type(), func() { h.ret(t.Body) })
	case *syntax.App:
		return code.Node(code.ApplyExpr, "", h.atom(h.val(t.Fun), "f"), h.val(t.Arg))
	case *syntax.Prim:
		return h.apply(t, h.vals(t.Args))
	case *syntax.Call:
		return h.callOf(t)
	case *syntax.If, *syntax.Case:
		return h.branch(t, h.declareVar("t", h.g.goType(t.Type())), h.val)
	case *syntax.Inj:
		return h.inject(t)
	case *syntax.LinLam:
		return h.linLam(t)
	case *syntax.LinApp:
		if l, ok := t.Fun.(*syntax.LinLam); ok && l.Asserted != "" {
			// Not linear by its form, but applied: no combinators are needed.
			return h.val(syntax.NewLet([]syntax.Bind{{Var: l.Param, Rhs: t.Arg}}, l.Body))
		}
		x := code.Call("", "linear.Apply", h.val(t.Fun), h.val(t.Arg))
		return h.complete(x, t.Type())
	case *syntax.Zero:
		if ty, ok := t.Type().(*syntax.Scalar); ok {
			return zeroLit(ty)
		}
		return code.Node(code.ApplyExpr, "", code.Node(code.FieldExpr, "Zero", h.monoid(t.Type())))
	case *syntax.Plus:
		return h.plusOf(t)
	case *syntax.Coproj, *syntax.Uninj, *syntax.Singleton, *syntax.CopowerCase:
		return h.complete(code.Call("", "linear.Apply", h.viaLinear(t), h.val(h.linArg(t))), t.Type())
	}
	return h.arrayVal(t)
}

func (h *emitter) vals(ts []syntax.Term) []*code.Expr {
	out := make([]*code.Expr, len(ts))
	for i, t := range ts {
		out[i] = h.val(t)
	}
	return out
}

// complete spells out the zeros that a value of package linear may leave implicit.
func (h *emitter) complete(x *code.Expr, t syntax.Type) *code.Expr {
	if t == syntax.Real {
		return x
	}
	return code.Node(code.ApplyExpr, "", code.Node(code.FieldExpr, "Complete", h.monoid(t)), x)
}

func (h *emitter) tupleOf(vals []*code.Expr, elems []syntax.Type) *code.Expr {
	if len(vals) == 1 {
		return vals[0]
	}
	lit := code.Node(code.TypedExpr, h.g.tupleType(elems))
	for i, v := range vals {
		if i == width-1 && len(vals) > width {
			v = h.tupleOf(vals[i:], elems[i:])
		}
		lit.Fields = append(lit.Fields, "E"+strconv.Itoa(i+1))
		lit.Args = append(lit.Args, v)
		lit.Size += v.Size
		if i == width-1 {
			break
		}
	}
	return lit
}

// lambda is a function literal of one parameter.
func (h *emitter) lambda(x *syntax.Var, result syntax.Type, body func()) *code.Expr {
	return h.literal(x.Name, h.g.goType(x.Type), h.g.goType(result), func(p *code.Expr) {
		h.env[x] = h.one(p)
		body()
	})
}

func (h *emitter) literal(name, typ, result string, body func(p *code.Expr)) *code.Expr {
	id := &code.Ident{}
	stmts := h.sub(func() {
		id.Name = h.names.Fresh(name)
		body(code.Use(id))
	})
	f := code.Node(code.FuncExpr, "")
	f.Size = 100
	f.Func = &code.Closure{Params: []*code.Ident{id}, Types: []string{typ}, Result: result,
		Body: code.PruneClosure(stmts)}
	return f
}

func (h *emitter) callOf(t *syntax.Call) *code.Expr {
	var args []*code.Expr
	for k, v := range t.Def.Sizes {
		if lengthParam(t.Def, v) == nil {
			args = append(args, h.size(t.Sizes[k]))
		}
	}
	return code.Call("", h.g.called[t.Def].Name, append(args, h.vals(t.Args)...)...)
}

// branch emits a conditional that assigns a variable the value of the branch that is taken.
func (h *emitter) branch(t syntax.Term, out *code.Expr, val func(syntax.Term) *code.Expr) *code.Expr {
	arm := func(body syntax.Term) func() { return func() { h.assign(out, val(body)) } }
	switch t := t.(type) {
	case *syntax.If:
		s := &code.Stmt{Kind: code.IfStmt, Exprs: h.one(h.cond(t.Cond))}
		s.Body, s.Alt = h.sub(arm(t.Then)), h.sub(arm(t.Else))
		h.out.Add(s)
	case *syntax.Case:
		h.switchOn(t, arm)
	}
	return out
}

func (h *emitter) switchOn(t *syntax.Case, arm func(syntax.Term) func()) {
	x := h.atom(h.val(t.Scrut), "c")
	s := &code.Stmt{Kind: code.SwitchStmt, Exprs: h.one(code.Node(code.FieldExpr, "Tag", x))}
	for k, a := range t.Arms {
		body := h.sub(func() {
			h.env[a.Var] = h.one(code.Node(code.FieldExpr, "V"+strconv.Itoa(k+1), x))
			arm(a.Body)()
		})
		if _, isData := t.Scrut.Type().(*syntax.Data); !isData && k == len(t.Arms)-1 {
			s.Body = body
		} else {
			s.Cases = append(s.Cases, body)
		}
	}
	if d, isData := t.Scrut.Type().(*syntax.Data); isData { // users make such values, too
		s.Body = []*code.Stmt{code.PanicStmt(code.StrLit(h.g.Package + ": a " + d.Name + " has no such tag"))}
	}
	h.out.Add(s)
}

func (h *emitter) inject(t *syntax.Inj) *code.Expr {
	if syntax.IsLinearSum(t.Type()) {
		return code.Call("", "linear.Apply", h.linInj(t.Type(), t.Tag), h.val(t.Arg))
	}
	typ := h.g.goType(t.Type())
	if d, ok := t.Type().(*syntax.Data); ok {
		typ = "&" + h.g.boxType(d)
	}
	v := h.val(t.Arg)
	lit := code.Node(code.TypedExpr, typ, code.IntLit(int64(t.Tag)), v)
	lit.Fields = []string{"Tag", "V" + strconv.Itoa(t.Tag+1)}
	return lit
}

func (h *emitter) plusOf(t *syntax.Plus) *code.Expr {
	vals := h.vals(t.Terms)
	sum := vals[0]
	for _, v := range vals[1:] {
		if t.Type() == syntax.Bool {
			sum = code.Logical("||", sum, v)
		} else if t.Type() == syntax.Real || t.Type() == syntax.Int {
			sum = plusExpr(sum, v)
		} else {
			sum = code.Node(code.ApplyExpr, "", code.Node(code.FieldExpr, "Plus", h.monoid(t.Type())), sum, v)
		}
	}
	return sum
}

// cond emits a condition. One that holds a composite literal becomes a variable:
// it would need brackets, which gofmt takes away around generic types.
func (h *emitter) cond(t syntax.Term) *code.Expr {
	c := h.val(t)
	if c.Literal() {
		return h.declare("c", c)
	}
	return c
}
