package translate

import (
	"go/types"

	"github.com/seed-4b734f86/gochad/internal/gotypes"
)

// subst puts type arguments for type parameters, and what aliases stand for in place of them. The zero value is ready
// to use.
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
	s := subst{map[*types.TypeParam]types.Type{}, ctx}
	for i := range min(params.Len(), len(args)) {
		s.args[params.At(i)] = args[i]
	}
	return s
}

// typ is T with the type arguments put in, without aliases.
func (s subst) typ(T types.Type) types.Type {
	return gotypes.Map(s.ctx, T, func(T types.Type) types.Type {
		if P, ok := T.(*types.TypeParam); ok {
			return s.args[P]
		}
		return nil
	})
}

// list is a list of types with the type arguments put in.
func (s subst) list(list *types.TypeList) []types.Type {
	out := make([]types.Type, list.Len())
	for i := range out {
		out[i] = s.typ(list.At(i))
	}
	return out
}

// plain are the type parameters whose arguments look at no memory.
func (s subst) plain() plainParams {
	q := plainParams{}
	for P, T := range s.args {
		q[P] = !q.refers(T)
	}
	return q
}

// typeKey is the text of a type, by which types of several runs of the type checker are told apart.
func typeKey(T types.Type) string { return types.TypeString(gotypes.Bare(T), nil) }
