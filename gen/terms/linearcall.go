package terms

import (
	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/syntax"
)

// linCall emits a call of a definition that is linear in what it is given here, as its adjoint says: its body stands
// in its place. Nobody can write that body as a closure, since linear functions are abstract.
func (h *emitter) linCall(t *syntax.Call, env *linEnv) *code.Expr {
	if h.inlined[t.Def] {
		code.Failf("%s: %s calls itself, which has no Go form where functions are held at run time", h.fn.Def.Name,
			t.Def.Name)
	}
	params, _ := t.Def.Instantiate(t.Sizes)
	s := syntax.Substitution{Fresh: true, Vars: map[*syntax.Var]syntax.Term{},
		Sizes: map[*syntax.SizeVar]*syntax.Size{}}
	for i, n := range t.Def.Sizes {
		s.Sizes[n] = t.Sizes[i]
	}
	binds := make([]syntax.Bind, len(params))
	for i, p := range t.Def.Params {
		x := syntax.NewVar(p.Name, params[i])
		s.Vars[p] = syntax.Ref(x)
		binds[i] = syntax.Bind{Var: x, Rhs: t.Args[i]}
	}
	h.inlined[t.Def] = true
	defer delete(h.inlined, t.Def)
	return h.linLet(binds, s.Apply(t.Def.Body), env)
}
