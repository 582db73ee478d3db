package measure

import (
	"math"
	"slices"
)

// Stat summarises rounds: the median and the quartiles.
type Stat struct {
	Median float64 `json:"median"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Rounds int     `json:"rounds"`
}

// Summary of the values; not a number when there are none, or when one is not a number.
func Summary(values []float64) Stat {
	if slices.ContainsFunc(values, math.IsNaN) {
		values = nil
	}
	s := slices.Sorted(slices.Values(values))
	return Stat{Median: quantile(s, 0.5), Low: quantile(s, 0.25), High: quantile(s, 0.75), Rounds: len(s)}
}

// Median of the values; not a number when there are none.
func Median(values []float64) float64 { return Summary(values).Median }

// Ratio summarises a/b round by round.
func Ratio(a, b []float64) Stat {
	r := make([]float64, min(len(a), len(b)))
	for i := range r {
		r[i] = a[i] / b[i]
	}
	return Summary(r)
}

// quantile of sorted values, interpolated.
func quantile(s []float64, q float64) float64 {
	if len(s) == 0 {
		return math.NaN()
	}
	at := q * float64(len(s)-1)
	i := int(at)
	if i+1 >= len(s) {
		return s[len(s)-1]
	}
	f := at - float64(i)
	return s[i]*(1-f) + s[i+1]*f
}
