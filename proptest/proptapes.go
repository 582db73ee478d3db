package proptest

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// withSeed adds to the program of a derivative a definition without linear
// functions in its type: (parameters, v) ↦ ⟨value, linear half • v⟩,
// the components of v being parameters of their own if it is a tuple.
func (in *instance) withSeed(d *derivative) (*syntax.Program, *syntax.Def, error) {
	prog, defs := d.prog.Copy()
	def := defs[d.def]
	out := &syntax.Def{Name: in.Entry.Name + "_at"}
	sub := &syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{}, Sizes: map[*syntax.SizeVar]*syntax.Size{},
		Fresh: true}
	out.Sizes = freshSizes(def.Sizes, sub)
	out.Params = freshVars(def.Params, sub)
	sizes := syntax.SizesOf(out.Sizes)
	args := syntax.Refs(out.Params)
	var s syntax.Spine
	z := s.Let("z", syntax.NewCall(nil, def, sizes, args...))
	lin := s.Let("lin", syntax.NewProj(1, z))
	seeds, seed := seedParams(lin.Type().(*syntax.LFunType).Dom)
	out.Params = append(out.Params, seeds...)
	out.Body = s.In(syntax.NewTuple(syntax.NewProj(0, z), syntax.NewLinApp(lin, seed)))
	out.Result = out.Body.Type()
	prog.Defs = append(prog.Defs, out)
	return prog, out, syntax.VerifyProgram(prog)
}

// seedParams are the parameters that make up a cotangent of type t, and that cotangent.
func seedParams(t syntax.Type) ([]*syntax.Var, syntax.Term) {
	tt, ok := t.(*syntax.TupleType)
	if !ok {
		v := syntax.NewVar("v", t)
		return []*syntax.Var{v}, syntax.Ref(v)
	}
	vars, refs := make([]*syntax.Var, len(tt.Elems)), make([]syntax.Term, len(tt.Elems))
	for i, e := range tt.Elems {
		vars[i] = syntax.NewVar("v", e)
		refs[i] = syntax.Ref(vars[i])
	}
	return vars, syntax.NewTupleOf(tt, refs...)
}

// seedArgs are the arguments for seedParams.
func seedArgs(v semantics.Value) []semantics.Value {
	if t, ok := v.(*semantics.Tuple); ok {
		return t.Elems
	}
	return []semantics.Value{v}
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
		y := syntax.NewVar(x.Name, syntax.SubstSizes(x.Type,
			func(v *syntax.SizeVar) *syntax.Size { return sub.Sizes[v] }))
		sub.Vars[x] = syntax.Ref(y)
		out = append(out, y)
	}
	return out
}

// compile is the compiled route to a program without linear functions.
func (sys *System) compile(p *syntax.Program, entry *syntax.Def) (*syntax.Program, *syntax.Def, error) {
	finish := sys.Finish
	if finish == nil {
		finish = sys.Simplify
	}
	var err error
	for _, pass := range []func(*syntax.Program) (*syntax.Program, error){sys.Simplify, sys.Tapes, finish} {
		if p, err = pass(p); err != nil {
			return nil, nil, err
		}
	}
	d := p.Lookup(entry.Name)
	if d == nil {
		return nil, nil, fmt.Errorf("%s is lost", entry.Name)
	}
	return &syntax.Program{Data: p.Data, Defs: syntax.Reachable(d)}, d, nil
}

// checkTapes compares the compiled route with the paper route in reverse mode.
func checkTapes(sys *System, s *Sample) error {
	in, err := sys.instantiate(s)
	if err != nil {
		return err
	}
	d, err := in.derive(in.rev)
	if err != nil {
		return err
	}
	paper, entry, err := in.withSeed(d)
	if err != nil {
		return err
	}
	compiled, centry, err := sys.compile(paper, entry)
	if err != nil {
		return err
	}
	if err := syntax.VerifyProgram(compiled); err != nil {
		return fmt.Errorf("compiled: %w", err)
	}
	y, err := in.call(in.plain, nil, 0)
	if err != nil {
		return err
	}
	seed := tangentAt(y, in.Entry.Result, from(in.cotangent(y)))
	want, err := in.eval.CallSized(entry, in.sizes, append(in.args[:len(in.args):len(in.args)], seedArgs(seed)...)...)
	if err != nil {
		return tooLong(err)
	}
	got, err := in.eval.CallSized(centry, in.sizes, append(in.args[:len(in.args):len(in.args)], seedArgs(seed)...)...)
	if err != nil {
		return fmt.Errorf("compiled: %w", tooLong(err))
	}
	w, err := in.seeded(d, want)
	if err != nil {
		return err
	}
	g, err := in.seeded(d, got)
	if err != nil {
		return fmt.Errorf("compiled: %w", err)
	}
	if dist := distances(w, g); !(dist <= 1e-7) {
		return fmt.Errorf("compiled route gives %v, paper route %v", g, w)
	}
	return nil
}

// seeded lists the reals of ⟨value, cotangents⟩, the result of a definition of withSeed.
func (in *instance) seeded(d *derivative, v semantics.Value) ([]float64, error) {
	t, ok := v.(*semantics.Tuple)
	if !ok || len(t.Elems) != 2 {
		return nil, fmt.Errorf("no pair: %s", semantics.Format(v))
	}
	out := realsOf(t.Elems[0])
	parts, err := in.cotangents(d, t.Elems[1])
	for _, p := range parts {
		out = append(out, p...)
	}
	return out, err
}
