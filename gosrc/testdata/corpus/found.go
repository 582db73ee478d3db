package corpus

// Checked calls a function that gives nothing and may panic, and does nothing else with it.
func Checked(a, b, c float64) Triangle {
	inOrder(a, b, c)
	return Triangle{a * b, b * c, c}
}

// A Triangle is a distribution over an interval.
type Triangle struct{ Lo, Hi, Mode float64 }

func inOrder(a, b, c float64) {
	if a >= b+4 {
		panic("corpus: a is too large")
	}
	if a > c+4 {
		panic("corpus: the mode is outside")
	}
}
