package chad

import (
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// VMap is f at k values of the parameters over, of all parameters if none is named: these get a first dimension of a
// new size k (k2 where that name is taken), the others are shared, and the result is the array of the k results:
//
//	VMap(f, "b")(s, b)[i] = f(s, b[i])
//
// to the last bit, whatever f is: a function of one example becomes one of a batch, a [JVP] one of many tangents
// (vector forward mode), a [Pullback] one of many cotangents. What does not depend on over is computed once where the
// passes on loops see that, and derivatives of what VMap gives are as cheap as those of any loop. Where the number is
// known, [Export].Lanes makes code that shares all that does not vary (docs/jacobians.md).
//
// It fails where f fails for one of the values, and in the interpreter for k = 0 where a size of f follows from
// parameters over alone. Errors: over names what is no parameter, f has none, or f takes or returns functions.
func VMap(f *Func, over ...string) (_ *Func, err error) {
	defer stop.Recover(&err)
	for _, name := range over {
		if !slices.Contains(paramNames(f.def), name) {
			return nil, unknown(fmt.Sprintf("%s has no parameter %s", f.def.Name, name), name, paramNames(f.def))
		}
	}
	if len(f.def.Params) == 0 {
		return nil, errorf(ErrType, "%s has no parameter to take k values of", f.def.Name)
	}
	if syntax.HoldsFunc(f.def.Result) {
		return nil, errorf(ErrType, "%s returns %s, and arrays of functions have no values to compare", f.def.Name,
			f.def.Result)
	}
	batched := func(p *syntax.Var) bool { return len(over) == 0 || slices.Contains(over, p.Name) }
	for _, p := range f.def.Params {
		if batched(p) && syntax.HoldsFunc(p.Type) {
			return nil, errorf(ErrType, "parameter %s of %s is a function", p.Name, f.def.Name)
		}
	}
	write := func(def *syntax.Def) *syntax.Def {
		d := header(def, f.def.Name+"_vmap")
		sizes := syntax.SizesOf(d.Sizes)
		k := syntax.NewSizeVar(unusedSize(d, "k"))
		d.Sizes = append(d.Sizes, k)
		n := syntax.SizeOfVar(k)
		i := syntax.NewVar("i", syntax.NewIdxType(n))
		args := syntax.Refs(d.Params)
		for j, p := range d.Params {
			if batched(f.def.Params[j]) {
				d.Params[j] = syntax.NewVar(p.Name, syntax.NewArrayType(n, p.Type))
				args[j] = syntax.NewIndex(syntax.Ref(d.Params[j]), syntax.Ref(i))
			}
		}
		d.Body = syntax.NewBuild(n, i, syntax.NewCall(nil, def, sizes, args...))
		d.Result = d.Body.Type()
		return d
	}
	prog, def, err := f.prepared()
	if err != nil {
		return nil, err
	}
	g, err := f.expand(prog, write(def))
	if err != nil {
		return nil, err
	}
	return g.from(f, write), nil
}

// unusedSize is name, or name with a number behind it, so that no size and no parameter of d is called so.
func unusedSize(d *syntax.Def, name string) string {
	taken := set.By(d.Params, func(p *syntax.Var) string { return p.Name })
	for _, n := range d.Sizes {
		taken[n.Name] = true
	}
	out := name
	for i := 2; taken[out]; i++ {
		out = fmt.Sprint(name, i)
	}
	return out
}
