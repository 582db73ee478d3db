package syntax

import "fmt"

// NewLinLam is λ̲v. body, body linear in v (the verifier checks).
func NewLinLam(v *Var, body Term) *LinLam {
	return &LinLam{typed{NewLFunType(v.Type, body.Type()), Linears | targets | body.kinds()}, v, body, ""}
}

// NewLinLamAsserted is λ̲v. body where body is linear in v for the reason given
// although its form does not show it.
func NewLinLamAsserted(v *Var, body Term, why string) *LinLam {
	return &LinLam{typed{NewLFunType(v.Type, body.Type()), Linears | targets | body.kinds()}, v, body, why}
}

// NewLinApp is f • a.
func NewLinApp(f, a Term) *LinApp {
	ty := as[*LFunType](f, "a linear application")
	want(a, ty.Dom, "linear application")
	return &LinApp{typed{ty.Cod, Linears | targets | f.kinds() | a.kinds()}, f, a}
}

// NewCoproj is the tuple of type t with arg at place i and zeros elsewhere.
func NewCoproj(t *TupleType, i int, arg Term) *Coproj {
	want(arg, t.Elems[i], "coprojection")
	if !IsLinear(t) {
		panic(fmt.Sprintf("syntax: no zero in type %s", t))
	}
	return &Coproj{typed{t, targets | arg.kinds()}, i, arg}
}

// NewUninj is the linear map from a linear sum to its variant tag.
func NewUninj(tag int, t Term) *Uninj {
	vs, ok := Variants(t.Type())
	if !ok || !IsLinearSum(t.Type()) {
		panic(fmt.Sprintf("syntax: uninj of %s", t.Type()))
	}
	return &Uninj{typed{vs[tag], targets | t.kinds()}, tag, t}
}

// NewSingleton is !key ⊗ val.
func NewSingleton(key, val Term) *Singleton {
	return &Singleton{typed{NewCopowerType(key.Type(), val.Type()), targets | key.kinds() | val.kinds()}, key, val}
}

// NewCopowerCase is case scrut of !key ⊗ val → body, summed over the entries.
func NewCopowerCase(scrut Term, key, val *Var, body Term) *CopowerCase {
	ty := as[*CopowerType](scrut, "a copower case")
	if key.Type != ty.Key || val.Type != ty.Val || !IsLinear(body.Type()) {
		panic(fmt.Sprintf("syntax: copower case of %s binds %s, %s", ty, key.Type, val.Type))
	}
	return &CopowerCase{typed{body.Type(), Linears | targets | scrut.kinds() | body.kinds()}, scrut, key, val, body}
}
