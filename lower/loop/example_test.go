package loop_test

import (
	"fmt"
	"log"
	"os"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// A program is read, verified and run: the value |A·x − b|² and its gradient, for A = [[1 2] [3 4]], b = [1 1], x = [1
// 1].
func ExampleEval() {
	src, err := os.ReadFile("testdata/squares.loop")
	if err != nil {
		log.Fatal(err)
	}
	p, err := loop.Read("squares.loop", string(src))
	if err != nil {
		log.Fatal(err)
	}
	if err := loop.Verify(p); err != nil {
		log.Fatal(err)
	}
	dx := make([]float64, 2)
	results, counts, err := loop.Eval(p, p.Funcs[0], []loop.Value{
		[]float64{1, 2, 3, 4}, []float64{1, 1}, []float64{1, 1}, dx,
	}, 10_000)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("value", results[0], "gradient", dx)
	fmt.Println("loads", counts.Loads, "stores", counts.Stores, "zeroed", counts.Zeroed)
	// A = [[1 2] [3 4]] has residuals 2 and 6: the value is 40, the gradient 2·(1·2 + 3·6), 2·(2·2 + 4·6).

	// Output:
	// value 40 gradient [40 56]
	// loads 20 stores 6 zeroed 2
}

// Mistakes are told with their place.
func ExampleRead() {
	_, err := loop.Read("f.loop", "func f(x real) {\n\treturn x + 1\n}\n")
	fmt.Println(err)
	// Output:
	// f.loop:2:11: no + of real and int [loop-syntax]
	//   	return x + 1
	//   	         ^
}
