package provenance_test

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/chad/provenance"
	"github.com/seed-4b734f86/gochad/semantics"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// Which inputs does each output of ⟨x·y, z⟩ need?
func Example() {
	x, y, z := sx.NewVar("x", sx.Real), sx.NewVar("y", sx.Real), sx.NewVar("z", sx.Real)
	d := &sx.Def{Name: "f", Params: []*sx.Var{x, y, z}, Result: sx.NewTupleType(sx.Real, sx.Real)}
	d.Body = sx.ANF(sx.NewTuple(sx.Mul(sx.Ref(x), sx.Ref(y)), sx.Ref(z)))

	need := functor.New(provenance.Need{}, functor.Options{})
	df, err := need.Definition(d, []bool{true, true, true})
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := semantics.Call(df.Def, semantics.Real(2), semantics.Real(3), semantics.Real(5))
	if err != nil {
		fmt.Println(err)
		return
	}
	linear := v.(*semantics.Tuple).Elems[1]
	marked, unmarked := semantics.Bool(true), semantics.Bool(false)
	for _, seed := range []semantics.Value{semantics.NewTuple(marked, unmarked), semantics.NewTuple(unmarked, marked)} {
		inputs, err := semantics.Apply(linear, seed)
		if err != nil {
			fmt.Println(err)
			return
		}
		var names []string
		for i, m := range inputs.(*semantics.Tuple).Elems {
			if m == marked {
				names = append(names, d.Params[i].Name)
			}
		}
		fmt.Println(names)
	}
	// Output:
	// [x y]
	// [z]
}
