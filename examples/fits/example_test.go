package fits_test

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/examples/fits"
)

func ExampleLeastSquares() {
	x := [][]float64{{0}, {1}, {2}, {3}}
	y := []float64{1.1, 2.9, 5.1, 6.9}
	s, err := fits.LeastSquares(x, y)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("y = %.2f + %.2f x\n", s.Coefficients[0], s.Coefficients[1])
	// Output: y = 1.06 + 1.96 x
}

func ExampleDigits() {
	fmt.Printf("%.1f\n", fits.Digits(3.1416, 3.14159265))
	// Output: 5.6
}
