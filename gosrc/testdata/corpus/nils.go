package corpus

// weighted takes weights or none.
func weighted(x, w []float64) float64 {
	s := 0.0
	for i, v := range x {
		switch {
		case w == nil:
			s += v
		case i < len(w):
			s += w[i] * v * v
		}
	}
	return s
}

// Weights passes a slice, nil, and slices that are empty but not nil.
func Weights(x []float64, n int) float64 {
	var none []float64
	some := weighted(x, nil) + 2*weighted(x, none) + 4*weighted(x, x)
	empty := weighted(x, x[:0]) + weighted(x, make([]float64, 0)) + weighted(x, []float64{}) +
		8*weighted(x, append(none, none...)) + weighted(x, append(none, x...)[:0])
	return some + empty + float64(n)
}

type settings struct {
	scale float64
	gains []float64
}

func run(x float64, s *settings) float64 {
	if s == nil {
		s = &settings{scale: 3}
	}
	if s.gains != nil && len(s.gains) > 0 {
		x *= s.gains[0]
	}
	return x * s.scale
}

// Settings are given by pointers that may be nil.
func Settings(x float64, g []float64, k int) float64 {
	s := settings{scale: x}
	y := run(x, nil) + run(x, &s)
	s.gains = g
	y += run(x, &s)
	var p *settings
	if k > 0 {
		p = &s
	}
	if p != nil {
		y *= p.scale
	}
	return y + run(y, p)
}

// FirstNil notes with nil that nothing was found.
func FirstNil(x []float64, limit float64) (float64, bool) {
	var best []float64
	for i, v := range x {
		if v > limit {
			if best == nil {
				best = make([]float64, 0, len(x))
			}
			best = append(best, v*x[i])
		}
	}
	if best == nil {
		return limit, false
	}
	s := 0.0
	for _, b := range best {
		s += b
	}
	return s, true
}

// Broken goes through a pointer that is nil for some arguments.
func Broken(x float64, k int) float64 {
	var p *settings
	if k < 5 {
		p = &settings{scale: x, gains: []float64{x}}
	}
	if k == 7 && p == nil {
		return x
	}
	return p.scale * x * p.gains[0]
}

// NilAgain has a slice that grows, is cut from the front, and becomes nil again, which it started as.
func NilAgain(x []float64) (s float64) {
	var q []float64
	for i, v := range x {
		q = append(q, v*v)
		if i%4 == 3 {
			q = q[1:]
		}
		if i%5 == 4 && len(q) > 1 {
			q = q[:len(q)-1]
		}
		if i%7 == 6 {
			q = nil
		}
		if q == nil {
			s += v
		}
		s += float64(len(q)) * v
		for _, w := range q {
			s += w
		}
	}
	return s
}

// Batches lets one slice begin as nil again when another has taken what it held: as many elements as n says.
func Batches(x []float64, n int) (s float64) {
	var q, old []float64
	for i, v := range x {
		q = append(q, v)
		if len(q) > n {
			old = q
			q = nil
		}
		if len(q) > 1 && i%2 == 0 {
			q = q[:len(q)-1]
		}
		for j, w := range old {
			s += w * float64(j+1) * v
		}
	}
	return s + float64(len(q))
}

// A nilSource is given nil everywhere.
type nilSource interface{ Uint64() uint64 }

type nilSampler struct {
	src   nilSource
	scale float64
}

func newNilSampler(scale float64, src nilSource) *nilSampler {
	s := &nilSampler{scale: scale}
	if src != nil {
		s.src = src
		s.scale *= 2
	}
	return s
}

// NoSource makes what may hold a source, and has none.
func NoSource(x float64) float64 {
	s := newNilSampler(x, nil)
	return s.scale * s.scale
}
