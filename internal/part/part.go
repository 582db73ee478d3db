// Package part lets tests of long lists take a part of them by default, and all with the flag -whole.
//
// Only tests import it: it defines a flag.
package part

import (
	"flag"
	"hash/fnv"
)

var whole = flag.Bool("whole", false, "take all cases of the long lists, not a part of them")

// Whole reports whether all cases are wanted.
func Whole() bool { return *whole }

// Of reports whether a case is taken: one in k by its name, whatever else is in the list, or all.
func Of(name string, k uint32) bool {
	if *whole {
		return true
	}
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32()%k == 0
}

// N is how many of a number of cases are taken.
func N(all, some int) int {
	if *whole {
		return all
	}
	return some
}
