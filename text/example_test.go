package text_test

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/text"
)

func ExampleLoad() {
	prog, errs := text.Load("norm.chad", []byte(`
def norm [n] (v : [n]real) = sqrt (sum (map (\x. x * x) v))
`))
	if errs != nil {
		fmt.Print(errs)
		return
	}
	norm := prog.Lookup("norm")
	v, err := semantics.Call(norm, semantics.Reals(3, 4))
	fmt.Println(norm.Result, semantics.Format(v), err)
	// Output: real 5 <nil>
}

func ExampleLoad_errors() {
	_, errs := text.Load("f.chad", []byte("def square (x : real) = x * x\ndef f (n : int) = sqare 2 + square n\n"))
	fmt.Print(errs)
	// Output:
	// f.chad:2:19: unknown name sqare [unknown-name]
	//   def f (n : int) = sqare 2 + square n
	//                     ^^^^^
	//   hint: did you mean square?
	// f.chad:2:36: found int, wanted real [mismatch]
	//   def f (n : int) = sqare 2 + square n
	//                                      ^
	//   hint: convert it with real
}

func ExampleParse() {
	f, errs := text.Parse("f.chad", []byte("def f(x:real)=let y=2*x;z=x*y in(λa.a+z)y -- twice"))
	fmt.Print(errs)
	fmt.Printf("%s", text.Format(f))
	// Output:
	// def f (x : real) =
	//   let y = 2 * x
	//       z = x * y in
	//   (λa. a + z) y -- twice
}

func ExampleElaborate() {
	f, _ := text.Parse("f.chad", []byte("def f (x) = loop s = x for i < 3 do s * 2.0"))
	prog, _ := text.Elaborate(f)
	fmt.Print(syntax.ProgramString(prog))
	// Output:
	// def f (x : real) : real =
	//   loop s = x for i < 3 do s * 2
}
