package simplify_test

import (
	"testing"

	sx "github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/text"
)

var (
	three = sx.SizeLit(3)
	vec   = sx.NewArrayType(three, sx.Real)
)

func free(name string, t sx.Type) sx.Term { return sx.Ref(sx.NewVar(name, t)) }

var (
	a, b, c = free("a", sx.Real), free("b", sx.Real), free("c", sx.Real)
	k, cond = free("k", sx.Int), free("cond", sx.Bool)
	xs, ys  = free("xs", vec), free("ys", vec)
	ix, jx  = free("ix", sx.NewIdxType(three)), free("jx", sx.NewIdxType(three))
)

func plus(ts ...sx.Term) sx.Term            { return sx.NewPlus(ts...) }
func lapp(f, x sx.Term) sx.Term             { return sx.NewLinApp(f, x) }
func index(x, i sx.Term) sx.Term            { return sx.NewIndex(x, i) }
func prim(op string, ts ...sx.Term) sx.Term { return sx.NewPrim(sx.MustOp(op), ts...) }
func build(f sx.Fn) sx.Term                 { return sx.BuildArray(three, f) }
func total(t sx.Term) sx.Term               { return sx.NewSum(t) }
func iff(c, t, e sx.Term) sx.Term           { return sx.NewIf(c, t, e) }

func llam(name string, t sx.Type, f func(v sx.Term) sx.Term) sx.Term {
	v := sx.NewVar(name, t)
	return sx.NewLinLam(v, f(sx.Ref(v)))
}

func tup(ts ...sx.Term) sx.Term { return sx.NewTuple(ts...) }

func loaded(t *testing.T, src string) *sx.Program {
	t.Helper()
	p, ds := text.Load("t.chad", []byte(src))
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	return p
}
