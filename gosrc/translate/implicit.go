package translate

import (
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A function that solves R(x, p) = 0 for x has the derivative that the implicit function theorem says, whatever it does
// to find x:
//
//	dx = -(∂R/∂x)⁻¹ ∂R/∂p dp
//
// Both derivatives of R are tangents: one in the directions of the parameters, and one in each direction of x.

// implicitly is such a function.
type implicitly struct {
	of, residual *flow.Func
	d            *derivative
}

// implicit makes the derivative of a function that solves an equation.
func (t *translator) implicit(g *flow.Func, d *derivative, args []types.Type) {
	wrong := func(what string) {
		t.report(d.pkg, d.Pos, d.End, "derivative-signature", what, "")
	}
	p, decl := t.declOf(d.By)
	if decl == nil || decl.Body == nil {
		wrong("the residual " + d.By.Name() + " has no body here")
		return
	}
	if d.By.Signature().TypeParams().Len() == 0 {
		args = nil
	}
	r := t.instance(d.pkg, p, d.By, args)
	if d.Minimises {
		if r = t.gradientOf(r, d); r == nil {
			wrong("what " + g.Name + " minimises should take what that returns, and then what it takes, and return a float64")
			return
		}
	}
	known := func(vs []*flow.Var) bool { return len(vs) > 0 && (vs[0].Type == flow.Real || isVector(vs[0].Type)) }
	if !known(g.Results) || !known(r.Results) ||
		(g.Results[0].Type == flow.Real) != (r.Results[0].Type == flow.Real) {
		wrong("what " + g.Name + " returns, and the residual, should be a float64 each, or a slice or array of them")
		return
	}
	for _, v := range g.Results[1:] {
		if flow.Varies(v.Type) {
			wrong(g.Name + " should return one result that varies")
			return
		}
	}
	if want := append([]*flow.Var{{Name: "x", Type: g.Results[0].Type}}, g.Params...); !sameVars(r.Params, want) {
		wrong("the residual " + r.Name + " should be " + signature(want, r.Results))
		return
	}
	t.implicits = append(t.implicits, implicitly{g, r, d})
	b := &implicitBody{translator: t, at: d.pkg.at(d.Pos), g: g, r: r}
	g.JVP = b.function()
}

// gradientOf is the gradient of a function by its first parameter, which is zero where the function is least; nil where
// it has none.
func (t *translator) gradientOf(f *flow.Func, d *derivative) *flow.Func {
	if len(f.Params) == 0 || len(f.Results) != 1 || f.Results[0].Type != flow.Real ||
		!isVector(f.Params[0].Type) && f.Params[0].Type != flow.Real {
		return nil
	}
	at := d.pkg.at(d.Pos)
	g, _ := t.derivedOf(f.Name+"Grad", f, at, flow.Derived{
		Of: f, Given: len(f.Params), Kind: flow.Gradient, Active: []int{0}, Outs: []int{0},
	})
	r := &flow.Func{Name: "the gradient of " + f.Name, At: at}
	call := &flow.Call{Func: g, At: at}
	for _, p := range f.Params {
		v := *p
		r.Params = append(r.Params, &v)
		call.Args = append(call.Args, load(&v))
	}
	r.Results = []*flow.Var{{Name: "r", Type: g.Results[0].Type, At: at}}
	call.Dst = []flow.Place{{Var: r.Results[0]}}
	r.Body = []flow.Stmt{call, &flow.Return{At: at}}
	t.prog.Funcs = append(t.prog.Funcs, r)
	return r
}

func isVector(t flow.Type) bool {
	switch t := t.(type) {
	case *flow.Slice:
		return t.Elem == flow.Real
	case *flow.Array:
		return t.Elem == flow.Real
	}
	return false
}

// implicitBody writes the derivative.
type implicitBody struct {
	*translator
	at   *syntax.Pos
	g, r *flow.Func
	out  []flow.Stmt
}

func (b *implicitBody) function() *flow.Func {
	j := &flow.Func{Name: b.g.Name + "JVP", At: b.at}
	fresh := func(vs []*flow.Var) (out []*flow.Var) {
		for _, v := range vs {
			w := *v
			out = append(out, &w)
		}
		return out
	}
	h := jvpOf(b.g)
	j.Params, j.Results = fresh(h.params), fresh(h.results)
	n := len(b.g.Params)
	x, dx := j.Results[0], j.Results[len(b.g.Results)]
	call := &flow.Call{Func: b.g, At: b.at}
	for _, v := range j.Params[:n] {
		call.Args = append(call.Args, load(v))
	}
	for _, v := range j.Results[:len(b.g.Results)] {
		call.Dst = append(call.Dst, flow.Place{Var: v})
	}
	b.emit(call)
	at := append([]flow.Expr{load(x)}, call.Args...)
	var active []int
	var directions []flow.Expr
	for i, v := range b.g.Params {
		if !v.Constant && flow.Varies(v.Type) {
			active, directions = append(active, i+1), append(directions, load(j.Params[n+len(directions)]))
		}
	}
	if len(active) == 0 {
		b.assign(flow.Place{Var: dx}, zero(dx.Type))
		j.Body = append(b.out, &flow.Return{At: b.at})
		return j
	}
	by := b.push(active, append(at[:len(at):len(at)], directions...))
	if x.Type == flow.Real {
		slope := b.push([]int{0}, append(at[:len(at):len(at)], &flow.Lit{Typ: flow.Real, F: 1}))
		b.assign(flow.Place{Var: dx}, b.op("neg", flow.Real, b.op("/", flow.Real, load(by), load(slope))))
	} else {
		b.solve(x, dx, by, at)
	}
	j.Body = append(b.out, &flow.Return{At: b.at})
	return j
}

// push is the tangent of the residual in directions of some of its parameters.
func (b *implicitBody) push(active []int, args []flow.Expr) *flow.Var {
	f, _ := b.derivedOf(b.r.Name+"JVP", b.r, b.at, flow.Derived{
		Of: b.r, Given: len(b.r.Params), Kind: flow.Pushforward, Active: active, Outs: []int{0},
	})
	v := b.variable("r", f.Results[0].Type)
	b.emit(&flow.Call{Func: f, Args: args, Dst: []flow.Place{{Var: v}}, At: b.at})
	return v
}

// solve makes the matrix of the derivatives by x, column by column, and solves for the tangent.
func (b *implicitBody) solve(x, dx, by *flow.Var, at []flow.Expr) {
	reals := &flow.Slice{Elem: flow.Real}
	n := b.variable("n", flow.Int)
	b.assign(flow.Place{Var: n}, &flow.Len{X: load(x)})
	m := b.variable("m", reals)
	b.assign(flow.Place{Var: m}, &flow.Make{Typ: reals, Len: b.op("imul", flow.Int, load(n), load(n)), At: b.at})
	index := func(v *flow.Var, i flow.Expr) flow.Place {
		return flow.Place{Var: v, Path: []flow.Step{{Kind: flow.StepIndex, Index: i, At: b.at}}}
	}
	value := func(p flow.Place) flow.Expr { return &flow.Load{Place: p} }
	b.loop(load(n), func(j *flow.Var) {
		unit := b.variable("unit", x.Type)
		if s, ok := x.Type.(*flow.Slice); ok {
			b.assign(flow.Place{Var: unit}, &flow.Make{Typ: s, Len: load(n), At: b.at})
		} else {
			b.assign(flow.Place{Var: unit}, zero(x.Type))
		}
		b.assign(index(unit, load(j)), &flow.Lit{Typ: flow.Real, F: 1})
		column := b.push([]int{0}, append(at[:len(at):len(at)], load(unit)))
		b.loop(load(n), func(i *flow.Var) {
			k := b.op("iadd", flow.Int, b.op("imul", flow.Int, load(i), load(n)), load(j))
			b.assign(index(m, k), value(index(column, load(i))))
		})
	})
	shelf := b.shelfPackage("chad/implicit")
	called := func(name string, result flow.Type, args ...flow.Expr) *flow.Var {
		obj, _ := shelf.Types.Scope().Lookup(name).(*types.Func)
		v := b.variable("v", result)
		b.emit(&flow.Call{Func: b.instance(b.main, shelf, obj, nil), Args: args, Dst: []flow.Place{{Var: v}}, At: b.at})
		return v
	}
	order := called("Factor", &flow.Slice{Elem: flow.Int}, load(m), load(n))
	// What is linear in the tangent is written out: the law that a derivative is linear looks into no calls.
	y := b.variable("y", reals)
	b.assign(flow.Place{Var: y}, &flow.Make{Typ: reals, Len: load(n), At: b.at})
	element := func(i, j flow.Expr) flow.Expr {
		return value(index(m, b.op("iadd", flow.Int, b.op("imul", flow.Int, i, load(n)), j)))
	}
	less := func(s flow.Expr, i, j flow.Expr) flow.Expr { // s - m[i,j]·y[j]
		return b.op("-", flow.Real, s, b.op("*", flow.Real, element(i, j), value(index(y, j))))
	}
	s := b.variable("s", flow.Real)
	b.loop(load(n), func(i *flow.Var) {
		b.assign(flow.Place{Var: s}, value(index(by, value(index(order, load(i))))))
		b.loop(load(i), func(j *flow.Var) { b.assign(flow.Place{Var: s}, less(load(s), load(i), load(j))) })
		b.assign(index(y, load(i)), load(s))
	})
	if t, ok := dx.Type.(*flow.Slice); ok {
		b.assign(flow.Place{Var: dx}, &flow.Make{Typ: t, Len: load(n), At: b.at})
	} else {
		b.assign(flow.Place{Var: dx}, zero(dx.Type))
	}
	b.loop(load(n), func(k *flow.Var) {
		one := &flow.Lit{Typ: flow.Int, I: 1}
		i := b.variable("i", flow.Int)
		b.assign(flow.Place{Var: i}, b.op("isub", flow.Int, b.op("isub", flow.Int, load(n), one), load(k)))
		b.assign(flow.Place{Var: s}, value(index(y, load(i))))
		b.loop(load(k), func(l *flow.Var) {
			j := b.op("iadd", flow.Int, b.op("iadd", flow.Int, load(i), one), load(l))
			b.assign(flow.Place{Var: s}, less(load(s), load(i), j))
		})
		b.assign(index(y, load(i)), b.op("/", flow.Real, load(s), element(load(i), load(i))))
		b.assign(index(dx, load(i)), b.op("neg", flow.Real, value(index(y, load(i)))))
	})
}

func (b *implicitBody) loop(n flow.Expr, body func(i *flow.Var)) {
	loop := &flow.Count{Idx: b.variable("i", flow.Int), N: n, At: b.at}
	out := b.out
	b.out = nil
	body(loop.Idx)
	loop.Body, b.out = b.out, append(out, loop)
}

func (b *implicitBody) variable(name string, t flow.Type) *flow.Var {
	return &flow.Var{Name: name, Type: t, At: b.at}
}

func (b *implicitBody) emit(s flow.Stmt) { b.out = append(b.out, s) }

func (b *implicitBody) assign(to flow.Place, x flow.Expr) {
	b.emit(&flow.Assign{Dst: []flow.Place{to}, Src: []flow.Expr{x}, At: b.at})
}

func (b *implicitBody) op(name string, t *flow.Basic, args ...flow.Expr) flow.Expr {
	return &flow.Op{Op: syntax.MustOp(name), Args: args, Typ: t, At: b.at}
}
