package translate

import "go/types"

// subst puts type arguments for type parameters. The zero value changes nothing.
type subst struct {
	args map[*types.TypeParam]types.Type
	ctx  *types.Context // makes instances of one type identical
}

// newSubst is the substitution for the type parameters of a function, or of the receiver of a method.
func newSubst(ctx *types.Context, sig *types.Signature, args []types.Type) subst {
	params := sig.TypeParams()
	if sig.Recv() != nil {
		params = sig.RecvTypeParams()
	}
	if params.Len() == 0 {
		return subst{}
	}
	s := subst{map[*types.TypeParam]types.Type{}, ctx}
	for i := range min(params.Len(), len(args)) {
		s.args[params.At(i)] = args[i]
	}
	return s
}

// typ is T with the type arguments put in.
func (s subst) typ(T types.Type) types.Type {
	if len(s.args) == 0 || T == nil {
		return T
	}
	switch T := T.(type) {
	case *types.TypeParam:
		if a := s.args[T]; a != nil {
			return a
		}
	case *types.Alias:
		return s.typ(types.Unalias(T))
	case *types.Named:
		return s.named(T)
	case *types.Slice:
		return types.NewSlice(s.typ(T.Elem()))
	case *types.Array:
		return types.NewArray(s.typ(T.Elem()), T.Len())
	case *types.Pointer:
		return types.NewPointer(s.typ(T.Elem()))
	case *types.Map:
		return types.NewMap(s.typ(T.Key()), s.typ(T.Elem()))
	case *types.Chan:
		return types.NewChan(T.Dir(), s.typ(T.Elem()))
	case *types.Tuple:
		return s.tuple(T)
	case *types.Signature:
		return types.NewSignatureType(nil, nil, nil, s.tuple(T.Params()), s.tuple(T.Results()), T.Variadic())
	case *types.Struct:
		return s.fields(T)
	}
	return T
}

// list is a list of types with the type arguments put in.
func (s subst) list(list *types.TypeList) []types.Type {
	out := make([]types.Type, list.Len())
	for i := range out {
		out[i] = s.typ(list.At(i))
	}
	return out
}

func (s subst) named(n *types.Named) types.Type {
	if n.TypeArgs().Len() == 0 {
		return n
	}
	inst, err := types.Instantiate(s.ctx, n.Origin(), s.list(n.TypeArgs()), false)
	if err != nil {
		return n
	}
	return inst
}

func (s subst) tuple(t *types.Tuple) *types.Tuple {
	vars := make([]*types.Var, t.Len())
	for i := range vars {
		v := t.At(i)
		vars[i] = types.NewParam(v.Pos(), v.Pkg(), v.Name(), s.typ(v.Type()))
	}
	return types.NewTuple(vars...)
}

func (s subst) fields(st *types.Struct) types.Type {
	fields := make([]*types.Var, st.NumFields())
	tags := make([]string, st.NumFields())
	for i := range fields {
		f := st.Field(i)
		fields[i] = types.NewField(f.Pos(), f.Pkg(), f.Name(), s.typ(f.Type()), f.Embedded())
		tags[i] = st.Tag(i)
	}
	return types.NewStruct(fields, tags)
}

// plain are the type parameters whose arguments look at no memory.
func (s subst) plain() plainParams {
	q := plainParams{}
	for P, T := range s.args {
		q[P] = !q.refers(T)
	}
	return q
}
