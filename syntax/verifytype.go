package syntax

import (
	"fmt"
	"strings"

	"github.com/seed-4b734f86/gochad/internal/stop"
)

// retype builds t again with its constructor, which is its typing rule, and
// compares the types. The constructor panics when the rule does not apply.
func (v *verifier) retype(t Term) {
	if fits(t) {
		return
	}
	var ty Type
	defer func() {
		if r := recover(); r != nil {
			if _, ok := stop.Error(r); ok {
				panic(r)
			}
			v.fail(t, RuleType, "%s", strings.TrimPrefix(fmt.Sprint(r), "syntax: "))
		}
	}()
	if ty = infer(t); ty != t.Type() {
		panic(fmt.Sprintf("it has type %s, its parts give %s", t.Type(), ty))
	}
}

// fits reports whether t, of the kinds that terms are full of, certainly has its type: nothing is built for those. Of
// others, and of all mistakes, [infer] has to say.
func fits(t Term) bool {
	switch t := t.(type) {
	case *VarRef:
		return true
	case *Const:
		return t.typ == Real || t.typ == Int || t.typ == Bool
	case *Let:
		return fitsLet(t)
	case *Prim:
		return len(t.Args) == len(t.Op.Params) && haveTypes(t.Args, func(i int) Type { return t.Op.Params[i] })
	case *If:
		return t.Cond.Type() == Bool && t.Then.Type() == t.typ && t.Else.Type() == t.typ
	case *Call:
		d := t.Def
		return len(d.Sizes) == 0 && len(t.Sizes) == 0 && len(t.Args) == len(d.Params) && t.typ == d.Result &&
			haveTypes(t.Args, func(i int) Type { return d.Params[i].Type })
	}
	return false
}

func fitsLet(t *Let) bool {
	if _, nested := t.Body.(*Let); nested || len(t.Binds) == 0 {
		return false
	}
	for i := range t.Binds {
		if b := &t.Binds[i]; b.Var == nil || b.Size != nil || b.Rhs.Type() != b.Var.Type {
			return false
		}
	}
	return t.Body.Type() == t.typ
}

func haveTypes(ts []Term, want func(i int) Type) bool {
	for i, t := range ts {
		if t.Type() != want(i) {
			return false
		}
	}
	return true
}

// infer is the type of t from the types of its parts.
func infer(t Term) Type {
	switch t := t.(type) {
	case *Const:
		if t.typ != Real && t.typ != Int && t.typ != Bool {
			panic(fmt.Sprintf("a literal of type %s", t.typ))
		}
		return t.typ
	case *VarRef:
		return t.Var.Type
	case *Let:
		inferLet(t)
		return t.Body.Type()
	case *Tuple:
		tt, ok := t.typ.(*TupleType)
		if !ok || len(t.Elems) == 1 {
			panic(fmt.Sprintf("a tuple of %d elements of type %s", len(t.Elems), t.typ))
		}
		return NewTupleOf(tt, t.Elems...).typ
	case *Proj:
		inRange(t.Index, as[*TupleType](t.Arg, "a projection"))
		return NewProj(t.Index, t.Arg).typ
	case *Lam:
		return NewFuncType(t.Param.Type, t.Body.Type())
	case *App:
		return NewApp(t.Fun, t.Arg).typ
	case *Inj:
		return NewInj(t.typ, t.Tag, t.Arg).typ
	case *Case:
		return NewCase(t.Scrut, t.Arms...).typ
	case *If:
		return NewIf(t.Cond, t.Then, t.Else).typ
	case *Call:
		return NewCall(t.At, t.Def, t.Sizes, t.Args...).typ
	case *Prim:
		return NewPrim(t.Op, t.Args...).Type()
	case *Deriv:
		return NewDeriv(t.Op, t.Param, t.Body, t.At, t.Dir).typ
	case *Zero:
		return NewZero(t.typ).typ
	case *Plus:
		if len(t.Terms) < 2 {
			panic("a sum of less than two terms")
		}
		return NewPlus(t.Terms...).Type()
	case *Checkpoint:
		return NewCheckpoint(t.By, t.Body).typ
	case *Build, *Loop, *While, *Sum, *ArrayLit, *Index, *OneHot, *Set:
		return inferArray(t)
	case *SizeOf, *ToIdx, *FromIdx, *Coerce, *Pack, *DynLen, *FilterIdx:
		return inferSized(t)
	case *LinLam, *LinApp, *Coproj, *Uninj, *Singleton, *CopowerCase:
		return inferLinear(t)
	}
	panic("unexpected term")
}

