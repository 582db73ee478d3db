package simplify_test

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

func def(name string, f func(x sx.Term) sx.Term) *sx.Def {
	x := sx.NewVar("x", sx.Real)
	d := &sx.Def{Name: name, Params: []*sx.Var{x}, Result: sx.Real}
	d.Body = f(sx.Ref(x))
	return d
}

func call(d *sx.Def, t sx.Term) sx.Term { return sx.NewCall(nil, d, nil, t) }

func TestInline(t *testing.T) {
	small := def("small", func(x sx.Term) sx.Term { return mul(x, x) })
	rec := def("rec", func(x sx.Term) sx.Term { return x })
	rec.Body = iff(lt(sx.Ref(rec.Params[0]), realLit(0)), sx.Ref(rec.Params[0]), call(rec, sx.Sub(sx.Ref(rec.Params[0]), realLit(1))))
	custom := def("custom", func(x sx.Term) sx.Term { return x })
	cx, dx := sx.NewVar("x", sx.Real), sx.NewVar("dx", sx.Real)
	custom.Custom = &sx.CustomJVP{Params: []*sx.Var{cx}, Tangents: []*sx.Var{dx}, Body: add(sx.Ref(dx), mul(realLit(2), realLit(3)))}
	custom.Custom.Body = mul(sx.Ref(dx), mul(realLit(2), realLit(3)))
	user := def("user", func(x sx.Term) sx.Term {
		return add(call(small, sin(x)), add(call(rec, x), call(custom, call(small, x))))
	})
	p := &sx.Program{Defs: []*sx.Def{user, small, rec, custom}}
	out, rep, err := simplify.Program(p, simplify.Options{Inline: 10})
	if err != nil {
		t.Fatal(err)
	}
	if err := sx.VerifyProgram(out); err != nil {
		t.Fatal(err)
	}
	want := "let x2 = sin x in x2 * x2 + (rec x + custom (x * x))"
	if got := oneLine(sx.String(out.Lookup("user").Body)); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if rep.Times("inlineCall") != 2 {
		t.Errorf("inlined %d calls, want 2", rep.Times("inlineCall"))
	}
	if got := oneLine(sx.String(out.Lookup("custom").Custom.Body)); got != "dx * 6" {
		t.Errorf("the custom derivative is %s", got)
	}
	again, rep, _ := simplify.Program(out, simplify.Options{Inline: 10})
	if again != out {
		t.Errorf("not a fixed point: %v", rep.Lines())
	}
	if none, _, _ := simplify.Program(p, simplify.Options{}); none.Lookup("user") != nil {
		if got := oneLine(sx.String(none.Lookup("user").Body)); got != "small (sin x) + (rec x + custom (small x))" {
			t.Errorf("without a budget: %s", got)
		}
	}
}

// Arrays without elements are made where they are wanted, so that what begins as one shares no memory with another.
func TestEmptyNotShared(t *testing.T) {
	for size, times := range map[int64]int{0: 0, 2: 1} {
		empty := func() sx.Term {
			n := sx.SizeLit(size)
			return sx.NewBuild(n, sx.NewVar("i", sx.NewIdxType(n)), sin(realLit(2)))
		}
		a, b := sx.NewVar("a", empty().Type()), sx.NewVar("b", empty().Type())
		body := sx.NewLet([]sx.Bind{{Var: a, Rhs: empty()}, {Var: b, Rhs: empty()}}, sx.NewTuple(sx.Ref(a), sx.Ref(b)))
		_, rep, err := simplify.Term(body, simplify.Options{Only: []string{"cse"}})
		if err != nil {
			t.Fatal(err)
		}
		if rep.Times("cse") < times || times == 0 && rep.Times("cse") > 0 {
			t.Errorf("%d elements: shared %d times", size, rep.Times("cse"))
		}
	}
}

func TestUnknownRule(t *testing.T) {
	if _, _, err := simplify.Term(realLit(1), simplify.Options{Disable: []string{"noSuchRule"}}); err == nil {
		t.Error("no error for an unknown rule")
	}
}

// Atoms are put where the parameters stand, whatever calls there are among the arguments, and what is bound for one
// argument is computed once however often the parameter is used.
func TestInlineAtoms(t *testing.T) {
	square := def("square", func(x sx.Term) sx.Term { return mul(x, x) })
	user := def("user", func(x sx.Term) sx.Term { return call(square, call(square, x)) })
	out, rep, err := simplify.Program(&sx.Program{Defs: []*sx.Def{square, user}}, simplify.Options{Inline: 10})
	if err != nil {
		t.Fatal(err)
	}
	if got := oneLine(sx.String(out.Lookup("user").Body)); got != "let x2 = x * x in x2 * x2" || rep.Times("letInline") != 0 {
		t.Errorf("%s, with %d bindings of atoms", got, rep.Times("letInline"))
	}
	long := def("long", func(x sx.Term) sx.Term {
		return let("y", sx.NewTuple(sin(x), mul(x, x)), func(y sx.Term) sx.Term {
			a := sin(sx.NewProj(0, y))
			for range 9 {
				a = add(sin(a), x)
			}
			return let("z", a, func(z sx.Term) sx.Term { return call(square, z) })
		})
	})
	out, _, err = simplify.Program(&sx.Program{Defs: []*sx.Def{square, long}}, simplify.Options{Inline: 10})
	if err != nil {
		t.Fatal(err)
	}
	if err := sx.VerifyProgram(out); err != nil {
		t.Fatal(err)
	}
	if got := oneLine(sx.String(out.Lookup("long").Body)); strings.Count(got, "sin") != 11 {
		t.Errorf("computed more than once: %s", got)
	}
}
