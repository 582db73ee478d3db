// Package draws has a source of random numbers that gives numbers again which another one gave.
package draws

// A Source gives the numbers one after the other.
type Source struct {
	Numbers []int
	Next    int // its place
}

// Uint64 is the next number.
func (s *Source) Uint64() uint64 { return uint64(s.next()) }

// Int63 is the next number.
func (s *Source) Int63() int64 { return int64(s.next()) }

// Seed is what no function calls that is differentiated: the numbers are those that came.
func (s *Source) Seed(int64) { panic("a generator of the caller is seeded") }

func (s *Source) next() int {
	x := s.Numbers[s.Next]
	s.Next++
	return x
}
