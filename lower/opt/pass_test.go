package opt

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

func TestPassesHaveNamesAndLaws(t *testing.T) {
	for _, p := range Passes() {
		if p.Name == "" || p.Law == "" || p.Run == nil {
			t.Errorf("pass %q: name, law or function missing", p.Name)
		}
		if PassByName(p.Name).Name != p.Name {
			t.Errorf("pass %q is not found by its name", p.Name)
		}
	}
	if PassByName("none").Name != "" {
		t.Error("found a pass that is not there")
	}
	if err := Optimize(&loop.Program{}, Options{Without: map[string]bool{"none": true}}); err == nil {
		t.Error("leaves out a pass that is not there")
	}
}

func TestVerifyAndObserve(t *testing.T) {
	var seen []string
	bad := errors.New("bad")
	passes := []Pass{
		{Name: "first", Law: "-", Run: func(*loop.Program, *Options) {}},
		{Name: "second", Law: "-", Run: func(p *loop.Program, _ *Options) { p.Funcs = nil }},
		{Name: "third", Law: "-", Run: func(*loop.Program, *Options) {}},
	}
	o := Options{
		Observe: func(pass string, _ *loop.Program) { seen = append(seen, pass) },
		Verify: func(p *loop.Program) error {
			if len(p.Funcs) == 0 {
				return bad
			}
			return nil
		},
		Without: map[string]bool{"first": true},
	}
	err := run(&loop.Program{Funcs: []*loop.Func{{Name: "f"}}}, &o, passes)
	if !errors.Is(err, bad) || !strings.Contains(err.Error(), "after pass second") {
		t.Errorf("error %v does not name the pass", err)
	}
	if got := strings.Join(seen, ","); got != ",second" {
		t.Errorf("observed %q", got)
	}
}

// A long chain of statements, the last one of which is needed, and as many that nobody needs.
func TestDeadCodeOnSpine(t *testing.T) {
	const n = 100_000
	x := loop.NewVar("x", loop.RealType)
	f := &loop.Func{Name: "f", Params: []loop.Param{{Var: x}}}
	last, dead := x, x
	for range n {
		v, w := loop.NewVar("v", loop.RealType), loop.NewVar("w", loop.RealType)
		f.Body = append(f.Body,
			&loop.Let{Var: v, Rhs: loop.Prim(syntax.OpAdd, loop.Use(last), loop.Use(x))},
			&loop.Let{Var: w, Rhs: loop.Prim(syntax.OpMul, loop.Use(dead), loop.Use(v))})
		last, dead = v, w
	}
	f.Results = []*loop.Expr{loop.Use(last)}
	removeDead(f)
	if len(f.Body) != n {
		t.Errorf("%d statements left, want %d", len(f.Body), n)
	}
}

// All passes take time near-linear in a long spine; the test only shows that they end, and keep what is needed.
func TestPassesOnSpine(t *testing.T) {
	const n = 10_000
	x, a := loop.NewVar("x", loop.RealType), loop.NewVar("a", loop.RealType.Array())
	f := &loop.Func{Name: "f", Params: []loop.Param{{Var: x}, {Var: a, Out: true}}}
	last := x
	for i := range n {
		v := loop.NewVar("v", loop.RealType)
		k := loop.IntConst(int64(i % 100))
		f.Body = append(f.Body,
			&loop.Let{Var: v, Rhs: loop.Prim(syntax.OpAdd, loop.Prim(syntax.OpMul, loop.Use(last), loop.Use(x)), loop.Use(last))},
			&loop.AddTo{Lhs: loop.Index(loop.Use(a), k), Rhs: loop.Prim(syntax.OpMul, loop.Use(last), loop.Use(x))})
		last = v
	}
	f.Results = []*loop.Expr{loop.Use(last)}
	p := &loop.Program{Funcs: []*loop.Func{f}}
	if err := Optimize(p, Options{Verify: loop.Verify}); err != nil {
		t.Fatal(err)
	}
	if got, want := len(f.Body), 3*n; got != want {
		t.Errorf("%d statements, want %d: a product, a sum and an addition to memory of each", got, want)
	}
}
