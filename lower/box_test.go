package lower_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// A tape of many values, an array of local size among them, becomes one value:
// callers tape it whole, in loops too, and mean the same.
func TestLargeTape(t *testing.T) {
	y := sx.NewVar("y", sx.Real)
	long := &sx.Def{Name: "long", Params: []*sx.Var{y}, Result: sx.Real}
	var s sx.Spine
	v := s.Let("v", sx.Mul(sx.Ref(y), sx.Ref(y)))
	for range 150 {
		v = s.Let("v", sin(sx.Add(v, sx.Ref(y))))
	}
	n := sx.NewSizeVar("n")
	s.Binds = append(s.Binds, sx.Bind{Size: n, Rhs: sx.IntLit(3)})
	w := s.Let("w", sx.BuildArray(sx.SizeOfVar(n), func(i sx.Term) sx.Term {
		return sin(sx.Mul(v, sx.Apply1("real", sx.NewFromIdx(i))))
	}))
	long.Body = sx.ANF(s.In(sx.NewSum(sx.MapArray(func(e sx.Term) sx.Term { return sx.Mul(e, sx.Mul(e, e)) }, w))))
	call := func(e sx.Term) sx.Term { return sx.NewCall(nil, long, nil, e) }
	f := define("f", sx.NewArrayType(sx.SizeLit(3), sx.Real), func(x sx.Term) sx.Term {
		return sx.Add(call(at(x, 0)), sx.NewSum(sx.MapArray(func(e sx.Term) sx.Term { return call(call(e)) }, x)))
	})
	f.Body = sx.ANF(f.Body)
	p := differentiate(t, f)
	q := same(t, p, p.Defs[0].Name, []semantics.Value{vec(0.3, -0.7, 1.1), semantics.Real(1)})
	boxes := 0
	for _, d := range q.Data {
		if d.Name == "long_rev_tape" {
			boxes++
		}
	}
	if boxes != 1 {
		t.Errorf("%d data types for the tape of long", boxes)
	}
}
