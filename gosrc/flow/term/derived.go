package term

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// derived is a call of a function that differentiation makes of another: an operator around a call of that. It stands
// where the call does, so that who looks whether the call is linear in tangents sees the operator.
func (t *tr) derived(f *flow.Func, args [][]val, at *syntax.Pos) [][]val {
	d := f.Derived
	// What it writes has tangents and cotangents, too, in what the call hands over for the parameter.
	handed := d.Kind != flow.Gradient && slices.ContainsFunc(d.Of.Outs, func(i int) bool { return slices.Contains(d.Active, i) })
	if handed || d.After && len(d.Of.Outs) > 0 {
		t.fail(f.At, d.Of.Name+" writes through its parameters, so that "+f.Name+" cannot be called in a function that "+
			"is differentiated", "hand "+d.Of.Name+" a copy of what it writes, made in it")
	}
	params := make([]*shape, len(args))
	for i, v := range f.Params {
		params[i] = t.rectangular(args[i], v.Type, false)
		args[i] = t.result(v.Name, t.implode(v.Name, args[i], v.Type, params[i], at), v.Type, params[i])
	}
	added := len(f.Params) - (len(d.Of.Params) - d.Given)
	own, more := slices.Concat(args[:d.Given], args[added:]), args[d.Given:added]
	value, _ := t.callDef(d.Of, slices.Clone(own), at, nil)
	shapes := make([]*shape, len(value))
	for i, r := range d.Of.Results {
		for j := range value[i] {
			value[i][j] = t.settled(r.Name, value[i][j])
		}
		shapes[i] = t.rectangular(value[i], r.Type, false)
	}
	// at are the active parameters together, and body the outs as a function of them.
	var actives []syntax.Term
	for _, i := range d.Active {
		actives = append(actives, t.implode(f.Params[i].Name, own[i], f.Params[i].Type, params[i], at))
	}
	body := func(x syntax.Term) syntax.Term {
		return t.sub(func() syntax.Term {
			in := slices.Clone(own)
			for k, i := range d.Active {
				in[i] = t.explode(f.Params[i].Name, part(x, len(d.Active), k), f.Params[i].Type, params[i])
				for j := range in[i] {
					in[i][j] = t.atom(f.Params[i].Name, in[i][j])
				}
			}
			results, _ := t.callDef(d.Of, in, at, nil)
			var out []syntax.Term
			for _, i := range d.Outs {
				r := d.Of.Results[i]
				out = append(out, t.implode(r.Name, results[i], r.Type, shapes[i], at))
			}
			return syntax.NewTuple(out...)
		})
	}
	point := t.let("x", syntax.NewTuple(actives...))
	operator := func(op syntax.Operator, at, dir syntax.Term, body func(x syntax.Term) syntax.Term) syntax.Term {
		x := syntax.NewVar("x", at.Type())
		return syntax.NewDeriv(op, x, body(syntax.Ref(x)), at, dir)
	}
	// tangents are those that are given, as tangents of terms of the types of their likes.
	tangents := func(names []*flow.Var, shapes []*shape, like []syntax.Type) syntax.Term {
		var out []syntax.Term
		for k, v := range names {
			e := t.implode("d"+v.Name, more[k], v.Type, shapes[k], at)
			out = append(out, t.toTangent("d"+v.Name, e, v.Type, syntax.TangentType(like[k])))
		}
		return t.let("d", syntax.NewTuple(out...))
	}
	active, outs := pick(d.Of.Params, d.Active), pick(d.Of.Results, d.Outs)
	activeShapes, outShapes := pick(params, d.Active), pick(shapes, d.Outs)
	var out syntax.Term
	result, resultShapes := active, activeShapes
	switch d.Kind {
	case flow.Gradient:
		out = operator(syntax.VJP, point, syntax.RealLit(1), body)
	case flow.Pullback:
		out = operator(syntax.VJP, point, tangents(outs, outShapes, t.types(outs, outShapes)), body)
	case flow.Pushforward:
		result, resultShapes = outs, outShapes
		out = operator(syntax.JVP, point, tangents(active, activeShapes, t.types(active, activeShapes)), body)
	case flow.HessianProduct:
		dir := tangents(active, activeShapes, t.types(active, activeShapes))
		out = operator(syntax.JVP, point, dir, func(x syntax.Term) syntax.Term { // at one point for all directions
			return operator(syntax.VJP, x, syntax.RealLit(1), body)
		})
	}
	e := t.let("g", out)
	vals := make([][]val, len(result))
	for k, v := range result {
		g := t.fromTangent(v.Name, part(e, len(result), k), v.Type, resultShapes[k])
		vals[k] = t.result(f.Results[k].Name, g, v.Type, resultShapes[k])
	}
	return vals
}

// types are those of values of these shapes.
func (t *tr) types(vs []*flow.Var, shapes []*shape) []syntax.Type {
	out := make([]syntax.Type, len(vs))
	for i, v := range vs {
		out[i] = t.typ(v.Type, shapes[i])
	}
	return out
}

// pick are the elements with these indices.
func pick[T any](xs []T, at []int) []T {
	out := make([]T, len(at))
	for i, k := range at {
		out[i] = xs[k]
	}
	return out
}
