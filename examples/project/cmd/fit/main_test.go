package main

import (
	"math"
	"slices"
	"testing"

	"example.com/project/decay"
)

func TestFits(t *testing.T) {
	x, err := FitDecay()
	if err != nil {
		t.Fatal(err)
	}
	c := decay.FromSlice(x)
	slices.Sort(c.Rate)
	if math.Abs(c.Background-0.5) > 0.1 || math.Abs(c.Rate[0]-0.2) > 0.03 || math.Abs(c.Rate[1]-1.5) > 0.2 {
		t.Errorf("the fit is %+v", c)
	}
	theta, se, err := FitSurvival()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{math.Log(1.8), math.Log(3)} {
		if math.Abs(theta[i]-want) > 4*se[i] || se[i] > 0.1 {
			t.Errorf("parameter %d is %v ± %v, want %v", i, theta[i], se[i], want)
		}
	}
}
