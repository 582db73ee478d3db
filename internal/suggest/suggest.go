// Package suggest finds the name that was probably meant.
package suggest

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// DidYouMean gives "did you mean x?" with the nearest of the known names, or "" when none is
// near: more than a third of the letters, and more than one, or all of them would have to change. Capitals are no
// change. If none is near, it is the only one that begins with the name, or with which the name begins.
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
	limit := 1 + max(1, utf8.RuneCountInString(name)/3)
	best, bestAt := "", [2]int{limit, 0}
	folded := strings.ToLower(name)
	for _, k := range known {
		d := distance(folded, strings.ToLower(k), limit)
		if d == limit || d >= max(utf8.RuneCountInString(name), utf8.RuneCountInString(k)) {
			continue
		}
		at := [2]int{d, distance(name, k, 2*limit)} // of names that differ in capitals alone, the more like one
		if slices.Compare(at[:], bestAt[:]) < 0 {
			best, bestAt = k, at
		}
	}
	if best == "" {
		best = begun(folded, known)
	}
	return best
}

// leastBegun is how many letters a beginning has that says something.
const leastBegun = 3

// begun is the only one of the names that begins with name, or with which name begins.
func begun(name string, known []string) (found string) {
	for _, k := range known {
		short, long := name, strings.ToLower(k)
		if len(short) > len(long) {
			short, long = long, short
		}
		if utf8.RuneCountInString(short) < leastBegun || !strings.HasPrefix(long, short) {
			continue
		}
		if found != "" {
			return ""
		}
		found = k
	}
	return found
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
