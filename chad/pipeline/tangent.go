package pipeline

import (
	"context"

	"github.com/seed-4b734f86/gochad/chad/dual"
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Functor is the compiled route's choice of how the functor differentiates.
var Functor = functor.Options{Direct: true}

// Pair is the value and the tangent of a prepared definition: a definition with its parameters, and then a direction
// for each active one. Operators inside are still there. Errors: a [dual.Unsupported], of what has no tangent as dual
// numbers.
func Pair(ctx context.Context, def *syntax.Def, active []bool) (*syntax.Def, error) {
	return along(ctx, def, active, (*dual.Transformer).Pair)
}

// Push is [Pair] without the value.
// Errors: a [dual.Unsupported], of what has no tangent as dual numbers.
func Push(ctx context.Context, def *syntax.Def, active []bool) (*syntax.Def, error) {
	return along(ctx, def, active, func(d *dual.Transformer, body syntax.Term,
		dirs map[*syntax.Var]syntax.Term) syntax.Term {
		return syntax.NewProj(1, d.Pair(body, dirs))
	})
}

func along(ctx context.Context, def *syntax.Def, active []bool,
	body func(*dual.Transformer, syntax.Term, map[*syntax.Var]syntax.Term) syntax.Term) (out *syntax.Def, err error) {
	defer dual.Recover(&err)
	dirs := map[*syntax.Var]syntax.Term{}
	d := &syntax.Def{Name: def.Name, Sizes: def.Sizes, Doc: def.Doc, At: def.At}
	d.Params = append(d.Params, def.Params...)
	for i, p := range def.Params {
		if active[i] {
			dx := syntax.NewVar("d"+p.Name, syntax.TangentType(p.Type))
			d.Params = append(d.Params, dx)
			dirs[p] = syntax.Ref(dx)
		}
	}
	of := def.Body
	if def.Custom != nil { // the body is not what is differentiated
		sizes, args := syntax.SizesOf(def.Sizes), syntax.Refs(def.Params)
		of = syntax.NewCall(nil, def, sizes, args...)
	}
	tr := dual.New()
	tr.Context = ctx
	d.Body = body(tr, of, dirs)
	d.Result = d.Body.Type()
	return d, nil
}
