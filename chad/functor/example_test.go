package functor_test

import (
	"fmt"
	"log"

	"github.com/seed-4b734f86/gochad/chad/forward"
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/chad/reverse"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// The derivative of x · sin x in both modes, as the functor makes it.
func Example() {
	x := sx.NewVar("x", sx.Real)
	f := &sx.Def{Name: "f", Params: []*sx.Var{x}, Result: sx.Real}
	f.Body = sx.ANF(sx.Mul(sx.Ref(x), sx.Apply1("sin", sx.Ref(x))))
	for _, mode := range []functor.Mode{forward.Mode{}, reverse.Mode{}} {
		d, err := functor.New(mode, functor.Options{}).Definition(f, []bool{true})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s : %s\n%s\n", d.Def.Name, d.Def.Result, sx.String(d.Def.Body))
	}
	// Output:
	// f_for : (real, real ⊸ real)
	// let t = sin x
	//     t' = λ̲v. cos x * v
	//     t2 = x * t
	//     t2' = λ̲v. t * fst v + x * snd v in
	//     ⟨t2, λ̲v.
	//       let t3' = t' • v
	//           t4' = t2' • ⟨v, t3'⟩ in
	//           t4'⟩
	// f_rev : (real, real ⊸ real)
	// let t = sin x
	//     t' = λ̲v. cos x * v
	//     t2 = x * t
	//     t2' = λ̲v. ⟨t * v, x * v⟩ in
	//     ⟨t2, λ̲v.
	//       let t3' = v
	//           w = t2' • t3'
	//           t4' = snd w
	//           w2 = t' • t4' in
	//           fst w + w2⟩
}
