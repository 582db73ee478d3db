package main

import (
	"math"
	"testing"

	"github.com/seed-4b734f86/gochad/examples/gallery/figure/figuretest"
)

// TestLogit compares a net of three numbers with its formula.
func TestLogit(t *testing.T) {
	n := &Net{[]Layer{{W: [][]float64{{0.5, -1}}, B: []float64{0.25}}, {W: [][]float64{{3}}, B: []float64{-0.5}}}}
	if got, want := n.Logit([]float64{0.4, 0.9}), 3*math.Tanh(0.2-0.9+0.25)-0.5; math.Abs(got-want) > 1e-15 {
		t.Errorf("the logit is %v, want %v", got, want)
	}
}

// TestLoss compares the loss of two points, about one of which the net is wrong, with its formula.
func TestLoss(t *testing.T) {
	n := &Net{[]Layer{{W: [][]float64{{2, 1}}, B: []float64{0.5}}}} // linear: the logits are 3 and -1.25
	points, labels := [][]float64{{1, 0.5}, {-1, 0.25}}, []float64{1, 1}
	want := (math.Log(1+math.Exp(-3))+math.Log(1+math.Exp(1.25)))/2 + 0.1*(4+1)/2
	if got := n.Loss(points, labels, 0.1); math.Abs(got-want) > 1e-15 {
		t.Errorf("the loss is %v, want %v", got, want)
	}
}

// TestUndecided wants a net of zeros to be surprised by log 2.
func TestUndecided(t *testing.T) {
	n := NewNet(1, 2, 3, 1)
	for _, l := range n.Layers {
		for i, row := range l.W {
			clear(row)
			l.B[i] = 0
		}
	}
	points, labels := Spirals(0)
	if got := n.Loss(points, labels, decay); math.Abs(got-math.Ln2) > 1e-14 {
		t.Errorf("the loss is %v", got)
	}
}

// TestGradient compares the gradient with differences, one for each weight of a net with layers of four sizes.
func TestGradient(t *testing.T) {
	points, labels := Spirals(0)
	p := NewNetLossProblem(NewNet(1, 2, 5, 4, 3, 1), points, labels, 0.01)
	x := p.Start()
	grad := make([]float64, len(x))
	p.Grad(grad, x)
	if len(x) != 2*5+5+5*4+4+4*3+3+3+1 {
		t.Fatalf("%d weights", len(x))
	}
	const h = 1e-5
	for i := range x {
		at := x[i]
		x[i] = at + h
		above := p.Func(x)
		x[i] = at - h
		below := p.Func(x)
		x[i] = at
		if want := (above - below) / (2 * h); math.Abs(grad[i]-want) > 1e-7*(1+math.Abs(want)) {
			t.Errorf("element %d of the gradient is %v, want %v", i, grad[i], want)
		}
	}
}

// TestTraining wants all points right, and nearly all that lie between them, which were not shown.
func TestTraining(t *testing.T) {
	points, labels := Spirals(0)
	trained, err := Train(NewNet(1, 2, 24, 24, 1), points, labels)
	if err != nil {
		t.Fatal(err)
	}
	if n := Right(trained.Net, points, labels); n != len(points) {
		t.Errorf("right at %d of %d points", n, len(points))
	}
	between, betweenLabels := Spirals(0.5)
	if n := Right(trained.Net, between, betweenLabels); n < len(between)-3 {
		t.Errorf("right at %d of %d points between those shown", n, len(between))
	}
}

func TestExample(t *testing.T) { figuretest.Example(t, run) }
