package main

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// TestDigits wants each digit to be one image of 28×28 for one seed, with paper around enough ink and none outside
// of 0 and 1.
func TestDigits(t *testing.T) {
	for digit := range 10 {
		for seed := range uint64(40) {
			image := drawDigit(rand.New(rand.NewPCG(seed, 0)), digit)
			if again := drawDigit(rand.New(rand.NewPCG(seed, 0)), digit); !reflect.DeepEqual(image, again) {
				t.Fatalf("digit %d, seed %d: two images", digit, seed)
			}
			if other := drawDigit(rand.New(rand.NewPCG(seed, 1)), digit); reflect.DeepEqual(image, other) {
				t.Fatalf("digit %d, seed %d: the same image for another seed", digit, seed)
			}
			if len(image) != side {
				t.Fatalf("digit %d, seed %d: %d rows", digit, seed, len(image))
			}
			for _, row := range image {
				if len(row) != side {
					t.Fatalf("digit %d, seed %d: %d columns", digit, seed, len(row))
				}
				for _, v := range row {
					if !(v >= 0 && v <= 1) {
						t.Fatalf("digit %d, seed %d: a pixel of %v", digit, seed, v)
					}
				}
			}
		}
	}
}

// TestInkInside looks at digits without noise: no ink at the border, and neither too little nor too much in all.
func TestInkInside(t *testing.T) {
	for digit := range 10 {
		least, most := side*side*1.0, 0.0
		for seed := range uint64(100) {
			r := rand.New(rand.NewPCG(seed, 2))
			s := randomStyle(r)
			s.noise = 0
			image := drawStyled(r, digit, s)
			ink, greys := 0.0, 0
			for i, row := range image {
				for j, v := range row {
					ink += v
					if v > 0 && v < 1 {
						greys++
					}
					if v > 0 && (min(i, j) == 0 || max(i, j) == side-1) {
						t.Fatalf("digit %d, seed %d: ink %v at the border, at (%d, %d)", digit, seed, v, i, j)
					}
				}
			}
			if greys < 10 {
				t.Errorf("digit %d, seed %d: only %d grey pixels", digit, seed, greys)
			}
			least, most = min(least, ink), max(most, ink)
		}
		if least < 15 || most > 300 || most < 2*least {
			t.Errorf("digit %d: from %v to %v pixels of ink", digit, least, most)
		}
	}
}

// TestDigitsDiffer compares the mean images of the digits: no two are near each other.
func TestDigitsDiffer(t *testing.T) {
	mean := make([][]float64, 10)
	for digit := range mean {
		mean[digit] = make([]float64, side*side)
		for seed := range uint64(50) {
			for i, row := range drawDigit(rand.New(rand.NewPCG(seed, 3)), digit) {
				for j, v := range row {
					mean[digit][i*side+j] += v / 50
				}
			}
		}
		for other := range digit {
			distance := 0.0
			for i, v := range mean[digit] {
				distance += (v - mean[other][i]) * (v - mean[other][i])
			}
			if distance < 1 {
				t.Errorf("digits %d and %d: squared distance %v", digit, other, distance)
			}
		}
	}
}
