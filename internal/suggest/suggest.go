// Package suggest finds the name that was probably meant.
package suggest

import (
	"slices"
	"unicode/utf8"
)

// DidYouMean gives "did you mean x?" with the nearest of the known names, or "" when none is
// near: more than a third of the letters, and more than one, or all of them would have to change.
func DidYouMean(name string, known []string) string {
	best := Nearest(name, known)
	if best == "" {
		return ""
	}
	return "did you mean " + best + "?"
}

// Nearest is the name that [DidYouMean] asks for, or "".
func Nearest(name string, known []string) string {
	known = slices.Sorted(slices.Values(known))
	best, bestAt := "", 1+max(1, utf8.RuneCountInString(name)/3)
	for _, k := range known {
		if d := distance(name, k, bestAt); d < bestAt && d < max(utf8.RuneCountInString(name), utf8.RuneCountInString(k)) {
			best, bestAt = k, d
		}
	}
	return best
}

// distance is the edit distance of two names, transpositions included, or limit if that is less.
func distance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) >= limit || len(y)-len(x) >= limit || len(x) > 64 {
		return limit
	}
	prev2, prev, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(prev[j]+1, row[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], prev2[j-2]+1)
			}
		}
		prev2, prev, row = prev, row, prev2
	}
	return min(prev[len(y)], limit)
}
