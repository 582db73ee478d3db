package load

import (
	"go/types"
	"slices"
)

// A generated function is a method where the user's is one, but for methods of generic types: no instance of a type can
// have a method of its own. For those it is a function whose first parameter is the receiver.

// ofGeneric reports whether a function is a method of a generic type.
func ofGeneric(f *types.Func) bool { return f.Signature().RecvTypeParams().Len() > 0 }

// methodOf is the named type that what is generated for a function is a method of; nil where it is none.
func methodOf(f *types.Func) *types.Named {
	if ofGeneric(f) {
		return nil
	}
	return receiver(f)
}

// typeParams are those that inst= gives types for: of the function, or of the type that it is a method of.
func typeParams(f *types.Func) *types.TypeParamList {
	if ofGeneric(f) {
		return f.Signature().RecvTypeParams()
	}
	return f.Signature().TypeParams()
}

// Instance is the signature of a function for type arguments as what is generated for it has it: the receiver of a
// method of a generic type is the first parameter. Without arguments it is the signature of the function. The error
// says which argument the type cannot have.
func Instance(f *types.Func, args []types.Type) (*types.Signature, error) {
	if len(args) == 0 {
		return f.Signature(), nil
	}
	if !ofGeneric(f) {
		t, err := types.Instantiate(nil, f.Signature(), args, true)
		if err != nil {
			return nil, err
		}
		return t.(*types.Signature), nil
	}
	recv, err := types.Instantiate(nil, receiver(f).Origin(), args, true)
	if err != nil {
		return nil, err
	}
	m, _, _ := types.LookupFieldOrMethod(types.NewPointer(recv), true, f.Pkg(), f.Name())
	sig := m.(*types.Func).Signature()
	params := []*types.Var{sig.Recv()}
	params = slices.AppendSeq(params, sig.Params().Variables())
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), sig.Results(), sig.Variadic()), nil
}
