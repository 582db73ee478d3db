// Package gotypes rewrites types of package go/types.
package gotypes

import "go/types"

// Bare is a type without aliases in it: identical to T, and of the same text as all types without aliases that are.
func Bare(T types.Type) types.Type { return Map(nil, T, func(types.Type) types.Type { return nil }) }

// Map is T with f(P) in place of each part P for which that is not nil, T itself perhaps, and what aliases stand for in
// place of them. What does not change is not copied. Parts are looked for in type literals and type arguments, not
// inside named types. ctx, which may be nil, makes instances of one type identical.
func Map(ctx *types.Context, T types.Type, f func(types.Type) types.Type) types.Type {
	m := &mapper{ctx: ctx, f: f}
	return m.typ(T)
}

type mapper struct {
	ctx  *types.Context
	f    func(types.Type) types.Type
	done map[types.Type]types.Type // structs, which may share parts
}

func (m *mapper) typ(T types.Type) types.Type {
	if T == nil {
		return nil
	}
	if P := m.f(T); P != nil {
		return P
	}
	switch T := T.(type) {
	case *types.Alias:
		return m.typ(types.Unalias(T))
	case *types.Named:
		return m.named(T)
	case *types.Slice:
		if E := m.typ(T.Elem()); E != T.Elem() {
			return types.NewSlice(E)
		}
	case *types.Array:
		if E := m.typ(T.Elem()); E != T.Elem() {
			return types.NewArray(E, T.Len())
		}
	case *types.Pointer:
		if E := m.typ(T.Elem()); E != T.Elem() {
			return types.NewPointer(E)
		}
	case *types.Map:
		if K, E := m.typ(T.Key()), m.typ(T.Elem()); K != T.Key() || E != T.Elem() {
			return types.NewMap(K, E)
		}
	case *types.Chan:
		if E := m.typ(T.Elem()); E != T.Elem() {
			return types.NewChan(T.Dir(), E)
		}
	case *types.Tuple:
		return m.tuple(T)
	case *types.Signature:
		if in, out := m.tuple(T.Params()), m.tuple(T.Results()); in != T.Params() || out != T.Results() {
			return types.NewSignatureType(nil, nil, nil, in, out, T.Variadic())
		}
	case *types.Struct:
		return m.structType(T)
	case *types.Interface:
		return m.interfaceType(T)
	}
	return T
}

func (m *mapper) named(n *types.Named) types.Type {
	args, changed := make([]types.Type, n.TypeArgs().Len()), false
	for i := range args {
		args[i] = m.typ(n.TypeArgs().At(i))
		changed = changed || args[i] != n.TypeArgs().At(i)
	}
	if !changed {
		return n
	}
	inst, err := types.Instantiate(m.ctx, n.Origin(), args, false)
	if err != nil {
		return n
	}
	return inst
}

func (m *mapper) tuple(t *types.Tuple) *types.Tuple {
	vars, changed := make([]*types.Var, t.Len()), false
	for i := range vars {
		v := t.At(i)
		T := m.typ(v.Type())
		vars[i] = types.NewParam(v.Pos(), v.Pkg(), v.Name(), T)
		changed = changed || T != v.Type()
	}
	if !changed {
		return t
	}
	return types.NewTuple(vars...)
}

func (m *mapper) structType(st *types.Struct) types.Type {
	if T := m.done[st]; T != nil {
		return T
	}
	fields, tags, changed := make([]*types.Var, st.NumFields()), make([]string, st.NumFields()), false
	for i := range fields {
		f := st.Field(i)
		T := m.typ(f.Type())
		fields[i], tags[i] = f, st.Tag(i)
		if T != f.Type() {
			fields[i], changed = types.NewField(f.Pos(), f.Pkg(), f.Name(), T, f.Embedded()), true
		}
	}
	out := types.Type(st)
	if changed {
		out = types.NewStruct(fields, tags)
	}
	if m.done == nil {
		m.done = map[types.Type]types.Type{}
	}
	m.done[st] = out
	return out
}

func (m *mapper) interfaceType(I *types.Interface) types.Type {
	var methods []*types.Func
	var embedded []types.Type
	changed := false
	for f := range I.ExplicitMethods() {
		sig, _ := m.typ(f.Signature()).(*types.Signature)
		if sig != f.Signature() {
			f, changed = types.NewFunc(f.Pos(), f.Pkg(), f.Name(), sig), true
		}
		methods = append(methods, f)
	}
	for E := range I.EmbeddedTypes() {
		T := m.typ(E)
		changed = changed || T != E
		embedded = append(embedded, T)
	}
	if !changed {
		return I
	}
	return types.NewInterfaceType(methods, embedded).Complete()
}

// In is a type as a package can write it: without the aliases that other packages keep to themselves.
func In(pkg *types.Package, T types.Type) types.Type {
	return Map(nil, T, func(T types.Type) types.Type {
		if a, ok := T.(*types.Alias); ok && (a.Obj().Exported() || a.Obj().Pkg() == nil ||
			a.Obj().Pkg().Path() == pkg.Path()) {
			return T
		}
		return nil
	})
}
