package ewald

import "math"

// Tape is memory kept between calls of Gradient.
type Tape struct {
	list     []wave
	sin, cos []float64 // by particle, of one wave
}

// Gradient is Energy and its derivatives, which overwrite bars.
func Gradient(particles []Particle, box, alpha, cutoff, waveCut float64, bars []Particle, t *Tape) float64 {
	bars = bars[:len(particles)]
	if n := len(particles); cap(t.sin) < n {
		t.sin, t.cos = make([]float64, n), make([]float64, n)
	}
	t.sin, t.cos = t.sin[:len(particles)], t.cos[:len(particles)]
	// The self energy, and room for what comes.
	self, factor := 0.0, alpha/math.Sqrt(math.Pi)
	for i := range particles {
		q := particles[i].Charge
		self += q * q
		bars[i] = Particle{Charge: -2 * factor * q}
	}
	e := nearGradient(particles, box, alpha, cutoff, bars)
	t.waves(box, alpha, waveCut)
	for i := range t.list {
		e += t.wave(&t.list[i], particles, bars)
	}
	return e - factor*self
}

// nearGradient is the sum over near pairs. Of v = erfc(αr)/r: v' = -(2α/√π·exp(-α²r²) + v)/r, and r' by the
// difference of the places is that difference by r.
func nearGradient(particles []Particle, box, alpha, cutoff float64, bars []Particle) float64 {
	e := 0.0
	slope := 2 * alpha / math.Sqrt(math.Pi)
	inverse, square := 1/box, cutoff*cutoff
	for i := range particles {
		a := &particles[i]
		ax, ay, az, aq := a.Pos[0], a.Pos[1], a.Pos[2], a.Charge
		var fx, fy, fz, potential float64
		for j := i + 1; j < len(particles); j++ {
			b := &particles[j]
			x, y, z := ax-b.Pos[0], ay-b.Pos[1], az-b.Pos[2]
			x -= box * math.Round(x*inverse)
			y -= box * math.Round(y*inverse)
			z -= box * math.Round(z*inverse)
			r2 := x*x + y*y + z*z
			if r2 >= square {
				continue
			}
			r := math.Sqrt(r2)
			v := math.Erfc(alpha*r) / r
			qq := aq * b.Charge
			e += qq * v
			f := -qq * (slope*math.Exp(-alpha*alpha*r2) + v) / r2
			x, y, z = f*x, f*y, f*z
			fx, fy, fz = fx+x, fy+y, fz+z
			potential += b.Charge * v
			o := &bars[j]
			o.Pos[0] -= x
			o.Pos[1] -= y
			o.Pos[2] -= z
			o.Charge += aq * v
		}
		o := &bars[i]
		o.Pos[0] += fx
		o.Pos[1] += fy
		o.Pos[2] += fz
		o.Charge += potential
	}
	return e
}

// wave adds what one wave gives. Its derivatives follow at once, as its energy is added as it is: that of w·(C² + S²),
// with C = Σ q·cos and S = Σ q·sin, is 2w·(C·cos + S·sin) by a charge and 2w·q·(S·cos - C·sin) by a phase.
func (t *Tape) wave(w *wave, particles, bars []Particle) float64 {
	kx, ky, kz := w.k[0], w.k[1], w.k[2]
	re, im := 0.0, 0.0
	sin, cos := t.sin[:len(particles)], t.cos[:len(particles)]
	for i := range particles {
		p := &particles[i]
		s, c := math.Sincos(kx*p.Pos[0] + ky*p.Pos[1] + kz*p.Pos[2])
		sin[i], cos[i] = s, c
		re += p.Charge * c
		im += p.Charge * s
	}
	reBar, imBar := 2*w.weight*re, 2*w.weight*im
	bars = bars[:len(particles)]
	for i := range particles {
		s, c := sin[i], cos[i]
		b := &bars[i]
		b.Charge += reBar*c + imBar*s
		phase := particles[i].Charge * (imBar*c - reBar*s)
		b.Pos[0] += phase * kx
		b.Pos[1] += phase * ky
		b.Pos[2] += phase * kz
	}
	return w.weight * (re*re + im*im)
}

// waves fills the list, which depends on no particle.
func (t *Tape) waves(box, alpha, cut float64) {
	t.list = t.list[:0]
	n := int(cut)
	unit := 2 * math.Pi / box
	front := 4 * math.Pi / (box * box * box)
	for x := 0; x <= n; x++ {
		for y := -n; y <= n; y++ {
			if x == 0 && y < 0 {
				continue
			}
			for z := -n; z <= n; z++ {
				square := float64(x*x + y*y + z*z)
				if x == 0 && y == 0 && z <= 0 || square > cut*cut {
					continue
				}
				k2 := square * unit * unit
				weight := front * math.Exp(-k2/(4*alpha*alpha)) / k2
				k := [3]float64{float64(x) * unit, float64(y) * unit, float64(z) * unit}
				t.list = append(t.list, wave{k, weight})
			}
		}
	}
}
