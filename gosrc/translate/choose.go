package translate

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// Choosing says how to take parameters that are interfaces: as one of some types each.
type Choosing struct {
	// Types are those that the directive names; without any, the package's own are taken.
	Types []types.Type
	// Takes reports whether a type of a library can be a parameter.
	Takes func(*types.Named) bool
}

// A Choice is a parameter of a root that is an interface: of which types its values may be.
type Choice struct {
	Param int // the receiver counts
	// Types are those types: pointers only where the methods need them.
	Types []types.Type
	// Struct stands for the parameter. Its first field says which type the value has, counted from 1, or 0 for nil. Then
	// there is a field for each type.
	Struct *types.Struct
	// Draws says that the parameter is a generator of random numbers. The definition has in its place the numbers that
	// it gives, as a []int.
	Draws bool
}

// Go is the type that stands for the parameter.
func (c *Choice) Go() types.Type {
	if c.Draws {
		return types.NewSlice(types.Typ[types.Int])
	}
	return c.Struct
}

// choices are the parameters of a root that are interfaces whose methods are called, with the types that the directive
// or the package has for them. In could are all those that have such types, called or not.
func (t *translator) choices(p *pkgInfo, r Root, s subst) (out []Choice, could map[*types.Var]bool) {
	if r.Choose == nil {
		return nil, nil
	}
	could = map[*types.Var]bool{}
	for i, v := range variablesOf(r.Func.Signature()) {
		I := s.typ(v.Type())
		if source := sourceOf(I); source != nil {
			// Who prints would print twice, and who seeds it decides what it gives.
			seeded := t.isOpen(source) && t.opened.of(source).methods["Seed"] != nil
			if could[v] = !r.DropEffects && !seeded; could[v] && t.isOpen(source) && p.namesParameter(r.Func, v) {
				out = append(out, Choice{Param: i, Draws: true})
			}
			continue
		}
		held := r.Choose.Of(p.Types, I)
		if len(held) == 0 {
			continue
		}
		could[v] = true
		if (t.isOpen(I) || isShelfInterface(I)) && p.namesParameter(r.Func, v) {
			out = append(out, Choice{Param: i, Types: held, Struct: choiceStruct(p.Types, held)})
		}
	}
	return out, could
}

// variablesOf are the receiver and the parameters.
func variablesOf(sig *types.Signature) (out []*types.Var) {
	if sig.Recv() != nil {
		out = append(out, sig.Recv())
	}
	return slices.AppendSeq(out, sig.Params().Variables())
}

// namesParameter reports whether the body of a function names a parameter.
func (p *pkgInfo) namesParameter(fn *types.Func, v *types.Var) (found bool) {
	ast.Inspect(p.decl(fn).Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && p.Info.Uses[id] == v
		return !found
	})
	return found
}

// Of are the types that values of an interface may have in a function of a package. They are those that the directive
// names; or the package's own of package level, if the interface has methods; or, of an interface that the shelf has,
// those of its library that can be parameters.
func (c *Choosing) Of(p *types.Package, I types.Type) (out []types.Type) {
	iface, ok := I.Underlying().(*types.Interface)
	if !ok || isTypeParam(I) || isError(I) {
		return nil
	}
	if len(c.Types) > 0 {
		return implementing(c.Types, iface)
	}
	if iface.NumMethods() == 0 {
		return nil
	}
	scope, shelf := p.Scope(), isShelfInterface(I)
	if shelf {
		scope = named(I).Obj().Pkg().Scope()
	}
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() || isInterface(obj.Type()) {
			continue
		}
		n, ok := obj.Type().(*types.Named)
		if !ok || n.TypeParams().Len() > 0 || shelf && !c.Takes(n) {
			continue
		}
		if can := implementing([]types.Type{n, types.NewPointer(n)}, iface); len(can) > 0 {
			out = append(out, can[0])
		}
	}
	return out
}

// implementing are those of some types that implement an interface.
func implementing(list []types.Type, I *types.Interface) (out []types.Type) {
	for _, T := range list {
		if types.Implements(T, I) {
			out = append(out, T)
		}
	}
	return out
}

// choiceStruct is the struct for a value of one of some types.
func choiceStruct(p *types.Package, list []types.Type) *types.Struct {
	fields := []*types.Var{types.NewField(0, p, "kind", types.Typ[types.Int], false)}
	taken := map[string]bool{"kind": true}
	for _, T := range list {
		name := "value"
		if n := named(T); n != nil {
			name = n.Obj().Name()
		}
		for base, k := name, 2; taken[name]; k++ {
			name = fmt.Sprintf("%s%d", base, k)
		}
		taken[name] = true
		fields = append(fields, types.NewField(0, p, name, T, false))
	}
	return types.NewStruct(fields, nil)
}

