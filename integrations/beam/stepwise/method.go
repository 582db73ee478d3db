package stepwise

import (
	"bytes"
	"encoding"
	"encoding/gob"
	"fmt"
	"math"
)

// Kind is what a method wants to know.
type Kind int

const (
	Gradient Kind = iota // value and gradient at a point
	Product              // the Hessian at a point times a direction
)

// Ask is the next question of a method. Its slices belong to the method.
type Ask struct {
	Kind      Kind
	Point     []float64
	Direction []float64 // of a Product
	Parts     []int     // the parts of the data to look at; nil for all of them
}

// Answer is what was asked for.
type Answer struct {
	Value  float64   // of the function, for a Gradient
	Vector []float64 // gradient or product
	Count  int       // how many examples it is the sum of
}

// Method is a way to a minimum, in steps that can be stored between any two answers.
type Method interface {
	// Ask says what has to be computed next. Until Tell is called, it says the same.
	Ask() Ask
	// Tell takes the answer to Ask. It copies what it keeps.
	// The error says that the answer cannot be one: a vector of another length, or no number where the fit starts.
	Tell(Answer) error
	// Done says whether there is nothing more to ask.
	Done() bool
	// Why says why the method is done, in words.
	Why() string
	// Rounds counts the steps that were taken so far.
	Rounds() int
	// Point is where the steps have led so far.
	Point() []float64
	// Value is that of the function at Point, as far as it is known, and the largest element of its gradient.
	Value() (value, slope float64)
	// Name is the kind of method, for those who store it.
	Name() string
	encoding.BinaryMarshaler
	// UnmarshalBinary makes this method what MarshalBinary was called of.
	// The error says that the bytes are not of such a method.
	encoding.BinaryUnmarshaler
}

func marshal(state any) ([]byte, error) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(state); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func unmarshal(name string, data []byte, state any) error {
	r := bytes.NewReader(data)
	if err := gob.NewDecoder(r).Decode(state); err != nil {
		return fmt.Errorf("this is no state of %s: %w", name, err)
	}
	if r.Len() > 0 {
		return fmt.Errorf("this is no state of %s: %d bytes follow it", name, r.Len())
	}
	return nil
}

// sameLength returns an error unless all are n numbers.
func sameLength(name string, n int, all ...[]float64) error {
	for _, v := range all {
		if len(v) != n {
			return fmt.Errorf("this is no state of %s: vectors have lengths %d and %d", name, n, len(v))
		}
	}
	return nil
}

func checkAnswer(a Answer, n int) error {
	if len(a.Vector) != n {
		return fmt.Errorf("the answer has %d numbers, the point has %d", len(a.Vector), n)
	}
	return nil
}

func dot(x, y []float64) float64 {
	s := 0.0
	for i, v := range x {
		s += float64(v * y[i])
	}
	return s
}

func norm(x []float64) float64 { return math.Sqrt(dot(x, x)) }

// largest is the largest magnitude in x, or NaN.
func largest(x []float64) float64 {
	m := 0.0
	for _, v := range x {
		m = max(m, math.Abs(v))
	}
	return m
}

// step writes x + t·d into to.
func step(to, x []float64, t float64, d []float64) {
	for i, v := range x {
		to[i] = v + float64(t*d[i])
	}
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// allFinite says whether x and all elements of v are numbers.
func allFinite(x float64, v []float64) bool {
	return finite(x) && finite(largest(v))
}
