package elementary

// sincosChained is sinChained and cosChained of x.
func sincosChained(x float64) (sin, cos float64) {
	switch {
	case 0 < x && x <= nearEdge || -nearEdge <= x && x < 0:
		return nearSin(x, 0), nearCos(x, 0)
	case 0 < x && x < nearFar:
		d := x - halfPi
		r := d - halfPiLow
		s := (d - r) - halfPiLow
		return nearCos(r, s), -nearSin(r, s)
	case -nearFar < x && x < 0:
		d := x + halfPi
		r := d + halfPiLow
		s := (d - r) + halfPiLow
		return -nearCos(r, s), nearSin(r, s)
	}
	return sincos(x)
}