// chooser is a function that takes a struct for each choice, puts what it holds into an interface, and calls the root.
// Where the interface is of the shelf, it calls the root's instance for the type.
func (t *translator) chooser(p *pkgInfo, r Root, s subst, list []Choice, could map[*types.Var]bool) *flow.Func {
	decl := p.decl(r.Func)
	sig := p.Info.Defs[decl.Name].(*types.Func).Signature()
	ff := &flow.Func{Name: instanceName(r.Func, r.TypeArgs), At: p.at(decl.Name.Pos()), Doc: decl.Doc.Text()}
	t.prog.Funcs = append(t.prog.Funcs, ff)
	f := &fn{
		translator: t, pkg: p, file: p.files[decl], subst: s, sig: sig, flow: ff, use: p.usage(decl),
		vars: map[types.Object]*flow.Var{}, globals: map[types.Object]*flow.Var{},
		values: map[types.Object]types.Type{}, nils: map[types.Object]bool{},
	}
	f.head(sig, false)
	t.isRoot, t.choosable = false, nil // what is boxed has no directive
	for _, c := range list {
		ff.Params[c.Param].Type = t.typ(c.Go())
	}
	f.out = nil
	args := make([]flow.Expr, len(ff.Params))
	for i, v := range ff.Params {
		args[i] = load(v)
	}
	var byType, known []Choice
	for _, c := range list {
		I := s.typ(variablesOf(sig)[c.Param].Type())
		if c.Draws {
			args[c.Param] = f.generator(I, ff.Params[c.Param], decl.Name)
			continue
		}
		if isShelfInterface(I) {
			byType = append(byType, c)
			continue
		}
		known = append(known, c)
	}
	f.callHeld(s, known, args, decl.Name, func() {
		f.callChosen(r, byType, could, make([]types.Type, len(ff.Params)), args, decl.Name)
	})
	f.emit(&flow.Return{At: ff.At})
	ff.Body = f.out
	return ff
}

// callHeld emits a call with an interface for each struct of a choice among the arguments. The interface is one literal,
// which captures the struct and asks it at each call: so all that the caller's pointers lead to stays at one place,
// whatever is called where. It is never nil; where that counts, there is a call with nil.
func (f *fn) callHeld(s subst, list []Choice, args []flow.Expr, n ast.Node, call func()) {
	if len(list) == 0 {
		call()
		return
	}
	c := list[0]
	v := f.flow.Params[c.Param]
	I := s.typ(variablesOf(f.sig)[c.Param].Type())
	given := func(x flow.Expr) {
		args[c.Param] = x
		f.callHeld(s, list[1:], args, n, call)
	}
	method := func(lit *flow.Func, m *entry) {
		var each func(k int)
		each = func(k int) {
			if k == len(c.Types) {
				f.emit(&flow.Fail{Msg: v.Name + " is nil", At: f.at(n)})
				return
			}
			f.ifHolds(v, k+1, n, func(at flow.Place) { f.boxMethod(lit, m, at, c.Types[k], n) }, func() { each(k + 1) })
		}
		each(0)
	}
	box := func() { given(load(f.store(f.box(v.Name, I, n, method), n))) }
	if !f.opened.of(I).nils {
		box()
		return
	}
	f.ifHolds(v, 0, n, func(flow.Place) { given(zero(f.translator.typ(I))) }, box)
}

// ifHolds emits what is to be done where the struct of a choice has a value of its type number k, and where not.
func (f *fn) ifHolds(v *flow.Var, k int, n ast.Node, then func(flow.Place), other func()) {
	field := func(i int) flow.Place {
		return extend(flow.Place{Var: v}, flow.Step{Kind: flow.StepField, Field: i, At: f.at(n)})
	}
	is := f.op("ieq", flow.Bool, n, &flow.Load{Place: field(0)}, &flow.Lit{Typ: flow.Int, I: int64(k)})
	s := &flow.If{Cond: is, Then: f.block(func() { then(field(k)) }), At: f.at(n)}
	if other != nil {
		s.Else = f.block(other)
	}
	f.emit(s)
}

// callChosen calls the root's instance for the types that the choices have; held are those that are known, args are the
// arguments.
func (f *fn) callChosen(r Root, list []Choice, could map[*types.Var]bool, held []types.Type, args []flow.Expr, n ast.Node) {
	if len(list) > 0 {
		c := list[0]
		var each func(k int)
		each = func(k int) {
			if k == len(c.Types) {
				f.emit(&flow.Fail{Msg: f.flow.Params[c.Param].Name + " is nil", At: f.at(n)})
				return
			}
			f.ifHolds(f.flow.Params[c.Param], k+1, n, func(value flow.Place) {
				known, given := slices.Clone(held), slices.Clone(args)
				known[c.Param], given[c.Param] = f.onShelf(c.Types[k]), &flow.Load{Place: value}
				f.callChosen(r, list[1:], could, known, given, n)
			}, func() { each(k + 1) })
		}
		each(0)
		return
	}
	if r.Func.Signature().Recv() != nil {
		held = held[1:]
	}
	f.translator.isRoot, f.translator.choosable = true, could
	inst := f.instanceFor(f.derivativeFor(f.main, r.Func), f.pkg, r.Func, r.TypeArgs, held)
	call := &flow.Call{Func: inst, Args: args, At: f.at(n)}
	for _, v := range f.flow.Results {
		call.Dst = append(call.Dst, flow.Place{Var: v})
	}
	f.emit(call)
}
