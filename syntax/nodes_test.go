package syntax_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/chad/reverse"
	"github.com/seed-4b734f86/gochad/closure"
	"github.com/seed-4b734f86/gochad/proptest"
	"github.com/seed-4b734f86/gochad/simplify"
	"github.com/seed-4b734f86/gochad/syntax"
)

// What NodesOf says of random programs is what a walk through them finds, the second time too.
func TestNodesOf(t *testing.T) {
	met := syntax.Nodes(0)
	for seed := range int64(300) {
		for _, d := range proptest.Generate(proptest.Config{Seed: seed}).Program.Defs {
			check := func(s syntax.Term) {
				want := walked(s)
				for range 2 {
					if got := syntax.NodesOf(s); got != want {
						t.Fatalf("seed %d: %s has nodes %b, want %b", seed, d.Name, got, want)
					}
				}
				met |= want
			}
			check(d.Body)
			syntax.Children(d.Body, check)
		}
	}
	if want := syntax.Calls | syntax.Lams | syntax.Apps | syntax.Builds | syntax.Loops | syntax.Branches | syntax.Sets | syntax.Injections; met&want != want {
		t.Errorf("the programs have only %b of %b", met, want)
	}
}

// What is kept of spines is right of those too that passes make of others, and of the others afterwards.
func TestNodesOfRewritten(t *testing.T) {
	for seed := range int64(200) {
		p := proptest.Generate(proptest.Config{Seed: seed}).Program
		var check func(s syntax.Term)
		check = func(s syntax.Term) {
			if got, want := syntax.NodesOf(s), walked(s); got != want {
				t.Fatalf("seed %d: nodes %b, want %b: %s", seed, got, want, syntax.String(s))
			}
			syntax.Children(s, check)
		}
		all := func(p *syntax.Program) {
			for _, d := range p.Defs {
				check(d.Body)
			}
		}
		all(p)
		for i, d := range p.Defs[1:] { // spines around those that are known
			before := p.Defs[i].Body
			check(syntax.NewLet([]syntax.Bind{{Var: syntax.NewVar("before", before.Type()), Rhs: before}}, d.Body))
		}
		q, _, err := simplify.Program(p, simplify.Options{Compiled: true})
		if err != nil {
			t.Fatal(err)
		}
		all(q)
		all(p)
		lifted := closure.Lift(q)
		all(lifted)
		all(q)
		syntax.ANFProgram(lifted)
		all(lifted)
	}
}

// walked is NodesOf by the walk over children alone.
func walked(t syntax.Term) (n syntax.Nodes) {
	switch t := t.(type) {
	case *syntax.Call:
		n = syntax.Calls
	case *syntax.Let:
		for _, b := range t.Binds {
			if b.Var == nil {
				n = syntax.SizeBinds
			}
		}
	case *syntax.Checkpoint:
		n = syntax.Checkpoints
	case *syntax.Lam:
		n = syntax.Lams
	case *syntax.App:
		n = syntax.Apps
	case *syntax.Build:
		n = syntax.Builds
	case *syntax.Loop, *syntax.While:
		n = syntax.Loops
	case *syntax.If, *syntax.Case:
		n = syntax.Branches
	case *syntax.Set:
		n = syntax.Sets
	case *syntax.Deriv:
		n = syntax.Operators
	case *syntax.LinLam, *syntax.LinApp, *syntax.CopowerCase:
		n = syntax.Linears
	case *syntax.Inj:
		n = syntax.Injections
	}
	syntax.Children(t, func(c syntax.Term) { n |= walked(c) })
	return n
}

// Linear functions are in the set, in whatever stands around them; what has none is not.
func TestNodesOfLinear(t *testing.T) {
	u, x := syntax.NewVar("u", syntax.Real), syntax.NewVar("x", syntax.Real)
	f := syntax.NewVar("f", syntax.NewLFunType(syntax.Real, syntax.Real))
	c := syntax.NewVar("c", syntax.NewCopowerType(syntax.Real, syntax.Real))
	k, v := syntax.NewVar("k", syntax.Real), syntax.NewVar("v", syntax.Real)
	for name, s := range map[string]syntax.Term{
		"λ̲":        syntax.NewLinLam(u, syntax.Ref(u)),
		"f • x":     syntax.NewLinApp(syntax.Ref(f), syntax.Ref(x)),
		"case !k⊗v": syntax.NewCopowerCase(syntax.Ref(c), k, v, syntax.Ref(v)),
	} {
		around := syntax.NewLet([]syntax.Bind{{Var: syntax.NewVar("y", s.Type()), Rhs: s}}, syntax.Ref(x))
		if syntax.NodesOf(s)&syntax.Linears == 0 || syntax.NodesOf(around)&syntax.Linears == 0 || walked(s) != syntax.NodesOf(s) {
			t.Errorf("%s: nodes %b, around %b, want %b", name, syntax.NodesOf(s), syntax.NodesOf(around), walked(s))
		}
	}
	if n := syntax.NodesOf(syntax.Mul(syntax.Ref(x), syntax.Ref(x))); n != 0 {
		t.Errorf("a product has nodes %b", n)
	}
}

