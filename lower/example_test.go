package lower_test

import (
	"context"
	"fmt"

	"github.com/seed-4b734f86/gochad/lower"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// A definition with a linear function in its result becomes two: one that returns
// the tape, and the linear function itself.
func ExampleTapes() {
	x, v := sx.NewVar("x", sx.Real), sx.NewVar("v", sx.Real)
	s := sx.NewVar("s", sx.Real)
	pullback := sx.NewLinLam(v, sx.Mul(sx.Apply1("cos", sx.Ref(x)), sx.Mul(sx.Ref(s), sx.Ref(v))))
	body := sx.NewLet([]sx.Bind{{Var: s, Rhs: sx.Apply1("exp", sx.Ref(x))}},
		sx.NewTuple(sx.Apply1("log", sx.Ref(s)), pullback))
	f := &sx.Def{Name: "f_rev", Params: []*sx.Var{x}, Result: body.Type(), Body: body}

	p, err := lower.Tapes(context.Background(), &sx.Program{Defs: []*sx.Def{f}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range p.Defs {
		fmt.Print(d.Name, " takes ")
		for _, x := range d.Params {
			fmt.Print(x.Name, " : ", x.Type, ", ")
		}
		fmt.Println("returns", d.Result)
	}
	// Output:
	// f_rev takes x : real, returns (real, real)
	// f_rev_pullback takes x : real, tape : real, v : real, returns real
}

// Run also reports what it had to leave.
func ExampleRun() {
	lf := sx.NewLFunType(sx.Real, sx.Real)
	s, v := sx.NewVar("s", lf), sx.NewVar("v", sx.Real)
	u, i := sx.NewVar("u", sx.Real), sx.NewVar("i", sx.NewIdxType(sx.SizeLit(3)))
	id := sx.NewLinLam(v, sx.Ref(v))
	double := sx.NewLinLam(u, sx.NewLinApp(sx.Ref(s), sx.NewPlus(sx.Ref(u), sx.Ref(u))))
	body := sx.NewLinApp(sx.NewLoop(sx.SizeLit(3), false, sx.NoOutput, i, s, id, double), sx.RealLit(1))
	f := &sx.Def{Name: "f", Result: sx.Real, Body: body}

	r, err := lower.Run(context.Background(), &sx.Program{Defs: []*sx.Def{f}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, k := range r.Kept {
		fmt.Println(k.Def.Name+":", k.Reason)
	}
	// Output:
	// f: a loop with linear functions in its state or its sum
}
