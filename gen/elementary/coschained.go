package elementary

// cosChained is the cosine of x, in little time from x to the result: for a loop that waits for it.
func cosChained(x float64) float64 {
	switch {
	case -nearEdge <= x && x <= nearEdge:
		return nearCos(x, 0)
	case 0 < x && x < nearFar:
		d := x - halfPi
		r := d - halfPiLow
		return -nearSin(r, (d-r)-halfPiLow)
	case -nearFar < x && x < 0:
		d := x + halfPi
		r := d + halfPiLow
		return nearSin(r, (d-r)+halfPiLow)
	}
	return cos(x)
}
