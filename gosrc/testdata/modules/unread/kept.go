package unread

// A Layer keeps its last input, as layers of nets do.
type Layer struct {
	W     []float64
	input []float64
	Calls int
	last  *Layer
}

// Forward keeps x.
//
//chad:grad wrt=l.W,x
func (l *Layer) Forward(x []float64) float64 {
	l.input = x
	l.Calls++
	l.last = l
	s := 0.0
	for i, v := range l.input {
		s += v * v * l.W[i]
	}
	return s
}

// Twice calls what keeps its input.
//
//chad:grad wrt=x
func (l *Layer) Twice(x, y []float64) float64 {
	s := l.Forward(x)
	t := l.Forward(y)
	return s * t * l.input[0]
}
