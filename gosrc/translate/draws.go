package translate

import (
	"go/ast"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// A generator of random numbers that the caller gives becomes one that gives the numbers of a slice, which the generated
// function has noted.

// sourceOf is the interface of the sources of a generator of random numbers, or nil for other types: of a *rand.Rand, or
// of a Source of math/rand/v2, of which all that counts are the numbers that it gives.
func sourceOf(T types.Type) types.Type {
	n := named(T)
	if n == nil || n.Obj().Pkg() == nil {
		return nil
	}
	path, name := n.Obj().Pkg().Path(), n.Obj().Name()
	_, pointer := types.Unalias(T).(*types.Pointer)
	switch {
	case (path == "math/rand" || path == "math/rand/v2") && name == "Rand" && pointer:
		return n.Obj().Pkg().Scope().Lookup("Source").Type()
	case path == "math/rand/v2" && name == "Source" && !pointer:
		return n
	}
	return nil
}

// generator is a generator of random numbers, of type T, that gives the numbers of a slice.
func (f *fn) generator(T types.Type, numbers *flow.Var, n ast.Node) flow.Expr {
	source := f.shelfPackage(draws).Types.Scope().Lookup("Source").Type()
	v := f.store(zero(f.translator.typ(source)), n)
	f.assign(extend(flow.Place{Var: v}, flow.Step{Kind: flow.StepField, At: f.at(n)}), load(numbers), n)
	I := sourceOf(T)
	x := f.boxedIn(&flow.Addr{Place: flow.Place{Var: v}}, types.NewPointer(source), I, n)
	if isInterface(T) {
		return x
	}
	makes := f.function(n, named(T).Obj().Pkg().Scope().Lookup("New").(*types.Func), nil)
	r := f.temp("generator", f.translator.typ(T), n)
	f.emit(&flow.Call{Func: makes, Args: []flow.Expr{x}, Dst: []flow.Place{{Var: r}}, At: f.at(n)})
	return load(r)
}

// draws is the import path of the shelf's package draws.
const draws = "chad/draws"
