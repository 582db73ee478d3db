package term_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/term"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

func assign(v *flow.Var, e flow.Expr) flow.Stmt {
	return &flow.Assign{Dst: []flow.Place{{Var: v}}, Src: []flow.Expr{e}}
}

func real2(op string, a, b flow.Expr) flow.Expr {
	return &flow.Op{Op: syntax.MustOp(op), Args: []flow.Expr{a, b}, Typ: flow.Real}
}

func lit(f float64) flow.Expr { return &flow.Lit{Typ: flow.Real, F: f} }

func less(a, b flow.Expr) flow.Expr {
	return &flow.Op{Op: syntax.MustOp("lt"), Args: []flow.Expr{a, b}, Typ: flow.Bool}
}

// sized makes a function of one real of n statements, and what it computes.
type sizedProgram struct {
	name string
	make func(n int) (*flow.Func, func(x float64) float64)
}

func function(name string, body func(x, r *flow.Var) []flow.Stmt) *flow.Func {
	x, r := &flow.Var{Name: "x", Type: flow.Real}, &flow.Var{Name: "r", Type: flow.Real}
	return &flow.Func{Name: name, Params: []*flow.Var{x}, Results: []*flow.Var{r}, Body: body(x, r)}
}

var sizedPrograms = []sizedProgram{
	{"spine", func(n int) (*flow.Func, func(float64) float64) {
		f := function("spine", func(x, r *flow.Var) []flow.Stmt {
			var b []flow.Stmt
			for range n {
				b = append(b, assign(r, real2("+", load(r), load(x))))
			}
			return b
		})
		return f, func(x float64) float64 {
			r := 0.0
			for range n {
				r += x
			}
			return r
		}
	}},
	// Returns in a row: none of them is nested in the one before.
	{"returns", func(n int) (*flow.Func, func(float64) float64) {
		f := function("returns", func(x, r *flow.Var) []flow.Stmt {
			var b []flow.Stmt
			for i := range n {
				b = append(b, &flow.If{Cond: less(load(x), lit(float64(i))), Then: []flow.Stmt{assign(r, lit(float64(i))), &flow.Return{}}})
			}
			return b
		})
		return f, func(x float64) float64 {
			for i := range n {
				if x < float64(i) {
					return float64(i)
				}
			}
			return 0
		}
	}},
	// Variables that branches change, each live to the end.
	{"branches", func(n int) (*flow.Func, func(float64) float64) {
		f := function("branches", func(x, r *flow.Var) []flow.Stmt {
			var b []flow.Stmt
			for i := range n {
				v := &flow.Var{Name: "v", Type: flow.Real}
				b = append(b, assign(v, load(x)),
					&flow.If{Cond: less(load(x), lit(float64(i))), Then: []flow.Stmt{assign(v, lit(1))}},
					assign(r, real2("+", load(r), load(v))))
			}
			return b
		})
		return f, func(x float64) float64 {
			r := 0.0
			for i := range n {
				v := x
				if x < float64(i) {
					v = 1
				}
				r += v
			}
			return r
		}
	}},
}

// The number of allocations grows with the number of statements, not with its square.
func TestScale(t *testing.T) {
	for _, s := range sizedPrograms {
		t.Run(s.name, func(t *testing.T) {
			work := func(n int) float64 {
				f, _ := s.make(n)
				return testing.AllocsPerRun(1, func() {
					if _, ds := term.Program(&flow.Program{Funcs: []*flow.Func{f}}); len(ds) > 0 {
						t.Fatal(ds.Err())
					}
				})
			}
			small, large := work(2000), work(20000)
			if large > 13*small {
				t.Errorf("%.0f allocations for 2000 statements, %.0f for 20000", small, large)
			}
			n := 30_000
			if testing.Short() {
				n = 5_000
			}
			f, want := s.make(n)
			r, ds := term.Program(&flow.Program{Funcs: []*flow.Func{f}})
			if len(ds) > 0 {
				t.Fatal(ds.Err())
			}
			v, err := semantics.Call(r.Funcs[f].Def, semantics.Real(3.5))
			if err != nil || v != semantics.Value(semantics.Real(want(3.5))) {
				t.Errorf("got %v (%v), want %v", v, err, want(3.5))
			}
		})
	}
}
