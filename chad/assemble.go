package chad

import (
	"slices"
	"strconv"

	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/syntax"
)

// reachable is the part of the program that f needs, and its definition there.
func (f *Func) reachable(form form) (*syntax.Program, *syntax.Def, error) {
	prog, def, err := f.in(form)
	if err != nil {
		return nil, nil, err
	}
	return &syntax.Program{Data: prog.Data, Defs: syntax.Reachable(def)}, def, nil
}

// copied is a copy of that.
func (f *Func) copied(form form) (*syntax.Program, *syntax.Def, error) {
	prog, def, err := f.reachable(form)
	if err != nil {
		return nil, nil, err
	}
	p, defs := prog.Copy()
	return p, defs[def], nil
}

// handed is that copy for the compiler, which changes what it is given. The first time, a derivative that calls nothing
// is handed over as it stands, but for the definition itself: large ones are compiled once. What is made of it shares
// binders with nothing else that is compiled, since all else that is made of f, and f the second time, is made of
// copies.
func (f *Func) handed(form form) (*syntax.Program, *syntax.Def, error) {
	prog, def, err := f.reachable(form)
	if err != nil {
		return nil, nil, err
	}
	alone := f.raw && len(prog.Defs) == 1 && len(syntax.Callees(def.Body)) == 0 && len(def.Attached()) == 0
	if !alone || !f.given.CompareAndSwap(false, true) {
		return f.copied(form)
	}
	d := *def
	prog.Defs[0] = &d
	return prog, &d, nil
}

// header is a definition with fresh parameters like those of d.
func header(d *syntax.Def, name string) *syntax.Def {
	sub := &syntax.Substitution{Sizes: map[*syntax.SizeVar]*syntax.Size{}}
	out := &syntax.Def{Name: name, Doc: d.Doc, At: d.At}
	for _, n := range d.Sizes {
		m := syntax.NewSizeVar(n.Name)
		sub.Sizes[n] = syntax.SizeOfVar(m)
		out.Sizes = append(out.Sizes, m)
	}
	env := func(v *syntax.SizeVar) *syntax.Size { return sub.Sizes[v] }
	for _, p := range d.Params {
		out.Params = append(out.Params, syntax.NewVar(p.Name, syntax.SubstSizes(p.Type, env)))
	}
	out.Result = syntax.SubstSizes(d.Result, env)
	return out
}

// bodyAt is a copy of the body of d at other parameters and sizes.
func bodyAt(d *syntax.Def, sizes []*syntax.Size, args []syntax.Term) syntax.Term {
	s := syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{}, Sizes: map[*syntax.SizeVar]*syntax.Size{},
		Fresh: true}
	for i, n := range d.Sizes {
		s.Sizes[n] = sizes[i]
	}
	for i, p := range d.Params {
		s.Vars[p] = args[i]
	}
	return s.Apply(d.Body)
}

// inPlace is d, whose result is a pair, as a definition of its own for the first half of
// the pair. It takes the body of d, which nothing may call any more, or a copy if d is recursive.
func inPlace(d *syntax.Def) *syntax.Def {
	out := &syntax.Def{Doc: d.Doc, At: d.At, Sizes: d.Sizes, Params: slices.Clone(d.Params), Body: d.Body}
	for _, e := range syntax.Reachable(d) {
		if slices.Contains(syntax.Callees(e.Body), d) {
			copied := header(d, "")
			copied.Body = bodyAt(d, syntax.SizesOf(copied.Sizes), syntax.Refs(copied.Params))
			*out = *copied
			break
		}
	}
	out.Result = out.Body.Type().(*syntax.TupleType).Elems[0]
	return out
}

// detach is a copy of d that shares no binder with anything.
func detach(d *syntax.Def) *syntax.Def {
	out := header(d, d.Name)
	out.Body = bodyAt(d, syntax.SizesOf(out.Sizes), syntax.Refs(out.Params))
	return out
}

// assemble makes a Func of d, which was derived from f, and of what it needs. Its context, and what becomes of what may
// fail in it, are those of f.
func (f *Func) assemble(prog *syntax.Program, d *syntax.Def) *Func {
	return &Func{prog: &syntax.Program{Data: prog.Data, Defs: syntax.Reachable(d)}, def: d, raw: true,
		failing: f.failing, ctx: f.ctx}
}

// uniqueNames renames the definitions that have the name of root or of an
// earlier one: a program may define what a derivative would be called.
func uniqueNames(defs []*syntax.Def, root *syntax.Def) {
	taken := set.By(defs, func(d *syntax.Def) string { return d.Name })
	seen := map[string]int{root.Name: 1}
	for _, d := range defs {
		if d == root {
			continue
		}
		base := d.Name
		if seen[base]++; seen[base] == 1 {
			continue
		}
		for taken[d.Name] {
			d.Name = base + "_" + strconv.Itoa(seen[base])
			seen[base]++
		}
		taken[d.Name] = true
	}
}
