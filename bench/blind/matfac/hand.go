package matfac

// Tape is the memory that Gradient needs: none, since each rating goes forward and at once backward.
type Tape struct{}

// Gradient returns Loss and sets bar to its derivative with respect to m. A rating adds -2 e q + 2 penalty p to the
// derivative of the factors p of the user, and -2 e p + 2 penalty q to that of the factors q of the item; the biases
// are like factors that meet a one.
func Gradient(_ *Tape, m Model, ratings [][]Rating, penalty float64, bar Model) float64 {
	for u := range bar.Users {
		bar.Users[u].Bias = 0
		clear(bar.Users[u].Factors)
	}
	for i := range bar.Items {
		bar.Items[i].Bias = 0
		clear(bar.Items[i].Factors)
	}
	mean := average(ratings)
	loss := 0.0
	twice := 2 * penalty
	for u, list := range ratings {
		user, ubar := &m.Users[u], &bar.Users[u]
		p := user.Factors
		pb := ubar.Factors[:len(p)]
		us, b, bb := user.square(), user.Bias, 0.0
		for _, r := range list {
			item, ibar := &m.Items[r.Item], &bar.Items[r.Item]
			q, qb := item.Factors[:len(p)], ibar.Factors[:len(p)]
			var s0, s1, n0, n1 float64
			k := 0
			for ; k+2 <= len(p); k += 2 {
				x, y := q[k], q[k+1]
				s0 += p[k] * x
				s1 += p[k+1] * y
				n0 += x * x
				n1 += y * y
			}
			if k < len(p) {
				s0 += p[k] * q[k]
				n0 += q[k] * q[k]
			}
			c := item.Bias
			e := r.Stars - mean - (b + c + s0 + s1)
			loss += e*e + penalty*(us+c*c+n0+n1)
			g := -2 * e
			bb += g
			ibar.Bias += g + twice*c
			for k, x := range p {
				y := q[k]
				pb[k] += g * y
				qb[k] += g*x + twice*y
			}
		}
		// The penalty of the user is the same for each of the ratings.
		f := twice * float64(len(list))
		ubar.Bias = bb + f*b
		for k, x := range p {
			pb[k] += f * x
		}
	}
	return loss
}
