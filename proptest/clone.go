package proptest

import "github.com/seed-4b734f86/gochad/syntax"

// Clone copies a program: new definitions, new binders. The passes that work
// in place get clones.
func (s *Sample) Clone() *Sample {
	c := &cloner{defs: map[*syntax.Def]*syntax.Def{}}
	out := &Sample{Program: &syntax.Program{Data: s.Program.Data}, Seed: s.Seed, Used: s.Used}
	subs := make([]*syntax.Substitution, len(s.Program.Defs))
	for i, d := range s.Program.Defs {
		n, sub := c.signature(d)
		out.Program.Defs = append(out.Program.Defs, n)
		subs[i] = sub
	}
	for i, d := range s.Program.Defs {
		n := out.Program.Defs[i]
		n.Body = c.calls(subs[i].Apply(d.Body))
		if d.Custom != nil {
			n.Custom = c.custom(d.Custom)
		}
	}
	out.Entry = c.defs[s.Entry]
	return out
}

type cloner struct{ defs map[*syntax.Def]*syntax.Def }

// signature makes the copy of a definition without its body.
func (c *cloner) signature(d *syntax.Def) (*syntax.Def, *syntax.Substitution) {
	sub := &syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{}, Sizes: map[*syntax.SizeVar]*syntax.Size{}, Fresh: true}
	n := &syntax.Def{Name: d.Name, Doc: d.Doc, At: d.At}
	n.Sizes = freshSizes(d.Sizes, sub)
	n.Params = freshVars(d.Params, sub)
	n.Result = syntax.SubstSizes(d.Result, func(v *syntax.SizeVar) *syntax.Size { return sub.Sizes[v] })
	c.defs[d] = n
	return n, sub
}

func freshSizes(vs []*syntax.SizeVar, sub *syntax.Substitution) []*syntax.SizeVar {
	var out []*syntax.SizeVar
	for _, v := range vs {
		w := syntax.NewSizeVar(v.Name)
		sub.Sizes[v] = syntax.SizeOfVar(w)
		out = append(out, w)
	}
	return out
}

func freshVars(xs []*syntax.Var, sub *syntax.Substitution) []*syntax.Var {
	var out []*syntax.Var
	for _, x := range xs {
		y := syntax.NewVar(x.Name, syntax.SubstSizes(x.Type, func(v *syntax.SizeVar) *syntax.Size { return sub.Sizes[v] }))
		sub.Vars[x] = syntax.Ref(y)
		out = append(out, y)
	}
	return out
}

func (c *cloner) custom(j *syntax.CustomJVP) *syntax.CustomJVP {
	sub := &syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{}, Sizes: map[*syntax.SizeVar]*syntax.Size{}, Fresh: true}
	n := &syntax.CustomJVP{Sizes: freshSizes(j.Sizes, sub), Params: freshVars(j.Params, sub), Tangents: freshVars(j.Tangents, sub)}
	n.Body = c.calls(sub.Apply(j.Body))
	return n
}

// calls redirects the calls in t to the copies.
func (c *cloner) calls(t syntax.Term) syntax.Term {
	t = syntax.MapChildren(t, c.calls)
	if call, ok := t.(*syntax.Call); ok && c.defs[call.Def] != nil {
		return syntax.NewCall(call.At, c.defs[call.Def], call.Sizes, call.Args...)
	}
	return t
}
