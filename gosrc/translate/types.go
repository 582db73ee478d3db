package translate

import (
	"go/ast"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

var basics = map[types.BasicKind]*flow.Basic{
	types.Bool: flow.Bool, types.UntypedBool: flow.Bool,
	types.Int: flow.Int, types.Int64: flow.Int, types.UntypedInt: flow.Int,
	types.Int8: flow.Int8, types.Int16: flow.Int16, types.Int32: flow.Int32, types.UntypedRune: flow.Int32,
	types.Uint: flow.Uint64, types.Uint64: flow.Uint64, types.Uintptr: flow.Uint64,
	types.Uint8: flow.Uint8, types.Uint16: flow.Uint16, types.Uint32: flow.Uint32,
	types.Float64: flow.Real, types.UntypedFloat: flow.Real, types.Float32: flow.Real32,
}

// typ is the flow type of a Go type without type parameters. Types that flow cannot represent are opaque.
func (t *translator) typ(T types.Type) flow.Type {
	if known, ok := t.types[T]; ok {
		return known
	}
	ft := t.newType(T)
	if len(t.doing) == 0 { // otherwise a part may stand for a cycle
		t.types[T] = ft
	}
	return ft
}

func (t *translator) newType(T types.Type) flow.Type {
	switch T := T.(type) {
	case *types.Basic:
		if b := basics[T.Kind()]; b != nil {
			return b
		}
		if t.hasText && T.Info()&types.IsString != 0 {
			return flow.StringT
		}
		if c := complexTypes[T.Kind()]; c != nil {
			return c
		}
	case *types.Alias:
		return t.typ(types.Unalias(T))
	case *types.Named:
		return t.namedType(T)
	case *types.Slice:
		return &flow.Slice{Elem: t.typ(T.Elem())}
	case *types.Array:
		return &flow.Array{Len: int(T.Len()), Elem: t.typ(T.Elem())}
	case *types.Pointer:
		return t.pointerType(T)
	case *types.Struct:
		return t.structType(T, "", nil)
	case *types.Signature:
		return t.funcType(T)
	case *types.Interface:
		return t.interfaceType(T)
	case *types.Map:
		if t.isOpenMap(T) {
			return &flow.Pointer{Elem: t.typ(t.tableType(T))}
		}
	}
	return flow.OpaqueT
}

// interfaceType is a function type where something is done with the values of an interface.
func (t *translator) interfaceType(T types.Type) flow.Type {
	if !t.isOpen(T) {
		return flow.OpaqueT
	}
	return t.layout(T).typ
}

// namedType is the type below a name. A type that contains itself is opaque where it does.
func (t *translator) namedType(n *types.Named) flow.Type {
	if isError(n) {
		return flow.ErrorT
	}
	if isInterface(n) {
		return t.interfaceType(n)
	}
	if t.doing[n] {
		return flow.OpaqueT
	}
	t.doing[n] = true
	defer delete(t.doing, n)
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return t.newType(n.Underlying())
	}
	var p *pkgInfo
	if n.Obj().Pkg() != nil {
		p = t.pkg(n.Obj().Pkg().Path())
	}
	if p == nil && hasUnexported(st) {
		if own := t.ownVersion(n); own != nil {
			s := t.structType(own.Underlying().(*types.Struct), n.Obj().Name(), nil)
			s.Whole = true
			return s
		}
		path := ""
		if n.Obj().Pkg() != nil {
			path = n.Obj().Pkg().Path()
		}
		if shelves[path] == "" || t.beside(path) == nil {
			return flow.OpaqueT
		}
	}
	if p == nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == tables {
		s := t.structType(st, n.Obj().Name(), nil)
		s.Map = true
		return s
	}
	return t.structType(st, n.Obj().Name(), structSyntax(p, n))
}

// structSyntax is the declaration of a package-level struct type, or nil.
func structSyntax(p *pkgInfo, n *types.Named) *ast.StructType {
	if p == nil || p.specs[n.Obj().Name()] == nil ||
		n.Obj().Parent() != nil && n.Obj().Parent() != n.Obj().Pkg().Scope() {
		return nil
	}
	st, _ := p.specs[n.Obj().Name()].Type.(*ast.StructType)
	return st
}

// pointerType is a pointer to what flow has a type for.
func (t *translator) pointerType(p *types.Pointer) flow.Type {
	elem := t.typ(p.Elem())
	if elem == flow.OpaqueT {
		return flow.OpaqueT
	}
	return &flow.Pointer{Elem: elem}
}

func (t *translator) structType(st *types.Struct, name string, syn *ast.StructType) *flow.Struct {
	s := &flow.Struct{Name: name}
	var marks []bool
	if syn != nil {
		marks = nodiffFields(syn)
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		ft := flow.Type(flow.OpaqueT)
		if f.Name() != "_" { // nobody can name that
			ft = t.typ(f.Type())
		}
		s.Fields = append(s.Fields, flow.Field{Name: f.Name(), Type: ft, Constant: i < len(marks) && marks[i]})
	}
	return s
}

// nodiffFields says for each field of a struct whether it bears //chad:nodiff.
func nodiffFields(st *ast.StructType) []bool {
	var marks []bool
	for _, f := range st.Fields.List {
		for range max(1, len(f.Names)) {
			marks = append(marks, hasDirective("nodiff", f.Doc, f.Comment))
		}
	}
	return marks
}

func hasUnexported(st *types.Struct) bool {
	for i := range st.NumFields() {
		if !st.Field(i).Exported() {
			return true
		}
	}
	return false
}

func (t *translator) funcType(sig *types.Signature) *flow.FuncType {
	ft := &flow.FuncType{}
	for i := range sig.Params().Len() {
		ft.Params = append(ft.Params, t.typ(sig.Params().At(i).Type()))
	}
	for i := range sig.Results().Len() {
		ft.Results = append(ft.Results, t.typ(sig.Results().At(i).Type()))
	}
	return ft
}

var errorType = types.Universe.Lookup("error").Type()

func isError(T types.Type) bool { return types.Identical(T, errorType) }

// isInterface reports whether values of type T are interface values.
func isInterface(T types.Type) bool {
	_, ok := T.Underlying().(*types.Interface)
	return ok && !isTypeParam(T)
}

func isTypeParam(T types.Type) bool {
	_, ok := types.Unalias(T).(*types.TypeParam)
	return ok
}

func isOpaque(t flow.Type) bool { return t == flow.OpaqueT }
