package elementary

// sinChained is the sine of x, in little time from x to the result: for a loop that waits for it.
func sinChained(x float64) float64 {
	switch {
	case 0 < x && x <= nearEdge || -nearEdge <= x && x < 0:
		return nearSin(x, 0)
	case 0 < x && x < nearFar:
		d := x - halfPi
		r := d - halfPiLow
		return nearCos(r, (d-r)-halfPiLow)
	case -nearFar < x && x < 0:
		d := x + halfPi
		r := d + halfPiLow
		return -nearCos(r, (d-r)+halfPiLow)
	}
	return sin(x)
}
