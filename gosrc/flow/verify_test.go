package flow_test

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

func load(v *flow.Var) flow.Expr { return &flow.Load{Place: flow.Place{Var: v}} }

func store(v *flow.Var, e flow.Expr) flow.Stmt {
	return &flow.Assign{Dst: []flow.Place{{Var: v}}, Src: []flow.Expr{e}, At: &syntax.Pos{File: "f.go", Line: 3, Col: 2}}
}

func real(f float64) flow.Expr { return &flow.Lit{Typ: flow.Real, F: f} }

func integer(i int64) flow.Expr { return &flow.Lit{Typ: flow.Int, I: i} }

func yes() flow.Expr { return &flow.Lit{Typ: flow.Bool, I: 1} }

// Each rule is broken once.
func TestVerify(t *testing.T) {
	slice := &flow.Slice{Elem: flow.Real}
	for _, c := range []struct {
		name string
		make func(x, r, y *flow.Var) []flow.Stmt
		want string // empty for a program that is fine
	}{
		{"fine", func(x, r, y *flow.Var) []flow.Stmt {
			return []flow.Stmt{store(y, load(x)), store(r, load(y)), &flow.Return{}}
		}, ""},
		{"read early", func(_, r, y *flow.Var) []flow.Stmt { return []flow.Stmt{store(r, load(y))} }, "y is read before it is assigned"},
		{"out of scope", func(x, r, y *flow.Var) []flow.Stmt {
			return []flow.Stmt{&flow.If{Cond: yes(), Then: []flow.Stmt{store(y, load(x))}}, store(r, load(y))}
		}, "y is read before"},
		{"type", func(_, r, _ *flow.Var) []flow.Stmt { return []flow.Stmt{store(r, integer(1))} }, "a int is stored to r, a float64"},
		{"operand", func(x, r, _ *flow.Var) []flow.Stmt {
			return []flow.Stmt{store(r, &flow.Op{Op: syntax.OpAdd, Args: []flow.Expr{load(x), integer(1)}, Typ: flow.Real})}
		}, "+ of a int"},
		{"result", func(x, r, _ *flow.Var) []flow.Stmt {
			return []flow.Stmt{store(r, &flow.Op{Op: syntax.OpIntAdd, Args: []flow.Expr{integer(2), integer(1)}, Typ: flow.Real})}
		}, "iadd gives no float64"},
		{"condition", func(_, _, _ *flow.Var) []flow.Stmt { return []flow.Stmt{&flow.If{Cond: real(1)}} }, "a condition is a float64"},
		{"missing", func(_, r, _ *flow.Var) []flow.Stmt { return []flow.Stmt{store(r, nil)} }, "an expression is missing"},
		{"break", func(_, _, _ *flow.Var) []flow.Stmt { return []flow.Stmt{&flow.Break{Target: &flow.Block{}}} }, "a break leads to no"},
		{"continue", func(_, _, _ *flow.Var) []flow.Stmt {
			b := &flow.Block{}
			b.Body = []flow.Stmt{&flow.Continue{Target: b}}
			return []flow.Stmt{b}
		}, "a continue leads to no loop"},
		{"counter", func(_, _, _ *flow.Var) []flow.Stmt {
			i := &flow.Var{Name: "i", Type: flow.Int}
			return []flow.Stmt{&flow.Count{Idx: i, N: integer(3), Body: []flow.Stmt{store(i, integer(0))}}}
		}, "the counter i is assigned"},
		{"twice", func(_, _, _ *flow.Var) []flow.Stmt {
			b := &flow.Block{}
			return []flow.Stmt{b, b}
		}, "a statement stands in two places"},
		{"leaf twice", func(x, r, _ *flow.Var) []flow.Stmt {
			s := store(r, load(x))
			return []flow.Stmt{s, s}
		}, "a statement stands in two places"},
		{"returns", func(_, _, _ *flow.Var) []flow.Stmt {
			return []flow.Stmt{&flow.If{Cond: yes(), Then: []flow.Stmt{&flow.Return{}}}, &flow.Return{}}
		}, ""},
		{"index", func(x, r, _ *flow.Var) []flow.Stmt {
			return []flow.Stmt{store(r, &flow.Load{Place: flow.Place{Var: x, Path: []flow.Step{{Kind: flow.StepIndex, Index: integer(0)}}}})}
		}, "an index into a float64"},
		{"pointer", func(_, _, _ *flow.Var) []flow.Stmt {
			return []flow.Stmt{store(&flow.Var{Name: "p", Type: &flow.Pointer{Elem: flow.Real}}, real(1))}
		}, "a float64 is stored to p"},
		{"address", func(x, _, _ *flow.Var) []flow.Stmt {
			p := &flow.Var{Name: "p", Type: &flow.Pointer{Elem: flow.Real}}
			return []flow.Stmt{store(p, &flow.Addr{Place: flow.Place{Var: x}})}
		}, "an address in value form"},
		{"append", func(_, _, _ *flow.Var) []flow.Stmt {
			s := &flow.Var{Name: "s", Type: slice}
			return []flow.Stmt{store(s, &flow.Zero{Typ: slice}), &flow.Append{Dst: flow.Place{Var: s}, Src: load(s), Elems: []flow.Expr{integer(1)}}}
		}, "an element is a int"},
		{"arguments", func(_, _, _ *flow.Var) []flow.Stmt {
			g := &flow.Func{Name: "g", Params: []*flow.Var{{Name: "a", Type: flow.Real}}}
			return []flow.Stmt{&flow.Call{Func: g}}
		}, "0 arguments for 1 parameters"},
		{"captured", func(x, r, y *flow.Var) []flow.Stmt {
			q := &flow.Var{Name: "q", Type: flow.Real}
			lit := &flow.Func{Name: "lit", Results: []*flow.Var{q}, Body: []flow.Stmt{store(q, load(y))}}
			f := &flow.Var{Name: "f", Type: lit.Type()}
			return []flow.Stmt{store(y, load(x)), store(f, &flow.Closure{Func: lit}), store(y, real(2)), store(r, load(x))}
		}, "y is assigned after a function literal"},
	} {
		x, r, y := &flow.Var{Name: "x", Type: flow.Real}, &flow.Var{Name: "r", Type: flow.Real}, &flow.Var{Name: "y", Type: flow.Real}
		f := &flow.Func{Name: "f", Params: []*flow.Var{x}, Results: []*flow.Var{r}, Body: c.make(x, r, y)}
		err := flow.Verify(&flow.Program{Funcs: []*flow.Func{f}}, flow.Value)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

// Two declared functions share no variable.
func TestVerifyOwners(t *testing.T) {
	x := &flow.Var{Name: "x", Type: flow.Real}
	p := &flow.Program{Funcs: []*flow.Func{{Name: "f", Params: []*flow.Var{x}}, {Name: "g", Params: []*flow.Var{x}}}}
	if err := flow.Verify(p, flow.Value); err == nil || !strings.Contains(err.Error(), "x belongs to f") {
		t.Errorf("got %v", err)
	}
}
