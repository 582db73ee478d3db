package terms

import (
	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/syntax"
)

// linArg is the argument of a form that is a combinator applied to it.
func (h *emitter) linArg(t syntax.Term) syntax.Term {
	switch t := t.(type) {
	case *syntax.Coproj:
		return t.Arg
	case *syntax.Uninj:
		return t.Arg
	case *syntax.Inj:
		return t.Arg
	case *syntax.Singleton:
		return t.Val
	case *syntax.CopowerCase:
		return t.Scrut
	}
	panic("gen: not a combinator")
}

// viaLinear is the combinator of such a form.
func (h *emitter) viaLinear(t syntax.Term) *code.Expr {
	switch t := t.(type) {
	case *syntax.Coproj:
		return h.linProj(t.Type(), t.Index, "Coproj")
	case *syntax.Uninj:
		return h.linUninj(t.Arg.Type(), t.Tag)
	case *syntax.Inj:
		return h.linInj(t.Type(), t.Tag)
	case *syntax.Singleton:
		return code.Call("", "linear.Singleton["+h.g.goType(t.Key.Type())+", "+h.g.goType(t.Val.Type())+"]",
			h.val(t.Key))
	case *syntax.CopowerCase:
		typ := h.g.goType(t.Val.Type)
		env := &linEnv{typ, map[*syntax.Var]*code.Expr{t.Val: code.Call("", "linear.Id["+typ+"]")},
			map[*syntax.Var]syntax.Term{}}
		return code.Call("", "linear.CopowerFold", h.monoid(t.Type()),
			h.family(t.Key, h.lfun(env, t.Type()), func() *code.Expr { return h.lin(t.Body, env) }))
	}
	panic("gen: not a combinator")
}

// linInj is the injection into variant k of a linear sum, nested to the right, or of
// linear data.
func (h *emitter) linInj(t syntax.Type, k int) *code.Expr {
	if d, ok := t.(*syntax.Data); ok {
		return then(code.Call("", "linear.Some["+h.g.goType(d.Ctors()[k].Arg)+"]"),
			code.Call("", "linear.Coproj", h.boxField(d, k)))
	}
	return h.sumStep(t, k, func(vs []syntax.Type, left bool) string {
		args := "[" + h.g.goType(vs[0]) + ", " + h.g.linearSum(vs[1:]) + "]"
		if left {
			return "linear.InL" + args
		}
		return "linear.InR" + args
	}, func(outer, inner *code.Expr) *code.Expr { return then(inner, outer) })
}

func (h *emitter) linUninj(t syntax.Type, k int) *code.Expr {
	if d, ok := t.(*syntax.Data); ok {
		return then(code.Call("", "linear.Proj", h.boxField(d, k)),
			code.Call("", "linear.Unsome["+h.g.goType(d.Ctors()[k].Arg)+"]"))
	}
	return h.sumStep(t, k, func(vs []syntax.Type, left bool) string {
		args := "[" + h.g.goType(vs[0]) + ", " + h.g.linearSum(vs[1:]) + "]"
		if left {
			return "linear.OutL" + args
		}
		return "linear.OutR" + args
	}, then)
}

func (h *emitter) sumStep(t syntax.Type, k int, name func([]syntax.Type, bool) string,
	join func(outer, inner *code.Expr) *code.Expr) *code.Expr {
	vs := t.(*syntax.SumType).Variants
	if k == 0 {
		return code.Call("", name(vs, true))
	}
	outer := code.Call("", name(vs, false))
	if len(vs) == 2 {
		return outer
	}
	return join(outer, h.sumStep(syntax.NewLinearSumType(vs[1:]...), k-1, name, join))
}
