package functions

// Parts of integers, by shifts.

// sext8 is the low 8 bits of x, the highest of them a sign.
func sext8(x int) int { return x << 56 >> 56 }

// sext16 is the low 16 bits of x, the highest of them a sign.
func sext16(x int) int { return x << 48 >> 48 }

// sext32 is the low 32 bits of x, the highest of them a sign.
func sext32(x int) int { return x << 32 >> 32 }

// zext8 is the low 8 bits of x.
func zext8(x int) int { return x & (1<<8 - 1) }

// zext16 is the low 16 bits of x.
func zext16(x int) int { return x & (1<<16 - 1) }

// zext32 is the low 32 bits of x.
func zext32(x int) int { return x & (1<<32 - 1) }

// popcnt is the number of bits set.
func popcnt(x int) int {
	n := uint64(x)
	n -= n >> 1 & 0x5555555555555555
	n = n&0x3333333333333333 + n>>2&0x3333333333333333
	n = (n + n>>4) & 0x0f0f0f0f0f0f0f0f
	return int(n * 0x0101010101010101 >> 56)
}

// imin is the lesser of two ints.
func imin(a, b int) int {
	if a < b {
		return a
	}
	return b
}

// imax is the greater of two ints.
func imax(a, b int) int {
	if a > b {
		return a
	}
	return b
}