// IsSource, which constructors know, is what NotSource finds by a walk.
func TestIsSourceAsWalked(t *testing.T) {
	source, target := 0, 0
	check := func(seed int64, p *syntax.Program) {
		var visit func(s syntax.Term)
		visit = func(s syntax.Term) {
			found := syntax.NotSource(s)
			if syntax.IsSource(s) != (walkedTarget(s) == nil) || (found == nil) != syntax.IsSource(s) {
				t.Fatalf("seed %d: source: %v, but a walk finds %v and NotSource %v: %s", seed, syntax.IsSource(s), walkedTarget(s), found, syntax.String(s))
			}
			if found == nil {
				source++
			} else {
				target++
			}
			syntax.Children(s, visit)
		}
		for _, d := range p.Defs {
			visit(d.Body)
		}
	}
	for seed := range int64(100) {
		p := proptest.Generate(proptest.Config{Seed: seed}).Program
		check(seed, p)
		syntax.ANFProgram(p)
		f := functor.New(reverse.Mode{}, functor.Options{})
		for _, d := range p.Defs {
			active := make([]bool, len(d.Params))
			for i, x := range d.Params {
				active[i] = syntax.TangentType(x.Type) != nil
			}
			if der, err := f.Definition(d, active); err == nil {
				check(seed, &syntax.Program{Defs: []*syntax.Def{der.Def}})
			}
		}
	}
	if source < 1000 || target < 1000 {
		t.Errorf("only %d terms of the source language and %d others", source, target)
	}
}

// walkedTarget is what keeps t from being a source term, found in all of it.
func walkedTarget(t syntax.Term) (bad syntax.Term) {
	switch t := t.(type) {
	case *syntax.LinLam, *syntax.LinApp, *syntax.Coproj, *syntax.Uninj, *syntax.Singleton, *syntax.CopowerCase:
		return t
	case *syntax.Zero, *syntax.Plus, *syntax.OneHot, *syntax.Sum:
		if !syntax.IsAdditive(t.Type()) {
			return t
		}
	case *syntax.Loop:
		if t.Out == syntax.Accumulate && !syntax.IsAdditive(t.Type().(*syntax.TupleType).Elems[1]) {
			return t
		}
	}
	syntax.Binders(t, func(x *syntax.Var) {
		switch ty := x.Type.(type) {
		case *syntax.LFunType, *syntax.CopowerType:
			bad = t
		case *syntax.SumType:
			if ty.Linear {
				bad = t
			}
		case *syntax.Data:
			if ty.Linear {
				bad = t
			}
		}
	})
	syntax.Children(t, func(c syntax.Term) {
		if bad == nil {
			bad = walkedTarget(c)
		}
	})
	return bad
}

// A coercion of a tangent of run-time length stays one when a pass changes what is in it, and so does what stands
// around it.
func TestCoercesTangentsRewritten(t *testing.T) {
	n := syntax.NewSizeVar("n")
	to := syntax.NewArrayType(syntax.SizeOfVar(n), syntax.Real)
	rows, others := syntax.NewVar("rows", syntax.NewDynType(syntax.Real)), syntax.NewVar("others", syntax.NewDynType(syntax.Real))
	fixed := syntax.NewVar("fixed", to)
	replaced := func(s syntax.Term, by *syntax.Var) syntax.Term {
		var m syntax.Mapper
		m.Term = func(c syntax.Term) syntax.Term {
			if v, ok := c.(*syntax.VarRef); ok && v.Var == rows {
				return syntax.Ref(by)
			}
			return m.Map(c)
		}
		return m.Term(s)
	}
	for _, c := range []struct {
		name string
		term syntax.Term
		by   *syntax.Var
		want bool
	}{
		{"a tangent", syntax.NewLinearCoerce(nil, syntax.Ref(rows), to), others, true},
		{"a part of it", syntax.NewSum(syntax.NewLinearCoerce(nil, syntax.Ref(rows), to)), others, true},
		{"no tangent", syntax.NewCoerce(nil, syntax.Ref(rows), to), others, false},
		{"a known length", syntax.NewLinearCoerce(nil, syntax.Ref(rows), to), fixed, false},
	} {
		after := replaced(c.term, c.by)
		if after == c.term {
			t.Errorf("%s: nothing is replaced", c.name)
		}
		if got := syntax.CoercesTangents(after); got != c.want {
			t.Errorf("%s: after a change of its operand it coerces a tangent: %v, want %v", c.name, got, c.want)
		}
		if a, ok := after.(*syntax.Coerce); ok && a.Linear != c.term.(*syntax.Coerce).Linear {
			t.Errorf("%s: after a change of its operand it is linear: %v", c.name, a.Linear)
		}
	}
}
