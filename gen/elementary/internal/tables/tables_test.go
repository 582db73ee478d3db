package main

import (
	"math"
	"math/big"
	"os"
	"path/filepath"
	"testing"
)

// The committed tables are those that the generator makes.
func TestUpToDate(t *testing.T) {
	dir := t.TempDir()
	for _, f := range all() {
		if err := f.write(dir); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(dir, f.name))
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join("..", "..", f.name))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%s is stale: run go generate ./gen/elementary", f.name)
		}
	}
}

// Chebyshev: x³ - 3x/4 is the cubic of least greatest value on [-1, 1]. And, whatever the
// function, the weighted error of the best polynomial is equally great both ways.
func TestMinimax(t *testing.T) {
	cube := func(x float64) *big.Float { return power(num(x), 3) }
	p := minimax(cube, 0, -1, 1, 3)
	for i, want := range []float64{0, 0.75, 0} {
		if math.Abs(p[i]-want) > 1e-3 {
			t.Errorf("the best parabola for x³ is %v, want 3x/4", p)
			break
		}
	}
	// |x|·|x² - c| is least at c = 3/4 too: it is |x³ - cx|.
	q := minimax(func(x float64) *big.Float { return power(num(x), 2) }, 1, 1e-9, 1, 1)
	if math.Abs(q[0]-0.75) > 1e-3 {
		t.Errorf("the best constant for x² with weight x is %v, want 3/4", q)
	}
	r := minimaxEven(cube, 1, 1, 2)
	var most, least float64
	for x := 0.0; x <= 1; x += 1e-4 {
		e := x * (x*x*x - r[0] - r[1]*x*x)
		most, least = max(most, e), min(least, e)
	}
	if math.Abs(most+least) > 1e-3*most {
		t.Errorf("the error of %v is between %g and %g, not of equal size both ways", r, least, most)
	}
}

func TestParts(t *testing.T) {
	third := quo(num(1), num(3))
	hi, lo := split(third)
	if hi != 1.0/3 || math.Abs(lo) > 0x1p-54 || lo == 0 {
		t.Errorf("1/3 = %x + %x", hi, lo)
	}
	if hi, lo = leading(third, 10); hi != 341.0/1024 || math.Abs(hi+lo-1.0/3) > 1e-19 {
		t.Errorf("1/3 = %x + %x", hi, lo)
	}
}
