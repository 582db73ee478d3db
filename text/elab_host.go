package text

import (
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// A definition without a body is a function of the host: def f (x : real) : real.

// host is the body of such a definition, which calls the host.
func (e *elab) host(d *defInfo) gen {
	name := d.core.Name
	scalar := func(at Span, t *ty, what string) (out syntax.Type) {
		if t != nil {
			out = e.resolve(t)
		}
		if out != syntax.Real && out != syntax.Int && out != syntax.Bool {
			e.errorf(at, CodeHost, "write a body, def "+name+" … = …, or pass real, int and bool only",
				"%s has no body, so that it is a function of the host, and %s", name, what)
		}
		return out
	}
	if syntax.OpByName(name) != nil {
		e.errorf(d.def.Name.Span, CodeHost, "take another name",
			"%s has no body, so that it is a function of the host, and has the name of a primitive", name)
		return badGen
	}
	if !d.def.HasArg || len(d.def.Sizes) > 0 {
		e.errorf(d.def.Name.Span, CodeHost, "write a body: def "+name+" … = …",
			"%s has no body, and no parameters of scalar types", name)
		return badGen
	}
	var params []syntax.Type
	for i, p := range d.def.Params {
		if p.Type == nil {
			e.errorf(p.Name.Span, CodeHost, "write it: "+p.Name.Name+" : real",
				"%s has no body, so that the type of %s must be written", name, p.Name.Name)
			return badGen
		}
		params = append(params, scalar(p.Type.Range(), d.params[i].ty, "its parameter "+p.Name.Name+" is no scalar"))
	}
	result := scalar(d.def.Result.Range(), d.result, "its result is no scalar")
	if slices.Contains(params, nil) || result == nil {
		return badGen
	}
	return func() syntax.Term {
		var args []syntax.Term
		for _, v := range d.core.Params {
			args = append(args, syntax.Ref(v))
		}
		return syntax.NewPrimAt(d.core.At, syntax.NewHostOp(name, params, result), args...)
	}
}

// hostDerivative wants one where there is something to differentiate.
func (e *elab) hostDerivative(d *defInfo) {
	if d.failed || d.core.Result != syntax.Real ||
		!slices.ContainsFunc(d.core.Params, func(v *syntax.Var) bool { return v.Type == syntax.Real }) {
		return
	}
	primals, tangents := "", ""
	for i, v := range d.core.Params {
		if i > 0 {
			primals += ", "
		}
		primals += v.Name
		tangents += ", d" + v.Name
	}
	e.errorf(d.def.Name.Span, CodeHost,
		fmt.Sprintf("write its body, or, where it is a function of the host, derivative %s (%s%s) = …", d.core.Name,
			primals, tangents),
		"%s has no body and no derivative", d.core.Name)
}
