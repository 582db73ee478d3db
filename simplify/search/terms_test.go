package search_test

import sx "github.com/seed-4b734f86/gochad/syntax"

func free(name string, t sx.Type) sx.Term { return sx.Ref(sx.NewVar(name, t)) }

func let(name string, t sx.Term, f func(x sx.Term) sx.Term) sx.Term {
	x := sx.NewVar(name, t.Type())
	return sx.NewLet([]sx.Bind{{Var: x, Rhs: t}}, f(sx.Ref(x)))
}

func sin(a sx.Term) sx.Term     { return sx.Apply1("sin", a) }
func lt(a, b sx.Term) sx.Term   { return sx.NewPrim(sx.MustOp("lt"), a, b) }
func mul(a, b sx.Term) sx.Term  { return sx.Mul(a, b) }
func add(a, b sx.Term) sx.Term  { return sx.Add(a, b) }
func realLit(f float64) sx.Term { return sx.RealLit(f) }
