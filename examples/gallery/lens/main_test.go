package main

import (
	"math"
	"testing"

	"github.com/seed-4b734f86/gochad/examples/gallery/figure/figuretest"
)

// TestTrace compares the angle at which a ray leaves a plane and then a sphere with Snell's law for the angle of
// incidence.
func TestTrace(t *testing.T) {
	const c, n = -0.15, 1.5168
	for _, h := range []float64{-1.5, 0.1, 1, 2} {
		ray, err := Trace([]float64{0, 0, c, 0}, []Surface{{0, crown}, {0.8, air}}, Ray{-1, h, 1, 0}, 1)
		if err != nil {
			t.Fatal(err)
		}
		in := math.Asin(h * c)
		if got, want := math.Atan2(ray.DR, ray.DZ), math.Asin(n*math.Sin(in))-in; math.Abs(got-want) > 1e-14 {
			t.Errorf("at height %v the angle is %v, want %v", h, got, want)
		}
		if z := 0.8 - (1-math.Cos(in))/-c; math.Abs(ray.Z-z) > 1e-14 || math.Abs(ray.R-h) > 1e-14 {
			t.Errorf("at height %v the ray leaves the sphere at (%v, %v), want (%v, %[1]v)", h, ray.Z, ray.R, z)
		}
		if e := math.Hypot(ray.DZ, ray.DR) - 1; math.Abs(e) > 1e-14 {
			t.Errorf("at height %v the direction is %v too long", h, e)
		}
	}
}

// TestLost wants an error for rays that do not get to the screen.
func TestLost(t *testing.T) {
	lens := []Surface{{0, crown}, {0.8, air}}
	for c, want := range map[float64]error{-0.6: errMiss, -0.4: errTotal} {
		if _, err := Blur([]float64{0, 0, c, 0}, lens, []float64{1.9}, 10); err != want {
			t.Errorf("curvature %v: %v, want %v", c, err, want)
		}
		grad := []float64{1, 1, 1, 1}
		if _, err := BlurGrad([]float64{0, 0, c, 0}, lens, []float64{1.9}, 10, grad); err != want || grad[2] != 0 {
			t.Errorf("curvature %v: %v with the gradient %v", c, err, grad)
		}
	}
}

// TestHyperboloid: glass with a plane in front focuses parallel light of one colour without any blur through a
// surface whose conic constant is -n² and whose radius is n-1 focal lengths.
func TestHyperboloid(t *testing.T) {
	for _, n := range []float64{1.5168, 1.8} {
		glass := [Colours]float64{n, n, n}
		d := Designs[1]
		d.Lens = []Surface{{0, glass}, {0.8, air}}
		shape, blur, err := d.Find(rings(16))
		if err != nil {
			t.Fatal(err)
		}
		if c := -1 / (10 * (n - 1)); math.Abs(shape[2]-c) > 1e-5 || math.Abs(shape[3]+n*n) > 1e-3 || blur > 1e-2 {
			t.Errorf("index %v: curvature %v, conic constant %v and a blur of %v μm², want %v, %v and 0",
				n, shape[2], shape[3], blur, c, -n*n)
		}
	}
}

// TestAchromat wants the two glasses to cancel each other's dispersion: rays near the axis, which linear equations
// describe, have their foci for the first and the last colour together, where those of one glass are 1.6 mm apart. By
// the theory of thin lenses the powers of the two are to each other about as their Abbe numbers, and of opposite
// sign.
func TestAchromat(t *testing.T) {
	for i, apart := range map[int]float64{1: 0.156, 2: 0} {
		shape, _, err := Designs[i].Find(rings(16))
		if err != nil {
			t.Fatal(err)
		}
		var foci [Colours]float64
		for colour := range Colours {
			height, slope, index, at := 1.0, 0.0, 1.0, Designs[i].Lens[0].Vertex // slope is times the index
			for k, s := range Designs[i].Lens {
				height += slope / index * (s.Vertex - at)
				slope -= height * (s.Index[colour] - index) * shape[2*k]
				index, at = s.Index[colour], s.Vertex
			}
			foci[colour] = at - height/slope
		}
		if got := foci[0] - foci[2]; math.Abs(got-apart) > 0.01 {
			t.Errorf("%s: the foci are %v cm apart, want %v", Designs[i].Name, got, apart)
		}
		if i == 2 {
			abbe := func(n [Colours]float64) float64 { return (n[1] - 1) / (n[2] - n[0]) }
			first, second := (crown[1]-1)*(shape[0]-shape[2]), (flint[1]-1)*(shape[2]-shape[4])
			if got, want := first/second, -abbe(crown)/abbe(flint); math.Abs(got/want-1) > 0.1 {
				t.Errorf("the quotient of the powers is %v, want about %v", got, want)
			}
		}
	}
}

// TestGradient compares the gradient with differences.
func TestGradient(t *testing.T) {
	d := Designs[2]
	p := NewBlurProblem(d.Lens, rings(5), d.Screen)
	x := []float64{0.2, -0.6, -0.2, -2.5, -0.03, 4}
	grad := make([]float64, len(x))
	p.Grad(grad, x)
	for i := range x {
		h, at := 1e-6*math.Max(1, math.Abs(x[i])), x[i]
		x[i] = at + h
		above := p.Func(x)
		x[i] = at - h
		below := p.Func(x)
		x[i] = at
		if want := (above - below) / (2 * h); math.Abs(grad[i]-want) > 1e-6*math.Abs(want)+1e-3 {
			t.Errorf("element %d of the gradient is %v, want %v", i, grad[i], want)
		}
	}
}

// TestBetter wants each lens to be much better than the one before.
func TestBetter(t *testing.T) {
	last := 1e7
	for _, d := range Designs {
		_, blur, err := d.Find(rings(16))
		if err != nil {
			t.Fatal(err)
		}
		if blur > last/25 {
			t.Errorf("%s: a blur of %v μm² after %v", d.Name, blur, last)
		}
		last = blur
	}
}

func TestExample(t *testing.T) { figuretest.Example(t, run) }
