package corpus

import (
	"fmt"
	"math"
	"strings"
)

type named struct {
	label, kind string
	w           float64
}

func (n *named) rename(s string) { n.label = s + n.label }

// MadeStrings names what it works on, in messages only. A number that is far too small is an error.
func MadeStrings(x []float64, k int) (s float64, err error) {
	name := "none"
	if k > 1 {
		name = "all"
	}
	label := strings.ToUpper(name) + "!"
	parts := []named{{fmt.Sprintf("%s %d", label, k), "sum", 1}, {label: label, kind: "max", w: 2}}
	parts[0].rename(label)
	copied := append([]named(nil), parts...)
	kind := "mean"
	if k > 2 {
		kind = copied[1].kind
	}
	for i, v := range x {
		if v > 1e6 {
			panic(fmt.Sprintf("%s: %d is too large", label, i))
		}
		switch p := copied[i%2]; p.kind {
		case "sum":
			s += v * p.w
		case "max":
			if kind == "max" {
				s = max(s, v*v)
			}
		}
		if v < -1e6 {
			return s, fmt.Errorf("%s is too small", copied[0].label)
		}
	}
	if name == "none" {
		s = -s
	}
	return s, nil
}

const bases = "ACGT"

// Letters asks for the letters of constant strings.
func Letters(x []float64, n int) (s float64) {
	for i, b := range []byte("GATTACA") {
		for j := range len(bases) {
			if bases[j] == b {
				s += x[j%len(x)] * x[(i+j)%len(x)]
			}
		}
		if b == 'T' && "xTy"[n&1] == 'T' {
			s *= 0.9
		}
	}
	for _, r := range []rune("äb") {
		s += x[int(r)%len(x)]
	}
	return s + float64(len([]byte("")))
}

type namedShape interface {
	Name() string
	Size(k float64) float64
}

type ring struct {
	kind string
	r    float64
}

func (r ring) Name() string           { return r.kind }
func (r ring) Size(k float64) float64 { return math.Pi * r.r * r.r * k }

type bar float64

// Name depends on the size.
func (b bar) Name() string {
	switch {
	case b > 0.8:
		return "hoop"
	case b < -0.8:
		return "disc"
	}
	return "bar"
}

func (b bar) Size(k float64) float64 { return float64(b) * k }

// NamedShapes asks values of an interface for their names, and a function for one.
func NamedShapes(x []float64, k float64, thin bool) float64 {
	kind := "disc"
	if thin {
		kind = "hoop"
	}
	shapes := []namedShape{bar(k)}
	for i, v := range x {
		if i&3 == 2 {
			kind = "bar"
		}
		if i%2 == 0 {
			shapes = append(shapes, ring{kind, v})
		} else {
			shapes = append(shapes, bar(v))
		}
	}
	label := func(s namedShape) string {
		if thin {
			return s.Name()
		}
		return "any"
	}
	s := 0.0
	for _, p := range shapes {
		switch p.Name() {
		case "bar":
			s += p.Size(k)
		case "hoop":
			s -= 2 * p.Size(k)
		default:
			s += 0.5 * p.Size(1)
		}
		if label(p) == "hoop" {
			s += k * k
		}
	}
	return s
}

// Spelled goes over the letters of constants.
func Spelled(x []float64) float64 {
	const bases = "GATTACA"
	if len(x) < 2 {
		return 0
	}
	s := 0.0
	for i, c := range bases {
		switch c {
		case 'G', 'C':
			s += x[i%len(x)] * 2
		case 'A':
			s -= x[i%len(x)] * x[0]
			continue
		}
		s *= 1.5
	}
	for _, r := range "αβ\xff→" {
		s += x[1] * float64(r&7)
	}
	for i := range bases + "x" {
		s += x[i%2] * float64(i)
	}
	for range "" {
		s = 0
	}
	return s
}
