// Package corpus has functions whose parameters may be nil; the harness passes nil to those that begin with Opt.
package corpus

// OptWeights takes weights or none.
func OptWeights(x, w []float64) float64 {
	s := 0.0
	for i, v := range x {
		if w == nil {
			s += v * v * v
		} else {
			s += w[i] * v * v
		}
	}
	return s
}

// Options may be missing.
type Options struct {
	Scale float64
	Gains []float64
	N     int
}

// OptOptions fills in what is missing.
func OptOptions(x float64, o *Options) float64 {
	if o == nil {
		o = &Options{Scale: 2, N: 2}
	}
	for i := range o.N {
		x *= o.Scale
		if o.Gains != nil {
			x += o.Gains[i%len(o.Gains)]
		}
	}
	return x
}

// OptScale has a number that may be missing.
func OptScale(x float64, k *float64) float64 {
	if k != nil && *k > -10 {
		return x * *k
	}
	return x * x
}

// OptDeref goes through a pointer without a look in some cases.
func OptDeref(x float64, k *float64, n int) float64 {
	if n > 1 && k == nil {
		return x * x
	}
	return x * *k
}

// OptField has a field that may be missing.
func OptField(x []float64, o Options) float64 {
	s := o.Scale
	for i, v := range x {
		w := 1.0
		if o.Gains != nil {
			w = o.Gains[i]
		}
		s += w * v * v * o.Scale
	}
	return s
}

// OptEmpty tells empty from nil.
func OptEmpty(x, w []float64, n int) float64 {
	if n == 0 && w != nil {
		w = w[:0]
	}
	switch {
	case w == nil:
		return x[0]
	case len(w) == 0:
		return x[0] * x[0]
	}
	return w[0] * x[0]
}

// OptNeeded stops where a slice is missing.
func OptNeeded(x, w []float64) float64 {
	if w == nil {
		panic("OptNeeded: no weights")
	}
	s := 0.0
	for i := range min(len(x), len(w)) {
		s += w[i] * x[i] * x[i]
	}
	return s
}

// Layer has a bias or none.
type Layer struct {
	W    float64
	Bias []float64
}

// OptLayers has slices of structures with fields that may be missing.
func OptLayers(x float64, ls []Layer) float64 {
	for _, l := range ls {
		x *= l.W
		if l.Bias != nil {
			x += l.Bias[0]
		}
	}
	return x
}

// OptOut writes through a pointer that may be missing.
func OptOut(x float64, out *float64) float64 {
	if out != nil {
		*out = x * x
	}
	return x * x * x
}

// OptResult gives back what may be nil, and calls itself.
func OptResult(x, w []float64, n int) ([]float64, float64) {
	if n > 0 {
		return OptResult(w, x, n-1)
	}
	if w == nil {
		return nil, x[0] * x[0]
	}
	return w, w[0] * 3
}
