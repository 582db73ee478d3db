// Package kalman is the likelihood of range and bearing measurements of a moving target by the extended Kalman filter:
// S. Thrun, W. Burgard, D. Fox, Probabilistic Robotics, MIT Press 2005, sections 3.3 (table 3.3) and 7.4.
package kalman

import "math"

// Reading is what one sensor measures of the target. A range that is not positive means that nothing came back.
type Reading struct {
	Sensor         int
	Range, Bearing float64
}

// Noise holds standard deviations: of the target's acceleration, of range and bearing, of the first place and velocity.
type Noise struct{ Accel, Range, Bearing, Place, Speed float64 }

func matrix(n, m int) [][]float64 {
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, m)
	}
	return a
}

// mul sets dst to a b.
func mul(dst, a, b [][]float64) {
	for i := range dst {
		for j := range dst[i] {
			s := 0.0
			for k := range b {
				s += a[i][k] * b[k][j]
			}
			dst[i][j] = s
		}
	}
}

// mulT sets dst to a b'.
func mulT(dst, a, b [][]float64) {
	for i := range dst {
		for j := range dst[i] {
			s := 0.0
			for k, x := range b[j] {
				s += a[i][k] * x
			}
			dst[i][j] = s
		}
	}
}

// filter is the belief (mean and covariance) and room for the matrices of a step.
type filter struct {
	mean, next     []float64
	cov, f, p4, kh [][]float64 // 4 by 4
	h              [][]float64 // 2 by 4
	pht, gain      [][]float64 // 4 by 2
	s, inv         [][]float64 // 2 by 2
	innov          []float64
}

func newFilter(mean []float64, noise Noise, dt float64) *filter {
	k := &filter{
		mean: make([]float64, 4), next: make([]float64, 4),
		cov: matrix(4, 4), f: matrix(4, 4), p4: matrix(4, 4), kh: matrix(4, 4),
		h: matrix(2, 4), pht: matrix(4, 2), gain: matrix(4, 2), s: matrix(2, 2), inv: matrix(2, 2), innov: make([]float64, 2),
	}
	copy(k.mean, mean)
	for i := range 2 {
		k.cov[i][i] = noise.Place * noise.Place
		k.cov[i+2][i+2] = noise.Speed * noise.Speed
		k.f[i][i], k.f[i+2][i+2], k.f[i][i+2] = 1, 1, dt
	}
	return k
}

// predict moves the target on by dt at its velocity.
func (k *filter) predict(accel, dt float64) {
	for i, row := range k.f {
		k.next[i] = 0
		for j, x := range row {
			k.next[i] += x * k.mean[j]
		}
	}
	k.mean, k.next = k.next, k.mean
	mul(k.p4, k.f, k.cov)
	mulT(k.cov, k.p4, k.f)
	q := accel * accel * dt * dt
	for i := range 2 {
		k.cov[i][i] += q * dt * dt / 4
		k.cov[i][i+2] += q * dt / 2
		k.cov[i+2][i] += q * dt / 2
		k.cov[i+2][i+2] += q
	}
}

// correct takes in a reading of the sensor at the given place. It returns the reading's negative log density.
func (k *filter) correct(z Reading, at []float64, noise Noise) float64 {
	dx, dy := k.mean[0]-at[0], k.mean[1]-at[1]
	d2 := dx*dx + dy*dy
	d := math.Sqrt(d2)
	k.h[0][0], k.h[0][1] = dx/d, dy/d
	k.h[1][0], k.h[1][1] = -dy/d2, dx/d2
	k.innov[0] = z.Range - d
	k.innov[1] = z.Bearing - math.Atan2(dy, dx)
	for k.innov[1] > math.Pi {
		k.innov[1] -= 2 * math.Pi
	}
	for k.innov[1] < -math.Pi {
		k.innov[1] += 2 * math.Pi
	}
	mulT(k.pht, k.cov, k.h)
	mul(k.s, k.h, k.pht)
	k.s[0][0] += noise.Range * noise.Range
	k.s[1][1] += noise.Bearing * noise.Bearing
	det := k.s[0][0]*k.s[1][1] - k.s[0][1]*k.s[1][0]
	k.inv[0][0], k.inv[0][1] = k.s[1][1]/det, -k.s[0][1]/det
	k.inv[1][0], k.inv[1][1] = -k.s[1][0]/det, k.s[0][0]/det
	mul(k.gain, k.pht, k.inv)
	cost := 0.5*math.Log(det) + math.Log(2*math.Pi)
	for i, row := range k.inv {
		cost += 0.5 * k.innov[i] * (row[0]*k.innov[0] + row[1]*k.innov[1])
	}
	mul(k.kh, k.gain, k.h)
	mul(k.p4, k.kh, k.cov)
	for i, row := range k.p4 {
		k.mean[i] += k.gain[i][0]*k.innov[0] + k.gain[i][1]*k.innov[1]
		for j, x := range row {
			k.cov[i][j] -= x
		}
	}
	return cost
}

// Cost returns the negative log likelihood of the scans, which are dt apart. The target starts near mean (place, then
// velocity); sensors are the sensors' places in the plane.
//
// It is differentiated with respect to mean, noise and sensors.
func Cost(mean []float64, noise Noise, sensors [][]float64, scans [][]Reading, dt float64) float64 {
	k := newFilter(mean, noise, dt)
	cost := 0.0
	for _, scan := range scans {
		k.predict(noise.Accel, dt)
		for _, z := range scan {
			if z.Range <= 0 {
				continue
			}
			cost += k.correct(z, sensors[z.Sensor], noise)
		}
	}
	return cost
}
