package corpus

// Steps counts in all the ways that are known beforehand.
func Steps(x []float64, n int) float64 {
	n %= 40
	s := 0.0
	for i := 1; i < len(x); i++ {
		s += x[i] * float64(i)
	}
	for i := len(x) - 1; i >= 0; i-- {
		s = s*0.5 + x[i]
	}
	for i := len(x); i > 0; i-- {
		s = s*0.5 + x[i-1]
	}
	for i := 0; i < len(x); i += 2 {
		s -= x[i]
	}
	for i := len(x) - 1; i > 0; i -= 3 {
		s += x[i] * 2
	}
	for i := 2; i <= n; i++ {
		s += float64(i)
	}
	for i := n; i <= 5; i += 4 {
		s -= float64(i)
	}
	for i := n; 3 <= i; i -= 2 {
		s += 0.25 * float64(i)
	}
	for i := 0; n > i; i++ {
		s *= 1.01
	}
	for i := 0; i != len(x); i++ {
		s += x[i]
	}
	return s
}

// Unsigned counts without sign, and in small types.
func Unsigned(n uint, k uint8, j int8) (uint, int, int) {
	var s uint
	for i := uint(0); i < n%10; i++ {
		s += i * i
	}
	for i := n % 10; i > 0; i-- {
		s += i
	}
	for i := n % 8; i <= 6; i++ {
		s = s*3 + i
	}
	m := 0
	for i := uint8(3); i < k; i++ {
		m += int(i)
	}
	c := 0
	for i := j; i < 100; i += 20 {
		c++
	}
	for i := int8(0); i <= 100; i += 25 {
		c += int(i)
	}
	return s, m, c
}

// Moving has a bound that the body changes.
func Moving(x []float64) float64 {
	s := 0.0
	n := len(x)
	for i := 0; i < n; i++ {
		if x[i] < 0 && n > 2 {
			n--
		}
		s += x[i]
	}
	for i := 0; i < len(x); i++ {
		x = x[:len(x)-i%2]
		s++
	}
	return s
}

// Jumping assigns to its loop variable.
func Jumping(x []float64) float64 {
	s := 0.0
	for i := 0; i < len(x); i++ {
		s += x[i]
		if x[i] > 1 {
			i++
		}
	}
	return s
}

// Outer uses a loop variable from outside afterwards.
func Outer(x []float64, t float64) int {
	i := 0
	for i = 0; i < len(x); i++ {
		if x[i] > t {
			break
		}
	}
	var j int
	var v float64
	for j, v = range x {
		if v < t {
			break
		}
	}
	if v > 0 {
		j += 100
	}
	return i*1000 + j
}

// RangeLive reads elements that the body changes.
func RangeLive(x []float64) float64 {
	s := 0.0
	for i, v := range x {
		if i+1 < len(x) {
			x[i+1] += v / 2
		}
		s += v
	}
	return s
}

// RangeRebound goes on over the slice it began with.
func RangeRebound(x, y []float64) float64 {
	s := 0.0
	for i, v := range x {
		x = y
		s += v * float64(i+1)
		if len(x) > i {
			s += x[i]
		}
	}
	return s
}

// RangeGrow fixes the length.
func RangeGrow(x []float64) int {
	n := 0
	for range x {
		x = append(x, 1)
		n++
	}
	return n*100 + len(x)
}

// RangeArray goes over a copy.
func RangeArray(a [4]float64) float64 {
	s := 0.0
	for i, v := range a {
		a[(i+1)%4] = 10 * v
		s += v
	}
	for i := range a {
		s += a[i]
	}
	for i, v := range &a {
		a[(i+1)%4] = v / 2
		s += v
	}
	return s
}

// RangeInt goes over ints of several types.
func RangeInt(n int, k uint8, m int8) (int, int) {
	s := 0
	for i := range n % 10 {
		i *= 2
		s += i
	}
	for i := range k % 5 {
		s += int(i) * 100
	}
	for i := range m {
		s += int(i)
	}
	t := 0
	for i := range 3 {
		for range 2 {
			t += i
		}
	}
	return s, t
}

// Nested has labelled jumps through all kinds of loops.
func Nested(x []float64, n int) float64 {
	n %= 6
	s := 0.0
outer:
	for i := 0; i < n; i++ {
	middle:
		for k := 1.0; k < 20; k *= 2 {
			for j, v := range x {
				switch {
				case v > 2:
					break outer
				case v > 1:
					continue outer
				case v < -2:
					break middle
				case v < -1:
					continue middle
				case j > 3:
					break
				default:
					s += v
					continue
				}
				s++
			}
			s += k
		}
		s += float64(i)
	}
	return s
}

// Blocks are left by the labels of switches.
func Blocks(x, y float64) float64 {
	s := x
scope:
	switch {
	default:
		if x > y {
			break scope
		}
		s += y
	choice:
		switch {
		case x > 0:
			if y > 1 {
				break choice
			}
			s *= 2
			break scope
		default:
			s -= 1
		}
		s += 100
	}
	return s
}

// Funcs has one variable per iteration.
func Funcs(n int) int {
	n %= 8
	var fs []func() int
	for i := 0; i < n; i++ {
		fs = append(fs, func() int { i += 10; return i })
		if i == 2 {
			i++
		}
	}
	s := 0
	for k, f := range fs {
		s = s*3 + f()
		fs[k] = func() int { return k * f() }
	}
	for _, f := range fs {
		s += f()
	}
	return s
}

// Neighbours looks ahead in its conditions.
func Neighbours(x []float64) float64 {
	s := 0.0
	for i := 0; i+1 < len(x); i++ {
		s += x[i] * x[i+1]
	}
	for i := 1; len(x) >= i+2; i += 2 {
		s -= x[i] * x[i+1]
	}
	for i := 0; i+9 <= len(x); i++ {
		s += x[i+8]
	}
	return s
}

// Renewed makes another slice in each of some rounds, and uses what it made last for nothing.
func Renewed(x, y float64, n int) float64 {
	parts := []float64{x, y}
	s := x
	for range n & 3 {
		var next []float64
		for i, p := range parts {
			s += p * p * y
			next = append(next, p*x, float64(i)*y)
		}
		parts = next
	}
	return s
}
