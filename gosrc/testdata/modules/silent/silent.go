// Package silent has functions that print, log and count, as people leave them in.
package silent

import (
	"fmt"
	"log"
	"log/slog"
	"os"
	"sync/atomic"
)

// Calls counts calls of Loss, and Worst has what it has seen.
var (
	Calls  int
	Worst  struct{ At [2]float64 }
	Rounds atomic.Int64
)

// Loss prints on its way to a sum of squares.
//
//chad:grad effects=drop
//chad:jvp effects=drop
func Loss(x []float64) float64 {
	Calls++
	Rounds.Add(1)
	s := 0.0
	for i, v := range x {
		if v < 0 {
			log.Printf("x[%d] is %g", i, v)
		}
		s += square(v)
		Worst.At[i%2] = max(Worst.At[i%2], v)
	}
	fmt.Println("loss", s)
	fmt.Fprintf(os.Stderr, "%g\n", s)
	slog.Info("loss", "value", s)
	println(s)
	return s
}

func square(v float64) float64 {
	fmt.Print("square of ", v)
	return v * v
}

// Descend calls a gradient of a function that prints.
//
//chad:grad
func Descend(x []float64) float64 {
	g := make([]float64, len(x))
	LossGrad(x, g)
	s := 0.0
	for i, v := range g {
		s += v * x[i]
	}
	return s
}
