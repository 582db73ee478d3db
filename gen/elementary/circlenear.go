package elementary

// nearEdge is below π/4, to which the polynomials reach, and nearFar below 3π/4.
const (
	nearEdge = 0.785
	nearFar  = 2.355
)

// nearSin is sin(r+s) for |r| <= π/4 and an s of the size of a rounding error: terms in pairs (Estrin's scheme),
// whose chain of sums and products is half as long as one after the other.
func nearSin(r, s float64) float64 {
	z := float64(r * r)
	zz := float64(z * z)
	p := nearS3 + float64(z*nearS5) + float64(zz*(nearS7+float64(z*nearS9)+float64(zz*(nearS11+float64(z*nearS13)))))
	return r + (s + float64(r*z*p))
}

// nearCos is cos(r+s): the rounding error of 1 - r²/2 is added with the small terms.
func nearCos(r, s float64) float64 {
	z := float64(r * r)
	zz := float64(z * z)
	p := nearC4 + float64(z*nearC6) + float64(zz*(nearC8+float64(z*nearC10)+float64(zz*(nearC12+float64(z*nearC14)))))
	h := float64(0.5 * z)
	w := 1 - h
	return w + (((1 - w) - h - float64(r*s)) + float64(zz*p))
}
