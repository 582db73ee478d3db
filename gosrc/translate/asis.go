package translate

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// asIs makes f a function that emitted code calls as it is, since its body is outside the subset: numbers and bools go
// in, and one number, bool or error comes out. What else it has is reported, and so is what makes it no function of
// what goes in: it is called as often as the derivative likes.
func (t *translator) asIs(f *fn, obj *types.Func) {
	if p, n, name := t.impure(obj, map[*ast.FuncDecl]bool{}); n != nil {
		t.report(p, n.Pos(), n.End(), "impure-call", name+" gives something else each time", "")
		return
	}
	if r := asIsRefusal(obj, f.pkg == t.main); r != nil {
		t.report(f.pkg, r.at, r.at, "nodiff-call", fmt.Sprintf("%s is called as it is, and %s", obj.Name(), r.what), "")
		return
	}
	f.flow.Body, f.flow.Extern = nil, externOf(obj, f.pkg == t.main)
}

// externOf is a function as emitted code calls it, which is in the same package or in another.
func externOf(obj *types.Func, main bool) *flow.Extern {
	x := &flow.Extern{Name: obj.Name()}
	if !main {
		x.Pkg = obj.Pkg().Path()
	}
	if main && !isPlain(obj.Signature()) {
		x.Adapter, x.AdapterName = adapter(obj), obj.Name()+adapterSuffix
	}
	return x
}

// A refusal is why a function cannot be called as it is.
type refusal struct {
	at   token.Pos
	what string
}

// asIsRefusal says why a function cannot be called as it is, or nil; main says that its package is the one that code is
// emitted into.
func asIsRefusal(obj *types.Func, main bool) *refusal {
	sig, pkg := obj.Signature(), obj.Pkg()
	qualify := types.RelativeTo(pkg)
	switch {
	case sig.Recv() != nil:
		return &refusal{obj.Pos(), "is a method"}
	case sig.TypeParams().Len() > 0:
		return &refusal{obj.Pos(), "has type parameters"}
	}
	for p := range sig.Params().Variables() {
		switch what := fmt.Sprintf("takes %s, of type %s", paramName(p), types.TypeString(p.Type(), qualify)); {
		case !isNumberOrBool(p.Type()):
			return &refusal{p.Pos(), what}
		case !isPlain(sig) && isForeign(p.Type(), pkg):
			return &refusal{p.Pos(), what + ", which another package declares"}
		}
	}
	if sig.Results().Len() != 1 {
		return &refusal{obj.Pos(), fmt.Sprintf("gives %d results", sig.Results().Len())}
	}
	result := sig.Results().At(0).Type()
	switch what := "gives a value of type " + types.TypeString(result, qualify); {
	case isError(result):
	case !isNumberOrBool(result):
		return &refusal{obj.Pos(), what}
	case isForeign(result, pkg):
		return &refusal{obj.Pos(), what + ", which another package declares"}
	}
	switch {
	case !main && !obj.Exported():
		return &refusal{obj.Pos(), "lies in another package and is not exported"}
	case !main && !isPlain(sig):
		return &refusal{obj.Pos(), "lies in another package and has types other than float64, int and bool"}
	}
	return nil
}

// isForeign reports whether the name of a type is one of another package, which a generated file may not import.
func isForeign(T types.Type, p *types.Package) bool {
	n, ok := types.Unalias(T).(*types.Named)
	return ok && n.Obj().Pkg() != p
}

const adapterSuffix = "AsIs"

// adapter is the source of a function around one of package pkg, whose parameters and result have the types that
// emitted code computes with.
func adapter(obj *types.Func) string {
	sig, name, pkg := obj.Signature(), obj.Name(), obj.Pkg()
	spell := func(T types.Type) string { return types.TypeString(types.Unalias(T), types.RelativeTo(pkg)) }
	var params, args []string
	for i := range sig.Params().Len() {
		T := sig.Params().At(i).Type()
		p := fmt.Sprintf("p%d", i+1)
		for pkg.Scope().Lookup(p) != nil { // it may be the function, or a type
			p += "_"
		}
		params = append(params, p+" "+computed(T))
		args = append(args, convert(spell(T), computed(T), p))
	}
	result := sig.Results().At(0).Type()
	head := fmt.Sprintf("// %s%s is %s with the types that derivatives compute with.\nfunc %s%s(%s) %s {\n", name,
		adapterSuffix, name, name, adapterSuffix, strings.Join(params, ", "), computed(result))
	call := name + "(" + strings.Join(args, ", ") + ")"
	if isError(result) {
		return head + "if " + call + " != nil {\nreturn 1\n}\nreturn 0\n}"
	}
	return head + "return " + convert(computed(result), spell(result), call) + "\n}"
}

// convert converts an expression of one type to another.
func convert(to, from, x string) string {
	if to == from {
		return x
	}
	return to + "(" + x + ")"
}

// computed is the type that emitted code has for a number, a bool or an error.
func computed(T types.Type) string {
	b, ok := T.Underlying().(*types.Basic)
	switch {
	case ok && b.Info()&types.IsFloat != 0:
		return "float64"
	case ok && b.Info()&types.IsBoolean != 0:
		return "bool"
	}
	return "int"
}

func isNumberOrBool(T types.Type) bool {
	b, ok := T.Underlying().(*types.Basic)
	return ok && !isTypeParam(T) && b.Info()&(types.IsInteger|types.IsFloat|types.IsBoolean) != 0 &&
		b.Kind() != types.Uintptr
}

// isPlain reports whether all types of a signature are those that emitted code computes with.
func isPlain(sig *types.Signature) bool {
	for _, vs := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range vs.Variables() {
			if b, ok := types.Unalias(v.Type()).(*types.Basic); !ok || b.Name() != computed(b) {
				return false
			}
		}
	}
	return true
}

// paramName is how a message calls a parameter.
func paramName(p *types.Var) string {
	if p.Name() == "" || p.Name() == "_" {
		return "a parameter"
	}
	return p.Name()
}
