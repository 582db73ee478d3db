package functions

// Integers of 128 bits in two halves, as in math/bits; the translation takes these for the functions there.

// mul64 is x·y = hi·2^64 + lo.
func mul64(x, y uint64) (hi, lo uint64) {
	const mask = 1<<32 - 1
	x0, x1 := x&mask, x>>32
	y0, y1 := y&mask, y>>32
	w0 := x0 * y0
	t := x1*y0 + w0>>32
	w1 := t&mask + x0*y1
	return x1*y1 + t>>32 + w1>>32, x * y
}

// add64 is x + y + carry, with the carry out.
func add64(x, y, carry uint64) (sum, out uint64) {
	sum = x + y + carry
	return sum, (x&y | (x|y)&^sum) >> 63
}

// sub64 is x - y - borrow, with the borrow out.
func sub64(x, y, borrow uint64) (diff, out uint64) {
	diff = x - y - borrow
	return diff, (^x&y | ^(x^y)&diff) >> 63
}
