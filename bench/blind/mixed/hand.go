package mixed

import "math"

// Tape keeps what Gradient remembers of one group. The small matrices lie row by row, q to a row.
type Tape struct {
	q         int
	factor    []float64
	factorBar []float64
	gram      []float64 // the matrix, then its Cholesky factor
	gramBar   []float64
	inv       []float64 // 1 over the diagonal of the Cholesky factor
	proj      []float64
	projBar   []float64
	uBar      []float64
	u         []float64 // the rows of U
	r         []float64 // the residuals
}

func (t *Tape) grow(q, longest int) {
	if t.q != q || t.factor == nil {
		*t = Tape{
			q: q, factor: make([]float64, q*q), factorBar: make([]float64, q*q),
			gram: make([]float64, q*q), gramBar: make([]float64, q*q),
			inv: make([]float64, q), proj: make([]float64, q), projBar: make([]float64, q), uBar: make([]float64, q),
		}
	}
	if len(t.r) < longest {
		t.u = make([]float64, longest*q)
		t.r = make([]float64, longest)
	}
}

// Gradient is the value of LogLikelihood; it overwrites betaBar, factorBar and logSigmaBar.
func Gradient(t *Tape, groups []Group, beta []float64, factor [][]float64, logSigma float64,
	betaBar []float64, factorBar [][]float64, logSigmaBar *float64) float64 {
	q := len(factor)
	longest := 0
	for i := range groups {
		longest = max(longest, len(groups[i].Y))
	}
	t.grow(q, longest)
	for i, row := range factor {
		copy(t.factor[i*q:], row)
	}
	clear(t.factorBar)
	clear(betaBar)
	variance := math.Exp(2 * logSigma)
	invVariance := 1 / variance
	varianceBar, logBar := 0.0, 0.0
	total := 0.0
	for i := range groups {
		g := &groups[i]
		n := len(g.Y)
		if n == 0 {
			continue
		}
		square := t.forward(g, beta, variance)
		logDet := 2 * float64(n-q) * logSigma
		diag, rest := 1.0, square
		for k, p := range t.proj {
			rest -= p * p
			diag *= t.gram[k*q+k]
			if diag > 1e100 || diag < 1e-100 {
				logDet += 2 * math.Log(diag)
				diag = 1
			}
		}
		logDet += 2 * math.Log(diag)
		quad := rest * invVariance
		total -= 0.5 * (float64(n)*math.Log(2*math.Pi) + logDet + quad)
		logBar -= float64(n - q)
		varianceBar += 0.5*quad*invVariance + t.backward(g, invVariance, betaBar)
	}
	// variance = exp(2 logSigma)
	*logSigmaBar = logBar + 2*variance*varianceBar
	for i, row := range factorBar {
		copy(row, t.factorBar[i*q:i*q+i+1])
	}
	return total
}

// forward leaves U, r, the Cholesky factor and the projection on the tape; it returns r'r.
func (t *Tape) forward(g *Group, beta []float64, variance float64) float64 {
	q := t.q
	gram, proj := t.gram, t.proj[:q]
	clear(gram)
	clear(proj)
	for i := range q {
		gram[i*q+i] = variance
	}
	square := 0.0
	for k, y := range g.Y {
		x := g.X[k]
		b := beta[:len(x)]
		sum := 0.0
		for j, v := range x {
			sum += v * b[j]
		}
		r := y - sum
		t.r[k] = r
		square += r * r
		u := t.u[k*q : (k+1)*q]
		clear(u)
		z := g.Z[k][:q]
		for i, v := range z {
			for j, l := range t.factor[i*q : i*q+i+1] {
				u[j] += v * l
			}
		}
		for i, ui := range u {
			proj[i] += ui * r
			row := gram[i*q : i*q+i+1]
			for j := range row {
				row[j] += ui * u[j]
			}
		}
	}
	for i := range q {
		row := gram[i*q : i*q+i+1]
		square := row[i]
		p := proj[i]
		for j := range i {
			sum := row[j]
			for k, v := range gram[j*q : j*q+j] {
				sum -= row[k] * v
			}
			sum *= t.inv[j]
			row[j] = sum
			square -= sum * sum
			p -= sum * proj[j]
		}
		row[i] = math.Sqrt(square)
		t.inv[i] = 1 / row[i]
		proj[i] = p * t.inv[i]
	}
	return square
}

// backward walks back through one group, for the adjoint 1 of the total; it returns the
// adjoint of the variance by way of the diagonal of the small matrix.
func (t *Tape) backward(g *Group, invVariance float64, betaBar []float64) float64 {
	q := t.q
	gram, gramBar, inv := t.gram, t.gramBar, t.inv[:q]
	proj, projBar := t.proj[:q], t.projBar[:q]
	// total += proj'proj/(2 variance) - log of the diagonal.
	for i, p := range proj {
		projBar[i] = p * invVariance
	}
	// The solve and the factorisation backward, row by row from the last:
	// p_i = (v_i - sum_j c_ij p_j)/c_ii,
	// c_ij = (a_ij - sum_k c_ik c_jk)/c_jj,  c_ii = sqrt(a_ii - sum_j c_ij c_ij).
	clear(gramBar)
	for i := q - 1; i >= 0; i-- {
		row := gram[i*q : i*q+i+1]
		bar := gramBar[i*q : i*q+i+1]
		v := projBar[i] * inv[i]
		projBar[i] = v
		bar[i] -= inv[i] + v*proj[i]
		for j := range i {
			projBar[j] -= v * row[j]
			bar[j] -= v * proj[j]
		}
		diag := 0.5 * bar[i] * inv[i]
		bar[i] = diag
		for j := i - 1; j >= 0; j-- {
			other := gram[j*q : j*q+j+1]
			otherBar := gramBar[j*q : j*q+j+1]
			b := (bar[j] - 2*diag*row[j]) * inv[j]
			bar[j] = b
			otherBar[j] -= b * row[j]
			for k := range j {
				bar[k] -= b * other[k]
				otherBar[k] -= b * row[k]
			}
		}
	}
	varianceBar := 0.0
	for i := range q {
		varianceBar += gramBar[i*q+i]
		// From here the diagonal counts twice: u_i*u_i.
		gramBar[i*q+i] *= 2
		// The upper triangle is filled, so that uBar is one product.
		for j := range i {
			gramBar[j*q+i] = gramBar[i*q+j]
		}
	}
	// For each row: uBar = gramBar u + r projBar, rBar = u'projBar - r/variance,
	// and then betaBar -= rBar x, factorBar += z uBar'.
	for k := range g.Y {
		u := t.u[k*q:]
		u = u[:q]
		uBar := t.uBar[:q]
		r := t.r[k]
		rBar := -r * invVariance
		for i, ui := range u {
			rBar += ui * projBar[i]
			sum := r * projBar[i]
			row := gramBar[i*q:]
			row = row[:len(u)]
			for j, v := range u {
				sum += row[j] * v
			}
			uBar[i] = sum
		}
		x := g.X[k]
		bar := betaBar[:len(x)]
		for j, v := range x {
			bar[j] -= rBar * v
		}
		for i, v := range g.Z[k][:q] {
			row := t.factorBar[i*q : i*q+i+1]
			for j := range row {
				row[j] += v * uBar[j]
			}
		}
	}
	return varianceBar
}
