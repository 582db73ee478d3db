package unmade

// Even is a sum of cubes.
//
//chad:grad
//chad:hvp
func Even(t Triangle, scale float64) (float64, error) {
	s := 0.0
	for _, r := range t.Rows {
		for _, v := range r {
			s += v * v * v * scale
		}
	}
	if s < 0 {
		return 0, errNegative
	}
	return s, nil
}

// Step trains with zero values for gradients, in a loop, and evaluates.
//
//chad:grad
func Step(t Triangle, rate float64, n int) float64 {
	at := Triangle{Rows: make([][]float64, len(t.Rows))}
	for i, r := range t.Rows {
		at.Rows[i] = make([]float64, len(r))
		copy(at.Rows[i], r)
	}
	g := &Triangle{}
	for range n {
		if _, err := EvenGrad(at, 2, g, nil); err != nil {
			return 0
		}
		for i, r := range g.Rows {
			for j, v := range r {
				at.Rows[i][j] -= rate * v
			}
		}
	}
	s, _ := Even(at, 1)
	return s
}

// Curve is a product with a Hessian, in a new zero value for each direction.
//
//chad:grad wrt=t
func Curve(t Triangle, n int) float64 {
	s := 0.0
	for range n {
		var h, k = Triangle{}, &Triangle{}
		for range 2 {
			k = &Triangle{}
			h = Triangle{}
			EvenHVP(t, 1, t, 0, &h, nil)
			EvenGrad(t, 1, k, nil)
		}
		s += k.Rows[1][0]
		for i := range h.Rows {
			s += h.Rows[i][0] * h.Rows[i][1]
		}
	}
	return s
}

// Failed counts the zeros of a gradient that failed.
//
//chad:grad wrt=x
func Failed(t Triangle, x float64) float64 {
	var g Triangle
	EvenGrad(t, -1, &g, nil)
	for _, r := range g.Rows {
		for _, v := range r {
			x += x + v
		}
	}
	return x
}

// Trained has structs in slices in a struct.
//
//chad:grad wrt=n
func Trained(n *Deep, x []float64) float64 {
	var g Deep
	n.LossGrad(x, &g, nil)
	s := 0.0
	for i, l := range g.Layers {
		for j, r := range l.W {
			s += l.B[j] * l.B[j] * float64(i+1)
			for _, v := range r {
				s += v * v
			}
		}
	}
	return s
}

// Deep has slices of structs, and one in an array.
type Deep struct {
	Layers []Layer
	Two    [2]Layer
	Bias   float64
}

// Loss reads all of it.
//
//chad:grad
func (n *Deep) Loss(x []float64) float64 {
	s := n.Two[0].at(x) * n.Two[1].at(x) * n.Bias
	for i := range n.Layers {
		s += n.Layers[i].at(x)
	}
	return s
}

// Filled has gradients in which it puts slices itself, one of them in a view.
//
//chad:grad
func Filled(t Triangle) float64 {
	var g, h Triangle
	rows := make([][]float64, len(t.Rows))
	for i, r := range t.Rows {
		rows[i] = make([]float64, len(r))
	}
	g.Rows = rows
	EvenGrad(t, 1, &g, nil)
	h.fill(t)
	EvenHVP(t, 1, g, 0, &h, nil)
	s := 0.0
	for i, r := range rows {
		for j, v := range r {
			s += v * h.Rows[i][j]
		}
	}
	return s
}

func (t *Triangle) fill(like Triangle) {
	t.Rows = make([][]float64, len(like.Rows))
	for i, r := range like.Rows {
		t.Rows[i] = make([]float64, len(r))
	}
}
