package figure

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// area is that inside closed lines, those inside of others taken out, by the formula of Gauss.
func area(lines [][]Point) float64 {
	sum := 0.0
	for _, l := range lines {
		twice := 0.0
		for i, p := range l {
			q := l[(i+1)%len(l)]
			twice += p.X*q.Y - q.X*p.Y
		}
		sum += math.Abs(twice) / 2
	}
	return sum
}

func unit(n int, f func(x, y float64) float64) Grid {
	a := &Axes{X: Scale{Low: -2, High: 2}, Y: Scale{Low: -2, High: 2}}
	return a.NewGrid(n, n, f)
}

// TestLevel wants the level of a paraboloid to be one closed circle.
func TestLevel(t *testing.T) {
	lines := unit(41, func(x, y float64) float64 { return x*x + y*y }).Level(1.7)
	if len(lines) != 1 {
		t.Fatalf("%d lines", len(lines))
	}
	for _, p := range lines[0] {
		if r := math.Hypot(p.X, p.Y); math.Abs(r-math.Sqrt(1.7)) > 0.002 {
			t.Errorf("%v is %v from the centre", p, r)
		}
	}
	if first, last := lines[0][0], lines[0][len(lines[0])-1]; first != last {
		t.Errorf("the circle goes from %v to %v", first, last)
	}
	if got := area(lines); math.Abs(got-1.7*math.Pi) > 0.01 {
		t.Errorf("the area is %v, want %v", got, 1.7*math.Pi)
	}
}

// TestAbove wants closed lines also at the border of the grid, and all pieces of what they surround.
func TestAbove(t *testing.T) {
	for name, c := range map[string]struct {
		f    func(x, y float64) float64
		want float64
		n    int
	}{
		"half":       {func(x, _ float64) float64 { return x - 0.5 }, 1.5 * 4, 1},
		"all":        {func(x, y float64) float64 { return 1 }, 16, 1},
		"none":       {func(x, y float64) float64 { return -1 }, 0, 0},
		"two discs":  {func(x, y float64) float64 { return 0.25 - math.Hypot(math.Abs(x)-1, y) }, 2 * math.Pi / 16, 2},
		"two strips": {func(x, _ float64) float64 { return math.Abs(x) - 1.5 }, 4, 2},
		"a saddle":   {func(x, y float64) float64 { return x*y - 0.05 }, 7.462, 2},
	} {
		lines := unit(40, c.f).Above(0)
		if got := area(lines); len(lines) != c.n || math.Abs(got-c.want) > 0.02 {
			t.Errorf("%s: %d lines around an area of %v, want %d and %v", name, len(lines), got, c.n, c.want)
		}
		for _, l := range lines {
			if l[0] != l[len(l)-1] {
				t.Errorf("%s: a line is not closed", name)
			}
		}
	}
}

// TestTicks wants round numbers.
func TestTicks(t *testing.T) {
	for _, c := range []struct {
		s    Scale
		want []float64
	}{
		{Scale{Low: 0, High: 10}, []float64{0, 2, 4, 6, 8, 10}},
		{Scale{Low: -0.31, High: 0.32}, []float64{-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3}},
		{Scale{Low: 0, High: 2400}, []float64{0, 500, 1000, 1500, 2000}},
		{Scale{Low: 1, High: 100, Log: true}, []float64{1, 2, 5, 10, 20, 50, 100}},
	} {
		got := c.s.ticks(4)
		if !slices.EqualFunc(got, c.want, func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }) {
			t.Errorf("from %v to %v: %v, want %v", c.s.Low, c.s.High, got, c.want)
		}
	}
}

// TestPath reads a path back.
func TestPath(t *testing.T) {
	f := New(300, 200, "a <title>", "x & y")
	a := f.Axes(Axes{Left: 20, Top: 10, Right: 220, Bottom: 110, X: Scale{High: 10}, Y: Scale{Low: -1, High: 1}}, "")
	points := []Point{{0, 0}, {5, 0.5}, {5.0001, 0.5}, {2.5, -1}, {9.97, 0.35}}
	a.Line(points, Style{Stroke: "blue"})
	svg := f.SVG()
	if err := xml.Unmarshal(svg, new(struct{ XMLName xml.Name })); err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`<path d="M([^l]*)l([^"]*)"`).FindSubmatch(svg)
	if m == nil {
		t.Fatalf("no path in %s", svg)
	}
	number := regexp.MustCompile(`-?[0-9.]+`)
	var at []float64
	for _, s := range number.FindAllString(string(m[1])+" "+string(m[2]), -1) {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		if len(at) >= 2 {
			v += at[len(at)-2]
		}
		at = append(at, v)
	}
	var want []string
	for i, p := range points {
		if i != 2 { // it does not move by a tenth
			want = append(want, fmt.Sprintf("%.1f %.1f", 20+20*p.X, 60-50*p.Y))
		}
	}
	var got []string
	for i := 0; i+1 < len(at); i += 2 {
		got = append(got, fmt.Sprintf("%.1f %.1f", at[i], at[i+1]))
	}
	if !slices.Equal(got, want) {
		t.Errorf("the path goes through %v, want %v", got, want)
	}
	if !bytes.Contains(svg, []byte("a &lt;title&gt;")) || !strings.Contains(string(svg), "x &amp; y") {
		t.Error("texts are not escaped")
	}
}
