package unmade

import "example.com/modules/unmade/far"

// Tables is a sum of squares.
//
//chad:grad
func Tables(ts []far.Table) float64 {
	s := 0.0
	for _, t := range ts {
		for _, r := range t.Rows {
			for _, v := range r {
				s += v * v
			}
		}
	}
	return s
}