func inferLet(t *Let) {
	if len(t.Binds) == 0 {
		panic("a let without bindings")
	}
	if _, nested := t.Body.(*Let); nested {
		panic("a let as the body of a let")
	}
	for _, b := range t.Binds {
		switch {
		case b.Var != nil && b.Size != nil, b.Var == nil && b.Size == nil:
			panic("a binding that binds not just one variable")
		case b.Var != nil:
			want(b.Rhs, b.Var.Type, "let "+b.Var.Name)
		default:
			want(b.Rhs, Int, "let size "+b.Size.Name)
		}
	}
}

func inRange(i int, ty *TupleType) {
	if i < 0 || i >= len(ty.Elems) {
		panic(fmt.Sprintf("no component %d in %s", i+1, ty))
	}
}

func inferArray(t Term) Type {
	switch t := t.(type) {
	case *Build:
		return NewBuild(t.Len, t.Idx, t.Body).typ
	case *Loop:
		return NewLoop(t.Len, t.Down, t.Out, t.Idx, t.State, t.Init, t.Body).typ
	case *While:
		return newWhile(t.Out, t.At, t.State, t.Init, t.Cond, t.Body).typ
	case *Sum:
		return NewSum(t.Arg).typ
	case *ArrayLit:
		ty, ok := t.typ.(*ArrayType)
		if !ok {
			panic(fmt.Sprintf("an array literal of type %s", t.typ))
		}
		return NewArrayLit(ty.Elem, t.Elems...).typ
	case *Index:
		return NewIndex(t.Arr, t.Idx).typ
	case *OneHot:
		return NewOneHot(t.Len, t.Idx, t.Val).typ
	case *Set:
		return NewSet(t.Arr, t.Idx, t.Val).typ
	}
	panic("unexpected array term")
}

func inferSized(t Term) Type {
	switch t := t.(type) {
	case *SizeOf:
		return Int
	case *ToIdx:
		return t.with(t.Len, t.Arg).typ
	case *FromIdx:
		return NewFromIdx(t.Arg).typ
	case *Coerce:
		ty, ok := t.typ.(*ArrayType)
		if !ok {
			panic(fmt.Sprintf("a coercion to %s", t.typ))
		}
		return NewCoerce(t.At, t.Arg, ty).typ
	case *Pack:
		return NewPack(t.Arg).typ
	case *DynLen:
		return NewDynLen(t.Arg).typ
	case *FilterIdx:
		return NewFilterIdx(t.Len, t.Idx, t.Body).typ
	}
	panic("unexpected term of sizes")
}

func inferLinear(t Term) Type {
	switch t := t.(type) {
	case *LinLam:
		if !IsLinear(t.Param.Type) || !IsLinear(t.Body.Type()) {
			panic(fmt.Sprintf("a linear function from %s to %s", t.Param.Type, t.Body.Type()))
		}
		return NewLFunType(t.Param.Type, t.Body.Type())
	case *LinApp:
		return NewLinApp(t.Fun, t.Arg).typ
	case *Coproj:
		ty, ok := t.typ.(*TupleType)
		if !ok {
			panic(fmt.Sprintf("a coprojection into %s", t.typ))
		}
		inRange(t.Index, ty)
		return NewCoproj(ty, t.Index, t.Arg).typ
	case *Uninj:
		if vs, ok := Variants(t.Arg.Type()); !ok || t.Tag < 0 || t.Tag >= len(vs) {
			panic(fmt.Sprintf("no variant %d in %s", t.Tag+1, t.Arg.Type()))
		}
		return NewUninj(t.Tag, t.Arg).typ
	case *Singleton:
		if !IsLinear(t.Val.Type()) {
			panic(fmt.Sprintf("a singleton of values of type %s", t.Val.Type()))
		}
		return NewSingleton(t.Key, t.Val).typ
	case *CopowerCase:
		return NewCopowerCase(t.Scrut, t.Key, t.Val, t.Body).typ
	}
	panic("unexpected target term")
}
