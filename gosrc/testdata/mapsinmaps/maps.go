// Package corpus has functions with maps in maps.
package corpus

// Layered changes maps in maps in maps, and takes entries out at every depth; k says of which.
func Layered(x []float64, k int) float64 {
	m := map[int]map[int]map[int]float64{}
	for i := range 3 {
		m[i] = map[int]map[int]float64{}
		for j := range 2 {
			m[i][j] = map[int]float64{}
		}
	}
	for i, v := range x {
		m[i%3][i%2][i] = v * v
		m[i%3][i%2][i] *= v
	}
	delete(m[k&3][1], 3)
	delete(m[1], k&1)
	s := 0.0
	for i := range x {
		s += m[i%3][i%2][i]
	}
	clear(m[2][k&3])
	for i, v := range x {
		if w, ok := m[i][i%2][i]; ok {
			s += v * w
		}
		if m[i][k&1] != nil {
			s += v * float64(len(m[i][0])+1)
		}
	}
	return s + float64(len(m[k]))
}

// A shelf has maps in an array, and what is not a map beside them.
type shelf struct {
	by    [2]map[int]float64
	items []float64
	n     [3]int
}

// Shelves changes maps in structs that are in a map; the index of an array in one that is missing is checked.
func Shelves(x []float64, k int) float64 {
	m := map[int]shelf{}
	for i := range 2 {
		m[i+1] = shelf{by: [2]map[int]float64{{}, {}}, items: []float64{1, 2}, n: [3]int{i, 1, 2}}
	}
	for i, v := range x {
		m[1+i%2].by[i/2%2][i] = v * v
		m[1+i%2].items[i/2%2] += v * m[2].items[1]
	}
	delete(m[1].by[k&1], 2)
	delete(m[3].by[k&1], 2)
	s := float64(len(m[k].by[(k+1)/2]))
	for i, v := range x {
		s += m[1+i%2].by[i/2%2][i]*m[1+i%2].items[i%2] + v*float64(m[i].n[i%3])
		if m[i].by[k&1] != nil {
			s += v
		}
	}
	clear(m[2].by[k&1])
	for i, v := range x {
		if w, ok := m[i].by[i/2%2][i]; ok {
			s += v * w
		}
	}
	return s
}
