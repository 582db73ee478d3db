// Package corpus holds functions whose parameter x has slices in slices, each with a length of its own.
package corpus

import "math"

// A Layer is a layer of a net.
type Layer struct {
	W    [][]float64
	B    []float64
	Kind int
}

// Forward applies a layer; of an input that is too short the beginning is taken again.
func (l *Layer) Forward(in []float64) []float64 {
	out := make([]float64, len(l.B))
	for i := range out {
		s := l.B[i]
		if i < len(l.W) && len(in) > 0 {
			for j, w := range l.W[i] {
				s += w * in[j%len(in)]
			}
		}
		if l.Kind%2 == 0 {
			s = math.Tanh(s)
		}
		out[i] = s
	}
	return out
}

// Net applies layers that need not be of one size.
func Net(x []Layer, in []float64) float64 {
	for i := range x {
		in = x[i].Forward(in)
	}
	s := 0.0
	for _, v := range in {
		s += v * v
	}
	return s
}

// A Weight is a number of another name.
type Weight float64

// A Block holds layers, and numbers of other types.
type Block struct {
	Layers []Layer
	Scale  [2]float64
	Ws     []Weight
	Fs     [][]float32
	Pairs  [][2]float64
	Points []Point
}

// A Point has no slices.
type Point struct{ X, Y float64 }

// Blocks goes through nested structs.
func Blocks(x []Block, c float64) float64 {
	s := 0.0
	for k, b := range x {
		s += Net(b.Layers, []float64{c, b.Scale[0]}) * b.Scale[1]
		for i, w := range b.Ws {
			s += float64(w*w) * float64(i+1)
		}
		for _, f := range b.Fs {
			for j, v := range f {
				s += float64(v) * float64(j-k)
			}
		}
		for i := range b.Pairs {
			s += b.Pairs[i][0] * b.Pairs[i][1]
		}
		for _, p := range b.Points {
			s += math.Sin(p.X * p.Y)
		}
	}
	return s
}

// A Model is a struct with all of it.
type Model struct {
	Layers []Layer
	Rows   [][]float64
	Bias   []float64
	N      int
}

// Loss is a method of a pointer.
func (x *Model) Loss(in []float64) float64 {
	s := Net(x.Layers, in)
	for i, row := range x.Rows {
		for j, v := range row {
			if j < len(x.Bias) {
				v *= x.Bias[j]
			}
			s += v * float64(i+x.N%2)
		}
	}
	return s
}

// OfModel calls a method of its argument.
func OfModel(x *Model, in []float64) float64 { return x.Loss(in) * x.Loss(in[:len(in)/2]) }

// Replaced replaces rows of a copy by rows of other lengths.
func Replaced(x [][]float64, v float64) float64 {
	m := append([][]float64(nil), x...)
	for i := range m {
		if i%2 == 1 {
			m[i] = append([]float64{v}, m[i]...)
		} else if i > 0 {
			m[i] = m[i-1]
		}
	}
	s := 0.0
	for i, row := range m {
		for j, w := range row {
			s += w * w * float64(i+j+1)
		}
	}
	return s
}

// Passed returns rows that it was given, and others.
func Passed(x [][]float64, v float64) [][]float64 {
	out := append([][]float64{{v, v * v}}, x...)
	return append(out, []float64{1 / (1 + v*v)})
}

// Padded returns rows without derivatives, too.
func Padded(x [][]float64, v float64) (out [][]float64) {
	for i, row := range x {
		out = append(out, []float64{2, 3, 4}[:i%4%3], row)
	}
	return append(out, []float64{v, 2})
}

// Cube has three levels.
func Cube(x [][][]float64) float64 {
	s := 1.0
	for i, m := range x {
		for _, row := range m {
			for k, v := range row {
				s = s*math.Cos(v*float64(k+1)) + float64(i)*v
			}
		}
	}
	return s
}

// Optional has parts that may be missing.
func Optional(x []Layer, v float64) float64 {
	s := 0.0
	for i := range x {
		if x[i].B == nil {
			s += v * v
			continue
		}
		for _, b := range x[i].B {
			s += b * v
		}
	}
	return s
}

func deeper(x []Layer, n int, v float64) float64 {
	if n == 0 || len(x) == 0 {
		return v
	}
	for _, b := range x[0].B {
		v = math.Sin(v * b)
	}
	return deeper(x[1:], n-1, v)
}

// Recursive hands parts on to itself.
func Recursive(x []Layer, v float64) float64 { return deeper(x, 3, v) }

// A Reaction has ints of any number, and numbers that are differentiated by.
type Reaction struct {
	In, Out   []int
	Log, Heat float64
}

// Rates sums products of concentrations; of what varies in x nothing has a length of its own.
func Rates(x []Reaction, c []float64) float64 {
	s := 0.0
	for _, r := range x {
		rate := math.Exp(-r.Log*r.Log) + r.Heat
		for _, k := range r.In {
			rate *= c[uint(k)%uint(len(c))]
		}
		s += rate * float64(len(r.Out)+1)
	}
	return s
}

// A Knot has others below it.
type Knot struct {
	Below []int
	Sort  int
}

// below adds up what is at the knots below one.
func below(x []Knot, v []float64, at, depth int) float64 {
	if len(x) == 0 || len(v) == 0 || depth == 0 {
		return 1
	}
	k := x[uint(at)%uint(len(x))]
	s := v[uint(at)%uint(len(v))]
	for _, j := range k.Below {
		s += math.Sin(s * below(x, v, j, depth-1))
	}
	return s
}

// Tree has no numbers in what differs in length.
func Tree(x []Knot, v []float64) float64 { return below(x, v, 0, 3) }
