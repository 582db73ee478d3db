package problem

// Space is a product of vectors, matrices and scalars, cut from one slice in
// order: what a gradient is taken with respect to, or the gradient.
type Space struct {
	Flat []float64
	used int
}

// NewSpace has n numbers, zero.
func NewSpace(n int) *Space { return &Space{Flat: make([]float64, n)} }

func (s *Space) take(n int) []float64 {
	v := s.Flat[s.used : s.used+n : s.used+n]
	s.used += n
	return v
}

// Vector is the next n numbers.
func (s *Space) Vector(n int) []float64 { return s.take(n) }

// Matrix is the next n·m numbers.
func (s *Space) Matrix(n, m int) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = s.take(m)
	}
	return rows
}

// Scalar is the next number.
func (s *Space) Scalar() *float64 { return &s.take(1)[0] }

// fill copies what data has generated into the space: vectors, matrices, scalars in order.
func (s *Space) fill(parts ...any) {
	for _, p := range parts {
		switch p := p.(type) {
		case float64:
			*s.Scalar() = p
		case []float64:
			copy(s.take(len(p)), p)
		case [][]float64:
			for _, row := range p {
				copy(s.take(len(row)), row)
			}
		default:
			panic("problem: a part that is no array of reals")
		}
	}
	s.used = 0
}

// count is the number of reals in the parts.
func count(parts ...any) int {
	n := 0
	for _, p := range parts {
		switch p := p.(type) {
		case float64:
			n++
		case []float64:
			n += len(p)
		case [][]float64:
			for _, row := range p {
				n += len(row)
			}
		}
	}
	return n
}
